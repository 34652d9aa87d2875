import GardenAPI
import TextKit

extension ShopBuy: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Purchase {
        try t.happened(at)
        let entry = try t.state.item(self)
        let (base, then) = (price ?? entry.price, try t.rateThen())
        let rate = applyRate ?? t.state.rate.applied ? then.table.rate(of: then.rate.tier) : Tenths(tenths: 10)
        let named = JSON.string(entry.name).text
        guard let price = Pricing.price(of: base, at: rate) else {
            throw .refused(
                .outOfRange,
                "\(named) costs \(base) points; the price \(times(rate)) is too large",
                [("price", .integer(base)), ("rate", rate.json)])
        }
        let balance = t.state.points.balance
        guard balance >= price else {
            throw GardenError(
                .insufficientPoints,
                "\(named) costs \(price) points; you have \(balance), \(price - balance) too few",
                [("price", .integer(price)), ("balance", .integer(balance)), ("shortfall", .integer(price - balance))])
        }
        let fed = entry.countsAsSpending ? base : 0
        let meter = then.rate.meter
        guard !meter.addingReportingOverflow(fed).overflow else {
            throw .refused(
                .outOfRange, "the meter is \(meter); adding the \(fed) of \(named) exceeds the largest possible meter",
                [("meter", .integer(meter))])
        }
        let record = StoredPurchase(
            id: t.state.shop.lastPurchaseId + 1, item: entry.name, base: base, rate: rate, price: price,
            itemId: entry.id, categoryId: entry.categoryId, refunded: false, fed: fed, itemUid: entry.uid,
            category: t.state.categories[entry.categoryId]?.name, categoryUid: t.state.categories[entry.categoryId]?.uid
        )
        let (purchase, bought) = t.book(record, balance: balance - price, spent: price, .shopBought)
        t.writeCountedLine(.buy, LogText.bought(purchase), categoryId: entry.categoryId, because: bought)
        if fed > 0 { try t.addMoney(fed, because: bought) }
        return purchase
    }
}

extension ShopRefund: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Purchase {
        guard let purchaseId = purchaseId ?? t.state.shop.newestRefundablePurchase else {
            throw .refused(.notToday, "there is no purchase from today to refund")
        }
        guard var record = t.state.shop.purchase(purchaseId) else {
            guard purchaseId <= t.state.shop.lastPurchaseId else { throw .notFound(kind: "purchase", id: purchaseId) }
            throw .refused(
                .notToday,
                "purchase \(purchaseId) is from an earlier day or was undone; only today's purchases can be refunded",
                [("purchaseId", .integer(purchaseId))])
        }
        guard !record.refunded else {
            throw .refused(
                .alreadyRefunded, "purchase \(purchaseId), \(JSON.string(record.item).text), is already refunded",
                [("purchaseId", .integer(purchaseId))])
        }
        let balance = t.state.points.balance
        let (sum, overflow) = balance.addingReportingOverflow(record.price)
        guard !overflow else {
            throw .refused(
                .outOfRange,
                "the balance is \(balance); adding the \(record.price) of the purchase exceeds the largest one",
                [("balance", .integer(balance))])
        }
        record.refunded = true
        let (purchase, refunded) = t.book(record, balance: sum, spent: -record.price, .shopRefunded)
        t.writeLine(.refund, LogText.refunded(purchase), categoryId: record.categoryId, because: refunded)
        let rate = t.state.rate
        // A refund never lowers the meter below the floor, nor raises it to the floor (RULES M12).
        let meter = max(rate.meter - record.fed, min(rate.floor, rate.meter))
        let asked = meter - rate.meter == -record.fed ? nil : -record.fed
        t.changeMeter(
            .rateAdded, to: rate.with(meter: meter, t.state.rateTable), asked: asked, stopsAtFloor: true,
            because: refunded)
        return purchase
    }
}

extension Transition {
    /// Records a purchase or its refund, with what it does to the points.
    fileprivate mutating func book(
        _ record: StoredPurchase, balance: Int, spent: Int, _ kind: EventKind<PurchaseEffect, PurchaseChanged>
    ) -> (Purchase, EventReference) {
        let itemUid = record.itemUid ?? ""
        let category = CategoryLabel(
            name: record.category ?? CategoryBook.defaultName,
            uid: state.identity.reference(to: record.categoryUid ?? GardenIdentity.defaultUid))
        var bare = record
        (bare.uid, bare.itemUid, bare.category, bare.categoryUid) = (nil, nil, nil, nil)
        var points = state.points
        points.balance = balance
        if endedDay == nil { points.spentToday = max(0, points.spentToday.addingUpToLimit(spent)) }
        let effect = PurchaseEffect(
            uid: record.uid.map(state.identity.reference), record: bare,
            itemUid: state.identity.reference(to: itemUid), category: category, after: points, before: state.points,
            endedDay: endedDay)
        let booked = emit(kind, effect)
        let uid = record.uid ?? state.identity.newUid(at: booked.seq)
        return (record.purchase(uid: uid, itemUid: itemUid, balance: balance), booked)
    }
}

extension LogText {
    static func bought(_ purchase: Purchase) -> String {
        "\(signed(-purchase.price)) pt \(times(purchase.rate)) \(purchase.item) → \(purchase.balance)"
    }

    static func refunded(_ purchase: Purchase) -> String {
        "\(signed(purchase.price)) pt \(times(purchase.rate)) refund: \(purchase.item) → \(purchase.balance)"
    }
}
