import GardenAPI
import TimeKit

/// The clock on the wall that showed a time, which may be one of another zone: a person travels.
extension Transition {
    /// The zone of that clock, and the one that a person means by a time beside it: the present one if it has this offset then
    /// (RULES P30).
    func zone(of time: Timestamp) -> ZoneRules {
        isElsewhere(time, environment.zone) ? .fixed(offsetSeconds: time.offsetSeconds) : environment.zone
    }

    /// The calendar of logical days by that clock.
    func calendar(of time: Timestamp) -> LogicalDay {
        LogicalDay(startHour: settings.dayStartHour, zone: zone(of: time))
    }

    /// The logical day of an instant by the clock that showed a time.
    func day(of instant: Instant, by time: Timestamp) -> CalendarDay {
        guard isElsewhere(time, environment.zone) else { return day(of: instant) }
        return min(calendar(of: time).day(of: instant), state.day.day)
    }
}

/// Whether a time is of another time zone than one.
func isElsewhere(_ time: Timestamp, _ zone: ZoneRules) -> Bool {
    zone.offsetSeconds(at: time.instant) != time.offsetSeconds
}
