import Glibc
import TestSupport
import Testing

@testable import gardenctl

/// The last gate of text on its way to a terminal.
struct TerminalTextTests {
    @Test(arguments: [
        ("a\nb é 読書 👩‍🌾", "a\nb é 読書 👩‍🌾"), ("a\tb\r\n", #"a\u0009b\u000d"# + "\n"),
        ("\u{1B}[1;33mx\u{1B}[0m", "\u{1B}[1;33mx\u{1B}[0m"),
        ("\u{1B}[38;2;1;20;255mx\u{1B}[38;5;70;48;2;0;0;0m", "\u{1B}[38;2;1;20;255mx\u{1B}[38;5;70;48;2;0;0;0m"),
        // Sequences that Style does not write: blinking, hidden and reversed text, half a colour, and other controls.
        ("\u{1B}[5m\u{1B}[8m\u{1B}[7m", #"\u001b[5m\u001b[8m\u001b[7m"#), ("\u{1B}[38;5m", #"\u001b[38;5m"#),
        ("\u{1B}[38;2;1;2;256m", #"\u001b[38;2;1;2;256m"#), ("\u{1B}[2J\u{1B}[1", #"\u001b[2J\u001b[1"#),
        ("\u{1B}]0;a\u{7}", #"\u001b]0;a\u0007"#), ("\u{9B}1m\u{202E}\u{2028}", #"\u009b1m\u202e\u2028"#),
        ("\u{1B}\u{1B}[0mx\u{301}", #"\u001b"# + "\u{1B}[0mx\u{301}"),
    ])
    func onlyLineFeedsAndOurColoursRemain(text: String, shown: String) {
        #expect(text.forPeople == shown)
    }

    @Test func anErrorHasNoColours() {
        #expect("\u{1B}[1mx\ny".withoutStyle == #"\u001b[1mx"# + "\ny")
    }

    @Test("data on a terminal keeps tabs and the ends of lines; in a pipe it is as it is")
    func dataIsExactInAPipe() throws {
        let text = "a\tb\r\nc\rd\u{1B}[1m\u{9B}"
        #expect(text.dataOnTerminal == "a\tb\r\n" + #"c\u000dd\u001b[1m\u009b"#)
        let (reader, writer) = newPipe()
        try Output(descriptor: writer).printData(text)
        close(writer)
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(reader, &buffer, buffer.count)
        close(reader)
        #expect(String(decoding: buffer[..<count], as: UTF8.self) == "\(text)\n")
    }

    @Test func aCanvasShowsNoSequenceButStyles() {
        var canvas = Canvas(ScreenSize(columns: 12, rows: 1))
        canvas.put("\u{1B}]0;a\u{7}\u{1B}[1mb\u{1B}[0m\u{9B}", row: 0)
        #expect(canvas.lines == ["�]0;a�b�"])
        #expect(canvas.update(from: nil) == "\u{1B}[0m\u{1B}[2J\u{1B}[1;1H�]0;a�\u{1B}[0;1mb\u{1B}[0m�")
    }

    @Test func sumsStayWithinTheLargestNumber() {
        #expect(saturatingSum(.max, 1) == .max)
        #expect(saturatingSum(.min, -1) == .min)
        #expect(saturatingDifference(.min, 1) == .min)
        #expect(saturatingDifference(0, .min) == .max)
        #expect(saturatingProduct(.min, 60) == .min)
        #expect(saturatingProduct(.min, -1) == .max)
        #expect(steps(.max - 1, of: .max, in: 24) == 23)
        #expect(steps(.max, of: .max, in: 24) == 24)
        #expect(steps(-1, of: 5, in: 24) == 0)
        #expect(steps(3, of: 0, in: 24) == 0)
        #expect(Int(clampingTo64Bits: 1e300) == .max)
    }
}
