import GardenAPI
import GardenCore
import GardenEngine
import Logging
import SystemdKit

/// A part of the daemon that belongs to a feature. ``DaemonParts`` lists them.
protocol DaemonPart: AnyObject {
    /// What it obtains for requests.
    var needs: [NeedHandler] { get }

    /// What `doctor` says about it.
    var checks: [HealthCheck] { get }

    /// Adds to the answer to `daemon.hello` what only this part knows.
    func complete(_ hello: inout Hello)

    /// The first turn is committed, and the daemon begins to serve.
    func begin()

    /// Reacts to committed events. The first ones come before ``begin()``.
    func take(_ events: [Event])

    /// Reacts to a turn that has ended, with or without events.
    func follow()

    /// The day's backup was made: the time for other long readings of the journal.
    func takeDayBackup()

    /// The daemon stops: nothing new is begun.
    func stop()

    /// Whether nothing is in progress that the end of the daemon waits for.
    var isSettled: Bool { get }
}

extension DaemonPart {
    var needs: [NeedHandler] { [] }
    var checks: [HealthCheck] { [] }
    func complete(_ hello: inout Hello) {}
    func begin() {}
    func take(_ events: [Event]) {}
    func follow() {}
    func takeDayBackup() {}
    func stop() {}
    var isSettled: Bool { true }
}

/// Files of a feature that are read together with the settings.
protocol ConfigurationSource {
    /// Reads the files, also outside of a daemon.
    nonisolated func read(into environment: inout Environment)

    /// What reads them in a daemon.
    func part(on loop: EventLoop, log: Logger) -> any ConfigurationPart
}

/// The files of a ``ConfigurationSource`` in a daemon, which reads them again when they change.
protocol ConfigurationPart: AnyObject {
    /// Reads the files.
    func read(into environment: inout Environment)

    /// Called when a file has changed.
    var onChange: () -> Void { get set }

    /// The watch of the files.
    var files: FileWatch { get }

    /// Watches the files that were read.
    func watch()

    /// What `doctor` says about them; `nil` while there is nothing to say.
    var check: HealthCheck? { get }
}

/// What the parts get from the daemon.
protocol DaemonHost: AnyObject {
    var engine: Engine { get }
    var loop: EventLoop { get }
    var log: Logger { get }
    var systemBus: Bus { get }
    /// The bus of the person's session; `nil` if the environment names none.
    var userBus: Bus? { get }
    /// Runs the person's programs.
    var programs: ProgramRunner { get }
    /// The data folder.
    var dataFolder: String { get }
    /// The folder of the configuration file, with a slash at its end.
    var configFolder: String { get }
    var socketPath: String { get }
    /// Whether the journal was restored from a backup and had not been written to when the daemon started.
    var isCopy: Bool { get }

    func now() -> Moment

    /// Performs what is due.
    func tick()

    /// Performs a request of the daemon itself, such as that of a button on the desktop, in a turn of its own.
    ///
    /// - Returns: why it is refused.
    func perform(_ request: some ChangeRequest, from actor: String) -> GardenError?

    /// Writes a sign of life, if one may be written now (RULES P9).
    func writeHeartbeat()

    /// Starts a program of this release that reads the journal.
    ///
    /// - Parameter arguments: its subcommand, and the options besides the data folder.
    func readJournal(
        _ arguments: [String], onEnd: @escaping (Result<JournalCheck, StoreError>) -> Void
    ) throws(SystemError) -> JournalProcess

    /// A part has nothing in progress any more.
    func partIsSettled()
}
