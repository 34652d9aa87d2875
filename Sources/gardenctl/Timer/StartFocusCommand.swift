import ArgumentParser
import GardenAPI

struct StartFocusCommand: CategoryCreatingCommand {
    static let configuration = CommandConfiguration(
        commandName: "start-focus",
        abstract: "Start a focus session (a Pomodoro).",
        usage: """
            gardenctl start [<category>] [--task <task>] [--minutes <minutes> | --open] [--ago <minutes>] [--away-ok] \
            [--restart] [--json] [--socket <path>] [--timeout <seconds>]
            """,
        discussion: """
            The session grows the garden of the category you name (default: the category of the task, or the one used \
            last). A new name creates a category. It resumes a paused session, unless you name another length, category or \
            task. With --open it has no end and counts up, until `gardenctl finish`. It fails while a session is running; --restart discards that session first. It ends a running rest.

              gardenctl start
              gardenctl start Deep work -m 50
              gardenctl start -t Write the report -m 1h30
              gardenctl start-focus -c Reading --restart
              gardenctl start --open Thesis
              gardenctl start --ago 10
              gardenctl start -c Lecture --away-ok
            """,
        aliases: ["start", "focus"])

    @Argument(
        parsing: .allUnrecognized, help: ArgumentHelp("The category, by name or id.", valueName: "category"),
        completion: Completions.categories)
    var words: [String] = []

    @Option(
        name: [.customShort("c"), .customLong("category")],
        help: ArgumentHelp("The category, as an option (for scripts).", valueName: "category"),
        completion: Completions.categories)
    var option: Reference?

    @Option(
        name: .shortAndLong, parsing: .upToNextOption,
        help: ArgumentHelp("The task to focus on: its id, its title, or the beginning of it.", valueName: "task"),
        completion: Completions.tasks)
    var task: [String] = []

    @Option(
        name: .minutes,
        help: ArgumentHelp("Length, 1–1440 minutes, or as 1h30 (default: timer.focus_minutes).", valueName: "minutes"))
    var minutes: Minutes?

    @Flag(help: "Count up without an end, like a stopwatch, until `gardenctl finish`.")
    var open = false

    @Option(
        help: ArgumentHelp("How long ago you began, 1–1440 minutes, if you forgot to start.", valueName: "minutes"))
    var ago: Minutes?

    @Flag(help: "Count time without keyboard and mouse; do not ask about it (a lock is still asked about).")
    var awayOk = false

    @Flag(help: "Discard the running session; it earns nothing.")
    var restart = false

    @OptionGroup var common: CommonOptions

    /// - Precondition: ``validate()`` has passed.
    private(set) var category: Reference?

    private enum CodingKeys: CodingKey { case words, option, task, minutes, open, ago, awayOk, restart, common }

    func request(in category: String?) throws -> TimerStart {
        let task = try task.isEmpty ? nil : Reference(words: task)
        return TimerStart(
            phase: .focus, category: category, taskId: task?.id, task: task?.name, minutes: minutes?.count,
            restart: restart ? true : nil, ago: ago?.count, idle: awayOk ? .count : nil,
            open: open ? true : nil)
    }

    /// With ``ago``, the answer says from when on the session counts, because that may be later.
    func rendered(_ timer: FocusTimer, _ style: Style) -> String {
        let text = timerText(timer, style)
        guard let ago, let startedAt = timer.startedAt else { return text }
        let isLater = timer.elapsedSeconds < (ago.count - 1) * 60
        let reason = isLater ? ", because another session or a sleep of the machine ended then" : ""
        return "\(text)\nCounted from \(startedAt.clock(seenAt: startedAt)) on\(reason)."
    }

    mutating func validate() throws {
        category = option
        if open, minutes != nil { throw ValidationError("give --minutes or --open: an open session has no length") }
        if !words.isEmpty {
            category = try Reference(words: words)
            guard option == nil else { throw ValidationError("give the category once: with -c or without") }
            try refuseLength()
        }
        try validateRequest()
    }

    func answer(from client: Client) throws(CommandError) -> Client.Answer<Asked.Response> {
        do throws(CommandError) { return try client.ask(validRequest(in: client.name(of: category))) } catch {
            // A number alone is an id, and other timers take it for a length.
            guard !words.isEmpty, minutes == nil, case .id(let id)? = category, (1...1440).contains(id) else {
                throw error
            }
            throw error.advisingIfNotFound("to focus for \(id) minutes: gardenctl start -m \(id)")
        }
    }

    /// Refuses a length after the name, which other timers take: the session would be in a new category of that name.
    private func refuseLength() throws {
        if words.count == 1, minutes == nil, Int(words[0]) == nil, words[0].utf8.first?.isDigit == true,
            let length = Minutes(argument: words[0])
        {
            throw ValidationError(
                """
                to focus for \(length.count) minutes: gardenctl start -m \(words[0])
                  For a category with that name: gardenctl start -c \(words[0])
                """)
        }
        // "50m", "50 minutes" and "for 50 minutes" at the end.
        for count in 1...2 where words.count > count && minutes == nil {
            let text = words.suffix(count).joined()
            guard text.utf8.first?.isDigit == true, let length = Minutes(argument: text) else { continue }
            var name = words.dropLast(count)
            if name.count > 1, name.last?.lowercased() == "for" { name.removeLast() }
            let typed = count == 1 ? text : "\(length.count)"
            try refuse(length, typed: typed, after: name.joined(separator: " "))
        }
    }

    private func refuse(_ length: Minutes, typed: String, after name: String) throws {
        throw ValidationError(
            """
            to focus for \(length.count) minutes: gardenctl start \(name.quotedForShell) -m \(typed)
              For a category with that name: gardenctl start -c \(words.joined(separator: " ").quotedForShell)
            """)
    }
}
