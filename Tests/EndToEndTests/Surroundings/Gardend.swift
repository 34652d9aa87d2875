import GardenAPI
import Glibc
import TestSupport

/// The folders of a daemon, in a private folder of the test.
final class Home {
    let folder: TemporaryFolder
    private let dataHome: String
    private let configHome: String
    private var starts = 0

    /// - Parameters:
    ///   - dataHome: `$XDG_DATA_HOME`, in the folder.
    ///   - configHome: `$XDG_CONFIG_HOME`, in the folder.
    init(in parent: String = "/tmp", dataHome: String = "data", configHome: String = "config") throws {
        folder = try TemporaryFolder(in: parent)
        self.dataHome = "\(folder.path)/\(dataHome)"
        self.configHome = "\(folder.path)/\(configHome)"
        for path in [run, backups, configFolder] { try makeFolders(path) }
    }

    var run: String { "\(folder.path)/run" }
    var socket: String { "\(run)/garden.sock" }
    var lastWords: String { "\(run)/last-words" }
    var data: String { "\(dataHome)/garden" }
    var database: String { "\(data)/garden.sqlite" }
    var backups: String { "\(data)/backups" }
    var archive: String { "\(data)/archive" }
    var configFolder: String { "\(configHome)/garden" }
    var config: String { "\(configFolder)/config.toml" }
    var log: String { "\(folder.path)/log" }
    var page: String { "\(folder.path)/clock" }

    /// The path where a service manager may listen for the next daemon.
    func nextNotifyPath() -> String {
        starts += 1
        return "\(folder.path)/notify-\(starts)"
    }

    /// The arguments of a daemon of this home.
    var environment: [String: String] {
        [
            "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, "XDG_DATA_HOME": dataHome,
            "XDG_CONFIG_HOME": configHome, "GARDEN_SOCKET": socket, "PATH": "/usr/bin:/bin",
            "SWIFT_BACKTRACE": "enable=no",
            // The presence of the person who runs the tests is not part of them.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(folder.path)/no-system-bus",
        ]
    }
}

/// A running gardend. It is killed when the object is released, if it still runs.
final class Gardend {
    let home: Home
    let program: Program
    let manager: NotifySocket
    /// Its status message to the service manager when it became ready.
    let readiness: [String]

    /// Starts a daemon and waits until it is ready.
    ///
    /// - Parameters:
    ///   - time: its clocks; the machine's if `nil`.
    ///   - wrapper: a program to start it with, and its arguments.
    init(
        in home: Home, _ arguments: [String] = [], environment: [String: String] = [:], time: MachineTime? = nil,
        wrapper: [String] = []
    ) throws {
        self.home = home
        manager = try NotifySocket(at: home.nextNotifyPath())
        var variables = home.environment.merging(environment) { $1 }
        variables["NOTIFY_SOCKET"] = manager.path
        if let time { variables.merge(time.environment) { $1 } }
        program = try Program(
            wrapper + [Binaries.gardend] + arguments, environment: variables, errors: home.log)
        let descriptors = [manager.descriptor, program.endDescriptor]
        let hasReported = try awaitReadiness(of: descriptors, by: program.pid, what: "the daemon's being ready")[0]
        guard hasReported else { throw TestFailure("the daemon ended before it was ready: \(try readText(home.log))") }
        readiness = try manager.receive()
    }

    /// Called before its folders are removed.
    deinit { try? kill() }

    var pid: pid_t { program.pid }

    /// What it has logged last, for an error of a test.
    var endOfLog: String {
        let lines = ((try? readText(home.log)) ?? "").split(separator: "\n").suffix(5)
        return lines.isEmpty ? "its log is empty" : "its log ends with: \(lines.joined(separator: " | "))"
    }

    func connect() throws -> Client { try Client(home.socket, of: self) }

    /// A subscriber to everything, and its first answer.
    func subscriber(_ params: JSON = [:]) throws -> Client {
        let client = try connect()
        try client.call("events.subscribe", params)
        return client
    }

    /// Stops it cleanly.
    @discardableResult
    func stop() throws -> Program.End {
        program.signal(SIGTERM)
        return try program.wait()
    }

    /// Kills it.
    func kill() throws { try program.kill() }
}

/// A daemon whose start must fail: its exit status and its output.
func refusedStart(
    _ home: Home, _ arguments: [String] = [], environment: [String: String] = [:]
) throws -> Outcome {
    try run([Binaries.gardend] + arguments, environment: home.environment.merging(environment) { $1 })
}
