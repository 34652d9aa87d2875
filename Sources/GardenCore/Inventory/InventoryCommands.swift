import GardenAPI

extension InventoryList: Query {
    public func answer(from view: View) -> [InventoryItem] { view.state.inventory.inOrder }
}

extension InventoryAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> InventoryItem {
        try t.state.inventory.refuseTaken(name, exceptFor: nil)
        var change = InventoryChange()
        change.item.id = t.state.inventory.lastId + 1
        change.item.name = name
        change.item.icon = icon == "" ? nil : icon
        change.item.count = count ?? 0
        t.emit(.inventoryAdded, change)
        t.writeCountedLine(.inventory, LogText.inventoryAdded(change.item), cause: "inventory.added")
        return change.item
    }
}

extension InventorySet: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> InventoryItem {
        let before = try t.state.inventory.item(self)
        var after = before
        if let newName {
            try t.state.inventory.refuseTaken(newName, exceptFor: before.id)
            after.name = newName
        }
        if let icon { after.icon = icon.isEmpty ? nil : icon }
        if let count { after.count = count }
        t.change(before, to: after)
        return after
    }
}

extension InventoryAdjust: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> InventoryItem {
        let before = try t.state.inventory.item(self)
        let (sum, overflow) = before.count.addingReportingOverflow(amount)
        guard !overflow, sum >= 0 else {
            let problem = overflow ? "is past what it can count" : "would leave less than nothing"
            throw .refused(
                .outOfRange, "the count of \(JSON.string(before.name).text) is \(before.count); \(amount) \(problem)",
                [("count", .integer(before.count))])
        }
        var after = before
        after.count = sum
        t.change(before, to: after)
        return after
    }
}

extension InventoryRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> InventoryItem {
        var change = InventoryChange()
        change.item = try t.state.inventory.item(self)
        t.emit(.inventoryRemoved, change)
        t.writeCountedLine(.inventory, LogText.inventoryRemoved(change.item), cause: "inventory.removed")
        return change.item
    }
}

extension InventoryBook {
    fileprivate func item(_ request: some NamesOneThing) throws(GardenError) -> InventoryItem {
        if let id = request.id {
            guard let item = self[id] else { throw .notFound(kind: "counter", id: id) }
            return item
        }
        let name = request.name ?? ""
        guard let item = item(named: name) else { throw .notFound(kind: "counter", name: name) }
        return item
    }

    fileprivate func refuseTaken(_ name: String, exceptFor id: Int?) throws(GardenError) {
        if let taken = item(named: name), taken.id != id { throw .alreadyExists(kind: "counter", name: taken.name) }
    }
}

extension Transition {
    fileprivate mutating func change(_ before: InventoryItem, to after: InventoryItem) {
        guard after != before else { return }
        var change = InventoryChange()
        change.item = after
        change.before = before.fieldsDiffering(from: after)
        emit(.inventoryChanged, change)
        let text =
            after.count == before.count
            ? LogText.inventory(after, before: before)
            : LogText.inventory(after, moved: after.count - before.count)
        writeCountedLine(.inventory, text, cause: "inventory.changed")
    }
}
