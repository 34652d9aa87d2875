import ArgumentParser
import GardenAPI

struct StartRestCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "start-rest",
        abstract: "Start a rest.",
        discussion: """
            While a focus runs it is refused: skip or stop that first.

              gardenctl start-rest
              gardenctl start-rest -m 10
            """)

    @Option(name: .shortAndLong, help: ArgumentHelp("How long, 1 to 1440; else as set.", valueName: "minutes"))
    var minutes: Int?

    @OptionGroup var common: CommonOptions

    func request() -> TimerStart { TimerStart(phase: .rest, minutes: minutes) }
}
