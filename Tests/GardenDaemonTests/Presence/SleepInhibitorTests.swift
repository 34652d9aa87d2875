import SystemdKit
import Testing

@testable import GardenDaemon

/// Against dbusmock's logind on a real bus (RULES P17).
@Suite(.enabled(if: LoginMachine.isInstalled, "skipped: needs dbus-daemon and python3-dbusmock"))
struct SleepInhibitorTests {
    private static let lock: [BusValue] = [
        .string("sleep"), .string("Pocket Garden"), .string("a test"), .string("delay"),
    ]

    /// The calls of an inhibitor.
    private final class Calls {
        var all: [String] = []
    }

    private let machine: LoginMachine
    private let calls = Calls()

    init() throws { machine = try LoginMachine() }

    private func inhibitor() -> SleepInhibitor {
        let inhibitor = SleepInhibitor(bus: machine.bus, reason: "a test")
        inhibitor.onSleep = { [calls] in calls.all.append("sleep") }
        inhibitor.onWake = { [calls] in calls.all.append("wake") }
        return inhibitor
    }

    private func held() throws -> SleepInhibitor {
        try machine.startBus()
        try machine.startLogind()
        let inhibitor = inhibitor()
        try machine.wait("the lock") { inhibitor.status == .held }
        return inhibitor
    }

    private func prepareForSleep(_ begins: Bool) throws { try machine.emit("PrepareForSleep", "b", .bool(begins)) }

    @Test func theLockIsHeldWhileAwake() throws {
        var inhibitor: SleepInhibitor? = try held()
        try machine.awaitInhibitors([Self.lock])
        #expect(inhibitor?.status.check.verdict == .ok)
        #expect(calls.all == [])
        inhibitor = nil
        try machine.awaitInhibitors([])
    }

    @Test func theLockIsReleasedAfterTheWorkBeforeSleepAndTakenAgainAfterIt() throws {
        let inhibitor = try held()
        var statusDuringWork: [SleepInhibitor.Status] = []
        inhibitor.onSleep = { [calls, unowned inhibitor] in
            calls.all.append("sleep")
            statusDuringWork.append(inhibitor.status)
        }
        for round in 1...3 {
            try prepareForSleep(true)
            #expect(calls.all.count == 2 * round - 1)
            #expect(inhibitor.status == .releasedForSleep)
            try machine.awaitInhibitors([])
            try prepareForSleep(false)
            try machine.wait("the lock") { inhibitor.status == .held }
            try machine.awaitInhibitors([Self.lock])
        }
        #expect(calls.all == ["sleep", "wake", "sleep", "wake", "sleep", "wake"])
        #expect(statusDuringWork == [.releasedForSleep, .releasedForSleep, .releasedForSleep])
    }

    @Test func theLockIsTakenAgainFromANewLogind() throws {
        let inhibitor = try held()
        try machine.stopLogind()
        try machine.wait("the loss") { inhibitor.status == .logindMissing }
        try machine.startLogind()
        try machine.wait("the lock") { inhibitor.status == .held }
        try machine.awaitInhibitors([Self.lock])
        #expect(calls.all == [])
    }

    @Test func aLogindThatRestartsDuringSleepMeansTheEndOfIt() throws {
        let inhibitor = try held()
        try prepareForSleep(true)
        try machine.stopLogind()
        try machine.wait("the loss") { inhibitor.status == .logindMissing }
        try machine.startLogind()
        try machine.wait("the lock") { inhibitor.status == .held }
        #expect(calls.all == ["sleep", "wake"])
    }

    @Test func aBusThatComesLaterAndRestartsIsNoticed() throws {
        let inhibitor = inhibitor()
        #expect(inhibitor.status == .busMissing)
        try machine.startBus()
        try machine.wait("an answer") { inhibitor.status == .logindMissing }
        try machine.startLogind()
        try machine.wait("the lock") { inhibitor.status == .held }
        try machine.stopBus()
        try machine.wait("the loss") { inhibitor.status == .busMissing }
        try machine.startBus()
        try machine.startLogind()
        try machine.wait("the lock") { inhibitor.status == .held }
        try machine.awaitInhibitors([Self.lock])
        #expect(calls.all == [])
    }

    @Test func aRefusedLockIsReportedAndSleepIsStillNoticed() throws {
        try machine.startBus()
        try machine.startLogind(["org.freedesktop.login1", LoginMachine.login1, "org.freedesktop.login1.Manager"])
        let inhibitor = inhibitor()
        func error() -> BusError? { if case .refused(let error) = inhibitor.status { error } else { nil } }
        try machine.wait("a refusal") { error() != nil }
        #expect(error()?.name == "org.freedesktop.DBus.Error.UnknownMethod")
        #expect(inhibitor.status.check.verdict == .warning)
        try prepareForSleep(true)
        #expect(inhibitor.status == .releasedForSleep)
        try prepareForSleep(false)
        try machine.wait("a refusal") { error() != nil }
        #expect(calls.all == ["sleep", "wake"])
    }
}
