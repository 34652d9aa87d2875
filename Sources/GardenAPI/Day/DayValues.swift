import TimeKit

/// The current logical day (RULES L1, L7).
public struct Today: WireObject, Equatable {
    public static let name = "Day"

    public var day: CalendarDay
    /// The boundary that began the day.
    public var startsAt: Timestamp
    /// The boundary that will end it.
    public var endsAt: Timestamp
    /// The name of the zone in force.
    public var timezone: String

    public init(day: CalendarDay, startsAt: Timestamp, endsAt: Timestamp, timezone: String) {
        self.day = day
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.timezone = timezone
    }

    public static let fields = Fields(
        Today.init,
        .required("day", \.day, "the date of the day"),
        .required("startsAt", \.startsAt, "when it began"),
        .required("endsAt", \.endsAt, "when it ends"),
        .required("timezone", \.timezone, "the current time zone"))
}
