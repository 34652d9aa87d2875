import GardenAPI

/// The shop's items by category: id, name, price, price now, and the shortfall. Unaffordable items are grey.
func shopText(_ items: [ShopItem], _ style: Style) -> String {
    guard !items.isEmpty else { return "The shop is empty. Add an item: gardenctl shop add NAME PRICE" }
    let table = ShopTable(items)
    var lines = [style.dim(table.heading)]
    var category: String?
    for item in items {
        if item.category != category { lines.append(style.bold(printable(item.category))) }
        category = item.category
        let line = table.line(item)
        lines.append(item.affordable ? line : style.dim(line))
    }
    return lines.joined(separator: "\n")
}

/// The items in columns of the needed width.
private struct ShopTable {
    private static let names = (id: "id", item: "item", price: "price", now: "now")

    private let idWidth: Int
    private let nameWidth: Int
    private let priceWidth: Int
    private let nowWidth: Int

    init(_ items: [ShopItem]) {
        func width(_ name: String, _ text: (ShopItem) -> String) -> Int {
            max(name.columns, items.map { text($0).columns }.max() ?? 0)
        }
        idWidth = width(Self.names.id) { "\($0.id)" }
        nameWidth = width(Self.names.item) { printable($0.name) }
        priceWidth = width(Self.names.price) { "\($0.price)" }
        nowWidth = width(Self.names.now) { "\($0.priceNow)" }
    }

    var heading: String { line(Self.names.id, Self.names.item, Self.names.price, Self.names.now, "") }

    func line(_ item: ShopItem) -> String {
        var remarks = [item.affordable ? "affordable" : "\(item.shortfall) short"]
        if item.countsAsSpending { remarks.append("counts as spending") }
        return line(
            "\(item.id)", printable(item.name), "\(item.price)", "\(item.priceNow)", remarks.joined(separator: " · "))
    }

    private func line(_ id: String, _ name: String, _ price: String, _ now: String, _ remark: String) -> String {
        let cells = [
            id.indented(to: idWidth), name.padded(to: nameWidth), price.indented(to: priceWidth),
            now.indented(to: nowWidth),
        ]
        return (cells + (remark.isEmpty ? [] : [remark])).joined(separator: "  ")
    }
}

/// An item after a change: `Added Coffee (id 3, 500 points, Treats, position 0)`.
func shopItemText(_ verb: String, _ item: ShopItem, _ style: Style) -> String {
    var facts = ["id \(item.id)", points(item.price), printable(item.category), "position \(item.position)"]
    if item.countsAsSpending { facts.append("counts as spending") }
    return "\(verb) \(style.bold(printable(item.name))) (\(facts.joined(separator: ", ")))"
}

/// The sum paid, the balance left, and how to get a refund.
func purchaseText(_ purchase: Purchase, _ style: Style) -> String {
    """
    Bought \(style.bold(printable(purchase.item))) for \(sum(of: purchase)); \(points(purchase.balance)) left.
    To return it before the day ends: gardenctl refund \(purchase.purchaseId)
    """
}

func refundText(_ purchase: Purchase, _ style: Style) -> String {
    "Returned \(style.bold(printable(purchase.item))) for \(sum(of: purchase)); \(points(purchase.balance)) left."
}

private func sum(of purchase: Purchase) -> String {
    "\(points(purchase.price)) (\(purchase.base) \(times(purchase.rate)))"
}
