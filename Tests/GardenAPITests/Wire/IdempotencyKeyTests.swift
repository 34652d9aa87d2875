import Testing

@testable import GardenAPI

@Suite struct IdempotencyKeyTests {
    @Test(arguments: ["k", " ", String(repeating: "k", count: 64), String(repeating: "庭", count: 64)])
    func acceptsOneToSixtyFourCharacters(text: String) throws {
        #expect(try IdempotencyKey(json: .string(text)).text == text)
    }

    @Test(
        arguments: [
            ("", #""""#), (.string(String(repeating: "k", count: 65)), "\"\(String(repeating: "k", count: 40))\"…"),
            (nil, "null"), (7, "7"), (true, "true"), ([], "a list"), ([:], "an object"),
        ] as [(JSON, String)])
    func refusesEverythingElse(json: JSON, shown: String) {
        let mismatch = ValidationError(path: ["key"], problem: "must be a string of 1 to 64 characters, not \(shown)")
        #expect(throws: mismatch) { try IdempotencyKey(json: json) }
    }

    @Test("a key would be read back from the journal only up to U+0000", arguments: ["\0", "k\0", "\0k"])
    func refusesNUL(text: String) {
        let problem = ValidationError(path: ["key"], problem: "U+0000 is not allowed")
        #expect(throws: problem) { try IdempotencyKey(json: .string(text)) }
    }
}
