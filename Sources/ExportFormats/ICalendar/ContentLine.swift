/// A line of iCalendar (RFC 5545 §3.1).
struct ContentLine: Equatable {
    let text: String

    /// - Parameters:
    ///   - name: with its parameters: `DUE;VALUE=DATE`.
    ///   - value: of a type without escapes.
    init(_ name: String, _ value: String) { text = "\(name):\(value)" }

    init(_ name: String, text value: String) { text = "\(name):\(Self.escaped(value))" }

    init(_ name: String, texts values: [String]) { text = "\(name):\(values.map(Self.escaped).joined(separator: ","))" }

    /// A text as a value (§3.3.11). Control characters other than tabs are not allowed in it.
    private static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped += ["\\", scalar]
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": escaped += ["\\", "n"]
            case "\t": escaped.append(scalar)
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// The most bytes of a line without its end.
    private static let mostBytes = 75

    /// The line in parts of at most 75 bytes, each with its end. Readers join the parts, so one may begin with a combining mark.
    var folded: String {
        var folded = String.UnicodeScalarView()
        var bytes = 0
        for scalar in text.unicodeScalars {
            let count = UTF8.width(scalar)
            if bytes + count > Self.mostBytes {
                folded += ["\r", "\n", " "]
                bytes = 1
            }
            folded.append(scalar)
            bytes += count
        }
        folded += ["\r", "\n"]
        return String(folded)
    }
}
