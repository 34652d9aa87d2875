import Testing

@testable import GardenAPI

@Suite struct BoundTests {
    @Test(
        arguments: [
            (.id, 1, 1), (.id, .max, .max), (.id, 0, nil), (.id, -1, nil),
            (.minutes, 1, 1), (.minutes, 1440, 1440), (.minutes, 0, nil), (.minutes, 1441, nil),
            (.range(-3...3), -3, -3), (.range(-3...3), 3, 3), (.range(-3...3), -4, nil), (.range(-3...3), 4, nil),
        ] as [(Bound<Int>, Int, Int?)])
    func integersAreHeldWithinTheirRange(bound: Bound<Int>, value: Int, admitted: Int?) {
        #expect(bound.admit(value) == admitted)
    }

    @Test func boundsSayWhatTheyExpect() {
        #expect(Bound.id.expectation == "a positive integer")
        #expect(Bound.minutes.expectation == "an integer from 1 to 1440")
        #expect(Bound.range(-3...3).expectation == "an integer from -3 to 3")
        #expect(Bound.name.expectation == "a line of 1 to 100 characters")
        #expect(Bound.id.schema == JSONObject([("minimum", 1)]))
        #expect(Bound.minutes.schema == JSONObject([("minimum", 1), ("maximum", 1440)]))
        #expect(Bound.name.schema == JSONObject([("minLength", 1), ("maxLength", 100)]))
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
    func namesComeOutTrimmed(text: String, admitted: String?) {
        #expect(Bound.name.admit(text) == admitted)
    }

    @Test(
        arguments: [
            ("42", true), (" 7 ", true), ("0", true), ("4b", false), ("-4", false), ("4 2", false), ("４２", false),
            ("", nil),
        ] as [(String, Bool?)])
    func aNewNameIsNotOfDigitsAlone(text: String, isRefused: Bool?) {
        #expect((Bound.newName.admit(text) == nil) == (isRefused ?? true))
        #expect((Bound.newName.problem(text) != nil) == (isRefused ?? false))
        #expect((Bound.name.admit(text) == nil) == (isRefused == nil))
    }

    /// What a line of the wire can hold, so that its characters are not looked at one by one.
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
    func longTextsAreTidiedAsShortOnesAre(piece: String, count: Int, before: String, after: String, admitted: String?) {
        #expect(Bound.name.admit(before + String(repeating: piece, count: count) + after) == admitted)
    }

    @Test func noControlCharacterStandsInALine() {
        let scalars = (0..<0xA0).map { Unicode.Scalar($0 as UInt8) } + ["\u{2028}", "\u{2029}"]
        let refused = scalars.filter { Bound<String>.line(9).admit("a\($0)b") == nil }
        #expect(
            refused == (0..<0x20).map { Unicode.Scalar($0 as UInt8) } + (0x7F..<0xA0).map { Unicode.Scalar($0) } + [
                "\u{2028}", "\u{2029}",
            ])
    }
}
