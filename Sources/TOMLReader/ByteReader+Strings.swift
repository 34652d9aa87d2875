extension ByteReader {
    /// A text in quotes: basic or literal, of one line or of several.
    mutating func string() throws(TOMLFault) -> String {
        guard let quote = next else { preconditionFailure("a text without a quote") }
        let start = place
        let isLong = next(after: 1) == quote && next(after: 2) == quote
        skip(isLong ? 3 : 1)
        // A line end right after the quotes is not part of the text.
        if isLong { _ = takeLineEnd() }
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case quote:
                guard isLong else {
                    skip(1)
                    return String(decoding: text, as: UTF8.self)
                }
                // Up to two quotes before the three that end it belong to the text.
                let count = skip { $0 == quote }.count
                guard count < 6 else {
                    throw TOMLFault(offset: place - count + 5, message: "a text has at most two quotes before its end")
                }
                text += Array(repeating: quote, count: count < 3 ? count : count - 3)
                if count >= 3 { return String(decoding: text, as: UTF8.self) }
            case UInt8(ascii: "\\") where quote == UInt8(ascii: "\""): try readEscape(isLong, to: &text)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                guard isLong else {
                    throw fault("the text that begins \(Self.words(for: start, self)) does not end in its line")
                }
                guard takeLineEnd() else { throw fault("a carriage return is allowed only before a line feed") }
                // A text has the same line ends wherever its file was written.
                text.append(UInt8(ascii: "\n"))
            default:
                try checkIsAllowed(byte)
                text.append(byte)
                skip(1)
            }
        }
        throw fault("the text that begins \(Self.words(for: start, self)) does not end")
    }

    private static func words(for start: Int, _ reader: ByteReader) -> String {
        let begin = reader.place(of: start)
        return "in line \(begin.line), column \(begin.column)"
    }

    private mutating func readEscape(_ isLong: Bool, to text: inout [UInt8]) throws(TOMLFault) {
        let start = place
        skip(1)
        switch next {
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "\""): text.append(UInt8(ascii: "\""))
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "u"): return try readScalar(digits: 4, from: start, to: &text)
        case UInt8(ascii: "U"): return try readScalar(digits: 8, from: start, to: &text)
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            guard isLong else { fallthrough }
            return try skipLineEnds(from: start)
        default:
            let advice = "for a backslash write \\\\, or put the text within single quotes"
            throw TOMLFault(offset: start, message: "a backslash begins no escape here; \(advice)")
        }
        skip(1)
    }

    /// A backslash at the end of a line: that end and all blanks and line ends after it are not part of the text.
    private mutating func skipLineEnds(from start: Int) throws(TOMLFault) {
        skipBlanks()
        guard takeLineEnd() else {
            throw TOMLFault(offset: start, message: "only blanks may be between a backslash and the end of its line")
        }
        repeat { skipBlanks() } while takeLineEnd()
    }

    private mutating func readScalar(digits: Int, from start: Int, to text: inout [UInt8]) throws(TOMLFault) {
        skip(1)
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = next.flatMap(Self.hexadecimalDigit) else {
                throw TOMLFault(
                    offset: start, message: "\\\(digits == 4 ? "u" : "U") needs \(digits) hexadecimal digits")
            }
            value = value << 4 | UInt32(digit)
            skip(1)
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw TOMLFault(offset: start, message: "U+\(String(value, radix: 16, uppercase: true)) is not a character")
        }
        text += Array(String(Character(scalar)).utf8)
    }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
