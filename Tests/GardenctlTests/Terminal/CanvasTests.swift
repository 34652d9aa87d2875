import Testing

@testable import gardenctl

/// Puts what a canvas sends to a terminal on a screen: the cursor's places, the styles and the characters.
private struct Screen {
    var canvas: Canvas

    /// - Returns: how many bytes it had to read.
    @discardableResult
    mutating func read(_ text: String) -> Int {
        var (row, column, style) = (0, 0, "")
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "\u{1B}" {
                rest.removeFirst()
                let parameters = rest.prefix { $0.isNumber || $0 == ";" }
                rest.removeFirst(parameters.count)
                switch rest.removeFirst() {
                case "J": canvas = Canvas(canvas.size)
                case "H":
                    let place = parameters.split(separator: ";").compactMap { Int($0) }
                    (row, column) = (place[0] - 1, place[1] - 1)
                default: style = parameters.drop { $0 == "0" || $0 == ";" }.description
                }
            } else {
                let styled = style.isEmpty ? String(character) : "\u{1B}[\(style)m\(character)\u{1B}[0m"
                canvas.put(styled, row: row, column: column)
                column += character.columns
            }
        }
        return text.utf8.count
    }
}

struct CanvasTests {
    private let size = ScreenSize(columns: 12, rows: 3)

    @Test("text is cut at the edges, and half of a wide character is left out")
    func textIsCut() {
        var canvas = Canvas(size)
        canvas.put("0123456789abcdef", row: 0)
        canvas.put("日本語", row: 1, column: 7)
        canvas.put("ab", row: 2, column: -1)
        canvas.put("nowhere", row: 3)
        canvas.put("nowhere", row: -1)
        #expect(canvas.lines == ["0123456789ab", "       日本", "b"])
    }

    @Test("a character over half of a wide one removes the other half")
    func aWideCharacterIsRemovedAsAWhole() {
        var canvas = Canvas(size)
        canvas.put("日本", row: 0)
        canvas.put("x", row: 0, column: 1)
        canvas.put("y", row: 0, column: 2)
        #expect(canvas.lines[0] == " xy")
        #expect(canvas.rows[0][3] == .blank)
    }

    @Test("after a character of several scalars, which terminals measure differently, the next place is named")
    func placesAfterClustersAreNamed() {
        var canvas = Canvas(size)
        canvas.put("a👩‍👩‍👧b", row: 0)
        canvas.put("日本c", row: 1)
        let update = canvas.update(from: Canvas(size))
        #expect(update == "\u{1B}[1;1Ha👩‍👩‍👧\u{1B}[1;4Hb\u{1B}[2;1H日本c")
    }

    @Test("the selected cells are reversed, with the style that they have")
    func cellsAreReversed() {
        var canvas = Canvas(size)
        canvas.put("a\u{1B}[1;31mb\u{1B}[0m", row: 1)
        canvas.reverse(row: 1, columns: -1..<3)
        canvas.reverse(row: 7, columns: 0..<3)
        #expect(canvas.rows[1].map(\.style) == ["7", "1;31;7", "7"] + Array(repeating: "", count: 9))
    }

    @Test("the styles of escapes belong to their characters")
    func stylesAreKept() {
        var canvas = Canvas(size)
        canvas.put("a\u{1B}[1;33mb\u{1B}[0mc", row: 0)
        #expect(canvas.rows[0].prefix(3).map(\.style) == ["", "1;33", ""])
        #expect(canvas.lines == ["abc", "", ""])
    }

    @Test("only what differs is sent")
    func onlyWhatDiffersIsSent() {
        var before = Canvas(size)
        before.put("time 24:59", row: 1)
        var after = Canvas(size)
        after.put("time 24:58", row: 1)
        #expect(after.update(from: before) == "\u{1B}[2;10H8")
        #expect(after.update(from: after) == "")
        #expect(after.update(from: nil) == "\u{1B}[0m\u{1B}[2J\u{1B}[2;1Htime 24:58")
        let larger = Canvas(ScreenSize(columns: 13, rows: 3))
        #expect(larger.update(from: after) == "\u{1B}[0m\u{1B}[2J")
    }

