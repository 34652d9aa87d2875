import GardenAPI

/// How a category finds the removed ones that it continues by its name (RULES S1): their history goes with it.
struct RemovedPredecessors: Sendable {
    /// Their ids, ascending.
    ///
    /// - Parameter name: of the category.
    let ids: @Sendable (_ name: String, borrowing Transition) throws(GardenError) -> [Int]

    fileprivate static let all = Features.additions(RemovedPredecessors.self)
}

extension CategoryMerge: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Category {
        let source = try t.state.category(self)
        let target = try t.state.category(named: into)
        guard target.id != source.id else {
            throw .refused(
                .sameCategory, "\(JSON.string(source.name).text) cannot be merged into itself",
                [("id", .integer(source.id))])
        }
        guard source.id != CategoryBook.defaultId, let entry = t.state.categories.entries[source.id],
            let other = t.state.categories.entries[target.id]
        else {
            throw .refused(
                .defaultCategory,
                "the category \"Default\" cannot be merged into another one, only another one into it")
        }
        var continued: [Int] = []
        for predecessors in RemovedPredecessors.all { continued += try predecessors.ids(source.name, t) }
        let label = t.state.label(ofCategory: source.id)
        let effect = MergeEffect(
            entry, into: other, continued: continued, wasLastUsed: t.state.categories.lastUsedId == source.id,
            t.state.identity)
        let merged = t.emit(.categoryMerged, effect)
        t.writeLine(
            .adjust, "merged the category \(source.name) into \(target.name)", categoryId: target.id, because: merged)
        t.react(
            to: .categoryRemoval,
            RemovedCategory(category: source, heirId: target.id, label: label, cause: merged))
        let after = t.state.categories.entries[target.id]?.category ?? target
        t.recordLevels(of: after, from: other.exp, to: other.exp + entry.exp, because: merged)
        return after
    }
}
