/// A repetition as people say it: `daily`, `every 2 weeks on monday`, 毎週月・木, 每3天.
public struct RepeatPhrase: Hashable, Sendable {
    /// How often.
    public let frequency: Frequency

    /// Only every so many periods of the frequency, 1 … 366.
    public let interval: Int

    static let mostPeriods = 366

    /// 1 = Monday … 7 = Sunday, of a weekly repetition; empty if none was said.
    public let weekdays: Set<Int>

    /// Whether it is on the last day of each month, not on the day of the month on which it begins.
    public let isOnLastDay: Bool

    /// The four words of RULES T5.
    public enum Frequency: String, Hashable, Sendable, CaseIterable {
        /// Every day.
        case daily
        /// Every week.
        case weekly
        /// Every month.
        case monthly
        /// Every year.
        case yearly
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
    }
}
