import GardenAPI

/// The changes that were taken back or made again, one a line.
func revertedText(_ verb: String, _ changes: [RevertedChange], _ style: Style) -> String {
    changes.flatMap { "\(verb): \(printable($0.what))".wrapped(to: style.columns) }.joined(separator: "\n")
}

/// The changes that undo comes to, newest first, up to the first that cannot be taken back, with the reason.
func undoableText(_ changes: [UndoableChange], _ style: Style) -> String {
    guard !changes.isEmpty else { return "There is no change to take back." }
    let width = "\(changes.count)".count
    let reached = changes.prefix { $0.why != "behind" }
    var lines = reached.enumerated().flatMap { index, change in
        let head = "\("\(index + 1)".indented(to: width))  \(change.at.dateAndClock.dropFirst(5))  "
        let rest = style.columns.map { max(1, $0 - head.columns) }
        let text = printable(change.what).wrapped(to: rest)
        let indent = String(repeating: " ", count: head.columns)
        let lines = zip([head] + Array(repeating: indent, count: text.count - 1), text).map { $0 + $1 }
        guard let problem = change.problem else { return lines }
        let reason = "cannot be taken back: \(printable(problem))".wrapped(to: rest)
        return lines.map(style.dim) + reason.map { indent + style.warning($0) }
    }
    let behind = changes.count - reached.count
    if behind > 0 { lines.append(style.dim("So \(behind.counted("older change")) cannot be taken back, either.")) }
    return lines.joined(separator: "\n")
}
