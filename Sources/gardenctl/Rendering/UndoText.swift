import GardenAPI

/// The changes that were taken back or made again, one a line.
func revertedText(_ verb: String, _ changes: [RevertedChange], _ style: Style) -> String {
    changes.flatMap { "\(verb): \(printable($0.what))".wrapped(to: style.columns) }.joined(separator: "\n")
}

/// The changes that undo comes to, newest first, each with the reason why it cannot be taken back.
func undoableText(_ changes: [UndoableChange], _ style: Style) -> String {
    guard !changes.isEmpty else { return "There is no change to take back." }
    let width = "\(changes.count)".count
    return changes.enumerated().map { index, change in
        let number = "\(index + 1)".indented(to: width)
        let line = "\(number)  \(change.at.dateAndTime)  \(printable(change.what))".cut(to: style.columns)
        guard let problem = change.problem else { return line }
        let reason = "cannot be taken back: \(printable(problem))"
        return style.dim(line) + "\n" + String(repeating: " ", count: width + 2) + style.warning(reason)
    }.joined(separator: "\n")
}
