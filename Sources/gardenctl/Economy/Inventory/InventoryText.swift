import GardenAPI

/// The counters, one per line: id, icon and name, count.
func inventoryText(_ items: [InventoryItem], _ style: Style) -> String {
    guard !items.isEmpty else { return "No counters yet. Add one: gardenctl inventory add NAME" }
    let iconWidth = items.map { printable($0.icon ?? "").columns }.max() ?? 0
    var table = TextTable([.number, .flexible, .number])
    for item in items {
        let icon = iconWidth > 0 ? "\(printable(item.icon ?? "").padded(to: iconWidth)) " : ""
        table.append(["\(item.id)", icon + printable(item.name), style.bold("\(item.count)")])
    }
    return table.text(style)
}

/// A counter after a change: `Adjusted 🎟 Tickets (id 1): 3`.
func counterText(_ verb: String, _ item: InventoryItem, _ style: Style) -> String {
    let icon = item.icon.map { "\(printable($0)) " } ?? ""
    return "\(verb) \(icon)\(style.name(item.name)) (id \(item.id)): \(item.count)"
}
