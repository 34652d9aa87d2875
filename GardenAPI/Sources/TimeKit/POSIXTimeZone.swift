/// A rule for local time that repeats every year, written as a POSIX TZ string: the footer of a TZif file
/// (RFC 9636 §3.3).
struct POSIXTimeZone: Hashable, Sendable {
    /// Daylight saving time, and its yearly start and end.
    struct Daylight: Hashable, Sendable {
        var localTime: ZoneRules.LocalTime

        /// On the wall clock of standard time.
        var start: YearlyMoment

        /// On the wall clock of daylight saving time.
        var end: YearlyMoment
    }

    /// A date that exists in every year, and a time on it.
    struct YearlyMoment: Hashable, Sendable {
        enum Date: Hashable, Sendable {
            /// `Jn`: 1 … 365; 60 is always March 1, so February 29 cannot be named.
            case dayWithoutLeap(Int)

            /// `n`: 0 … 365, February 29 counted.
            case dayOfYear(Int)

            /// `Mm.w.d`: month 1 … 12; week 1 … 5, where 5 is the last; weekday 0 = Sunday … 6.
            case weekday(month: Int, week: Int, weekday: Int)
        }

        var date: Date

        /// Seconds from midnight of the date: within ±167 hours and the rest of an hour.
        var seconds: Int

        /// In seconds since 1970-01-01T00:00 on the wall clock.
        func wallSeconds(inYear year: Int) -> Int {
            date.daysSinceEpoch(inYear: year) * 86_400 + seconds
        }
    }

    let standard: ZoneRules.LocalTime
    let daylight: Daylight?

    /// Creates a rule. If its daylight saving time covers the whole year, or none of it, the result has no daylight
    /// saving time, so that a search for the next change ends.
    init(standard: ZoneRules.LocalTime, daylight: Daylight?) {
        // The calendar repeats after 400 years.
        let years = 2000..<2400
        if let daylight, years.allSatisfy({ Self.isAllYear($0, daylight, standard) }) {
            self.standard = daylight.localTime
            self.daylight = nil
        } else if let daylight, years.allSatisfy({ Self.isEmpty($0, daylight, standard) }) {
            self.standard = standard
            self.daylight = nil
        } else {
            self.standard = standard
            self.daylight = daylight
        }
    }

    /// Whether daylight saving time ends only when the next one begins; this is how a whole year is written (RFC 9636
    /// §3.3).
    private static func isAllYear(_ year: Int, _ daylight: Daylight, _ standard: ZoneRules.LocalTime) -> Bool {
        end(of: daylight, inYear: year) >= start(of: daylight, inYear: year + 1, standard)
    }

    private static func isEmpty(_ year: Int, _ daylight: Daylight, _ standard: ZoneRules.LocalTime) -> Bool {
        end(of: daylight, inYear: year) == start(of: daylight, inYear: year, standard)
    }
}

extension POSIXTimeZone.YearlyMoment.Date {
    func daysSinceEpoch(inYear year: Int) -> Int {
        switch self {
        case .dayWithoutLeap(let day):
            return Self.firstDay(ofMonth: 1, inYear: year) + day - (day < 60 || !CalendarDay.isLeap(year) ? 1 : 0)
        case .dayOfYear(let day):
            return Self.firstDay(ofMonth: 1, inYear: year) + day
        case .weekday(let month, let week, let weekday):
            let first = Self.firstDay(ofMonth: month, inYear: year)
            // 1970-01-01 was a Thursday, which is 4 here.
            let firstWeekday = (first + 4).flooredDivision(by: 7).remainder
            let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
            return first + (day < CalendarDay.dayCount(ofMonth: month, inYear: year) ? day : day - 7)
        }
    }

    private static func firstDay(ofMonth month: Int, inYear year: Int) -> Int {
        CalendarDay(firstOfMonth: month, inYear: year).daysSinceEpoch
    }
}

// MARK: - Looking up

extension POSIXTimeZone {
    private static func start(of daylight: Daylight, inYear year: Int, _ standard: ZoneRules.LocalTime) -> Int {
        daylight.start.wallSeconds(inYear: year) - standard.offsetSeconds
    }

    private static func end(of daylight: Daylight, inYear year: Int) -> Int {
        daylight.end.wallSeconds(inYear: year) - daylight.localTime.offsetSeconds
    }

    /// The period around a second since the epoch. Daylight saving time lasts from each start to the first end after
    /// it; south of the equator that is in the next year.
    func period(at seconds: Int) -> ZoneRules.OffsetPeriod {
        guard let daylight else { return ZoneRules.OffsetPeriod(start: .min, end: .max, localTime: standard) }

        let days = (seconds + standard.offsetSeconds).flooredDivision(by: 86_400).quotient
        let year = CalendarDay(daysSinceEpoch: days).year
        // A time of up to ±167 hours can move a date into the previous or the next year.
        var standardStart = Int.min
        for year in year - 2...year + 2 {
            let start = Self.start(of: daylight, inYear: year, standard)
            var end = Self.end(of: daylight, inYear: year)
            if end < start { end = Self.end(of: daylight, inYear: year + 1) }
            if seconds < start {
                return ZoneRules.OffsetPeriod(start: standardStart, end: start, localTime: standard)
            }
            if seconds < end {
                return ZoneRules.OffsetPeriod(
                    start: max(start, standardStart), end: end, localTime: daylight.localTime)
            }
            standardStart = max(standardStart, end)
        }
        preconditionFailure("no end to standard time two years after \(seconds)")
    }
}
