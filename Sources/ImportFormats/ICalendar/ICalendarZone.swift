import TimeKit

/// The zone that a `VTIMEZONE` of a file describes (RFC 5545 §3.6.5), so that no zone of the system is looked for.
struct ICalendarZone {
    /// A change of the offset, once or each year.
    private struct Observance {
        /// When it is in force for the first time, in seconds since 1970 on the wall clock before it.
        let first: Int
        /// The offset before it, in seconds.
        let from: Int
        /// The offset in force.
        let to: Int
        var rule: YearlyRule?

        /// How much later than the wall clock says it is in force: a time that the clock skips has the offset before (§3.3.5).
        var skipped: Int { max(0, to - from) }

        /// The last time that it comes into force before a time on the wall clock, or then.
        func last(before wall: Int) -> Int? {
            let latest = wall - skipped
            guard first <= latest else { return nil }
            return rule?.last(before: latest, first: first, from: from) ?? first
        }
    }

    static let properties: Set = ["DTSTART", "TZOFFSETFROM", "TZOFFSETTO", "RRULE", "RDATE"]
    /// The most changes; those of a zone since 1900 are about 250.
    private static let mostObservances = 1000

    private var observances: [Observance] = []

    /// - Returns: `nil` for one without changes, or with a rule that is not understood.
    init?(_ component: ICalendarComponent) {
        for part in component.parts {
            guard let start = part["DTSTART"].flatMap({ Self.wallSeconds($0.value) }),
                let from = part["TZOFFSETFROM"].flatMap({ Self.offset($0.value) }),
                let to = part["TZOFFSETTO"].flatMap({ Self.offset($0.value) })
            else { return nil }
            var observance = Observance(first: start, from: from, to: to)
            if let rule = part["RRULE"] {
                guard let read = YearlyRule(rule.value, start: start) else { return nil }
                observance.rule = read
            }
            observances.append(observance)
            for date in part.lines("RDATE").flatMap({ $0.value.split(separator: ",") }) {
                guard let time = Self.wallSeconds(String(date)) else { return nil }
                observances.append(Observance(first: time, from: from, to: to))
                guard observances.count <= Self.mostObservances else { return nil }
            }
        }
        guard !observances.isEmpty, observances.count <= Self.mostObservances else { return nil }
    }

    /// The offset in seconds at a time on the wall clock; the first if the clock shows it twice.
    ///
    /// - Parameter wall: in seconds since 1970.
    func offset(at wall: Int) -> Int {
        var latest: (time: Int, offset: Int)?
        for observance in observances {
            guard let time = observance.last(before: wall), latest.map({ $0.time < time }) ?? true else { continue }
            latest = (time, observance.to)
        }
        return latest?.offset ?? observances.min { $0.first < $1.first }?.from ?? 0
    }

    private static func wallSeconds(_ text: String) -> Int? {
        switch ImportedTime.read(text) {
        case .time(.wall(let day, let milliseconds)): day.daysSinceEpoch * 86_400 + milliseconds / 1000
        case .time(.day(let day)): day.daysSinceEpoch * 86_400
        // Some files have `Z` here, too.
        case .time(.instant(let instant)): instant.instant.secondsSinceEpoch
        case .unset: 0
        case .unreadable: nil
        }
    }

    /// `+0100` or `+010203`, in seconds.
    private static func offset(_ text: String) -> Int? {
        let text = text.trimmed
        let digits = Array(text.utf8.dropFirst())
        guard let sign = ["+": 1, "-": -1][text.prefix(1)], [4, 6].contains(digits.count),
            digits.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let numbers = digits.map { Int($0) - 48 }
        var seconds = (numbers[0] * 10 + numbers[1]) * 3600 + (numbers[2] * 10 + numbers[3]) * 60
        if numbers.count == 6 { seconds += numbers[4] * 10 + numbers[5] }
        return seconds < 86_400 ? sign * seconds : nil
    }
}

/// A day of each year at which the offset changes: `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`.
private struct YearlyRule {
    private enum Day {
        case ofMonth(Int)
        /// The n-th of a weekday, from the end if negative.
        case nth(Int, weekday: Int)
        /// The first of a weekday from a day on.
        case from(Int, weekday: Int)
    }

    private let month: Int
    private let day: Day
    private let secondsOfDay: Int
    /// The last time, on the wall clock or in UTC.
    private var until: (seconds: Int, isUTC: Bool)?

