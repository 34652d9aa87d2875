import GardenAPI
import Glibc
import Testing
import TimeKit

/// The installed service with a real notification server, a real logind and clocks of its own (RULES N1 … N4, P9, P14, T6).
@Suite("The desktop in a box", .serialized, Needs.box, Needs.clocks, Desktop.isWanted)
struct DesktopTests {
    private let garden: Garden
    private let time: MachineTime
    private let desktop: Desktop

    /// The service at 09:00 with a rest that waits, on a desktop without a notification server.
    init() throws {
        garden = try Garden()
        time = try garden.ownClocks()
        try time.set(to: "2026-03-11T09:00:00Z")
        desktop = try Desktop(of: garden)
        try garden.userScript(
            "mkdir -p .config/garden; printf '[timer]\nstart_rest = \"never\"\n' > .config/garden/config.toml")
        #expect(try garden.install().end == .exited(0))
        // The focus that an installation begins is irrelevant to these tests.
        try garden.ask("timer.stop")
    }

    private func pass(minutes: Int) throws {
        try time.pass(seconds: minutes * 60)
        try garden.ask("daemon.status")
    }

    /// A focus session ends, and dunst shows it.
    private func completeFocus() throws {
        try desktop.startDunst()
        try garden.ask("timer.start")
        try pass(minutes: 25)
        try desktop.awaitDisplayed(1)
    }

    private func phase() throws -> String? { try garden.ask("timer.get")["phase"]?.stringValue }

    /// The ids and kinds that can be answered.
    private func open() throws -> [String] {
        try garden.ask("notification.list").arrayValue?.compactMap { $0["kind"]?.stringValue } ?? []
    }

    // MARK: Notifications

