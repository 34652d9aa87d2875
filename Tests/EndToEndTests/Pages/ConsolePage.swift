import TestSupport

/// The console examples of a page, the README or an article.
///
/// In a block labelled `console` the text after `$ ` is a command, with the lines that a `\` at the end of a line
/// continues. The lines below it are its whole output; if there are none, the page does not show the output.
///
/// A comment before a block, which a reader does not see, says what happens first:
/// - `<!-- later: 65 s -->`: so much time has passed. The units are `s`, `min`, `h` and `d`; `1 h 30 min` is allowed.
/// - `<!-- later: the journal is damaged -->`: the daemon was killed, and some of its file overwritten.
/// - `<!-- later: on another machine -->`: the daemon was stopped, and there is only a garden with a first focus session, stopped, too.
/// - `<!-- later: gardend is started -->`: it runs again.
struct ConsolePage {
    struct Example: Equatable {
        var command: String
        /// The command's lines in the page, each with a line feed.
        var source: String
        var output: String
        /// The number of its first line.
        var line: Int
    }

    /// What happens before a block.
    enum Change: Equatable {
        case pass(seconds: Int)
        case damageJournal
        case changeMachine
        case start
    }

    struct Block {
        var changes: [Change]
        var examples: [Example]
        /// The position of its lines in the page's text.
        fileprivate var range: Range<String.Index>
    }

    private let text: String
    let blocks: [Block]

    init(_ text: String) throws {
        self.text = text
        var blocks: [Block] = []
        var end = text.startIndex
        for block in FencedBlock.all(in: text) {
            if block.label == "console" {
                let changes = try Self.changes(in: text[end..<block.range.lowerBound])
                blocks.append(Block(changes: changes, examples: try Self.examples(in: block), range: block.range))
                end = block.range.upperBound
            }
        }
        self.blocks = blocks
    }

    /// The page's text with these outputs of its commands; `nil` keeps one.
    func text(withOutputs outputs: [String?]) -> String {
        var text = text
        var index = outputs.count
        for block in blocks.reversed() {
            index -= block.examples.count
            let body = zip(block.examples, outputs[index...]).map { $0.source + ($1 ?? $0.output) }.joined()
            text.replaceSubrange(block.range, with: body)
        }
        return text
    }

    private static func examples(in block: FencedBlock) throws -> [Example] {
        var examples: [Example] = []
        var isContinued = false
        let lines = block.body.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        for (offset, line) in lines.enumerated() {
            if isContinued {
                examples[examples.count - 1].command += "\n\(line)"
                examples[examples.count - 1].source += "\(line)\n"
            } else if line.hasPrefix("$ ") {
                let command = String(line.dropFirst(2))
                examples.append(
                    Example(command: command, source: "\(line)\n", output: "", line: block.line + offset))
            } else if examples.isEmpty {
                throw TestFailure("line \(block.line + offset): output without a command")
            } else {
                examples[examples.count - 1].output += "\(line)\n"
                continue
            }
            isContinued = line.hasSuffix("\\")
        }
        return examples
    }

    private static func changes(in text: Substring) throws -> [Change] {
        try text.matches(of: /<!-- later: (.*?) -->/).map { match in
            switch match.1 {
            case "the journal is damaged": .damageJournal
            case "on another machine": .changeMachine
            case "gardend is started": .start
            default: .pass(seconds: try seconds(match.1.split(separator: " ")))
            }
        }
    }

    private static func seconds(_ words: [Substring]) throws -> Int {
        let units: [Substring: Int] = ["s": 1, "min": 60, "h": 3600, "d": 86_400]
        guard !words.isEmpty, words.count.isMultiple(of: 2) else {
            throw TestFailure("\(words.joined(separator: " ")) is no length of time")
        }
        return try stride(from: 0, to: words.count, by: 2).reduce(0) { sum, index in
            guard let count = Int(words[index]), count > 0, let unit = units[words[index + 1]] else {
                throw TestFailure("\(words[index]) \(words[index + 1]) is no length of time")
            }
            return sum + count * unit
        }
    }
}
