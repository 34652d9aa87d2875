import ArgumentParser
import GardenAPI

/// The daemon's command line (API §4).
@main
struct Gardend: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gardend",
        abstract: "The daemon of Pocket Garden: it keeps your focus timer, gardens and days.",
        discussion: """
            Without a subcommand it serves in the foreground until SIGTERM or SIGINT, and reads its settings again at \
            SIGHUP. Talk to it with gardenctl.

            EXAMPLES
              gardend
              gardend --data /srv/garden --socket /run/user/1000/garden/garden.sock
              gardend restore
              printf '%s\\n' '{"advance":60}' | gardend simulate
            """,
        version: GardenVersion.current,
        subcommands: [
            Run.self, Simulate.self, RestoreBackup.self, CheckConfig.self, PrintExampleConfig.self, MakeBackup.self,
        ],
        defaultSubcommand: Run.self)
}
