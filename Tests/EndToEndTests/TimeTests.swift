import GardenAPI
import Glibc
import TestSupport
import Testing
import TimeKit

/// Time in a running daemon: its clocks are moved, the machine's are not (RULES L4, P3–P10).
@Suite(Needs.clocks)
struct TimeTests {
    /// A daemon on clocks of its own, one that listens and one that asks.
    private struct Scene {
        let home: Home
        let time: MachineTime
        let backups: FolderWatch
        let daemon: Gardend
        let listener: Client
        let client: Client

        init(config: String = "") throws {
            home = try Home()
            // A zone in which it is noon now, so that no day ends during the test.
            try write("[day]\ntimezone = \"\(try TimeTests.zoneAtNoon())\"\n\(config)", to: home.config)
            time = try MachineTime(in: home)
            backups = try FolderWatch(home.backups)
            daemon = try Gardend(in: home, time: time)
            listener = try daemon.subscriber()
            client = try daemon.connect()
        }
    }

    @Test func aFocusEndsAtItsDeadlineAndItsRestBegins() throws {
        let scene = try Scene()
        let endsAt = try #require(try scene.client.call("timer.start", ["minutes": 5])["endsAt"])
        try scene.listener.event("timer.started")
        try scene.time.pass(seconds: 301)
        let events = try scene.listener.events(through: "timer.started")
        #expect(events.map(\.type) == ["focus.completed", "log.written", "garden.grew", "timer.started"])
        #expect(events.allSatisfy { $0["at"] == endsAt })
        #expect(events[0].at("data.seconds") == 300)
        let timer = try scene.client.call("timer.get")
        #expect(timer["phase"] == "rest")
        #expect(timer["startedAt"] == endsAt)
    }

    @Test func aSuspendPausesAFocusWithItsRemainingTime() throws {
        let scene = try Scene()
        try scene.client.call("timer.start", ["minutes": 10])
        try scene.listener.event("timer.started")
        try scene.time.pass(seconds: 120)
        // Two turns: the daemon reads the clocks in between.
        for _ in 1...2 { try scene.client.call("timer.get") }
        try scene.time.suspend(seconds: 3600)
        let events = try scene.listener.events(through: "timer.paused")
        #expect(events.map(\.type) == ["system.slept", "system.woke", "timer.paused"])
        #expect(events[1].at("data.asleepSeconds") == 3600)
        let timer = try scene.client.call("timer.get")
        #expect(timer["paused"] == true)
        #expect(timer["endsAt"] == .null)
        let left = try #require(timer["remainingSeconds"]?.integerValue)
        #expect((470...480).contains(left))
    }

    @Test func aSuspendUnderTheGraceMovesTheEnd() throws {
        let scene = try Scene()
        let endsAt = try timestamp(scene.client.call("timer.start", ["minutes": 10])["endsAt"])
        try scene.listener.event("timer.started")
        try scene.time.suspend(seconds: 30)
        let woke = try scene.listener.event("system.woke")
        #expect(woke.at("data.asleepSeconds") == 30)
        let after = try timestamp(scene.client.call("timer.get")["endsAt"])
        #expect(abs(after - endsAt - 30_000) < 100)
        #expect(try scene.client.call("timer.get")["paused"] == false)
    }

    @Test func aClockStepMovesTheEndAndIsPublished() throws {
        let scene = try Scene()
        let before = try timestamp(scene.client.call("timer.start", ["minutes": 10])["endsAt"])
        try scene.listener.event("timer.started")
        for seconds in [1800, -3600] {
            try scene.time.step(seconds: seconds)
            let step = try scene.listener.event("clock.stepped")
            let reported = try #require(step.at("data.stepMilliseconds")?.integerValue)
            #expect(abs(reported - seconds * 1000) < 100)
            let timer = try scene.listener.event("timer.edited")
            #expect(timer.at("data.cause") == "clock.stepped")
            #expect(timer.at("data.endsAt") == (try scene.client.call("timer.get")["endsAt"]))
        }
        let timer = try scene.client.call("timer.get")
        #expect(abs(try timestamp(timer["endsAt"]) - before + 1_800_000) < 200)
        #expect(try #require(timer["remainingSeconds"]?.integerValue) > 590)
    }

