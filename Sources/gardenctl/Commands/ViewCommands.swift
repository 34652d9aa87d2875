import ArgumentParser
import GardenAPI

/// The commands that only read. A new one goes here, or into its own file if it is longer.
enum ViewCommands {
    static let group = CommandGroup(
        name: "View",
        subcommands: [
            StatusCommand.self, WatchCommand.self, TodayCommand.self, StatsCommand.self, GardenCommand.self,
            DayCommand.self,
        ])
}

struct GardenCommand: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "garden",
        abstract: "Show the gardens.",
        discussion: """
            Each completed focus session and each completed task gives its category's garden 1 exp. Ten exp are a \
            level. The last columns show how much came from each. A garden appears when it has grown; --all shows the \
            others, too.

              gardenctl garden
              gardenctl garden --all
            """)

    @Flag(help: "Show the gardens that have not grown yet, too.")
    var all = false

    @OptionGroup var common: CommonOptions

    func request() -> GardenList { GardenList() }

    func rendered(_ response: [Garden], _ style: Style) -> String {
        let grown = response.filter { all || $0.exp > 0 }
        let text = gardensText(grown, showsSources: true, style)
        let others = response.count - grown.count
        guard others > 0, !grown.isEmpty else { return text }
        let remark = others == 1 ? "1 garden has" : "\(others) gardens have"
        return "\(text)\n\(style.dim("\(remark) not grown yet: gardenctl garden --all"))"
    }
}
