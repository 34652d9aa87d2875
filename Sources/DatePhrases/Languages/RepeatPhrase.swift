import TimeKit

/// A repetition as people say it: `daily`, `every 2 weeks on monday`, 毎週月・木, 每3天.
public struct RepeatPhrase: Hashable, Sendable {
    /// How often.
    public let frequency: Frequency

    /// Only every so many periods of the frequency, 1 … 366.
    public internal(set) var interval: Int

    static let mostPeriods = 366

    /// How many ``times`` there can be in a period.
    static let counts: [Frequency: ClosedRange<Int>] = [.weekly: 1...7, .monthly: 1...31]

    /// 1 = Monday … 7 = Sunday, of a weekly repetition; empty if none was said.
    public let weekdays: Set<Int>

    /// Whether it is on the last day of each month, not on the day of the month on which it begins.
    public let isOnLastDay: Bool

    /// The weekday of the month that it is on, with its positions; only of a monthly repetition.
    public let weekdayOfMonth: WeekdayOfMonth?

    /// The days of the month that it is on; only of a monthly repetition. A single one is kept from the first date on.
    public let daysOfMonth: Set<Int>

    /// The hours of each day at which it is, 0 … 23, if it has several times; they have the same minute.
    public internal(set) var hours: [Int] = []

    /// The minute of ``hours``.
    public internal(set) var minute = 0

    /// How many times in each week or month, on whatever days (RULES T19); `nil` if it is on certain days. With ``Frequency/daily``, it
    /// is only understood to be refused.
    public let times: Int?

    /// How many dates it has; `nil` if their number has no end.
    public internal(set) var count: Int?

    /// The last day of the repetition; `nil` if it has no end.
    public internal(set) var until: CalendarDay?

    /// A weekday of a month: the first Monday, the second and the last Friday.
    public struct WeekdayOfMonth: Hashable, Sendable {
        /// 1 = Monday … 7 = Sunday.
        public let weekday: Int
        /// From the beginning of the month, 1 … 4, or -1 for the last one.
        public let positions: Set<Int>

        /// Whether a day is one.
        public func includes(_ day: CalendarDay) -> Bool {
            guard day.weekday == weekday else { return false }
            return positions.contains((day.day - 1) / 7 + 1)
                || positions.contains(-1) && day.advanced(by: 7).month != day.month
        }
    }

    /// How often, apart from the interval.
    public enum Frequency: String, Hashable, Sendable, CaseIterable {
        /// Every hour.
        case hourly
        /// Every day.
        case daily
        /// Every week.
        case weekly
        /// Every month.
        case monthly
        /// Every year.
        case yearly
    }

    /// Creates a monthly repetition on a weekday of the month.
    init(monthlyOn weekday: Int, positions: Set<Int>) {
        (frequency, interval, weekdays, isOnLastDay, daysOfMonth, times) = (.monthly, 1, [], false, [], nil)
        weekdayOfMonth = WeekdayOfMonth(weekday: weekday, positions: positions)
    }

    /// Creates a monthly repetition on days of the month.
    init(monthlyOnDays days: Set<Int>, every interval: Int = 1) {
        (frequency, weekdays, isOnLastDay, weekdayOfMonth, times) = (.monthly, [], false, nil, nil)
        (daysOfMonth, self.interval) = (days, interval)
    }

    /// Creates a repetition of so many times in each day, week or month.
    init(_ times: Int, timesEach frequency: Frequency) {
        (self.frequency, interval, weekdays, isOnLastDay, weekdayOfMonth) = (frequency, 1, [], false, nil)
        (daysOfMonth, self.times) = ([], times)
    }

    /// Creates a repetition.
    ///
    /// - Parameters:
    ///   - interval: 1 … 366.
    ///   - weekdays: 1 … 7, only with ``Frequency/weekly``.
    ///   - isOnLastDay: whether it is on the last day of each month, only with ``Frequency/monthly``.
    public init(
        _ frequency: Frequency, every interval: Int = 1, on weekdays: Set<Int> = [], isOnLastDay: Bool = false
    ) {
        precondition((1...Self.mostPeriods).contains(interval), "an interval of \(interval)")
        precondition(weekdays.isEmpty || frequency == .weekly, "weekdays of a \(frequency) repetition")
        precondition(!isOnLastDay || frequency == .monthly, "the last day of a \(frequency) repetition")
        self.frequency = frequency
        self.interval = interval
        self.weekdays = weekdays
        self.isOnLastDay = isOnLastDay
        (weekdayOfMonth, daysOfMonth, times) = (nil, [], nil)
    }
}
