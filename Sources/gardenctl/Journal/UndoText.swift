import GardenAPI
import TextKit

/// The changes that were taken back or made again, one a line.
func revertedText(_ verb: String, _ changes: [RevertedChange], _ style: Style) -> String {
    changes.map { style.hanging("\(verb): ", printable($0.what)) }.joined(separator: "\n")
}

/// The changes that undo comes to, newest first, up to the first that cannot be taken back, with the reason.
func undoableText(_ changes: [UndoableChange], _ style: Style) -> String {
    guard !changes.isEmpty else { return "There is no change to take back." }
    let width = "\(changes.count)".count
    let reached = changes.prefix { $0.why != "behind" }
    var lines = reached.enumerated().flatMap { index, change in
        let head = "\("\(index + 1)".indented(to: width))  \(change.at.dateAndClock.dropFirst(5))  "
        let text = style.hanging(head, printable(change.what))
        guard let problem = change.problem else { return [text] }
        let indentation = String(repeating: " ", count: head.columns)
        let reason = style.warning("cannot be taken back: \(printable(problem))")
        return [style.dim(text), style.hanging(indentation, reason)]
    }
    let behind = changes.count - reached.count
    if behind > 0 { lines.append(style.dim("So \(behind.counted("older change")) cannot be taken back either.")) }
    return lines.joined(separator: "\n")
}
