import GardenAPI

extension ImportedKind {
    /// What gardens have grown to, for an empty one (RULES I3).
    static let garden = ImportedKind(
        name: "garden", noun: "garden", weight: 1, has: { $0.garden != nil }, begin: { GardenImporter(options: $0) })
}

/// Adds what the other entries do not explain: experience from drills, from what was removed since, or that a person gave.
private struct GardenImporter: EntryImporter {
    let options: ImportOptions

    func expect(_ entries: [ImportEntry], in t: borrowing Transition) throws(GardenError) {}

    func add(_ entry: ImportEntry, in t: inout Transition) throws(GardenError) -> Int? {
        guard let garden = entry.garden else { return nil }
        _ = try entry.requiredOrigin()
        guard options.isForEmptyGarden else {
            throw .refused(.notNeeded, "the experience of a garden comes only into an empty one")
        }
        guard options.bringsExperience else { return nil }
        let id = try t.category(named: garden.category)
        let present = t.state.categories.entries[id]
        let (exp, taskExp) = (present?.exp ?? 0, present?.taskExp ?? 0)
        let (focus, task) = (garden.focusExp - (exp - taskExp), garden.taskExp - taskExp)
        guard focus > 0 || task > 0 else { return nil }
        t.recordingHistory(at: t.moment.wall) { t in
            if focus > 0 { t.growGarden(categoryId: id, by: .drill, amount: focus) }
            if task > 0 { t.growGarden(categoryId: id, by: .task, amount: task) }
        }
        return id
    }
}
