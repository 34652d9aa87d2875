import GardenAPI
import TimeKit

/// Tasks and focus sessions as an iCalendar file (RFC 5545).
public enum ICalendar {
    /// Tasks as to-dos.
    public static func tasks(_ tasks: [TaskItem], zone: ZoneRules, now: Instant) -> String {
        calendar(tasks.map { todo($0, zone, stamp: now) })
    }

    /// Focus sessions as events.
    public static func sessions(_ sessions: [Session], now: Instant) -> String {
        calendar(sessions.map { event($0, stamp: now) })
    }

    /// The program that wrote a file, in each of them.
    static let program = ContentLine("PRODID", "-//Pocket Garden//gardenctl//EN")

    static func calendar(_ components: [[ContentLine]], properties: [ContentLine] = []) -> String {
        let head = [
            ContentLine("BEGIN", "VCALENDAR"), ContentLine("VERSION", "2.0"), program,
            ContentLine("CALSCALE", "GREGORIAN"),
        ]
        let lines = head + properties + components.joined() + [ContentLine("END", "VCALENDAR")]
        return lines.map(\.folded).joined()
    }

    static func todo(
        _ task: TaskItem, _ zone: ZoneRules, stamp: Instant, hasNote: Bool = true
    ) -> [ContentLine] {
        var lines = [
            ContentLine("BEGIN", "VTODO"), ContentLine("UID", "\(task.uid)@garden"),
            ContentLine("DTSTAMP", stamp.basicText),
            ContentLine("CREATED", task.createdAt.instant.basicText),
            ContentLine("LAST-MODIFIED", task.updatedAt.instant.basicText), ContentLine("SUMMARY", text: task.title),
        ]
        lines += dates(of: task, zone)
        if let priority = task.priority { lines.append(ContentLine("PRIORITY", "\(priority)")) }
        lines.append(ContentLine("CATEGORIES", texts: [task.category] + task.tags))
        if hasNote, let note = task.note { lines.append(ContentLine("DESCRIPTION", text: note)) }
        if let completedAt = task.completedAt {
            lines += [ContentLine("STATUS", "COMPLETED"), ContentLine("COMPLETED", completedAt.instant.basicText)]
        } else {
            lines.append(ContentLine("STATUS", "NEEDS-ACTION"))
        }
        return lines + [ContentLine("END", "VTODO")]
    }

    /// The dates and the repetition. A rule is one of the wall clock, so its dates are there, too, in the zone of the reader: in UTC
    /// they would move with summer time, and fall on other days.
    private static func dates(of task: TaskItem, _ zone: ZoneRules) -> [ContentLine] {
        let start = task.start ?? task.due
        let rule = start.flatMap { start in
            task.repeat.flatMap { SimpleRule.text($0, day: start.dayOfMonth) }
        }
        let isDay = (task.due ?? start)?.isDay ?? false
        let form: DateForm = isDay ? .day : rule != nil ? .wall : .utc
        let due = task.due.map { form.text($0, zone) }
        // DTSTART must be earlier than DUE (RFC 5545 §3.8.2.3), but a rule needs one, and readers take both at the same time.
        let begin = start.map { form.text($0, zone) }
        let isEarlier = begin.map { begin in due.map { begin < $0 } ?? true } ?? false
        var lines: [ContentLine] = []
        if let begin, isEarlier {
            lines.append(ContentLine(form.name("DTSTART"), begin))
        } else if rule != nil, let due {
            lines.append(ContentLine(form.name("DTSTART"), due))
        }
        if let due { lines.append(ContentLine(form.name("DUE"), due)) }
        if let rule {
            lines.append(ContentLine("RRULE", form.rule(rule, zone)))
        } else if let repetition = task.repeat {
            lines.append(ContentLine("X-GARDEN-REPEAT", text: repetition))
        }
        return lines
    }

