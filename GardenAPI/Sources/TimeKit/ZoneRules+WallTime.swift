/// Conversion of a local date and time to an instant. There may be none, if the clock was put forward over it, or
/// several, if it was put back: each function says which one it returns.
extension ZoneRules {
    /// The instant that a person means by a local date and time. If the wall clock shows it more than once, the first;
    /// if it never does, the instant that is later by the gap (RULES T5, RFC 5545 §3.3.5).
    ///
    /// Berlin skips 2026-03-29 02:00 … 03:00, so 02:30 there is 03:30. A date that does not exist is a gap, too.
    ///
    /// - Parameter secondsOfDay: seconds after midnight on the wall clock, 0 … 86,399.
    public func instant(of day: CalendarDay, secondsOfDay: Int) -> Instant {
        let wall = wallSeconds(of: day, secondsOfDay)
        let firstMatch = firstMatch(at: wall)
        return Instant(secondsSinceEpoch: wall - firstMatch.offsetBefore)
    }

    /// The first instant at which the wall clock shows that local date and time or a later one.
    ///
    /// - Parameter secondsOfDay: seconds after midnight on the wall clock, 0 … 86,399.
    public func firstInstant(reaching day: CalendarDay, secondsOfDay: Int) -> Instant {
        Instant(secondsSinceEpoch: firstMatch(at: wallSeconds(of: day, secondsOfDay)).seconds)
    }

    /// Whether the date exists in the local calendar. Apia went from 2011-12-29 to 2011-12-31.
    public func hasDate(_ day: CalendarDay) -> Bool {
        let midnight = wallSeconds(of: day, 0)
        return firstMatch(at: midnight).wall < midnight + 86_400
    }

    private func wallSeconds(of day: CalendarDay, _ secondsOfDay: Int) -> Int {
        day.daysSinceEpoch * 86_400 + secondsOfDay
    }

    /// The first moment at which the wall clock shows a time or a later one.
    public struct WallTimeMatch {
        /// Seconds since the epoch.
        public var seconds: Int

        /// The time that the wall clock shows there, in seconds since its own 1970-01-01T00:00: the requested time, or
        /// the end of the gap that contains it.
        public var wall: Int

        /// The offset before the requested time.
        public var offsetBefore: Int
    }

    /// The first second at which the wall clock shows `wall`, in seconds since its own 1970-01-01T00:00, or later.
    public func firstMatch(at wall: Int) -> WallTimeMatch {
        // No offset is larger than the bound, so the wall clock shows earlier times before this second.
        var period = period(at: wall - Self.offsetBounds.upperBound)
        while true {
            let offset = period.localTime.offsetSeconds
            if wall - offset < period.end {
                return WallTimeMatch(seconds: wall - offset, wall: wall, offsetBefore: offset)
            }
            period = self.period(at: period.end)
            if period.start + period.localTime.offsetSeconds > wall {
                return WallTimeMatch(
                    seconds: period.start, wall: period.start + period.localTime.offsetSeconds,
                    offsetBefore: offset)
            }
        }
    }
}
