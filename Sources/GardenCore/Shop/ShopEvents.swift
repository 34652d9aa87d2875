import GardenAPI
import TextKit
import TimeKit

/// An item after it was added, edited, moved or removed, and before.
struct ShopEffect: WireObject {
    static let name = "ShopEffect"

    struct Facts: WireObject, Equatable {
        static let name = "ShopFacts"

        var name: String
        /// The price without the rate.
        var price: Int
        var categoryId: Int
        var category: CategoryLabel
        var position: Int
        var countsAsSpending: Bool
        /// At the rate of that time. Derived values are for subscribers only.
        var priceNow: Int
        var shortfall: Int

        static let fields = Fields(
            Facts.init,
            .required("name", \.name, "its name"),
            .required("price", \.price, "its price before the rate"),
            .required("categoryId", \.categoryId, "its category's id"),
            .required("category", \.category, "its category"),
            .required("position", \.position, "its position in its category"),
            .required("countsAsSpending", \.countsAsSpending, "whether buying it raises the meter"),
            .required("priceNow", \.priceNow, "its price at the rate of that time"),
            .required("shortfall", \.shortfall, "the points missing for its price"))
    }

    var id: Int
    /// `nil` if the event creates it.
    var uid: UIDReference?
    var facts: Facts
    var before: Facts?

    static let fields = Fields(
        ShopEffect.init,
        .required("id", \.id, "the item's id"),
        .nullable("uid", \.uid, "its uid, if it existed before"),
        .required("facts", \.facts, "its values after the change; the last ones if it was removed"),
        .optional("before", \.before, "its values before the change"))

    func entry(_ identity: GardenIdentity, at seq: Int) -> ShopBook.StoredItem { entry(facts, identity, at: seq) }

    private func entry(_ facts: Facts, _ identity: GardenIdentity, at seq: Int) -> ShopBook.StoredItem {
        ShopBook.StoredItem(
            id: id, uid: uid.map { identity.uid($0, at: seq) } ?? identity.newUid(at: seq), name: facts.name,
            price: facts.price, categoryId: facts.categoryId, countsAsSpending: facts.countsAsSpending,
            position: facts.position)
    }

    fileprivate func replacements(_ context: ReplacementContext) -> [Replacement] {
        let seq = context.origin.seq
        let old = before.map { entry($0, context.identity, at: seq) }
        return [Replacement(.item, id, from: old, to: entry(context.identity, at: seq), at: seq)]
    }

    func published(_ context: PublishingContext) -> Publication<ShopItem> {
        let uid = context.uid(uid ?? .own(context.origin.seq))
        func item(_ facts: Facts) -> ShopItem {
            ShopItem(
                id: id, uid: uid, name: facts.name, price: facts.price, priceNow: facts.priceNow,
                category: facts.category.name, categoryId: facts.categoryId,
                categoryUid: context.uid(facts.category.uid), countsAsSpending: facts.countsAsSpending,
                affordable: facts.shortfall == 0, shortfall: facts.shortfall, position: facts.position)
        }
        return Publication(item(facts), before: before.map(item))
    }
}

extension EventKind where Effect == ShopEffect, Published == ShopItem {
    static let shopAdded = EventKind(
        "shop.added", "Added the item {name}, {price:count point/points}", apply: put
    ) { $0.published($1) }
    .described { "added the item \($0.facts.name)" }.undoableAlone()
    .replacing(.item) { $0.replacements($1) }
    static let shopEdited = EventKind(
        "shop.edited",
        "Edited the item {name}[ (it was {before.name})], {price:count point/points}[ (it was {before.price})]",
        apply: put
    ) { $0.published($1) }
    .described { effect in
        guard let old = effect.before?.price, old != effect.facts.price else {
            return "edited the item \(effect.facts.name)"
        }
        return "changed the price of \(effect.facts.name) from \(old) to \(effect.facts.price)"
    }
    .replacing(.item) { $0.replacements($1) }
    static let shopMoved = EventKind(
        "shop.moved", "Moved the item {name} to position {position} of {category}", apply: put
    ) { $0.published($1) }
    .described { "moved the item \($0.facts.name)" }
    .replacing(.item) { $0.replacements($1) }
    static let shopRemoved = EventKind(
        "shop.removed", "Removed the item {name}, {price:count point/points}"
    ) { effect, _, state in
        state.shop.remove(effect.id)
    } publish: {
        $0.published($1)
    }.described { "removed the item \($0.facts.name)" }
        .replacing(.item) { effect, context in
            let entry = effect.entry(context.identity, at: context.origin.seq)
            return [Replacement(.item, effect.id, from: entry, to: nil, at: context.origin.seq)]
        }

