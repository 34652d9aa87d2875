extension ByteReader {
    /// A value without quotes or brackets: a number, `true`, `false`, a date or a time.
    mutating func bareValue() throws(TOMLFault) -> TOMLValue {
        let start = place
        skipBareValue()
        let text = text(from: start)
        if let value = Self.value(of: text) { return value }
        throw TOMLFault(offset: start, message: Self.problem(with: text))
    }

    /// Skips up to what can follow a value. A blank can be between a date and a time.
    private mutating func skipBareValue() {
        let first = skip { !Self.isEnd($0) }
        guard first.count == 10, first.dropFirst(4).first == UInt8(ascii: "-"), next == UInt8(ascii: " "),
            let digit = next(after: 1), Self.isDigit(digit)
        else { return }
        skip(1)
        _ = skip { !Self.isEnd($0) }
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "#"),
            UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
            true
        default: false
        }
    }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func value(of text: String) -> TOMLValue? {
        // Most values are numbers, and most of them are whole.
        if let number = integer(text) { return .integer(number) }
        switch text {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "inf", "+inf": return .float(.infinity)
        case "-inf": return .float(-.infinity)
        case "nan", "+nan", "-nan": return .float(.nan)
        default: return float(text).map(TOMLValue.float) ?? TOMLTime(text).map(TOMLValue.time)
        }
    }

    private static func problem(with text: String) -> String {
        let word = text.lowercased()
        if word == "true" || word == "false" { return "\(word) is written in lower case" }
        guard let first = text.utf8.first, isDigit(first) || "+-.".utf8.contains(first) else {
            return "a text needs quotes"
        }
        if isInteger(text.utf8.drop { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }, isDigit) {
            let hasZeros = text.utf8.drop { !isDigit($0) }.first == UInt8(ascii: "0")
            return hasZeros ? "a number does not begin with 0" : "a whole number has at most 64 bits"
        }
        return "neither a number nor a date or time; a text needs quotes"
    }

    // MARK: Numbers

    private static func integer(_ text: String) -> Int? {
        if text.utf8.first == UInt8(ascii: "0"), let radix = radix(text.utf8.dropFirst().first) {
            let digits = text.utf8.dropFirst(2)
            let isDigit = { (byte: UInt8) in hexadecimalDigit(byte).map { Int($0) < radix } ?? false }
            return isInteger(digits, isDigit) ? Int(withoutUnderscores(digits), radix: radix) : nil
        }
        let digits = text.utf8.first.map { "+-".utf8.contains($0) } == true ? text.utf8.dropFirst() : text.utf8[...]
        guard isInteger(digits, isDigit), digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        return Int(withoutUnderscores(text.utf8[...]))
    }

    private static func radix(_ letter: UInt8?) -> Int? {
        switch letter {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    /// Whether a text is digits, each underscore between two of them.
    private static func isInteger(_ text: some BidirectionalCollection<UInt8>, _ isDigit: (UInt8) -> Bool) -> Bool {
        guard let first = text.first, let last = text.last, isDigit(first), isDigit(last) else { return false }
        var isAfterUnderscore = false
        for byte in text {
            let isUnderscore = byte == UInt8(ascii: "_")
            guard isUnderscore ? !isAfterUnderscore : isDigit(byte) else { return false }
            isAfterUnderscore = isUnderscore
        }
        return true
    }

    private static func withoutUnderscores(_ text: some Sequence<UInt8>) -> String {
        String(decoding: text.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
    }

    /// A number with a fraction, an exponent or both.
    private static func float(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        let sign = bytes.first.map { "+-".utf8.contains($0) } == true ? 1 : 0
        let mark = bytes.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }
        let mantissa = bytes[sign..<(mark ?? bytes.count)]
        let point = mantissa.firstIndex(of: UInt8(ascii: "."))
        guard mark != nil || point != nil else { return nil }
        let whole = mantissa[..<(point ?? mantissa.endIndex)]
        guard isInteger(whole, isDigit), whole.count == 1 || whole.first != UInt8(ascii: "0") else { return nil }
        if let point, !isInteger(mantissa[(point + 1)...], isDigit) { return nil }
        if let mark {
            let exponent = bytes[(mark + 1)...]
            let digits = exponent.first.map { "+-".utf8.contains($0) } == true ? exponent.dropFirst() : exponent
            guard isInteger(digits, isDigit) else { return nil }
        }
        return Double(withoutUnderscores(bytes))
    }
}

extension TOMLTime {
    /// A date and a time of RFC 3339, or a part of them.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard let date = Self.date(&rest) else {
            guard Self.time(&rest), rest.isEmpty else { return nil }
            self.init(kind: .localTime, text: text)
            return
        }
        guard date else { return nil }
        guard let separator = rest.popFirst() else {
            self.init(kind: .localDate, text: text)
            return
        }
        guard "Tt ".utf8.contains(separator), Self.time(&rest) else { return nil }
        guard !rest.isEmpty else {
            self.init(kind: .localDateTime, text: text)
            return
        }
        guard Self.offset(&rest), rest.isEmpty else { return nil }
        self.init(kind: .offsetDateTime, text: text)
    }

    /// Takes a date from the beginning.
    ///
    /// - Returns: whether the calendar has it; `nil` for a text that does not begin with a date.
    private static func date(_ rest: inout ArraySlice<UInt8>) -> Bool? {
        var bytes = rest
        guard let year = number(4, &bytes), bytes.popFirst() == UInt8(ascii: "-"), let month = number(2, &bytes),
            bytes.popFirst() == UInt8(ascii: "-"), let day = number(2, &bytes)
        else { return nil }
        rest = bytes
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...12).contains(month) && (1...days[month - 1]).contains(day)
    }

    /// Takes a time of day from the beginning.
    private static func time(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let hour = number(2, &rest), rest.popFirst() == UInt8(ascii: ":"), let minute = number(2, &rest),
            rest.popFirst() == UInt8(ascii: ":"), let second = number(2, &rest), hour < 24, minute < 60, second <= 60
        else { return false }
        guard rest.first == UInt8(ascii: ".") else { return true }
        rest.removeFirst()
        let fraction = rest.prefix(while: ByteReader.isDigit)
        rest = rest.dropFirst(fraction.count)
        return !fraction.isEmpty
    }

    private static func offset(_ rest: inout ArraySlice<UInt8>) -> Bool {
        guard let sign = rest.popFirst() else { return false }
        if "Zz".utf8.contains(sign) { return true }
        guard "+-".utf8.contains(sign), let hour = number(2, &rest), rest.popFirst() == UInt8(ascii: ":"),
            let minute = number(2, &rest)
        else { return false }
        return hour < 24 && minute < 60
    }

    private static func number(_ digits: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
        guard rest.count >= digits, rest.prefix(digits).allSatisfy(ByteReader.isDigit) else { return nil }
        defer { rest = rest.dropFirst(digits) }
        return rest.prefix(digits).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
