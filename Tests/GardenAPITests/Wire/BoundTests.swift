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
            (String(repeating: "x", count: 101), nil), ("", nil), (" \t\n\u{3000}", nil),
        ] as [(String, String?)])
    func namesComeOutTrimmed(text: String, admitted: String?) {
        #expect(Bound.name.admit(text) == admitted)
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
