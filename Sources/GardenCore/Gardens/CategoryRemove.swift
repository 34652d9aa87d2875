import GardenAPI

extension CategoryRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Category {
        let category = try t.state.category(self)
        guard category.id != CategoryBook.defaultId else {
            throw .refused(.defaultCategory, "\"Default\" always exists, so it cannot be removed")
        }
        var removal = CategoryRemoval()
        removal.category = category
        removal.order = t.state.categories.inOrder.map(\.category.id).filter { $0 != category.id }
        if let timer = t.state.timer.movedToDefault(from: category.id) { removal.moved = t.moved(to: timer) }
        let items = t.state.shop.order(ofCategory: category.id)
        if !items.isEmpty {
            removal.shopOrder = t.state.shop.order(ofCategory: CategoryBook.defaultId) + items
        }
        t.emit(.categoryRemoved, removal)
        return category
    }
}

/// A category that is gone.
struct CategoryRemoval: WireObject {
    static let name = "CategoryRemoval"

    var category = Category()
    var order: [Int] = []
    /// The timer, where a phase in progress went over to "Default".
    var moved = MovedTimer()
    /// The ids of the items of "Default" in their order, where those of the category went there.
    var shopOrder: [Int]?

    static let fields: [Field<CategoryRemoval>] =
        .inlined(\CategoryRemoval.category) + [
            .required("order", \.order, "the ids of all categories left, in their order"),
            .optional("shopOrder", \.shopOrder, "the ids of the shop's items in Default, where its items went there"),
        ] + .inlined(\.moved)
}

extension EventKind where Payload == CategoryRemoval {
    static let categoryRemoved = EventKind("category.removed") { removal, state in
        state.categories.remove(removal.category.id)
        state.categories.arrange(removal.order)
        if let timer = removal.moved.timerState { state.timer = timer }
        if let order = removal.shopOrder { state.shop.arrange(order, inCategory: CategoryBook.defaultId) }
    }
}

extension TimerState {
    /// The same with its phase in "Default"; `nil` when it is in another category than `id`, or stopped.
    fileprivate func movedToDefault(from id: Int) -> TimerState? {
        guard var run, run.categoryId == id else { return nil }
        run.categoryId = CategoryBook.defaultId
        switch self {
        case .stopped: return nil
        case .running(_, let deadline): return .running(run, deadline)
        case .paused(_, let pause): return .paused(run, pause)
        }
    }
}
