import TimeKit

/// The current logical day (RULES L1, L7).
public struct Today: WireObject, Equatable {
    public static let name = "Day"

    /// The date of the day.
    public var day: CalendarDay
    /// The boundary at which the day began.
    public var startsAt: Timestamp
    /// The boundary at which the day ends.
    public var endsAt: Timestamp
    /// The name of the current time zone, such as `Europe/Berlin`.
    public var timezone: String

    /// Creates the value from its members.
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
