import GardenAPI

extension GardenList: Query {
    public func answer(from view: View) -> [Garden] { view.state.gardens }
}

extension CategoryList: Query {
    public func answer(from view: View) -> [Category] { view.state.categories.inOrder.map(\.category) }
}

extension CategoryAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Category {
        if let taken = t.state.categories.category(named: name) {
            throw .alreadyExists(kind: "category", name: taken.name)
        }
        return t.addCategory(named: name, color: color)
    }
}

extension CategoryEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Category {
        let before = try t.state.category(self)
        var after = before
        if let newName, newName != before.name {
            guard before.id != CategoryBook.defaultId else {
                throw .refused(.defaultCategory, "\"Default\" always exists, so it cannot be renamed")
            }
            if let taken = t.state.categories.category(named: newName), taken.id != before.id {
                throw .alreadyExists(kind: "category", name: taken.name)
            }
            after.name = newName
        }
        if let color { after.color = color }
        guard after != before else { return after }
        var change = CategoryChange()
        change.category = after
        let exp = t.state.categories.entry(before.id)?.exp ?? 0
        change.exp = exp + t.state.categories.fallowExp(named: after.name)
        change.before = before.fieldsDiffering(from: after)
        t.emit(.categoryEdited, change)
        t.tellOfLevels(of: after, from: exp, to: change.exp, cause: "category.edited")
        return after
    }
}

extension GardenState {
    /// The category that a request names, by id or caselessly by name.
    func category(_ request: some NamesOneThing) throws(GardenError) -> Category {
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

extension Transition {
    /// The id of the category of that name, which is created when there is none (API §2).
    mutating func category(named name: String) throws(GardenError) -> Int {
        if let category = state.categories.category(named: name) { return category.id }
        return addCategory(named: name, color: nil).id
    }

    fileprivate mutating func addCategory(named name: String, color: CategoryColor?) -> Category {
        var change = CategoryChange()
        let id = state.categories.lastId + 1
        let color = color ?? Self.colorInTurn(id)
        change.category = Category(id: id, name: name, color: color, position: state.categories.count)
        change.exp = state.categories.fallowExp(named: name)
        emit(.categoryAdded, change)
        return change.category
    }

    private static func colorInTurn(_ id: Int) -> CategoryColor {
        CategoryColor(CategoryColor.names[(id - 1) % CategoryColor.names.count]) ?? .green
    }
}
