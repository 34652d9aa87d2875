import ArgumentParser
import GardenAPI

struct ToggleCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Pause what runs, resume what is paused, start a focus when stopped.",
        discussion: """
            One key or click for everything: bind this one.

              gardenctl toggle
            """)

    @OptionGroup var common: CommonOptions

    func request() -> TimerToggle { TimerToggle() }
}
