import ArgumentParser
import GardenAPI

struct DayCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract: "Show the current day and when it ends.",
        discussion: """
            A day of the garden begins when you have slept: at the hour that day.start_hour sets.

              gardenctl day
            """)

    @OptionGroup var common: CommonOptions

    func request() -> DayGet { DayGet() }

    func rendered(_ response: Today, _ style: Style) -> String { dayText(response) }
}
