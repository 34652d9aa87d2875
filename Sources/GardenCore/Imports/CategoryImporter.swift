import GardenAPI

extension ImportedKind {
    /// Categories. One of that name is known, and stays as it is.
    static let category = ImportedKind(
        name: "category", noun: "category", weight: 1, has: { $0.category != nil }, begin: { _ in CategoryImporter() })
}

private struct CategoryImporter: EntryImporter {
    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let request = entry.category, t.state.categories.category(named: request.name) == nil else { return nil }
        return try request.perform(in: &t).id
    }
}
