/// A man(1) page under construction, in the language mdoc(7).
public struct Mdoc {
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

    /// Adds prose, each sentence on a line of its own, as mdoc recommends. Words between back quotes are bold.
    public mutating func prose(_ words: String) {
        let marked = words.split(separator: "`", omittingEmptySubsequences: false).map(String.init).map(Self.escaped)
            .enumerated().map { $0.offset.isMultiple(of: 2) ? $0.element : "\\fB\($0.element)\\fR" }.joined()
        var last: Substring?
        for word in marked.split(separator: " ") {
            let isSentence = word.first?.isUppercase == true && (last?.last == "." || last?.last == ":")
            // At the start of a line, a full stop would be read as a macro.
            text += last == nil ? (word.hasPrefix(".") ? "\\&" : "") : isSentence ? "\n" : " "
            text += word
            last = word
        }
        text += "\n"
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
}
