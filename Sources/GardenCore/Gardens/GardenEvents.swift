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
