/// Decimal numbers with a fixed number of decimals, as whole units.
public enum FixedPoint {
    /// Reads a decimal number, such as `35.681236` or `1e-6`, rounded half away from zero.
    ///
    /// - Parameter decimals: how many decimals the units are: 6 for millionths.
    /// - Returns: the number of units; `nil` if the text is not a number, or larger than 15 digits of units.
    public static func units(of text: String, decimals: Int) -> Int? {
        var rest = Substring(text)
        var isNegative = false
        if let sign = rest.first, sign == "-" || sign == "+" {
            isNegative = sign == "-"
            rest.removeFirst()
        }
        guard let (mantissa, exponent) = split(rest) else { return nil }
        let parts = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.joined()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        let fraction = parts.count == 2 ? parts[1].count : 0
        guard let units = shifted(digits, by: exponent - fraction + decimals) else { return nil }
        return isNegative ? -units : units
    }

    private static func split(_ text: Substring) -> (mantissa: Substring, exponent: Int)? {
        guard let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }) else { return (text, 0) }
        guard let exponent = Int(text[text.index(after: mark)...]), (-400...400).contains(exponent)
        else { return nil }
        return (text[..<mark], exponent)
    }

    /// Digits as a number times a power of ten, rounded half up.
    private static func shifted(_ digits: String, by places: Int) -> Int? {
        let digits = digits.drop { $0 == "0" }
        let kept = digits.count + places
        guard kept <= mostDigits else { return nil }
        if places >= 0 { return digits.isEmpty ? 0 : Int(digits + String(repeating: "0", count: places)) }
        guard kept >= 0 else { return 0 }
        let whole = kept == 0 ? 0 : Int(digits.prefix(kept)) ?? 0
        let next = digits.dropFirst(kept).first ?? "0"
        return whole + (next >= "5" ? 1 : 0)
    }

    private static let mostDigits = 15

    /// A number of units as a decimal number with all its decimals: `35.681236`, `-0.500000`.
    public static func text(_ units: Int, decimals: Int) -> String {
        let digits = String(units.magnitude)
        let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
        return "\(units < 0 ? "-" : "")\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    }
}
