import ArgumentParser
import GardenAPI

struct SkipCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "skip",
        abstract: "End the phase and start the one that follows.",
        discussion: """
            A focus that is skipped earns nothing.

              gardenctl skip
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerSkip { TimerSkip() }
}
