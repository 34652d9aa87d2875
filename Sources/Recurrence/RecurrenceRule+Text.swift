import TimeKit

/// Reading a rule: `FREQ=WEEKLY;BYDAY=MO,TH`.
extension RecurrenceRule {
    /// Reads a rule in upper case, without `RRULE:`.
    init(_ text: Substring) throws(RepeatError) {
        var values: [Part: Substring] = [:]
        for element in text.split(separator: ";", omittingEmptySubsequences: false) {
            guard let equals = element.firstIndex(of: "=") else { throw .notAPart(String(element)) }
            guard let part = Part(rawValue: String(element[..<equals])) else {
                throw .unknownPart(String(element[..<equals]))
            }
            guard values.updateValue(element[element.index(after: equals)...], forKey: part) == nil else {
                throw .duplicatePart(part)
            }
        }
        guard let frequency = values[.frequency] else { throw .missingFrequency }
        self.init(frequency: try Self.frequency(frequency))
        for part in Part.allCases {
            if let value = values[part] { try read(part, value, otherEnd: part == .until && values[.count] != nil) }
        }
        try checkCombinations()
    }

    private static func frequency(_ value: Substring) throws(RepeatError) -> Frequency {
        if value == "SECONDLY" { throw .tooFine("FREQ=SECONDLY") }
        guard let frequency = Frequency(rawValue: String(value)) else {
            let names = Frequency.allCases.reversed().map(\.rawValue).joined(separator: ", ")
            throw .badValue(.frequency, value: String(value), expected: "use \(names)")
        }
        return frequency
    }

    private mutating func read(_ part: Part, _ value: Substring, otherEnd: Bool) throws(RepeatError) {
        switch part {
        case .calendar:
            guard value == Self.calendar else {
                throw .badValue(.calendar, value: String(value), expected: "use \(Self.calendar)")
            }
        case .frequency: break
        case .interval: interval = try Self.number(part, value)
        case .count: end = .count(try Self.number(part, value))
        case .until:
            guard !otherEnd else { throw .conflict(.until, other: "COUNT", allowed: "use one of them") }
            end = try Self.until(value)
        case .months: months = try Self.numbers(part, value, 1...12)
        case .weekNumbers: weekNumbers = try Self.numbers(part, value, 1...53, canBeNegative: true)
        case .yearDays: yearDays = try Self.numbers(part, value, 1...366, canBeNegative: true)
        case .monthDays: monthDays = try Self.numbers(part, value, 1...31, canBeNegative: true)
        case .weekdays: weekdays = try Self.weekdays(value)
        case .hours: hours = try Self.numbers(part, value, 0...23)
        case .minutes: minutes = try Self.numbers(part, value, 0...59)
        case .seconds:
            guard try Self.numbers(part, value, 0...60) == [0] else { throw .tooFine("BYSECOND=\(value)") }
        case .positions: positions = try Self.numbers(part, value, 1...366, canBeNegative: true)
        case .weekStart: weekStart = try Self.weekday(part, value[...])
        case .skip:
            guard let skip = Skip(rawValue: String(value)) else {
                let names = Skip.allCases.map(\.rawValue).joined(separator: " or ")
                throw .badValue(.skip, value: String(value), expected: "use \(names)")
            }
            self.skip = skip
        }
    }

    // MARK: Values

    private static func number(_ part: Part, _ value: Substring) throws(RepeatError) -> Int {
        guard let number = Int(asciiDigits: value.utf8), number > 0 else {
            throw .badValue(part, value: String(value), expected: "use a number from 1 to 999999999")
        }
        return number
    }

    private static func numbers(
        _ part: Part, _ value: Substring, _ bounds: ClosedRange<Int>, canBeNegative: Bool = false
    ) throws(RepeatError) -> [Int] {
        var numbers: Set<Int> = []
        for element in value.split(separator: ",", omittingEmptySubsequences: false) {
            let (sign, digits) = Self.sign(element, isAllowed: canBeNegative)
            guard let number = Int(asciiDigits: digits.utf8), bounds.contains(number) else {
                let range = "\(bounds.lowerBound) to \(bounds.upperBound)"
                let negatives = canBeNegative ? ", or -\(bounds.upperBound) to -\(bounds.lowerBound)" : ""
                throw .badValue(part, value: String(element), expected: "use \(range)\(negatives), separated by commas")
            }
            numbers.insert(sign * number)
        }
        return numbers.sorted()
    }

    private static func sign(_ text: Substring, isAllowed: Bool) -> (sign: Int, rest: Substring) {
        guard isAllowed, text.hasPrefix("-") || text.hasPrefix("+") else { return (1, text) }
        return (text.hasPrefix("-") ? -1 : 1, text.dropFirst())
    }

    private static func weekdays(_ value: Substring) throws(RepeatError) -> [WeekdayEntry] {
        var entries: Set<WeekdayEntry> = []
        for element in value.split(separator: ",", omittingEmptySubsequences: false) {
            let ordinalText = element.dropLast(2)
            let weekday = try Self.weekday(.weekdays, element, name: element.suffix(2))
            guard !ordinalText.isEmpty else {
                entries.insert(WeekdayEntry(ordinal: nil, weekday: weekday))
                continue
            }
            let (sign, digits) = Self.sign(ordinalText, isAllowed: true)
            guard let number = Int(asciiDigits: digits.utf8), (1...53).contains(number) else {
                throw .badValue(
                    .weekdays, value: String(element),
                    expected: "use 1 to 53 or -53 to -1 before a weekday, such as 2MO")
            }
            entries.insert(WeekdayEntry(ordinal: sign * number, weekday: weekday))
        }
        return entries.sorted { ($0.ordinal ?? 0, $0.weekday.rawValue) < ($1.ordinal ?? 0, $1.weekday.rawValue) }
    }

    private static func weekday(
        _ part: Part, _ element: Substring, name: Substring? = nil
    ) throws(RepeatError) -> Weekday {
        guard let weekday = Weekday.allCases.first(where: { $0.name == name ?? element }) else {
            let names = Weekday.allCases.map(\.name).joined(separator: ", ")
            throw .badValue(part, value: String(element), expected: "no such weekday; use \(names)")
        }
        return weekday
    }

    /// `19971224`, `19971224T090000` or `19971224T090000Z`.
    private static func until(_ value: Substring) throws(RepeatError) -> End {
        let bytes = Array(value.utf8)
        let isUTC = bytes.count == 16 && bytes[15] == UInt8(ascii: "Z")
        func number(_ range: Range<Int>) -> Int? { Int(asciiDigits: bytes[range]) }

        if bytes.count == 8 || bytes.count == 15 && bytes[8] == UInt8(ascii: "T") || isUTC,
            let year = number(0..<4), let month = number(4..<6), let date = number(6..<8),
            let day = CalendarDay(year: year, month: month, day: date)
        {
            if bytes.count == 8 { return .untilDay(day) }
            if bytes[8] == UInt8(ascii: "T"), let hour = number(9..<11), let minute = number(11..<13),
                let second = number(13..<15), hour < 24, second < 60,
                minute < 60, let time = WallTime(day: day, minuteOfDay: hour * 60 + minute)
            {
                guard isUTC else { return .untilTime(time, seconds: second) }
                return .untilInstant(Instant(secondsSinceEpoch: time.minutesSinceEpoch * 60 + second))
            }
        }
        throw .badValue(
            .until, value: String(value), expected: "use 20261224, 20261224T090000, or 20261224T080000Z for UTC")
    }
}
