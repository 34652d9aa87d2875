import ArgumentParser
import GardenAPI

struct ReloadCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Have the daemon read its settings again.",
        discussion: """
            A file with mistakes is refused, and the old settings stay in force.

              gardenctl reload
            """)

    @OptionGroup var common: CommonOptions

    func request() -> DaemonReload { DaemonReload() }

    func rendered(_ response: ReloadReport, _ style: Style) -> String { reloadText(response) }
}
