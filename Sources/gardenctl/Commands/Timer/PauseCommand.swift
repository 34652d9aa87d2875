import ArgumentParser
import GardenAPI

struct PauseCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Pause the focus or rest that runs.",
        discussion: """
            What is left of it stays, until `gardenctl resume`.

              gardenctl pause
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerPause { TimerPause() }
}
