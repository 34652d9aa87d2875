import GardenAPI
import GardenCore
import TestSupport
import Testing
import TimeKit

/// The merge of a day's file (RULES A5): each line as often as in the source that has it more often, the file's own
/// first.
struct ArchiveTextTests {
    static let examples: [(file: String, lines: [String], merged: String)] = [
        ("", [], ""),
        ("", ["a"], "a\n"),
        ("", ["a", "b", "a"], "a\nb\na\n"),
        ("a\n", [], "a\n"),
        ("a\n", ["a"], "a\n"),
        ("a\n", ["a", "a"], "a\na\n"),
        ("a\na\na\n", ["a"], "a\na\na\n"),
        ("b\na\n", ["a", "b"], "b\na\n"),
        ("b\n", ["a", "b", "c"], "b\na\nc\n"),
        // If several equal lines are missing, the last of them are added: the file already has the others.
        ("a\n", ["a", "b", "a", "c"], "a\nb\na\nc\n"),
        ("a\n", ["a", "b", "a", "c", "a"], "a\nb\na\nc\na\n"),
        // A file without an end gets one, even if nothing is missing.
        ("a", [], "a\n"),
        ("a", ["a"], "a\n"),
        ("a", ["b"], "a\nb\n"),
        // A line is compared as a whole, byte by byte.
        ("ab\n", ["a", "b"], "ab\na\nb\n"),
        ("a\n", ["a "], "a\na \n"),
        ("e\u{301}\n", ["\u{E9}"], "e\u{301}\n\u{E9}\n"),
        // Empty lines of the file are kept.
        ("\n", [], "\n"),
        ("\n\na\n\n", ["a", "b"], "\n\na\n\nb\n"),
    ]

    @Test(arguments: examples)
    func missingLinesAreAddedToTheFile(file: String, lines: [String], merged: String) {
        let bytes = ArchiveText.merged(Array(file.utf8), with: logLines(lines))
        #expect(String(decoding: bytes, as: UTF8.self) == merged)
        #expect(ArchiveText.merged(bytes, with: logLines(lines)) == bytes)
        #expect(ArchiveText.lineCount(bytes) == merged.utf8.count { $0 == UInt8(ascii: "\n") })
    }

    /// A file that is not text keeps its bytes.
    @Test func invalidUTF8IsKeptUnchanged() {
        let bytes: [UInt8] = [0xff, 0x0a, 0x00, 0x0a, 0xc3]
        #expect(ArchiveText.merged(bytes, with: logLines(["a"])) == bytes + Array("\na\n".utf8))
    }

    @Test func randomFilesAndLinesAreMergedByTheRule() {
        let seed = UInt64.random(in: .min ... .max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let words = ["a", "b", "c", "", "aa"]
            let own = (0..<random.below(8)).map { _ in random.pick(words) }
            let lines = (0..<random.below(8)).map { _ in random.pick(words.filter { !$0.isEmpty }) }
            var file = own.map { "\($0)\n" }.joined()
            if random.chance(30), let last = own.last, !last.isEmpty { file.removeLast() }
            let bytes = ArchiveText.merged(Array(file.utf8), with: logLines(lines))
            let merged = String(decoding: bytes, as: UTF8.self)
            let all = merged.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            // The file's own first, and then nothing but lines of the day in their order.
            #expect(Array(all.prefix(own.count)) == own, "seed \(seed)")
            #expect(isSubsequence(all.dropFirst(own.count), of: lines), "seed \(seed)")
            for word in words {
                let count = max(own.count { $0 == word }, lines.count { $0 == word })
                #expect(all.count { $0 == word } == count, "\(word) in \(own) and \(lines), seed \(seed)")
            }
            #expect(ArchiveText.merged(bytes, with: logLines(lines)) == bytes, "seed \(seed)")
        }
    }

    private func isSubsequence(_ part: ArraySlice<String>, of whole: [String]) -> Bool {
        var rest = whole[...]
        return part.allSatisfy { line in
            guard let index = rest.firstIndex(of: line) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }
}

/// Lines of a log with these texts.
func logLines(_ texts: [String]) -> [LogLine] {
    let at = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0)
    return texts.enumerated().map { index, text in
        LogLine(id: index + 1, uid: "a1b2c3d4-\(index + 1)", at: at, kind: .note, text: text)
    }
}
