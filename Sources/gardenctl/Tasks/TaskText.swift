import GardenAPI
import TextKit
import TimeKit

/// A task with all its facts.
///
/// - Parameter occurrences: the next occurrences of a repeating task, from the open one on.
func taskText(_ task: TaskItem, occurrences: [TaskDate] = [], _ present: Present?, _ style: Style) -> String {
    var rows = dateRows(task, present)
    if occurrences.count > 1 {
        rows.append(("next", occurrences.dropFirst().map { $0.fullText(nil) }.joined(separator: " · ")))
    }
    if task.standing { rows.append(("standing", "stays open when you complete it")) }
    if let priority = task.priority { rows.append(("priority", "\(priority)")) }
    if !task.tags.isEmpty { rows.append(("tags", tagsText(task))) }
    rows.append(("points", task.points < 0 ? signed(task.points) : "\(task.points)"))
    if task.estimate != nil || task.focuses > 0 { rows.append(("focuses", focusesText(task))) }
    if task.doneCount > 0 { rows.append(("done", timesText(task.doneCount))) }
    if let completedAt = task.completedAt {
        rows.append(("completed", TaskDate.instant(completedAt).fullText(present)))
    }
    rows.append(("added", TaskDate.instant(task.createdAt).fullText(present)))
    let title = printable(task.title).wrapped(to: style.columns).map(style.bold)
    // A completed task keeps no position.
    let position = task.completedAt == nil ? " · position \(task.position)" : ""
    let place = "\(task.id) · \(printable(task.category))\(position)"
    let note = task.note.map { ["", noteText($0, style)] } ?? []
    let leftOut = leftOutText(task).map { [style.hanging("  ", $0)] } ?? []
    return (title + [table([("task", place)] + rows, style)] + leftOut + note).joined(separator: "\n")
}

/// A task after a change, with its dates in full, which show how the phrases were understood.
///
/// - Parameter isReminderNew: whether the reminder was set now: one that is past then does not ring.
func taskText(
    _ verb: String, _ task: TaskItem, isReminderNew: Bool = true, _ present: Present?, _ style: Style
) -> String {
    var rows = dateRows(task, present)
    var facts: [String] = []
    if task.standing { facts.append("standing") }
    if let priority = task.priority { facts.append("priority \(priority)") }
    if let pay = payText(task) { facts.append(pay) }
    if let estimate = task.estimate { facts.append("estimate \(estimate)") }
    if !task.tags.isEmpty { facts.append(tagsText(task)) }
    if !facts.isEmpty { rows.append(("", facts.joined(separator: " · "))) }
    if let note = task.note { rows.append(("note", printable(note).cut(to: style.columns.map { $0 - 14 }))) }
    var lines = [headline(verb, task, style)] + (rows.isEmpty ? [] : [table(rows, style)])
    if let start = task.start, let due = task.due, start.isAfter(due) {
        lines.append(style.hanging("  ", "It starts after it is due."))
    }
    if isReminderNew, let late = lateReminderText(task) { lines.append(style.hanging("  ", late)) }
    if let leftOut = leftOutText(task) { lines.append(style.hanging("  ", leftOut)) }
    return lines.joined(separator: "\n")
}

/// "30 points", "takes 30 points"; `nil` for none.
private func payText(_ task: TaskItem) -> String? {
    guard task.points >= 0 else { return "takes \(points(saturatingProduct(task.points, -1)))" }
    return task.points > 0 ? points(task.points) : nil
}

/// Which months the rule of a task leaves out, and how to keep their last days (RULES T5).
private func leftOutText(_ task: TaskItem) -> String? {
    guard let rule = task.repeat, let date = task.occurrence?.date,
        let (text, instead) = monthsLeftOut(byRule: rule, month: date.month, day: date.day)
    else { return nil }
    let advice = instead.map { " To keep the last day instead: gardenctl task edit \(task.id) --repeat \($0)" } ?? ""
    return "It skips \(text).\(advice)"
}

/// That a reminder before the due date does not ring, because it is past.
func lateReminderText(_ task: TaskItem) -> String? {
    guard let distance = task.remindBefore, task.remind == nil, task.snoozedUntil == nil else { return nil }
    return "It will not ring \(distanceText(distance)): that is past."
}

/// How long before the due date a reminder is: `10 min before`, `1 day before at 18:00`.
private func distanceText(_ distance: RemindBefore) -> String {
    guard let days = distance.days else {
        let minutes = distance.minutes ?? 0
        return minutes == 0 ? "at the due time" : "\(length(saturatingProduct(minutes, 60))) before"
    }
    let text = days == 0 ? "on the due day" : "\(days) \(days == 1 ? "day" : "days") before"
    return distance.time.map { "\(text) at \(printable($0))" } ?? text
}

