import GardenAPI
import Testing
import TimeKit

/// Due times with the real notification servers (RULES T16, N5): each is shown once, whatever the timer, the machine and the
/// daemon do.
@Suite("Due times on the desktop", .serialized, Needs.box, Needs.clocks, Desktop.isWanted)
struct DueTimeDesktopTests {
    private let garden: Garden
    private let time: MachineTime
    private let desktop: Desktop

    /// The service at 09:00 on a desktop without a notification server.
    init() throws {
        garden = try Garden()
        time = try garden.ownClocks()
        try time.set(to: "2026-03-11T09:00:00Z")
        desktop = try Desktop(of: garden)
    }

    private func install(_ settings: String) throws {
        try garden.userScript("mkdir -p .config/garden; printf '\(settings)' > .config/garden/config.toml")
        #expect(try garden.install().end == .exited(0))
        try garden.ask("timer.stop")
    }

    private func pass(minutes: Int) throws {
        try time.pass(seconds: minutes * 60)
        try garden.ask("daemon.status")
    }

    private func add(_ title: String, dueInMinutes minutes: Int) throws {
        let due = Instant(milliseconds: (time.wallMilliseconds / 60_000 + minutes) * 60_000)
        let text = ZoneRules.utc.timestamp(due).description
        try garden.ask("task.add", #"{"title":"\#(title)","due":"\#(text)"}"#)
    }

    @Test(arguments: ["dunst", "mako"])
    func eachIsShownOnce(server: String) throws {
        let (loud, silent) = server == "mako" ? ("default\n", "default\ndo-not-disturb\n") : ("false\n", "true\n")
        func awaitSilence(_ expected: String, _ occasion: String) throws {
            try desktop.waitFor("\(expected) \(occasion)") { try desktop.silence(of: server) == expected }
        }
        try install(#"[timer]\nstart_rest = "never"\n[notifications]\ndo_not_disturb = "\#(server)"\n"#)
        try server == "mako" ? desktop.startMako() : desktop.startDunst()
        try desktop.beginSession()

        // In a focus session with do-not-disturb, which is lifted for 20 seconds.
        try add("Focus", dueInMinutes: 10)
        try garden.ask("timer.start")
        try awaitSilence(silent, "in the focus")
        try pass(minutes: 10)
        try awaitSilence(loud, "at the due time")
        if server == "dunst" { try desktop.takePicture("due-in-focus") }
        #expect(try desktop.take(1, from: server) == ["Focus"])
        try pass(minutes: 1)
        try awaitSilence(silent, "after it")
        try garden.ask("timer.stop")
        try awaitSilence(loud, "at the end")

        // In a rest.
        try garden.ask("timer.start", #"{"phase":"rest"}"#)
        try add("Rest", dueInMinutes: 3)
        try pass(minutes: 3)
        #expect(try desktop.take(1, from: server) == ["Rest"])
        try garden.ask("timer.stop")

        // Two in the same minute.
        try add("Tea", dueInMinutes: 2)
        try add("Cake", dueInMinutes: 2)
        try pass(minutes: 2)
        #expect(try desktop.take(2, from: server) == ["Cake", "Tea"])

        // Snoozed from its button.
        try add("Call", dueInMinutes: 2)
        try pass(minutes: 2)
        try desktop.waitFor("its notification") {
            try garden.ask("notification.list").arrayValue?.first?["summary"] == "Call"
        }
        if server == "dunst" { try desktop.awaitDisplayed(1) }
        try desktop.press("snooze", labelled: "In 10 min", of: server)
        try desktop.waitFor("the snooze") { try garden.events("task.snoozed") == 1 }
        #expect(try desktop.take(0, from: server) == [])
        try pass(minutes: 11)
        #expect(try desktop.take(1, from: server) == ["Call"])

        // While the machine sleeps.
        try add("Sleep", dueInMinutes: 2)
        try desktop.suspend(time, seconds: 600)
        try desktop.waitFor("the due time in the sleep") { try garden.events("task.due") == 6 }
        #expect(try desktop.take(1, from: server) == ["Sleep"])

        // While the daemon is down.
        try add("Down", dueInMinutes: 2)
        try garden.systemctl("stop", "gardend.socket", "gardend.service")
        try time.pass(seconds: 600)
        try garden.systemctl("start", "gardend.socket")
        try garden.ask("daemon.status")
        #expect(try desktop.take(1, from: server) == ["Down"])

        // No second one comes.
        try garden.systemctl("restart", "gardend.service")
        try pass(minutes: 5)
        #expect(try desktop.take(0, from: server) == [])
        #expect(try garden.events("task.due") == 7)
        #expect(try garden.events("task.reminded") == 1)
    }

    @Test func withoutTheSettingItWaitsForTheEnd() throws {
        try install(
            #"[timer]\nstart_rest = "never"\n[notifications]\ndo_not_disturb = "dunst"\nthrough_do_not_disturb = false\n"#
        )
        try desktop.startDunst()
        try add("Water", dueInMinutes: 10)
        try garden.ask("timer.start")
        try desktop.waitFor("silence") { try desktop.silence(of: "dunst") == "true\n" }
        try pass(minutes: 10)
        try desktop.waitFor("the due time") { try garden.events("task.due") == 1 }
        #expect(try desktop.displayedCount() == 0)
        try pass(minutes: 15)
        #expect(try desktop.take(2, from: "dunst") == ["Focus completed", "Water"])
    }
}
