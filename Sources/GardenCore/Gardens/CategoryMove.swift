import GardenAPI

extension CategoryMove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Category {
        let category = try t.state.category(self)
        let count = t.state.categories.entries.count
        guard (0..<count).contains(position) else {
            throw .invalidParam("position", "must be from 0 to \(count - 1), not \(position)")
        }
        guard position != category.position, let entry = t.state.categories.entries[category.id] else {
            return category
        }
        var effect = CategoryEffect(entry, t.state.identity)
        effect.before = effect.facts
        effect.facts.position = position
        t.emit(.categoryMoved, effect)
        return effect.category(t.state.identity, at: t.state.seq)
    }
}
