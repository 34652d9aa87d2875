import ArgumentParser
import GardenAPI

/// The commands that only read. A new one goes here, or into its own file if it is longer.
enum ViewCommands {
    static let group = CommandGroup(
        name: "View",
        subcommands: [
            StatusCommand.self, WatchCommand.self, TodayCommand.self, StatsCommand.self, ReportCommand.self,
            GardenCommand.self, DayCommand.self,
        ])
}
