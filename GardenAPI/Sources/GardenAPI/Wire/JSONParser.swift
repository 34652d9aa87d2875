/// Invalid JSON: the position and the reason.
public struct JSONSyntaxError: Error, Equatable {
    /// The position in bytes, from 0.
    public var offset: Int
    /// The reason, a clause for an error message.
    public var reason: String

    /// The reason if there are more values than allowed; the JSON may be valid.
    public static let tooManyValues = "there are too many values"
}

extension JSON {
    /// Parses bytes that are one JSON value (RFC 8259), with optional white space around it.
    ///
    /// - Parameters:
    ///   - depth: the deepest nesting of lists and objects.
    ///   - values: the most values, including nested ones, lists and objects. Parsing stops there.
    /// - Throws: a syntax error, invalid UTF-8, a nesting that is too deep, or too many values.
    public static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, depth: Int = Limits.depth, values: Int = .max
    ) throws(JSONSyntaxError) -> JSON {
        var parser = JSONParser(bytes: bytes, remainingDepth: depth, remainingValues: values)
        return try parser.document()
    }

    /// Parses bytes that are one JSON value (RFC 8259), with any number of values in it.
    ///
    /// - Parameter depth: the deepest nesting of lists and objects.
    public static func parse(_ bytes: [UInt8], depth: Int = Limits.depth) throws(JSONSyntaxError) -> JSON {
        try bytes.withUnsafeBufferPointer { (buffer) throws(JSONSyntaxError) in try parse(buffer, depth: depth) }
    }

    /// Parses a text that is one JSON value (RFC 8259), nested at most ``Limits/depth`` deep.
    public static func parse(_ text: String) throws(JSONSyntaxError) -> JSON {
        try parse(Array(text.utf8))
    }
}

