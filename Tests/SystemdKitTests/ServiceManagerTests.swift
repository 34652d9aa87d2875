import Glibc
import SystemdKit
import TestSupport
import Testing

/// The messages between a service and its manager, each in its own process, because the environment belongs to the
/// whole process.
@Suite("The service manager")
struct ServiceManagerTests {
    @Test func notificationsArriveAsDatagrams() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let manager = try Manager()
            let before = Clocks.monotonicMicroseconds
            #expect(try Notify.ready(status: "3 gardens"))
            #expect(manager.received() == "READY=1\nSTATUS=3 gardens")
            #expect(try Notify.ready())
            #expect(manager.received() == "READY=1")
            #expect(try Notify.reloading())
            let reloading = manager.received().split(separator: "\n")
            #expect(reloading.first == "RELOADING=1")
            let moment = reloading.last.flatMap { UInt64($0.dropFirst("MONOTONIC_USEC=".count)) } ?? 0
            #expect(before <= moment && moment <= Clocks.monotonicMicroseconds)
            #expect(try Notify.watchdog())
            #expect(manager.received() == "WATCHDOG=1")
            #expect(try Notify.stopping())
            #expect(manager.received() == "STOPPING=1")
        }
    }

    @Test func aStatusCannotInjectAnotherAssignment() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let manager = try Manager()
            #expect(try Notify.status("watering\nMAINPID=1"))
            #expect(manager.received() == "STATUS=watering MAINPID=1")
        }
    }

    @Test func notificationsWithoutAManagerAreIgnored() async {
        await #expect(processExitsWith: .success) { @MainActor in
            unsetenv("NOTIFY_SOCKET")
            let isSent = try Notify.ready()
            #expect(!isSent)
        }
    }

    @Test func notifyingAGoneManagerThrows() async {
        await #expect(processExitsWith: .success) { @MainActor in
            setenv("NOTIFY_SOCKET", "/nowhere/notify", 1)
            #expect(throws: SystemError(code: ENOENT, call: "sd_notify")) { try Notify.ready() }
        }
    }

    @Test func theWatchdogIsPingedAtHalfItsInterval() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let manager = try Manager()
            let loop = try EventLoop()
            setenv("WATCHDOG_USEC", "40000", 1)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            var pings: [UInt64] = []
            let start = Clocks.monotonicMicroseconds
            let watchdog = try Watchdog.start(on: loop) {
                pings.append(Clocks.monotonicMicroseconds)
                #expect(manager.received() == "WATCHDOG=1")
                if pings.count == 3 { loop.exit(code: 0) }
            }
            #expect(watchdog?.intervalMicroseconds == 20_000)
            #expect(manager.received() == "", "the loop does not turn yet")
            _ = try loop.runToEnd()
            // None is early. On a busy machine one may be late, and the next one follows sooner.
            #expect(pings.enumerated().allSatisfy { $1 >= start + UInt64($0) * 20_000 })
        }
    }

    @Test func aReleasedWatchdogSendsNoPings() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let manager = try Manager()
            let loop = try EventLoop()
            setenv("WATCHDOG_USEC", "40000", 1)
            var watchdog = try Watchdog.start(on: loop) { Issue.record("a ping") }
            #expect(watchdog != nil)
            watchdog = nil
            loop.defer { loop.defer { loop.exit(code: 0) } }
            _ = try loop.runToEnd()
            #expect(manager.received() == "")
        }
    }

    @Test func withoutAnIntervalThereIsNoWatchdog() async {
        await #expect(processExitsWith: .success) { @MainActor in
            unsetenv("WATCHDOG_USEC")
            let watchdog = try Watchdog.start(on: try EventLoop()) {}
            #expect(watchdog == nil)
        }
    }

    @Test func aWatchdogForAnotherProcessIsNotPinged() async {
        await #expect(processExitsWith: .success) { @MainActor in
            setenv("WATCHDOG_USEC", "40000", 1)
            setenv("WATCHDOG_PID", "1", 1)
            let watchdog = try Watchdog.start(on: try EventLoop()) {}
            #expect(watchdog == nil)
        }
    }

    @Test func socketsForAnotherProcessAreNotTaken() async {
        await #expect(processExitsWith: .success) { @MainActor in
            setenv("LISTEN_FDS", "1", 1)
            setenv("LISTEN_PID", "1", 1)
            let inherited = try InheritedSockets.takeUnixListeners()
            #expect(inherited.isEmpty)
        }
    }

    @Test func withoutSocketActivationThereAreNoSockets() async {
        await #expect(processExitsWith: .success) { @MainActor in
            unsetenv("LISTEN_FDS")
            let inherited = try InheritedSockets.takeUnixListeners()
            #expect(inherited.isEmpty)
        }
    }
}

/// The manager's end of `$NOTIFY_SOCKET`.
@MainActor
private struct Manager {
    private let folder: TemporaryFolder
    private let descriptor: Int32

    init() throws {
        folder = try TemporaryFolder()
        descriptor = try boundSocket(SOCK_DGRAM, path: folder.path + "/notify")
        setenv("NOTIFY_SOCKET", folder.path + "/notify", 1)
    }

    func received() -> String {
        SystemdKitTests.received(from: descriptor)
    }
}
