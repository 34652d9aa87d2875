import GardenAPI

extension ShopList: Query {
    public func answer(from view: View) -> [ShopItem] { view.state.shopItems }
}

extension ShopAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> ShopItem {
        var entry = ShopBook.Entry()
        entry.id = t.state.shop.lastId + 1
        entry.name = name
        entry.price = price
        if let category { entry.categoryId = try t.category(named: category) }
        entry.countsAsSpending = countsAsSpending ?? t.settings.itemsCountAsSpending
        return t.place(entry, at: nil, .shopAdded)
    }
}

extension ShopEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> ShopItem {
        let before = try t.state.item(self)
        var after = before
        if let newName { after.name = newName }
        if let price { after.price = price }
        if let countsAsSpending { after.countsAsSpending = countsAsSpending }
        if let category { after.categoryId = try t.state.category(named: category).id }
        guard after != before else { return t.state.shopItem(after) }
        return t.place(after, at: after.categoryId == before.categoryId ? before.position : nil, .shopEdited)
    }
}

extension ShopMove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> ShopItem {
        let before = try t.state.item(self)
        var after = before
        if let category { after.categoryId = try t.state.category(named: category).id }
        let others = t.state.shop.order(ofCategory: after.categoryId).filter { $0 != after.id }.count
        guard position <= others else {
            throw .invalidParam("position", "must be from 0 to \(others), not \(position)")
        }
        guard after.categoryId != before.categoryId || position != before.position else {
            return t.state.shopItem(after)
        }
        return t.place(after, at: position, .shopMoved)
    }
}

extension ShopRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> ShopItem {
        let entry = try t.state.item(self)
        var change = ShopChange()
        change.item = t.state.shopItem(entry)
        change.categoryId = entry.categoryId
        change.order = t.state.shop.order(ofCategory: entry.categoryId).filter { $0 != entry.id }
        t.emit(.shopRemoved, change)
        return change.item
    }
}

extension ShopSetApplyRate: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Rate {
        guard enabled != t.state.rate.applied else { return t.rateView }
        var next = t.state.rate
        next.applied = enabled
        t.emit(.rateSwitched, t.rateChange(to: next))
        return t.rateView
    }
}

extension Transition {
    /// Puts an item into its category, at a place or at the end; the others close ranks (RULES M15).
    fileprivate mutating func place(_ entry: ShopBook.Entry, at position: Int?, _ kind: EventKind<ShopChange>)
        -> ShopItem
    {
        let before = state.shop[entry.id]
        var (entry, change) = (entry, ShopChange())
        change.categoryId = entry.categoryId
        change.order = state.shop.order(ofCategory: entry.categoryId).filter { $0 != entry.id }
        entry.position = position ?? change.order.count
        change.order.insert(entry.id, at: entry.position)
        if let before, before.categoryId != entry.categoryId {
            let order = state.shop.order(ofCategory: before.categoryId).filter { $0 != entry.id }
            var left = ShopOrder()
            (left.categoryId, left.order) = (before.categoryId, order)
            change.left = left
        }
        change.item = state.shopItem(entry)
        change.before = before.map { state.shopItem($0).fieldsDiffering(from: change.item) }
        emit(kind, change)
        return change.item
    }
}
