import TimeKit

/// The current logical day (RULES L1, L7).
public struct Today: WireObject, Equatable {
    public static let name = "Day"

    public var day = CalendarDay(daysSinceEpoch: 0)
    /// The boundary that began the day.
    public var startsAt = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0)
    /// The boundary that will end it.
    public var endsAt = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0)
    /// The name of the zone in force.
    public var timezone = ""

    public init() {}

    public static let fields: [Field<Today>] = [
        .required("day", \.day, "the last date rolled to"),
        .required("startsAt", \.startsAt, "its boundary"),
        .required("endsAt", \.endsAt, "the boundary of the next date"),
        .required("timezone", \.timezone, "the time zone in force"),
    ]
}
