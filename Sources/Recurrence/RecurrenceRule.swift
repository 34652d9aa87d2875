import TimeKit

/// A recurrence rule of RFC 5545 §3.3.10, to the minute: no SECONDLY and no BYSECOND. Of RFC 7529, SKIP in the Gregorian calendar.
///
/// A value has been read from text, so its parts can be combined. Lists are sorted and have no duplicates; an empty list
/// is a part that the rule does not have.
public struct RecurrenceRule: Hashable, Sendable {
    /// FREQ, in ascending length of the period.
    public enum Frequency: String, Hashable, Sendable, CaseIterable {
        /// Every minute.
        case minutely = "MINUTELY"
        /// Every hour.
        case hourly = "HOURLY"
        /// Every day.
        case daily = "DAILY"
        /// Every week, which begins on ``RecurrenceRule/weekStart``.
        case weekly = "WEEKLY"
        /// Every month.
        case monthly = "MONTHLY"
        /// Every year.
        case yearly = "YEARLY"
    }

    /// The days of the week, by their numbers in ISO 8601: 1 = Monday … 7 = Sunday.
    public enum Weekday: Int, Hashable, Sendable, CaseIterable {
        /// MO.
        case monday = 1
        /// TU.
        case tuesday
        /// WE.
        case wednesday
        /// TH.
        case thursday
        /// FR.
        case friday
        /// SA.
        case saturday
        /// SU.
        case sunday
    }

    /// A weekday, or one of those in a month or year: `MO`, `1MO`, `-1FR`.
    public struct WeekdayEntry: Hashable, Sendable {
        /// 1 … 53 counts from the beginning of the month or year, −1 … −53 from its end; `nil` means all of them.
        public let ordinal: Int?

        /// The weekday.
        public let weekday: Weekday
    }

    /// The end of a rule.
    public enum End: Hashable, Sendable {
        /// COUNT: the number of occurrences, 1 … 999,999,999.
        case count(Int)

        /// UNTIL as a date: the last day with occurrences.
        case untilDay(CalendarDay)

        /// UNTIL as a wall time: the last possible occurrence. Seconds are 0 … 59.
        case untilTime(WallTime, seconds: Int)

        /// UNTIL in UTC, with `Z`.
        case untilInstant(Instant)
    }

    /// What becomes of a month that does not have the day (RFC 7529 §4.1).
    public enum Skip: String, Hashable, Sendable, CaseIterable {
        /// It has no occurrence, as in RFC 5545.
        case omit = "OMIT"
        /// Its last day has it.
        case backward = "BACKWARD"
    }

    /// The names of the parts, in canonical order.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// RSCALE, the calendar, which SKIP needs: GREGORIAN.
        case calendar = "RSCALE"
        /// FREQ, the frequency.
        case frequency = "FREQ"
        /// INTERVAL, see ``RecurrenceRule/interval``.
        case interval = "INTERVAL"
        /// COUNT, see ``RecurrenceRule/End``.
        case count = "COUNT"
        /// UNTIL, see ``RecurrenceRule/End``.
        case until = "UNTIL"
        /// BYMONTH, the months.
        case months = "BYMONTH"
        /// BYWEEKNO, the weeks of the year.
        case weekNumbers = "BYWEEKNO"
        /// BYYEARDAY, the days of the year.
        case yearDays = "BYYEARDAY"
        /// BYMONTHDAY, the days of the month.
        case monthDays = "BYMONTHDAY"
        /// BYDAY, the weekdays.
        case weekdays = "BYDAY"
        /// BYHOUR, the hours.
        case hours = "BYHOUR"
        /// BYMINUTE, the minutes.
        case minutes = "BYMINUTE"
        /// BYSECOND, which can only be 0.
        case seconds = "BYSECOND"
        /// BYSETPOS, the positions.
        case positions = "BYSETPOS"
        /// WKST, the first day of the week.
        case weekStart = "WKST"
        /// SKIP, see ``RecurrenceRule/skip``.
        case skip = "SKIP"

        /// All names, for a message.
        static let names = allCases.map(\.rawValue).joined(separator: ", ")
    }

    /// FREQ.
    public internal(set) var frequency: Frequency

    /// INTERVAL, 1 … 999,999,999: only every so many periods of the frequency have occurrences, from the anchor's on.
    public internal(set) var interval = 1

    /// COUNT or UNTIL; `nil` if the rule does not end.
    public internal(set) var end: End?

    /// BYMONTH, 1 … 12.
    public internal(set) var months: [Int] = []

    /// BYWEEKNO, 1 … 53 and −53 … −1: weeks of ISO 8601, beginning on ``weekStart``.
    public internal(set) var weekNumbers: [Int] = []

    /// BYYEARDAY, 1 … 366 and −366 … −1.
    public internal(set) var yearDays: [Int] = []

    /// BYMONTHDAY, 1 … 31 and −31 … −1.
    public internal(set) var monthDays: [Int] = []

    /// BYDAY.
    public internal(set) var weekdays: [WeekdayEntry] = []

    /// BYHOUR, 0 … 23.
    public internal(set) var hours: [Int] = []

    /// BYMINUTE, 0 … 59.
    public internal(set) var minutes: [Int] = []

    /// BYSETPOS, 1 … 366 and −366 … −1: places among the occurrences of one period.
    public internal(set) var positions: [Int] = []

    /// WKST.
    public internal(set) var weekStart = Weekday.monday

    /// SKIP. ``Skip/backward`` keeps the day of the anchor, and needs MONTHLY or YEARLY without BY parts.
    public internal(set) var skip = Skip.omit

    init(frequency: Frequency) { self.frequency = frequency }
}
