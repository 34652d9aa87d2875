/// Finds what a parser must not get, reading a TOML text byte by byte: too many values, values that are nested too deeply, and NUL.
///
/// Only what delimits texts, comments and values matters (https://toml.io/en/v1.0.0). In an invalid text the numbers may be wrong;
/// the parser refuses that.
nonisolated struct TOMLScanner {
    /// Far more than any setting needs.
    static let mostDots = 16
    static let mostBrackets = 16

    private enum Place: Equatable {
        case outside
        case comment
        /// Within quotes: one, or three for a text of several lines.
        case text(quote: UInt8, isLong: Bool)
    }

    /// The current line, from 1.
    private(set) var line = 1
    /// The values, lists and tables so far: at most so many, because each element of a list counts, and what separates it.
    private(set) var values = 0
    /// Whether the text has the character NUL, as such or escaped.
    private(set) var hasNUL = false
    private var place = Place.outside
    /// The dots since the last byte that ends a name.
    private var dots = 0
    private var brackets = 0
    /// How many of the last bytes were the same quote.
    private var quotes = 0
    /// How many more quotes may follow the end of a long text: up to two before the end belong to it.
    private var extraQuotes = 0
    /// Whether the last byte was a backslash that escapes the next one.
    private var isEscaped = false
    private var last: UInt8 = 0
    /// How many more zeros complete an escape of NUL.
    private var zeros = 0

    var isTooDeep: Bool { dots > Self.mostDots || brackets > Self.mostBrackets }

    mutating func read(_ byte: UInt8) {
        findNUL(byte)
        switch place {
        case .outside: readOutside(byte)
        case .comment: break
        case .text(let quote, let isLong): readText(byte, quote, isLong)
        }
        guard byte == UInt8(ascii: "\n") else { return }
        line += 1
        if case .text(_, isLong: true) = place { return }
        (place, dots, quotes) = (.outside, 0, 0)
    }

    private mutating func readOutside(_ byte: UInt8) {
        let isQuote = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
        if isQuote, extraQuotes > 0 {
            extraQuotes -= 1
            return
        }
        extraQuotes = 0
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            // Two quotes are an empty text, unless a third follows.
            quotes += 1
            place = .text(quote: byte, isLong: quotes == 3)
            if quotes == 3 { quotes = 0 }
            return
        case UInt8(ascii: "#"): place = .comment
        case UInt8(ascii: "."): dots += 1
        case UInt8(ascii: "="), UInt8(ascii: ","): (values, dots) = (values + 1, 0)
        case UInt8(ascii: "["), UInt8(ascii: "{"): (values, brackets, dots) = (values + 1, brackets + 1, 0)
        case UInt8(ascii: "]"), UInt8(ascii: "}"): (brackets, dots) = (max(0, brackets - 1), 0)
        default: break
        }
        quotes = 0
    }

    private mutating func readText(_ byte: UInt8, _ quote: UInt8, _ isLong: Bool) {
        if isEscaped {
            isEscaped = false
            quotes = 0
        } else if byte == quote {
            quotes += 1
            // One quote ends a short text, but the second of an empty one may be the second of three.
            guard isLong else {
                place = .outside
                return
            }
            if quotes == 3 { (place, quotes, extraQuotes) = (.outside, 0, 2) }
        } else {
            isEscaped = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
            quotes = 0
        }
    }

    private mutating func findNUL(_ byte: UInt8) {
        switch byte {
        case 0: hasNUL = true
        case UInt8(ascii: "0") where zeros > 0:
            zeros -= 1
            if zeros == 0 { hasNUL = true }
        case UInt8(ascii: "u") where last == UInt8(ascii: "\\"): zeros = 4
        case UInt8(ascii: "U") where last == UInt8(ascii: "\\"): zeros = 8
        default: zeros = 0
        }
        last = byte
    }
}
