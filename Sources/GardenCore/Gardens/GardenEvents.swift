import GardenAPI
import TimeKit

/// How an effect of another feature names a category.
public struct CategoryLabel: WireObject, Equatable {
    public static let name = "CategoryLabel"

    /// The name at the time of the event.
    public var name: String
    public var uid: UIDReference

    public init(name: String, uid: UIDReference) {
        self.name = name
        self.uid = uid
    }

    public static let fields = Fields(
        CategoryLabel.init,
        .required("name", \.name, "its name"),
        .required("uid", \.uid, "its uid"))
}

/// A category after it was added, edited, moved or removed, and before.
struct CategoryEffect: WireObject {
    static let name = "CategoryEffect"

    struct Facts: WireObject, Equatable {
        static let name = "CategoryFacts"

        var name: String
        var color: CategoryColor
        var position: Int
        /// The experience of its garden.
        var exp: Int
        /// The part of it from tasks; `nil` for 0.
        var taskExp: Int?

        static let fields = Fields(
            Facts.init,
            .required("name", \.name, "its name"),
            .required("color", \.color, "its colour"),
            .required("position", \.position, "its position"),
            .required("exp", \.exp, "the experience of its garden"),
            .optional("taskExp", \.taskExp, "the part of it from tasks, if any"))
    }

    /// The garden of a removed category that another adopts.
    struct Retired: WireObject {
        static let name = "RetiredGarden"

        var id: Int
        var uid: UIDReference
        var facts: Facts

        static let fields = Fields(
            Retired.init,
            .required("id", \.id, "the category's id"),
            .required("uid", \.uid, "its uid"),
            .required("facts", \.facts, "its values when it was removed"))
    }

    var id: Int
    /// `nil` if the event creates it.
    var uid: UIDReference?
    var facts: Facts
    var before: Facts?
    /// The garden that this category adopts: no longer kept on its own, its experience added to this one's.
    var retired: Retired?
    /// For a removed category: true if it was the last one focused on.
    var wasLastUsed: Bool?

    static let fields = Fields(
        CategoryEffect.init,
        .required("id", \.id, "the category's id"),
        .nullable("uid", \.uid, "its uid, if it existed before"),
        .required("facts", \.facts, "its values after the change; the last ones if it was removed"),
        .optional("before", \.before, "its values before the change"),
        .optional("retired", \.retired, "the garden of a removed category that it adopts"),
        .optional("wasLastUsed", \.wasLastUsed, "true if the removed category was the last one focused on"))

    func category(_ identity: GardenIdentity, at seq: Int) -> Category {
        category(facts, uid: uid.map { identity.uid($0, at: seq) } ?? identity.newUid(at: seq))
    }

    private func category(_ facts: Facts, uid: String) -> Category {
        Category(id: id, uid: uid, name: facts.name, color: facts.color, position: facts.position)
    }

    /// The category with its garden, as the state stores it.
    private func entry(_ facts: Facts, _ context: ReplacementContext) -> CategoryBook.StoredCategory {
        let seq = context.origin.seq
        return Self.entry(facts, id: id, uid: context.identity.uid(uid ?? .own(seq), at: seq))
    }

    static func entry(_ facts: Facts, id: Int, uid: String) -> CategoryBook.StoredCategory {
        CategoryBook.StoredCategory(
            category: Category(id: id, uid: uid, name: facts.name, color: facts.color, position: facts.position),
            exp: facts.exp, taskExp: facts.taskExp ?? 0)
    }

    fileprivate func replacements(_ context: ReplacementContext) -> [Replacement] {
        let seq = context.origin.seq
        let adopted = retired.map { retired in
            let uid = context.identity.uid(retired.uid, at: seq)
            let entry = Self.entry(retired.facts, id: retired.id, uid: uid)
            return Replacement(.retiredGarden, retired.id, from: entry, to: nil, at: seq)
        }
        let old = before.map { entry($0, context) }
        return (adopted.map { [$0] } ?? []) + [
            Replacement(.category, id, from: old, to: entry(facts, context), at: seq)
        ]
    }

