extension Instant {
    /// The instant as it is told where the wall clock is `offsetSeconds` ahead of UTC.
    public func timestamp(offsetSeconds: Int) -> Timestamp {
        Timestamp(instant: self, offsetSeconds: offsetSeconds)
    }
}

extension Timestamp: WireValue {
    public static var schema: JSON { ["type": "string", "format": "date-time"] }

    public init(json: JSON) throws(ValidationError) {
        guard let text = json.stringValue, let value = Timestamp(text) else {
            throw ValidationError(expected: "an instant such as \"2026-11-21T09:25:00.000+09:00\"", found: json)
        }
        self = value
    }

    public func write(to writer: inout JSONWriter) { writer.plainString { append(to: &$0) } }
    public func isIdentical(as other: Timestamp) -> Bool { written == other.written }
    public var json: JSON { .string(description) }
}

extension CalendarDay: WireValue {
    public static var schema: JSON { ["type": "string", "format": "date"] }

    public init(json: JSON) throws(ValidationError) {
        guard let text = json.stringValue, let value = CalendarDay(text) else {
            throw ValidationError(expected: "a day such as \"2026-11-21\"", found: json)
        }
        self = value
    }

    public func write(to writer: inout JSONWriter) { writer.plainString { appendDescription(to: &$0) } }
    public func isIdentical(as other: CalendarDay) -> Bool { self == other }
    public var json: JSON { .string(description) }
}

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
        .required("day", \.day, "the date of the day"),
        .required("startsAt", \.startsAt, "when it began"),
        .required("endsAt", \.endsAt, "when it ends"),
        .required("timezone", \.timezone, "the current time zone"),
    ]
}
