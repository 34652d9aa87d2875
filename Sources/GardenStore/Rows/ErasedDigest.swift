import GardenCore

/// The SHA-256 of something that a purge has erased, as text: `#` and 64 hexadecimal digits. No params and no effect begin like
/// that.
enum ErasedDigest {
    static let digitCount = 64
    private static let mark = UInt8(ascii: "#")

    static func text(of digest: [UInt8]) -> [UInt8] { [mark] + Array(ContentDigest.hexadecimal(digest).utf8) }

    /// - Returns: `nil` for a text that ``text(of:)`` cannot have made.
    static func digest(ofText text: [UInt8]) -> [UInt8]? {
        text.first == mark ? digest(of: text.dropFirst()) : nil
    }

    /// - Returns: `nil` unless these are 64 hexadecimal digits.
    static func digest(of digits: some Collection<UInt8>) -> [UInt8]? {
        guard digits.count == digitCount else { return nil }
        var digest: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = value(of: digit) else { return nil }
            if let first = high {
                digest.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return digest
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
