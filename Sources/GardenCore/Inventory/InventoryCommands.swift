import GardenAPI

extension Feature {
    /// Counters for rules of the user's own (RULES M14).
    static let inventory = Feature(
        "inventory", undo: .possible, parts: [.counter],
        methods: [
            .query(InventoryList.self), .command(InventoryAdd.self), .command(InventorySet.self),
            .command(InventoryAdjust.self), .command(InventoryRemove.self),
        ],
        events: {
            EventKind.inventoryAdded
            EventKind.inventoryChanged
            EventKind.inventoryAdjusted
            EventKind.inventoryRemoved
        },
        additions: [ImportedKind.counter, AnswerNote.counted], reset: { state, _ in state.inventory.clear() })
}

extension InventoryList: Query {
    public func answer(in context: QueryContext) -> [InventoryItem] { context.state.inventory.items.inOrder }
}

extension InventoryAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> InventoryItem {
        try t.state.inventory.refuseTaken(name, exceptFor: nil)
        guard t.state.inventory.items.count < Limits.counters else {
            throw .tooMany("counter", named: "counters", limit: Limits.counters)
        }
        let facts = InventoryEffect.Facts(name: name, count: count ?? 0, icon: icon == "" ? nil : icon)
        let effect = InventoryEffect(id: t.state.inventory.lastId + 1, facts: facts)
        let added = t.emit(.inventoryAdded, effect)
        let item = effect.item(t.state.identity, at: added.seq)
        t.writeCountedLine(.inventory, LogText.inventoryAdded(item), because: added)
        return item
    }
}

extension InventorySet: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> InventoryItem {
        try t.happened(at)
        let before = try t.state.inventory.item(self)
        var after = before
        if let newName {
            try t.state.inventory.refuseTaken(newName, exceptFor: before.id)
            after.name = newName
        }
        if let icon { after.icon = icon.isEmpty ? nil : icon }
        if let count { after.count = count }
        t.change(.inventoryChanged, before, to: after)
        return after
    }
}

extension InventoryAdjust: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> InventoryItem {
        try t.happened(at)
        let before = try t.state.inventory.item(self)
        let (sum, overflow) = before.count.addingReportingOverflow(amount)
        guard !overflow, sum >= 0 || t.isLate else {
            let problem = overflow ? "is too much to add" : "would make it negative"
            throw .refused(
                .outOfRange, "the count of \(JSON.string(before.name).text) is \(before.count); \(amount) \(problem)",
                [("count", .integer(before.count))])
        }
        var after = before
        after.count = max(0, sum)
        t.change(.inventoryAdjusted, before, to: after)
        return after
    }
}

extension InventoryRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> InventoryItem {
        let item = try t.state.inventory.item(self)
        let removed = t.emit(.inventoryRemoved, t.effect(on: item))
        t.writeCountedLine(.inventory, LogText.inventoryRemoved(item), because: removed)
        return item
    }
}

extension InventoryBook {
    fileprivate func item(_ request: some EntityReference) throws(GardenError) -> InventoryItem {
        if let id = request.id {
            guard let item = items[id] else { throw .notFound(kind: "counter", id: id) }
            return item
        }
        let name = request.name ?? ""
        if let item = items.named(name).first { return item }
        let (found, count) = items.beginning(with: name, most: GardenError.mostCandidates)
        guard let item = found.first else { throw .notFound(kind: "counter", name: name) }
        guard count == 1 else {
            let candidates = found.map { item -> JSON in
                ["id": .integer(item.id), "name": .string(item.name), "count": .integer(item.count)]
            }
            let more = count - found.count
            throw .refused(
                .ambiguous, "\(count) counters begin with \(JSON.string(name).text); use the id of one",
                [("candidates", .array(candidates))] + (more > 0 ? [("more", .integer(more))] : []))
        }
        return item
    }

    func has(_ name: String) -> Bool { items.named(name).first != nil }

    fileprivate func refuseTaken(_ name: String, exceptFor id: Int?) throws(GardenError) {
        if let taken = items.named(name).first, taken.id != id {
            throw .alreadyExists(kind: "counter", name: taken.name)
        }
    }
}

extension Transition {
    fileprivate mutating func change(
        _ kind: EventKind<InventoryEffect, InventoryChanged>, _ before: InventoryItem, to after: InventoryItem
    ) {
        guard after != before else { return }
        var effect = effect(on: after)
        effect.before = InventoryEffect.Facts(before)
        let changed = emit(kind, effect)
        let text =
            after.count == before.count
            ? LogText.inventory(after, before: before)
            : LogText.inventory(after, moved: after.count - before.count)
        writeCountedLine(.inventory, text, because: changed)
    }

    fileprivate func effect(on item: InventoryItem) -> InventoryEffect {
        InventoryEffect(
            id: item.id, uid: state.identity.reference(to: item.uid), facts: InventoryEffect.Facts(item))
    }
}
