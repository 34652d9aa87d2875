import CSystemd
import Glibc
import Logging
import TestSupport
import Testing

@testable import GardenDaemon
@testable import SystemdKit

/// A client with a session bus of its own, a real dbus-daemon.
final class NotificationDesk {
    /// Whether the machine has the program.
    nonisolated static let hasBus = access("/usr/bin/dbus-daemon", X_OK) == 0

    let loop: EventLoop
    let client: NotificationClient
    let busPath: String
    /// What the client has reported: "appeared", "shown SUBJECT: SUMMARY", "KEY of SUBJECT: SUMMARY".
    private(set) var reports: [String] = []
    /// Called before the client's report that a server has appeared.
    var onAppear: () -> Void = {}

    private let folder: TemporaryFolder
    private let bus: Bus
    private var daemon: ChildProcess?

    init(startsBus: Bool = true, answerLimitMicroseconds: UInt64 = 60_000_000) throws {
        folder = try TemporaryFolder()
        busPath = "\(folder.path)/bus"
        loop = try EventLoop()
        bus = try Bus(socketPath: busPath, on: loop)
        client = try NotificationClient(
            bus: bus, on: loop, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            answerLimitMicroseconds: answerLimitMicroseconds)
        client.onAppear = { [unowned self] in
            reports.append("appeared")
            onAppear()
        }
        client.onShown = { [unowned self] in reports.append("shown \($1): \($0.summary)") }
        client.onAction = { [unowned self] in reports.append("\($0) of \($2): \($1.summary)") }
        if startsBus { try startBus() }
    }

    isolated deinit {
        stopBus()
    }

    /// Starts the bus, and returns when the client is connected to it.
    ///
    /// - Parameter services: a folder of `.service` files for the servers that the bus can start.
    func startBus(services: String? = nil) throws {
        let config = """
            <busconfig><type>session</type><listen>unix:path=\(busPath)</listen>
            \(services.map { "<servicedir>\($0)</servicedir>" } ?? "")
            <policy context="default"><allow send_destination="*"/><allow receive_type="signal"/>
            <allow receive_type="method_call"/><allow receive_type="method_return"/><allow receive_type="error"/>
            <allow own="*"/></policy></busconfig>
            """
        try write(config, to: "\(folder.path)/config")
        // Otherwise the connection to a bus that was just stopped would count as one to the new bus.
        try run { !self.bus.isConnected }
        daemon = try start("exec dbus-daemon --nofork --nopidfile --config-file='\(folder.path)/config'")
        try run { self.bus.isConnected }
    }

    func stopBus() { daemon = nil }

    /// Starts a shell command on this bus; it is killed when the object is released.
    func start(_ command: String) throws -> ChildProcess {
        let address = "export DBUS_SESSION_BUS_ADDRESS='unix:path=\(busPath)'"
        // A process that outlived its test would keep open what the test runner reads from.
        return try loop.spawn(ChildProgram(["/bin/sh", "-c", "exec >/dev/null 2>&1; \(address); \(command)"])) { _ in }
    }

    func makeServer(capabilities: [String] = ["actions", "body"]) throws -> FakeNotificationServer {
        try FakeNotificationServer(on: busPath, loop: loop, capabilities: capabilities)
    }

    /// A server that the client has met.
    func meetServer(capabilities: [String] = ["actions", "body"]) throws -> FakeNotificationServer {
        let server = try makeServer(capabilities: capabilities)
        let appeared = reports.count + 1
        try run { self.reports.count >= appeared }
        return server
    }

    /// Runs the loop until the condition is true.
    func run(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) throws {
        var waitLimit = WaitLimit()
        while !condition() {
            do { try waitLimit.spend(on: "another report than \(reports)") } catch {
                Issue.record(error, sourceLocation: sourceLocation)
                throw error
            }
            try check(sd_event_run(loop.pointer, UInt64(WaitLimit.glanceMilliseconds) * 1000), "sd_event_run")
        }
    }

    /// Whether the loop soon has nothing to do.
    func becomesIdle() throws -> Bool {
        for _ in 0..<20 where try check(sd_event_run(loop.pointer, 0), "sd_event_run") == 0 { return true }
        return false
    }

    /// Returns when everything that the client has sent so far, and its reactions to the answers, have arrived.
    ///
    /// - Parameter server: the recipient; `nil` for the bus itself.
    func settle(_ server: FakeNotificationServer? = nil) throws {
        // The answer follows all earlier messages, in both directions. The longest chain of reactions has 4 links.
        for _ in 0..<6 {
            var isAnswered = false
            bus.call(
                destination: server?.uniqueName ?? "org.freedesktop.DBus", path: "/",
                interface: "org.freedesktop.DBus.Peer", member: "Ping",
                timeoutMicroseconds: UInt64(WaitLimit.wallSeconds) * 1_000_000
            ) { _ in isAnswered = true }
            try run { isAnswered }
        }
    }

    var isServing: Bool {
        guard case .serving = client.status else { return false }
        return true
    }

    var isSilent: Bool {
        guard case .silent = client.status else { return false }
        return true
    }

    /// Describes a server that the bus can start.
    func makeService(in services: String, command: String) throws {
        try #require(mkdir(services, 0o700) == 0)
        try write(
            "[D-BUS Service]\nName=org.freedesktop.Notifications\nExec=\(command)\n", to: "\(services)/test.service")
    }

    func removeService(in services: String) {
        unlink("\(services)/test.service")
        rmdir(services)
    }

    func write(_ text: String, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count)
    }
}
