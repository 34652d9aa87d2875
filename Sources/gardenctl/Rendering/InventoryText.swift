import GardenAPI

/// The counters, one per line: id, icon and name, count.
func inventoryText(_ items: [InventoryItem], _ style: Style) -> String {
    guard !items.isEmpty else { return "No counters yet. Add one: gardenctl inventory add NAME" }
    let idWidth = items.map { "\($0.id)".count }.max() ?? 0
    let iconWidth = items.map { printable($0.icon ?? "").columns }.max() ?? 0
    let nameWidth = items.map { printable($0.name).columns }.max() ?? 0
    let countWidth = items.map { "\($0.count)".count }.max() ?? 0
    return items.map { item in
        let icon = iconWidth > 0 ? "\(printable(item.icon ?? "").padded(to: iconWidth)) " : ""
        return "\("\(item.id)".indented(to: idWidth))  \(icon)\(printable(item.name).padded(to: nameWidth))  "
            + style.bold("\(item.count)".indented(to: countWidth))
    }.joined(separator: "\n")
}

/// A counter after a change: `Adjusted 🎟 Tickets (id 1): 3`.
func counterText(_ verb: String, _ item: InventoryItem, _ style: Style) -> String {
    let icon = item.icon.map { "\(printable($0)) " } ?? ""
    return "\(verb) \(icon)\(style.bold(printable(item.name))) (id \(item.id)): \(item.count)"
}
