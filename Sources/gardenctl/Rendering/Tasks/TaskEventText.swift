import GardenAPI
import TimeKit

/// A short summary of an event about tasks. On a terminal, long titles and notes are cut.
func taskSummary(_ event: EventMessage, _ style: Style) -> String {
    let data = event.data
    let title = data.word("title")?.cut(to: style.columns.map { _ in 60 })
    switch event.type {
    case "task.edited": return phrase(title, changesSummary(data, style))
    case "task.moved": return phrase(title, data.word("category"), data.number("position").map { "to position \($0)" })
    case "task.completed":
        return phrase(
            title, data.date("completed"), payment(data), data["skipped"]?.number("count").map { "\($0) skipped" },
            next(data))
    case "task.reopened": return phrase(title, data.date("completed"))
    case "task.skipped": return phrase(title, data.date("completed"), next(data))
    case "task.reminded":
        let missed = data.number("missed").flatMap { $0 > 0 ? $0 : nil }
        return phrase(
            title, data.date("dueAt"), missed.map { "missed \($0)×" }, data.date("since").map { "since \($0)" })
    case "task.remindersMissed":
        return phrase(title, data.number("missed").map { "missed \($0)×" }, data.date("since").map { "since \($0)" })
    case "task.snoozed": return phrase(title, data.date("snoozedUntil").map { "until \($0)" })
    case "task.allMoved": return phrase(count(data), change(from: data.word("from"), to: data.word("to")))
    case "task.rescheduled": return phrase(count(data))
    default:
        return phrase(
            title, data.word("category"), data.date("due").map { "due \($0)" },
            data.date("remind").map { "reminder \($0)" }, data.word("repeat"))
    }
}

private func count(_ data: JSON) -> String? { data["ids"]?.arrayValue?.count.counted("task") }

private func next(_ data: JSON) -> String? {
    data["completedAt"]?.stringValue == nil ? data.date("occurrence").map { "next \($0)" } : nil
}

private func payment(_ data: JSON) -> String? {
    guard let paid = data.number("paid"), let exp = data.number("exp") else { return nil }
    return exp > 0 ? phrase(paid > 0 ? signed(paid) : nil, "\(signed(exp)) exp") : "paid before"
}

/// `due 2026-11-21 → 2026-11-22` of each field that changed.
private func changesSummary(_ data: JSON, _ style: Style) -> String? {
    // `before` contains only the values that changed.
    guard case .object(let before)? = data["before"] else { return nil }
    let implied = ["updatedAt", "categoryId", "categoryUid", "position"]
    let changes = before.members.filter { !implied.contains($0.name) }.map { member in
        let (old, new) = (fieldText(member.value, style), fieldText(data[member.name] ?? .null, style))
        return "\(printable(member.name)) \(old) → \(new)"
    }
    return changes.joined(separator: "; ")
}

private func fieldText(_ value: JSON, _ style: Style) -> String {
    guard value != .null else { return "none" }
    guard let text = value.stringValue else { return value.text }
    return (Timestamp(text).map(\.dateAndClock) ?? printable(text)).cut(to: style.columns.map { _ in 40 })
}

extension JSON {
    /// A date: `2026-11-21`, `2026-11-21 09:25`; `nil` if there is none.
    fileprivate func date(_ name: String) -> String? {
        self[name]?.stringValue.map { text in Timestamp(text).map(\.dateAndClock) ?? printable(text) }
    }
}
