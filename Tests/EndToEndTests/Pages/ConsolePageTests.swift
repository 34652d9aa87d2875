import Foundation
import TestSupport
import Testing
import TimeKit

/// The commands in the README and the articles are run, and print what the page shows.
///
/// A page is one session with a garden of its own, from its top to its bottom (``ConsolePage``, ``PageGarden``). Each
/// command succeeds, unless the page shows an error message below it. To have the outputs written: put any line below a
/// command, and run `GARDEN_WRITE_GOLDENS=1 swift test --filter ConsolePageTests`.
@Suite("Console examples", Needs.clocks)
struct ConsolePageTests {
    /// The commands that are not run, by their first words.
    private static let exceptions: [(words: String, check: Check)] = [
        ("contrib/", .exists),
        ("git clone ", .nothing("the repository is here")),
        ("systemctl --user ", .nothing("the daemon of a page is not a service")),
        ("journalctl --user ", .nothing("the daemon of a page is not a service")),
        ("loginctl ", .nothing("it would change the machine's settings")),
        ("gardenctl watch", .help("it does not end")),
        ("gardenctl events --follow", .help("it does not end")),
    ]

    /// What is checked of a command that is not run, and why it is not.
    private enum Check {
        /// It installs programs; the file is there.
        case exists
        /// With --help it succeeds.
        case help(_ reason: String)
        case nothing(_ reason: String)
    }

    /// The commands that use the zone of the machine, not that of the garden: with another one than UTC they print
    /// another time.
    private static let usesMachineZone = ["gardend restore", "gardenctl backup"]

    private static func pages() throws -> [SourceFile] {
        let files = try [SourceFile(path: "README.md")] + SourceFile.documentation()
        return try files.filter { try !ConsolePage($0.text()).blocks.isEmpty }
    }

    @Test("every command of a page prints what the page shows", arguments: try pages())
    func commandsPrintWhatThePageShows(file: SourceFile) throws {
        let garden = try PageGarden()
        var outputs: [String?] = []
        for block in try ConsolePage(file.text()).blocks {
            for change in block.changes { try garden.perform(change) }
            for example in block.examples {
                outputs.append(try Self.output(of: example, in: garden, "\(file.path), line \(example.line)"))
            }
        }
        // Read again: another test may have written other parts of it.
        try file.expect(ConsolePage(file.text()).text(withOutputs: outputs), "the command prints something else")
    }

    /// - Returns: `nil` if the page does not show it, or it cannot be compared.
    private static func output(
        of example: ConsolePage.Example, in garden: PageGarden, _ place: String
    ) throws -> String? {
        let exception = exceptions.first { example.command.hasPrefix($0.words) }
        switch exception?.check {
        case .exists:
            let path = SourceFile.root.appending(path: example.command).path()
            #expect(FileManager.default.isExecutableFile(atPath: path), "\(place): \(path)")
            return nil
        case .help:
            #expect(try garden.run("\(example.command) --help").status == 0, "\(place)")
            return nil
        case .nothing: return nil
        case nil: break
        }
        let (status, output) = try garden.run(example.command)
        let isRefusal = example.output.hasPrefix("gardenctl: ") || example.output.hasPrefix("gardend: ")
        #expect((status != 0) == isRefusal, "\(place): \(example.command) ends with \(status): \(output)")
        if usesMachineZone.contains(where: example.command.hasPrefix), try !isMachineInUTC() { return nil }
        return example.output.isEmpty ? nil : output
    }

    private static func isMachineInUTC() throws -> Bool {
        let name = try ZoneDirectory().systemZone()?.name ?? "UTC"
        return ["UTC", "Etc/UTC"].contains(name)
    }

    @Test("each exception is a command of some page, and the README is one of the pages")
    func eachExceptionIsUsed() throws {
        let pages = try Self.pages()
        #expect(pages.contains { $0.path == "README.md" })
        let commands = try pages.flatMap { try ConsolePage($0.text()).blocks }.flatMap(\.examples).map(\.command)
        for exception in Self.exceptions {
            #expect(commands.contains { $0.hasPrefix(exception.words) }, "\(exception.words)")
        }
    }

    @Test(arguments: [
        "```console\n$ a\n```\n", "```console\n$ a\nb\n\nc\n$ d \\\n e\nf\n```\nand\n```console\n$ g\nh\n```\n",
    ])
    func aPageKeepsItsTextWithoutOtherOutputs(text: String) throws {
        let page = try ConsolePage(text)
        let examples = page.blocks.flatMap(\.examples)
        #expect(page.text(withOutputs: examples.map { _ in nil }) == text)
        #expect(page.text(withOutputs: examples.map(\.output)) == text)
    }

    @Test func aPageIsReadWithItsContinuedLinesAndMarkers() throws {
        let page = try ConsolePage(
            """
            <!-- later: 1 h 5 s -->
            ```json
            <!-- later: 2 min -->
            ```
            <!-- later: the journal is damaged -->
            ```console
            $ a \\
              b
            c

            $ d
            ```
            """)
        #expect(page.blocks.map(\.changes) == [[.pass(seconds: 3605), .pass(seconds: 120), .damageJournal]])
        #expect(
            page.blocks.flatMap(\.examples) == [
                ConsolePage.Example(command: "a \\\n  b", source: "$ a \\\n  b\n", output: "c\n\n", line: 7),
                ConsolePage.Example(command: "d", source: "$ d\n", output: "", line: 11),
            ])
        let error = #expect(throws: TestFailure.self) {
            try ConsolePage("<!-- later: soon -->\n```console\n$ a\n```\n")
        }
        #expect(error?.description == "soon is no length of time")
    }
}
