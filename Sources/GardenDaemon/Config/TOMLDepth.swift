/// How deeply the names and values of a TOML text are nested, read byte by byte, before a parser builds them.
///
/// Only what delimits texts, comments and values matters (https://toml.io/en/v1.0.0). In an invalid text the depth may be wrong;
/// the parser refuses that.
nonisolated struct TOMLDepth {
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

    var isTooDeep: Bool { dots > Self.mostDots || brackets > Self.mostBrackets }

    mutating func read(_ byte: UInt8) {
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
        case UInt8(ascii: "="), UInt8(ascii: ","): dots = 0
        case UInt8(ascii: "["), UInt8(ascii: "{"): (brackets, dots) = (brackets + 1, 0)
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
}
