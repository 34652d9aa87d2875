/// Reads fixed-width fields from the beginning of a text, one after the other.
struct DigitReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The number of exactly `width` ASCII digits; `nil` if there is anything else.
    mutating func number(width: Int) -> Int? {
        var value = 0
        for _ in 0..<width {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    /// The next digit, 0 … 9; `nil`, without reading anything, if the next byte is not a digit.
    mutating func digit() -> Int? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int(byte - UInt8(ascii: "0"))
    }

    /// Reads the next byte if it is one of `alternatives`, and returns it; otherwise `nil`.
    mutating func take(_ alternatives: Unicode.Scalar...) -> Unicode.Scalar? {
        guard let byte = rest.first, let found = alternatives.first(where: { UInt8(ascii: $0) == byte }) else {
            return nil
        }
        rest.removeFirst()
        return found
    }
}

extension [UInt8] {
    /// Appends `value` in decimal, with leading zeros up to `width` digits.
    package mutating func appendDigits(_ value: UInt, width: Int = 1) {
        if value < 10, width <= 1 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
        // 20 digits hold every value. They are appended together: each append checks the buffer.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Swift.max(20, width)) { digits in
            var (rest, start) = (value, digits.count)
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0 || digits.count - start < width
            append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }

    /// Appends a number from 0 in decimal, with leading zeros up to `width` digits.
    mutating func appendDigits(_ value: Int, width: Int) {
        precondition(value >= 0, "digits of a negative number: \(value)")
        appendDigits(value.magnitude, width: width)
    }
}
