import GardenAPI
import TextKit

/// The changes that were taken back or made again, one a line.
func revertedText(_ verb: String, _ changes: [RevertedChange], _ style: Style) -> String {
    changes.map { style.hanging("\(verb): ", printable($0.what)) }.joined(separator: "\n")
}

/// The last changes, newest first, with the reason why one cannot be taken back.
func undoableText(_ changes: [UndoableChange], _ style: Style) -> String {
    guard !changes.isEmpty else { return "There is no change to take back." }
    let width = "\(changes.count)".count
    var lines = changes.enumerated().flatMap { index, change in
        let head = "\("\(index + 1)".indented(to: width))  \(change.at.dateAndClock.dropFirst(5))  "
        let bound = change.possible && !change.alone ? style.dim("  (with all above)") : ""
        let text = style.hanging(head, printable(change.what) + bound)
        guard let problem = change.problem, change.why != "behind" else { return [text] }
        let indentation = String(repeating: " ", count: head.columns)
        let reason = style.warning("cannot be taken back: \(printable(problem))")
        return [style.dim(text), style.hanging(indentation, reason)]
    }
    if let first = changes.firstIndex(where: { !$0.possible }),
        let alone = changes[first...].firstIndex(where: \.alone)
    {
        let advice =
            "undo stops at \(first + 1). One behind it can be taken back alone: gardenctl undo --only \(alone + 1)"
        lines.append(style.dim(advice))
    }
    return lines.joined(separator: "\n")
}
