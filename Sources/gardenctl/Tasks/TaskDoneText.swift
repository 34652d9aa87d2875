import GardenAPI
import TextKit

/// The pay of a completion, the occurrences it passed over, and the next one.
func taskDoneText(_ done: TaskDone, _ present: Present?, _ style: Style) -> String {
    var lines = [headline("Done:", done.task, style), payText(done)]
    if let skipped = done.skipped {
        let first = skipped.first.fullText(nil)
        let range = skipped.count == 1 ? first : "\(first) to \(skipped.last.fullText(nil))"
        lines.append("Skipped \(skipped.count.counted("occurrence")) without pay: \(range)")
    }
    // Right after it, 0 means that it was of an earlier period.
    if let target = done.task.target, target.done > 0 {
        lines.append("\(target.done) of \(target.count) this \(target.per.rawValue)")
    }
    if let next = done.next { lines.append("Next: \(next.fullText(present))") }
    if done.task.standing {
        lines.append("It is a standing task and stays open; done \(timesText(done.task.doneCount)).")
    }
    return lines.joined(separator: "\n")
}

/// The tasks that were completed together, with their sums.
///
/// - Parameter category: the category if they are all of one.
func tasksDoneText(_ done: [TaskDone], category: String?, _ style: Style) -> String {
    let place = category.map { " of \(style.bold(printable($0)))" } ?? ""
    guard let last = done.last else { return "No task\(place) can be completed now." }
    let idColumns = done.map { "\($0.task.id)".count }.max() ?? 0
    let lines = done.map { done in
        let id = "\(done.task.id)".indented(to: idColumns)
        let pay = signed(done.paid)
        return "  \(id)  \(titleText(done.task, beside: "  \(id)    \(pay)", style))  \(pay)"
    }
    let exp = done.reduce(0) { saturatingSum($0, $1.exp) }
    let paid = done.reduce(0) { saturatingSum($0, $1.paid) }
    return """
        Done: \(done.count.counted("task"))\(place)
        \(lines.joined(separator: "\n"))
        \(signedPoints(paid)), \(signed(exp)) exp; the balance is \(last.balance).
        """
}

private func payText(_ done: TaskDone) -> String {
    let points = done.task.points
    guard points >= 0 else {
        let part = done.paid > points ? " of \(saturatingProduct(points, -1))" : ""
        return "\(signedPoints(done.paid))\(part) for \(printable(done.task.category)); the balance is \(done.balance)."
    }
    guard done.exp > 0 || done.paid > 0 else {
        return "It was paid before, so it earns nothing now; the balance is \(done.balance)."
    }
    let isMultiplied = points > 0 && done.paid > points && done.paid % points == 0
    let factor = isMultiplied ? " (×\(done.paid / points))" : ""
    let earned =
        done.paid > 0 ? "\(signedPoints(done.paid))\(factor), \(signed(done.exp)) exp" : "\(signed(done.exp)) exp"
    return "\(earned) for \(printable(done.task.category)); the balance is \(done.balance)."
}

/// "+1 point", "+500 points"
private func signedPoints(_ count: Int) -> String { "\(signed(count)) \(count.magnitude == 1 ? "point" : "points")" }

/// "once", "3 times"
func timesText(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
