import GardenAPI
import TextKit

/// The shop's items by category: id, name, price, price now, and the shortfall. Unaffordable items are grey.
func shopText(_ items: [ShopItem], _ style: Style) -> String {
    guard !items.isEmpty else { return "The shop is empty. Add an item: gardenctl shop add NAME PRICE" }
    var table = TextTable([.number, .flexible, .number, .number])
    table.append(["id", "item", "price", "now"], .dim)
    var category: String?
    for item in items {
        if item.category != category { table.append(heading: printable(item.category)) }
        category = item.category
        var remarks = [item.affordable ? "affordable" : "\(item.shortfall) short"]
        if item.countsAsSpending { remarks.append("counts as spending") }
        table.append(
            ["\(item.id)", printable(item.name), "\(item.price)", "\(item.priceNow)"],
            remark: remarks.joined(separator: " · "), item.affordable ? .plain : .dim)
    }
    return table.text(style)
}

/// An item after a change: `Added Coffee (id 3, 500 points, Treats)`.
///
/// - Parameter position: whether the change was about its position.
func shopItemText(_ verb: String, _ item: ShopItem, position: Bool = false, _ style: Style) -> String {
    var facts = ["id \(item.id)", points(item.price), printable(item.category)]
    if position { facts.append("position \(item.position)") }
    if item.countsAsSpending { facts.append("counts as spending") }
    return "\(verb) \(style.name(item.name)) (\(facts.joined(separator: ", ")))"
}

/// The sum paid, the balance left, and how to get a refund.
///
/// - Parameter isReturnable: not if it was bought on a day that has ended.
func purchaseText(_ purchase: Purchase, isReturnable: Bool = true, _ style: Style) -> String {
    let bought = "Bought \(style.name(purchase.item)) for \(sum(of: purchase)); \(points(purchase.balance)) left."
    guard isReturnable else { return bought }
    return "\(bought)\nTo return it before the day ends: gardenctl refund \(purchase.purchaseId)"
}

func refundText(_ purchase: Purchase, _ style: Style) -> String {
    "Returned \(style.name(purchase.item)) for \(sum(of: purchase)); \(points(purchase.balance)) left."
}

private func sum(of purchase: Purchase) -> String {
    "\(points(purchase.price)) (\(purchase.base) \(times(purchase.rate)))"
}
