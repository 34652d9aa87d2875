import GardenAPI

extension ImportedKind {
    /// Counters. One of that name is known, and stays as it is.
    static let counter = ImportedKind(
        name: "counter", noun: "counter", weight: 1, has: { $0.counter != nil }, begin: { _ in CounterImporter() })
}

private struct CounterImporter: EntryImporter {
    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let request = entry.counter, !t.state.inventory.has(request.name) else { return nil }
        // No line says it.
        return try t.recordingHistory(at: t.moment.wall) { t throws(GardenError) in try request.perform(in: &t).id }
    }
}
