import TimeKit

/// The date of an occurrence, or of the anchor that a recurrence begins with: a day, or a day with a time
/// (RFC 5545 §3.3.4 and §3.3.5).
///
/// All occurrences of a recurrence have the form of its anchor. A day is over when it ends, so it orders after all
/// times on it.
public enum OccurrenceDate: Hashable, Sendable {
    /// A day as a whole.
    case day(CalendarDay)

    /// A time on a day.
    case time(WallTime)

    /// The date, without the time.
    public var day: CalendarDay {
        switch self {
        case .day(let day): day
        case .time(let time): time.day
        }
    }

    /// The time; `nil` for a day as a whole.
    public var time: WallTime? {
        switch self {
        case .day: nil
        case .time(let time): time
        }
    }
}

extension OccurrenceDate: Comparable {
    /// Whether `left` comes before `right`.
    public static func < (left: OccurrenceDate, right: OccurrenceDate) -> Bool {
        (left.day, left.orderOnDay) < (right.day, right.orderOnDay)
    }

    private var orderOnDay: Int { time?.minuteOfDay ?? WallTime.minutesPerDay }
}

extension OccurrenceDate: CustomStringConvertible {
    /// Reads `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`; `nil` for any other form and a date that does not exist.
    public init?(_ text: String) {
        if let day = CalendarDay(text) {
            self = .day(day)
        } else if let time = WallTime(text) {
            self = .time(time)
        } else {
            return nil
        }
    }

    /// `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM`.
    public var description: String {
        switch self {
        case .day(let day): day.description
        case .time(let time): time.description
        }
    }
}

// MARK: - Positions

/// A search works on positions: minutes since 1970-01-01T00:00 of the wall clock. A day has the position of its midnight.
extension OccurrenceDate {
    var position: Int {
        switch self {
        case .day(let day): day.daysSinceEpoch * WallTime.minutesPerDay
        case .time(let time): time.minutesSinceEpoch
        }
    }

    /// The last position that is not after this date in a recurrence of the other form or the same.
    ///
    /// - Parameter areDays: whether the occurrences are days.
    func lastPosition(areDays: Bool) -> Int {
        switch self {
        case .day(let day) where !areDays: (day.daysSinceEpoch + 1) * WallTime.minutesPerDay - 1
        case .time(let time) where areDays: time.day.daysSinceEpoch * WallTime.minutesPerDay - 1
        case .day, .time: position
        }
    }

    init(position: Int, isDay: Bool) {
        let time = WallTime(minutesSinceEpoch: position)
        self = isDay ? .day(time.day) : .time(time)
    }
}
