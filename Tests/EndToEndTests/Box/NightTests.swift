import GardenAPI
import TestSupport
import Testing

/// The night of a timer that was left running, in real login sessions that report no absence (RULES P15, P18, P20, N3).
@Suite("A night in a box", .serialized, Needs.box, Needs.clocks, Desktop.isWanted)
struct NightTests {
    private let garden: Garden
    private let time: MachineTime

    /// A focus session pays 10 points.
    init() throws {
        garden = try Garden()
        time = try garden.installInTheEvening("[rewards]\npoints_per_focus = 10\n")
    }

    /// What a command says that succeeds.
    private func said(_ command: String...) throws -> String {
        let outcome = try garden.userScript((["gardenctl"] + command).joined(separator: " "))
        #expect(outcome.end == .exited(0), "\(command): \(outcome)")
        return outcome.output
    }

    private func questions() throws -> [JSON] { try garden.ask("daemon.status")["questions"]?.arrayValue ?? [] }

    /// Those that count, the newest first.
    private func sessions() throws -> [JSON] {
        try (garden.ask("session.list")["sessions"]?.arrayValue ?? []).filter { $0["outcome"] == "completed" }
    }

    private func awaitPresenceCheck(_ end: String) throws {
        try garden.waitFor("a session that \(end)") {
            let check = try garden.check("presence")
            return check?.detail.hasPrefix("unknown: session ") == true && check?.detail.hasSuffix(end) == true
        }
    }

    /// Lets time pass to the end of each phase, until none follows.
    private func passPhases() throws {
        for _ in 1...20 {
            let timer = try garden.ask("timer.get")
            guard timer["phase"] != "stopped", let left = timer["remainingSeconds"]?.integerValue else { return }
            try time.pass(seconds: left + 1)
            try garden.waitFor("the phase after \(timer)") { try garden.ask("timer.get")["phase"] != timer["phase"] }
        }
        throw TestFailure("the timer does not stop: \(try garden.ask("timer.get"))")
    }

    /// The first session and the four that began by themselves, and the rest after which no other did.
    private func expectTheStop() throws {
        #expect(try sessions().map { $0["unattended"] } == [true, true, true, true, false])
        let last = try #require(
            try garden.ask("journal.list", #"{"types":["timer.started","rest.completed"]}"#).arrayValue?.last)
        #expect(last["type"] == "rest.completed" && last.at("data.phase") == "stopped", "\(last)")
    }

    /// What the answer leaves of the five sessions.
    private func expectWhatCounts(_ count: Int) throws {
        #expect(try sessions().count == count)
        #expect(try garden.ask("points.get")["balance"] == .integer(count * 10))
        let gardens = try garden.ask("garden.list").arrayValue ?? []
        #expect(gardens.first { $0["category"] == "Work" }?["exp"] == .integer(count), "\(gardens)")
        #expect(try garden.events("timer.resolved") == 1)
        #expect(try questions() == [])
        #expect(try !said("status").contains("Keep them?"))
    }

    @Test(arguments: ["keep", "discard"], [true, false])
    func aDesktopThatReportsNothingIsAskedInTheMorning(answer: String, isPressed: Bool) throws {
        let desktop = try Desktop(of: garden)
        try desktop.startDunst()
        try garden.machine.beginSession()
        try awaitPresenceCheck(" (x11) has not reported yet that you are away")
        #expect(try garden.check("presence")?.advice?.contains("swayidle") == true)
        #expect(try said("presence").hasPrefix("unknown  nothing has reported yet that you are away; "))
        #expect(try garden.ask("daemon.status")["presence"] == "unknown")

        _ = try said("start", "Work")
        try passPhases()
        try expectTheStop()
        try desktop.awaitDisplayed(1)
        try desktop.takePicture("night-stopped")
        if !isPressed {
            let why = "4 sessions began without a sign of you, so the timer stopped."
            #expect(try desktop.dismissAll() == ["Rest completed: \(why) Session 6 is ready to start."])
        }
        let unattended = try sessions().prefix(4).reversed().compactMap { $0["id"] }
        try time.pass(until: "2026-03-12T08:00:00Z")
        // A phase of yesterday leads to no other, so its notification has gone.
        try desktop.awaitDisplayed(0)
        // Who looks at the status first sees the question before a notification asks it.
        #expect(try questions().compactMap { $0["kind"] } == ["unattended"])
        #expect(try said("ack").contains("Keep them? gardenctl ack keep or discard"))

        _ = try said("add", "Tea")
        try desktop.awaitDisplayed(1)
        try desktop.takePicture("night-asked")
        let question = try #require(try questions().first)
        #expect(question["kind"] == "unattended" && question["sessions"] == .array(unattended), "\(question)")
        let since = try #require(question["since"]?.stringValue).prefix(16).split(separator: "T").joined(separator: " ")
        let asked = "4 sessions without a sign of you, from \(since) on"
        let status = try said("status")
        #expect(status.contains(asked) && status.contains("Keep them? gardenctl ack keep or discard"), "\(status)")
        if isPressed {
            try desktop.press(answer == "keep" ? "Keep" : "Discard")
            try garden.waitFor("the answer") { try garden.events("timer.resolved") == 1 }
        } else {
            let shown = try desktop.dismissAll()
            #expect(shown.first?.hasPrefix("Did you focus?: 4 sessions without a sign of you (") == true, "\(shown)")
            let removed = "4 sessions were removed, and so was what they earned.\nWork −4 exp, −40 points\n"
            #expect(try said("ack", answer) == (answer == "keep" ? "The sessions count.\n" : removed))
        }
        try desktop.awaitDisplayed(0)
        try expectWhatCounts(answer == "keep" ? 5 : 1)

        _ = try said("add", "Milk")
        try time.pass(seconds: 60)
        #expect(try questions() == [])
        #expect(try garden.events("timer.asked") == 1)
        #expect(try desktop.displayedCount() == 0)
        #expect(try garden.user("gardenctl", "verify").end == .exited(0))
    }

    @Test func aLoginFromAnotherMachineIsAskedByTheStatus() throws {
        let box = garden.machine
        try box.beginRemoteSession()
        try awaitPresenceCheck(" (tty, remote) is a text session")
        func type(_ command: String, _ answer: String) throws {
            try box.type(".local/bin/gardenctl \(command)")
            try garden.waitFor("\(answer) in \((try? box.typescript()) ?? "")") {
                try box.typescript().contains(answer)
            }
        }
        try type("presence", "nothing has reported yet that you are away")
        try type("start Work", "Work is a new category.")
        try passPhases()
        try expectTheStop()
        try time.pass(until: "2026-03-12T08:00:00Z")
        try type("add Tea", "Added Tea")
        try type("status", "gardenctl ack keep or discard")
        #expect(try box.typescript().contains("4 sessions without a sign of you"))
        try type("ack discard", "4 sessions were removed")
        try expectWhatCounts(1)
        try type("add Milk", "Added Milk")
        #expect(try questions() == [])
        #expect(try garden.events("timer.asked") == 1)
    }
}
