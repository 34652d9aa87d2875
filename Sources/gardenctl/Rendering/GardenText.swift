import GardenAPI

/// The gardens, one per line, with their levels and their progress since.
func gardensText(_ gardens: [Garden], _ style: Style) -> String {
    guard !gardens.isEmpty else { return "No gardens yet. Complete a focus session to grow one: gardenctl start-focus" }
    let names = gardens.map { printable($0.category) }
    let nameWidth = names.map(\.columns).max() ?? 0
    let levelWidth = gardens.map { "\($0.level)".count }.max() ?? 0
    return zip(gardens, names).map { garden, name in
        let needed = garden.expInLevel + garden.expToNext
        let bar = bar(garden.expInLevel, of: needed, width: 10)
        return "\(name.padded(to: nameWidth))  level \("\(garden.level)".indented(to: levelWidth))  "
            + "\(style.painted(bar.filled, garden.color))\(style.dim(bar.empty))  \(garden.expInLevel)/\(needed)"
    }.joined(separator: "\n")
}
