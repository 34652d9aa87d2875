import GardenAPI

extension ImportedKind {
    /// Items of the shop. Items can share a name, so they are recognised by their origin alone.
    static let item = ImportedKind(
        name: "item", noun: "item", weight: 1, has: { $0.item != nil }, begin: { _ in ItemImporter() })
}

private struct ItemImporter: EntryImporter {
    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let request = entry.item else { return nil }
        _ = try entry.requiredOrigin()
        return try request.perform(in: &t).id
    }
}
