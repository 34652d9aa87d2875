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
    public mutating func appendDigits(_ value: UInt, width: Int = 1) {
        let count = Swift.max(Digits.count(of: value), width)
        append(addingCapacity: count) { output in
            output.withUnsafeMutableBufferPointer { free, initialized in
                Digits.write(value, to: UnsafeMutableBufferPointer(rebasing: free[initialized..<(initialized + count)]))
                initialized += count
            }
        }
    }

    /// Appends a number from 0 in decimal, with leading zeros up to `width` digits.
    mutating func appendDigits(_ value: Int, width: Int) {
        precondition(value >= 0, "digits of a negative number: \(value)")
        appendDigits(value.magnitude, width: width)
    }
}

/// The decimal digits of numbers.
public enum Digits {
    /// How many digits a number has; 0 has one.
    public static func count(of value: UInt) -> Int {
        var (count, bound) = (1, UInt(10))
        while value >= bound {
            count += 1
            // The largest number has 20 digits, and 10 to the 20th does not fit.
            let (next, overflows) = bound.multipliedReportingOverflow(by: 10)
            if overflows { break }
            bound = next
        }
        return count
    }

    /// Writes the digits of a number, after as many zeros as there is room for.
    ///
    /// - Precondition: there is room for ``count(of:)`` digits.
    public static func write(_ value: UInt, to place: UnsafeMutableBufferPointer<UInt8>) {
        var (rest, index) = (value, place.count)
        while index > 0 {
            index -= 1
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            place.initializeElement(at: index, to: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        }
    }
}
