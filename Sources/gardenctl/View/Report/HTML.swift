/// A piece of HTML. Text that is put into a literal is escaped; only the literals themselves and other pieces are markup.
struct HTML: Equatable, ExpressibleByStringInterpolation {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }

    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// Markup that was made elsewhere, such as a drawing.
    init(markup: String) { text = markup }

    /// Pieces on lines of their own.
    init(lines pieces: [HTML]) { text = pieces.map(\.text).joined(separator: "\n") }

    static func joined(_ pieces: [HTML]) -> HTML { HTML(markup: pieces.map(\.text).joined()) }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ markup: String) { text += markup }

        mutating func appendInterpolation(_ words: String) { text += HTML.escaped(words) }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        mutating func appendInterpolation(_ piece: HTML) { text += piece.text }

        mutating func appendInterpolation(_ piece: HTML?) { text += piece?.text ?? "" }

        mutating func appendInterpolation(_ pieces: [HTML]) { text += HTML(lines: pieces).text }

        /// A number of CSS or SVG, to three decimals.
        mutating func appendInterpolation(_ number: Double) { text += HTML.digits(number) }

        /// A name of the person's own, which may be written from right to left.
        mutating func appendInterpolation(name: String) { text += "<bdi>\(HTML.escaped(printable(name)))</bdi>" }
    }

    /// Characters that would be markup in text or in an attribute, as references; control characters as blanks, which HTML does not
    /// allow as anything else. It allows no noncharacters, either.
    private static func escaped(_ words: String) -> String {
        var result = ""
        result.reserveCapacity(words.utf8.count)
        for scalar in words.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: result += " "
            case _ where scalar.properties.isNoncharacterCodePoint: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func digits(_ number: Double) -> String {
        let thousandths = Int(clampingTo64Bits: (number * 1000).rounded())
        let (whole, rest) = (thousandths.magnitude / 1000, thousandths.magnitude % 1000)
        let sign = thousandths < 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var decimals = String(String(rest + 1000).dropFirst())
        while decimals.last == "0" { decimals.removeLast() }
        return "\(sign)\(whole).\(decimals)"
    }
}

/// A name in a text without markup, such as a title in SVG: what is written from right to left does not reorder what is around it.
func isolated(_ name: String) -> String { "\u{2068}\(printable(name))\u{2069}" }
