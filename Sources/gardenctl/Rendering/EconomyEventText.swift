import GardenAPI

/// Whether an event is about points, the shop, the rate or the inventory.
func isOfTheEconomy(_ type: String) -> Bool {
    ["points.", "shop.", "rate.", "inventory."].contains { type.hasPrefix($0) }
}

/// A short summary of such an event.
func economySummary(_ event: EventMessage) -> String {
    let data = event.data
    switch event.type {
    case "points.multiplierChanged": return phrase(data.number("multiplier").map { "tasks pay ×\($0)" })
    case _ where event.type.hasPrefix("points."):
        return phrase(data.number("amount").map(signed), data.word("reason"), balance(data))
    case "shop.moved":
        return phrase(data.word("name"), data.word("category"), data.number("position").map { "to position \($0)" })
    case "shop.itemsMoved":
        return phrase(data["items"]?.arrayValue.map { "\($0.count) items" }, data.word("to").map { "to \($0)" })
    case "shop.dayClosed": return phrase(data.number("purchases").map { "\($0) purchases" })
    case "shop.bought": return purchaseSummary(data, sign: -1)
    case "shop.refunded": return purchaseSummary(data, sign: 1)
    case "shop.rateSwitched": return data["applied"].map { $0 == .bool(true) ? "applied" : "not applied" } ?? ""
    case _ where event.type.hasPrefix("shop."): return phrase(data.word("name"), data.number("price").map(points))
    case "rate.raised", "rate.lowered": return tierSummary(data)
    case _ where event.type.hasPrefix("rate."): return meterSummary(data)
    case _ where event.type.hasPrefix("inventory."):
        let name = [data.word("icon"), data.word("name")].compactMap(\.self).joined(separator: " ")
        return phrase(name, data.number("count").map(String.init))
    default: return ""
    }
}

private func balance(_ data: JSON) -> String? { data.number("balance").map { "balance \($0)" } }

private func purchaseSummary(_ data: JSON, sign: Int) -> String {
    guard let purchase = try? Purchase(json: data) else { return "" }
    return phrase(
        printable(purchase.item), "\(signed(sign * purchase.price)) (\(purchase.base) \(times(purchase.rate)))",
        balance(data), "purchase \(purchase.purchaseId)")
}

private func tierSummary(_ data: JSON) -> String {
    guard let rate = try? Rate(json: data) else { return "" }
    // `before` contains only the values that changed.
    let before = data["before"]
    let oldTier = before?.number("tier").map(String.init)
    let oldRate = before?["rate"].flatMap { try? Tenths(json: $0) }.map(times)
    return phrase(
        "tier \(change(from: oldTier, to: "\(rate.tier)"))", change(from: oldRate, to: times(rate.rate)),
        rate.tier > 0 ? daysLeft(rate.daysLeft) : nil)
}

private func meterSummary(_ data: JSON) -> String {
    let moved = data.number("amount").map { " (\(signed($0)))" } ?? ""
    return phrase(data.number("meter").map { "meter \($0)\(moved)" }, data.word("note"))
}
