import GardenAPI
import SystemdKit
import Testing

@testable import GardenDaemon

/// Against dbusmock's logind on a real bus (RULES P15).
@Suite(.enabled(if: LoginMachine.isInstalled, "skipped: needs dbus-daemon and python3-dbusmock"))
struct LoginSessionTests {
    /// The reports of a session that is followed.
    private final class Reports {
        var all: [Presence] = []
    }

    private let machine: LoginMachine
    private let reports = Reports()

    init() throws { machine = try LoginMachine() }

    private func start() throws {
        try machine.startBus()
        try machine.startLogind()
    }

    private func follow() throws -> LoginSession {
        let session = try LoginSession(of: LoginMachine.uid, bus: machine.bus, on: machine.loop)
        session.onChange = { [reports] in reports.all.append($0) }
        return session
    }

    private func wait(for expected: Presence...) throws {
        try machine.wait("\(expected), not \(reports.all)") { reports.all.count >= expected.count }
        #expect(reports.all == expected)
    }

    private func following(_ id: String, hasReportedAbsence: Bool = false) -> LoginSession.Status {
        .following(.init(id: id, type: "test", isRemote: false, hasReportedAbsence: hasReportedAbsence))
    }

    @Test func aSessionThatExistsIsFollowed() throws {
        try start()
        try machine.addSession("1")
        try machine.setDisplay("1")
        let session = try follow()
        #expect(session.presence == .unknown)
        try wait(for: .active)
        #expect(session.status == following("1"))
        #expect(session.presence == .active)
    }

    @Test(
        arguments: [
            (["LockedHint": true], .locked), (["IdleHint": true], .idle),
            (["LockedHint": true, "IdleHint": true], .locked),
        ] as [([String: Bool], Presence)])
    func theHintsAreReportedAndTheirEnd(hints: [String: Bool], presence: Presence) throws {
        try start()
        try machine.addSession("1")
        try machine.setDisplay("1")
        let session = try follow()
        try wait(for: .active)
        try machine.set(hints, of: "1")
        try wait(for: .active, presence)
        #expect(session.status == following("1", hasReportedAbsence: true))
        try machine.set(["LockedHint": false, "IdleHint": false], of: "1")
        try wait(for: .active, presence, .active)
    }

    @Test func anUnlockedDesktopMayStillBeIdle() throws {
        try start()
        try machine.addSession("1")
        try machine.setDisplay("1")
        try machine.set(["LockedHint": true, "IdleHint": true], of: "1")
        let session = try follow()
        try wait(for: .locked)
        try machine.set(["LockedHint": false], of: "1")
        try wait(for: .locked, .idle)
        withExtendedLifetime(session) {}
    }

    @Test func aUserWhoLogsInLaterIsFollowed() throws {
        try start()
        let session = try follow()
        try machine.wait("an answer") { session.status == .noDisplaySession }
        try machine.call("AddUser", .uint32(7), .string("other"), .bool(true))
        try machine.emit("UserNew", "uo", .uint32(7), .objectPath("\(LoginMachine.login1)/user/7"))
        #expect(session.status == .noDisplaySession)
        try machine.addSession("1")
        try machine.emit("UserNew", "uo", .uint32(LoginMachine.uid), .objectPath(LoginMachine.userPath))
        #expect(reports.all == [])
        try machine.setDisplay("1")
        try wait(for: .active)
        #expect(session.status == following("1"))
    }

    @Test func aSessionOfALingeringUserIsFollowed() throws {
        try start()
        try machine.call("AddUser", .uint32(LoginMachine.uid), .string("gardener"), .bool(true))
        let session = try follow()
        try machine.wait("an answer") { session.status == .noDisplaySession }
        try machine.addSession("1")
        try machine.setDisplay("1")
        try wait(for: .active)
        #expect(session.status == following("1"))
    }

    @Test func theEndOfTheSessionMakesItUnknown() throws {
        try start()
        try machine.addSession("1")
        try machine.setDisplay("1")
        let session = try follow()
        try wait(for: .active)
        try machine.call("RemoveObject", .string(LoginMachine.sessionPath("1")))
        try machine.setDisplay(nil)
        try wait(for: .active, .unknown)
        #expect(session.status == .noDisplaySession)
    }

