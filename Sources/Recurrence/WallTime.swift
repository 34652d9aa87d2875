import TimeKit

/// A date and a time on the wall clock of one place, to the minute, without a zone: `2026-03-29T02:30`.
///
/// It need not exist: in Berlin, the clock skips this one. Values order by date, then by time.
public struct WallTime: Hashable, Comparable, Sendable {
    /// The date.
    public let day: CalendarDay

    /// Minutes after midnight on the wall clock, 0 … 1439.
    public let minuteOfDay: Int

    /// Creates a wall time; `nil` if the minute is not 0 … 1439.
    public init?(day: CalendarDay, minuteOfDay: Int) {
        guard (0..<Self.minutesPerDay).contains(minuteOfDay) else { return nil }
        self.day = day
        self.minuteOfDay = minuteOfDay
    }

    /// The time that the wall clock of a zone shows at an instant, rounded down to the minute.
    public init(_ instant: Instant, in zone: ZoneRules) {
        let wall = zone.wallTime(at: instant)
        day = wall.day
        minuteOfDay = wall.secondsOfDay / 60
    }

    /// The instant of this wall time in a zone: the first if the clock shows it twice, later by the gap if it never
    /// does (RULES T5).
    public func instant(in zone: ZoneRules) -> Instant {
        zone.instant(of: day, secondsOfDay: minuteOfDay * 60)
    }

    /// Whether `left` comes before `right`.
    public static func < (left: WallTime, right: WallTime) -> Bool {
        (left.day, left.minuteOfDay) < (right.day, right.minuteOfDay)
    }
}

// MARK: - Counting

extension WallTime {
    static let minutesPerDay = 1440

    /// The minutes since 1970-01-01T00:00 of the wall clock.
    var minutesSinceEpoch: Int { day.daysSinceEpoch * Self.minutesPerDay + minuteOfDay }

    /// The wall time that many minutes after 1970-01-01T00:00 of the wall clock.
    init(minutesSinceEpoch: Int) {
        let (days, minute) = minutesSinceEpoch.flooredDivision(by: Self.minutesPerDay)
        day = CalendarDay(daysSinceEpoch: days)
        minuteOfDay = minute
    }
}

// MARK: - Text

extension WallTime: CustomStringConvertible {
    /// Reads a wall time in the form `YYYY-MM-DDTHH:MM`; `nil` for any other form and a date that does not exist.
    public init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDay(String(parts[0])) else { return nil }
        let time = Array(parts[1].utf8)
        guard time.count == 5, time[2] == UInt8(ascii: ":"),
            let hour = Int(asciiDigits: time[0..<2]), let minute = Int(asciiDigits: time[3..<5]),
            hour < 24, minute < 60
        else { return nil }
        self.init(day: day, minuteOfDay: hour * 60 + minute)
    }

    /// `YYYY-MM-DDTHH:MM`.
    public var description: String { "\(day)T\(clockText(minuteOfDay: minuteOfDay))" }
}

/// `HH:MM`.
func clockText(minuteOfDay: Int) -> String {
    var bytes: [UInt8] = []
    bytes.appendDigits(UInt(minuteOfDay / 60), width: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDigits(UInt(minuteOfDay % 60), width: 2)
    return String(decoding: bytes, as: UTF8.self)
}

extension Int {
    /// The number that consists of these ASCII digits, one to nine of them; `nil` otherwise.
    init?(asciiDigits: some Collection<UInt8>) {
        guard (1...9).contains(asciiDigits.count) else { return nil }
        var value = 0
        for byte in asciiDigits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        self = value
    }
}
