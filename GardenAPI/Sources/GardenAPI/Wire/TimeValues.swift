import TimeKit

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

/// State and journal store an instant in milliseconds: exact, and independent of time zones.
extension Instant: WireValue {
    public static var schema: JSON { ["type": "integer", "description": "milliseconds since 1970-01-01T00:00:00Z"] }

    public init(json: JSON) throws(ValidationError) {
        guard let milliseconds = json.integerValue else {
            throw ValidationError(expected: "milliseconds since 1970-01-01T00:00:00Z", found: json)
        }
        self.init(milliseconds: Int(milliseconds))
    }

    public func write(to writer: inout JSONWriter) { writer.integer(Int(milliseconds)) }
}