    @Sendable private static func put(_ effect: ShopEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        state.shop.place(effect.entry(state.identity, at: origin.seq))
    }
}

/// The items of a removed category moved behind those of another one.
struct ItemsMovedEffect: WireObject {
    static let name = "ItemsMovedEffect"

    struct Item: WireObject {
        static let name = "MovedItem"

        var id: Int
        var uid: UIDReference

        static let fields = Fields(
            Item.init,
            .required("id", \.id, "the item's id"),
            .required("uid", \.uid, "its uid"))
    }

    /// Ordered by their old positions.
    var items: [Item]
    var fromId: Int
    var from: CategoryLabel
    var toId: Int
    var to: CategoryLabel
    /// The position of the first of them in the category they are in now.
    var firstPosition: Int?

    static let fields = Fields(
        ItemsMovedEffect.init,
        .required("items", \.items, "the items, in their order"),
        .required("fromId", \.fromId, "the id of the category they were in"),
        .required("from", \.from, "that category"),
        .required("toId", \.toId, "the id of the category they are in now"),
        .required("to", \.to, "that category"),
        .optional("firstPosition", \.firstPosition, "the position of the first of them now"))
}

extension EventKind where Effect == ItemsMovedEffect, Published == ItemsMoved {
    static let shopItemsMoved = EventKind(
        "shop.itemsMoved", "Moved {items:count item/items} from {from} to {to}"
    ) { effect, _, state in
        state.shop.moveAll(effect.items.map(\.id), to: effect.toId)
    } publish: { effect, context in
        Publication(
            ItemsMoved(
                from: effect.from.name, fromId: effect.fromId, fromUid: context.uid(effect.from.uid),
                to: effect.to.name, toId: effect.toId, toUid: context.uid(effect.to.uid),
                items: effect.items.map { ItemsMoved.Item(id: $0.id, uid: context.uid($0.uid)) }))
    }.replacing(.item) { effect, context in
        // As if they moved one by one: each is the first one left.
        effect.items.enumerated().map { index, item in
            Replacement(
                .item, item.id, from: ["categoryId": .integer(effect.fromId), "position": 0],
                to: [
                    "categoryId": .integer(effect.toId), "position": .integer((effect.firstPosition ?? 0) + index),
                ], at: context.origin.seq)
        }
    }
}

/// A purchase that was made or refunded, and the points.
struct PurchaseEffect: WireObject {
    static let name = "PurchaseEffect"

    /// `nil` if the event creates it, as for the item's.
    var uid: UIDReference?
    var record: StoredPurchase
    var itemUid: UIDReference
    /// The item's category at the time of the purchase.
    var category: CategoryLabel
    var after: PointsSummary
    var before: PointsSummary
    /// The logical day on which it was bought, if that had ended (RULES P22).
    var endedDay: CalendarDay?

    static let fields = Fields(
        PurchaseEffect.init,
        .nullable("uid", \.uid, "the purchase's uid, if it existed before"),
        .required("record", \.record, "the purchase"),
        .required("itemUid", \.itemUid, "the item's uid"),
        .required("category", \.category, "the item's category"),
        .required("after", \.after, "the points after it"),
        .required("before", \.before, "the points before it"),
        .optional("endedDay", \.endedDay, "the day on which it was bought, if that had ended"))

    func published(_ context: PublishingContext) -> Publication<PurchaseChanged> {
        let purchase = record.purchase(
            uid: context.uid(uid ?? .own(context.origin.seq)), itemUid: context.uid(itemUid), balance: after.balance)
        let data = PurchaseChanged(
            purchase: purchase, category: category.name, categoryId: record.categoryId,
            categoryUid: context.uid(category.uid), fed: record.fed, amount: after.balance &- before.balance,
            points: after)
        var was = data
        was.points = before
        was.purchase.balance = before.balance
        // A refund takes a purchase that was not refunded.
        was.purchase.refunded = false
        return Publication(data, before: was)
    }

