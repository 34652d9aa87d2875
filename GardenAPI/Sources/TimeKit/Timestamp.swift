/// An instant with its local offset, as in the protocol: RFC 3339 with milliseconds, `2026-11-21T09:25:00.000+09:00`.
///
/// Two timestamps are equal if both the instant and the offset are equal.
public struct Timestamp: Hashable, Sendable {
    /// The point in time.
    public var instant: Instant

    /// The offset of the local wall clock from UTC in seconds: `32400` for `+09:00`.
    ///
    /// Any value is allowed, because local mean times have seconds; ``description`` shows whole minutes.
    public var offsetSeconds: Int

    /// Creates a timestamp from an instant and an offset in seconds.
    public init(instant: Instant, offsetSeconds: Int) {
        self.instant = instant
        self.offsetSeconds = offsetSeconds
    }
}

extension Instant {
    /// The instant with an offset from UTC in seconds.
    public func timestamp(offsetSeconds: Int) -> Timestamp {
        Timestamp(instant: self, offsetSeconds: offsetSeconds)
    }
}

// MARK: - Reading

extension Timestamp: CustomStringConvertible {
    /// Reads an RFC 3339 `date-time`, years 0001 … 9999.
    ///
    /// It also accepts `t` for `T`, `Z` or `z` for `+00:00`, and no fraction or one of 1 … 9 digits; digits beyond
    /// milliseconds are dropped. `nil` for everything else: a date that does not exist, hour 24, a leap second (`:60`,
    /// which an ``Instant`` cannot represent), a space instead of the `T`, or text after the offset.
    public init?(_ text: String) {
        var reader = DigitReader(text)
        guard let day = CalendarDay(from: &reader), reader.take("T", "t") != nil,
            let hour = reader.number(width: 2), hour < 24, reader.take(":") != nil,
            let minute = reader.number(width: 2), minute < 60, reader.take(":") != nil,
            let second = reader.number(width: 2), second < 60,
            let fraction = Self.millisecondsOfFraction(from: &reader),
            let offsetSeconds = Self.offsetSeconds(from: &reader), reader.isAtEnd
        else { return nil }

        let seconds = day.daysSinceEpoch * 86_400 + hour * 3600 + minute * 60 + second - offsetSeconds
        self.init(
            instant: Instant(milliseconds: seconds * 1000 + fraction),
            offsetSeconds: offsetSeconds)
    }

    /// 0 … 999; 0 if there is no fraction; `nil` for a point without digits or with more than nine.
    private static func millisecondsOfFraction(from reader: inout DigitReader) -> Int? {
        guard reader.take(".") != nil else { return 0 }
        var nanoseconds = 0
        var unit = 1_000_000_000
        while let digit = reader.digit() {
            guard unit > 1 else { return nil }
            unit /= 10
            nanoseconds += digit * unit
        }
        return unit == 1_000_000_000 ? nil : nanoseconds / 1_000_000
    }

    private static func offsetSeconds(from reader: inout DigitReader) -> Int? {
        guard let sign = reader.take("+", "-", "Z", "z") else { return nil }
        if sign == "Z" || sign == "z" { return 0 }
        guard let hours = reader.number(width: 2), hours < 24, reader.take(":") != nil,
            let minutes = reader.number(width: 2), minutes < 60
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }
}

// MARK: - Writing

extension Timestamp {
    /// `YYYY-MM-DDThh:mm:ss.mmm±hh:mm`; UTC is `+00:00`.
    ///
    /// The offset is rounded to whole minutes and limited to ±23:59. The local time uses the written offset, so the
    /// instant is exact. A local year outside 0000 … 9999 has a sign and cannot be read back.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(29)
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The offset as ``description`` writes it: `+09:00`.
    public var offsetText: String { String(description.suffix(6)) }

    /// Appends ``description`` in ASCII: 29 bytes for the years 0000 … 9999.
    public func append(to bytes: inout [UInt8]) {
        let (local, offsetMinutes) = written
        let (days, millisecondsOfDay) = Int(local.milliseconds).flooredDivision(by: 86_400_000)

        CalendarDay(daysSinceEpoch: days).appendDescription(to: &bytes)
        // The rest has a fixed form, and is appended together: each append checks the buffer.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 19) { text in
            func put(_ separator: Unicode.Scalar, _ number: Int, width: Int, at index: Int) {
                text[index] = UInt8(ascii: separator)
                var rest = number
                for position in (index + 1...index + width).reversed() {
                    text[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
            }
            put("T", millisecondsOfDay / 3_600_000, width: 2, at: 0)
            put(":", millisecondsOfDay / 60_000 % 60, width: 2, at: 3)
            put(":", millisecondsOfDay / 1000 % 60, width: 2, at: 6)
            put(".", millisecondsOfDay % 1000, width: 3, at: 9)
            put(offsetMinutes < 0 ? "-" : "+", abs(offsetMinutes) / 60, width: 2, at: 13)
            put(":", abs(offsetMinutes) % 60, width: 2, at: 16)
            bytes.append(contentsOf: UnsafeBufferPointer(text))
        }
    }

    /// The local time in the text, and the nearest whole minute of offset that `±hh:mm` can express.
    public var written: (local: Instant, offsetMinutes: Int) {
        let most = 24 * 60 - 1
        let seconds = min(max(offsetSeconds, -most * 60), most * 60)
        let minutes = (seconds + 30).flooredDivision(by: 60).quotient
        return (instant.advanced(byMilliseconds: minutes * 60_000), minutes)
    }
}
