import GardenAPI
import WorkKit

extension AnswerNote {
    /// The categories that the change created, because a name may be a typing error.
    static let createdCategories = AnswerNote(name: CreatedCategory.metaName, event: EventKind.categoryAdded.type) {
        events, state in
        let created = events.compactMap { try? EventKind.categoryAdded.effect(of: $0) }
        let all = state.categories.entries.all
        return .array(created.map { CreatedCategory($0.facts.name, among: all).json })
    }
}

extension CreatedCategory {
    /// The names of the categories that events create.
    static func names(createdBy events: [Event]) -> [String] {
        events.compactMap { try? EventKind.categoryAdded.effect(of: $0)?.facts.name }
    }

    /// - Parameter categories: all categories, in any order.
    fileprivate init(_ name: String, among categories: some Collection<CategoryBook.StoredCategory>) {
        let folded = name.folded
        let others = categories.filter { $0.foldedName != folded }
        Work.note(categories.count, .values)
        let nearest = Set(Suggestion.allNearest(to: name, among: others.map(\.category.name), mostMistakes: 1))
        let similar = others.filter { nearest.contains($0.category.name) }.min { $0.position < $1.position }
        self.init(name: name, similar: similar?.category.name)
    }
}
