import CSystemd
import Glibc
import TestSupport
import Testing

@testable import SystemdKit

/// A message bus with dbusmock's logind, and a loop that turns only while a test waits for something.
///
/// Signals and answers of one sender arrive in order, so a finished call to the mock means that all earlier signals
/// were handled.
final class LoginMachine {
    /// Whether this machine has both programs.
    nonisolated static let isInstalled =
        access(busProgram, X_OK) == 0 && access("/usr/lib/python3/dist-packages/dbusmock", R_OK) == 0
    private nonisolated static let busProgram = "/usr/bin/dbus-daemon"

    nonisolated static let uid: UInt32 = 1000
    nonisolated static let login1 = "/org/freedesktop/login1"
    nonisolated static let userPath = "\(login1)/user/\(uid)"
    nonisolated static let logindTemplate = ["--template", "logind"]

    let loop: EventLoop
    /// The connection of the tested objects.
    let bus: Bus
    /// The connection of the test.
    private let driver: Bus
    private let folder: TemporaryFolder
    private var busProcess: pid_t?
    private var logindProcess: pid_t?
    private var logindName: BusName?

    /// Creates it with neither a bus nor a logind.
    init() throws {
        folder = try TemporaryFolder()
        loop = try EventLoop()
        bus = try Bus(socketPath: "\(folder.path)/bus", on: loop)
        driver = try Bus(socketPath: "\(folder.path)/bus", on: loop)
        logindName = driver.name("org.freedesktop.login1") { _ in }
    }

    isolated deinit {
        kill(&logindProcess)
        kill(&busProcess)
    }

    // MARK: Processes

    func startBus() throws {
        busProcess = try start([Self.busProgram, "--session", "--nofork", "--nopidfile", "--address=\(address)"])
        try wait("the bus") { self.driver.isConnected && self.bus.isConnected }
    }

    /// - Parameter what: what dbusmock imitates.
    func startLogind(_ what: [String] = logindTemplate) throws {
        logindProcess = try start(["/usr/bin/python3", "-m", "dbusmock", "--system"] + what)
        try wait("logind") {
            if case .connection? = self.logindName?.owner { true } else { false }
        }
    }

    func stopLogind() throws {
        kill(&logindProcess)
        try wait("the loss of logind") { self.logindName?.owner == BusName.Owner.none }
    }

    func stopBus() throws {
        kill(&logindProcess)
        kill(&busProcess)
        unlink("\(folder.path)/bus")
        try wait("the loss of the bus") { !self.driver.isConnected && !self.bus.isConnected }
    }

    private var address: String { "unix:path=\(folder.path)/bus" }

    /// With its output discarded: a process that outlived its test would keep open what the test runner reads from.
    private func start(_ command: [String]) throws -> pid_t {
        try ChildProgram(
            ["/bin/sh", "-c", "DBUS_SYSTEM_BUS_ADDRESS=$0 exec \"$@\" >/dev/null 2>&1", address] + command
        ).start()
    }

    private func kill(_ process: inout pid_t?) {
        guard let pid = process else { return }
        Glibc.kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
        process = nil
    }

    // MARK: The loop

    /// Turns the loop until `isTrue`.
    func wait(_ what: String, until isTrue: () -> Bool) throws {
        var waitLimit = WaitLimit()
        while !isTrue() {
            try waitLimit.spend(on: what)
            try check(sd_event_run(loop.pointer, UInt64(WaitLimit.glanceMilliseconds) * 1000), "sd_event_run")
        }
    }

    // MARK: The mock

    @discardableResult
    func call(
        _ member: String, _ arguments: BusValue..., path: String = login1,
        interface: String = "org.freedesktop.DBus.Mock"
    ) throws -> [BusValue] {
        var result: Result<[BusValue], BusError>?
        driver.call(
            destination: "org.freedesktop.login1", path: path, interface: interface, member: member,
            arguments: arguments, timeoutMicroseconds: UInt64(WaitLimit.wallSeconds) * 1_000_000
        ) { result = $0 }
        try wait("an answer to \(member)") { result != nil }
        // The other connection may have signals left that the mock sent before its answer.
        var isFlushed = false
        bus.call(
            destination: "org.freedesktop.login1", path: path, interface: "org.freedesktop.DBus.Peer", member: "Ping",
            timeoutMicroseconds: UInt64(WaitLimit.wallSeconds) * 1_000_000
        ) { _ in isFlushed = true }
        try wait("earlier signals") { isFlushed }
        return try #require(result).get()
    }

    /// Adds a session, and the user if they have none yet.
    func addSession(_ id: String) throws {
        try call(
            "AddSession", .string(id), .string("seat0"), .uint32(Self.uid), .string("gardener"), .bool(true))
    }

    /// Makes a session the display session; `nil` for none.
    func setDisplay(_ id: String?) throws {
        let path = id.map { Self.sessionPath($0) } ?? "/"
        let display = BusValue.variant(.structure([.string(id ?? ""), .objectPath(path)]))
        try call(
            "Set", .string("org.freedesktop.login1.User"), .string("Display"), display, path: Self.userPath,
            interface: "org.freedesktop.DBus.Properties")
    }

    /// Sets properties of a session, as its desktop does.
    func set(_ hints: [String: Bool], of id: String) throws {
        try call(
            "UpdateProperties", .string("org.freedesktop.login1.Session"), .dictionary(hints.mapValues(BusValue.bool)),
            path: Self.sessionPath(id))
    }

    static func sessionPath(_ id: String) -> String { "\(login1)/session/\(id)" }

    /// Sends a signal of logind's main object.
    func emit(_ member: String, _ signature: String, _ arguments: BusValue...) throws {
        try call(
            "EmitSignal", .string("org.freedesktop.login1.Manager"), .string(member), .string(signature),
            .array(elementSignature: "v", arguments.map(BusValue.variant)))
    }

    /// Waits until programs hold exactly these locks: what, who, why, mode.
    ///
    /// dbusmock notices the release of a lock in a turn of its own, perhaps after the next question.
    func awaitInhibitors(_ expected: [[BusValue]]) throws {
        var waitLimit = WaitLimit()
        var locks: [[BusValue]] = []
        repeat {
            try waitLimit.spend(on: "\(expected) instead of \(locks)")
            let values = try call("ListInhibitors", interface: "org.freedesktop.login1.Manager")
            guard case .array(_, let all)? = values.first else { continue }
            locks = all.map { if case .structure(let fields) = $0 { Array(fields.prefix(4)) } else { [] } }
        } while locks != expected
    }
}
