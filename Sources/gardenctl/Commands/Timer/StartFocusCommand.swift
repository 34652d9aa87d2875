import ArgumentParser
import GardenAPI

struct StartFocusCommand: CategorizingCommand {
    static let configuration = CommandConfiguration(
        commandName: "start-focus",
        abstract: "Start a focus session (a Pomodoro).",
        discussion: """
            The session grows the garden of the category you name (default: the category of the task, or the one used \
            last). A new name creates a category. Fails while a focus session is running, unless you give --restart, which \
            discards that session. During a rest, it ends the rest.

              gardenctl start-focus
              gardenctl start-focus -c Reading -m 50
              gardenctl start-focus -t Write the report
              gardenctl start-focus -c "Deep work" --restart
            """)

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The category, by name or id.", valueName: "category"),
        completion: Completions.categories)
    var category: Reference?

    @Option(
        name: .shortAndLong, parsing: .upToNextOption,
        help: ArgumentHelp("The task to focus on: its id, its title, or the beginning of it.", valueName: "task"),
        completion: Completions.tasks)
    var task: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Length in minutes, 1–1440 (default: timer.focus_minutes).", valueName: "minutes"))
    var minutes: Int?

    @Flag(help: "Discard the running session; it earns nothing.")
    var restart = false

    @OptionGroup var common: CommonOptions

    func request(in category: String?) -> TimerStart {
        // validate() has already read the task.
        let task = joined(task).flatMap(Reference.init(argument:))
        return TimerStart(
            phase: .focus, category: category, taskId: task?.id, task: task?.name, minutes: minutes,
            restart: restart ? true : nil)
    }

    mutating func validate() throws {
        if !task.isEmpty { _ = try Reference(words: task) }
        try validateRequest()
    }
}
