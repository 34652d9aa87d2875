import ArgumentParser
import GardenAPI

struct StartRestCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "start-rest",
        abstract: "Start a rest (a break).",
        discussion: """
            Fails while a focus session is running; skip or stop it first.

              gardenctl rest
              gardenctl start-rest -m 10
            """,
        aliases: ["rest", "break"])

    @Option(
        name: .minutes,
        help: ArgumentHelp("Length, 1–1440 minutes, or as 1h30 (default: timer.rest_minutes).", valueName: "minutes"))
    var minutes: Minutes?

    @OptionGroup var common: CommonOptions

    func request() -> TimerStart { TimerStart(phase: .rest, minutes: minutes?.count) }
}
