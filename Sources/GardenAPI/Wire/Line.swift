/// A line of text as it is asked for in names, titles, notes and lines of the log (RULES G1).
enum Line {
    /// How many bytes a line may take for each character it may have. A picture of a family takes 25, a flag of a country's
    /// part 28; the constraint refuses a "character" of thousands of combining
    /// marks.
    static let bytesPerCharacter = 32

    case validated(String)
    /// What is wrong, to be read after the field's name; `nil` where what was expected says it.
    case refused(String?)

    var text: String? {
        guard case .validated(let text) = self else { return nil }
        return text
    }

    var problem: String? {
        guard case .refused(let problem) = self else { return nil }
        return problem
    }

    /// Reads a line of at most so many characters. White space around it is cut off, and each stretch of white space in it
    /// becomes one blank: two names that look alike are the same.
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
}

extension String {
    /// A text that is tidied to the same and takes no longer than a short one: of each stretch of white space its first
    /// and last are left, and one that breaks a line. `nil` when more than `scalars` are left even so.
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
    /// "U+200B ZERO WIDTH SPACE", or the number alone where there is no name. Unicode gives control characters none; those
    /// that are met have the names of the keys and commands they come from.
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

    /// Why a line does not hold it: it breaks the line, controls a terminal, turns the direction of the text, or cannot be
    /// seen; `nil` for what is allowed. What joins letters and pictures, chooses how they look, or spells the flag of a
    /// country's part is allowed, though it cannot be seen.
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
        // Unicode has the last four for visible: an empty pattern of Braille, and the marks around annotations.
        let isHidden = self == "\u{2800}" || ("\u{FFF9}"..."\u{FFFB}").contains(self)
        return properties.isDefaultIgnorableCodePoint || isHidden ? "is invisible" : nil
    }
}

/// A text without most of its white space, scalar by scalar: characters may be as long as a whole line.
private struct CondensedText {
    private(set) var scalars = String.UnicodeScalarView()
    /// How many they are, which they would have to be gone through for.
    private(set) var count = 0
    private var isInBlanks = false
    /// Whether one that breaks a line is kept of the white space at the end.
    private var hasBreak = false
    /// The last blank, where it is not the first.
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

    /// Of a blank: whether it is a control character or a separator of lines.
    fileprivate var breaksLines: Bool {
        isASCII ? self != " " : ["\u{85}", "\u{2028}", "\u{2029}"].contains(self)
    }
}
