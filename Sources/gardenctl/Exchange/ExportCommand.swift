import ArgumentParser
import ExportFormats
import FileKit
import GardenAPI
import SystemPackage
import TimeKit

/// `gardenctl export`
struct ExportCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print tasks or focus sessions for other programs.",
        discussion: """
            Tasks are the open ones and the completed ones. Their formats are todo.txt, taskwarrior (for task import FILE), ics (to-dos of \
            iCalendar) and csv. Sessions are those that count, the first one first; their formats are csv, timewarrior (lines of its \
            data files, without the pauses) and ics (events). For visits: gardenctl visit export.

            With --output, the file is written as a whole or not at all, and only you can read it.

              gardenctl export --tasks todo.txt --output todo.txt
              gardenctl export --tasks taskwarrior --output tasks.json
              gardenctl export --sessions csv --output hours.csv
            """)

    enum TaskFormat: String, CaseIterable, ExpressibleByArgument {
        case todoTxt = "todo.txt"
        case taskwarrior, ics, csv
    }

    enum SessionFormat: String, CaseIterable, ExpressibleByArgument {
        case csv, timewarrior, ics
    }

    @Option(help: ArgumentHelp("Tasks, in this format.", valueName: "format"))
    var tasks: TaskFormat?

    @Option(help: ArgumentHelp("Focus sessions, in this format.", valueName: "format"))
    var sessions: SessionFormat?

    @Option(
        name: [.short, .long], help: ArgumentHelp("The file to write (default: the output).", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        guard (tasks == nil) != (sessions == nil) else {
            throw ValidationError(
                "give one of --tasks FORMAT and --sessions FORMAT; for visits: gardenctl visit export")
        }
        if common.json {
            throw ValidationError(
                "--json is not a format; for JSON: gardenctl \(tasks == nil ? "session" : "task") list --all --json"
            )
        }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let (text, count) = try exported(asking: client)
        guard let output, output != "-" else {
            return text.isEmpty ? () : try context.output.printData(text)
        }
        do throws(Errno) {
            try SmallFile.write(text.isEmpty ? "" : "\(text)\n", to: output, permissions: .ownerReadWrite)
        } catch {
            throw .system("\(printable(output)) cannot be written: \(error)")
        }
        try context.print("Wrote \(printable(output)): \(count)")
    }

    /// The text without a line feed at its end, and how many entries it has.
    private func exported(asking client: Client) throws(CommandError) -> (text: String, count: String) {
        let status = try client.ask(DaemonStatus()).value()
        if let format = sessions {
            let sessions = try client.allSessions(SessionList()).filter(\.hasMinutes)
            let text =
                switch format {
                case .csv: CSV.sessions(sessions)
                case .timewarrior: Timewarrior.text(sessions)
                case .ics: ICalendar.sessions(sessions, now: status.now.instant).withoutLastEnd
                }
            return (text, sessions.count.counted("session"))
        }
        let tasks = try allTasks(asking: client)
        let text =
            switch self.tasks {
            case .todoTxt: TodoTxt.text(tasks)
            case .taskwarrior: Taskwarrior.text(tasks, zone: try gardenZone(status.timezone))
            case .ics:
                ICalendar.tasks(tasks, zone: try gardenZone(status.timezone), now: status.now.instant).withoutLastEnd
            case .csv, nil: CSV.tasks(tasks)
            }
        return (text, tasks.count.counted("task"))
    }

    private func allTasks(asking client: Client) throws(CommandError) -> [TaskItem] {
        var tasks: [TaskItem] = []
        for status in [TaskStatus.open, .done] {
            var (request, pages) = (TaskList(status: status, limit: 1000), Pages(of: TaskList.method))
            while true {
                let page = try client.ask(request).value()
                tasks += page.tasks
                guard let next = page.next else { break }
                try pages.go(to: next)
                request.before = next
            }
        }
        return tasks
    }
}

extension String {
    /// The text without its last line feed, which is written after it.
    fileprivate var withoutLastEnd: String { String(unicodeScalars.dropLast()) }
}
