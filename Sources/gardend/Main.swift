import ArgumentParser
import CommandGuide
import GardenAPI
import GardenDaemon
import Glibc
import SystemPackage

/// The daemon's command line (API §4).
@main
struct Gardend: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gardend",
        abstract: "The daemon of Pocket Garden, a Pomodoro timer.",
        discussion: """
            Without a subcommand, it runs in the foreground until SIGTERM or SIGINT. SIGHUP reloads the configuration. \
            Control it with gardenctl. To stop one in the background without systemd: kill PID; gardenctl doctor shows \
            the PID.

            EXAMPLES
              gardend
              gardend --data /srv/garden --socket /run/user/1000/garden/garden.sock
              gardend restore
              printf '%s\\n' '{"advance":60}' | gardend simulate
            """,
        version: GardenVersion.current,
        subcommands: [
            Run.self, Simulate.self, MakeFullBackup.self, RestoreBackup.self, CheckConfig.self,
        ] + FeatureCommands.shown + [PrintExampleConfig.self, MakeBackup.self, CheckJournal.self]
            + FeatureCommands.hidden,
        defaultSubcommand: Run.self)

    static func main() {
        // If one of these descriptors were closed, the next opened file would take its number, and messages for a
        // terminal would go into that file.
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            _ = try? FileDescriptor.open("/dev/null", .readOnly)
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        // Not a command of the parser: a hook would wait for its start.
        if arguments.first == ProgramSupervisor.command {
            let couldRun = ProgramSupervisor.run(Array(arguments.dropFirst()))
            Glibc.exit(couldRun ? 0 : ExitStatus.inputOutput)
        }
        if let script = CompletionScript.text(askedBy: arguments, of: self) {
            print(script)
        } else if let page = CommandPage.text(askedBy: arguments, among: page(named:)) {
            print(page)
        } else {
            main(nil)
        }
    }
}
