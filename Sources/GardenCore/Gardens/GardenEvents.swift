import GardenAPI

/// A garden after it grew.
struct GardenChange: WireObject {
    static let name = "GardenChange"

    var garden = Garden()
    var before: JSON?
    var cause: String?

    static let fields: [Field<GardenChange>] =
        .inlined(\GardenChange.garden) + [
            .optional("before", \.before, "the fields that changed, as they were"),
            .optional("cause", \.cause, "the event that caused this one"),
        ]
}

/// A category after it was added or edited, with what has grown in it.
struct CategoryChange: WireObject {
    static let name = "CategoryChange"

    var category = Category()
    /// The experience of its garden, that of a fallow one it took up included.
    var exp = 0
    var before: JSON?
    var cause: String?

    static let fields: [Field<CategoryChange>] =
        .inlined(\CategoryChange.category) + [
            .required("exp", \.exp, "the experience of its garden"),
            .optional("before", \.before, "the fields that changed, as they were"),
            .optional("cause", \.cause, "the event that caused this one"),
        ]
}

/// A category after it was moved or removed, with the order of all that there are then.
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

/// A category that is gone.
struct CategoryRemoval: WireObject {
    static let name = "CategoryRemoval"

    var category = Category()
    var order: [Int] = []
    /// The timer, where a phase in progress went over to "Default".
    var moved = MovedTimer()

    static let fields: [Field<CategoryRemoval>] =
        .inlined(\CategoryRemoval.category) + [
            .required("order", \.order, "the ids of all categories left, in their order")
        ] + .inlined(\.moved)
}

extension EventKind where Payload == GardenChange {
    static let gardenGrew = EventKind("garden.grew") { change, state in
        state.categories.setExp(change.garden.exp, ofCategory: change.garden.categoryId)
    }
    /// Tells of a level; the experience came with `garden.grew`.
    static let gardenLeveledUp = EventKind("garden.leveledUp") { _, _ in }
}

extension EventKind where Payload == CategoryChange {
    static let categoryAdded = EventKind("category.added", apply: put)
    static let categoryEdited = EventKind("category.edited", apply: put)

    @Sendable private static func put(_ change: CategoryChange, _ state: inout GardenState) {
        state.categories.put(change.category, exp: change.exp)
    }
}

extension EventKind where Payload == CategoryArrangement {
    static let categoryMoved = EventKind("category.moved") { change, state in
        state.categories.arrange(change.order)
    }
}

extension EventKind where Payload == CategoryRemoval {
    static let categoryRemoved = EventKind("category.removed") { removal, state in
        state.categories.remove(removal.category.id)
        state.categories.arrange(removal.order)
        if let timer = removal.moved.timerState { state.timer = timer }
    }
}
