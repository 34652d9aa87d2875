import GardenAPI

/// How an effect of another feature names a category.
struct CategoryLabel: WireObject, Equatable {
    static let name = "CategoryLabel"

    /// As it was then.
    var name = ""
    var uid = UIDReference.own(0)

    static let fields: [Field<CategoryLabel>] = [
        .required("name", \.name, "its name"),
        .required("uid", \.uid, "its uid"),
    ]
}

/// A category after it was added, edited, moved or removed, and before.
struct CategoryEffect: WireObject {
    static let name = "CategoryEffect"

    struct Facts: WireObject, Equatable {
        static let name = "CategoryFacts"

        var name = ""
        var color = CategoryColor.green
        var position = 0
        /// The experience of its garden.
        var exp = 0

        static let fields: [Field<Facts>] = [
            .required("name", \.name, "its name"),
            .required("color", \.color, "its colour"),
            .required("position", \.position, "its place"),
            .required("exp", \.exp, "the experience of its garden"),
        ]
    }

    /// The garden of a removed category that another takes up.
    struct Retired: WireObject {
        static let name = "RetiredGarden"

        var id = 0
        var uid = UIDReference.own(0)
        var facts = Facts()

        static let fields: [Field<Retired>] = [
            .required("id", \.id, "the category's id"),
            .required("uid", \.uid, "its uid"),
            .required("facts", \.facts, "what held of it when it was removed"),
        ]
    }

    var id = 0
    /// `nil` where the event creates it.
    var uid: UIDReference?
    var facts = Facts()
    var before: Facts?
    /// The garden it takes up: no longer kept by itself, its experience added to this one's.
    var retired: Retired?
    /// Of a removed category: true where it was the one last focused on.
    var wasLastUsed: Bool?

    static let fields: [Field<CategoryEffect>] = [
        .required("id", \.id, "the category's id"),
        .nullable("uid", \.uid, "its uid, where it was there before"),
        .required("facts", \.facts, "what holds of it after the change, or did when it was removed"),
        .optional("before", \.before, "what held of it before"),
        .optional("retired", \.retired, "the garden of a removed category that it takes up"),
        .optional("wasLastUsed", \.wasLastUsed, "whether a removed one was the one last focused on"),
    ]

    init() {}

    init(_ entry: CategoryBook.Entry, _ identity: GardenIdentity) {
        id = entry.category.id
        uid = identity.reference(to: entry.category.uid)
        facts = Facts(entry)
    }

    func category(_ identity: GardenIdentity, at seq: Int) -> Category {
        category(facts, uid: uid.map { identity.uid($0, at: seq) } ?? identity.newUid(at: seq))
    }

    private func category(_ facts: Facts, uid: String) -> Category {
        Category(id: id, uid: uid, name: facts.name, color: facts.color, position: facts.position)
    }

    func published(_ context: PublishingContext) -> Publication<CategoryChanged> {
        let uid = context.uid(uid ?? .own(context.origin.seq))
        func data(_ facts: Facts) -> CategoryChanged {
            var data = CategoryChanged()
            data.category = category(facts, uid: uid)
            data.exp = facts.exp
            data.amount = retired?.facts.exp
            return data
        }
        return Publication(data(facts), before: before.map(data))
    }
}

extension CategoryEffect.Facts {
    init(_ entry: CategoryBook.Entry) {
        name = entry.category.name
        color = entry.category.color
        position = entry.category.position
        exp = entry.exp
    }
}

/// A garden after it grew or reached a level.
struct GrowthEffect: WireObject {
    static let name = "GrowthEffect"

    var categoryId = 0
    var category = CategoryLabel()
    var color = CategoryColor.green
    /// After it.
    var exp = 0
    /// What was added; 0 where only a level is told.
    var amount = 0
    /// The level reached, where that is what is told.
    var level: Int?

    static let fields: [Field<GrowthEffect>] = [
        .required("categoryId", \.categoryId, "the category's id"),
        .required("category", \.category, "the category"),
        .required("color", \.color, "its colour"),
        .required("exp", \.exp, "the experience after it"),
        .required("amount", \.amount, "the experience added"),
        .optional("level", \.level, "the level reached"),
    ]

    func published(_ context: PublishingContext) -> Publication<GardenChanged> {
        var category = Category()
        category.id = categoryId
        category.uid = context.uid(self.category.uid)
        category.name = self.category.name
        category.color = color
        var (after, before) = (GardenChanged(), GardenChanged())
        after.garden = Experience.garden(of: category, exp: exp)
        before.garden = Experience.garden(of: category, exp: exp &- amount)
        after.amount = amount == 0 ? nil : amount
        before.amount = after.amount
        if let level {
            before.garden = after.garden
            (after.garden.level, before.garden.level) = (level, level - 1)
        }
        return Publication(after, before: before)
    }
}

extension EventKind where Effect == GrowthEffect, Data == GardenChanged {
    static let gardenGrew = EventKind("garden.grew") { effect, _, state in
        state.categories.setExp(effect.exp, ofCategory: effect.categoryId)
    } publish: {
        $0.published($1)
    }
    /// Tells of a level; the experience came with `garden.grew`.
    static let gardenLeveledUp = EventKind("garden.leveledUp") { _, _, _ in
    } publish: {
        $0.published($1)
    }
}

extension EventKind where Effect == CategoryEffect, Data == CategoryChanged {
    static let categoryAdded = EventKind("category.added", apply: put) { $0.published($1) }
    static let categoryEdited = EventKind("category.edited", apply: put) { $0.published($1) }
    static let categoryMoved = EventKind("category.moved") { effect, _, state in
        state.categories.move(effect.id, to: effect.facts.position)
    } publish: {
        $0.published($1)
    }
    static let categoryRemoved = EventKind("category.removed") { effect, _, state in
        state.categories.remove(effect.id)
        if effect.wasLastUsed == true { state.categories.lastUsedId = CategoryBook.defaultId }
    } publish: {
        $0.published($1)
    }

    @Sendable private static func put(_ effect: CategoryEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        if let retired = effect.retired { state.categories.takeUp(retired.id) }
        state.categories.put(effect.category(state.identity, at: origin.seq), exp: effect.facts.exp)
    }
}
