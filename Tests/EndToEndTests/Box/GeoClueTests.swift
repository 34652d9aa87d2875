import GardenAPI
import TestSupport
import Testing

/// The place of the installed service by a real GeoClue, with a receiver behind a socket and an agent (RULES V11).
@Suite(
    "GeoClue in a box", .serialized, Needs.box, Needs.program("/usr/libexec/geoclue"), Needs.program("/usr/bin/python3")
)
struct GeoClueTests {
    private let garden: Garden
    private var box: Box { garden.machine }

    init() throws {
        garden = try Garden()
        for name in ["agent.py", "receiver.py", "geoclue.conf"] { try box.share("\(Box.here)/GeoClue/\(name)") }
        try root(
            // They have no hardware here, and GeoClue waits for them.
            "systemctl mask --now ModemManager wpa_supplicant; cp /share/geoclue.conf /etc/geoclue/geoclue.conf")
        try garden.install()
    }

    private func root(_ script: String) throws { try box.root("bash", "-c", script) }

    private func startReceiver() throws {
        try root("systemd-run -q --unit=receiver /usr/bin/python3 /share/receiver.py")
        try garden.waitFor("the receiver") { try box.root("test", "-S", "/run/receiver.sock").end == .exited(0) }
    }

    /// Starts it with GeoClue, which forgets its agents when it ends.
    private func startAgent() throws {
        try root(
            "systemctl restart geoclue; systemd-run -q --unit=agent --uid=1500 /usr/bin/python3 /share/agent.py")
    }

    private func here() throws -> Outcome { try garden.user("gardenctl", "visit", "here", "--title", "Here", "--json") }

    private func reason(_ outcome: Outcome) throws -> JSON? {
        try JSON.parse(outcome.errors)["error"]?["data"]?["reason"]
    }

    @Test func aPlaceIsTaken() throws {
        try startReceiver()
        try startAgent()
        let outcome = try here()
        #expect(outcome.end == .exited(0), "\(outcome)")
        let visit = try Visit(json: JSON.parse(outcome.output))
        #expect(visit.source == .geoclue && visit.details.title == "Here" && visit.signed)
        #expect(visit.latitude == Degrees(millionths: 35_681_236))
        #expect(visit.longitude == Degrees(millionths: 139_767_125))
        #expect(visit.accuracy != nil)
    }

    @Test func aProgramThatIsNotAllowedIsRefused() throws {
        try root("printf '[gardend]\\nallowed=false\\nsystem=false\\nusers=\\n' >>/etc/geoclue/geoclue.conf")
        try startReceiver()
        try startAgent()
        #expect(try reason(try here()) == "location_denied")
        #expect(try garden.events("visit.added") == 0)
    }

    /// The reason of a refusal that comes after 30 s, while the daemon answers others.
    private func lateReason() throws -> JSON? {
        let script = "gardenctl visit here --json >/dev/null 2>/tmp/refusal; touch /tmp/end"
        let waiting = try box.begin("bash", "-c", script)
        defer { withExtendedLifetime(waiting) {} }
        try WaitLimit.wait(for: "the refusal") {
            #expect(try garden.ask("presence.get")["presence"] == "unknown")
            return try box.user("test", "-e", "/tmp/end").end == .exited(0)
        }
        return try JSON.parse(box.user("cat", "/tmp/refusal").output)["error"]?["data"]?["reason"]
    }

    @Test func withoutAnAgentTheOthersDoNotWait() throws {
        try startReceiver()
        #expect(try lateReason() == "location_no_agent")
    }

    @Test func aReceiverThatSendsNothingTimesOut() throws {
        try startAgent()
        #expect(try lateReason() == "location_timeout")
    }
}
