import GardenAPI
import TextKit
import TimeKit

/// The sessions by logical day, the first one first: id, times, minutes, category, then task, note and how they ended.
///
/// - Parameters:
///   - commandForMore: shows the earlier sessions; `nil` if there are none.
///   - today: `nil` if it is not known.
func sessionListText(
    _ page: SessionPage, commandForMore: String?, today: CalendarDay? = nil, _ style: Style
) -> String {
    var paragraphs: [String] = []
    if page.sessions.isEmpty {
        paragraphs.append(
            "No sessions on these days. To see earlier ones: gardenctl session list --from \"last month\"; to add one: "
                + "gardenctl session add 9:00-9:25 Reading")
    } else {
        var table = TextTable([.number, .text, .number, .flexible])
        var day: CalendarDay?
        // By their days: one that was paused for days began before others of the day before.
        for session in page.sessions.reversed().sorted(by: { $0.day < $1.day }) {
            if session.day != day { table.append(heading: dayHeading(session.day, today: today)) }
            day = session.day
            table.append(
                [
                    style.dim("\(session.id)"), dayOfStart(session) + times(session), length(session.seconds),
                    printable(session.category),
                ], remark: style.dim(remark(session)))
        }
        paragraphs.append(table.text(style))
        let counted = page.sessions.filter { $0.outcome == .completed }
        let partial = page.sessions.filter { $0.outcome == .partial }
        let seconds = (counted + partial).reduce(0) { $0 + $1.seconds }
        if !(counted + partial).isEmpty {
            let parts = [(counted.count, "session"), (partial.count, "partial session")].filter { $0.0 > 0 }
            let sessions = parts.map { $0.0.counted($0.1) }.joined(separator: " and ")
            paragraphs.append("\(length(seconds)) in \(sessions)")
        }
    }
    if let commandForMore { paragraphs.append("Earlier sessions: \(commandForMore)") }
    return paragraphs.joined(separator: "\n\n")
}

extension Session {
    /// Whether its minutes count.
    var hasMinutes: Bool { outcome == .completed || outcome == .partial }
}

/// The day on which a session began that is listed under another one, because it was paused for days: `Fri `.
private func dayOfStart(_ session: Session) -> String {
    guard let began = session.start.date else { return "" }
    let days = session.day.daysSinceEpoch - began.daysSinceEpoch
    // The first hours after midnight are of the day before.
    guard !(-1...0).contains(days) else { return "" }
    return "\((-6...6).contains(days) ? began.shortWeekdayName : began.description) "
}

/// `09:00–10:25`; of more than twelve hours, which a mistyped end gives, with the day of the end: `10:00–Mon 09:00`. The offsets are
/// shown if they are of another time zone, or if a clock was set between them: `02:40 +02:00–02:10 +01:00`.
private func times(_ session: Session) -> String {
    let (start, end) = (session.start, session.end)
    guard session.elsewhere == true || start.offsetSeconds != end.offsetSeconds else { return clocks(start, end) }
    return start.offsetSeconds == end.offsetSeconds
        ? "\(clocks(start, end)) \(start.offsetText)" : clocks(start, end, start.offsetText, end.offsetText)
}

private func clocks(
    _ start: Timestamp, _ end: Timestamp, _ offsetOfStart: String? = nil, _ offsetOfEnd: String? = nil
) -> String {
    let (from, to) = (offsetOfStart.map { " \($0)" } ?? "", offsetOfEnd.map { " \($0)" } ?? "")
    return "\(start.clock)\(from)–\(clock(end, after: start))\(to)"
}

/// The clock at the end of a time, with the day if it is long after the beginning.
private func clock(_ end: Timestamp, after start: Timestamp) -> String {
    let isLong = Instant.milliseconds(from: start.instant, to: end.instant) > 12 * 3_600_000
    let day = isLong ? end.date.map { "\($0.shortWeekdayName) " } ?? "" : ""
    return "\(day)\(end.clock)"
}

/// `+5 exp, +50 points`
func earnedText(_ session: Session) -> String {
    "+\(session.exp) exp\(session.points > 0 ? ", +\(session.points.counted("point"))" : "")"
}

private func remark(_ session: Session) -> String {
    var parts: [String] = []
    if session.outcome != .completed { parts.append(session.outcome.rawValue) }
    if session.unattended { parts.append("no sign of you") }
    if session.source != .timer { parts.append(session.source == .manual ? "added" : "imported") }
    if let title = session.taskTitle { parts.append(printable(title)) }
    if let note = session.note { parts.append(printable(note)) }
    return parts.joined(separator: " · ")
}

/// `Tue 2026-03-10 09:00–10:25`
func dateAndTimes(_ session: Session) -> String {
    let date = session.start.date
    return [date?.shortWeekdayName, date?.description, times(session)].compactMap(\.self).joined(separator: " ")
}

/// `12  Tue 2026-03-10 09:00–10:25  1 h 25 min  Thesis`
func sessionLine(_ session: Session, _ style: Style) -> String {
    let parts = [
        style.dim("\(session.id)"), dateAndTimes(session),
        length(session.seconds), printable(session.category),
    ]
    let more = remark(session)
    return (parts + (more.isEmpty ? [] : [style.dim(more)])).joined(separator: "  ")
}

/// Everything about a session.
func sessionText(_ session: Session, _ style: Style) -> String {
    var rows: [(String, String)] = [
        ("Category", printable(session.category)),
        ("Time", "\(session.start.description.prefix(10)) \(times(session))"),
        ("Focus", length(session.seconds)),
        ("Day", "\(session.day.weekdayName), \(session.day)"),
        ("Ended", session.outcome.rawValue),
        (
            "Recorded",
            session.source == .timer ? "by the timer" : session.source == .manual ? "afterwards" : "by an import"
        ),
        ("Earned", "\(session.exp) exp, \(session.points.counted("point"))"),
    ]
    if let title = session.taskTitle {
        rows.append(("Task", "\(printable(title))\(session.taskId.map { " (\($0))" } ?? "")"))
    }
    if let note = session.note { rows.append(("Note", printable(note))) }
    if !session.pauses.isEmpty {
        let isClockSet = session.start.offsetSeconds != session.end.offsetSeconds
        let pauses = session.pauses.map { pause in
            let (start, end) = (pause.start.offsetText, pause.end.offsetText)
            return clocks(pause.start, pause.end, isClockSet ? start : nil, isClockSet ? end : nil)
        }
        rows.append(("Pauses", pauses.joined(separator: ", ")))
    }
    if session.unattended { rows.append(("", "It began by itself, and there was no sign of you until its end.")) }
    var table = TextTable([.text, .flexible])
    for (name, value) in rows { table.append([style.dim(name), value]) }
    return "\(style.bold("Session \(session.id)"))\n\n\(table.text(style))"
}