    @Test func aSuccessorOfADisplaySessionThatHasJustGoneIsFollowed() throws {
        try start()
        try machine.addSession("1")
        try machine.setDisplay("2")
        let session = try follow()
        try machine.wait("an answer") { session.status != .asking }
        try machine.setDisplay("1")
        try wait(for: .active)
    }

    @Test func anotherDisplaySessionIsFollowedInstead() throws {
        try start()
        try machine.addSession("1")
        try machine.addSession("2")
        try machine.setDisplay("1")
        try machine.set(["LockedHint": true], of: "1")
        let session = try follow()
        try wait(for: .locked)
        try machine.setDisplay("2")
        try wait(for: .locked, .active)
        #expect(session.status == following("2"))
        try machine.set(["LockedHint": false, "IdleHint": true], of: "1")
        try machine.set(["LockedHint": true], of: "1")
        #expect(session.status == following("2"))
        try machine.set(["LockedHint": true], of: "2")
        try wait(for: .locked, .active, .locked)
    }

    @Test func aThousandFlapsSettle() throws {
        try start()
        try machine.addSession("1")
        try machine.setDisplay("1")
        try machine.call(
            "AddMethod", .string("org.example.Test"), .string("Flap"), .string(""), .string(""),
            .string("for i in range(1000): self.UpdateProperties('', {'IdleHint': dbus.Boolean(i % 2 == 0)})"),
            path: LoginMachine.sessionPath("1"))
        let session = try follow()
        try wait(for: .active)
        let start = Clocks.monotonicMicroseconds
        try machine.call("Flap", path: LoginMachine.sessionPath("1"), interface: "org.example.Test")
        try machine.set(["IdleHint": true], of: "1")
        try machine.wait("the last value") { session.presence == .idle }
        let seconds = Int((Clocks.monotonicMicroseconds - start) / 1_000_000)
        #expect(reports.all.count - 1 <= 2 + seconds)
        #expect(session.status == following("1", hasReportedAbsence: true))
    }

    @Test func aLogindThatGoesMakesItUnknownAndItsReturnIsNoticed() throws {
        try start()
        try machine.addSession("1")
        try machine.setDisplay("1")
        let session = try follow()
        try wait(for: .active)
        try machine.stopLogind()
        try wait(for: .active, .unknown)
        #expect(session.status == .logindMissing)
        try machine.startLogind()
        try machine.addSession("2")
        try machine.set(["LockedHint": true], of: "2")
        try machine.emit("UserNew", "uo", .uint32(LoginMachine.uid), .objectPath(LoginMachine.userPath))
        try machine.setDisplay("2")
        try wait(for: .active, .unknown, .locked)
        #expect(session.status == following("2", hasReportedAbsence: true))
    }

    @Test func aBusThatComesLaterAndRestartsIsNoticed() throws {
        let session = try follow()
        #expect(session.status == .busMissing)
        try machine.startBus()
        try machine.wait("an answer") { session.status == .logindMissing }
        try machine.startLogind()
        try machine.addSession("1")
        try machine.emit("UserNew", "uo", .uint32(LoginMachine.uid), .objectPath(LoginMachine.userPath))
        try machine.setDisplay("1")
        try wait(for: .active)
        try machine.stopBus()
        try wait(for: .active, .unknown)
        #expect(session.status == .busMissing)
        try start()
        try machine.addSession("1")
        try machine.emit("UserNew", "uo", .uint32(LoginMachine.uid), .objectPath(LoginMachine.userPath))
        try machine.setDisplay("1")
        try wait(for: .active, .unknown, .active)
    }

    @Test func aLogindThatRefusesIsReported() throws {
        try machine.startBus()
        try machine.startLogind(["org.freedesktop.login1", LoginMachine.login1, "org.freedesktop.login1.Manager"])
        let session = try follow()
        try machine.wait("an answer") { session.status != .asking && session.status != .busMissing }
        var error: BusError?
        if case .refused(let refusal) = session.status { error = refusal }
        #expect(error?.name == "org.freedesktop.DBus.Error.UnknownMethod")
        #expect(session.status.check.verdict == .warning)
        #expect(reports.all == [])
    }

    @Test func aReleasedFollowerLeavesNothingBehind() throws {
        try start()
        try machine.addSession("1")
        try machine.setDisplay("1")
        var session: LoginSession? = try follow()
        weak let released = session
        try wait(for: .active)
        session = nil
        #expect(released == nil)
        try machine.set(["LockedHint": true], of: "1")
        #expect(reports.all == [.active])
    }
}
