/// One line of text: names, titles, notes and lines of the log (RULES G1).
enum Line {
    /// The most bytes per character allowed. An emoji of a family has 25 bytes, the flag of a part of a country 28. The
    /// limit rejects a "character" with thousands of combining marks.
    static let bytesPerCharacter = 32

    case validated(String)
    /// The reason, to follow the field's name; `nil` if the expectation of the constraint says enough.
    case refused(String?)

    var text: String? {
        guard case .validated(let text) = self else { return nil }
        return text
    }

    var problem: String? {
        guard case .refused(let problem) = self else { return nil }
        return problem
    }

    /// Reads a line of at most so many characters. It removes white space at both ends, and replaces each run of white
    /// space inside by one space, so that names that look the same are the same.
    static func read(_ text: String, mostCharacters: Int) -> Line {
        let mostBytes = mostCharacters * bytesPerCharacter
        guard let trimmed = text.condensed(mostBytes)?.trimmed else { return .refused(nil) }
        for scalar in trimmed.unicodeScalars {
            if let reason = scalar.reasonAgainstIt {
                return .refused("contains \(scalar.title), which \(reason) and is not allowed")
            }
        }
        let line = trimmed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !line.isEmpty, line.count <= mostCharacters else { return .refused(nil) }
        let bytes = line.utf8.count
        guard bytes <= mostBytes else { return .refused("must take at most \(mostBytes) bytes, not \(bytes)") }
        guard !line.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint) else {
            return .refused("contains no visible characters")
        }
        return .validated(line)
    }

    /// The most bytes of a text of several lines.
    static let mostTextBytes = 10 << 10

    /// Reads a text of several lines: line feeds and tabs are allowed, otherwise the same characters are refused. White
    /// space at the end of a line and empty lines at both ends are removed.
    static func readText(_ text: String) -> Line {
        guard text.utf8.count <= 2 * mostTextBytes else { return .refused(nil) }
        var lines: [String] = []
        for line in text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false) {
            var scalars = Substring(line).unicodeScalars
            while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
            for scalar in scalars where scalar != "\t" {
                if let reason = scalar.reasonAgainstIt {
                    return .refused("contains \(scalar.title), which \(reason) and is not allowed")
                }
            }
            lines.append(String(scalars))
        }
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        let whole = lines.joined(separator: "\n")
        guard whole.utf8.count <= mostTextBytes, !whole.isEmpty else { return .refused(nil) }
        guard !whole.unicodeScalars.allSatisfy({ $0.properties.isDefaultIgnorableCodePoint || $0.isBlank }) else {
            return .refused("contains no visible characters")
        }
        return .validated(whole)
    }
}

extension String {
    /// A shorter text with the same trimmed form: only the first and the last character of each run of white space
    /// remain, and one line break. `nil` if more than `scalars` remain.
    fileprivate func condensed(_ scalars: Int) -> String? {
        guard utf8.count > scalars else { return self }
        var text = CondensedText()
        for scalar in unicodeScalars {
            text.append(scalar)
            guard text.count <= scalars else { return nil }
        }
        text.end()
        return String(text.scalars)
    }

    fileprivate var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// "U+200B ZERO WIDTH SPACE", or only the number if there is no name. Unicode gives control characters no names;
    /// the common ones get the names of their keys and commands.
    fileprivate var title: String {
        let digits = String(value, radix: 16, uppercase: true)
        let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        let name = properties.name ?? Self.controlNames[value]
        return name.map { "\(number) \($0)" } ?? number
    }

    private static let controlNames: [UInt32: String] = [
        0x00: "NULL", 0x07: "BELL", 0x08: "BACKSPACE", 0x09: "TAB", 0x0A: "LINE FEED", 0x0D: "CARRIAGE RETURN",
        0x1B: "ESCAPE", 0x7F: "DELETE", 0x85: "NEXT LINE",
    ]

    /// Why a line must not contain this scalar: it breaks the line, controls a terminal, changes the text direction, or
    /// is invisible; `nil` if it is allowed. Joiners, variation selectors and flag tags are allowed, although they are
    /// invisible.
    fileprivate var reasonAgainstIt: String? {
        guard !isASCII else { return value < 0x20 || value == 0x7F ? "is a control character" : nil }
        let properties = properties
        switch properties.generalCategory {
        case .control: return "is a control character"
        case .lineSeparator, .paragraphSeparator: return "breaks the line"
        default: break
        }
        if properties.isBidiControl { return "changes the text direction" }
        let isJoiner = self == "\u{200C}" || self == "\u{200D}"
        let isFlagTag = ("\u{E0020}"..."\u{E007F}").contains(self)
        guard !isJoiner, !isFlagTag, !properties.isVariationSelector else { return nil }
        // Unicode treats these four as visible: the empty Braille pattern, and the marks around annotations.
        let isHidden = self == "\u{2800}" || ("\u{FFF9}"..."\u{FFFB}").contains(self)
        return properties.isDefaultIgnorableCodePoint || isHidden ? "is invisible" : nil
    }
}

/// A text without most of its white space, built scalar by scalar, because one character can be as long as the whole
/// text.
private struct CondensedText {
    private(set) var scalars = String.UnicodeScalarView()
    /// The number of scalars; `scalars.count` would take linear time.
    private(set) var count = 0
    private var isInBlanks = false
    /// Whether the current run of white space already contains a line break.
    private var hasBreak = false
    /// The last character of the current run of white space; `nil` if it is the first.
    private var lastBlank: Unicode.Scalar?

    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar == lastBlank { return }
        guard scalar.isBlank else {
            end()
            isInBlanks = false
            keep(scalar)
            return
        }
        if !isInBlanks || (!hasBreak && scalar.breaksLines) {
            keep(scalar)
            hasBreak = scalar.breaksLines
            isInBlanks = true
            lastBlank = nil
        } else {
            lastBlank = scalar
        }
    }

    private mutating func keep(_ scalar: Unicode.Scalar) {
        scalars.append(scalar)
        count += 1
    }

    mutating func end() {
        if let lastBlank { keep(lastBlank) }
        lastBlank = nil
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool {
        isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
    }

    /// Whether a white space character is a control character or a line separator.
    fileprivate var breaksLines: Bool {
        isASCII ? self != " " : ["\u{85}", "\u{2028}", "\u{2029}"].contains(self)
    }
}

extension String {
    /// The text without characters that a line must not contain, for imports (RULES G1). Line breaks and tabs become spaces, unless
    /// the text may have several lines.
    ///
    /// - Parameter keepsLines: whether line feeds and tabs stay.
    public func withoutForbiddenCharacters(keepsLines: Bool) -> String {
        var kept = String.UnicodeScalarView()
        for scalar in replacing("\r\n", with: "\n").unicodeScalars {
            if keepsLines, scalar == "\n" || scalar == "\t" {
                kept.append(scalar)
            } else if scalar == "\t" || scalar.breaksLines && scalar.isBlank {
                kept.append(keepsLines ? "\n" : " ")
            } else if scalar.reasonAgainstIt == nil {
                kept.append(scalar)
            }
        }
        return String(kept)
    }
}
