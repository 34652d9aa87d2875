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

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        guard case .id(let id) = category else { return try show(client.ask(request()), in: context) }
        let categories = try client.ask(CategoryList()).value()
        guard let found = categories.first(where: { $0.id == id }) else {
            throw .refused(.notFound(kind: "category", id: id))
        }
        try show(client.ask(request(in: found.name)), in: context)
    }
}