    init?(_ text: String, start: Int) {
        let first = CalendarDay(daysSinceEpoch: Self.days(start))
        secondsOfDay = start - first.daysSinceEpoch * 86_400
        var parts: [Substring: Substring] = [:]
        for part in text.trimmed.uppercased().split(separator: ";") {
            guard let equals = part.firstIndex(of: "=") else { return nil }
            parts[part[..<equals]] = part[part.index(after: equals)...]
        }
        let known: Set<Substring> = ["FREQ", "INTERVAL", "BYMONTH", "BYDAY", "BYMONTHDAY", "UNTIL", "WKST"]
        guard parts["FREQ"] == "YEARLY", parts["INTERVAL"] ?? "1" == "1", known.isSuperset(of: parts.keys),
            let month = Int(parts["BYMONTH"] ?? "\(first.month)"), (1...12).contains(month)
        else { return nil }
        self.month = month
        let days = (parts["BYMONTHDAY"] ?? "").split(separator: ",").compactMap { Int($0) }.sorted()
        guard let day = Self.day(parts["BYDAY"], days, of: first) else { return nil }
        self.day = day
        if let until = parts["UNTIL"] {
            switch ImportedTime.read(String(until)) {
            case .time(.instant(let instant)): self.until = (instant.instant.secondsSinceEpoch, true)
            case .time(.wall(let day, let milliseconds)):
                self.until = (day.daysSinceEpoch * 86_400 + milliseconds / 1000, false)
            case .time(.day(let day)): self.until = ((day.daysSinceEpoch + 1) * 86_400 - 1, false)
            case .unset, .unreadable: return nil
            }
        }
    }

    private static func day(_ weekday: Substring?, _ days: [Int], of first: CalendarDay) -> Day? {
        guard let weekday else {
            guard days.count <= 1, (1...28).contains(days.first ?? first.day) || days.isEmpty else { return nil }
            return .ofMonth(days.first ?? first.day)
        }
        let names: [Substring] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        guard let index = names.firstIndex(of: weekday.suffix(2)) else { return nil }
        guard weekday.utf8.count > 2 else {
            // One of seven days has the weekday.
            guard let from = days.first, days == Array(from..<from + 7), (1...25).contains(from) else { return nil }
            return .from(from, weekday: index + 1)
        }
        guard let ordinal = Int(weekday.dropLast(2)), days.isEmpty, (1...5).contains(abs(ordinal)) else { return nil }
        return .nth(ordinal, weekday: index + 1)
    }

    /// The last time that is not after another one.
    ///
    /// - Parameters:
    ///   - first: the first of all.
    ///   - from: the offset before it, for an end in UTC.
    func last(before wall: Int, first: Int, from: Int) -> Int {
        let end = until.map { $0.seconds + ($0.isUTC ? from : 0) } ?? wall
        let latest = min(wall, end)
        let year = CalendarDay(daysSinceEpoch: Self.days(latest)).year
        for year in [year, year - 1] {
            guard let days = days(inYear: year) else { continue }
            let time = days * 86_400 + secondsOfDay
            if time <= latest { return max(time, first) }
        }
        return first
    }

    private func days(inYear year: Int) -> Int? {
        let count = CalendarDay.dayCount(ofMonth: month, inYear: year)
        let first = CalendarDay(firstOfMonth: month, inYear: year)
        func offset(to weekday: Int, from day: Int) -> Int { (weekday - first.advanced(by: day - 1).weekday + 7) % 7 }
        switch day {
        case .ofMonth(let day): return day <= count ? first.daysSinceEpoch + day - 1 : nil
        case .from(let day, let weekday): return first.daysSinceEpoch + day - 1 + offset(to: weekday, from: day)
        case .nth(let ordinal, let weekday):
            let day =
                ordinal > 0
                ? 1 + offset(to: weekday, from: 1) + (ordinal - 1) * 7
                : count - (first.advanced(by: count - 1).weekday - weekday + 7) % 7 + (ordinal + 1) * 7
            return (1...count).contains(day) ? first.daysSinceEpoch + day - 1 : nil
        }
    }

    private static func days(_ seconds: Int) -> Int { (seconds >= 0 ? seconds : seconds - 86_399) / 86_400 }
}
