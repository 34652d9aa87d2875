import GardenAPI

extension ImportedKind {
    /// The points of another garden, which replace those of an empty one (RULES I4).
    static let balance = ImportedKind(
        name: "balance", noun: "balance", weight: 1, has: { $0.balance != nil }, begin: { BalanceImporter(options: $0) }
    )
}

private struct BalanceImporter: EntryImporter {
    let options: ImportOptions

    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let imported = entry.balance else { return nil }
        _ = try entry.requiredOrigin()
        guard options.isForEmptyGarden else {
            throw .refused(.notNeeded, "the points of a garden come only into an empty one")
        }
        var next = t.state.points
        next.balance = imported.balance
        guard next != t.state.points else { return nil }
        let adjusted = t.changePoints(.pointsAdjusted, to: next, reason: "import")
        if let multiplier = imported.multiplier, multiplier != next.multiplier {
            next.multiplier = multiplier
            t.changePoints(.multiplierChanged, to: next)
        }
        return adjusted.seq
    }
}
