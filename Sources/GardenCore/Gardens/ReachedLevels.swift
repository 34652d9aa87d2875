import GardenAPI

extension AnswerNote {
    /// The levels that gardens reached by the change, the highest one of each.
    static let reachedLevels = AnswerNote(name: ReachedLevel.metaName, event: EventKind.gardenLeveledUp.type) {
        events, state in
        var levels: [(id: Int, level: Int)] = []
        for effect in events.compactMap({ try? EventKind.gardenLeveledUp.effect(of: $0) }) {
            levels.removeAll { $0.id == effect.categoryId }
            levels.append((effect.categoryId, effect.level ?? effect.exp / Experience.perLevel))
        }
        return .array(
            levels.map { ReachedLevel(category: state.label(ofCategory: $0.id).name, level: $0.level).json })
    }
}
