import ArgumentParser
import GardenAPI

/// A program's manual page: the definitions of its commands, and text that no definition contains.
///
/// The programs write their own pages on ``CommandPage/option``: the code that knows the commands is present wherever
/// they are installed, and no third program must be built. It is not a subcommand, because each subcommand slows every
/// start of gardenctl.
public struct CommandPage: Sendable {
    /// A name and its meaning.
    public struct Entry: Sendable {
        var name: String
        var meaning: String

        public init(_ name: String, _ meaning: String) {
            self.name = name
            self.meaning = meaning
        }
    }

    public static let option = "--generate-manual"
    /// When the text of the pages outside the definitions last changed.
    public static let date = "November 21, 2026"

    /// The forms of the command line: the lines of macros after the program's name.
    var synopsis: [[String]]
    /// Text after the definition's own description.
    var description: [String]
    var signals: [Entry]
    var files: [Entry]
    var environment: [Entry]
    /// References to other pages, as macros.
    var seeAlso: [String]

    public init(
        synopsis: [[String]], description: [String] = [], signals: [Entry] = [], files: [Entry],
        environment: [Entry], seeAlso: [String]
    ) {
        self.synopsis = synopsis
        self.description = description
        self.signals = signals
        self.files = files
        self.environment = environment
        self.seeAlso = seeAlso
    }

    /// The page that these arguments request: its file name follows ``option``.
    ///
    /// - Parameter pages: the page with a file name; `nil` if there is none.
    /// - Returns: the page, without its last line feed.
    public static func text(askedBy arguments: [String], among pages: (String) -> String?) -> String? {
        guard arguments.count == 2, arguments[0] == option, let page = pages(arguments[1]) else { return nil }
        return String(page.dropLast())
    }

    /// The page in mdoc(7).
    public func text(of program: any ParsableCommand.Type) -> String {
        let outline = CommandOutline(of: program).withoutHelp
        let leaves = outline.leaves.map(\.command)
        let main = leaves.first { $0.name == outline.defaultSubcommand }
        let common = leaves.sharedOptions
        let described = main?.options ?? common

        var page = Mdoc(
            name: outline.name, section: 1, date: Self.date, release: GardenVersion.current,
            about: outline.abstract.asPhrase)
        page.heading("SYNOPSIS")
        for form in synopsis {
            page.line("Nm")
            for line in form { page.line(line) }
        }
        page.heading("DESCRIPTION")
        page.paragraphs(outline.discussion.paragraphs + description)
        page.heading("OPTIONS")
        page.prose(main == nil ? "Every command takes these:" : "Without a command, gardend takes these options:")
        page.list(described.map { ($0.term, $0.meaning) })
        page.heading("COMMANDS")
        CommandChapter(common: common, described: described).write(outline, Self.groups(of: program), to: &page)
        page.entries("SIGNALS", signals, "Dv")
        page.entries("ENVIRONMENT", environment, "Ev")
        page.entries("FILES", files, "Pa")
        let statuses = outline.discussion.exitStatuses + (main?.discussion.exitStatuses ?? [])
        page.entries("EXIT STATUS", statuses.map { Entry($0.number, $0.meaning.asSentence) }, "Li")
        page.heading("EXAMPLES")
        CommandChapter.writeExamples(outline, to: &page)
        page.heading("SEE ALSO")
        for (index, reference) in seeAlso.enumerated() {
            page.line("Xr \(reference)\(index == seeAlso.count - 1 ? "" : " ,")")
        }
        return page.text
    }

    /// The names of the commands in their groups; those without a group have an empty title.
    private static func groups(of program: any ParsableCommand.Type) -> [CommandChapter.Group] {
        let configuration = program.configuration
        let groups =
            [("", configuration.ungroupedSubcommands)]
            + configuration.groupedSubcommands.map { ($0.name, $0.subcommands) }
        return groups.map { title, commands in
            CommandChapter.Group(title: title, names: commands.compactMap { $0.configuration.commandName })
        }
    }
}

extension Mdoc {
    fileprivate mutating func entries(_ heading: String, _ entries: [CommandPage.Entry], _ macro: String) {
        guard !entries.isEmpty else { return }
        self.heading(heading)
        list(entries.map { ("\(macro) \(Self.argument($0.name))", $0.meaning) })
    }
}

extension CommandOutline {
    /// Leaves out the parser's help command, which repeats this page.
    fileprivate var withoutHelp: CommandOutline {
        var outline = self
        outline.subcommands.removeAll { $0.name == "help" }
        return outline
    }
}

extension [CommandOutline] {
    /// The options that all commands share, in the order of the first.
    fileprivate var sharedOptions: [CommandOutline.Argument] {
        (first?.options ?? []).filter { option in allSatisfy { $0.options.contains(option) } }
    }
}

extension String {
    /// A sentence in the form that follows a dash.
    fileprivate var asPhrase: String { prefix(1).lowercased() + dropFirst().drop { $0 == "." }.withoutFullStop }

    fileprivate var asSentence: String { "\(prefix(1).uppercased())\(dropFirst())." }
}

extension Substring {
    fileprivate var withoutFullStop: Substring { hasSuffix(".") ? dropLast() : self }
}
