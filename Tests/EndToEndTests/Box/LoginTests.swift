import GardenAPI
import Glibc
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

    /// A desktop session of the user; the desktop is imitated by calls.
    private static let session = [
        "systemd-run", "--quiet", "--unit=desktop", "--property=PAMName=login", "--property=User=gardener",
        "--setenv=XDG_SESSION_TYPE=x11", "--setenv=XDG_SESSION_CLASS=user", "sleep", "600",
    ]

    /// The clients alone, with more cases than the installed service.
    private static let atNight = ConditionTrait.enabled(
        if: getenv("DESKTOP_TESTS") != nil, "skipped: DESKTOP_TESTS is not set")

    private let box: Box

    init() throws { box = try Box() }

    private func succeed(_ command: String...) throws {
        let outcome = try box.root(command)
        guard outcome.end == .exited(0) else { throw TestFailure("\(command): \(outcome)") }
    }

    /// Sets a hint as the desktop does.
    private func set(_ hint: String, _ value: Bool) throws {
        let script = """
            path=$(busctl --system get-property org.freedesktop.login1 /org/freedesktop/login1/user/_1500 \
            org.freedesktop.login1.User Display | cut -d '"' -f 4)
            busctl --system call org.freedesktop.login1 "$path" org.freedesktop.login1.Session Set\(hint) b \(value)
            """
        let outcome = try box.userScript(script)
        guard outcome.end == .exited(0) else { throw TestFailure("\(hint): \(outcome)") }
    }

    private func inhibitors() throws -> String {
        let manager = ["org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager"]
        return try box.root(["busctl", "--system", "call"] + manager + ["ListInhibitors"]).output
    }

    @Test(Self.atNight) func theDisplaySessionIsFollowed() throws {
        let probe = try Probe(in: box)
        #expect(try probe.nextLine() == "ready")
        let started = try box.root(Self.session)
        #expect(started.end == .exited(0))
        let first = try #require(try probe.nextLine())
        #expect(first.hasPrefix("active: follows session "))
        #expect(first.hasSuffix(" (x11), where nothing has reported idleness yet"))
        try set("LockedHint", true)
        #expect(try probe.nextLine()?.hasPrefix("locked: ") == true)
        try set("IdleHint", true)
        try set("LockedHint", false)
        let idle = try #require(try probe.nextLine())
        #expect(idle.hasPrefix("idle: follows session ") && idle.hasSuffix(" (x11)"))
        try set("IdleHint", false)
        #expect(try probe.nextLine()?.hasPrefix("active: ") == true)
        try succeed("systemctl", "stop", "desktop")
        #expect(try probe.nextLine() == "unknown: unknown: you have no desktop session")
    }

    @Test func theInstalledServiceFollowsTheSessionAndDelaysSleep() throws {
        let garden = try Garden(in: box)
        try garden.install()
        #expect(try garden.ask("presence.get") == ["presence": "unknown", "source": "login"])
        let started = try box.root(Self.session)
        #expect(started.end == .exited(0))
        try awaitPresence(.active, in: garden)
        #expect(try garden.check("presence")?.detail.hasPrefix("follows session ") == true)
        try set("LockedHint", true)
        try awaitPresence(.locked, in: garden)
        // A program's report takes precedence, also over a restart.
        #expect(try box.userScript("gardenctl presence idle").end == .exited(0))
        try garden.systemctl("restart", "gardend.service")
        #expect(try garden.ask("presence.get") == ["presence": "idle", "source": "set"])
        #expect(try box.userScript("gardenctl presence auto").end == .exited(0))
        try awaitPresence(.locked, in: garden)
        try awaitInhibitor()
        #expect(try garden.check("sleep") == HealthCheck("sleep", .ok, "sleep waits until the garden is on disk"))
        try succeed("systemctl", "suspend")
        try awaitInhibitor()
    }

    /// Each look starts a process, so repeated looks leave time for the awaited presence.
    private func awaitPresence(_ presence: Presence, in garden: Garden) throws {
        let deadline = monotonicMilliseconds() + timeoutSeconds * 1000
        while try garden.ask("presence.get")["presence"] != .string(presence.rawValue) {
            guard monotonicMilliseconds() < deadline else { throw TestFailure("the presence is not \(presence)") }
        }
    }

    @Test(Self.atNight) func sleepWaitsForTheDaemon() throws {
        let probe = try Probe(in: box)
        #expect(try probe.nextLine() == "ready")
        for _ in 1...2 {
            try awaitInhibitor()
            try succeed("systemctl", "suspend")
            #expect(try probe.nextLine() == "sleep")
            #expect(try probe.nextLine() == "wake")
        }
        try succeed("systemctl", "restart", "systemd-logind")
        try awaitInhibitor()
        try succeed("systemctl", "suspend")
        #expect(try probe.nextLine() == "sleep")
        #expect(try probe.nextLine() == "wake")
        try awaitInhibitor()
    }

    /// Each look starts a process, so repeated looks leave time for the awaited lock.
    private func awaitInhibitor() throws {
        let deadline = monotonicMilliseconds() + timeoutSeconds * 1000
        var last = ""
        while !last.contains("writing the garden to disk") {
            guard monotonicMilliseconds() < deadline else { throw TestFailure("no inhibitor: \(last)") }
            last = try inhibitors()
        }
    }
}
