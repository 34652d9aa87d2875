import ArgumentParser
import GardenAPI

struct ReloadCommand: AskingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload",
        abstract: "Reload the configuration.",
        discussion: """
            A file with errors is rejected, and the old settings remain. The daemon also reloads the file whenever you \
            save it.

              gardenctl reload
            """)

    @OptionGroup var common: CommonOptions

    func request() -> DaemonReload { DaemonReload() }

    func rendered(_ response: ReloadReport, _ style: Style) -> String {
        // The user has just saved the file and expects a change.
        reloadText(response, remark: " (It is also reloaded whenever you save it.)")
    }
}
