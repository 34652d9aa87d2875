import ArgumentParser
import GardenAPI
import TimeKit

/// The commands for the day's log.
struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show the day's log, or add to it.",
        discussion: """
            Everything that happens adds a line. You can edit and remove today's lines; the journal keeps what really \
            happened. Past days are archived as text files, which are kept for log.retention_days (30); the lines of older days stay \
            readable here.

              gardenctl log
              gardenctl log note walked to the lake
              gardenctl log show --day yesterday
            """,
        subcommands: [Show.self, Note.self, LogEditCommand.self, Remove.self, Archives.self],
        defaultSubcommand: Show.self)

    struct Show: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the log of today or of another day.",
            discussion: """
                Each line starts with its number, which `log edit` and `log remove` take.

                  gardenctl log --day yesterday
                  gardenctl log show --day 2026-11-20
                """)

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("The day, such as yesterday, mon or 2026-11-20 (default: today).", valueName: "day"),
            completion: Completions.archivedDays)
        var day: [String] = []

        @OptionGroup var common: CommonOptions

        func request() -> LogList { LogList(day: joined(day)) }

        /// All lines, however many requests they take.
        func answer(from client: Client) throws(CommandError) -> Client.Answer<DayLog> {
            let newest = try client.ask(request())
            var log = try newest.value()
            guard log.more else { return newest }
            var pages = Pages(of: LogList.method)
            while log.more, let first = log.lines.first {
                try pages.go(to: first.id)
                let earlier = try client.ask(LogList(day: "\(log.day)", before: first.id)).value()
                log.lines = earlier.lines + log.lines
                log.more = earlier.more
            }
            return Client.Answer(of: log)
        }

        func rendered(_ response: DayLog, _ style: Style) -> String { logText(response, style) }
    }

    struct Note: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "note",
            abstract: "Add a note to the log.",
            discussion: """
                The line begins with the time. With --at, it goes into the log of that day.

                  gardenctl log note walked to the lake
                  gardenctl log note called the bank --at yesterday 16:00
                  gardenctl log note -5 degrees this morning
                """)

        @Argument(parsing: .allUnrecognized, help: ArgumentHelp("The note.", valueName: "text"))
        var words: [String]

        @OptionGroup var past: PastTimeOption
        @OptionGroup var common: CommonOptions

        func request() throws -> LogNote { LogNote(text: try freeText(words), at: past.text) }

        func rendered(_ response: LogLine, _ style: Style) -> String { logLineText("Wrote", response, style) }
    }

    struct Remove: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a line from today's log.",
            discussion: """
                  gardenctl log remove 12
                """,
            aliases: ["rm", "delete"])

        @OptionGroup var target: LineArgument
        @OptionGroup var common: CommonOptions

        func request() -> LogRemove { LogRemove(id: target.id) }

        func rendered(_ response: LogLine, _ style: Style) -> String { logLineText("Removed", response, style) }
    }

    struct Archives: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "archives",
            abstract: "List the archived days.",
            discussion: """
                The files are in archive/ in the data directory, by default ~/.local/share/garden.

                  gardenctl log archives
                """)

        @OptionGroup var common: CommonOptions

        func request() -> LogArchives { LogArchives() }

        func rendered(_ response: [ArchivedDay], _ style: Style) -> String { archivesText(response, style) }
    }

    struct LineArgument: ParsableArguments {
        @Argument(
            help: ArgumentHelp("The line's number, as `gardenctl log` shows it.", valueName: "id"),
            completion: Completions.logLines)
        var id: Int
    }
}

extension CalendarDay: @retroactive ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