    @Test("P9: after a clock was set back, the heartbeat before it is not the last sign of life")
    func aClockSetBackIsFollowedByAHeartbeat() throws {
        let scene = try Scene()
        let heartbeat = "\(scene.daemon.home.data)/alive"
        try write("", to: heartbeat)
        // As the heartbeat of an hour that is still to come.
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let later = timespec(tv_sec: now.tv_sec + 3600, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, heartbeat, [later, later], 0) == 0)
        try scene.time.step(seconds: -3600)
        try scene.listener.event("clock.stepped")
        try scene.client.call("timer.get")
        var status = stat()
        #expect(stat(heartbeat, &status) == 0)
        #expect(abs(status.st_mtim.tv_sec - now.tv_sec) < 60)
    }

    @Test func aSuspendUnderLoadIsNotTakenForAClockStep() throws {
        let scene = try Scene()
        let busy = try scene.daemon.connect()
        for _ in 1...200 {
            try busy.send(String(repeating: Client.line(id: 1, "timer.get"), count: 20))
            try busy.skipLines(10)
            try scene.time.suspend(seconds: 2)
            try scene.listener.event("system.woke")
            try busy.skipLines(10)
        }
        let steps = try scene.client.call("journal.list", ["types": ["clock.stepped"]])
        #expect(steps == [])
        let types = try scene.client.journal(since: 0).map(\.type)
        #expect(types.filter { $0 == "system.woke" }.count == 200)
    }

    @Test func aRestContinuesOverASuspendAndTheNextFocusDoesNotStart() throws {
        let scene = try Scene()
        try scene.client.call("timer.start", ["phase": "rest", "minutes": 5])
        try scene.listener.event("timer.started")
        try scene.time.suspend(seconds: 240)
        try scene.listener.event("system.woke")
        let left = try #require(try scene.client.call("timer.get")["remainingSeconds"]?.integerValue)
        #expect((50...60).contains(left))
        try scene.time.suspend(seconds: 240)
        let events = try scene.listener.events(through: "system.woke")
        #expect(events.map(\.type) == ["system.slept", "rest.completed", "system.woke"])
        #expect(try scene.client.call("timer.get")["phase"] == "stopped")
    }

    @Test func aRestThatEndsAwakeStartsTheNextFocus() throws {
        let scene = try Scene()
        try scene.client.call("timer.start", ["phase": "rest", "minutes": 1])
        try scene.listener.event("timer.started")
        try scene.time.pass(seconds: 61)
        let events = try scene.listener.events(through: "timer.started")
        #expect(events.map(\.type) == ["rest.completed", "timer.started"])
        #expect(events[1].at("data.session") == 1)
    }

    @Test func theRolloverAt0400MakesABackup() throws {
        let scene = try Scene()
        let today = try #require(try scene.client.call("daemon.status")["day"]?.stringValue)
        // From noon on, the next 04:00 is at most 17 hours away, and the one after it is not reached.
        try scene.time.pass(seconds: 17 * 3600)
        let rollover = try scene.listener.event("day.rolledOver")
        #expect(rollover["at"]?.stringValue?.contains("T04:00:00.000") == true)
        let day = try #require(try scene.client.call("daemon.status")["day"]?.stringValue)
        #expect(day > today)
        // Today's may still be on its way when the new day wants one.
        try scene.backups.awaitFile { $0 == "garden-\(today).sqlite" }
        try scene.backups.awaitFile { $0 == "garden-\(day).sqlite" }
        #expect(try scene.client.call("journal.verify")["ok"] == true)
    }

    @Test func aClockSetOverTheBoundaryRollsOverImmediatelyAndOnce() throws {
        let scene = try Scene()
        let days = ["day.rolledOver", "clock.stepped"]
        let text = try #require(scene.client.call("daemon.status")["day"]?.stringValue)
        let today = try #require(CalendarDay(text))
        try scene.time.step(seconds: 2 * 86_400)
        // Without a request.
        #expect(
            try scene.listener.events(through: "day.rolledOver").map(\.type) == ["clock.stepped", "day.rolledOver"])
        let second = try scene.listener.event("day.rolledOver")
        #expect(second.at("data.day") == .string("\(CalendarDay(daysSinceEpoch: today.daysSinceEpoch + 2))"))
        // Back, and over both boundaries again.
        for step in [-2 * 86_400, 2 * 86_400] {
            try scene.time.step(seconds: step)
            try scene.listener.event("clock.stepped")
        }
        #expect(try scene.client.call("daemon.status")["day"] == second.at("data.day"))
        let history = try scene.client.call("journal.list", ["types": .array(days.map(JSON.string))])
        #expect(
            history.arrayValue?.map(\.type)
                == ["clock.stepped", "day.rolledOver", "day.rolledOver", "clock.stepped", "clock.stepped"])
    }

    private func timestamp(_ json: JSON?) throws -> Int {
        guard let text = json?.stringValue, let timestamp = Timestamp(text) else {
            throw TestFailure("\(json?.text ?? "nothing") is no instant")
        }
        return timestamp.instant.milliseconds
    }

    /// A zone in which it is between 12:00 and 13:00 now.
    static func zoneAtNoon() throws -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let hour = now.tv_sec / 3600 % 24
        // Etc/GMT-3 is three hours ahead of UTC.
        let ahead = 12 - hour
        return ahead == 0 ? "Etc/UTC" : "Etc/GMT\(ahead > 0 ? "-" : "+")\(abs(ahead))"
    }
}

extension Client {
    /// Whether the daemon has not closed it.
    var isOpen: Bool {
        // The end of a connection is reported, whatever is asked for.
        !isReady(descriptor, events: 0)
    }
}
