import TimeKit

/// Writing a rule.
extension RecurrenceRule: CustomStringConvertible {
    /// The canonical text, without `RRULE:`: parts in the order of ``Part``, lists sorted, INTERVAL=1 and WKST=MO left
    /// out.
    public var description: String {
        Part.allCases.compactMap { part in value(of: part).map { "\(part.rawValue)=\($0)" } }.joined(separator: ";")
    }

    /// The value of a part; `nil` if the rule does not have it.
    private func value(of part: Part) -> String? {
        switch part {
        case .calendar: skip == .omit ? nil : Self.calendar
        case .frequency: frequency.rawValue
        case .interval: interval == 1 ? nil : "\(interval)"
        case .count: end?.countText
        case .until: end?.untilText
        case .months: list(months)
        case .weekNumbers: list(weekNumbers)
        case .yearDays: list(yearDays)
        case .monthDays: list(monthDays)
        case .weekdays: list(weekdays)
        case .hours: list(hours)
        case .minutes: list(minutes)
        case .seconds: nil
        case .positions: list(positions)
        case .weekStart: weekStart == .monday ? nil : weekStart.name
        case .skip: skip == .omit ? nil : skip.rawValue
        }
    }

    /// The only calendar: the value of RSCALE.
    static let calendar = "GREGORIAN"

    private func list(_ values: [some CustomStringConvertible]) -> String? {
        values.isEmpty ? nil : values.map(\.description).joined(separator: ",")
    }
}

extension RecurrenceRule.Weekday {
    /// `MO` … `SU`.
    var name: String {
        switch self {
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        case .sunday: "SU"
        }
    }
}

extension RecurrenceRule.WeekdayEntry: CustomStringConvertible {
    /// `MO`, `1MO`, `-1FR`.
    public var description: String { "\(ordinal.map(String.init) ?? "")\(weekday.name)" }
}

extension RecurrenceRule.End {
    fileprivate var countText: String? {
        if case .count(let count) = self { "\(count)" } else { nil }
    }

    /// The value of UNTIL; `nil` for COUNT.
    var untilText: String? {
        switch self {
        case .count: nil
        case .untilDay(let day): Self.digits(day)
        case .untilTime(let time, let seconds):
            Self.digits(time.day) + "T" + Self.digits(secondsOfDay: time.minuteOfDay * 60 + seconds)
        case .untilInstant(let instant):
            Self.utcText(ZoneRules.utc.wallTime(at: instant))
        }
    }

    private static func utcText(_ wall: (day: CalendarDay, secondsOfDay: Int)) -> String {
        digits(wall.day) + "T" + digits(secondsOfDay: wall.secondsOfDay) + "Z"
    }

    private static func digits(_ day: CalendarDay) -> String { day.description.filter { $0 != "-" } }

    private static func digits(secondsOfDay: Int) -> String {
        var bytes: [UInt8] = []
        for part in [secondsOfDay / 3600, secondsOfDay / 60 % 60, secondsOfDay % 60] {
            bytes.appendDigits(UInt(part), width: 2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
