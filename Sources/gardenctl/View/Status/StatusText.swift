import GardenAPI
import TextKit

/// The status for people: the timer and today's sessions, the points and the rate, the tasks, and the gardens.
///
/// Whatever is not in use yet is left out: an untouched balance, tasks, gardens that have not grown.
///
/// - Parameter heading: the day that it is about, if that has ended.
func statusText(_ status: GardenStatus, heading: String? = nil, _ style: Style) -> String {
    let garden = status.currentGarden
    var paragraphs = [
        staleWarning(status.stale, style), heading, dayAheadHint(status.day, at: status.now),
        status.question.map { questionText($0, of: status.questions.count, style) },
        heading == nil
            ? "\(timerText(status.timer, color: garden?.color, now: status.now, style))\n\(todayText(status.today, style))"
            : todayText(status.today, isPast: true, style),
        status.drill.map { runningDrillText($0, now: status.now) },
        status.usesPoints ? purseText(status, style) : nil, tasksText(status, style),
    ].compactMap(\.self)
    let grown = status.gardens.filter { $0.exp > 0 }
    if !grown.isEmpty { paragraphs.append(gardensText(grown, style)) }
    return paragraphs.joined(by: "\n\n")
}

/// A warning that the shown state is old (RULES L4); `nil` if it is current.
func staleWarning(_ isStale: Bool, _ style: Style) -> String? {
    guard isStale else { return nil }
    return style.warning(
        "STALE: changes cannot be saved to disk; this is the last saved state. Find out why: gardenctl doctor")
}

/// An open question with the command that answers it, on one line if the terminal is wide enough:
/// `Idle for 15 min of focus. Keep it? gardenctl ack keep, discard or untilIdle`.
///
/// - Parameter count: of all open questions.
func questionText(_ question: Question, of count: Int, _ style: Style) -> String {
    let answers = question.answers.map(\.rawValue)
    let choice = [answers.dropLast().joined(separator: ", "), answers.last ?? ""].joined(separator: " or ")
    let more = count > 1 ? " (1 of \(count))" : ""
    let seconds = question.seconds < 60 ? question.seconds : question.seconds / 60 * 60
    let asked =
        switch question.kind {
        case .locked: "Locked for \(length(seconds)) of focus\(more). Keep it?"
        case .idle: "Idle for \(length(seconds)) of focus\(more). Keep it?"
        case .unattended:
            "\(question.sessions.count.counted("session")) without a sign of you, from \(question.since.dateAndClock) on\(more). "
                + "Keep them?"
        case .open:
            "No sign of you for \(length(seconds)), since \(question.since.dateAndClock)\(more). Keep the time?"
        }
    let command = "gardenctl ack \(choice)"
    let isNarrow = style.columns.map { asked.columns + 1 + command.columns > $0 } ?? false
    return "\(style.bold(asked))\(isNarrow ? "\n  " : " ")\(command)"
}

/// Today's focus sessions: `Today: 2 sessions · 50 min`.
///
/// - Parameter isPast: whether the day has ended.
func todayText(_ today: FocusToday, isPast: Bool = false, _ style: Style) -> String {
    guard today.sessions > 0 || today.minutes > 0 else {
        return style.dim(isPast ? "No focus session" : "Today: no focus session yet")
    }
    let goal = today.goalMinutes > 0 ? " of \(today.goalMinutes)" : ""
    let day = isPast ? "" : "Today: "
    let sessions = today.sessions > 0 ? "\(today.sessions.counted("session")) · " : ""
    return "\(day)\(sessions)\(style.bold("\(today.minutes)\(goal) min"))"
}

/// The balance, the rate and its days left: `1250 points · rate ×1.5 · 2 days left`.
private func purseText(_ status: GardenStatus, _ style: Style) -> String {
    let rate = status.rate
    var parts = [style.bold(points(status.points.balance)), "rate \(times(rate.rate))"]
    if rate.tier > 0 { parts.append(daysLeft(rate.daysLeft)) }
    if !rate.applied { parts.append("not applied") }
    if status.points.multiplier > 1 { parts.append("tasks pay ×\(status.points.multiplier)") }
    return parts.joined(by: " · ")
}

/// The open tasks in numbers and the next reminder; `nil` without open tasks.
private func tasksText(_ status: GardenStatus, _ style: Style) -> String? {
    guard status.tasks.open > 0 else { return nil }
    var lines = [countsText(status.tasks, style)]
    if let next = status.tasks.next {
        let at = next.at.date == status.now.date ? next.at.clock : TaskDate.instant(next.at).fullText(nil)
        let reminder = "next reminder \(at)  "
        lines.append(
            "\(reminder)\(printable(next.title).cut(to: style.columns.map { max(20, $0 - reminder.columns) }))")
    }
    return lines.joined(by: "\n")
}

/// The garden on one line for scripts, in fields with tabs between: phase, category, time left, session, and a word for each
/// problem. A field without a value is empty. A missing daemon is the phase `away`.
func statusLine(_ snapshot: StatusSnapshot) -> String {
    let value = { snapshot.value(of: $0) }
    let problems = [value(.paused), value(.stale)].filter { !$0.isEmpty }.joined(by: " ")
    return [value(.phase), value(.category), value(.remaining), value(.session), problems].joined(by: "\t")
}

extension GardenStatus {
    /// The garden that the running phase belongs to; `nil` when stopped.
    var currentGarden: Garden? {
        guard let category = timer.category else { return nil }
        return gardens.first { $0.category == category }
    }
}
