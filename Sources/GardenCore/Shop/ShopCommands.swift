import GardenAPI

extension AnswerNote {
    /// The ended day of a purchase that was entered afterwards: it can be undone, and not returned (RULES P32).
    fileprivate static let endedDay = AnswerNote(
        name: ShopBuy.endedDayName, event: EventKind.shopBought.type
    ) { events, _ in
        guard let effect = try? events.first.flatMap(EventKind.shopBought.effect(of:)) else { return nil }
        return effect.endedDay.map { .string("\($0)") }
    }
}

extension Feature {
    /// The items that points can buy, and the purchases of the current day.
    static let shop = Feature(
        "shop", undo: .possible, parts: [.item, .purchase],
        methods: [
            .list(ShopList.self), .command(ShopAdd.self), .command(ShopEdit.self), .command(ShopMove.self),
            .command(ShopRemove.self), .command(ShopBuy.self), .command(ShopRefund.self),
            .command(ShopSetApplyRate.self),
        ],
        events: {
            EventKind.shopAdded
            EventKind.shopEdited
            EventKind.shopMoved
            EventKind.shopRemoved
            EventKind.shopItemsMoved
            EventKind.shopBought
            EventKind.shopRefunded
            EventKind.shopDayClosed
        },
        additions: [
            ImportedKind.item, AnswerNote.endedDay,
            AnswerNote.moved(MovedContent.itemsName, by: EventKind.shopItemsMoved.type) { event in
                try EventKind.shopItemsMoved.effect(of: event)?.items.count
            },
        ],
        reset: { state, _ in state.shop.clear() },
        reactions: [
            .to(.dayBegin) { t, crossing in
                let effect = PurchasesClosedEffect(purchases: t.state.shop.purchases.count)
                if effect.purchases > 0 { t.emit(.shopDayClosed, effect, because: crossing.cause) }
            },
            .to(.categoryRemoval) { t, removed in
                let ids = t.state.shop.order(ofCategory: removed.category.id)
                let items = ids.enumerated().compactMap { position, id in
                    t.state.shop.item(id, at: position).map { entry in
                        ItemsMovedEffect.Item(id: id, uid: t.state.identity.reference(to: entry.uid))
                    }
                }
                guard !items.isEmpty else { return }
                let effect = ItemsMovedEffect(
                    items: items, fromId: removed.category.id, from: removed.label, toId: removed.heirId,
                    to: t.state.label(ofCategory: removed.heirId),
                    firstPosition: t.state.shop.count(inCategory: removed.heirId))
                t.emit(.shopItemsMoved, effect, because: removed.cause)
            },
        ])
}

extension ShopList: ListQuery {
    private static let itemsAtOnce = 250

    public func slices(in context: QueryContext) -> () throws(GardenError) -> [ShopItem]? {
        let state = context.state
        var rest = state.shopOrder[...]
        return { () throws(GardenError) in
            guard !rest.isEmpty else { return nil }
            defer { rest = rest.dropFirst(Self.itemsAtOnce) }
            return state.shopItems(rest.prefix(Self.itemsAtOnce))
        }
    }
}

extension ShopAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> ShopItem {
        guard t.state.shop.count < Limits.items else {
            throw .tooMany("item", named: "items", limit: Limits.items)
        }
        var categoryId = CategoryBook.defaultId
        if let category { categoryId = try t.category(named: category) }
        // The next event creates it.
        let entry = ShopBook.StoredItem(
            id: t.state.shop.lastId + 1, uid: t.state.identity.newUid(at: t.state.seq + 1), name: name, price: price,
            categoryId: categoryId, countsAsSpending: countsAsSpending ?? t.settings.itemsCountAsSpending,
            position: t.state.shop.count(inCategory: categoryId))
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
        let isThere = after.categoryId == before.categoryId
        let others = t.state.shop.count(inCategory: after.categoryId) - (isThere ? 1 : 0)
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
        let item = t.state.shopItem(entry)
        let effect = ShopEffect(
            id: entry.id, uid: t.state.identity.reference(to: entry.uid), facts: t.state.shopFacts(entry))
        t.emit(.shopRemoved, effect)
        return item
    }
}

extension ShopSetApplyRate: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Rate {
        guard enabled != t.state.rate.applied else { return t.rateView }
        var next = t.state.rate
        next.applied = enabled
        t.emit(.rateSwitched, t.rateEffect(to: next))
        return t.rateView
    }
}

extension Transition {
    /// Puts an item into its category, at a position or at the end; the others shift (RULES M15).
    fileprivate mutating func place(
        _ entry: ShopBook.StoredItem, at position: Int?, _ kind: EventKind<ShopEffect, ShopItem>
    ) -> ShopItem {
        let before = state.shop[entry.id]
        var entry = entry
        let others = state.shop.count(inCategory: entry.categoryId) - (before?.categoryId == entry.categoryId ? 1 : 0)
        entry.position = position ?? others
        let effect = ShopEffect(
            id: entry.id, uid: before.map { state.identity.reference(to: $0.uid) }, facts: state.shopFacts(entry),
            before: before.map(state.shopFacts))
        let placed = emit(kind, effect)
        return state.shopItem(effect.entry(state.identity, at: placed.seq))
    }
}

extension GardenState {
    /// An item as an effect holds it.
    func shopFacts(_ entry: ShopBook.StoredItem) -> ShopEffect.Facts {
        let item = shopItem(entry)
        return ShopEffect.Facts(
            name: entry.name, price: entry.price, categoryId: entry.categoryId,
            category: label(ofCategory: entry.categoryId), position: entry.position,
            countsAsSpending: entry.countsAsSpending, priceNow: item.priceNow, shortfall: item.shortfall)
    }
}
