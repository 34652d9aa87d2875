import GardenAPI

/// The gardens, one per line, with their levels and their progress since.
///
/// - Parameters:
///   - showsSources: whether to add how much grew by focus sessions and by tasks.
///   - isASCII: for a terminal or a reader without block characters.
func gardensText(_ gardens: [Garden], showsSources: Bool = false, isASCII: Bool = false, _ style: Style) -> String {
    guard !gardens.isEmpty else { return "No garden has grown yet. Complete a focus session: gardenctl start" }
    let levelWidth = gardens.map { "\($0.level)".count }.max() ?? 0
    // Two gaps, the level, the bar and the progress.
    let others = "  level ".count + levelWidth + 2 + Garden.barColumns + "  10/10".count
    let mostColumns = style.columns.map { max(6, $0 - others) }
    let names = gardens.map { printable($0.category).cut(to: mostColumns) }
    let nameWidth = names.map(\.columns).max() ?? 0
    return zip(gardens, names).map { garden, name in
        let needed = saturatingSum(garden.expInLevel, garden.expToNext)
        let head = "\(name.padded(to: nameWidth))  level \("\(garden.level)".indented(to: levelWidth))  "
        let painted = garden.bar(style, isASCII: isASCII)
        let progress = "\(garden.expInLevel)/\(needed)"
        guard showsSources, garden.exp > 0 else { return "\(head)\(painted)  \(progress)" }
        let sources = "\(garden.focusExp) by focus, \(garden.taskExp) by tasks"
        let width = head.columns + Garden.barColumns + "  ".count + "10/10".count
        guard style.columns.map({ width + "  ".count + sources.columns <= $0 }) ?? true else {
            return "\(head)\(painted)  \(progress)\n  \(sources)"
        }
        return "\(head)\(painted)  \(progress.padded(to: "10/10".count))  \(sources)"
    }.joined(separator: "\n")
}

extension Garden {
    static let barColumns = 10

    /// Its progress to the next level, in its colour.
    func bar(_ style: Style, isASCII: Bool = false) -> String {
        let bar = gardenctl.bar(
            expInLevel, of: saturatingSum(expInLevel, expToNext), width: Self.barColumns, isASCII: isASCII)
        return "\(style.painted(bar.filled, color))\(style.dim(bar.empty))"
    }
}
