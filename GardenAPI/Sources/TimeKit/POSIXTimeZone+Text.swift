/// Parsing of a POSIX TZ string: `std offset [dst [offset] , start [/time] , end [/time]]`.
extension POSIXTimeZone {
    /// Parses a POSIX TZ string; `nil` if it is invalid.
    ///
    /// The time of a change can be −167 … 167 hours (RFC 9636 §3.3). Daylight saving time without its two dates is
    /// invalid here; POSIX leaves it to the implementation.
    init?(_ text: [UInt8]) {
        var reader = POSIXTimeZoneReader(text)
        guard let name = reader.name(), let west = reader.seconds(hours: 0...24) else { return nil }
        let standard = ZoneRules.LocalTime(offsetSeconds: -west, isDaylightSaving: false, abbreviation: name)
        if reader.isAtEnd {
            self.init(standard: standard, daylight: nil)
            return
        }

        guard let daylightName = reader.name() else { return nil }
        var daylightWest = west - 3600
        if !reader.next(is: ",") {
            guard let west = reader.seconds(hours: 0...24) else { return nil }
            daylightWest = west
        }
        guard reader.take(","), let start = reader.yearlyMoment(),
            reader.take(","), let end = reader.yearlyMoment(), reader.isAtEnd
        else { return nil }
        let daylight = ZoneRules.LocalTime(
            offsetSeconds: -daylightWest, isDaylightSaving: true, abbreviation: daylightName)
        self.init(standard: standard, daylight: Daylight(localTime: daylight, start: start, end: end))
    }
}

private struct POSIXTimeZoneReader {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) {
        self.text = text
    }

    var isAtEnd: Bool { position == text.count }

    func next(is byte: Unicode.Scalar) -> Bool {
        position < text.count && text[position] == UInt8(ascii: byte)
    }

    mutating func take(_ byte: Unicode.Scalar) -> Bool {
        guard next(is: byte) else { return false }
        position += 1
        return true
    }

    /// At least three letters; between `<` and `>` also digits and signs.
    mutating func name() -> String? {
        let isQuoted = take("<")
        let start = position
        while position < text.count, isOfName(text[position], quoted: isQuoted) { position += 1 }
        let name = text[start..<position]
        guard name.count >= 3, !isQuoted || take(">") else { return nil }
        return String(decoding: name, as: UTF8.self)
    }

    private func isOfName(_ byte: UInt8, quoted: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"): quoted
        default: false
        }
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func seconds(hours bounds: ClosedRange<Int>) -> Int? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hours = number(in: bounds) else { return nil }
        var seconds = hours * 3600
        if take(":") {
            guard let minutes = number(in: 0...59) else { return nil }
            seconds += minutes * 60
            if take(":") {
                guard let rest = number(in: 0...59) else { return nil }
                seconds += rest
            }
        }
        return isNegative ? -seconds : seconds
    }

    /// `Jn`, `n` or `Mm.w.d`, and `/time` unless it is 02:00.
    mutating func yearlyMoment() -> POSIXTimeZone.YearlyMoment? {
        guard let date = yearlyDate() else { return nil }
        guard take("/") else { return POSIXTimeZone.YearlyMoment(date: date, seconds: 2 * 3600) }
        return seconds(hours: 0...167).map { POSIXTimeZone.YearlyMoment(date: date, seconds: $0) }
    }

    private mutating func yearlyDate() -> POSIXTimeZone.YearlyMoment.Date? {
        if take("J") { return number(in: 1...365).map { .dayWithoutLeap($0) } }
        guard take("M") else { return number(in: 0...365).map { .dayOfYear($0) } }
        guard let month = number(in: 1...12), take("."), let week = number(in: 1...5), take("."),
            let weekday = number(in: 0...6)
        else { return nil }
        return .weekday(month: month, week: week, weekday: weekday)
    }

    /// A number of one to three digits within the bounds.
    private mutating func number(in bounds: ClosedRange<Int>) -> Int? {
        var value = 0
        let start = position
        while position < text.count, position < start + 3,
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[position])
        {
            value = value * 10 + Int(text[position] - UInt8(ascii: "0"))
            position += 1
        }
        return position > start && bounds.contains(value) ? value : nil
    }
}
