import GardenAPI

/// An item after it was added, edited, moved or removed, and before.
struct ShopEffect: WireObject {
    static let name = "ShopEffect"

    struct Facts: WireObject, Equatable {
        static let name = "ShopFacts"

        var name = ""
        /// Before the rate.
        var price = 0
        var categoryId = CategoryBook.defaultId
        var category = CategoryLabel()
        var position = 0
        var countsAsSpending = false
        /// At the rate then in force; as all that is derived, for subscribers only.
        var priceNow = 0
        var shortfall = 0

        static let fields: [Field<Facts>] = [
            .required("name", \.name, "its name"),
            .required("price", \.price, "its price before the rate"),
            .required("categoryId", \.categoryId, "its category's id"),
            .required("category", \.category, "its category"),
            .required("position", \.position, "its place in it"),
            .required("countsAsSpending", \.countsAsSpending, "whether buying it feeds the meter"),
            .required("priceNow", \.priceNow, "what it cost then"),
            .required("shortfall", \.shortfall, "what the balance lacked"),
        ]
    }

    var id = 0
    /// `nil` where the event creates it.
    var uid: UIDReference?
    var facts = Facts()
    var before: Facts?

    static let fields: [Field<ShopEffect>] = [
        .required("id", \.id, "the item's id"),
        .nullable("uid", \.uid, "its uid, where it was there before"),
        .required("facts", \.facts, "what holds of it after the change, or did when it was removed"),
        .optional("before", \.before, "what held of it before"),
    ]

    func entry(_ identity: GardenIdentity, at seq: Int) -> ShopBook.Entry {
        var entry = ShopBook.Entry()
        entry.id = id
        entry.uid = uid.map { identity.uid($0, at: seq) } ?? identity.newUid(at: seq)
        entry.name = facts.name
        entry.price = facts.price
        entry.categoryId = facts.categoryId
        entry.countsAsSpending = facts.countsAsSpending
        entry.position = facts.position
        return entry
    }

    func published(_ context: PublishingContext) -> Publication<ShopItem> {
        let uid = context.uid(uid ?? .own(context.origin.seq))
        func item(_ facts: Facts) -> ShopItem {
            var item = ShopItem()
            item.id = id
            item.uid = uid
            item.name = facts.name
            item.price = facts.price
            item.priceNow = facts.priceNow
            item.category = facts.category.name
            item.categoryId = facts.categoryId
            item.categoryUid = context.uid(facts.category.uid)
            item.countsAsSpending = facts.countsAsSpending
            item.affordable = facts.shortfall == 0
            item.shortfall = facts.shortfall
            item.position = facts.position
            return item
        }
        return Publication(item(facts), before: before.map(item))
    }
}

extension EventKind where Effect == ShopEffect, Data == ShopItem {
    static let shopAdded = EventKind("shop.added", apply: put) { $0.published($1) }
    static let shopEdited = EventKind("shop.edited", apply: put) { $0.published($1) }
    static let shopMoved = EventKind("shop.moved", apply: put) { $0.published($1) }
    static let shopRemoved = EventKind("shop.removed") { effect, _, state in
        state.shop.remove(effect.id)
    } publish: {
        $0.published($1)
    }

    @Sendable private static func put(_ effect: ShopEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        state.shop.place(effect.entry(state.identity, at: origin.seq))
    }
}

/// The items of a removed category went to another one, after its own.
struct ItemsMovedEffect: WireObject {
    static let name = "ItemsMovedEffect"

    struct Item: WireObject {
        static let name = "MovedItem"

        var id = 0
        var uid = UIDReference.own(0)

        static let fields: [Field<Item>] = [
            .required("id", \.id, "the item's id"),
            .required("uid", \.uid, "its uid"),
        ]
    }

    /// In their order, which is that of their places before.
    var items: [Item] = []
    var fromId = 0
    var from = CategoryLabel()
    var toId = 0
    var to = CategoryLabel()

    static let fields: [Field<ItemsMovedEffect>] = [
        .required("items", \.items, "the items, in their order"),
        .required("fromId", \.fromId, "the id of the category they were in"),
        .required("from", \.from, "that category"),
        .required("toId", \.toId, "the id of the category they are in now"),
        .required("to", \.to, "that category"),
    ]
}

