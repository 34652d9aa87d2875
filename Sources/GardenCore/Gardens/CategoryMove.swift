import GardenAPI

extension CategoryMove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Category {
        let before = try t.state.category(self)
        let count = t.state.categories.count
        guard (0..<count).contains(position) else {
            throw .invalidParam("position", "must be from 0 to \(count - 1), not \(position)")
        }
        guard position != before.position else { return before }
        var arrangement = CategoryArrangement()
        arrangement.category = before
        arrangement.category.position = position
        arrangement.order = t.state.categories.inOrder.map(\.category.id).filter { $0 != before.id }
        arrangement.order.insert(before.id, at: position)
        arrangement.before = before.fieldsDiffering(from: arrangement.category)
        t.emit(.categoryMoved, arrangement)
        return arrangement.category
    }
}

/// A category after it was moved, with the order of all that there are then.
struct CategoryArrangement: WireObject {
    static let name = "CategoryArrangement"

    var category = Category()
    var order: [Int] = []
    var before: JSON?

    static let fields: [Field<CategoryArrangement>] =
        .inlined(\CategoryArrangement.category) + [
            .required("order", \.order, "the ids of all categories in their new order"),
            .optional("before", \.before, "the fields that changed, as they were"),
        ]
}

extension EventKind where Payload == CategoryArrangement {
    static let categoryMoved = EventKind("category.moved") { change, state in
        state.categories.arrange(change.order)
    }
}
