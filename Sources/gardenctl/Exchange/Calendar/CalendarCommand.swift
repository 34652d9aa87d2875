import ArgumentParser
import ExportFormats
import GardenAPI
import Glibc
import SystemPackage

/// `gardenctl calendar`
struct CalendarCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "calendar",
        abstract: "A calendar file of due dates and focus sessions.",
        discussion: """
            The file is an .ics (iCalendar) that calendar programs open or subscribe to; they show it, and do not change the garden.             enable keeps it up to date with a service of systemd: after a change, at most once a minute.

              gardenctl calendar enable
              gardenctl calendar status
            """,
        subcommands: [Enable.self, Disable.self, Status.self, Write.self])
}

/// What the file has.
struct CalendarOptions: ParsableArguments {
    @Flag(help: "Due dates as to-dos instead of events, for programs that have lists of them.")
    var todos = false

    @Flag(help: "Also the notes of tasks and sessions, and the comments of visits.")
    var notes = false

    @Flag(help: "Also visits, with their places.")
    var visits = false

    @Option(help: ArgumentHelp("Sessions and visits of so many days, 1–36500 (default: 90).", valueName: "days"))
    var days = 90

    mutating func validate() throws {
        guard (1...36_500).contains(days) else { throw ValidationError("--days must be from 1 to 36500") }
    }

    func file(at path: String) -> CalendarFile {
        CalendarFile(
            path: path, options: GardenCalendar.Options(hasToDos: todos, hasNotes: notes), days: days, hasVisits: visits
        )
    }

    /// The words that give the same options.
    var words: [String] {
        (todos ? ["--todos"] : []) + (notes ? ["--notes"] : []) + (visits ? ["--visits"] : [])
            + (days == 90 ? [] : ["--days", "\(days)"])
    }
}

extension CalendarCommand {
    /// The file without a path on the command line: where programs look for calendars of one file each.
    private static func defaultPath(in context: ProcessContext) -> String {
        "\(context.baseFolder("XDG_DATA_HOME", inHome: ".local/share"))/calendars/garden.ics"
    }

    private static func absolute(_ path: String) throws(CommandError) -> String {
        guard !path.isEmpty else { throw .usage("PATH is empty; name a file such as garden.ics") }
        guard !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .usage("\(printable(path)) has control characters; name another file")
        }
        guard !path.hasPrefix("/") else { return FilePath(path).lexicallyNormalized().string }
        guard let folder = getcwd(nil, 0) else {
            throw .system("the working directory is not known: \(Errno(rawValue: errno)); give an absolute path")
        }
        defer { free(folder) }
        return FilePath("\(String(cString: folder))/\(path)").lexicallyNormalized().string
    }

    struct Enable: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "enable",
            abstract: "Write a calendar file and keep it up to date.",
            discussion: """
                It writes the file and installs a service of systemd that writes it again after a change. The default file is \
                ~/.local/share/calendars/garden.ics. Repeat it with other options to change them. A file that gardenctl did not write \
                is not replaced. Only you can read the file; notes and places are in it only if you ask for them.

                  gardenctl calendar enable
                  gardenctl calendar enable ~/Calendars/garden.ics --todos --days 365
                """)

        @Argument(help: ArgumentHelp("The file.", valueName: "path"), completion: .file(extensions: ["ics"]))
        var path: String?

        @OptionGroup var content: CalendarOptions
        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let unit = CalendarUnit(options, in: context)
            let path = try path.map(absolute) ?? defaultPath(in: context)
            guard unit.activity() != nil else {
                let words = ["gardenctl", "calendar", "write", "--follow"] + content.words + [path]
                throw .system(
                    "there is no systemd user manager to keep the file up to date; from a program that starts others at your login: "
                        + words.map(\.quotedForShell).joined(separator: " "))
            }
            guard let program = context.ownFolder else { throw .system("the path of gardenctl is not known") }
            let earlier = try unit.file()
            if self.path == nil { try createFolder(of: path) }
            let outcome = try content.file(at: path).update(asking: client)
            let socket =
                DaemonPlace(option: common.socket, in: context).endpoint.source == .runtimeFolder
                ? [] : ["--socket", try absolute(client.socketPath)]
            try unit.enable(
                ["\(program)/gardenctl", "calendar", "write", "--follow"] + content.words + socket + ["--", path],
                file: path)
            if common.json {
                let answer: JSON = ["enabled": .bool(true), "file": .string(path)]
                return try context.output.printData(answer.text)
            }
            try context.print("\(printable(path)): \(outcome.text)")
            try context.print("\(CalendarUnit.name) writes it after each change, at most once a minute.")
            if let earlier, earlier != path { try context.print("\(printable(earlier)) is not written any more.") }
        }
    }

    struct Disable: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "disable",
            abstract: "Stop writing the calendar file.",
            discussion: """
                It removes the service. The file stays as it is.

                  gardenctl calendar disable
                """)

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let unit = CalendarUnit(options, in: context)
            let file = try unit.file()
            if file != nil { try unit.disable() }
            if common.json {
                let answer: JSON = ["enabled": .bool(false), "file": file.map(JSON.string) ?? .null]
                return try context.output.printData(answer.text)
            }
            guard let file else { return try context.print("No calendar file was enabled.") }
            try context.print(
                "\(printable(file)) is not written any more. It stays as it is; remove it if you do not need it.")
        }
    }

    struct Status: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Show which calendar file is written.",
            discussion: """
                  gardenctl calendar status
                """)

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let unit = CalendarUnit(options, in: context)
            let file = try unit.file()
            let activity = file == nil ? nil : unit.activity()
            if common.json {
                let answer: JSON = [
                    "enabled": .bool(file != nil), "file": file.map(JSON.string) ?? .null,
                    "state": activity.map(JSON.string) ?? .null,
                ]
                return try context.output.printData(answer.text)
            }
            guard let file else {
                return try context.print("No calendar file is enabled. To enable one: gardenctl calendar enable")
            }
            try context.print(printable(file))
            switch activity {
            case "active"?: try context.print("\(CalendarUnit.name) keeps it up to date.")
            case let state?:
                try context.print(
                    "\(CalendarUnit.name) is \(printable(state)). Its log: journalctl --user -u \(CalendarUnit.name) -n 20"
                )
            case nil: try context.print("There is no systemd user manager, so nothing writes it.")
            }
        }
    }

    struct Write: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "write",
            abstract: "Write the calendar file once.",
            discussion: """
                With --follow, it goes on and writes the file after each change, at most once a minute; calendar enable runs it so as a \
                service.

                  gardenctl calendar write garden.ics
                  gardenctl calendar write --follow ~/garden.ics
                """)

        @Argument(help: ArgumentHelp("The file.", valueName: "path"), completion: .file(extensions: ["ics"]))
        var path: String

        @Flag(help: "Go on after it, and keep the file up to date.")
        var follow = false

        @OptionGroup var content: CalendarOptions
        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let path = try absolute(path)
            let file = content.file(at: path)
            guard !follow else { return try file.follow(client, in: context) }
            let outcome = try file.update(asking: client)
            if common.json {
                let answer: JSON = ["file": .string(path), "written": .bool(outcome.isWritten)]
                return try context.output.printData(answer.text)
            }
            try context.print("\(printable(path)): \(outcome.text)\(outcome.isWritten ? "" : ", unchanged")")
        }
    }
}

extension CalendarFile.Outcome {
    fileprivate var text: String {
        let parts =
            [dueDates.counted("due date"), sessions.counted("session")] + (visits.map { [$0.counted("visit")] } ?? [])
        return parts.joined(separator: ", ")
    }
}