    @Test func aButtonStartsTheRestOnce() throws {
        try completeFocus()
        try desktop.takePicture("focus-completed")
        let id = try #require(try garden.ask("notification.list").arrayValue?.first?["id"]?.integerValue)
        try desktop.press("Start rest")
        try desktop.waitFor("the rest") { try phase() == "rest" }
        try desktop.awaitDisplayed(0)
        let rests = try garden.ask("journal.list", #"{"types":["timer.started"]}"#).arrayValue?.count

        // dunst reports no press of a notification that it has closed.
        let late = try garden.user("gardenctl", "ack", "\(id)", "startRest")
        #expect(late.end == .exited(1))
        #expect(late.errors == "gardenctl: too late for startRest: the timer has moved on since\n")
        #expect(try garden.ask("journal.list", #"{"types":["timer.started"]}"#).arrayValue?.count == rests)
    }

    @Test func aKilledServerIsReplaced() throws {
        try completeFocus()
        try desktop.signalDunst("KILL")
        try desktop.waitFor("the end of dunst") {
            try garden.check("notifications")?.detail.hasPrefix("not shown: no notification server") == true
        }
        try desktop.startDunst()
        try desktop.awaitDisplayed(1)
        try desktop.press("Start rest")
        try desktop.waitFor("the rest") { try phase() == "rest" }
    }

    @Test func aStoppedServerDelaysNothingAndThenGetsWhatIsStillTrue() throws {
        try desktop.startDunst()
        try garden.machine.share(Box.here + "/latency.py")
        try garden.ask("timer.start")
        try desktop.signalDunst("STOP")
        try pass(minutes: 25)
        // Overtaken before dunst continues.
        try garden.ask("task.add", #"{"title":"Water","remind":"in 5 minutes"}"#)
        try pass(minutes: 5)
        try garden.ask("task.done", #"{"id":1}"#)
        // A daemon that waited for the server would wait as long as the server may take before it counts as silent.
        #expect(try longestAnswerMicroseconds() < 10_000_000)
        try desktop.signalDunst("CONT")
        // The focus session; the samples are old news, and the task is done.
        try desktop.awaitDisplayed(1)
        try desktop.takePicture("continued")
        try desktop.press("Start rest")
        try desktop.waitFor("the rest") { try phase() == "rest" }
    }

    /// The longest time of an answer in 20 s, in which samples are asked for.
    private func longestAnswerMicroseconds() throws -> Int {
        let outcome = try garden.userScript("python3 /share/latency.py /run/user/1500/garden/garden.sock 20")
        let numbers = outcome.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(outcome.end == .exited(0) && numbers.count == 3, "\(outcome)")
        return numbers[1]
    }

    @Test func withoutABusNothingIsLost() throws {
        try garden.userScript(
            """
            mkdir -p .config/systemd/user/gardend.service.d
            printf '[Service]\nEnvironment=DBUS_SESSION_BUS_ADDRESS=unix:path=/nowhere\n' \
                > .config/systemd/user/gardend.service.d/bus.conf
            """)
        try garden.systemctl("daemon-reload")
        try garden.systemctl("restart", "gardend.service")
        try garden.ask("task.add", #"{"title":"Water","remind":"in 5 minutes"}"#)
        try garden.ask("timer.start")
        try pass(minutes: 25)
        #expect(try open() == ["focus_completed", "reminder"])
        #expect(
            try garden.check("notifications")?.detail
                == "not shown: no session bus at unix:path=/nowhere; gardenctl watch rings the bell of its terminal instead"
        )
        #expect(try garden.user("gardenctl", "ack", "startRest").end == .exited(0))
        #expect(try garden.user("gardenctl", "ack", "done").end == .exited(0))
        #expect(try open() == [])
    }

    @Test func aReminderDueAtACrashIsShownAfterIt() throws {
        try garden.ask("task.add", #"{"title":"Water","remind":"in 5 minutes"}"#)
        try pass(minutes: 6)
        #expect(try open() == ["reminder"])
        try garden.systemctl("kill", "--signal=KILL", "gardend.service")
        try desktop.startDunst()
        try desktop.awaitDisplayed(1)
        try desktop.press("Done")
        try desktop.waitFor("the task") { try open() == [] }
        #expect(try garden.events("task.completed") == 1)
    }

    // MARK: Do not disturb

    @Test(arguments: ["dunst", "mako"])
    func aFocusIsNotDisturbed(server: String) throws {
        let (loud, silent) = server == "mako" ? ("default\n", "default\ndo-not-disturb\n") : ("false\n", "true\n")
        try garden.userScript(
            "printf '[notifications]\ndo_not_disturb = \"\(server)\"\n' > .config/garden/config.toml; gardenctl reload")
        try server == "mako" ? desktop.startMako() : desktop.startDunst()
        func awaitSilence(_ expected: String, _ occasion: String) throws {
            try desktop.waitFor("\(expected) \(occasion)") { try desktop.silence(of: server) == expected }
        }
        #expect(try desktop.silence(of: server) == loud)
        try garden.ask("timer.start")
        try awaitSilence(silent, "in a focus")
        #expect(try garden.check("do-not-disturb")?.detail == "\(server) is silenced now")
        try garden.ask("timer.pause")
        try awaitSilence(loud, "in a pause")
        try garden.ask("timer.resume")
        try awaitSilence(silent, "after it")
        try pass(minutes: 25)
        try awaitSilence(loud, "at the end")
        try garden.ask("timer.start", #"{"restart":true}"#)
        try awaitSilence(silent, "in another focus")
        try garden.systemctl("stop", "gardend.service")
        #expect(try desktop.silence(of: server) == loud)
        try garden.systemctl("start", "gardend.socket")
        try garden.ask("daemon.status")
        try awaitSilence(silent, "after the start")
        // It is killed in a focus, and there is a rest when it is up again.
        try garden.systemctl("kill", "--signal=KILL", "gardend.service")
        try time.pass(seconds: 1600)
        try garden.awaitProperty("NRestarts", "1")
        try garden.awaitProperty("SubState", "running")
        try awaitSilence(loud, "after the kill")
        #expect(try garden.user("ls", ".local/share/garden/silenced").end != .exited(0))
    }

    // MARK: logind

    @Test(arguments: ["keep", "discard", "untilLock"], [true, false])
    func aLockIsAnswered(answer: String, isPressed: Bool) throws {
        try desktop.startDunst()
        try desktop.beginSession()
        try garden.ask("timer.start")
        try pass(minutes: 10)
        try desktop.setLock(true)
        try pass(minutes: 10)
        try desktop.setLock(false)
        try desktop.awaitDisplayed(1)
        if isPressed {
            if answer == "untilLock" { try desktop.takePicture("locked") }
            let labels = ["keep": "Keep", "discard": "Discard", "untilLock": "Until the lock"]
            try desktop.press(try #require(labels[answer]))
        } else {
            #expect(try garden.user("gardenctl", "ack", answer).end == .exited(0))
        }
        try desktop.waitFor("the answer") { try garden.events("timer.resolved") == 1 }
        try desktop.awaitDisplayed(0)
        let timer = try garden.ask("timer.get")
        let left = timer["remainingSeconds"]?.integerValue ?? -1
        switch answer {
        case "keep": #expect((200...300).contains(left))
        case "untilLock": #expect((800...900).contains(left))
        default: #expect(timer["phase"] == "stopped")
        }
    }

    @Test(arguments: [30, 1800, 9 * 3600])
    func aSleepIsNotFocus(seconds: Int) throws {
        try time.set(to: "2026-03-11T20:00:00Z")
        try desktop.startDunst()
        try desktop.beginSession()
        // Due 20 s after the machine falls asleep, give or take the time that the test takes.
        try garden.ask("timer.start")
        try pass(minutes: 10)
        let due = Instant(milliseconds: (time.wallMilliseconds / 60_000 + 2) * 60_000)
        try time.pass(seconds: (due.milliseconds - time.wallMilliseconds) / 1000 - 20)
        let text = ZoneRules.utc.timestamp(due).description
        try garden.ask("task.add", #"{"title":"Water","remind":"\#(text)"}"#)
        try desktop.suspend(time, seconds: seconds)
        try desktop.waitFor("the reminder") { try garden.events("task.reminded") == 1 }
        let timer = try garden.ask("timer.get")
        let left = timer["remainingSeconds"]?.integerValue ?? -1
        #expect((780...900).contains(left))
        #expect(timer["paused"] == .bool(seconds > 60))
        #expect(timer["pauseReason"] == (seconds > 60 ? "sleep" : .null))
        // One notification of the reminder, and one of the sleep if it was long.
        try desktop.awaitDisplayed(seconds > 60 ? 2 : 1)
        try desktop.takePicture("slept-\(seconds)")
        let reminded = try garden.ask("journal.list", #"{"types":["task.reminded"]}"#)
        let event = try #require(reminded.arrayValue?.first)
        #expect(Timestamp(event["at"]?.stringValue ?? "")?.instant == due)
        #expect(try garden.events("day.rolledOver") == (seconds > 3600 ? 1 : 0))
        // No second one comes.
        try pass(minutes: 1)
        #expect(try garden.events("task.reminded") == 1)
        #expect(try desktop.displayedCount() == (seconds > 60 ? 2 : 1))
    }

    @Test func aRestThatEndsWhileIdleIsOfferedAtTheReturn() throws {
        try desktop.startDunst()
        try garden.ask("timer.start", #"{"phase":"rest"}"#)
        #expect(try garden.user("gardenctl", "presence", "idle").end == .exited(0))
        try pass(minutes: 5)
        try desktop.awaitDisplayed(1)
        #expect(try phase() == "stopped")
        try desktop.succeed("dunstctl close-all")
        try desktop.awaitDisplayed(0)
        #expect(try garden.user("gardenctl", "presence", "active").end == .exited(0))
        try desktop.awaitDisplayed(1)
        #expect(try phase() == "stopped")
        try desktop.press("Start focus")
        try desktop.waitFor("the focus") { try phase() == "focus" }
    }

    @Test func nothingWakesWhileNothingIsDue() throws {
        try desktop.startDunst()
        try desktop.beginSession()
        try garden.ask("timer.start", #"{"minutes":600}"#)
        let pid = try garden.property("MainPID")
        func switches() throws -> String {
            try garden.userScript("cat /proc/\(pid)/task/*/status | grep ctxt_switches").output
        }
        // Until the last message about it has been handled.
        var last = ""
        try desktop.waitFor("rest") {
            let now = try switches()
            defer { last = now }
            return now == last
        }
        // The measured minute, in which the test does nothing; a command of the box has to end within the limit of every wait.
        for _ in 1...3 { try garden.userScript("sleep 20") }
        #expect(try switches() == last)
    }
}
