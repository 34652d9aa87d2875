import Testing

@testable import GardenAPI

@Suite struct ConstraintTests {
    @Test(
        arguments: [
            (.id, 1, 1), (.id, .max, .max), (.id, 0, nil), (.id, -1, nil),
            (.minutes, 1, 1), (.minutes, 1440, 1440), (.minutes, 0, nil), (.minutes, 1441, nil),
            (.range(-3...3), -3, -3), (.range(-3...3), 3, 3), (.range(-3...3), -4, nil), (.range(-3...3), 4, nil),
        ] as [(Constraint<Int>, Int, Int?)])
    func integersMustBeWithinTheirRange(bound: Constraint<Int>, value: Int, validated: Int?) {
        #expect(bound.validate(value) == validated)
    }

    @Test func constraintsDescribeTheirExpectation() {
        #expect(Constraint.id.expectation == "a positive integer")
        #expect(Constraint.minutes.expectation == "an integer from 1 to 1440")
        #expect(Constraint.range(-3...3).expectation == "an integer from -3 to 3")
        #expect(Constraint.name.expectation == "a line of 1 to 100 characters")
        #expect(Constraint.id.schema == JSONObject([("minimum", 1)]))
        #expect(Constraint.minutes.schema == JSONObject([("minimum", 1), ("maximum", 1440)]))
        let schema = JSONObject([("minLength", 1), ("x-maxCharacters", 100), ("x-maxBytes", 3200)])
        #expect(Constraint.name.schema == schema)
        #expect(Constraint.icon.schema == JSONObject([("x-maxCharacters", 16), ("x-maxBytes", 512)]))
    }

    @Test(
        arguments: [
            ("a", "a"), (" a ", "a"), ("\t\r\n\u{85}\u{A0}\u{2028}\u{3000}a\u{2029}\u{3000}", "a"), ("a  b", "a b"),
            ("庭\u{3000}園", "庭 園"), ("👩‍🌾", "👩‍🌾"), ("e\u{301}", "e\u{301}"), ("\u{202E}a", nil), ("z\u{200B}w", nil),
            (String(repeating: "x", count: 100), String(repeating: "x", count: 100)),
            (String(repeating: "庭", count: 100), String(repeating: "庭", count: 100)),
            (String(repeating: "🌱", count: 100), String(repeating: "🌱", count: 100)),
            (" " + String(repeating: "x", count: 100) + " ", String(repeating: "x", count: 100)),
            ("a \u{301}b", "a b"), ("a\tb", nil), ("a \t b", nil), ("a\u{2028} \u{3000} b", nil),
            (String(repeating: "x", count: 101), nil), ("", nil), (" \t\n\u{3000}", nil),
        ] as [(String, String?)])
    func namesAreTrimmed(text: String, validated: String?) {
        #expect(Constraint.name.validate(text) == validated)
    }

    @Test(
        arguments: [
            ("42", true), (" 7 ", true), ("0", true), ("4b", false), ("-4", false), ("4 2", false), ("４２", false),
            ("", nil),
        ] as [(String, Bool?)])
    func aNewNameOfDigitsAloneIsRefused(text: String, isRefused: Bool?) {
        #expect((Constraint.newName.validate(text) == nil) == (isRefused ?? true))
        #expect((Constraint.newName.problem(text) != nil) == (isRefused ?? false))
        #expect((Constraint.name.validate(text) == nil) == (isRefused == nil))
    }

    /// Texts of the largest size that a line can have; they must not be scanned character by character.
    @Test(
        arguments: [
            (" ", 1 << 20, "", "", nil), (" ", 1 << 20, "a", "b", "a b"), (" \u{3000}", 1 << 18, "a", "b", "a b"),
            (" ", 1 << 20, "", "a", "a"), (" ", 1 << 20, "a", "", "a"), ("\t \u{2028}", 1 << 17, "a", "", "a"),
            ("\t ", 1 << 18, "a", "b", nil), (" \u{3000}\t\u{3000}", 1 << 16, "a", "b", nil),
            (" a", 1 << 19, "", "", nil), ("e\u{301}", 1 << 18, "", "", nil), ("\u{301}", 1 << 19, "e", "", nil),
            (" a", 50, "", "", String(String(repeating: " a", count: 50).dropFirst())),
            ("a\u{3000}\u{2003}\u{3000} ", 50, "", "", String(String(repeating: "a ", count: 50).dropLast())),
            ("a\u{3000}\u{2003}\u{3000} ", 51, "", "", nil),
        ] as [(String, Int, String, String, String?)])
    func longTextsAreTrimmedLikeShortOnes(piece: String, count: Int, before: String, after: String, validated: String?)
    {
        #expect(Constraint.name.validate(before + String(repeating: piece, count: count) + after) == validated)
    }

