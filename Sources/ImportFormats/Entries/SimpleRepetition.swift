import TimeKit

/// A repetition that is a unit and an interval, as most programs write it: `2weeks`, `P1M`, `biweekly`.
struct SimpleRepetition: Equatable {
    enum Unit: Equatable { case hour, day, weekday, week, month, year }

    let interval: Int
    let unit: Unit

    /// The largest interval that the garden has for a repetition in words.
    private static let intervals = 1...366
    /// A garden has no repetition with more than a hundred years between two dates.
    private static let mostMonths = 1200

    private static let units: [(unit: Unit, interval: Int, names: Set<String>)] = [
        (.hour, 1, ["h", "hr", "hrs", "hour", "hours"]),
        (.day, 1, ["d", "day", "days", "daily"]),
        (.weekday, 1, ["b", "weekdays"]),
        (.week, 1, ["w", "wk", "wks", "week", "weeks", "weekly", "sennight"]),
        (.week, 2, ["fortnight", "biweekly"]),
        // Of a repetition, `m` is never a minute.
        (.month, 1, ["m", "mo", "mos", "mth", "mths", "mnths", "month", "months", "monthly"]),
        (.month, 2, ["bimonthly"]),
        (.month, 3, ["q", "qtr", "qtrs", "qrtr", "qrtrs", "quarter", "quarters", "quarterly"]),
        (.month, 6, ["semiannual"]),
        (.year, 1, ["y", "yr", "yrs", "year", "years", "yearly", "annual"]),
        (.year, 2, ["biannual", "biyearly"]),
    ]

    private static let isoUnits: [String: Unit] = [
        "PTH": .hour, "PD": .day, "PW": .week, "PM": .month, "PY": .year,
    ]

    init?(_ text: some StringProtocol) {
        let isISO = text.hasPrefix("P")
        let digits = text.drop { isISO && ($0 == "P" || $0 == "T") }.prefix { ("0"..."9").contains($0) }
        guard let count = digits.isEmpty && !isISO ? 1 : Int(digits) else { return nil }
        let name = (String(text[..<digits.startIndex]) + text[digits.endIndex...]).filter { $0 != " " }
        let found: (unit: Unit, interval: Int)?
        if isISO {
            found = Self.isoUnits[name].map { ($0, 1) }
        } else {
            found = Self.units.first { $0.names.contains(name.lowercased()) }.map { ($0.unit, $0.interval) }
        }
        guard let found, Self.intervals.contains(count), found.unit != .weekday || count == 1 else { return nil }
        (interval, unit) = (count * found.interval, found.unit)
        guard (unit == .year ? interval * 12 : unit == .month ? interval : 0) <= Self.mostMonths else { return nil }
    }
}

extension SimpleRepetition {
    private var word: String? {
        switch unit {
        case .day: "daily"
        case .week: "weekly"
        case .month: "monthly"
        case .year: "yearly"
        case .hour, .weekday: nil
        }
    }

    /// How `task.add` takes it as dates that do not depend on when the task is completed: a word, or a rule of RFC 5545.
    ///
    /// - Parameters:
    ///   - due: the date with which it begins.
    ///   - until: when it ends; `nil` for never.
    func rule(from due: ImportedTime?, until: ImportedTime? = nil) -> String {
        if interval == 1, until == nil, let word { return word }
        var parts: [String]
        switch unit {
        case .weekday: parts = ["FREQ=WEEKLY", "BYDAY=MO,TU,WE,TH,FR"]
        case .hour: parts = ["FREQ=HOURLY"]
        case .day, .week, .month, .year: parts = ["FREQ=\((word ?? "").uppercased())"]
        }
        if interval > 1 { parts.append("INTERVAL=\(interval)") }
        if let until { parts.append("UNTIL=\(until.basicText)") }
        let keepsDay = [.month, .year].contains(unit) && due.map(\.canBeLastOfMonth) == true
        return (keepsDay ? ["RSCALE=GREGORIAN"] + parts + ["SKIP=BACKWARD"] : parts).joined(separator: ";")
    }

    /// How `task.add` takes it as the time from each completion to the next date; `nil` if that cannot say it.
    var afterCompletion: String? {
        switch unit {
        case .hour: "after \(interval)h"
        case .day: "after \(interval)d"
        case .week: "after \(interval)w"
        case .month: "after \(interval)mo"
        case .year: "after \(interval * 12)mo"
        case .weekday: nil
        }
    }
}

extension ImportedTime {
    /// Whether its day is one that a shorter month does not have, in some zone.
    fileprivate var canBeLastOfMonth: Bool {
        switch self {
        case .day(let day), .wall(let day, _): day.day > 28
        case .instant(let timestamp): !(2...27).contains(timestamp.instant.utcDay.day)
        }
    }

    /// In the basic form of ISO 8601: `20261130T080000Z`, `20261130T090000` or `20261130`.
    fileprivate var basicText: String {
        switch self {
        case .day(let day): return day.basicText
        case .wall(let day, let milliseconds):
            let seconds = milliseconds / 1000
            let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
            return "\(day.basicText)T\(parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined())"
        case .instant(let timestamp):
            let text = timestamp.instant.timestamp(offsetSeconds: 0).description
            return "\(text.prefix(19).filter { $0 != "-" && $0 != ":" })Z"
        }
    }
}

extension CalendarDay {
    fileprivate var basicText: String { description.filter { $0 != "-" } }
}

extension Instant {
    fileprivate var utcDay: CalendarDay {
        CalendarDay(daysSinceEpoch: milliseconds.flooredDivision(by: 86_400_000).quotient)
    }
}
