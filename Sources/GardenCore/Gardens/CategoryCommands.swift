import GardenAPI

extension Feature {
    /// Categories, and the gardens that grow in them.
    static let gardens = Feature(
        "categories", undo: .possible, parts: [.category, .retiredGarden, .lastUsedCategory, .mergedCategory],
        methods: [
            .query(CategoryList.self), .command(CategoryAdd.self), .command(CategoryEdit.self),
            .command(CategoryMove.self), .command(CategoryRemove.self), .command(CategoryMerge.self),
            .query(GardenList.self),
        ],
        events: {
            EventKind.gardenGrew
            EventKind.gardenLeveledUp
            EventKind.categoryAdded
            EventKind.categoryEdited
            EventKind.categoryMoved
            EventKind.categoryRemoved
            EventKind.categoryMerged
        },
        additions: [
            NotificationSource.levels, AnswerNote.createdCategories, AnswerNote.reachedLevels,
            AnswerNote.mergedGarden,
        ],
        reset: { state, _ in state.categories.clear() })
}

extension GardenList: DatedQuery {
    static let datedParts: Set<DatedPart> = [.gardens]

    public func answer(in context: QueryContext) -> [Garden] { context.state.gardens }
}

extension CategoryAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Category {
        if let taken = t.state.categories.category(named: name) {
            throw .alreadyExists(kind: "category", name: taken.name)
        }
        return try t.addCategory(named: name, color: color)
    }
}

extension CategoryEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Category {
        let before = try t.state.category(self)
        var after = before
        if let newName, newName != before.name {
            guard before.id != CategoryBook.defaultId else {
                throw .refused(.defaultCategory, "the category \"Default\" cannot be renamed")
            }
            if let taken = t.state.categories.category(named: newName), taken.id != before.id {
                throw .alreadyExists(kind: "category", name: taken.name)
            }
            after.name = newName
        }
        if let color { after.color = color }
        guard after != before else { return after }
        guard let entry = t.state.categories.entries[before.id] else { return before }
        var effect = CategoryEffect(entry, t.state.identity)
        effect.before = effect.facts
        effect.facts.name = after.name
        effect.facts.color = after.color
        t.state.adoptGarden(named: after.name, in: &effect)
        let edited = t.emit(.categoryEdited, effect)
        t.recordLevels(of: after, from: entry.exp, to: effect.facts.exp, because: edited)
        return after
    }
}

extension GardenState {
    /// The category that a request names, by id or by name, ignoring case.
    func category(_ request: some EntityReference) throws(GardenError) -> Category {
        if let id = request.id {
            guard let category = categories[id] else { throw .notFound(kind: "category", id: id) }
            return category
        }
        return try category(named: request.name ?? "")
    }

    func category(named name: String) throws(GardenError) -> Category {
        guard let category = categories.category(named: name) else { throw .notFound(kind: "category", name: name) }
        return category
    }
}

extension GardenState {
    /// A category that takes a removed one's name adopts its garden (RULES T2).
    fileprivate func adoptGarden(named name: String, in effect: inout CategoryEffect) {
        guard let entry = categories.retired.named(name).first else { return }
        effect.retired = CategoryEffect.Retired(
            id: entry.category.id, uid: identity.reference(to: entry.category.uid), facts: CategoryEffect.Facts(entry))
        effect.facts.exp += entry.exp
        let taskExp = (effect.facts.taskExp ?? 0) + entry.taskExp
        effect.facts.taskExp = taskExp == 0 ? nil : taskExp
    }
}

extension Transition {
    /// The id of the category of that name. Creates the category if it is missing (API §2).
    mutating func category(named name: String) throws(GardenError) -> Int {
        if let category = state.categories.category(named: name) { return category.id }
        return try addCategory(named: name, color: nil).id
    }

    fileprivate mutating func addCategory(named name: String, color: CategoryColor?) throws(GardenError) -> Category {
        guard state.categories.entries.count < Limits.categories else {
            throw .tooMany("category", named: "categories", limit: Limits.categories)
        }
        let id = state.categories.lastId + 1
        let facts = CategoryEffect.Facts(
            name: name, color: color ?? Self.colorInTurn(id), position: state.categories.entries.count, exp: 0)
        var effect = CategoryEffect(id: id, facts: facts)
        state.adoptGarden(named: name, in: &effect)
        let added = emit(.categoryAdded, effect)
        return effect.category(state.identity, at: added.seq)
    }

    private static func colorInTurn(_ id: Int) -> CategoryColor {
        CategoryColor(CategoryColor.names[(id - 1) % CategoryColor.names.count]) ?? .green
    }
}