extension EventKind where Effect == ItemsMovedEffect, Data == ItemsMoved {
    static let shopItemsMoved = EventKind("shop.itemsMoved") { effect, _, state in
        state.shop.moveAll(effect.items.map(\.id), to: effect.toId)
    } publish: { effect, context in
        var data = ItemsMoved()
        (data.from, data.fromId, data.fromUid) = (effect.from.name, effect.fromId, context.uid(effect.from.uid))
        (data.to, data.toId, data.toUid) = (effect.to.name, effect.toId, context.uid(effect.to.uid))
        data.items = effect.items.map { item in
            var moved = ItemsMoved.Item()
            (moved.id, moved.uid) = (item.id, context.uid(item.uid))
            return moved
        }
        return Publication(data)
    }
}

/// A purchase that was made or refunded, and the points.
struct PurchaseEffect: WireObject {
    static let name = "PurchaseEffect"

    /// `nil` where the event creates it, as with the item's.
    var uid: UIDReference?
    var record = PurchaseRecord()
    var itemUid = UIDReference.own(0)
    /// The item's category at the time of the purchase.
    var category = CategoryLabel()
    var after = PointsSummary()
    var before = PointsSummary()

    static let fields: [Field<PurchaseEffect>] = [
        .nullable("uid", \.uid, "the purchase's uid, where it was there before"),
        .required("record", \.record, "the purchase"),
        .required("itemUid", \.itemUid, "the item's uid"),
        .required("category", \.category, "the item's category"),
        .required("after", \.after, "the points after it"),
        .required("before", \.before, "the points before it"),
    ]

    func published(_ context: PublishingContext) -> Publication<PurchaseChanged> {
        var data = PurchaseChanged()
        data.purchase = record.purchase(
            uid: context.uid(uid ?? .own(context.origin.seq)), itemUid: context.uid(itemUid))
        data.purchase.balance = after.balance
        data.category = category.name
        data.categoryId = record.categoryId
        data.categoryUid = context.uid(category.uid)
        data.fed = record.fed
        data.amount = after.balance &- before.balance
        data.points = after
        var was = data
        was.points = before
        was.purchase.balance = before.balance
        // A refund takes a purchase that was not refunded.
        was.purchase.refunded = false
        return Publication(data, before: was)
    }

    fileprivate func text(_ context: String) -> String { "\(context) → \(after.balance)" }
}

extension EventKind where Effect == PurchaseEffect, Data == PurchaseChanged {
    static let shopBought = EventKind("shop.bought", apply: put) { $0.published($1) }
        .explaining(.balance) { effect, _ in
            let purchase = effect.record
            let sum = "\(purchase.base) \(LogText.times(purchase.rate))"
            let text = "\(LogText.signed(-purchase.price)) for \(purchase.item) (\(sum)), purchase \(purchase.id)"
            return ExplainedStep("M5", effect.text(text))
        }
    static let shopRefunded = EventKind("shop.refunded", apply: put) { $0.published($1) }
        .explaining(.balance) { effect, _ in
            let purchase = effect.record
            let text = "\(LogText.signed(purchase.price)) refund of purchase \(purchase.id), \(purchase.item)"
            return ExplainedStep("M12", effect.text(text))
        }

    @Sendable private static func put(_ effect: PurchaseEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        var record = effect.record
        record.uid = state.identity.uid(effect.uid ?? .own(origin.seq), at: origin.seq)
        record.itemUid = state.identity.uid(effect.itemUid, at: origin.seq)
        record.category = effect.category.name
        record.categoryUid = state.identity.uid(effect.category.uid, at: origin.seq)
        state.shop.put(record)
        state.points = effect.after
    }
}

/// The purchases of the day that ended can no longer be refunded (RULES M12).
struct PurchasesClosedEffect: WireObject {
    static let name = "PurchasesClosedEffect"

    var purchases = 0

    static let fields: [Field<PurchasesClosedEffect>] = [
        .required("purchases", \.purchases, "how many there were")
    ]
}

extension EventKind where Effect == PurchasesClosedEffect, Data == PurchasesClosed {
    static let shopDayClosed = EventKind("shop.dayClosed") { _, _, state in
        state.shop.forgetPurchases()
    } publish: { effect, _ in
        var data = PurchasesClosed()
        data.purchases = effect.purchases
        return Publication(data)
    }
}
