/// What a field allows beyond its type. It may also tidy the value: names come out trimmed.
public struct Bound<Value: Sendable>: Sendable {
    /// In words of an error message: "an integer from 1 to 1440".
    let expectation: String
    /// What it adds to the JSON Schema of the type.
    let schema: JSONObject
    /// The value as it is to be used; `nil` when it is out of bounds.
    let admit: @Sendable (Value) -> Value?
    /// What is wrong with a value that is out of bounds, to be read after the field's name: "must not …"; `nil` where
    /// ``expectation`` says it.
    let problem: @Sendable (Value) -> String?

    public init(
        _ expectation: String, schema: JSONObject = JSONObject(),
        problem: @escaping @Sendable (Value) -> String? = { _ in nil },
        admit: @escaping @Sendable (Value) -> Value?
    ) {
        self.expectation = expectation
        self.schema = schema
        self.problem = problem
        self.admit = admit
    }
}

extension Bound where Value == Int {
    public static func range(_ range: ClosedRange<Int>, _ unit: String = "") -> Bound {
        let expectation = "an integer from \(range.lowerBound) to \(range.upperBound)\(unit.isEmpty ? "" : " \(unit)")"
        let schema = JSONObject([("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))])
        return Bound(expectation, schema: schema) { range.contains($0) ? $0 : nil }
    }

    /// An id: counted per kind from 1 and never used again (API §2).
    public static var id: Bound {
        Bound("a positive integer", schema: JSONObject([("minimum", 1)])) { $0 > 0 ? $0 : nil }
    }

    /// Whole minutes of a phase (API §2).
    public static var minutes: Bound { .range(1...1440) }
}

extension Bound where Value == [String] {
    /// A few words: so many at most, each of at most 100 characters.
    public static func words(_ most: Int) -> Bound {
        Bound("a list of at most \(most) words of 100 characters", schema: JSONObject([("maxItems", .integer(most))])) {
            words in
            words.count <= most && words.allSatisfy { $0.utf8.count <= 400 && $0.unicodeScalars.count <= 100 }
                ? words : nil
        }
    }
}

extension Bound where Value == Int {
    /// A number that counts from 0.
    public static var fromZero: Bound {
        Bound("an integer from 0", schema: JSONObject([("minimum", 0)])) { $0 >= 0 ? $0 : nil }
    }

    /// By how much something becomes more or less.
    public static var change: Bound {
        Bound("an integer other than 0", schema: JSONObject([("not", ["const": 0])])) { $0 != 0 ? $0 : nil }
    }
}

extension Bound where Value == String {
    /// One line of 1 to `characters` characters, counted as JSON Schema does: in code points. White space around it is
    /// cut off, and within it one blank is enough: two names that look alike are the same.
    public static func line(_ characters: Int) -> Bound {
        let schema = JSONObject([("minLength", 1), ("maxLength", .integer(characters))])
        return Bound("a line of 1 to \(characters) characters", schema: schema) { text in
            guard let text = text.condensed(4 * characters)?.tidied else { return nil }
            guard !text.isEmpty, text.unicodeScalars.count <= characters, !text.hasControlCharacters else { return nil }
            return text
        }
    }

    /// A picture in a few characters, for an emoji may be of many; empty for none.
    public static var icon: Bound {
        let line = line(16)
        return Bound("a line of at most 16 characters", schema: JSONObject([("maxLength", 16)])) { text in
            text.isEmpty ? text : line.admit(text)
        }
    }

    /// The name of a category, item or counter that there is (API §2).
    public static var name: Bound { .line(100) }

    /// The name of one that is to be made or renamed. Digits alone are refused, for they are taken for an id (RULES G1).
    public static var newName: Bound {
        let name = Bound.name
        let isId = { @Sendable (text: String) in
            let name = name.admit(text) ?? ""
            return !name.isEmpty && name.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        return Bound(
            name.expectation, schema: name.schema,
            problem: { text in
                guard isId(text) else { return name.problem(text) }
                return "must not be of digits alone, for \(name.admit(text) ?? text) is taken for an id"
            },
            admit: { text in isId(text) ? nil : name.admit(text) })
    }
}

extension String {
    /// Trimmed, with each stretch of white space made one blank; as it is where it holds what is no line.
    var tidied: String {
        let trimmed = trimmed
        guard !trimmed.hasControlCharacters else { return trimmed }
        return trimmed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// A text that is tidied to the same and takes no longer than a short one: of each stretch of white space its first
    /// and last are left, and one that breaks a line. `nil` when more than `scalars` are left even so.
    func condensed(_ scalars: Int) -> String? {
        guard utf8.count > scalars else { return self }
        var text = CondensedText()
        for scalar in unicodeScalars {
            text.append(scalar)
            guard text.count <= scalars else { return nil }
        }
        text.end()
        return String(text.scalars)
    }

    var trimmed: String {
        var text = Substring(self)
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// Whether it holds a character that would break a line or a terminal, or hide in it: Unicode categories Cc and Cf,
    /// and the separators of lines and paragraphs.
    var hasControlCharacters: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: return true
            // What cannot be seen, but for what joins letters and pictures, and the letters of flags.
            case .format:
                return !["\u{200C}", "\u{200D}"].contains(scalar) && !("\u{E0020}"..."\u{E007F}").contains(scalar)
            default: return false
            }
        }
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
