import GardenAPI

/// A category that was removed or merged, for features that had something in it.
struct RemovedCategory {
    let category: Category
    /// The category that gets it.
    let heirId: Int
    /// How an effect names it.
    let label: CategoryLabel
    let cause: EventReference
}

extension Occasion where Details == RemovedCategory {
    /// A category was removed, or merged into another one (RULES T2, T26).
    static let categoryRemoval = Occasion("categoryRemoval")
}

extension CategoryRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Category {
        let category = try t.state.category(self)
        guard category.id != CategoryBook.defaultId, let entry = t.state.categories.entries[category.id] else {
            throw .refused(.defaultCategory, "the category \"Default\" cannot be removed")
        }
        var effect = CategoryEffect(entry, t.state.identity)
        effect.wasLastUsed = t.state.categories.lastUsedId == category.id ? true : nil
        let label = t.state.label(ofCategory: category.id)
        let removed = t.emit(.categoryRemoved, effect)
        t.react(
            to: .categoryRemoval,
            RemovedCategory(category: category, heirId: CategoryBook.defaultId, label: label, cause: removed))
        return category
    }
}
