import GardenAPI

extension ShopBuy: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Purchase {
        let entry = try t.state.item(self)
        let rate = t.state.shopRate(applied: applyRate)
        let named = JSON.string(entry.name).text
        guard let price = Pricing.price(of: entry.price, at: rate) else {
            throw .refused(
                .outOfRange,
                "\(named) at \(entry.price) points costs more than can be counted at \(LogText.times(rate))",
                [("price", .integer(entry.price)), ("rate", rate.json)])
        }
        let balance = t.state.points.balance
        guard balance >= price else {
            throw GardenError(
                .insufficientPoints,
                "\(named) costs \(price) points; \(balance) are at hand, \(price - balance) too few",
                [("price", .integer(price)), ("balance", .integer(balance)), ("shortfall", .integer(price - balance))])
        }
        let fed = entry.countsAsSpending ? entry.price : 0
        let meter = t.state.rate.meter
        let (next, overflow) = meter.addingReportingOverflow(fed)
        guard !overflow else {
            throw .refused(
                .outOfRange, "the meter stands at \(meter), and the \(fed) of \(named) are past what it can count",
                [("meter", .integer(meter))])
        }
        var purchase = Purchase()
        purchase.purchaseId = t.state.shop.lastPurchaseId + 1
        purchase.item = entry.name
        purchase.base = entry.price
        purchase.rate = rate
        purchase.price = price
        purchase.balance = balance - price
        purchase.itemId = entry.id
        t.note(purchase, fed: fed, spent: price, .shopBought)
        t.writeCountedLine(.buy, LogText.bought(purchase), cause: "shop.bought")
        t.changeMeter(.rateAdded, to: t.state.rate.with(meter: next, t.state.rateTable), cause: "shop.bought")
        return purchase
    }
}

extension ShopRefund: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Purchase {
        guard let record = t.state.shop.purchase(purchaseId) else {
            guard purchaseId <= t.state.shop.lastPurchaseId else { throw .notFound(kind: "purchase", id: purchaseId) }
            throw .refused(
                .notToday,
                "purchase \(purchaseId) was made before the day began; only purchases since then can be given back",
                [("purchaseId", .integer(purchaseId))])
        }
        var purchase = record.purchase
        guard !purchase.refunded else {
            throw .refused(
                .alreadyRefunded, "purchase \(purchaseId), \(JSON.string(purchase.item).text), was given back already",
                [("purchaseId", .integer(purchaseId))])
        }
        let balance = t.state.points.balance
        let (sum, overflow) = balance.addingReportingOverflow(purchase.price)
        guard !overflow else {
            throw .refused(
                .outOfRange,
                "the balance is \(balance), and the \(purchase.price) of the purchase are past what it can hold",
                [("balance", .integer(balance))])
        }
        purchase.balance = sum
        purchase.refunded = true
        t.note(purchase, fed: record.fed, spent: -purchase.price, .shopRefunded)
        t.writeLine(.refund, LogText.refunded(purchase), cause: "shop.refunded")
        let rate = t.state.rate
        // Never below the floor, and never up to it (RULES M12).
        let meter = max(rate.meter - record.fed, min(rate.floor, rate.meter))
        t.changeMeter(.rateAdded, to: rate.with(meter: meter, t.state.rateTable), cause: "shop.refunded")
        return purchase
    }
}

extension Transition {
    fileprivate mutating func note(
        _ purchase: Purchase, fed: Int, spent: Int, _ kind: EventKind<PurchaseChange>
    ) {
        var change = PurchaseChange()
        change.record.purchase = purchase
        change.record.fed = fed
        change.points = state.points
        change.points.balance = purchase.balance
        change.points.spentToday = max(0, change.points.spentToday.addingUpToLimit(spent))
        change.before = state.points.fieldsDiffering(from: change.points)
        emit(kind, change)
    }
}
