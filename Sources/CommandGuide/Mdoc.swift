/// A man(1) page under construction, in the language mdoc(7).
public struct Mdoc {
    private static let lineColumns = 79

    public private(set) var text = ""

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - date: when its text last changed, in mdoc's form: `November 21, 2026`.
    ///   - about: its subject, in a few words.
    public init(name: String, section: Int, date: String, release: String, about: String) {
        line("Dd \(date)")
        line("Dt \(name.uppercased()) \(section)")
        line("Os \(Self.argument("Pocket Garden \(release)"))")
        heading("NAME")
        line("Nm \(name)")
        line("Nd \(Self.escaped(about))")
    }

    /// Adds a line of macros, their arguments escaped.
    public mutating func line(_ macros: String) { text += ".\(macros)\n" }

    public mutating func heading(_ words: String) { line("Sh \(words)") }

    /// Adds a heading below one; a bracket at its end is not taken for punctuation.
    public mutating func subheading(_ words: String) { line("Ss \(Self.argument(words))\\&") }

    /// Adds prose: each sentence on its own short lines, as mdoc recommends.
    public mutating func prose(_ words: String) {
        var line = ""
        for word in words.split(separator: " ") {
            let styled = Self.styled(String(word))
            let isSentence = word.first?.isUppercase == true && (line.hasSuffix(".") || line.hasSuffix(":"))
            if !line.isEmpty, isSentence || line.count + 1 + styled.count > Self.lineColumns {
                text += "\(line)\n"
                line = ""
            }
            if line.isEmpty {
                // At the start of a line it would be read as a macro.
                line = styled.hasPrefix(".") ? "\\&\(styled)" : styled
            } else {
                line += " \(styled)"
            }
        }
        text += "\(line)\n"
    }

    public mutating func paragraphs(_ paragraphs: [String]) {
        for (index, paragraph) in paragraphs.enumerated() {
            if index > 0 { line("Pp") }
            prose(paragraph)
        }
    }

    /// Adds a list of terms, each a line of macros, with their meanings.
    public mutating func list(_ items: [(term: String, meaning: String)], width: String = "Ds", isCompact: Bool = false)
    {
        line("Bl -tag -width \(width)\(isCompact ? " -compact" : "")")
        for item in items {
            line("It \(item.term)")
            prose(item.meaning)
        }
        line("El")
    }

    /// Adds lines as they are.
    public mutating func literal(_ lines: [String]) {
        line("Bd -literal -offset indent")
        for line in lines {
            let isMacro = line.hasPrefix(".") || line.hasPrefix("'")
            text += "\(isMacro ? "\\&" : "")\(Self.escaped(line))\n"
        }
        line("Ed")
    }

    // MARK: Words

    /// Words as one argument of a macro: quoted, and never taken for a macro itself.
    public static func argument(_ words: String) -> String {
        let escaped = escaped(words).split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        let isLikeMacro = words.count <= 3 && words.first?.isUppercase == true
        let shielded = isLikeMacro || words.count == 1 ? "\\&\(escaped)" : escaped
        return words.contains(" ") ? "\"\(shielded)\"" : shielded
    }

    /// The text in ASCII, without anything that roff would interpret.
    public static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { result, scalar in
            switch scalar {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
    }

    /// A word of prose: options and text in back quotes are set as typed. Hyphens are preserved.
    private static func styled(_ word: String) -> String {
        let marks = word.split(separator: "`", omittingEmptySubsequences: false)
        if marks.count > 1 {
            // A quotation of several words begins in one word and ends in another.
            let pieces = marks.enumerated().map { index, piece in
                index == 0
                    ? escaped(String(piece)) : (isOpening(word, index) ? "\\fB" : "\\fR") + escaped(String(piece))
            }
            return pieces.joined()
        }
        if word.hasPrefix("-"), word.contains(where: \.isLetter) {
            let option = word.prefix { $0.isLetter || $0 == "-" }
            return "\\fB\(escaped(String(option)))\\fR\(escaped(String(word.dropFirst(option.count))))"
        }
        return escaped(word).replacingHyphens
    }

    /// Whether the mark before that piece of the word opens a quotation: the first mark does if it begins the word; the
    /// second closes it.
    private static func isOpening(_ word: String, _ index: Int) -> Bool {
        let opensWord = word.drop { $0 == "(" || $0 == "\"" }.hasPrefix("`")
        return opensWord ? index % 2 == 1 : index % 2 == 0
    }
}

extension String {
    /// The hyphens of prose, where a line may break.
    fileprivate var replacingHyphens: String {
        split(separator: "\\-", omittingEmptySubsequences: false).joined(separator: "-")
    }
}
