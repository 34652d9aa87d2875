import GardenAPI
import TestSupport
import Testing
import TimeKit

/// A real idle watcher on a desktop that does not report to logind (RULES P14, P15, P28, P29; contrib/presence).
@Suite("An idle watcher in a box", .serialized, Needs.box, Needs.clocks, Desktop.isWanted)
struct IdleWatcherTests {
    private static let file = "-C /share/contrib/presence/swayidle.conf"
    private static let hint = "idlehint 300"

    private let garden: Garden
    private let time: MachineTime

    init() throws {
        garden = try Garden()
        time = try garden.installInTheEvening()
    }

    private func awaitPresence(_ presence: JSON) throws {
        try garden.waitFor("the presence \(presence)") { try garden.ask("presence.get")["presence"] == presence }
    }

    private func awaitNotification(_ text: String, in session: SwaySession) throws {
        var last: [String] = []
        try garden.waitFor("\(text), not \(last)") {
            last = try session.shown()
            return last.contains(text)
        }
    }

    /// A session whose watcher has reported an absence, and then the return.
    private func begin(_ watcher: String, source: JSON) throws -> SwaySession {
        let session = try SwaySession(in: garden, watcher: watcher)
        try garden.waitFor("a session that has reported nothing") {
            let detail = try garden.check("presence")?.detail ?? ""
            return detail.hasPrefix("unknown: session ")
                && detail.hasSuffix(" (wayland) has not reported yet that you are away")
        }
        try time.pass(seconds: 300)
        try awaitPresence("idle")
        try session.pressKey()
        try awaitPresence("active")
        #expect(try garden.ask("presence.get")["source"] == source)
        return session
    }

    /// The person works, with a key every four minutes.
    private func work(minutes: Int, in session: SwaySession) throws {
        for _ in 0..<(minutes / 4) {
            try time.pass(seconds: 4 * 60)
            try session.pressKey()
        }
        #expect(try garden.ask("presence.get")["presence"] == "active")
    }

    @Test(arguments: [file, hint], ["keep", "untilIdle", "discard"])
    func theTimeAwayIsAskedAboutAtTheReturn(watcher: String, answer: String) throws {
        let session = try begin(watcher, source: watcher == Self.file ? "set" : "login")
        try garden.user("gardenctl", "start", "Work")
        // Half a minute is the room for the time that the test takes.
        try time.pass(seconds: 30)
        try work(minutes: 12, in: session)
        // No key is pressed from now on, which the watcher reports after five minutes.
        try time.pass(seconds: 300)
        try awaitPresence("idle")
        for phase in ["rest", "stopped"] {
            try time.pass(seconds: (try garden.ask("timer.get")["remainingSeconds"]?.integerValue ?? 0) + 1)
            try garden.waitFor(phase) { try garden.ask("timer.get")["phase"]?.stringValue == phase }
        }
        try time.pass(until: "2026-03-12T08:00:00Z")
        // The session that was in progress is all that counts; none began by itself.
        #expect(try garden.events("focus.completed") == 1)
        #expect(try garden.events("timer.asked") == 0)

        try session.pressKey()
        try awaitPresence("active")
        let asked = try garden.ask("daemon.status")["questions"]?.arrayValue ?? []
        #expect(asked.map { $0["kind"] } == ["idle"])
        let status = try garden.user("gardenctl").output
        let line = "Idle for 7 min of focus. Keep it? gardenctl ack keep, discard or untilIdle"
        #expect(status.contains(line), "\(status)")
        try awaitNotification("Did you focus on Work?: You were away for 7 min of the session.", in: session)
        if watcher == Self.file {
            try session.press(answer)
            try garden.waitFor("the answer") { try garden.events("timer.resolved") == 1 }
        } else {
            let said = [
                "keep": "The session counts.\n", "untilIdle": "The session counts until you left: 17 min, ",
                "discard": "The session was discarded, and so was what it earned.\nWork −1 exp\n",
            ]
            let output = try garden.user("gardenctl", "ack", answer).output
            // The times of day are those of the test.
            #expect(answer == "untilIdle" ? output.hasPrefix(said[answer] ?? "?") : output == said[answer])
        }
        let focus = try #require(try garden.ask("session.list")["sessions"]?.arrayValue?.first)
        #expect(focus["outcome"] == (answer == "discard" ? "discarded" : "completed"))
        if answer != "discard" { #expect(focus["minutes"] == .integer(answer == "keep" ? 25 : 17)) }
        #expect(try garden.ask("daemon.status")["questions"] == [])
        try garden.waitFor("an empty screen") { try session.shown() == [] }
    }

    @Test func aLockPausesTheSessionAndTheReturnOffersToResumeIt() throws {
        try garden.userScript(
            """
            mkdir -p .config/garden
            printf '[timer]\non_lock = "pause"\n' > .config/garden/config.toml
            gardenctl reload
            """)
        let session = try begin(Self.file, source: "set")
        try garden.user("gardenctl", "start", "Work")
        try work(minutes: 12, in: session)
        let before = time.wallMilliseconds
        try session.setLock(true)
        try awaitPresence("locked")
        let paused = try garden.ask("timer.get")
        #expect(paused["pauseReason"] == "lock")
        let since = try #require(Timestamp(paused["pausedAt"]?.stringValue ?? "")).instant.milliseconds
        #expect((before...time.wallMilliseconds).contains(since))
        try time.pass(until: "2026-03-12T08:00:00Z")
        #expect(try garden.ask("timer.get")["remainingSeconds"] == paused["remainingSeconds"])
        #expect(try garden.events("focus.completed") == 0)

        try session.setLock(false)
        try awaitPresence("active")
        try garden.waitFor("the offer to resume") {
            try session.shown().first?.hasPrefix("Still paused: Work, ") == true
        }
        try session.press("resume")
        try garden.waitFor("the session") { try garden.ask("timer.get")["paused"] == false }
        #expect(try garden.ask("daemon.status")["questions"] == [])
    }
}
