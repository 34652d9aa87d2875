import GardenAPI
import TimeKit

/// Tasks and focus sessions as an iCalendar file (RFC 5545).
public enum ICalendar {
    /// Tasks as to-dos.
    public static func tasks(_ tasks: [TaskItem], zone: ZoneRules, now: Instant) -> String {
        calendar(tasks.map { todo($0, zone, now) })
    }

    /// Focus sessions as events.
    public static func sessions(_ sessions: [Session], now: Instant) -> String {
        calendar(sessions.map { event($0, now) })
    }

    private static func calendar(_ components: [[ContentLine]]) -> String {
        let head = [
            ContentLine("BEGIN", "VCALENDAR"), ContentLine("VERSION", "2.0"),
            ContentLine("PRODID", "-//Pocket Garden//gardenctl//EN"), ContentLine("CALSCALE", "GREGORIAN"),
        ]
        let lines = head + components.joined() + [ContentLine("END", "VCALENDAR")]
        return lines.map(\.folded).joined()
    }

    private static func todo(_ task: TaskItem, _ zone: ZoneRules, _ now: Instant) -> [ContentLine] {
        var lines = [
            ContentLine("BEGIN", "VTODO"), ContentLine("UID", "\(task.uid)@garden"),
            ContentLine("DTSTAMP", now.basicText),
            ContentLine("CREATED", task.createdAt.instant.basicText),
            ContentLine("LAST-MODIFIED", task.updatedAt.instant.basicText), ContentLine("SUMMARY", text: task.title),
        ]
        // A repetition needs a start, and both dates must be of one kind.
        let start = task.start ?? (task.repeat == nil ? nil : task.due)
        if let start { lines.append(date("DTSTART", start, like: task.due, zone)) }
        if let due = task.due { lines.append(date("DUE", due, like: due, zone)) }
        if let repetition = task.repeat, let start {
            let rule = SimpleRule.text(repetition, day: start.dayOfMonth)
            lines.append(rule.map { ContentLine("RRULE", $0) } ?? ContentLine("X-GARDEN-REPEAT", text: repetition))
        }
        if let priority = task.priority { lines.append(ContentLine("PRIORITY", "\(priority)")) }
        lines.append(ContentLine("CATEGORIES", texts: [task.category] + task.tags))
        if let note = task.note { lines.append(ContentLine("DESCRIPTION", text: note)) }
        if let completedAt = task.completedAt {
            lines += [ContentLine("STATUS", "COMPLETED"), ContentLine("COMPLETED", completedAt.instant.basicText)]
        } else {
            lines.append(ContentLine("STATUS", "NEEDS-ACTION"))
        }
        return lines + [ContentLine("END", "VTODO")]
    }

    private static func event(_ session: Session, _ now: Instant) -> [ContentLine] {
        let title = [session.category, session.taskTitle].compactMap(\.self).joined(separator: ": ")
        var lines = [
            ContentLine("BEGIN", "VEVENT"), ContentLine("UID", "\(session.uid)@garden"),
            ContentLine("DTSTAMP", now.basicText), ContentLine("DTSTART", session.start.instant.basicText),
            ContentLine("DTEND", session.end.instant.basicText), ContentLine("SUMMARY", text: title),
            ContentLine("CATEGORIES", texts: [session.category]),
        ]
        if let note = session.note { lines.append(ContentLine("DESCRIPTION", text: note)) }
        // What is over blocks no time.
        return lines + [ContentLine("TRANSP", "TRANSPARENT"), ContentLine("END", "VEVENT")]
    }

    private static func date(_ name: String, _ date: TaskDate, like other: TaskDate?, _ zone: ZoneRules) -> ContentLine
    {
        switch (date, other) {
        case (.instant(let instant), .day?): ContentLine("\(name);VALUE=DATE", instant.day.basicText)
        case (.instant(let instant), _): ContentLine(name, instant.instant.basicText)
        case (.day(let day), .instant?): ContentLine(name, zone.instant(of: day, secondsOfDay: 0).basicText)
        case (.day(let day), _): ContentLine("\(name);VALUE=DATE", day.basicText)
        }
    }
}

extension TaskDate {
    fileprivate var dayOfMonth: Int {
        switch self {
        case .instant(let instant): instant.day.day
        case .day(let day): day.day
        }
    }
}

extension Timestamp {
    /// The day on the wall.
    fileprivate var day: CalendarDay {
        CalendarDay(String(description.prefix(10))) ?? CalendarDay(daysSinceEpoch: 0)
    }
}
