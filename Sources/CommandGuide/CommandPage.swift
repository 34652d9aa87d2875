import ArgumentParser
import GardenAPI

/// The manual's page of a program: what the definitions of its commands say, and beside it what no definition can.
///
/// The programs write their pages themselves, at the command of ``CommandPage/option``: the one who knows the commands
/// is at hand wherever they are installed, and no third program has to be built. No subcommand does it, for each one
/// costs every start of gardenctl something.
public struct CommandPage: Sendable {
    /// Something with a name, and what it is for.
    public struct Entry: Sendable {
        var name: String
        var meaning: String

        public init(_ name: String, _ meaning: String) {
            self.name = name
            self.meaning = meaning
        }
    }

    public static let option = "--generate-manual"
    /// When the words of the pages were last changed, as far as no definition holds them.
    public static let date = "November 21, 2026"

    /// The forms of the command line: the lines of macros behind the program's name.
    var synopsis: [[String]]
    /// What stands behind the definition's own description.
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

    /// The page that these arguments ask for: its file's name behind ``option``.
    ///
    /// - Parameter pages: the page of a file's name; `nil` where there is none.
    /// - Returns: its lines, the last without a line feed.
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
        let told = main?.options ?? common

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
        page.prose(main == nil ? "Every command takes these:" : "Where no command is given these are taken:")
        page.list(told.map { ($0.term, $0.meaning) })
        page.heading("COMMANDS")
        CommandChapter(common: common, told: told).write(outline, Self.groups(of: program), to: &page)
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
    /// The parser's own command tells what this page does.
    fileprivate var withoutHelp: CommandOutline {
        var outline = self
        outline.subcommands.removeAll { $0.name == "help" }
        return outline
    }
}

extension [CommandOutline] {
    /// Those options that every one of the commands takes, in the order of the first.
    fileprivate var sharedOptions: [CommandOutline.Argument] {
        (first?.options ?? []).filter { option in allSatisfy { $0.options.contains(option) } }
    }
}

extension String {
    /// A sentence as it stands behind a dash.
    fileprivate var asPhrase: String { prefix(1).lowercased() + dropFirst().drop { $0 == "." }.withoutFullStop }

    fileprivate var asSentence: String { "\(prefix(1).uppercased())\(dropFirst())." }
}

extension Substring {
    fileprivate var withoutFullStop: Substring { hasSuffix(".") ? dropLast() : self }
}
