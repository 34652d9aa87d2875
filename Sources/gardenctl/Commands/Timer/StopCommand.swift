import ArgumentParser
import GardenAPI

struct StopCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "End the phase and count sessions from 1 again.",
        discussion: """
            A focus that is stopped earns nothing.

              gardenctl stop
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerStop { TimerStop() }
}
