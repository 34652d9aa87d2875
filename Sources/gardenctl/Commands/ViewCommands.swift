import ArgumentParser
import GardenAPI

/// The commands that only read. A new one goes here, or into its own file if it is longer.
enum ViewCommands {
    static let group = CommandGroup(
        name: "View",
        subcommands: [StatusCommand.self, WatchCommand.self, GardenCommand.self, DayCommand.self])
}

struct GardenCommand: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "garden",
        abstract: "Show the gardens.",
        discussion: """
            Each completed focus session and each completed task gives its category's garden 1 exp. Ten exp are a level. \
            The last columns say how much came from each.

              gardenctl garden
              gardenctl garden --json
            """)

    @OptionGroup var common: CommonOptions

    func request() -> GardenList { GardenList() }

    func rendered(_ response: [Garden], _ style: Style) -> String {
        gardensText(response, showsSources: true, style)
    }
}
