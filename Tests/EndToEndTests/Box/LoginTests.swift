import GardenAPI
import Glibc
import TestSupport
import Testing

/// The daemon's clients of logind against a real one (RULES P15, P17).
@Suite(.serialized, Needs.box)
struct LoginTests {
    /// The probe that runs as the box's user, outside of any session.
    private final class Probe {
        private let program: Program
        private let reader: Client

        init(in box: Box) throws {
            try box.share("\(Binaries.folder)/login-probe")
            var ends: [Int32] = [0, 0]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw TestFailure(call: "socketpair") }
            defer { close(ends[1]) }
            reader = Client(connected: ends[0])
            program = try box.begin("/share/login-probe", output: ends[1])
        }

        func nextLine() throws -> String? { try reader.nextLine() }
    }

    private let box: Box

    init() throws { box = try Box() }

    private func inhibitors() throws -> String {
        let manager = ["org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"]
        return try box.root(["busctl", "--system", "call"] + manager + ["ListInhibitors"]).output
    }

    @Test(Desktop.isWanted) func theDisplaySessionIsFollowed() throws {
        let probe = try Probe(in: box)
        #expect(try probe.nextLine() == "ready")
        try box.beginSession()
        let first = try #require(try probe.nextLine())
        #expect(first.hasPrefix("active: unknown: session "))
        #expect(first.hasSuffix(" (x11) has not reported yet that you are away"))
        try box.set("LockedHint", true)
        #expect(try probe.nextLine()?.hasPrefix("locked: ") == true)
        try box.set("IdleHint", true)
        try box.set("LockedHint", false)
        let idle = try #require(try probe.nextLine())
        #expect(idle.hasPrefix("idle: follows session ") && idle.hasSuffix(" (x11)"))
        try box.set("IdleHint", false)
        #expect(try probe.nextLine()?.hasPrefix("active: ") == true)
        try box.succeed("systemctl", "stop", "desktop")
        #expect(try probe.nextLine() == "unknown: unknown: you have no desktop session")
    }

    @Test func theInstalledServiceFollowsTheSessionAndDelaysSleep() throws {
        let garden = try Garden(in: box)
        try garden.install()
        #expect(try garden.ask("presence.get") == ["presence": "unknown", "source": "login"])
        try box.beginSession()
        // Its desktop has reported no absence: it may be one that never does (RULES P15).
        try WaitLimit.wait(for: "the session") {
            try garden.check("presence")?.detail.hasPrefix("unknown: session ") == true
        }
        #expect(try garden.ask("presence.get") == ["presence": "unknown", "source": "login"])
        try box.set("LockedHint", true)
        try awaitPresence(.locked, in: garden)
        try box.set("LockedHint", false)
        try awaitPresence(.active, in: garden)
        // logind remembers an idle session, and the journal any absence.
        try garden.systemctl("restart", "gardend.service")
        try awaitPresence(.active, in: garden)
        try box.set("LockedHint", true)
        try awaitPresence(.locked, in: garden)
        // A program's report takes precedence, also over a restart.
        #expect(try box.userScript("gardenctl presence idle").end == .exited(0))
        try garden.systemctl("restart", "gardend.service")
        #expect(try garden.ask("presence.get") == ["presence": "idle", "source": "set"])
        #expect(try box.userScript("gardenctl presence auto").end == .exited(0))
        try awaitPresence(.locked, in: garden)
        try awaitInhibitor()
        #expect(try garden.check("sleep") == HealthCheck("sleep", .ok, "sleep waits until the garden is on disk"))
        try box.succeed("systemctl", "suspend")
        try awaitInhibitor()
    }

    /// Each look starts a process, so repeated looks leave time for the awaited presence.
    private func awaitPresence(_ presence: Presence, in garden: Garden) throws {
        try WaitLimit.wait(for: "the presence \(presence)") {
            try garden.ask("presence.get")["presence"] == .string(presence.rawValue)
        }
    }

    @Test(Desktop.isWanted) func sleepWaitsForTheDaemon() throws {
        let probe = try Probe(in: box)
        #expect(try probe.nextLine() == "ready")
        for _ in 1...2 {
            try awaitInhibitor()
            try box.succeed("systemctl", "suspend")
            #expect(try probe.nextLine() == "sleep")
            #expect(try probe.nextLine() == "wake")
        }
        try box.succeed("systemctl", "restart", "systemd-logind")
        try awaitInhibitor()
        try box.succeed("systemctl", "suspend")
        #expect(try probe.nextLine() == "sleep")
        #expect(try probe.nextLine() == "wake")
        try awaitInhibitor()
    }

    /// Each look starts a process, so repeated looks leave time for the awaited lock.
    private func awaitInhibitor() throws {
        var last = ""
        try WaitLimit.wait(for: "an inhibitor beside \(last)") {
            last = try inhibitors()
            return last.contains("writing the garden to disk")
        }
    }
}
