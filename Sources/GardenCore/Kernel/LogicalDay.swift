import GardenAPI
import TimeKit

/// The day of the garden, which begins at 04:00 on the local calendar and not at midnight (RULES L1 … L3).
///
/// Every answer comes from the calendar: on days with a clock change, "four hours ago" can be another day.
public struct LogicalDay: Sendable, Equatable {
    /// The hour on the wall at which a date becomes the day, 0 … 23.
    public let startHour: Int

    /// The zone of the wall clock.
    public let zone: ZoneRules

    /// Creates the calendar of one zone.
    ///
    /// - Parameter startHour: 0 … 23.
    public init(startHour: Int, zone: ZoneRules) {
        precondition((0...23).contains(startHour), "a day that starts at hour \(startHour)")
        self.startHour = startHour
        self.zone = zone
    }

    /// The start of a day.
    public struct DayStart: Hashable, Sendable {
        /// The day that begins.
        public let day: CalendarDay

        /// Its first instant.
        public let boundary: Instant

        /// Pairs a day with its first instant.
        public init(day: CalendarDay, boundary: Instant) {
            self.day = day
            self.boundary = boundary
        }
    }

    /// The instant at which that day begins: the first at which the wall clock has reached the start hour of the
    /// date. If that hour is skipped, the first instant after the gap; if it comes twice, the first (RULES L1, L3).
    ///
    /// `nil` if the local calendar does not have the date: such a day never happens.
    public func boundary(of day: CalendarDay) -> Instant? {
        boundarySeconds(of: day).map(Instant.init(secondsSinceEpoch:))
    }

    /// The day that instant belongs to: the one with the last boundary at or before it (RULES L1).
    public func day(of instant: Instant) -> CalendarDay {
        let seconds = instant.secondsSinceEpoch
        let period = zone.period(at: seconds)
        let wall = seconds + period.localTime.offsetSeconds
        let (days, secondsOfDay) = wall.flooredDivision(by: 86_400)
        let date = CalendarDay(daysSinceEpoch: days)
        if period.start <= seconds - Self.settledSeconds {
            return secondsOfDay >= startHour * 3600 ? date : date.advanced(by: -1)
        }
        // The clock was changed recently. It may have been put back, so that a later date has already begun, or forward
        // past a boundary or a whole date.
        var day = date.advanced(by: Self.mostDatesPutBack)
        while true {
            if let boundary = boundarySeconds(of: day), boundary <= seconds { return day }
            day = day.advanced(by: -1)
        }
    }

    /// The next existing day after that date, and when it begins.
    ///
    /// The date itself need not exist in this zone: the day in force may come from another (RULES L7).
    public func next(after day: CalendarDay) -> DayStart {
        var day = day
        while true {
            day = day.advanced(by: 1)
            if let boundary = boundary(of: day) { return DayStart(day: day, boundary: boundary) }
        }
    }

    private func boundarySeconds(of day: CalendarDay) -> Int? {
        let start = day.daysSinceEpoch * 86_400 + startHour * 3600
        let match = zone.firstMatch(at: start)
        return match.wall == start || zone.hasDate(day) ? match.seconds : nil
    }
}

extension LogicalDay {
    /// This long after a clock change, no date is undecided that began, or was skipped, before the change. The widest
    /// possible change is two days; the rest is margin.
    private static let settledSeconds = 5 * 86_400

    /// How many dates the calendar can fall back behind a date it has already shown.
    private static let mostDatesPutBack = 3
}
