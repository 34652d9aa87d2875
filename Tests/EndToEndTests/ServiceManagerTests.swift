import GardenAPI
import Glibc
import TestSupport
import Testing

/// The service manager's view, and how seldom the daemon wakes (DESIGN: no ticks).
struct ServiceManagerTests {
    private static let activate = "/usr/bin/systemd-socket-activate"

    @Test(Needs.program(activate))
    func anInheritedSocketIsServedAndNotRemoved() throws {
        let home = try Home()
        let manager = try NotifySocket(at: home.nextNotifyPath())
        let program = try activated(home, manager)
        let client = try connectOnceListening(home.socket)
        #expect(try client.call("daemon.hello")["pid"] == .integer(Int(program.pid)))
        #expect(try manager.receive() == ["READY=1", "STATUS=serving"])
        #expect(try Client(home.socket).call("timer.get")["phase"] == "stopped")

        // Another that would bind a socket of its own there is refused.
        let second = try refusedStart(home, ["--data", "\(home.folder.path)/other"])
        #expect(second.end == .exited(69))

        program.signal(SIGTERM)
        #expect(try program.wait() == .exited(0))
        #expect(try manager.receive() == ["STOPPING=1"])
        #expect(exists(home.socket))
    }

    @Test(Needs.program(activate))
    func aFailedStartClosesWaitingClientsAndLeavesLastWords() throws {
        let home = try Home()
        try write("no journal", to: home.database)
        let program = try activated(home, try NotifySocket(at: home.nextNotifyPath()))
        let waiting = try connectOnceListening(home.socket)
        #expect(try program.wait() == .exited(65))
        #expect(try waiting.nextLine() == nil)
        #expect(
            try readText(home.lastWords) == """
                gardend exited with an error: \(home.database) is not an SQLite database. Nothing was changed. \
                There is no valid backup.
                Restore a backup from elsewhere: `gardend restore --data \(home.data) FILE`. Then start gardend again.

                """)
        // No connection is left to start it again.
        let refusal = #expect(throws: TestFailure.self) { try Client(home.socket) }
        #expect(refusal?.description == "connect \(home.socket): Connection refused")
    }

    /// The activator listens, and becomes the daemon when the first client connects. The daemon finds its path only by
    /// the socket.
    private func activated(_ home: Home, _ manager: NotifySocket) throws -> Program {
        var environment = home.environment
        environment["NOTIFY_SOCKET"] = manager.path
        try write("", to: home.config)
        let watch = try FolderWatch(home.run, mask: Int(IN_CREATE))
        let passedOn = ["NOTIFY_SOCKET", "SWIFT_BACKTRACE"] + Program.sanitizerOptions.keys
        let program = try Program(
            [Self.activate] + passedOn.flatMap { ["-E", $0] } + ["-l", home.socket, Binaries.gardend]
                + ["--data", home.data, "--config", home.config],
            environment: environment, errors: home.log)
        try watch.awaitFile { $0 == "garden.sock" }
        return program
    }

    /// Between bind(2), which makes the file, and listen(2), a client is refused.
    private func connectOnceListening(_ path: String) throws -> Client {
        var client: Client?
        try WaitLimit.wait(for: "a listener at \(path)") {
            client = try? Client(path)
            return client != nil
        }
        return try #require(client)
    }

    @Test func watchdogPingsUpdateTheHeartbeatFile() throws {
        let home = try Home()
        let watch = try FolderWatch(home.data, mask: Int(IN_CREATE | IN_ATTRIB))
        let daemon = try Gardend(in: home, environment: ["WATCHDOG_USEC": "100000"])
        for _ in 1...3 { #expect(try daemon.manager.receive() == ["WATCHDOG=1"]) }
        try watch.awaitFile { $0 == "alive" }
        // Each ping updates the heartbeat.
        try watch.awaitFile { $0 == "alive" }
        try watch.awaitFile { $0 == "alive" }
        try daemon.stop()
    }

    @Test func withoutAWatchdogThereAreNoPings() throws {
        let home = try Home()
        let daemon = try Gardend(in: home)
        try daemon.stop()
        #expect(try daemon.manager.receive() == ["STOPPING=1"])
        #expect(!exists("\(home.data)/alive"))
    }

    @Test(Needs.program("/usr/bin/dbus-daemon"))
    func anIdleDaemonDoesNotWakeUp() throws {
        let home = try Home()
        rmdir(home.configFolder)
        // Without a bus, libsystemd watches every folder on the way to where the bus would be, and other tests write there.
        let bus = "unix:path=\(home.folder.path)/bus"
        let busDaemon = try Program(
            ["/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(bus)"])
        defer { withExtendedLifetime(busDaemon) {} }
        let buses = ["DBUS_SYSTEM_BUS_ADDRESS": bus, "DBUS_SESSION_BUS_ADDRESS": bus]
        // An existing garden: it is checked completely, and has today's backup.
        let watch = try FolderWatch(home.backups)
        let first = try Gardend(in: home, environment: buses)
        try watch.awaitFile { $0.hasSuffix(".sqlite") }
        try first.kill()
        let daemon = try Gardend(in: home, environment: buses)
        let listeners = try (1...20).map { _ in try daemon.subscriber() }
        let client = try daemon.connect()
        try client.call("timer.start")
        for listener in listeners { try listener.event("timer.started") }
        try awaitBuses(client)
        try client.awaitJournalCheck()
        // Its last message may arrive before it sleeps.
        try awaitSleep(of: daemon.pid)

        let before = try switches(of: daemon.pid)
        // The test measures these five seconds; the daemon sends nothing in them.
        #expect(staysSilent(listeners.map(\.descriptor), milliseconds: 5000))
        let after = try switches(of: daemon.pid)
        #expect(after == before)
        #expect(after.count == 1)
        for listener in listeners { #expect(listener.isOpen) }

        // The folder of the settings does not exist. Other programs write beside it.
        let besides = "\(home.folder.path)/config/other"
        try write("", to: besides)
        try awaitSleep(of: daemon.pid)
        let created = try switches(of: daemon.pid)
        for round in 1...20 { try write("round \(round)", to: besides) }
        #expect(staysSilent(listeners.map(\.descriptor), milliseconds: 500))
        #expect(try switches(of: daemon.pid) == created)
    }

    /// Returns when the buses have said that there is neither logind nor a notification server. Each look is a request.
    private func awaitBuses(_ client: Client) throws {
        let answers: Set = [
            "unknown: systemd-logind is not running",
            "not shown: no notification server; gardenctl watch rings the bell of its terminal instead",
        ]
        var details: Set<String> = []
        try WaitLimit.wait(for: "an answer of the buses, not \(details)") {
            let checks = try client.call("daemon.doctor").arrayValue ?? []
            details = Set(checks.compactMap { $0["detail"]?.stringValue })
            return details.isSuperset(of: answers)
        }
    }

    /// Nothing announces that a process sleeps; meanwhile this one leaves it its processor.
    private func awaitSleep(of pid: pid_t) throws {
        try WaitLimit.wait(for: "the sleep of the daemon", by: pid) {
            sched_yield()
            return try readText("/proc/\(pid)/stat").contains(") S ")
        }
    }

    /// How often each thread of a process was taken off the processor, by the thread's id.
    private func switches(of pid: pid_t) throws -> [String: Int] {
        let threads = names(in: "/proc/\(pid)/task")
        return try Dictionary(
            uniqueKeysWithValues: threads.map { thread in
                let lines = try readText("/proc/\(pid)/task/\(thread)/status").split(separator: "\n")
                let counts = lines.filter { $0.contains("voluntary_ctxt_switches") }
                return (thread, counts.reduce(0) { $0 + (Int($1.filter(\.isNumber)) ?? 0) })
            })
    }
}