    @Test("after each update the terminal shows the canvas", arguments: 0..<50)
    func aTerminalShowsTheCanvas(seed: Int) {
        var random = Generator(state: UInt64(seed) + 1)
        let words = ["a", "日", "👩‍🌾", "\u{1B}[1mB\u{1B}[0m", "\u{1B}[38;5;70m█▄\u{1B}[0m", " ", "é", "ｱ", "本語 x"]
        var screen = Screen(canvas: Canvas(size))
        var shown: Canvas?
        for _ in 0..<20 {
            var canvas = shown ?? Canvas(size)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let word = words[Int.random(in: 0..<words.count, using: &random)]
                canvas.put(
                    word, row: Int.random(in: 0..<3, using: &random), column: Int.random(in: 0..<12, using: &random))
            }
            screen.read(canvas.update(from: shown))
            #expect(screen.canvas == canvas, "seed \(seed)")
            shown = canvas
        }
    }

    /// Marsaglia's xorshift.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }
}

struct KeyDecoderTests {
    private func pastedKeys(_ texts: String...) -> [Key] {
        var decoder = KeyDecoder()
        return texts.flatMap { decoder.keys(in: Array($0.utf8)) }
    }

    @Test("what is pasted is no key, and ends where the terminal says so")
    func pastedTextIsMarked() {
        let pasted: [Key] = [.pasted("d"), .pasted(" "), .pasted("日"), .pasted("q")]
        #expect(pastedKeys("x\u{1B}[200~d\r日q\u{1B}[201~d") == [.character("x")] + pasted + [.character("d")])
        // In several reads, also if the end is divided.
        #expect(pastedKeys("\u{1B}[200~d\r", "日q\u{1B}[2", "01~\u{1B}[A") == pasted + [.up])
        // An escape within it is left out.
        #expect(pastedKeys("\u{1B}[200~d\u{1B}\r日q\u{1B}[201~") == pasted)
    }

    @Test(
        "keys are read from what a terminal sends",
        arguments: [
            ("q", [.character("q")]), (" +−", [.character(" "), .character("+"), .character("−")]),
            ("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[D", [.up, .down, .right, .left]), ("\u{1B}", [.escape]),
            ("\u{1B}x", [.escape, .character("x")]), ("\r\n\t\u{7F}", [.enter, .enter, .tab, .backspace]),
            ("\u{1B}[3~a", [.delete, .character("a")]), ("\u{1}\u{0}", [.control("a")]), ("日", [.character("日")]),
            ("\u{1B}[5~\u{1B}[6~\u{1B}[H\u{1B}[F", [.pageUp, .pageDown, .home, .end]),
            ("\u{1B}[1~\u{1B}[4~\u{1B}[7;5~\u{1B}OF", [.home, .end, .home, .end]), ("\u{1B}[20~", []),
            ("\u{1B}[1;2A\u{1B}[1;2B\u{12}\u{3}", [.shiftUp, .shiftDown, .control("r"), .control("c")]),
        ] as [(String, [Key])])
    func keysAreRead(sent: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: Array(sent.utf8)) == keys)
    }

    @Test("a character that comes in two parts is one key, and bytes that are not text give no key")
    func partsAreJoined() {
        var decoder = KeyDecoder()
        let bytes = Array("−".utf8)
        #expect(decoder.keys(in: Array(bytes[..<1])) == [])
        #expect(decoder.keys(in: Array(bytes[1...])) == [.character("−")])
        #expect(decoder.keys(in: [0xFF, 0x80, UInt8(ascii: "a")]) == [])
        #expect(decoder.keys(in: [UInt8(ascii: "b")]).last == .character("b"))
    }
}
