import TimeKit

/// The time between the completion of a task and its next date: the `4d` of `after 4d` (RULES T5).
public struct CompletionDelay: Hashable, Sendable {
    /// The unit of a delay.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Hours, counted from the instant of the completion.
        case hours = "h"

        /// Days, counted from the logical day of the completion.
        case days = "d"

        /// Weeks of seven days, counted from the logical day of the completion.
        case weeks = "w"

        /// Months, counted from the logical day of the completion, and clamped: one month after January 31 is
        /// February 28.
        case months = "mo"

        /// The largest count: about a hundred years, or one year of hours.
        var limit: Int {
            switch self {
            case .hours: 8760
            case .days: 36_525
            case .weeks: 5217
            case .months: 1200
            }
        }
    }

    /// 1 … 8760 hours, 36,525 days, 5217 weeks or 1200 months.
    public let count: Int

    /// What is counted.
    public let unit: Unit

    /// Creates a delay; `nil` if the count is out of range.
    public init?(count: Int, unit: Unit) {
        guard (1...unit.limit).contains(count) else { return nil }
        self.count = count
        self.unit = unit
    }
}

extension CompletionDelay: CustomStringConvertible {
    /// Reads `4D`, in upper case; spaces around the number are allowed.
    ///
    /// - Parameter repeat: the whole repeat as it was written, for errors.
    init(_ text: Substring, in `repeat`: String) throws(RepeatError) {
        let written = text.drop { $0 == " " }
        let digits = written.prefix { $0.isASCII && $0.isNumber }
        let name = written.dropFirst(digits.count).drop { $0 == " " }
        guard let count = Int(asciiDigits: digits.utf8), let unit = Unit.allCases.first(where: { name == $0.upperCase })
        else { throw .badDelay(`repeat`, limits: nil) }
        guard let delay = CompletionDelay(count: count, unit: unit) else {
            throw .badDelay(`repeat`, limits: 1...unit.limit)
        }
        self = delay
    }

    /// `4d`.
    public var description: String { "\(count)\(unit.rawValue)" }
}

extension CompletionDelay.Unit {
    fileprivate var upperCase: String { rawValue.uppercased() }
}

// MARK: - The next date

extension CompletionDelay {
    /// The next date of a task.
    public enum NextDate: Hashable, Sendable {
        /// Hours lead to an instant.
        case instant(Instant)

        /// Days, weeks and months lead to a date in the form of the anchor.
        case date(OccurrenceDate)
    }

    /// The next date after a completion.
    ///
    /// - Parameters:
    ///   - completion: the instant of the completion, from which hours count. The result is rounded up to the minute of
    ///     the epoch, so that at least those hours pass.
    ///   - logicalDay: the logical day of the completion, from which days, weeks and months count.
    ///   - anchor: its wall time is that of the result; a day leads to a day.
    /// - Throws: ``RecurrenceError/needsTime(part:)`` if the unit is hours and the anchor is a day.
    public func next(
        afterCompletionAt completion: Instant, logicalDay: CalendarDay, anchor: OccurrenceDate
    ) throws(RecurrenceError) -> NextDate {
        let day: CalendarDay
        switch unit {
        case .hours:
            guard anchor.time != nil else { throw .needsTime(part: "after \(self)") }
            let rest = completion.milliseconds.flooredDivision(by: 60_000).remainder
            let toMinute = rest > 0 ? 60_000 - rest : 0
            return .instant(completion.advanced(byMilliseconds: toMinute + count * 3_600_000))
        case .days: day = logicalDay.advanced(by: count)
        case .weeks: day = logicalDay.advanced(by: count * 7)
        case .months: day = logicalDay.advanced(byMonthsClamped: count)
        }
        return .date(
            anchor.time.flatMap { WallTime(day: day, minuteOfDay: $0.minuteOfDay) }.map(OccurrenceDate.time)
                ?? .day(day))
    }
}

extension CalendarDay {
    /// The same day of a later month, or the month's last day if it is shorter.
    func advanced(byMonthsClamped months: Int) -> CalendarDay {
        let (year, month) = (year * 12 + self.month - 1 + months).flooredDivision(by: 12)
        let last = CalendarDay.dayCount(ofMonth: month + 1, inYear: year)
        return CalendarDay(firstOfMonth: month + 1, inYear: year).advanced(by: min(day, last) - 1)
    }
}