    /// The due date of a task as an event, which blocks no time; empty for a task without one.
    static func dueDate(of task: TaskItem, _ zone: ZoneRules, hasNote: Bool) -> [ContentLine] {
        guard let due = task.due else { return [] }
        let rule = task.repeat.flatMap { SimpleRule.text($0, day: due.dayOfMonth) }
        let form: DateForm = due.isDay ? .day : rule != nil ? .wall : .utc
        var lines = [
            ContentLine("BEGIN", "VEVENT"), ContentLine("UID", "\(task.uid)@garden"),
            ContentLine("DTSTAMP", task.updatedAt.instant.basicText),
            ContentLine(form.name("DTSTART"), form.text(due, zone)),
        ]
        if let rule { lines.append(ContentLine("RRULE", form.rule(rule, zone))) }
        lines += [
            ContentLine("SUMMARY", text: task.title), ContentLine("CATEGORIES", texts: [task.category] + task.tags),
        ]
        if hasNote, let note = task.note { lines.append(ContentLine("DESCRIPTION", text: note)) }
        return lines + [ContentLine("TRANSP", "TRANSPARENT"), ContentLine("END", "VEVENT")]
    }

    static func event(_ session: Session, stamp: Instant, hasNote: Bool = true) -> [ContentLine] {
        let title = [session.category, session.taskTitle].compactMap(\.self).joined(separator: ": ")
        var lines = [
            ContentLine("BEGIN", "VEVENT"), ContentLine("UID", "\(session.uid)@garden"),
            ContentLine("DTSTAMP", stamp.basicText), ContentLine("DTSTART", session.start.instant.basicText),
            ContentLine("DTEND", session.end.instant.basicText), ContentLine("SUMMARY", text: title),
            ContentLine("CATEGORIES", texts: [session.category]),
        ]
        if hasNote, let note = session.note { lines.append(ContentLine("DESCRIPTION", text: note)) }
        // What is over blocks no time.
        return lines + [ContentLine("TRANSP", "TRANSPARENT"), ContentLine("END", "VEVENT")]
    }
}

/// How the dates of an entry are written: all in one form, as RFC 5545 asks.
private enum DateForm {
    case day, utc
    /// Without a zone.
    case wall

    func name(_ property: String) -> String { self == .day ? "\(property);VALUE=DATE" : property }

    func text(_ date: TaskDate, _ zone: ZoneRules) -> String {
        switch (self, date) {
        case (.day, .day(let day)): day.basicText
        case (.day, .instant(let instant)): String(instant.wallText.prefix(8))
        case (.utc, .day(let day)): zone.instant(of: day, secondsOfDay: 0).basicText
        case (.utc, .instant(let instant)): instant.instant.basicText
        case (.wall, .day(let day)): "\(day.basicText)T000000"
        case (.wall, .instant(let instant)): instant.wallText
        }
    }

    /// A rule with its end in the form of the dates.
    func rule(_ rule: String, _ zone: ZoneRules) -> String {
        rule.split(separator: ";").map { part in
            guard part.hasPrefix("UNTIL=") else { return String(part) }
            return "UNTIL=\(end(String(part.dropFirst(6)), zone))"
        }.joined(separator: ";")
    }

    /// - Parameter end: a day, or an instant in UTC.
    private func end(_ end: String, _ zone: ZoneRules) -> String {
        let wall = end.hasSuffix("Z") ? Self.instant(end).map { zone.timestamp($0).wallText } ?? end : end
        return switch self {
        case .day: String(wall.prefix(8))
        case .wall: wall.count > 8 ? wall : "\(wall)T235959"
        case .utc: end
        }
    }

    private static func instant(_ text: String) -> Instant? {
        let digits = text.filter(\.isNumber)
        guard digits.count == 14 else { return nil }
        func part(_ from: Int, _ count: Int) -> Substring { digits.dropFirst(from).prefix(count) }
        let date = "\(part(0, 4))-\(part(4, 2))-\(part(6, 2))T\(part(8, 2)):\(part(10, 2)):\(part(12, 2))Z"
        return Timestamp(date)?.instant
    }
}

extension TaskDate {
    fileprivate var isDay: Bool {
        guard case .day = self else { return false }
        return true
    }

    fileprivate var dayOfMonth: Int {
        switch self {
        case .instant(let instant): instant.day.day
        case .day(let day): day.day
        }
    }
}

extension Timestamp {
    /// The time on the wall in the basic form: `20261201T180000`.
    fileprivate var wallText: String { description.prefix(19).filter { $0 != "-" && $0 != ":" } }

    /// The day on the wall.
    fileprivate var day: CalendarDay {
        CalendarDay(String(description.prefix(10))) ?? CalendarDay(daysSinceEpoch: 0)
    }
}