/// `Added Write report (id 12, Reading)`, in which the title is cut to the width.
func headline(_ verb: String, _ task: TaskItem, position: Bool = false, _ style: Style) -> String {
    let place = position ? ", position \(task.position)" : ""
    let facts = "(id \(task.id), \(printable(task.category))\(place))"
    return "\(verb) \(style.bold(titleText(task, beside: "\(verb)  \(facts)", style))) \(facts)"
}

/// The title, cut so that it fits into a line with another text, but not below a readable length.
func titleText(_ task: TaskItem, beside text: String = "", _ style: Style) -> String {
    let leastColumns = 20
    return printable(task.title).cut(to: style.columns.map { max(leastColumns, $0 - text.columns) })
}

/// The proposed task with the commands for it, or why there is none.
func proposalText(_ task: TaskItem?, _ present: Present?, _ style: Style) -> String {
    guard let task else { return "Nothing to do: no task is open. Add one: gardenctl task add TITLE" }
    return """
        \(taskText(task, present, style))

        To focus on it: gardenctl start-focus -t \(task.id)
        """
}

/// `2 of 4, 50 min`
private func focusesText(_ task: TaskItem) -> String {
    let count = task.estimate.map { "\(task.focuses) of \($0)" } ?? "\(task.focuses)"
    return task.minutes > 0 ? "\(count), \(length(saturatingProduct(task.minutes, 60)))" : count
}

/// The dates and the repetition of a task.
private func dateRows(_ task: TaskItem, _ present: Present?) -> [(name: String, value: String)] {
    var rows: [(String, String)] = []
    func add(_ name: String, _ date: TaskDate?) {
        if let date { rows.append((name, date.fullText(present))) }
    }
    add("start", task.start)
    add("end", task.end)
    if let due = task.due {
        let isOverdue = task.completedAt == nil && present.map(due.isOverdue) == true
        rows.append(("due", due.fullText(present) + (isOverdue ? ", overdue" : "")))
    }
    let distance = task.remindBefore.map(distanceText)
    if let remind = task.remind.map(TaskDate.instant) {
        rows.append(("reminder", [remind.fullText(present), distance].compactMap(\.self).joined(separator: ", ")))
    } else if let distance {
        rows.append(("reminder", distance))
    }
    add("snoozed", task.snoozedUntil.map(TaskDate.instant))
    if let rule = task.repeat {
        // The words of RFC 7529 are for programs.
        let isOfWords = rule.hasPrefix("RSCALE=")
        let text = repetitionText(ofRule: rule).map { isOfWords ? $0 : "\($0) (\(printable(rule)))" }
        rows.append(("repeat", text ?? printable(rule)))
    }
    if let target = task.target {
        let inForce = "\(target.count) \(target.count == 1 ? "time" : "times") a \(target.per.rawValue)"
        let later = task.repeat == inForce ? "" : "; the new number counts from the next \(target.per.rawValue) on"
        rows.append(("this \(target.per.rawValue)", "\(target.done) of \(target.count)\(later)"))
    }
    // Without a due date the anchor is the reminder, and the next reminder can be that of a later occurrence.
    if task.occurrence != task.due, task.occurrence != task.remind.map(TaskDate.instant) {
        add("occurrence", task.occurrence)
    }
    return rows
}

/// Names and values in two columns, the values wrapped.
private func table(_ rows: [(name: String, value: String)], _ style: Style) -> String {
    let nameColumns = 10
    let indentation = String(repeating: " ", count: 2 + nameColumns + 2)
    return rows.map { row in
        let lines = row.value.wrapped(to: style.columns.map { max(1, $0 - indentation.columns) })
        return "  \(style.dim(row.name.padded(to: nameColumns)))  \(lines.joined(separator: "\n\(indentation)"))"
    }.joined(separator: "\n")
}

/// A note with its lines and their indentation.
private func noteText(_ note: String, _ style: Style) -> String {
    note.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let blanks = line.prefix { $0 == " " || $0 == "\t" }.map { $0 == "\t" ? "    " : " " }.joined()
        let indentation = "  \(blanks)".beginning(of: (style.columns ?? 80) / 2)
        let lines = printable(String(line)).wrapped(to: style.columns.map { max(1, $0 - String(indentation).columns) })
        return lines.map { $0.isEmpty ? "" : indentation + $0 }.joined(separator: "\n")
    }.joined(separator: "\n")
}
