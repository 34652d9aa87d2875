import GardenAPI
import Glibc

/// A new garden for one page, at a fixed time that stands still between the page's commands.
final class PageGarden {
    private let home: Home
    private let time: MachineTime
    private var daemon: Gardend
    private var client: Client

    /// A Saturday afternoon, in UTC.
    private static let start = "2026-11-21T15:37:53Z"

    init() throws {
        home = try Home(dataHome: ".local/share", configHome: ".config")
        try write("[day]\ntimezone = \"Etc/UTC\"\n", to: home.config)
        time = try MachineTime(standingStillAt: Self.start, in: home)
        let backups = try FolderWatch(home.backups)
        daemon = try Gardend(in: home, time: time)
        client = try daemon.connect()
        // Its number of events is the same each time.
        try backups.awaitFile { $0.hasSuffix(".sqlite") }
    }

    func perform(_ change: ConsolePage.Change) throws {
        switch change {
        case .pass(let seconds):
            try time.pass(seconds: seconds)
            // With its answer the daemon has done all that has fallen due.
            try client.call("daemon.status")
        case .damageJournal:
            try daemon.kill()
            var bytes = try readBytes(home.database)
            bytes[3] ^= 0x10
            try write(bytes, to: home.database)
        case .changeMachine:
            try daemon.stop()
            try shell("/bin/rm", "-r", home.data, home.config)
            try start()
            try client.call("timer.start")
            try daemon.stop()
        case .start: try start()
        }
    }

    private func start() throws {
        daemon = try Gardend(in: home, time: time)
        client = try daemon.connect()
    }

    /// Runs a command as a person does in the home, without a terminal.
    ///
    /// - Returns: its exit status, and its output with the home as `~`, and the size that the pages show for a backup: how many pages a
    ///   database has depends on SQLite.
    func run(_ command: String) throws -> (status: Int32, output: String) {
        var environment = home.environment.merging(time.environment) { $1 }
        environment["PATH"] = "\(Binaries.folder):/usr/bin:/bin"
        environment["LC_ALL"] = "C.UTF-8"
        let script = "cd && exec 2>&1\n\(command)"
        let outcome = try EndToEndTests.run(["/bin/sh", "-c", script], environment: environment)
        guard case .exited(let status) = outcome.end else { throw TestFailure("\(command) was killed") }
        let output = outcome.output.replacing(home.folder.path, with: "~")
        return (status, output.replacing(/\d+ KiB, checked/, with: "205 KiB, checked"))
    }
}
