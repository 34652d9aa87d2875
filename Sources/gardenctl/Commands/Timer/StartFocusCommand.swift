import ArgumentParser
import GardenAPI

struct StartFocusCommand: CategorizingCommand {
    static let configuration = CommandConfiguration(
        commandName: "start-focus",
        abstract: "Start a focus.",
        discussion: """
            It grows the garden of the category you name, else of the one last used. A name that is new makes a new \
            category. While a focus runs it is refused, unless you give --restart: what ran then earns nothing. During a \
            rest it starts the next focus at once.

              gardenctl start-focus
              gardenctl start-focus -c Reading -m 50
              gardenctl start-focus -c "Deep work" --restart
            """)

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The category, by name or id.", valueName: "category"),
        completion: Completions.categories)
    var category: Reference?

    @Option(name: .shortAndLong, help: ArgumentHelp("The task to focus on, by id.", valueName: "task"))
    var task: Int?

    @Option(name: .shortAndLong, help: ArgumentHelp("How long, 1 to 1440; else as set.", valueName: "minutes"))
    var minutes: Int?

    @Flag(help: "Throw away the focus that runs.")
    var restart = false

    @OptionGroup var common: CommonOptions

    func request(in category: String?) -> TimerStart {
        var request = TimerStart(phase: .focus, taskId: task, minutes: minutes, restart: restart ? true : nil)
        request.category = category
        return request
    }
}
