import GardenAPI
import TextKit
import TimeKit

extension Present {
    /// The logical day of an instant: before the hour at which days start, it is still the day before.
    fileprivate func day(of instant: Timestamp) -> CalendarDay? {
        if today.startsAt.instant <= instant.instant, instant.instant < today.endsAt.instant { return today.day }
        return instant.date.map { instant.clock < today.endsAt.clock ? $0.advanced(by: -1) : $0 }
    }
}

extension TaskDate {
    /// The date in full, with its distance if the present is known: `Mon 2026-11-23 18:00 (in 2 days)`.
    func fullText(_ present: Present?) -> String {
        let text =
            switch self {
            case .day(let day): "\(day.shortWeekdayName) \(day)"
            case .instant(let instant):
                [instant.date?.shortWeekdayName, instant.dateAndClock].compactMap(\.self).joined(separator: " ")
            }
        return present.map { "\(text) (\(distance(from: $0)))" } ?? text
    }

    /// The date for a table, as short as people say it: `today 18:00`, `Thu`, `2026-12-24`.
    func shortText(_ present: Present?) -> String {
        switch self {
        case .day(let day): return present.flatMap { day.shortText(from: $0.today.day) } ?? day.description
        case .instant(let instant):
            // As in a phrase, a word names a logical day, and a written date one of the calendar (RULES T9).
            let day = present.flatMap { $0.day(of: instant)?.shortText(from: $0.today.day) }
            return "\(day ?? String(instant.description.prefix(10))) \(instant.clock)"
        }
    }

    /// The date on the calendar.
    var date: CalendarDay? {
        switch self {
        case .day(let day): day
        case .instant(let instant): instant.date
        }
    }

    /// Whether it is earlier than another date of its kind.
    func isBefore(_ other: TaskDate?) -> Bool {
        switch (self, other) {
        case (.day(let day), .day(let other)?): day < other
        case (.instant(let instant), .instant(let other)?): instant.instant < other.instant
        default: false
        }
    }

    /// Whether a task due at this date is overdue: an instant has come, a day has ended.
    func isOverdue(_ present: Present) -> Bool {
        switch self {
        case .day(let day): day < present.today.day
        case .instant(let instant): instant.instant <= present.now.instant
        }
    }

    /// Whether the date has not come: a day comes at its beginning.
    func isAhead(_ present: Present) -> Bool {
        switch self {
        case .day(let day): day > present.today.day
        case .instant(let instant): instant.instant > present.now.instant
        }
    }

    /// Whether it is later than another date; a day and a time on it are not compared.
    func isAfter(_ other: TaskDate) -> Bool {
        if case (.instant(let own), .instant(let other)) = (self, other) { return own.instant > other.instant }
        guard let own = date, let other = other.date else { return false }
        return own > other
    }

    /// Whether a task due at this date is due later on the current logical day.
    func isDueToday(_ present: Present) -> Bool {
        guard !isOverdue(present) else { return false }
        return switch self {
        case .day(let day): day == present.today.day
        case .instant(let instant): instant.instant <= present.today.endsAt.instant
        }
    }

    /// How long a task due at this date has been overdue: `3 h`, `2 days`.
    func overdueText(_ present: Present) -> String {
        switch self {
        case .day(let day): return (present.today.day.daysSinceEpoch - day.daysSinceEpoch).counted("day")
        case .instant(let instant):
            let minutes = instant.minutes(from: present.now).magnitude
            if minutes < 60 { return "\(minutes) min" }
            return minutes < 24 * 60 ? "\(minutes / 60) h" : Int(minutes / (24 * 60)).counted("day")
        }
    }

    /// `in 25 min`, `in 3 h 20 min`, `tomorrow`, `2 days ago`
    private func distance(from present: Present) -> String {
        switch self {
        case .day(let day): return day.distance(from: present.today.day)
        case .instant(let instant):
            let minutes = instant.minutes(from: present.now)
            // A word names a logical day here, too: at 01:00, "tomorrow" is the day that has begun on the calendar.
            if minutes.magnitude >= 24 * 60, let day = present.day(of: instant) {
                return day.distance(from: present.today.day)
            }
            guard minutes != 0 else { return "now" }
            let text = length(Int(minutes.magnitude) * 60)
            return minutes > 0 ? "in \(text)" : "\(text) ago"
        }
    }
}

extension Timestamp {
    /// The whole minutes since another instant; negative before it.
    fileprivate func minutes(from other: Timestamp) -> Int {
        (instant.milliseconds - other.instant.milliseconds) / 60_000
    }
}

extension CalendarDay {
    /// `Mon`
    var shortWeekdayName: String { String(weekdayName.prefix(3)) }

    /// A near day by its name; `nil` for one that needs its date.
    fileprivate func shortText(from today: CalendarDay) -> String? {
        switch daysSinceEpoch - today.daysSinceEpoch {
        case -1: "yesterday"
        case 0: "today"
        case 1: "tomorrow"
        case 2...6: shortWeekdayName
        default: nil
        }
    }

    fileprivate func distance(from today: CalendarDay) -> String {
        let days = daysSinceEpoch - today.daysSinceEpoch
        switch days {
        case -1: return "yesterday"
        case 0: return "today"
        case 1: return "tomorrow"
        default: return days > 0 ? "in \(days) days" : "\(-days) days ago"
        }
    }
}
