import GardenAPI

extension ImportedKind {
    /// Categories. One of that name is known, and stays as it is, but for the colour of Default in an empty garden.
    static let category = ImportedKind(
        name: "category", noun: "category", weight: 1, has: { $0.category != nil },
        begin: { CategoryImporter(options: $0) })
}

private struct CategoryImporter: EntryImporter {
    let options: ImportOptions

    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let request = entry.category else { return nil }
        if let known = t.state.categories.category(named: request.name) {
            guard options.isForEmptyGarden, known.id == CategoryBook.defaultId, let color = request.color,
                color != known.color
            else { return nil }
            return try CategoryEdit(id: known.id, color: color).perform(in: &t).id
        }
        return try request.perform(in: &t).id
    }
}