private struct JSONParser {
    let bytes: UnsafeBufferPointer<UInt8>
    var remainingDepth: Int
    var remainingValues: Int
    var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>, remainingDepth: Int, remainingValues: Int) {
        self.bytes = bytes
        self.remainingDepth = remainingDepth
        self.remainingValues = remainingValues
    }

    mutating func document() throws(JSONSyntaxError) -> JSON {
        skipWhiteSpace()
        let value = try value()
        skipWhiteSpace()
        guard position == bytes.count else { throw error("there is text after the value") }
        return value
    }

    private mutating func value() throws(JSONSyntaxError) -> JSON {
        guard remainingValues > 0 else { throw error(JSONSyntaxError.tooManyValues) }
        remainingValues -= 1
        switch peek {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return try number()
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case nil: throw error("a value is expected, but the text ends")
        case .some: throw error("a value is expected")
        }
    }

    private mutating func object() throws(JSONSyntaxError) -> JSON {
        try enter()
        var object = JSONObject()
        skipWhiteSpace()
        if !take("}") {
            object = JSONObject(reservingCapacity: 4)
            repeat {
                skipWhiteSpace()
                guard peek == UInt8(ascii: "\"") else { throw error("a member name in quotes is expected") }
                let name = try string()
                skipWhiteSpace()
                guard take(":") else { throw error("a colon is expected") }
                skipWhiteSpace()
                object.append(name, try value())
                skipWhiteSpace()
            } while take(",")
            guard take("}") else { throw error("a comma or a closing brace is expected") }
        }
        remainingDepth += 1
        return .object(object)
    }

    private mutating func array() throws(JSONSyntaxError) -> JSON {
        try enter()
        var elements: [JSON] = []
        skipWhiteSpace()
        if !take("]") {
            repeat {
                skipWhiteSpace()
                elements.append(try value())
                skipWhiteSpace()
            } while take(",")
            guard take("]") else { throw error("a comma or a closing bracket is expected") }
        }
        remainingDepth += 1
        return .array(elements)
    }

    private mutating func enter() throws(JSONSyntaxError) {
        guard remainingDepth > 0 else { throw error("lists and objects are nested too deeply") }
        remainingDepth -= 1
        position += 1
    }

    private mutating func string() throws(JSONSyntaxError) -> String {
        position += 1
        let start = position
        var isASCII = true
        while let byte = peek {
            if byte == UInt8(ascii: "\"") {
                let text = isASCII ? ascii(start..<position) : try utf8(start..<position)
                position += 1
                return text
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            if byte >= 0x80 { isASCII = false }
            guard byte >= 0x20 else { throw error("a control character in a string must be escaped") }
            position += 1
        }
        throw error("the string is not closed")
    }

    /// Parses the rest of a string from its first escape, where `position` is.
    private mutating func escapedString(from start: Int) throws(JSONSyntaxError) -> String {
        var text: [UInt8] = []
        var runStart = start
        var isASCII = false
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                try appendRun(runStart..<position, isASCII: isASCII, to: &text)
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                try appendRun(runStart..<position, isASCII: isASCII, to: &text)
                position += 1
                Self.append(try escape(), to: &text)
                runStart = position
                isASCII = true
            case 0..<0x20:
                throw error("a control character in a string must be escaped")
            default:
                if byte >= 0x80 { isASCII = false }
                position += 1
            }
        }
        throw error("the string is not closed")
    }

    private func appendRun(_ range: Range<Int>, isASCII: Bool, to text: inout [UInt8]) throws(JSONSyntaxError) {
        if !isASCII { _ = try utf8(range) }
        text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
    }

    /// Appends a scalar as UTF-8, without the allocation that the standard library makes.
    private static func append(_ scalar: Unicode.Scalar, to text: inout [UInt8]) {
        let value = scalar.value
        func append(_ bits: UInt32, _ mark: UInt32) { text.append(UInt8(truncatingIfNeeded: bits | mark)) }
        switch value {
        case ..<0x80:
            append(value, 0)
        case ..<0x800:
            append(value >> 6, 0xC0)
            append(value & 0x3F, 0x80)
        case ..<0x10000:
            append(value >> 12, 0xE0)
            append(value >> 6 & 0x3F, 0x80)
            append(value & 0x3F, 0x80)
        default:
            append(value >> 18, 0xF0)
            append(value >> 12 & 0x3F, 0x80)
            append(value >> 6 & 0x3F, 0x80)
            append(value & 0x3F, 0x80)
        }
    }

    private mutating func escape() throws(JSONSyntaxError) -> Unicode.Scalar {
        guard let byte = peek else { throw error("the string is not closed") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/"): return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default:
            position -= 1
            throw error("the escape sequence is invalid")
        }
    }

    private mutating func unicodeEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = try hexUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, take("\\"), take("u") else { throw error("a surrogate pair is incomplete") }
        let second = try hexUnit()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw error("a surrogate pair is incomplete") }
        return scalar
    }

    private mutating func hexUnit() throws(JSONSyntaxError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Self.hexDigit(byte) else {
                throw error("four hexadecimal digits are expected")
            }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return UInt32(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return UInt32(byte - UInt8(ascii: "A") + 10)
        default: return nil
        }
    }

    private mutating func number() throws(JSONSyntaxError) -> JSON {
        let start = position
        let isNegative = take("-")
        // It counts down from zero, because the lowest 64-bit integer has no positive counterpart.
        var magnitude: Int? = 0
        let leadingZero = peek == UInt8(ascii: "0")
        let integerStart = position
        while let digit = digit {
            magnitude = magnitude.flatMap { value in
                let (tens, tensOverflow) = value.multipliedReportingOverflow(by: 10)
                let (next, overflow) = tens.subtractingReportingOverflow(digit)
                return tensOverflow || overflow ? nil : next
            }
            position += 1
        }
        guard position > integerStart else { throw error("a digit is expected") }
        guard !leadingZero || position == integerStart + 1 else {
            position = integerStart
            throw error("a number must not have leading zeros")
        }
        var isInteger = true
        if take(".") {
            isInteger = false
            try digits()
        }
        if take("e") || take("E") {
            isInteger = false
            if !take("-") { _ = take("+") }
            try digits()
        }
        if isInteger, let magnitude, isNegative || magnitude != .min {
            return .integer(isNegative ? magnitude : -magnitude)
        }
        let text = String(decoding: bytes[start..<position], as: UTF8.self)
        guard let value = Double(text), value.isFinite else {
            position = start
            throw error("the number is too large")
        }
        return .number(value)
    }

    private mutating func digits() throws(JSONSyntaxError) {
        let start = position
        while digit != nil { position += 1 }
        guard position > start else { throw error("a digit is expected") }
    }

    private var digit: Int? {
        guard let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        return Int(byte &- UInt8(ascii: "0"))
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count,
            bytes[position..<end].elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: end - position))
        else { throw error("a value is expected") }
        position = end
        return value
    }

    /// The text of bytes below 0x80, which need no validation.
    private func ascii(_ range: Range<Int>) -> String {
        String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    private func utf8(_ range: Range<Int>) throws(JSONSyntaxError) -> String {
        guard let text = String(validating: bytes[range], as: UTF8.self) else {
            throw JSONSyntaxError(offset: range.lowerBound, reason: "the text is not valid UTF-8")
        }
        return text
    }

    private var peek: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func skipWhiteSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }

    private func error(_ reason: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: position, reason: reason)
    }
}
