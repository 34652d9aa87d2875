import GardenAPI
import TextKit

/// One event: seq, time, type, and what it says. On a narrow terminal, type and sentence are below.
func eventText(_ event: EventMessage, _ style: Style) -> String {
    let time = "\("\(event.seq)".indented(to: 6))  \(style.dim(event.at.dateAndTime))"
    let sentence = printable(event.text)
    let name = printable(event.type)
    let type = sentence.isEmpty ? name : name.padded(to: 20)
    let head = "\(time)  \(style.bold(type))\(sentence.isEmpty ? "" : "  ")"
    // The decision must not depend on the event, or neighbours would look different.
    let leastColumns = 72
    guard let columns = style.columns, columns < leastColumns else { return style.hanging(head, sentence) }
    let lines = "\(style.bold(name))  \(sentence)".trimmingEnd.wrapped(to: columns - 4)
    return ([time] + lines.map { "    \($0)" }).joined(separator: "\n")
}
