import ArgumentParser
import GardenAPI

struct StartRestCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "start-rest",
        abstract: "Start a rest (a break).",
        discussion: """
            Fails while a focus session is running; skip or stop it first.

              gardenctl start-rest
              gardenctl start-rest -m 10
            """)

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Length in minutes, 1–1440 (default: timer.rest_minutes).", valueName: "minutes"))
    var minutes: Int?

    @OptionGroup var common: CommonOptions

    func request() -> TimerStart { TimerStart(phase: .rest, minutes: minutes) }
}
