import GardenCore
import Logging
import SystemdKit

/// The files of features that are read together with the settings: the only list.
public nonisolated enum ConfigurationFiles {
    /// What adds them to an environment, also outside of a daemon.
    ///
    /// - Parameter config: the path of the configuration file.
    public static func reader(beside config: String) -> (inout Environment) -> Void {
        let decks = DeckFolder(beside: config)
        return { $0.decks = decks.read() }
    }
}

/// The parts of the daemon: the only list.
enum DaemonParts {
    /// Those that read files together with the settings.
    static func configuration(beside config: String, on loop: EventLoop, log: Logger) -> [any ConfigurationPart] {
        [DeckFiles(DeckFolder(beside: config), on: loop, log: log)]
    }

    /// The others, in the order in which they get events.
    static func all(_ host: any DaemonHost) throws(SystemError) -> [any DaemonPart] {
        [
            try LoginMonitor(host), try Notifier(host), DoNotDisturb(host), HookRunner(host), Geocoder(host),
            PhotoIntake(host), Locator(host),
        ]
    }
}