    fileprivate func text(_ context: String) -> String { "\(context) → \(after.balance)" }

    /// The purchase as the state stores it.
    fileprivate func stored(_ identity: GardenIdentity, at seq: Int) -> StoredPurchase {
        var stored = record
        stored.uid = identity.uid(uid ?? .own(seq), at: seq)
        stored.itemUid = identity.uid(itemUid, at: seq)
        stored.category = category.name
        stored.categoryUid = identity.uid(category.uid, at: seq)
        return stored
    }

    fileprivate func replacements(_ context: ReplacementContext) -> [Replacement] {
        let seq = context.origin.seq
        let points = Replacement(.points, from: before, to: after, at: seq)
        // The state has the purchases of the current day only.
        guard endedDay == nil else { return [points] }
        let purchase = stored(context.identity, at: seq)
        var old: StoredPurchase?
        if purchase.refunded {
            old = purchase
            old?.refunded = false
        }
        return [Replacement(.purchase, record.id, from: old, to: purchase, at: seq), points]
    }
}

extension EventKind where Effect == PurchaseEffect, Published == PurchaseChanged {
    static let shopBought = EventKind(
        "shop.bought",
        "Bought {item} for {price:count point/points} ({base} {rate:times}), balance {balance}, purchase {purchaseId}",
        apply: put
    ) { $0.published($1) }
    .explaining(.balance) { effect, _ in
        let purchase = effect.record
        let sum = "\(purchase.base) \(times(purchase.rate))"
        let day = effect.endedDay.map { " on \($0)" } ?? ""
        let text = "\(signed(-purchase.price)) for \(purchase.item)\(day) (\(sum)), purchase \(purchase.id)"
        return ExplainedStep("M5", effect.text(text))
    }
    .described { "bought \($0.record.item)" }.undoableAlone()
    .replacing(.purchase, .points) { $0.replacements($1) }
    static let shopRefunded = EventKind(
        "shop.refunded",
        "Refunded {item}, {price:count point/points} ({base} {rate:times}), balance {balance}, purchase {purchaseId}",
        apply: put
    ) { $0.published($1) }
    .explaining(.balance) { effect, _ in
        let purchase = effect.record
        let text = "\(signed(purchase.price)) refund of purchase \(purchase.id), \(purchase.item)"
        return ExplainedStep("M12", effect.text(text))
    }
    .described { "refunded \($0.record.item)" }
    .replacing(.purchase, .points) { $0.replacements($1) }

    @Sendable private static func put(_ effect: PurchaseEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        if effect.endedDay == nil {
            state.shop.put(effect.stored(state.identity, at: origin.seq))
        } else {
            state.shop.notePastPurchase(effect.record.id)
        }
        state.points = effect.after
    }
}

extension StatePart {
    /// An item of the shop.
    static let item = StatePart(
        "item",
        read: { state, id in state.shop[id] },
        write: { state, id, item in
            if let item { state.shop.place(item) } else { state.shop.remove(id) }
        })

    /// A purchase of the current day.
    static let purchase = StatePart(
        "purchase", Members(ofToday: [Members.all]),
        read: { state, id in state.shop.purchase(id) },
        write: { state, id, purchase in
            if let purchase { state.shop.put(purchase) } else { state.shop.removePurchase(id) }
        })
}

/// The purchases of the day that ended can no longer be refunded (RULES M12).
struct PurchasesClosedEffect: WireObject {
    static let name = "PurchasesClosedEffect"

    var purchases: Int

    static let fields = Fields(
        PurchasesClosedEffect.init,
        .required("purchases", \.purchases, "how many purchases the day had"))
}

extension EventKind where Effect == PurchasesClosedEffect, Published == PurchasesClosed {
    static let shopDayClosed = EventKind(
        "shop.dayClosed", "Closed {purchases:count purchase/purchases} of the day"
    ) { _, _, state in
        state.shop.forgetPurchases()
    } publish: { effect, _ in
        Publication(PurchasesClosed(purchases: effect.purchases))
    }
}
