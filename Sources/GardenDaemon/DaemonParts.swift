import GardenCore
import Logging
import SystemdKit

/// The files of features that are read together with the settings.
public nonisolated enum ConfigurationFiles {
    /// The only list.
    ///
    /// - Parameter config: the path of the configuration file.
    static func all(beside config: String) -> [any ConfigurationSource] { [DeckFolder(beside: config)] }

    /// What adds them to an environment, also outside of a daemon.
    ///
    /// - Parameter config: the path of the configuration file.
    public static func reader(beside config: String) -> (inout Environment) -> Void {
        let files = all(beside: config)
        return { environment in
            for file in files { file.read(into: &environment) }
        }
    }
}

/// The parts of the daemon.
enum DaemonParts {
    /// Those that read files together with the settings.
    static func configuration(beside config: String, on loop: EventLoop, log: Logger) -> [any ConfigurationPart] {
        ConfigurationFiles.all(beside: config).map { $0.part(on: loop, log: log) }
    }

    /// The only list of the others, in the order in which they get events.
    static func all(_ host: any DaemonHost) throws(SystemError) -> [any DaemonPart] {
        let (notifier, doNotDisturb) = (try Notifier(host), DoNotDisturb(host))
        notifier.doNotDisturb = doNotDisturb
        return [
            try LoginMonitor(host), notifier, doNotDisturb, HookRunner(host), Geocoder(host),
            PhotoIntake(host), Locator(host),
        ]
    }
}