    fileprivate func replacementsByRemoval(_ context: ReplacementContext) -> [Replacement] {
        let (seq, old) = (context.origin.seq, entry(facts, context))
        var replacements: [Replacement] = []
        if wasLastUsed == true {
            let (mine, other) = (LastUsedCategory(id: id), LastUsedCategory(id: CategoryBook.defaultId))
            replacements.append(Replacement(.lastUsedCategory, from: mine, to: other, at: seq))
        }
        replacements.append(Replacement(.category, id, from: old, to: nil, at: seq))
        if facts.exp > 0 { replacements.append(Replacement(.retiredGarden, id, from: nil, to: old, at: seq)) }
        return replacements
    }

    func published(_ context: PublishingContext) -> Publication<CategoryChanged> {
        let uid = context.uid(uid ?? .own(context.origin.seq))
        func data(_ facts: Facts) -> CategoryChanged {
            CategoryChanged(category: category(facts, uid: uid), exp: facts.exp, amount: retired?.facts.exp)
        }
        return Publication(data(facts), before: before.map(data))
    }
}

extension CategoryEffect {
    /// The effect of an event on an existing category.
    init(_ entry: CategoryBook.StoredCategory, _ identity: GardenIdentity) {
        self.init(
            id: entry.category.id, uid: identity.reference(to: entry.category.uid), facts: Facts(entry))
    }
}

extension CategoryEffect.Facts {
    init(_ entry: CategoryBook.StoredCategory) {
        let category = entry.category
        self.init(
            name: category.name, color: category.color, position: category.position, exp: entry.exp,
            taskExp: entry.taskExp == 0 ? nil : entry.taskExp)
    }
}

/// A garden after it grew or reached a level.
struct GrowthEffect: WireObject {
    static let name = "GrowthEffect"

    var categoryId: Int
    var category: CategoryLabel
    var color: CategoryColor
    /// After the event.
    var exp: Int
    /// The amount added; 0 if the event only reports a level.
    var amount: Int
    /// The level reached, if the event reports one.
    var level: Int?
    /// The part of the experience that is from tasks; `nil` for 0.
    var taskExp: Int?
    /// The part of the amount that is from a task; `nil` for 0.
    var taskAmount: Int?
    /// The day on which it counts, if that had ended.
    var day: CalendarDay?

    static let fields = Fields(
        GrowthEffect.init,
        .required("categoryId", \.categoryId, "the category's id"),
        .required("category", \.category, "the category"),
        .required("color", \.color, "its colour"),
        .required("exp", \.exp, "the experience after it"),
        .required("amount", \.amount, "the experience added"),
        .optional("level", \.level, "the level reached"),
        .optional("taskExp", \.taskExp, "the part of the experience from tasks, if any"),
        .optional("taskAmount", \.taskAmount, "the part of the amount from a task, if any"),
        .optional("day", \.day, "the day on which it counts, if that had ended"))

    func published(_ context: PublishingContext) -> Publication<GardenChanged> {
        func data(exp: Int, taskExp: Int, level: Int?) -> GardenChanged {
            var garden = Experience.garden(
                ofCategory: categoryId, uid: context.uid(category.uid), name: category.name, color: color, exp: exp,
                taskExp: taskExp)
            if let level { garden.level = level }
            return GardenChanged(garden: garden, amount: amount == 0 ? nil : amount)
        }
        return Publication(
            data(exp: exp, taskExp: taskExp ?? 0, level: level),
            before: data(
                exp: exp &- amount, taskExp: (taskExp ?? 0) &- (taskAmount ?? 0), level: level.map { $0 - 1 }))
    }
}

extension EventKind where Effect == GrowthEffect, Published == GardenChanged {
    static let gardenGrew = EventKind("garden.grew", "{category} grew[ by {amount}] to {exp} exp") { effect, _, state in
        state.categories.setExp(effect.exp, taskExp: effect.taskExp ?? 0, ofCategory: effect.categoryId)
    } publish: {
        $0.published($1)
    }.replacing(.category) { effect, context in
        let taskExp = effect.taskExp ?? 0
        return [
            Replacement(
                .category, effect.categoryId,
                from: [
                    "exp": .integer(effect.exp - effect.amount),
                    "taskExp": .integer(taskExp - (effect.taskAmount ?? 0)),
                ],
                to: ["exp": .integer(effect.exp), "taskExp": .integer(taskExp)], at: context.origin.seq)
        ]
    }
    /// Reports a level; the experience came with `garden.grew`.
    static let gardenLeveledUp = EventKind("garden.leveledUp", "{category} reached level {level}") { _, _, _ in
    } publish: {
        $0.published($1)
    }
}

