import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The examples of RULES on phases, pauses, numbers and refusals.
@Suite("The focus timer")
struct TimerRuleTests {
    @Test("P4, P5: phases follow automatically, and eight foci are completed by 13:00")
    func phasesFollowAutomatically() throws {
        let garden = try CoreGarden { $0.unattendedSessions = 0 }
        #expect(
            try garden.perform(TimerStart())
                == .focus(1, left: 1500, from: "2026-01-01T09:00:00Z", until: "2026-01-01T09:25:00Z"))
        #expect(garden.events.summary == ["09:00:00 timer.started"])
        garden.advance(seconds: 1499)
        #expect(garden.events == [])
        garden.advance(seconds: 1)
        #expect(
            garden.events.summary == ["09:25:00 focus.completed", "09:25:00 garden.grew", "09:25:00 timer.started"])
        #expect(
            try garden.timer == .rest(1, left: 300, from: "2026-01-01T09:25:00Z", until: "2026-01-01T09:30:00Z"))
        garden.at("09:30:00")
        #expect(garden.events.summary == ["09:30:00 rest.completed", "09:30:00 timer.started"])
        #expect(
            try garden.timer == .focus(2, left: 1500, from: "2026-01-01T09:30:00Z", until: "2026-01-01T09:55:00Z"))
        garden.at("13:00:00")
        #expect(
            garden.events.times(of: "focus.completed")
                == ["09:55:00", "10:25:00", "10:55:00", "11:25:00", "11:55:00", "12:25:00", "12:55:00"])
        #expect(
            try garden.timer == .focus(9, left: 1500, from: "2026-01-01T13:00:00Z", until: "2026-01-01T13:25:00Z"))
        #expect(try garden.ask(GardenList()) == [.standard(exp: 8, level: 0, inLevel: 8, toNext: 2)])
    }

    @Test("P4: the session is recorded with its cause, its garden and its next phase")
    func theSessionIsRecorded() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.advance(seconds: 1500)
        let session = Session(
            id: 1, uid: "00000000-3", start: "2026-01-01T09:00:00Z", end: "2026-01-01T09:25:00Z", day: "2026-01-01",
            seconds: 1500, minutes: 25, category: "Default", categoryId: 1, categoryUid: "00000000-0",
            outcome: .completed, exp: 1)
        #expect(
            try garden.published(EventKind.focusCompleted)
                == [Published(at: "2026-01-01T09:25:00Z", data: FocusCompleted(session: session, number: 1))])
        #expect(
            try garden.published(EventKind.gardenGrew) == [
                Published(
                    at: "2026-01-01T09:25:00Z",
                    data: GardenChanged(garden: .standard(exp: 1, level: 0, inLevel: 1, toNext: 9), amount: 1),
                    before: GardenChanged(garden: .standard(exp: 0, level: 0, inLevel: 0, toNext: 10), amount: 1),
                    cause: "focus.completed")
            ])
        let rest = FocusTimer.rest(1, left: 300, from: "2026-01-01T09:25:00Z", until: "2026-01-01T09:30:00Z")
        #expect(
            try garden.published(EventKind.timerStarted) == [
                Published(
                    at: "2026-01-01T09:25:00Z", data: TimerChanged(timer: rest),
                    before: TimerChanged(timer: .stopped(session: 1)), cause: "focus.completed")
            ])
    }

    @Test("P6: a pause keeps the remaining time; start 09:00, pause 09:10:20, resume 09:30 ends 09:44:40")
    func aPauseKeepsTheRemainder() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.at("09:10:20")
        #expect(
            try garden.perform(TimerPause())
                == .focus(1, left: 880, from: "2026-01-01T09:00:00Z", until: nil, at: "2026-01-01T09:10:20Z"))
        garden.at("09:30:00")
        #expect(garden.events == [])
        #expect(
            try garden.perform(TimerResume())
                == .focus(1, left: 880, from: "2026-01-01T09:00:00Z", until: "2026-01-01T09:44:40Z"))
        garden.at("09:44:39")
        #expect(garden.events == [])
        #expect(try garden.exp == 0)
        garden.at("09:44:40")
        #expect(
            garden.events.summary == ["09:44:40 focus.completed", "09:44:40 garden.grew", "09:44:40 timer.started"])
        #expect(try garden.exp == 1)
    }

    @Test("P7: a skipped focus earns nothing, and its rest follows with any settings; start 09:00, skip 09:05")
    func aSkippedFocusEarnsNothing() throws {
        let garden = try CoreGarden { $0.startRest = .never }
        try garden.perform(TimerStart())
        garden.at("09:05:00")
        let rest = FocusTimer.rest(1, left: 300, from: "2026-01-01T09:05:00Z", until: "2026-01-01T09:10:00Z")
        #expect(try garden.perform(TimerSkip()) == rest)
        #expect(garden.events.summary == ["09:05:00 timer.skipped", "09:05:00 timer.started"])
        let skipped = try #require(try garden.published(EventKind.timerSkipped).first)
        #expect(
            skipped.data.interrupted
                == Session(
                    id: 1, uid: "00000000-3", start: "2026-01-01T09:00:00Z", end: "2026-01-01T09:05:00Z",
                    day: "2026-01-01", seconds: 300, minutes: 5, category: "Default", categoryId: 1,
                    categoryUid: "00000000-0", outcome: .skipped))
        garden.at("09:10:00")
        #expect(garden.events.summary == ["09:10:00 rest.completed", "09:10:00 timer.started"])
        #expect(
            try garden.timer == .focus(2, left: 1500, from: "2026-01-01T09:10:00Z", until: "2026-01-01T09:35:00Z"))
        #expect(try garden.exp == 0)
    }

    @Test(
        "P11: a level takes ten experience",
        arguments: [
            (9, Garden.standard(exp: 10, level: 1, inLevel: 0, toNext: 10)),
            (99, Garden.standard(exp: 100, level: 10, inLevel: 0, toNext: 10)),
        ])
    func aLevelTakesTenExperience(from exp: Int, garden grown: Garden) throws {
        let garden = try CoreGarden {
            $0.focusMinutes = 1
            $0.restMinutes = 1
            $0.unattendedSessions = 0
        }
        try garden.perform(TimerStart())
        garden.advance(seconds: exp * 120 - 60)
        var before = Garden.standard(exp: exp, level: grown.level - 1, inLevel: 9, toNext: 1)
        #expect(try garden.ask(GardenList()) == [before])
        garden.advance(seconds: 120)
        #expect(try garden.ask(GardenList()) == [grown])
        (before.exp, before.expInLevel, before.expToNext) = (grown.exp, grown.expInLevel, grown.expToNext)
        before.focusExp = grown.focusExp
        #expect(
            try garden.published(EventKind.gardenLeveledUp) == [
                Published(
                    at: garden.environment.zone.timestamp(garden.moment.wall), data: GardenChanged(garden: grown),
                    before: GardenChanged(garden: before), cause: "garden.grew")
            ])
        #expect(try garden.lines().suffix(1).allSatisfy { $0.hasSuffix("Default reached level \(grown.level)") })
    }

    @Test("P3, L2: a focus keeps its length over a clock change; Berlin 01:50 CET ends 03:15 CEST")
    func aFocusKeepsItsLengthOverAClockChange() throws {
        let garden = try CoreGarden(at: "2026-03-29T01:50:00+01:00", zone: "Europe/Berlin")
        #expect(
            try garden.perform(TimerStart())
                == .focus(1, left: 1500, from: "2026-03-29T01:50:00+01:00", until: "2026-03-29T03:15:00+02:00"))
        garden.advance(seconds: 1500)
        #expect(
            try garden.timer
                == .rest(1, left: 300, from: "2026-03-29T03:15:00+02:00", until: "2026-03-29T03:20:00+02:00"))
    }

    @Test("P13: minutes count on the logical day of the start")
    func minutesCountOnTheDayOfTheStart() throws {
        let garden = try CoreGarden(at: "2026-03-10T23:50:00+09:00", zone: "Asia/Tokyo") { $0.startRest = .never }
        var days: [CalendarDay] = []
        var minutes: [Int] = []
        for start in ["2026-03-10T23:50:00+09:00", "2026-03-11T01:00:00+09:00", "2026-03-11T04:10:00+09:00"] {
            garden.at(start)
            try garden.perform(TimerStart())
            garden.advance(seconds: 1500)
            let session = try #require(try garden.published(EventKind.focusCompleted).first).data.session
            days.append(session.day)
            minutes.append(session.minutes)
        }
        #expect(days == ["2026-03-10", "2026-03-10", "2026-03-11"])
        #expect(minutes == [25, 25, 25])
    }

    @Test("P2, P6, P7: an impossible command is refused and changes nothing")
    func refusalsChangeNothing() throws {
        let garden = try CoreGarden()
        #expect(try garden.refusal(of: TimerPause()) == Refusal(.notRunning, ["phase": "stopped"]))
        #expect(try garden.refusal(of: TimerResume()) == Refusal(.notRunning, ["phase": "stopped"]))
        #expect(try garden.refusal(of: TimerSkip()) == Refusal(.notRunning, ["phase": "stopped"]))
        #expect(try garden.refusal(of: TimerStop()) == Refusal(.notRunning, ["phase": "stopped"]))
        #expect(try garden.refusal(of: TimerExtend(minutes: 5)) == Refusal(.notRunning, ["phase": "stopped"]))
        let focus = FocusTimer.focus(1, left: 1500, from: "2026-01-01T09:00:00Z", until: "2026-01-01T09:25:00Z")
        #expect(try garden.perform(TimerToggle()) == focus)
        #expect(try garden.refusal(of: TimerStart()) == Refusal(.alreadyRunning))
        #expect(try garden.refusal(of: TimerStart(phase: .rest)) == Refusal(.alreadyRunning))
        #expect(try garden.refusal(of: TimerResume()) == Refusal(.alreadyRunning))
        #expect(
            try garden.refusal(of: TimerExtend(minutes: -25)) == .refused(.nothingLeft, ["remainingSeconds": 1500]))
        #expect(try garden.refusal(of: TimerExtend(minutes: 1440)) == .refused(.outOfRange))
        #expect(try garden.refusal(of: TimerExtend(minutes: 0)) == .invalid("minutes"))
        #expect(
            try garden.refusal(of: TimerStart(category: "New", taskId: 7, restart: true))
                == Refusal(.notFound, ["kind": "task", "id": 7]))
        #expect(try garden.refusal(of: TimerStart(minutes: 1441, restart: true)) == .invalid("minutes"))
        // At least a minute must remain, and a minute does.
        #expect(try garden.perform(TimerExtend(minutes: -24)).remainingSeconds == 60)
        #expect(try garden.perform(TimerToggle()).paused)
        #expect(try garden.refusal(of: TimerPause()) == Refusal(.notRunning))
        #expect(try garden.refusal(of: TimerStart(minutes: 30)) == Refusal(.alreadyRunning))
        #expect(try garden.perform(TimerStart(restart: true)) == focus)
        #expect(try garden.exp == 0)
    }

    @Test("P28: a start resumes the paused session, if it names nothing else than it")
    func aStartResumesThePausedSession() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Report", category: "Work"))
        try garden.perform(TaskAdd(title: "Letter", category: "Work"))
        try garden.perform(TimerStart(taskId: 1, minutes: 30))
        let same = [
            TimerStart(), TimerStart(category: "WORK"), TimerStart(taskId: 1), TimerStart(minutes: 30),
            TimerStart(category: "Work", task: "report", minutes: 30),
        ]
        for request in same {
            garden.advance(seconds: 60)
            try garden.perform(TimerPause())
            garden.advance(seconds: 600)
            let paused = try garden.timer
            let resumed = try garden.perform(request)
            #expect(garden.events.map(\.type) == ["timer.resumed"])
            #expect((resumed.startedAt, resumed.remainingSeconds) == (paused.startedAt, paused.remainingSeconds))
            #expect((resumed.paused, resumed.category, resumed.taskId) == (false, "Work", 1))
        }
        try garden.perform(TimerPause())
        let paused = try garden.timer
        let others = [
            TimerStart(minutes: 25), TimerStart(taskId: 2), TimerStart(category: "Default"),
            TimerStart(category: "New"),
        ]
        for request in others { #expect(try garden.refusal(of: request) == Refusal(.alreadyRunning)) }
        #expect(try garden.timer == paused)
        #expect(try garden.ask(GardenList()).map(\.category) == ["Default", "Work"])
    }

    @Test("P2: a restart discards the focus and keeps its number")
    func aRestartedFocusEarnsNothing() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.advance(seconds: 120)
        let reading = GardenAPI.Category(
            id: 2, uid: "00000000-3", name: "Reading", color: try #require(CategoryColor("blue")), position: 1)
        #expect(
            try garden.perform(TimerStart(category: "Reading", minutes: 50, restart: true))
                == .focus(
                    1, in: reading, of: 3000, left: 3000, from: "2026-01-01T09:02:00Z", until: "2026-01-01T09:52:00Z"))
        #expect(
            garden.events.summary
                == ["09:02:00 category.added", "09:02:00 timer.stopped", "09:02:00 timer.started"])
        #expect(
            try garden.published(EventKind.timerStopped).map(\.data.interrupted) == [
                Session(
                    id: 1, uid: "00000000-4", start: "2026-01-01T09:00:00Z", end: "2026-01-01T09:02:00Z",
                    day: "2026-01-01", seconds: 120, minutes: 2, category: "Default", categoryId: 1,
                    categoryUid: "00000000-0", outcome: .restarted)
            ])
        #expect(try garden.exp == 0)
    }

    @Test("P5: session numbers increase with each focus, and a stop resets them")
    func sessionNumbersIncreaseAndAreReset() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        let (start, rest, focus): (Timestamp, Timestamp, Timestamp) = (
            "2026-01-01T09:00:00Z", "2026-01-01T09:05:00Z", "2026-01-01T09:25:00Z"
        )
        #expect(try garden.perform(TimerSkip()) == .rest(1, left: 300, from: start, until: rest))
        #expect(try garden.perform(TimerSkip()) == .focus(2, left: 1500, from: start, until: focus))
        #expect(try garden.perform(TimerStop()) == .stopped(session: 0))
        #expect(try garden.perform(TimerStart(phase: .rest)) == .rest(0, left: 300, from: start, until: rest))
        #expect(try garden.perform(TimerStart()) == .focus(1, left: 1500, from: start, until: focus))
        #expect(garden.events.summary == ["09:00:00 timer.skipped", "09:00:00 timer.started"])
    }

    struct AutomaticCase: CustomTestStringConvertible {
        var setting: AutomaticStart
        var presence: Presence
        var starts: Bool
        var testDescription: String { "\(setting), \(presence)" }
    }

    @Test(
        "P5: whether the next phase starts automatically",
        arguments: [
            AutomaticCase(setting: .always, presence: .locked, starts: true),
            AutomaticCase(setting: .present, presence: .active, starts: true),
            AutomaticCase(setting: .present, presence: .unknown, starts: true),
            AutomaticCase(setting: .present, presence: .idle, starts: false),
            AutomaticCase(setting: .present, presence: .locked, starts: false),
            AutomaticCase(setting: .never, presence: .active, starts: false),
        ])
    func settingsDecideWhetherTheNextPhaseStarts(row: AutomaticCase) throws {
        let garden = try CoreGarden { $0.startRest = row.setting }
        garden.setPresence(row.presence)
        try garden.perform(TimerStart())
        garden.advance(seconds: 1500)
        let rest = FocusTimer.rest(1, left: 300, from: "2026-01-01T09:25:00Z", until: "2026-01-01T09:30:00Z")
        #expect(try garden.timer == (row.starts ? rest : .stopped(session: 1)))

        let other = try CoreGarden {
            $0.startRest = .always
            $0.startFocus = row.setting
        }
        other.setPresence(row.presence)
        try other.perform(TimerStart())
        other.advance(seconds: 1800)
        let focus = FocusTimer.focus(2, left: 1500, from: "2026-01-01T09:30:00Z", until: "2026-01-01T09:55:00Z")
        #expect(try other.timer == (row.starts ? focus : .stopped(session: 1)))
        // A return starts nothing automatically.
        other.setPresence(.active)
        #expect(other.events.summary == (row.presence.isPresent ? [] : ["09:30:00 presence.changed"]))
        #expect(try other.timer == (row.starts ? focus : .stopped(session: 1)))
    }

    @Test("P5: reloaded settings apply to the next phase, not to the current one")
    func reloadedSettingsApplyToTheNextPhase() throws {
        let garden = try CoreGarden()
        let focus = try garden.perform(TimerStart())
        garden.changeSettings {
            $0.focusMinutes = 50
            $0.restMinutes = 10
            $0.startFocus = .never
        }
        #expect(garden.events.summary == ["09:00:00 settings.changed"])
        #expect(try garden.timer == focus)
        garden.advance(seconds: 1500)
        #expect(
            try garden.timer
                == .rest(1, of: 600, left: 600, from: "2026-01-01T09:25:00Z", until: "2026-01-01T09:35:00Z"))
        garden.advance(seconds: 600)
        #expect(garden.events.summary == ["09:35:00 rest.completed"])
        #expect(try garden.timer == .stopped(session: 1))
    }

    @Test("P1, P5: every n-th rest is long, and a phase that must not start automatically does not")
    func everyNthRestIsLong() throws {
        let garden = try CoreGarden {
            $0.longRestEvery = 2
            $0.startFocus = .never
        }
        try garden.perform(TimerStart())
        garden.advance(seconds: 1500)
        #expect(
            try garden.timer
                == .rest(1, left: 300, from: "2026-01-01T09:25:00Z", until: "2026-01-01T09:30:00Z", toLongRest: 1))
        garden.advance(seconds: 300)
        #expect(try garden.timer == .stopped(session: 1, toLongRest: 1))
        #expect(
            try garden.perform(TimerStart())
                == .focus(2, left: 1500, from: "2026-01-01T09:30:00Z", until: "2026-01-01T09:55:00Z", toLongRest: 1))
        garden.advance(seconds: 1500)
        #expect(
            try garden.timer
                == .rest(
                    2, of: 900, isLong: true, left: 900, from: "2026-01-01T09:55:00Z", until: "2026-01-01T10:10:00Z",
                    toLongRest: 2))
        #expect(try garden.perform(TimerStop()) == .stopped(session: 0, toLongRest: 2))
    }

    @Test("API §3: endingSoon is emitted once before the end of each phase")
    func endingSoonIsEmittedOncePerPhase() throws {
        let garden = try CoreGarden { $0.endingSoonSeconds = 60 }
        try garden.perform(TimerStart())
        garden.advance(seconds: 1440)
        #expect(garden.events.summary == ["09:24:00 timer.endingSoon"])
        try garden.perform(TimerExtend(minutes: 2))
        garden.advance(seconds: 180)
        #expect(
            garden.events.summary
                == [
                    "09:26:00 timer.endingSoon", "09:27:00 focus.completed", "09:27:00 garden.grew",
                    "09:27:00 timer.started",
                ])
        garden.advance(seconds: 240)
        #expect(garden.events.summary == ["09:31:00 timer.endingSoon"])
    }

    @Test("P5, L8, A7: a rollover resets the number while stopped; at the same instant it precedes the timer")
    func aRolloverPrecedesTheTimer() throws {
        let garden = try CoreGarden(at: "2026-01-02T03:35:00Z") { $0.startRest = .never }
        try garden.perform(TimerStart())
        garden.advance(seconds: 1500)
        #expect(
            garden.events.summary == ["04:00:00 day.rolledOver", "04:00:00 focus.completed", "04:00:00 garden.grew"])
        #expect(try garden.lines() == ["[04:00] 2026-01-02 · 0 pt · tier 0 ×1.0", "[04:00] focus 25 min Default"])
        #expect(try garden.timer == .stopped(session: 1))
        garden.advance(seconds: 86_400)
        #expect(garden.events.summary == ["04:00:00 day.rolledOver", "04:00:00 timer.edited"])
        #expect(try garden.timer == .stopped(session: 0))
    }
}
