import TestSupport
import Testing

@testable import GardenAPI

/// Strings of pieces in any order. Each piece has its expected value or error.
@Suite struct JSONEscapeTests {
    private struct Piece {
        let text: String
        let scalars: [Unicode.Scalar]
        init(_ text: String, _ value: String) { (self.text, scalars) = (text, Array(value.unicodeScalars)) }
    }

    private static let good = [
        Piece("a", "a"), Piece("é庭🌱", "é庭🌱"), Piece("e\u{301}", "e\u{301}"), Piece("\u{FEFF}", "\u{FEFF}"),
        Piece(#"\""#, "\""), Piece(#"\\"#, "\\"), Piece(#"\/"#, "/"), Piece(#"\b"#, "\u{8}"), Piece(#"\f"#, "\u{C}"),
        Piece(#"\n"#, "\n"), Piece(#"\r"#, "\r"), Piece(#"\t"#, "\t"), Piece(#"\u0000"#, "\u{0}"),
        Piece(#"\u007f\u0080"#, "\u{7F}\u{80}"), Piece(#"\u07fF\u0800"#, "\u{7FF}\u{800}"),
        Piece(#"\ud7ff\uE000"#, "\u{D7FF}\u{E000}"), Piece(#"\uFFFF"#, "\u{FFFF}"),
        Piece(#"\ud800\udc00"#, "\u{10000}"), Piece(#"\uD83C\udf31"#, "🌱"), Piece(#"\udbff\uDFFF"#, "\u{10FFFF}"),
    ]

    private static let half = "a surrogate pair is incomplete"
    private static let digits = "four hexadecimal digits are expected"
    /// The refused texts, and the position of the error in bytes.
    private static let bad: [(text: String, offset: Int, reason: String)] = [
        (#"\x"#, 1, "the escape sequence is invalid"), (#"\é"#, 1, "the escape sequence is invalid"),
        (#"\u00g0"#, 4, digits),
        (#"\u00é"#, 4, digits), (#"\u12 "#, 4, digits), (#"\uD800 "#, 6, half), (#"\udc00"#, 6, half),
        (#"\ud800\n"#, 7, half), (#"\ud800\ud800"#, 12, half), (#"\udbff\ue000"#, 12, half),
        (#"\ud800\u00"#, 10, digits),
        ("\u{1F}", 0, "a control character in a string must be escaped"),
    ]

    @Test(arguments: 0..<200)
    func everyPieceIsReadAtAnyPosition(seed: Int) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = (0..<generator.below(30)).map { _ in generator.pick(Self.good) }
        let text = pieces.map(\.text).joined()
        let read = try JSON.parse("\"\(text)\"").stringValue
        #expect(read.map { Array($0.unicodeScalars) } == pieces.flatMap(\.scalars), "seed \(seed): \(text)")

        let wrong = generator.pick(Self.bad)
        let error = JSONSyntaxError(offset: 1 + text.utf8.count + wrong.offset, reason: wrong.reason)
        #expect(throws: error, "seed \(seed)") { try JSON.parse("\"\(text)\(wrong.text)\"") }
    }

    @Test func invalidUTF8IsReportedAtTheStartOfItsRun() {
        let reason = "the text is not valid UTF-8"
        let bytes = Array(#""\u00e9ab"#.utf8) + [0xE5, 0xBA] + Array(#"\n""#.utf8)
        #expect(throws: JSONSyntaxError(offset: 7, reason: reason)) { try JSON.parse(bytes) }
        // Bytes of two runs do not form one scalar.
        let torn = [UInt8(ascii: "\""), 0xC3] + Array(#"\n"#.utf8) + [0xA9, UInt8(ascii: "\"")]
        #expect(throws: JSONSyntaxError(offset: 1, reason: reason)) { try JSON.parse(torn) }
    }

    @Test("an excerpt has escapes for all that a terminal obeys, and for what changes the order of the text")
    func anExcerptIsHarmless() {
        let text = "a\u{1B}[2J\u{7F}\u{9B}2J\u{202E}é\u{2028}🌱"
        #expect(JSON.string(text).excerpt == #""a\u001b[2J\u007f\u009b2J\u202eé\u2028🌱""#)
        // Swift has no literals of noncharacters.
        let others = String(String.UnicodeScalarView([0xFFFF, 0xFDD0, 0x1FFFE].compactMap(Unicode.Scalar.init)))
        #expect(JSON.string(others).excerpt == #""\uffff\ufdd0\ud83f\udffe""#)
    }

    @Test("what a terminal obeys is what Unicode says")
    func theListOfControlsIsComplete() {
        for scalar in (0...0x10FFFF as ClosedRange<UInt32>).lazy.compactMap(Unicode.Scalar.init) {
            let isControl =
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                default: scalar.properties.isBidiControl || scalar.properties.isNoncharacterCodePoint
                }
            guard scalar.isTerminalControl != isControl else { continue }
            Issue.record("U+\(String(scalar.value, radix: 16))")
        }
    }
}
