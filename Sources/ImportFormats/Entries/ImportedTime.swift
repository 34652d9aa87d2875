import TimeKit

/// When something of a file was.
public enum ImportedTime: Hashable, Sendable {
    case instant(Timestamp)
    /// A time on the wall of a zone that the file does not say.
    case wall(CalendarDay, millisecondsOfDay: Int)
    case day(CalendarDay)

    /// The instant.
    ///
    /// - Parameter zone: for times without one in the file. A day is at 12:00 there (RULES V2).
    public func timestamp(in zone: ZoneRules) -> Timestamp {
        switch self {
        case .instant(let timestamp): return timestamp
        case .wall(let day, let milliseconds):
            let whole = zone.instant(of: day, secondsOfDay: milliseconds / 1000)
            let instant = whole.advanced(byMilliseconds: milliseconds % 1000)
            return instant.timestamp(offsetSeconds: zone.offsetSeconds(at: instant))
        case .day(let day): return ImportedTime.wall(day, millisecondsOfDay: 43_200_000).timestamp(in: zone)
        }
    }

    /// The time that a text says; `nil` for what is unset or not understood.
    init?(written text: String) {
        guard case .time(let time) = Self.read(text) else { return nil }
        self = time
    }

    enum Reading: Equatable {
        case time(ImportedTime)
        /// What devices write that do not know the time.
        case unset
        case unreadable
    }

    /// Reads a time as programs write it: RFC 3339 and ISO 8601, also with blanks, without seconds or without a zone; a day; seconds,
    /// milliseconds or microseconds since 1970.
    static func read(_ text: String) -> Reading {
        let text = text.trimmed
        var reader = TimeReader(text)
        // `202603100830` is no number of seconds.
        let isCompact = [12, 14].contains(text.utf8.count) && (text.hasPrefix("19") || text.hasPrefix("20"))
        if !isCompact || !reader.isNumber, let epoch = epoch(text) { return epoch }
        guard let (year, month, date) = reader.date() else { return .unreadable }
        // The year 1 is the beginning of time for some programs.
        if year <= 1 || month == 0 || date == 0 { return .unset }
        guard let day = CalendarDay(year: year, month: month, day: date) else { return .unreadable }
        if reader.isAtEnd { return .time(.day(day)) }
        guard reader.separator() || isCompact, let milliseconds = reader.timeOfDay() else { return .unreadable }
        if reader.isAtEnd { return .time(.wall(day, millisecondsOfDay: milliseconds)) }
        guard let offset = reader.offset(), reader.isAtEnd else { return .unreadable }
        let instant = Instant(
            milliseconds: (day.daysSinceEpoch * 86_400 - offset) * 1000 + milliseconds)
        return instant.milliseconds == 0 ? .unset : .time(.instant(instant.timestamp(offsetSeconds: offset)))
    }

    /// The last second of the year 9999.
    static let mostSeconds = 253_402_300_799

    private static func epoch(_ text: String) -> Reading? {
        let whole = text.prefix { $0 != "." }
        guard (9...16).contains(whole.count) || text == "0",
            text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 })
        else { return nil }
        let areSeconds = whole.count <= 11
        guard var milliseconds = fixed(text, decimals: areSeconds ? 3 : 0) else { return nil }
        if whole.count >= 15 { milliseconds /= 1000 }
        guard milliseconds > 0 else { return .unset }
        guard milliseconds / 1000 <= mostSeconds else { return .unreadable }
        return .time(.instant(Instant(milliseconds: milliseconds).timestamp(offsetSeconds: 0)))
    }

    private static func fixed(_ digits: String, decimals: Int) -> Int? {
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = Int(parts[0]) else { return nil }
        let fraction = parts.count == 2 ? String(parts[1].prefix(decimals)) : ""
        let padded = fraction + String(repeating: "0", count: decimals - fraction.count)
        return whole * (decimals == 3 ? 1000 : 1) + (Int(padded) ?? 0)
    }
}

/// Reads the parts of a time from the beginning of a text, one after the other.
private struct TimeReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    var isNumber: Bool { rest.allSatisfy { (48...57).contains($0) } }

    private mutating func number(_ widths: ClosedRange<Int>) -> Int? {
        var value = 0
        var width = 0
        while width < widths.upperBound, let byte = rest.first, (48...57).contains(byte) {
            value = value * 10 + Int(byte) - 48
            width += 1
            rest.removeFirst()
        }
        return widths.contains(width) ? value : nil
    }

    private mutating func take(_ scalars: Unicode.Scalar...) -> Unicode.Scalar? {
        guard let byte = rest.first, let found = scalars.first(where: { UInt8(ascii: $0) == byte }) else { return nil }
        rest.removeFirst()
        return found
    }

    private mutating func skipBlanks() { while take(" ") != nil {} }

    /// `2026-03-10`, `2026/03/10`, `2026:03:10` or `20260310`; not checked for the calendar.
    mutating func date() -> (year: Int, month: Int, day: Int)? {
        guard let year = number(4...4) else { return nil }
        guard let separator = take("-", "/", ":", ".") else {
            guard let month = number(2...2), let day = number(2...2) else { return nil }
            return (year, month, day)
        }
        guard let month = number(1...2), take(separator) != nil, let day = number(1...2) else { return nil }
        return (year, month, day)
    }

    mutating func separator() -> Bool {
        let isFound = take("T", "t", " ", ",", "_") != nil
        skipBlanks()
        return isFound
    }

    /// `03:59:59.5`, `03:59` or `035959`, in milliseconds. A leap second is the one before.
    mutating func timeOfDay() -> Int? {
        guard let hour = number(1...2), hour < 24 else { return nil }
        let separator = take(":", ".")
        guard let minute = number(2...2), minute < 60 else { return nil }
        var second = 0
        var milliseconds = 0
        let hasSeconds = separator.map { take($0) != nil } ?? (rest.first.map { (48...57).contains($0) } ?? false)
        if hasSeconds {
            guard let read = number(2...2), read <= 60 else { return nil }
            second = min(read, 59)
            if take(".", ",") != nil {
                var unit = 100
                guard rest.first.map({ (48...57).contains($0) }) == true else { return nil }
                while let digit = number(1...1) {
                    milliseconds += digit * unit
                    unit /= 10
                }
            }
        }
        skipBlanks()
        return ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
    }

    /// `Z`, `UTC`, `GMT`, `+09:00`, `+0900` or `+09`, in seconds.
    mutating func offset() -> Int? {
        if take("Z", "z") != nil { return 0 }
        for name in ["UTC", "GMT"] where rest.starts(with: name.utf8) {
            rest.removeFirst(3)
            if rest.isEmpty { return 0 }
        }
        guard let sign = take("+", "-"), let hours = number(1...2), hours < 24 else { return nil }
        _ = take(":")
        let minutes = rest.isEmpty ? 0 : number(2...2)
        guard let minutes, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }
}
