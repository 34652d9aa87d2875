import GardenAPI
import Glibc
import Testing

@testable import gardenctl

/// How gardenctl finds the daemon (API §1).
@Suite struct DaemonPlaceTests {
    let home = Home()

    init() {
        home.environment["GARDEN_SOCKET"] = nil
        home.environment["XDG_DATA_HOME"] = "\(home.path)"
        mkdir("\(home.path)/garden", 0o700)
        mkdir("\(home.path)/garden/run", 0o700)
    }

    private var usual: String { "\(home.path)/garden/run/garden.sock" }
    private var elsewhere: String { "\(home.path)/e.sock" }

    /// Writes the lock file, and holds the lock, if requested, until the descriptor is closed.
    private func lock(holding isHeld: Bool) throws -> Int32 {
        try home.write(LockHolder(processId: 4711, socketPath: elsewhere).text, to: "garden/lock")
        let descriptor = open("\(home.path)/garden/lock", O_RDWR | O_CLOEXEC)
        if isHeld { #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0) }
        return descriptor
    }

    private func answer(at path: String) -> FakeDaemon { FakeDaemon(path, answering: true) }

    @Test func withoutARuntimeFolderTheDaemonIsFoundInTheDataFolder() throws {
        _ = answer(at: usual)
        #expect(try home.gardenctl("call", "x") == Home.Outcome(status: 0, output: "true\n"))
    }

    @Test func theDaemonThatHoldsTheLockIsFoundAtItsSocket() throws {
        let lock = try lock(holding: true)
        defer { close(lock) }
        _ = answer(at: elsewhere)
        #expect(try home.gardenctl("call", "x") == Home.Outcome(status: 0, output: "true\n"))
    }

    /// Another daemon may serve there by now, with other data.
    @Test func anUnheldLockFileIsIgnored() throws {
        let lock = try lock(holding: false)
        defer { close(lock) }
        let daemon = FakeDaemon(elsewhere) { _ = $0.acceptClient() }
        let outcome = try home.gardenctl("call", "x")
        #expect(outcome.status == 69)
        #expect(outcome.errors.hasPrefix("gardenctl: gardend is not running (no socket at \(usual))\n"))
        #expect(daemon.requests() == [])
    }

    @Test func anExplicitSocketIsTheOnlyOneTriedAndTheOtherIsReported() throws {
        let lock = try lock(holding: true)
        defer { close(lock) }
        let named = "\(home.path)/named.sock"
        let daemon = FakeDaemon(elsewhere) { _ = $0.acceptClient() }
        #expect(
            try home.gardenctl("call", "x", "--socket", named)
                == Home.Outcome(
                    status: 69,
                    errors: """
                        gardenctl: gardend is not running (no socket at \(named))
                        gardend is running as process 4711, on another socket: \(elsewhere)

                        """))
        #expect(daemon.requests() == [])
    }

    @Test func aRunningDaemonWithoutItsSocketIsNamed() throws {
        try home.write(LockHolder(processId: getpid(), socketPath: usual).text, to: "garden/lock")
        let lock = open("\(home.path)/garden/lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        let outcome = Home.Outcome(
            status: 69,
            errors: """
                gardenctl: gardend is running, but its socket is gone: \(usual)
                Restart it: kill \(getpid()); setsid -f gardend

                """)
        // A process that does not hold the lock is another one.
        #expect(try home.gardenctl("call", "x") != outcome)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        #expect(try home.gardenctl("call", "x") == outcome)
    }

    /// systemctl(1) finds the manager by the variable only.
    @Test func systemctlRunsWithTheRuntimeFolderThatWasFound() {
        let found = Endpoint(socketPath: "/run/user/7/garden/garden.sock", source: .userFolder)
        #expect(
            DaemonPlace(found, dataFolder: home.path).managerEnvironment(["A": "b"])
                == ["A": "b", "XDG_RUNTIME_DIR": "/run/user/\(geteuid())"])
        let named = Endpoint(socketPath: usual, source: .named)
        #expect(DaemonPlace(named, dataFolder: home.path).managerEnvironment(["A": "b"]) == ["A": "b"])
    }

    @Test func doctorChecksTheSocketThatAnswered() throws {
        let lock = try lock(holding: true)
        defer { close(lock) }
        let hello = Hello.sample()
        _ = FakeDaemon(elsewhere, answering: hello.json, [])
        let outcome = try home.gardenctl("doctor", "--json")
        let checks = try [HealthCheck](json: JSON.parse(outcome.output))
        #expect(checks.first == HealthCheck("place", .ok, elsewhere))
    }
}
