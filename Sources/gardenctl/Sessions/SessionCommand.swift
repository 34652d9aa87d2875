import ArgumentParser
import ExportFormats
import GardenAPI
import TextKit

/// The commands for focus sessions that have ended (RULES P21 … P30).
struct SessionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "List, add and correct focus sessions.",
        discussion: """
            A session that you forgot to start can be added, one in the wrong category moved, and one that was none removed: \
            minutes, gardens, points and statistics follow, as if it had always been like that. gardenctl undo takes a \
            correction back.

              gardenctl session
              gardenctl session add 9:00-10:25 Thesis yesterday
              gardenctl session edit 12 -c Thesis
              gardenctl session split 12 10:00
              gardenctl session remove 12 14-16
            """,
        subcommands: [List.self, Show.self, Add.self, Edit.self, Split.self, Remove.self],
        defaultSubcommand: List.self,
        aliases: ["sessions"])

    struct List: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List focus sessions by day, with their ids (default: today's).",
            discussion: """
                  gardenctl session list --from last week
                  gardenctl session list --from last month -c ACME --csv
                """,
            aliases: ["ls"])

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("The first day, or a range such as last month.", valueName: "date"))
        var from: [String] = []

        @Option(parsing: .upToNextOption, help: ArgumentHelp("The last day, inclusive.", valueName: "date"))
        var to: [String] = []

        @Option(
            name: .shortAndLong, parsing: .upToNextOption,
            help: ArgumentHelp("Only in this category.", valueName: "category"), completion: Completions.categories)
        var category: [String] = []

        @Option(
            name: .shortAndLong, parsing: .upToNextOption,
            help: ArgumentHelp("Only on this task: its id, its title, or the beginning of it.", valueName: "task"),
            completion: Completions.tasks)
        var task: [String] = []

        @Option(help: ArgumentHelp("Only those that ended like this.", valueName: "outcome"))
        var outcome: SessionOutcome?

        @Flag(help: "List the sessions of all days.")
        var all = false

        @Flag(
            help: """
                Print a table of comma-separated values, the first session first: the sessions that count, or those of \
                --outcome.
                """)
        var csv = false

        @Option(help: ArgumentHelp("At most this many (default: 100; with --csv all).", valueName: "count"))
        var limit: Int?

        @Option(help: ArgumentHelp("Show the next page: the id that the previous page names.", valueName: "id"))
        var before: Int?

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            if csv, common.json { throw ValidationError("--csv conflicts with --json") }
            if all, !from.isEmpty || !to.isEmpty { throw ValidationError("--all conflicts with --from and --to") }
            try validateRequest()
        }

        func request() throws -> SessionList {
            let task = try task.isEmpty ? nil : Reference(words: task)
            let isToday = !all && from.isEmpty && to.isEmpty && before == nil
            return SessionList(
                from: isToday ? "today" : joined(from), to: joined(to), category: joined(category), taskId: task?.id,
                task: task?.name, outcome: outcome, limit: limit, before: before)
        }

        func answer(from client: Client) throws(CommandError) -> Client.Answer<SessionPage> {
            try client.askEvenIfCompleted(validRequest())
        }

        func rendered(_ response: SessionPage, _ style: Style) -> String {
            sessionListText(response, commandForMore: response.next.map(commandForMore), style)
        }

        func text(
            _ response: SessionPage, at present: Present?, asking client: Client, _ style: Style
        ) throws(CommandError) -> String {
            sessionListText(
                response, commandForMore: response.next.map(commandForMore), today: present?.today.day, style)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            guard csv else { return try performShowing(with: client, in: context) }
            // What was stopped or discarded is no time to bill.
            let request = try validRequest()
            let all =
                try limit == nil
                ? client.allSessions(request) : client.askEvenIfCompleted(request).value().sessions.reversed()
            let sessions = all.filter { outcome != nil || $0.hasMinutes }
            try context.output.printData(CSV.sessions(sessions))
        }

        private func commandForMore(from id: Int) -> String {
            var words = ["gardenctl", "session", "list"]
            let texts = [
                ("from", joined(from)), ("to", joined(to)), ("category", joined(category)), ("task", joined(task)),
                ("outcome", outcome?.rawValue), ("limit", limit.map(String.init)),
            ]
            for case (let option, let text?) in texts { words.append("--\(option)=\(text)") }
            if all { words.append("--all") }
            return (words + ["--before", "\(id)"]).map(\.quotedForShell).joined(separator: " ")
        }
    }

    struct Show: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show everything about a focus session, with its corrections.",
            discussion: """
                  gardenctl session show 12
                """)

        @Argument(help: ArgumentHelp("The session's id.", valueName: "id"), completion: Completions.sessions)
        var id: Int

        @OptionGroup var common: CommonOptions

        func request() -> SessionGet { SessionGet(id: id) }

        func rendered(_ response: Session, _ style: Style) -> String { sessionText(response, style) }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            try show(answer(from: client), in: context)
            guard !common.json else { return }
            let corrections = try client.ask(JournalExplain(what: .session, id: id)).value()
            if !corrections.isEmpty { try context.print("\n\(explanationText(corrections, context.style))") }
        }
    }

    struct Split: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "split",
            abstract: "Split a focus session in two.",
            discussion: """
                  gardenctl session split 12 10:00
                """)

        @Argument(help: ArgumentHelp("The session's id.", valueName: "id"), completion: Completions.sessions)
        var id: Int

        @Argument(help: ArgumentHelp("When the second one begins.", valueName: "time"))
        var time: [String]

        @OptionGroup var common: CommonOptions

        func request() throws -> SessionSplit { SessionSplit(id: id, at: try freeText(time)) }

        func rendered(_ response: [Session], _ style: Style) -> String {
            (["Split:"] + response.map { "  \(sessionLine($0, style))" }).joined(separator: "\n")
        }
    }
}

extension SessionOutcome: @retroactive ExpressibleByArgument {}

extension Completions {
    /// The last sessions.
    static let sessions = CompletionKind.custom { words, _, _ in
        let sessions = ask(SessionList(limit: 30), words)?["sessions"]?.arrayValue ?? []
        return candidates(
            sessions.map { session in
                let name = session["category"]?.stringValue ?? "session"
                let minutes = session["minutes"]?.integerValue ?? 0
                return (session["id"]?.integerValue.map(String.init) ?? "", "\(minutes) min \(name)")
            })
    }
}