    /// A character is what a reader takes for one, however many code points it has (RULES G1).
    @Test(arguments: ["x", "庭", "e\u{301}", "👩‍👩‍👧‍👦", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🇩🇪", "❤️"])
    func lengthsCountCharacters(character: String) {
        #expect(character.count == 1)
        let longest = String(repeating: character, count: 100)
        #expect(Constraint.name.validate(longest) == longest)
        #expect(Constraint.name.validate(longest + character) == nil)
        #expect(Constraint.name.problem(longest + character) == nil)
        let note = String(repeating: character, count: 1000)
        #expect(Constraint<String>.line(1000).validate(note) == note)
    }

    @Test func combiningMarksAreLimitedByBytes() {
        let marks = { (count: Int) in "e" + String(repeating: "\u{301}", count: count) }
        #expect(Constraint.name.validate(marks(1599)) == marks(1599))
        #expect(Constraint.name.problem(marks(1600)) == "must take at most 3200 bytes, not 3201")
        #expect(Constraint.name.validate(marks(1 << 19)) == nil)
    }

    @Test(arguments: [
        ("a\u{200B}b", "contains U+200B ZERO WIDTH SPACE, which is invisible and is not allowed"),
        ("\u{FEFF}a", "contains U+FEFF ZERO WIDTH NO-BREAK SPACE, which is invisible and is not allowed"),
        ("a\u{AD}b", "contains U+00AD SOFT HYPHEN, which is invisible and is not allowed"),
        ("\u{3164}", "contains U+3164 HANGUL FILLER, which is invisible and is not allowed"),
        ("\u{2800}", "contains U+2800 BRAILLE PATTERN BLANK, which is invisible and is not allowed"),
        ("a\u{34F}b", "contains U+034F COMBINING GRAPHEME JOINER, which is invisible and is not allowed"),
        ("a\u{E0001}", "contains U+E0001 LANGUAGE TAG, which is invisible and is not allowed"),
        ("a\u{202E}b", "contains U+202E RIGHT-TO-LEFT OVERRIDE, which changes the text direction and is not allowed"),
        ("a\u{200F}b", "contains U+200F RIGHT-TO-LEFT MARK, which changes the text direction and is not allowed"),
        ("a\u{2028}b", "contains U+2028 LINE SEPARATOR, which breaks the line and is not allowed"),
        ("a\tb", "contains U+0009 TAB, which is a control character and is not allowed"),
        ("a\u{1B}[2J", "contains U+001B ESCAPE, which is a control character and is not allowed"),
        ("\u{200D}\u{FE0F}", "contains no visible characters"),
    ])
    func aForbiddenCharacterIsReported(text: String, problem: String) {
        #expect(Constraint.name.validate(text) == nil)
        #expect(Constraint.name.problem(text) == problem)
        #expect(Constraint.newName.problem(text) == problem)
        #expect(Constraint.icon.problem(text) == problem)
    }

    /// Persian needs its joiners, pictures their selectors; numbers in Arabic have a sign that is seen.
    @Test(arguments: ["می\u{200C}خواهم", "👩‍🌾", "❤\u{FE0F}", "葛\u{E0100}城", "ᠮᠣᠩ\u{180B}", "\u{0600}٧", "क्\u{200D}ष"])
    func joinersAndVariationSelectorsAreAllowed(text: String) {
        #expect(Constraint.name.validate(text) == text)
    }

    @Test func controlCharactersAreRefusedInALine() {
        let scalars = (0..<0xA0).map { Unicode.Scalar($0 as UInt8) } + ["\u{2028}", "\u{2029}"]
        let refused = scalars.filter { Constraint<String>.line(9).validate("a\($0)b") == nil }
        #expect(
            refused == (0..<0x20).map { Unicode.Scalar($0 as UInt8) } + (0x7F..<0xA0).map { Unicode.Scalar($0) } + [
                "\u{2028}", "\u{2029}",
            ])
    }
}
