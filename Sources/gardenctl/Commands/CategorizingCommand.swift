import GardenAPI

/// A command that puts something into a category.
///
/// A category id is resolved first, because here the daemon accepts only names.
protocol CategorizingCommand: AskingCommand {
    // Repeated so that the compiler finds it in request(in:).
    associatedtype Asked

    var category: Reference? { get }

    func request(in category: String?) throws -> Asked
}

extension CategorizingCommand {
    func request() throws -> Asked {
        guard case .name(let name) = category else { return try request(in: nil) }
        return try request(in: name)
    }

    /// The request, after ``validate()`` has made it once.
    func validRequest(in category: String?) throws(CommandError) -> Asked {
        do { return try request(in: category) } catch { throw .usage("\(error)") }
    }

    func answer(from client: Client) throws(CommandError) -> Client.Answer<Asked.Response> {
        try client.ask(validRequest(in: client.name(of: category)))
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
                throw .noCategory(id: id)
            }
            return found.name
        }
    }
}

extension CommandError {
    /// No category has the id: as the daemon refuses it, which here accepts names only.
    static func noCategory(id: Int) -> CommandError {
        let details: [(String, JSON)] = [("kind", "category"), ("id", .integer(id))]
        return .refused(GardenError(.notFound, "no category has the id \(id)", details))
    }
}

/// A command that creates its category if it does not exist. It says so, because the name may be a typo.
protocol CategoryCreatingCommand: CategorizingCommand {}

extension CategoryCreatingCommand {
    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        try performAnnouncing(with: client, in: context)
    }

    func performAnnouncing(with client: Client, in context: ProcessContext) throws(CommandError) {
        try announcingCategory(client, context) { () throws(CommandError) in
            try show(answer(from: client), in: context)
        }
    }

    /// Announces the categories that the command created. On a terminal, it asks first about one that is a letter away from
    /// another, so only there it needs their names before.
    func announcingCategory(
        _ client: Client, _ context: ProcessContext, _ perform: () throws(CommandError) -> Void
    ) throws(CommandError) {
        guard try isCategoryIntended(client, context) else { return }
        try announcingCreated(client, context, perform)
    }

    /// Whether the command is to use its category, which a person at a terminal may have mistyped.
    func isCategoryIntended(_ client: Client, _ context: ProcessContext) throws(CommandError) -> Bool {
        guard !common.json, context.isInteractive, case .name(let words)? = category else { return true }
        return try isIntended(words, client, context)
    }

    /// Announces the categories that the command created, without a question before.
    func announcingCreated(
        _ client: Client, _ context: ProcessContext, _ perform: () throws(CommandError) -> Void
    ) throws(CommandError) {
        try perform()
        guard !common.json else { return }
        for line in createdCategoriesText(in: client.meta) { try context.print(line) }
    }

    private func isIntended(
        _ words: String, _ client: Client, _ context: ProcessContext
    ) throws(CommandError) -> Bool {
        let name = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let names = try client.ask(CategoryList()).value().map(\.category.name)
        guard !names.contains(where: { $0.folded == name.folded }),
            let similar = Suggestion.allNearest(to: name, among: names, mostMistakes: 1).first
        else { return true }
        let question =
            "There is already a category \(printable(similar)). Create the new category \(printable(name))"
        return try context.isConfirmed(question, effect: "creates a category")
    }
}

/// Which categories a change has created, and which names are a letter away from theirs.
///
/// - Parameter meta: of the answer to it.
func createdCategoriesText(in meta: JSON) -> [String] {
    let created = meta[CreatedCategory.metaName]?.arrayValue ?? []
    return created.compactMap { try? CreatedCategory(json: $0) }.map { created in
        let hint = created.similar.map { "; there is also \(printable($0))" } ?? ""
        return "\(printable(created.name)) is a new category\(hint)."
    }
}
