import GardenAPI
import TestSupport
import Testing

@Suite struct LineFramerTests {
    private static func feed(_ bytes: some Collection<UInt8>, to framer: inout LineFramer) -> [LineFramer.Line] {
        Array(bytes).withUnsafeBytes { framer.append($0) }
        var lines: [LineFramer.Line] = []
        while let line = framer.next() { lines.append(line) }
        return lines
    }

    private static func text(_ text: String) -> LineFramer.Line { .text(Array(text.utf8)) }

    @Test(
        arguments: [
            ("", []), ("\n", []), ("\r\n", []), ("\n\n\r\n\n", []), ("a", []), ("a\r", []),
            ("a\n", [text("a")]), ("a\r\n", [text("a")]), ("a\n\nb\n", [text("a"), text("b")]),
            ("\na\r\n\r\nb\nc", [text("a"), text("b")]), ("a\rb\n", [text("a\rb")]), ("a\r\r\n", [text("a\r")]),
            (" \n", [text(" ")]),
            ("12345678\n", [text("12345678")]), ("12345678\r\n", [text("12345678")]), ("123456789\n", [.tooLong]),
            ("123456789\r\n", [.tooLong]), ("12345678\r\r\n", [.tooLong]), ("1234567\r\r\n", [text("1234567\r")]),
            ("1234567890123\na\n", [.tooLong, text("a")]), ("123456789\n123456789\n", [.tooLong, .tooLong]),
            ("\r\r\r\r\r\r\r\r\r\n", [text("\r\r\r\r\r\r\r\r")]), ("1234567890123\n\n\na\n", [.tooLong, text("a")]),
        ] as [(String, [LineFramer.Line])])
    func cutsLinesOfAtMostEightBytes(stream: String, lines: [LineFramer.Line]) {
        var whole = LineFramer(limitBytes: 8)
        #expect(Self.feed(stream.utf8, to: &whole) == lines)
        var bytewise = LineFramer(limitBytes: 8)
        #expect(stream.utf8.flatMap { Self.feed([$0], to: &bytewise) } == lines)
    }

    @Test(arguments: 0..<300)
    func theLinesDoNotDependOnHowTheStreamIsSplit(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        let limit = 1 + generator.below(12)
        let alphabet = Array("ab\r\r\n\n".utf8)
        let stream = (0..<generator.below(200)).map { _ in
            generator.below(3) == 0 ? generator.pick(alphabet) : UInt8(ascii: "x")
        }
        var model: [LineFramer.Line] = []
        for var line in stream.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if !line.isEmpty { model.append(line.count <= limit ? .text(Array(line)) : .tooLong) }
        }

        var whole = LineFramer(limitBytes: limit)
        #expect(Self.feed(stream, to: &whole) == model, "seed \(seed)")
        var bytewise = LineFramer(limitBytes: limit)
        #expect(stream.flatMap { Self.feed([$0], to: &bytewise) } == model, "seed \(seed)")
        var chunked = LineFramer(limitBytes: limit)
        var lines: [LineFramer.Line] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let count = min(rest.count, generator.below(9))
            lines += Self.feed(rest.prefix(count), to: &chunked)
            rest = rest.dropFirst(count)
        }
        #expect(lines == model, "seed \(seed)")
    }

    @Test(arguments: 0..<50)
    func linesMayBeTakenBetweenPieces(seed: Int) {
        var generator = SeededGenerator(seed: seed)
        var framer = LineFramer(limitBytes: 8)
        var taken: [LineFramer.Line] = []
        for number in 0..<20 {
            Array("\(number)\n".utf8).withUnsafeBytes { framer.append($0) }
            for _ in 0..<generator.below(3) { if let line = framer.next() { taken.append(line) } }
        }
        while let line = framer.next() { taken.append(line) }
        #expect(taken == (0..<20).map { Self.text("\($0)") }, "seed \(seed)")
    }

    @Test(
        arguments: [
            ("", []), ("a\n", [text("a")]), ("a\nb", [text("a"), text("b")]), ("a\r", [text("a")]),
            ("123456789012", [.tooLong]),
        ] as [(String, [LineFramer.Line])])
    func theEndOfTheStreamEndsTheLastLine(stream: String, lines: [LineFramer.Line]) {
        var framer = LineFramer(limitBytes: 8)
        var found = Self.feed(stream.utf8, to: &framer)
        framer.end()
        while let line = framer.next() { found.append(line) }
        #expect(found == lines)
        framer.end()
        #expect(framer.next() == nil && framer.isEmpty)
    }

    @Test func theDefaultLimitIsOneMebibyte() {
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        var framer = LineFramer()
        #expect(Self.feed(line + Array("\n".utf8), to: &framer) == [.text(line)])
        #expect(Self.feed(line + Array("\r\n".utf8), to: &framer) == [.text(line)])
        #expect(Self.feed(line + Array("x\n".utf8), to: &framer) == [.tooLong])
    }

    @Test func anEndlessLineIsNotBuffered() {
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 64 << 10)
        var framer = LineFramer()
        var most = 0
        for _ in 0..<256 {
            #expect(Self.feed(piece, to: &framer) == [])
            most = max(most, framer.pendingBytes)
        }
        #expect(most <= (1 << 20) + 1)
        #expect(framer.pendingBytes == 0)
        #expect(Self.feed("\ngood\n".utf8, to: &framer) == [.tooLong, Self.text("good")])
        #expect(framer.pendingBytes == 0)
    }

    @Test func pendingBytesAreThoseOfTheUnfinishedLine() {
        var framer = LineFramer(limitBytes: 8)
        #expect(Self.feed("ab\ncde".utf8, to: &framer) == [Self.text("ab")])
        #expect(framer.pendingBytes == 3)
        #expect(Self.feed("\n".utf8, to: &framer) == [Self.text("cde")])
        #expect(framer.pendingBytes == 0)
    }

    @Test(
        arguments: [
            ("", false), ("a", false), ("a\n", true), ("a\nb", true), ("\n", false), ("\r\n\n", false),
            ("\n\r\na", false),
            ("\n\na\n", true), ("123456789\n", true), ("1234567890123", false),
        ])
    func hasWholeLineIfAndOnlyIfNextReturnsOne(stream: String, expected: Bool) {
        var framer = LineFramer(limitBytes: 8)
        Array(stream.utf8).withUnsafeBytes { framer.append($0) }
        #expect(framer.hasWholeLine == expected)
        #expect((framer.next() != nil) == expected)
    }

    @Test func hasWholeLineWhileAnOversizedLineIsSkipped() {
        var framer = LineFramer(limitBytes: 8)
        #expect(Self.feed("1234567890123".utf8, to: &framer) == [])
        #expect(!framer.hasWholeLine)
        Array("\n".utf8).withUnsafeBytes { framer.append($0) }
        #expect(framer.hasWholeLine)
        #expect(framer.next() == .tooLong)
        #expect(!framer.hasWholeLine)
    }
}
