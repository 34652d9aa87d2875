import TimeKit

/// What a phrase names: a minute, or a day where no time was said.
public enum DatePhrase: Hashable, Sendable {
    /// An instant, at the beginning of a minute.
    case instant(Instant)
    /// A day of the garden, or a date of the calendar.
    case day(CalendarDay)

    /// The interpretation in full, to be shown to the person: `Fri 2026-11-27 14:30`, `Fri 2026-11-27`.
    public func text(in zone: ZoneRules) -> String {
        switch self {
        case .day(let day):
            return "\(day.shortWeekday) \(day)"
        case .instant(let instant):
            let (day, seconds) = zone.wallTime(at: instant)
            let hour = seconds / 3600
            let minute = seconds / 60 % 60
            return "\(day.shortWeekday) \(day) \(twoDigits(hour)):\(twoDigits(minute))"
        }
    }

    /// Which way a param looks, where a phrase alone does not say it (RULES T9).
    public enum Direction: Hashable, Sendable {
        /// A weekday, a time or a date without a year is the next one. Words that name the past are refused.
        case ahead
        /// A weekday, a time or a date without a year is the last one.
        case back
    }
}

/// A time on the wall clock.
public struct TimeOfDay: Hashable, Sendable {
    /// 0 … 23.
    public let hour: Int
    /// 0 … 59.
    public let minute: Int

    /// Creates a time.
    ///
    /// - Parameters:
    ///   - hour: 0 … 23.
    ///   - minute: 0 … 59.
    public init(hour: Int, minute: Int) {
        precondition((0...23).contains(hour) && (0...59).contains(minute), "no time of day: \(hour):\(minute)")
        self.hour = hour
        self.minute = minute
    }
}

extension CalendarDay {
    /// `Mon` … `Sun`.
    var shortWeekday: String { ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday - 1] }
}

/// A number from 0 to 99 with two digits.
func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
