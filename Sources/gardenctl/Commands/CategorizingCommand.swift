import GardenAPI

/// A command that puts something into a category.
///
/// A category id is resolved first, because here the daemon accepts only names.
protocol CategorizingCommand: AskingCommand {
    // Repeated so that the compiler finds it in request(in:).
    associatedtype Asked

    var category: Reference? { get }

    func request(in category: String?) -> Asked
}

extension CategorizingCommand {
    func request() -> Asked {
        guard case .name(let name) = category else { return request(in: nil) }
        return request(in: name)
    }

    func answer(from client: Client) throws(CommandError) -> Client.Answer<Asked.Response> {
        try client.ask(request(in: client.name(of: category)))
    }
}

extension Client {
    /// The name of a category, for requests that accept no id; `nil` if none is given.
    func name(of category: Reference?) throws(CommandError) -> String? {
        switch category {
        case nil: return nil
        case .name(let name): return name
        case .id(let id):
            guard let found = try ask(CategoryList()).value().map(\.category).first(where: { $0.id == id }) else {
                throw .refused(.notFound(kind: "category", id: id))
            }
            return found.name
        }
    }
}