extension EventKind where Effect == CategoryEffect, Published == CategoryChanged {
    static let categoryAdded = EventKind(
        "category.added", "Added the category {name}, {color}", apply: put
    ) { $0.published($1) }
    .described { "added the category \($0.facts.name)" }.undoableAlone()
    .replacing(.category, .retiredGarden) { $0.replacements($1) }
    static let categoryEdited = EventKind(
        "category.edited", "Edited the category {name}[: {before:changes}]", apply: put
    ) { $0.published($1) }
    .described { effect in
        guard let old = effect.before?.name, old != effect.facts.name else {
            return "edited the category \(effect.facts.name)"
        }
        return "renamed the category \(old) to \(effect.facts.name)"
    }
    .replacing(.category, .retiredGarden) { $0.replacements($1) }
    static let categoryMoved = EventKind(
        "category.moved", "Moved the category {name} to position {position}"
    ) { effect, _, state in
        state.categories.move(effect.id, to: effect.facts.position)
    } publish: {
        $0.published($1)
    }.described { "moved the category \($0.facts.name)" }
        .replacing(.category) { $0.replacements($1) }
    static let categoryRemoved = EventKind("category.removed", "Removed the category {name}") { effect, _, state in
        state.categories.remove(effect.id)
        if effect.wasLastUsed == true { state.categories.lastUsedId = CategoryBook.defaultId }
    } publish: {
        $0.published($1)
    }.described { "removed the category \($0.facts.name)" }
        .replacing(.category, .retiredGarden, .lastUsedCategory) {
            $0.replacementsByRemoval($1)
        }

    @Sendable private static func put(_ effect: CategoryEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        if let retired = effect.retired { state.categories.removeRetired(retired.id) }
        state.categories.put(
            effect.category(state.identity, at: origin.seq), exp: effect.facts.exp, taskExp: effect.facts.taskExp ?? 0)
    }
}

/// The category of a focus without a named one, as undo sees it.
struct LastUsedCategory: WireObject {
    static let name = "LastUsedCategory"

    var id: Int

    static let fields = Fields(
        LastUsedCategory.init,
        .required("id", \.id, "the category's id"))
}

extension StatePart {
    /// A category with its garden. The positions of the others follow.
    static let category = StatePart(
        "category", Members(sums: ["exp", "taskExp"], isIndispensable: true, referredAs: "categoryId"),
        read: { state, id in state.categories.entries[id] },
        write: { state, id, entry in
            if let entry {
                state.categories.restore(entry)
            } else {
                state.categories.erase(id)
                if state.categories.lastUsedId == id { state.categories.lastUsedId = CategoryBook.defaultId }
            }
        },
        problem: { state, id, entry in
            guard let other = state.categories.category(named: entry.name), other.id != id else { return nil }
            return "another category is named \(JSON.string(other.name).text) now"
        },
        use: { state, id in
            guard let run = state.timer.run, run.categoryId == id else { return nil }
            return "a \(run.phase.rawValue) is in progress in it"
        })

    /// The garden of a removed category.
    static let retiredGarden = StatePart(
        "retiredGarden",
        read: { state, id in state.categories.retired[id] },
        write: { state, id, entry in
            if let entry { state.categories.putRetired(entry) } else { state.categories.removeRetired(id) }
        })

    /// Stays if another focus has begun since.
    static let lastUsedCategory = StatePart(
        "lastUsedCategory", Members(yielding: [Members.all]),
        read: { state, _ in LastUsedCategory(id: state.categories.lastUsedId) },
        write: { state, _, category in
            if let category { state.categories.lastUsedId = category.id }
        })
}
