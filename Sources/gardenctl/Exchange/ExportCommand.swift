import ArgumentParser
import ExportFormats
import FileKit
import GardenAPI
import SystemPackage
import TextKit
import TimeKit

/// `gardenctl export`
struct ExportCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print everything, or a part of it for other programs.",
        discussion: """
            Without a part, it prints everything as lines of JSON with one member each; the member's name says what it is: task, \
            session, visit, logLine and so on; the last one is end. Photos are not in it, and \
            neither are keys and what was removed; `gardenctl import` reads it. To move to another machine: `gardenctl backup`.

            Tasks are the open ones and the completed ones. Their formats are todo.txt, taskwarrior (for task import FILE), ics (to-dos of \
            iCalendar) and csv. Sessions are those that count, the first one first; their formats are csv, timewarrior (lines of its \
            data files, without the pauses) and ics (events). The formats of visits are json (with the lines of the chain), csv, gpx, \
            geojson, text and geo. The log is text, a line each after its day, or csv.

            With --output, the file is written as a whole or not at all, and only you can read it.

              gardenctl export --output garden.jsonl
              gardenctl export --tasks todo.txt --output todo.txt
              gardenctl export --tasks taskwarrior --output tasks.json
              gardenctl export --sessions csv --output hours.csv
              gardenctl export --visits gpx --output places.gpx
              gardenctl export --log text
            """)

    enum TaskFormat: String, CaseIterable, ExpressibleByArgument {
        case todoTxt = "todo.txt"
        case taskwarrior, ics, csv
    }

    enum SessionFormat: String, CaseIterable, ExpressibleByArgument {
        case csv, timewarrior, ics
    }

    enum LogFormat: String, CaseIterable, ExpressibleByArgument {
        case text, csv
    }

    @Option(help: ArgumentHelp("Tasks, in this format.", valueName: "format"))
    var tasks: TaskFormat?

    @Option(help: ArgumentHelp("Focus sessions, in this format.", valueName: "format"))
    var sessions: SessionFormat?

    @Option(help: ArgumentHelp("Visits, in this format.", valueName: "format"))
    var visits: VisitFormat?

    @Option(help: ArgumentHelp("The log of all days, in this format.", valueName: "format"))
    var log: LogFormat?

    @Option(
        name: [.short, .long], help: ArgumentHelp("The file to write (default: the output).", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var common: CommonOptions

    mutating func validate() throws {
        let parts = [tasks != nil, sessions != nil, visits != nil, log != nil].count { $0 }
        guard parts <= 1 else {
            throw ValidationError("give one of --tasks, --sessions, --visits and --log, or none for everything")
        }
        guard !common.json || parts == 0 else {
            throw ValidationError("--json is not a format; for JSON of everything: gardenctl export")
        }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let hasPart = tasks != nil || sessions != nil || visits != nil || log != nil
        let count = hasPart ? try writePart(asking: client, in: context) : try writeAll(asking: client, in: context)
        guard let output, output != "-" else { return }
        try context.print("Wrote \(printable(output)): \(count)")
    }

    // MARK: Everything

    /// How often everything is read again if something changes meanwhile.
    private static let mostAttempts = 3

    /// - Returns: how much it was.
    private func writeAll(asking client: Client, in context: ProcessContext) throws(CommandError) -> String {
        var attempt = 1
        while true {
            let destination = try ExportDestination(path: output, or: context.output)
            let export = try GardenExport.run(asking: client, destination.write)
            // What the output has cannot be taken back.
            if export.isOfOneMoment || destination.file == nil || attempt == Self.mostAttempts {
                try destination.finish()
                if !export.isOfOneMoment {
                    try context.printError(
                        "gardenctl: the garden changed while it was read, so parts of it may be of different moments")
                }
                return export.lines.counted("line")
            }
            attempt += 1
        }
    }

    // MARK: A part

    private func writePart(asking client: Client, in context: ProcessContext) throws(CommandError) -> String {
        let (text, count) = try part(asking: client)
        let destination = try ExportDestination(path: output, or: context.output)
        if !text.isEmpty { try destination.write(text) }
        try destination.finish()
        return count
    }

    /// The text without a line feed at its end, and how many entries it has.
    private func part(asking client: Client) throws(CommandError) -> (text: String, count: String) {
        if let visits {
            let exported = try client.ask(VisitExport()).value()
            return (visits.text(exported), exported.count.counted("visit"))
        }
        let status = try client.ask(DaemonStatus()).value()
        if let log {
            var lines: [LogLineChanged] = []
            try GardenExport.forEachLogLine(asking: client) { line throws(CommandError) in lines.append(line) }
            return (log.text(lines), lines.count.counted("line"))
        }
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
        try GardenExport.forEachTask(asking: client) { task throws(CommandError) in tasks.append(task) }
        return tasks
    }
}

extension ExportCommand.LogFormat {
    /// The lines of a log, without a line feed at the end: each day under its date, or a table.
    fileprivate func text(_ lines: [LogLineChanged]) -> String {
        switch self {
        case .csv: return CSV.log(lines)
        case .text:
            var (text, day): ([String], CalendarDay?) = ([], nil)
            for line in lines {
                if line.day != day { text += (day == nil ? [] : [""]) + ["\(line.day)"] }
                day = line.day
                text.append(printable(line.line.text))
            }
            return text.joined(separator: "\n")
        }
    }
}

extension String {
    /// The text without its last line feed, which is written after it.
    fileprivate var withoutLastEnd: String { String(unicodeScalars.dropLast()) }
}
