import GardenAPI
import TestSupport
import Testing

@testable import GardenCore

/// The search for a text in others.
struct SearchedTextTests {
    @Test(arguments: [
        ("", "", true), ("", "a", true), ("a", "", false), ("tea", "Buy Tea today", true), ("TEA", "buy tea", true),
        ("teas", "tea", false), ("aab", "aaab", true), ("abab", "abacabab", true), ("ababaca", "abababaca", true),
        ("straße", "STRASSE 5", true), ("é", "cafe\u{301}", true), ("caf\u{65}\u{301}", "CAFÉ", true),
        ("e", "é", false), ("茶", "お茶を買う", true), ("🍵", "a 🍵", true),
    ])
    func aTextIsFound(text: String, in other: String, isFound: Bool) {
        #expect(SearchedText(text).isFound(in: other.folded) == isFound)
    }

    @Test("it finds what the standard library finds by bytes")
    func itAgreesWithASimpleSearch() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<3000 {
            let word = { (most: Int, random: inout SeededGenerator) in
                String((0..<Int.random(in: 0...most, using: &random)).map { _ in "ab".randomElement(using: &random)! })
            }
            let (text, other) = (word(6, &random), word(20, &random))
            let starts = 0...max(0, other.count - text.count)
            let isFound =
                text.count <= other.count && starts.contains { Array(other)[$0...].starts(with: Array(text)) }
            #expect(SearchedText(text).isFound(in: other) == isFound, "\(text) in \(other)")
        }
    }
}
