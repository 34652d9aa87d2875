import GardenAPI
import GardenCore
import GardenEngine
import Testing
import TimeKit

/// The examples of RULES §4, each through the engine that the daemon runs.
@Suite("The focus timer")
struct TimerRuleTests {
    @Test("P4, P5: a day untouched goes on by itself, and eight foci have grown by 13:00")
    func phasesFollowOneAnother() throws {
        let garden = try Garden()
        #expect(
            try garden.ask("timer.start")
                == [
                    "phase": "focus", "paused": false, "longRest": false, "session": 1, "category": "Default",
                    "categoryId": 1, "categoryUid": "00000000-0", "taskId": nil, "totalSeconds": 1500,
                    "elapsedSeconds": 0, "remainingSeconds": 1500,
                    "startedAt": "2026-01-01T09:00:00.000+00:00", "endsAt": "2026-01-01T09:25:00.000+00:00",
                ])
        #expect(garden.events.summary == ["09:00:00 timer.started"])
        #expect(try garden.tell(["advance": 1499]).isEmpty)
        #expect(
            try garden.tell(["advance": 1]).summary
                == ["09:25:00 focus.completed", "09:25:00 garden.grew", "09:25:00 timer.started"])
        #expect(
            try garden.timer.only("phase", "session", "remainingSeconds", "endsAt")
                == [
                    "phase": "rest", "session": 1, "remainingSeconds": 300, "endsAt": "2026-01-01T09:30:00.000+00:00",
                ])
        let rest = try garden.at("2026-01-01T13:00:00Z")
        #expect(rest.filter { $0["type"] == "focus.completed" }.count == 7)
        #expect(
            rest.last?["data"]?.only("phase", "session", "startedAt") == [
                "phase": "focus", "session": 9, "startedAt": "2026-01-01T13:00:00.000+00:00",
            ])
        #expect(
            try garden.ask("garden.list") == [
                [
                    "categoryId": 1, "categoryUid": "00000000-0", "category": "Default", "color": "green", "exp": 8,
                    "level": 0, "expInLevel": 8,
                    "expToNext": 2,
                ]
            ])
    }

    @Test("P6: a pause keeps what is left; start 09:00, pause 09:10:20, resume 09:30 ends 09:44:40")
    func aPauseKeepsTheRemainder() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        _ = try garden.at("2026-01-01T09:10:20Z")
        #expect(
            try garden.ask("timer.pause").only("paused", "remainingSeconds", "elapsedSeconds", "endsAt")
                == ["paused": true, "remainingSeconds": 880, "elapsedSeconds": 620, "endsAt": nil])
        #expect(try garden.at("2026-01-01T09:30:00Z").isEmpty)
        #expect(
            try garden.ask("timer.resume").only("paused", "remainingSeconds", "endsAt")
                == ["paused": false, "remainingSeconds": 880, "endsAt": "2026-01-01T09:44:40.000+00:00"])
        #expect(try garden.at("2026-01-01T09:44:39Z").isEmpty)
        #expect(try garden.at("2026-01-01T09:44:40Z").summary.first == "09:44:40 focus.completed")
    }

    @Test("P7: a skipped focus earns nothing and its rest follows; start 09:00, skip 09:05")
    func aSkippedFocusEarnsNothing() throws {
        var settings = Settings.standard
        settings.startRest = .never
        let garden = try Garden(settings: settings)
        try garden.ask("timer.start")
        _ = try garden.at("2026-01-01T09:05:00Z")
        #expect(
            try garden.ask("timer.skip").only("phase", "startedAt", "endsAt")
                == [
                    "phase": "rest", "startedAt": "2026-01-01T09:05:00.000+00:00",
                    "endsAt": "2026-01-01T09:10:00.000+00:00",
                ])
        #expect(garden.events.summary == ["09:05:00 timer.skipped", "09:05:00 timer.started"])
        #expect(
            garden.events.first?["data"]?["interrupted"]
                == [
                    "id": 1, "uid": "00000000-3", "start": "2026-01-01T09:00:00.000+00:00",
                    "end": "2026-01-01T09:05:00.000+00:00", "day": "2026-01-01", "seconds": 300, "minutes": 5,
                    "category": "Default", "categoryId": 1, "categoryUid": "00000000-0", "taskId": nil,
                    "outcome": "skipped",
                ])
        #expect(try garden.ask("garden.list").arrayValue?.first?["exp"] == 0)
    }

    @Test(
        "P8: killed at 09:10, a focus of 09:00 goes on by its deadline",
        arguments: [
            (600, "focus", 300, 0, [] as [String]),
            (
                17 * 60, "rest", 180, 1,
                ["09:25:00 focus.completed", "09:25:00 garden.grew", "09:25:00 timer.started"]
            ),
            (110 * 60, "stopped", 0, 1, ["09:25:00 focus.completed", "09:25:00 garden.grew"]),
        ])
    func aKilledDaemonGoesOn(downSeconds: Int, phase: String, left: Int, exp: Int, events: [String]) throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        _ = try garden.at("2026-01-01T09:10:00Z")
        let endsAt = try garden.timer["endsAt"]
        let caused = try garden.tell(["down": .integer(downSeconds)])
        #expect(caused.summary.dropLast() == events[...])
        #expect(caused.last?["type"] == "daemon.started")
        let timer = try garden.timer
        #expect(
            timer.only("phase", "remainingSeconds") == [
                "phase": .string(phase), "remainingSeconds": .integer(left),
            ])
        if phase == "focus" { #expect(timer["endsAt"] == endsAt) }
        #expect(try garden.ask("garden.list").arrayValue?.first?["exp"] == .integer(exp))
    }

    @Test("P8: an absence shorter than the grace counts as none")
    func aShortAbsenceCountsAsNone() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        _ = try garden.at("2026-01-01T09:29:50Z")
        #expect(
            try garden.tell(["down": 20]).summary
                == ["09:30:00 rest.completed", "09:30:00 timer.started", "09:30:10 daemon.started"])
        #expect(try garden.timer.only("phase", "session") == ["phase": "focus", "session": 2])
    }

    @Test("P8: killed while paused with 600 s left, it is still so three hours later")
    func aPauseOutlivesTheDaemon() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        _ = try garden.at("2026-01-01T09:15:00Z")
        let before = try garden.ask("timer.pause")
        #expect(before["remainingSeconds"] == 600)
        #expect(try garden.tell(["down": .integer(3 * 3600)]).summary == ["12:15:00 daemon.started"])
        #expect(try garden.timer == before)
    }

    @Test("P9: machine off, a focus stands paused at what was left at the last sign of life; a rest runs on the wall")
    func aPowerCutPausesTheFocus() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        _ = try garden.at("2026-01-01T09:10:00Z")
        try garden.ask("timer.extend", ["minutes": 1])
        #expect(
            try garden.tell(["reboot": 3600]).summary
                == [
                    "09:10:00 system.slept", "09:10:00 timer.edited", "10:10:00 system.woke",
                    "10:10:00 timer.paused", "10:10:00 daemon.started",
                ])
        #expect(
            try garden.timer.only("phase", "paused", "remainingSeconds", "endsAt")
                == ["phase": "focus", "paused": true, "remainingSeconds": 960, "endsAt": nil])
        #expect(
            try garden.ask("timer.resume").only("remainingSeconds", "endsAt")
                == ["remainingSeconds": 960, "endsAt": "2026-01-01T10:26:00.000+00:00"])
        _ = try garden.at("2026-01-01T10:26:00Z")
        #expect(
            try garden.tell(["reboot": 120]).summary.last == "10:28:00 daemon.started")
        #expect(
            try garden.timer.only("phase", "paused", "remainingSeconds", "endsAt")
                == [
                    "phase": "rest", "paused": false, "remainingSeconds": 180,
                    "endsAt": "2026-01-01T10:31:00.000+00:00",
                ])
        #expect(
            try garden.tell(["reboot": 600]).summary
                == [
                    "10:28:00 system.slept", "10:28:00 timer.edited", "10:31:00 rest.completed",
                    "10:38:00 system.woke", "10:38:00 daemon.started",
                ])
        #expect(try garden.timer.only("phase", "session") == ["phase": "stopped", "session": 1])
    }

    @Test("P9: sleep is not focus: under the grace the end moves, over it the focus stands paused")
    func sleepIsNotFocus() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        #expect(
            try garden.tell(["sleep": 59]).summary == [
                "09:00:00 system.slept", "09:00:59 system.woke", "09:00:59 timer.edited",
            ])
        #expect(try garden.timer["endsAt"] == "2026-01-01T09:25:59.000+00:00")
        _ = try garden.at("2026-01-01T09:10:59Z")
        #expect(
            try garden.tell(["sleep": 3600]).summary
                == ["09:10:59 system.slept", "10:10:59 system.woke", "10:10:59 timer.paused"])
        #expect(try garden.timer.only("paused", "remainingSeconds") == ["paused": true, "remainingSeconds": 900])
        #expect(
            try garden.ask("timer.resume", ["countAbsence": true]).only("paused", "remainingSeconds")
                == ["paused": false, "remainingSeconds": 0])
        #expect(
            garden.events.summary == [
                "10:10:59 timer.resumed", "10:10:59 focus.completed", "10:10:59 garden.grew", "10:10:59 timer.started",
            ])
    }

    @Test(
        "P10: a clock that is set moves endsAt by the step and nothing else", arguments: [3600, -7200, 1, 86_400 * 3])
    func aStepNeitherShortensNorLengthens(step: Int) throws {
        let garden = try Garden(start: "2026-01-05T09:00:00Z")
        try garden.ask("timer.start")
        let events = try garden.tell(["stepClock": .integer(step)])
        #expect(events.first?["type"] == "clock.stepped")
        #expect(events.first?["data"]?["stepMilliseconds"] == .integer(step * 1000))
        let expected = try #require(Timestamp("2026-01-05T09:25:00Z")).instant.advanced(byMilliseconds: step * 1000)
        let timer = try garden.timer
        #expect(timer["remainingSeconds"] == 1500)
        #expect(timer["endsAt"] == .string(Timestamp(instant: expected, offsetSeconds: 0).description))
        #expect(!(try garden.tell(["advance": 1499])).summary.contains { $0.hasSuffix("focus.completed") })
        #expect(try garden.tell(["advance": 1]).first?["type"] == "focus.completed")
    }

    @Test("P10: a step under a second is noise")
    func aSmallStepIsNoise() throws {
        let garden = try Garden()
        let before = try garden.ask("timer.start")
        #expect(try garden.tell(["stepClock": 0.999]).isEmpty)
        #expect(try garden.timer["endsAt"] == before["endsAt"])
    }

    @Test("P11: a level for every ten", arguments: [(9, 1, 0), (99, 10, 0)])
    func levelsComeEveryTen(from exp: Int, level: Int, inLevel: Int) throws {
        var settings = Settings.standard
        settings.focusMinutes = 1
        settings.restMinutes = 1
        settings.unattendedSessions = 0
        let garden = try Garden(settings: settings)
        try garden.ask("timer.start")
        _ = try garden.tell(["advance": .integer(exp * 120 - 60)])
        #expect(
            try garden.ask("garden.list").arrayValue?.first?.only("exp", "level") == [
                "exp": .integer(exp), "level": .integer(level - 1),
            ])
        let events = try garden.tell(["advance": 120])
        let leveledUp = try #require(events.first { $0["type"] == "garden.leveledUp" })
        #expect(
            leveledUp["data"] == [
                "categoryId": 1, "categoryUid": "00000000-0", "category": "Default", "color": "green",
                "exp": .integer(exp + 1),
                "level": .integer(level), "expInLevel": .integer(inLevel), "expToNext": 10,
                "before": ["level": .integer(level - 1)], "cause": "garden.grew",
            ])
    }

    @Test("P3, L2: over the night of a clock change a focus is as long as ever; Berlin 01:50 CET ends 03:15 CEST")
    func aFocusOverTheClockChange() throws {
        let garden = try Garden(start: "2026-03-29T01:50:00+01:00", zone: "Europe/Berlin")
        #expect(
            try garden.ask("timer.start").only("startedAt", "endsAt")
                == ["startedAt": "2026-03-29T01:50:00.000+01:00", "endsAt": "2026-03-29T03:15:00.000+02:00"])
    }

    @Test("P13: minutes count on the logical day of the start")
    func minutesCountOnTheDayOfTheStart() throws {
        var settings = Settings.standard
        settings.startRest = .never
        let garden = try Garden(start: "2026-03-10T23:50:00+09:00", zone: "Asia/Tokyo", settings: settings)
        var days: [JSON?] = []
        for start in ["2026-03-10T23:50:00+09:00", "2026-03-11T01:00:00+09:00", "2026-03-11T04:10:00+09:00"] {
            _ = try garden.at(start)
            try garden.ask("timer.start")
            let completed = try garden.tell(["advance": 1500]).first { $0["type"] == "focus.completed" }
            days.append(completed?["data"]?.only("day", "minutes"))
        }
        #expect(
            days == [
                ["day": "2026-03-10", "minutes": 25], ["day": "2026-03-10", "minutes": 25],
                ["day": "2026-03-11", "minutes": 25],
            ])
    }

    @Test("P2, P6, P7: what cannot be done is refused, and changes nothing")
    func refusalsChangeNothing() throws {
        let garden = try Garden()
        for method in ["timer.pause", "timer.resume", "timer.skip", "timer.stop"] {
            #expect(try garden.refusal(method) == "not_running")
        }
        #expect(try garden.refusal("timer.extend", ["minutes": 5]) == "not_running")
        try garden.ask("timer.start")
        let running = try garden.state
        #expect(try garden.refusal("timer.start") == "already_running")
        #expect(try garden.refusal("timer.start", ["phase": "rest"]) == "already_running")
        #expect(try garden.refusal("timer.resume") == "already_running")
        #expect(try garden.refusal("timer.extend", ["minutes": -25]) == "refused nothing_left")
        #expect(try garden.refusal("timer.extend", ["minutes": 1440]) == "refused out_of_range")
        #expect(try garden.refusal("timer.extend", ["minutes": 0]) == "invalid_params")
        #expect(try garden.refusal("timer.start", ["category": "New", "taskId": 7, "restart": true]) == "not_found")
        #expect(try garden.refusal("timer.start", ["minutes": 1441, "restart": true]) == "invalid_params")
        #expect(try garden.refusal("timer.start", ["colour": "red"]) == "invalid_params")
        #expect(try garden.state == running)
        try garden.ask("timer.pause")
        #expect(try garden.refusal("timer.pause") == "not_running")
        #expect(try garden.refusal("timer.start") == "already_running")
    }

    @Test("P2: a restart throws the focus away and keeps its number")
    func aRestartEarnsNothing() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        _ = try garden.tell(["advance": 120])
        let timer = try garden.ask("timer.start", ["category": "Reading", "minutes": 50, "restart": true])
        #expect(
            timer.only("session", "category", "totalSeconds")
                == ["session": 1, "category": "Reading", "totalSeconds": 3000])
        #expect(garden.events.map { $0["type"] } == ["category.added", "timer.stopped", "timer.started"])
        #expect(
            garden.events[1]["data"]?["interrupted"]?.only("outcome", "seconds", "category")
                == ["outcome": "restarted", "seconds": 120, "category": "Default"])
    }

    @Test("P5: session numbers rise with each focus, and a stop resets them")
    func numbersRiseAndAreReset() throws {
        let garden = try Garden()
        try garden.ask("timer.start")
        try garden.ask("timer.skip")
        #expect(try garden.timer.only("phase", "session") == ["phase": "rest", "session": 1])
        try garden.ask("timer.skip")
        #expect(try garden.timer.only("phase", "session") == ["phase": "focus", "session": 2])
        #expect(try garden.ask("timer.stop").only("phase", "session") == ["phase": "stopped", "session": 0])
        #expect(
            try garden.ask("timer.start", ["phase": "rest"]).only("phase", "session") == [
                "phase": "rest", "session": 0,
            ])
        #expect(try garden.ask("timer.start").only("phase", "session") == ["phase": "focus", "session": 1])
        #expect(garden.events.map { $0["type"] } == ["timer.skipped", "timer.started"])
    }

    @Test(
        "P5: whether the next phase starts by itself",
        arguments: [
            (AutomaticStart.always, "locked", true), (.present, "active", true), (.present, "unknown", true),
            (.present, "idle", false), (.present, "locked", false), (.never, "active", false),
        ])
    func automaticStarts(setting: AutomaticStart, presence: String, starts: Bool) throws {
        var settings = Settings.standard
        settings.startRest = setting
        let garden = try Garden(settings: settings)
        _ = try garden.tell(["presence": .string(presence)])
        try garden.ask("timer.start")
        _ = try garden.tell(["advance": 1500])
        #expect(
            try garden.timer.only("phase", "session") == [
                "phase": starts ? "rest" : "stopped", "session": 1,
            ])
        garden.settings.startRest = .always
        garden.settings.startFocus = setting
        try garden.ask("daemon.reload")
        try garden.ask("timer.start", starts ? ["minutes": 1] : ["minutes": 1])
        _ = try garden.tell(["advance": 360])
        #expect(try garden.timer["phase"] == (starts ? "focus" : "stopped"))
        // Coming back starts nothing by itself.
        _ = try garden.tell(["presence": "active"])
        #expect(try garden.timer["phase"] == (starts ? "focus" : "stopped"))
    }

    @Test("P1: every n-th rest is a long one")
    func longRests() throws {
        var settings = Settings.standard
        settings.longRestEvery = 2
        let garden = try Garden(settings: settings)
        try garden.ask("timer.start")
        _ = try garden.tell(["advance": 1500])
        #expect(try garden.timer.only("longRest", "totalSeconds") == ["longRest": false, "totalSeconds": 300])
        _ = try garden.tell(["advance": 1800])
        #expect(try garden.timer.only("longRest", "totalSeconds") == ["longRest": true, "totalSeconds": 900])
    }

    @Test("API §3: endingSoon comes before the end of each phase, once")
    func endingSoonIsTold() throws {
        var settings = Settings.standard
        settings.endingSoonSeconds = 60
        let garden = try Garden(settings: settings)
        try garden.ask("timer.start")
        #expect(try garden.tell(["advance": 1440]).summary == ["09:24:00 timer.endingSoon"])
        try garden.ask("timer.extend", ["minutes": 2])
        #expect(
            try garden.tell(["advance": 180]).summary
                == [
                    "09:26:00 timer.endingSoon", "09:27:00 focus.completed", "09:27:00 garden.grew",
                    "09:27:00 timer.started",
                ])
        #expect(try garden.tell(["advance": 240]).summary == ["09:31:00 timer.endingSoon"])
    }

    @Test("P5, L8, A7: a new day resets the number while stopped; at the same instant it goes before the timer")
    func theNewDayComesFirst() throws {
        var settings = Settings.standard
        settings.startRest = .never
        let garden = try Garden(start: "2026-01-02T03:35:00Z", settings: settings)
        try garden.ask("timer.start")
        #expect(
            try garden.tell(["advance": 1500]).summary
                == ["04:00:00 day.rolledOver", "04:00:00 focus.completed", "04:00:00 garden.grew"])
        #expect(try garden.timer.only("phase", "session") == ["phase": "stopped", "session": 1])
        _ = try garden.tell(["advance": 86_400])
        #expect(try garden.timer.only("phase", "session") == ["phase": "stopped", "session": 0])
    }
}
