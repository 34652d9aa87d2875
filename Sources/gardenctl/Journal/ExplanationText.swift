import GardenAPI
import TextKit

/// The changes that led to a value, newest first: when, by which rule, the change, and its cause.
func explanationText(_ changes: [ExplainedChange], _ style: Style) -> String {
    guard !changes.isEmpty else { return "No changes yet." }
    let ruleWidth = changes.map { printable($0.rule).columns }.max() ?? 0
    return changes.map { change in
        let source = style.dim("(\(printable(change.cause)), event \(change.seq))")
        let head = "\(style.dim(change.at.dateAndTime))  \(printable(change.rule).padded(to: ruleWidth))  "
        return style.hanging(head, "\(printable(change.text))  \(source)")
    }.joined(separator: "\n")
}
