import ArgumentParser
import GardenAPI

struct GardenCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "garden",
        abstract: "Show what has grown.",
        discussion: """
            Every completed focus is one exp for its category's garden; ten are a level.

              gardenctl garden
              gardenctl garden --json
            """)

    @OptionGroup var common: CommonOptions

    func request() -> GardenList { GardenList() }

    func rendered(_ response: [Garden], _ style: Style) -> String { gardensText(response, style) }
}
