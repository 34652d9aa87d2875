import Foundation
import GardenAPI
import Testing

/// The examples of the documentation are run.
///
/// - A block labelled `json request` holds lines of a client or of a simulation, for a new garden. None of them
///   may be refused; where a block labelled `json answer` follows, they get exactly that.
/// - In a `console` block the text after `$ ` is a command. One with `gardend simulate` in it prints exactly the text
///   below it; one of gardenctl is accepted by its parser, and finds no daemon.
@Suite("Examples of the documentation", .serialized)
struct ExampleTests {
    private static func articles() throws -> [SourceFile] {
        try [SourceFile(path: "README.md")] + SourceFile.all(below: "Sources", ending: ".md")
    }

    @Test("every request is accepted, and its answer is that of the text")
    func requestExamplesSucceed() throws {
        var count = 0
        for article in try Self.articles() {
            var text = try article.text()
            let blocks = FencedBlock.all(in: text)
            for (index, block) in blocks.enumerated().reversed() where block.label == "json request" {
                count += 1
                let output = try ScriptRun().output(of: block.body)
                let next = index + 1 < blocks.count ? blocks[index + 1] : nil
                if let next, next.label == "json answer" {
                    text.replaceSubrange(next.range, with: output)
                } else {
                    #expect(!output.contains(#","error":{"#), "\(article.path), line \(block.line): \(output)")
                }
            }
            try article.expect(text, "another answer is given")
        }
        #expect(count >= 5)
    }

    @Test("every command is valid, and a simulation prints the output of the text")
    func commandExamplesSucceed() throws {
        var count = 0
        for article in try Self.articles() {
            for block in FencedBlock.all(in: try article.text()) where block.label == "console" {
                for (command, output) in Self.commands(in: block.body) {
                    count += 1
                    try Self.check(command, output, "\(article.path), line \(block.line): \(command)")
                }
            }
        }
        #expect(count >= 10)
    }

    private static func check(_ command: String, _ output: String, _ place: Comment) throws {
        if command.contains("gardend simulate") {
            #expect(try Programs.run(command).output == output, place)
        } else if command.hasPrefix("gardenctl ") {
            // A command that runs until it is stopped, or opens an editor, is only run with --help.
            let isEndless = command.contains(" watch") || command.contains("--follow") || command.contains(" edit")
            let status = try Programs.run(isEndless ? "\(command) --help" : command).status
            #expect(status == 0 || status == 69, place)
        } else if command.hasPrefix("gardend ") {
            let words = command.split(separator: " ")
            if words.count > 1, !words[1].hasPrefix("-") {
                #expect(try Programs.run("\(words[0]) \(words[1]) --help").status == 0, place)
            }
        }
    }

    /// The command after each `$ `, with continued lines joined, and the output below it.
    private static func commands(in body: String) -> [(command: String, output: String)] {
        var commands: [(command: String, output: String)] = []
        var isContinued = false
        for line in body.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("$ ") {
                commands.append((String(line.dropFirst(2)), ""))
            } else if isContinued {
                commands[commands.count - 1].command += "\n\(line)"
            } else if !commands.isEmpty {
                commands[commands.count - 1].output += "\(line)\n"
            }
            isContinued = (line.hasPrefix("$ ") || isContinued) && line.hasSuffix("\\")
        }
        return commands
    }
}
