import GardenAPI
import WorkKit

extension AnswerNote {
    /// The categories that the change created, because a name may be a typing error.
    static let createdCategories = AnswerNote(name: CreatedCategory.metaName, event: EventKind.categoryAdded.type) {
        events, state in
        let created = events.compactMap { try? EventKind.categoryAdded.effect(of: $0) }
        let names = state.categories.entries.all.map(\.category.name)
        return .array(created.map { CreatedCategory($0.facts.name, among: names).json })
    }
}

extension CreatedCategory {
    /// - Parameter names: of all categories.
    fileprivate init(_ name: String, among names: [String]) {
        let folded = name.folded
        let others = names.filter { $0.folded != folded }
        Work.note(names.count, .values)
        self.init(name: name, similar: Suggestion.allNearest(to: name, among: others, mostMistakes: 1).first)
    }
}
