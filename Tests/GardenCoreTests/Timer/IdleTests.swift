import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// A person who is idle during a focus session of 09:00–09:25.
@Suite("The timer and idle time")
struct IdleTests {
    /// What happens, each as "TIME WORD", and the questions that are asked, each as "TIME kind since–until seconds session".
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        var settings: @Sendable (inout Settings) -> Void = { _ in }
        let steps: [String]
        let asked: [String]

        init(
            _ testDescription: String, _ steps: [String], asks asked: [String],
            _ settings: @escaping @Sendable (inout Settings) -> Void = { _ in }
        ) {
            (self.testDescription, self.steps, self.asked, self.settings) = (testDescription, steps, asked, settings)
        }
    }

    private static let started = ["09:00 start", "09:00 active"]

    /// An open session, with a source that has proved itself, and is lost during idle time.
    private static let openAndPaused = [
        "09:00 idle", "09:01 active", "10:00 start-open", "13:05 idle", "13:10 unknown",
    ]

    /// The table of P29: `timer.ask_after_idle_minutes` is 10, `timer.ask_after_locked_minutes` 5.
    private static let cases = [
        Case("idle → active", started + ["09:05 idle", "09:20 active"], asks: ["09:20 idle 09:05–09:20 900 -"]),
        Case("idle for the limit → active", started + ["09:05 idle", "09:15 active"], asks: []),
        Case(
            "idle → locked → active is one absence",
            started + ["09:05 idle", "09:08 locked", "09:20 active"], asks: ["09:20 idle 09:05–09:20 900 -"]),
        Case(
            "idle → locked → active, only the lock is long enough",
            started + ["09:05 idle", "09:06 locked", "09:12 active"], asks: ["09:12 idle 09:05–09:12 420 -"]),
        Case(
            "idle → locked → active, neither is long enough",
            started + ["09:05 idle", "09:07 locked", "09:12 active"], asks: []),
        Case(
            "idle → locked → unlocked but idle → active",
            started + ["09:05 idle", "09:10 locked", "09:18 idle", "09:20 active"],
            asks: ["09:20 idle 09:05–09:20 900 -"]),
        Case(
            "idle → locked → unlocked but idle → active, only the lock is long enough",
            started + ["09:05 idle", "09:06 locked", "09:12 idle", "09:13 active"],
            asks: ["09:13 idle 09:05–09:13 480 -"]),
        Case(
            "locked without idle time before → unlocked but idle → active: the lock and the idle time after it",
            started + ["09:05 locked", "09:12 idle", "09:24 active"],
            asks: ["09:12 locked 09:05–09:12 420 -", "09:24 idle 09:12–09:24 720 -"]),
        Case(
            "locked without idle time before → active", started + ["09:05 locked", "09:20 active"],
            asks: ["09:20 locked 09:05–09:20 900 -"]),
        Case("a focus that began during idle time", ["09:00 idle", "09:02 start", "09:20 active"], asks: []),
        Case(
            "a focus that began during idle time, and was locked",
            ["09:00 idle", "09:02 start", "09:05 locked", "09:20 active"],
            asks: ["09:20 locked 09:05–09:20 900 -"]),
        Case(
            "completed during idle time", started + ["09:10 idle", "09:40 active"],
            asks: ["09:40 idle 09:10–09:40 900 1"]),
        Case(
            "completed during idle time, and the next one began by itself",
            started + ["09:20 idle", "09:40 active"], asks: ["09:40 idle 09:20–09:40 300 1"]
        ) { $0.startFocus = .always },
        Case(
            "completed during idle time, and the next one, too: that of its beginning",
            started + ["09:20 idle", "10:00 active"], asks: ["10:00 idle 09:20–10:00 300 1"]
        ) { $0.startFocus = .always },
        Case(
            "paused during idle time", started + ["09:05 idle", "09:09 pause", "09:30 active"],
            asks: ["09:30 idle 09:05–09:30 240 -"]),
        Case("paused before", started + ["09:04 pause", "09:05 idle", "09:30 active"], asks: []),
        Case("stopped during idle time", started + ["09:05 idle", "09:17 stop", "09:30 active"], asks: []),
        Case(
            "on_lock = pause", started + ["09:05 idle", "09:09 locked", "09:30 active"],
            asks: ["09:30 idle 09:05–09:30 240 -"]
        ) { $0.onLock = .pause },
        Case(
            "a sleep in it pauses the focus, and is not counted",
            started + ["09:05 idle", "09:08 sleep", "10:20 active"], asks: ["10:20 idle 09:05–10:20 180 -"]),
        Case(
            "a sleep in it, without which it is not long enough",
            started + ["09:05 idle", "09:08 sleep", "10:12 active"], asks: []),
        Case(
            "a sleep in it that does not pause the focus",
            started + ["09:05 idle", "09:08 sleep", "10:20 active"], asks: ["10:20 idle 09:05–10:20 900 -"]
        ) { $0.sleepGraceSeconds = 86_400 },
        Case(
            "a sleep in it that is counted as focus is not idle time",
            started + ["09:02 idle", "09:03 sleep", "10:03 count", "10:30 active"],
            asks: ["10:30 idle 09:02–10:30 1680 -"]
        ) { $0.focusMinutes = 100 },
        Case(
            "the source is lost in it, and comes back", started + ["09:05 idle", "09:10 unknown", "09:20 active"],
            asks: ["09:20 idle 09:05–09:20 900 -"]),
        Case("the source is lost in it", started + ["09:05 idle", "09:10 unknown"], asks: []),
        Case("a source that has reported no idle time", started + ["09:05 unknown", "09:20 active"], asks: []),
        Case(
            "a program reports it", started + ["09:05 set-idle", "09:20 set-active"],
            asks: ["09:20 idle 09:05–09:20 900 -"]),
        Case(
            "a restart of the daemon", started + ["09:05 idle", "09:10 restart", "09:20 active"],
            asks: ["09:20 idle 09:05–09:20 900 -"]),
        Case("a reboot", started + ["09:05 idle", "09:10 reboot", "09:30 active"], asks: []),
        Case(
            "an open session that is paused for want of a sign: what that leaves out is not asked about again",
            openAndPaused + ["17:30 resume", "18:00 active"],
            asks: ["17:05 open 13:05–17:05 14400 -", "18:00 idle 13:05–18:00 1800 -"]),
        Case(
            "an open session that is paused for want of a sign: what the answer counts is not asked about again",
            openAndPaused + ["17:30 keep", "18:00 active"],
            asks: ["17:05 open 13:05–17:05 14400 -", "18:00 idle 13:05–18:00 1800 -"]),
        Case(
            "an open session whose last sign came before the idle time",
            ["09:00 start-open", "09:05 idle", "09:10 unknown", "13:30 keep", "14:00 active"],
            asks: ["13:00 open 09:00–13:00 14400 -", "14:00 idle 09:05–14:00 1800 -"]),
        Case("--away-ok", ["09:00 start-away", "09:00 active", "09:05 idle", "09:20 active"], asks: []),
        Case(
            "--away-ok, and a lock",
            ["09:00 start-away", "09:00 active", "09:05 idle", "09:10 locked", "09:20 active"],
            asks: ["09:20 locked 09:10–09:20 600 -"]),
        Case("never", started + ["09:05 idle", "09:20 active"], asks: []) { $0.askAfterIdleMinutes = 0 },
        Case(
            "never, and a lock", started + ["09:05 idle", "09:10 locked", "09:18 idle", "09:20 active"],
            asks: ["09:18 locked 09:10–09:18 480 -"]
        ) { $0.askAfterIdleMinutes = 0 },
    ]

    @Test(
        "P14, P29: the question about a session stays when the next ones begin by themselves; a person who begins one ends it"
    )
    func theNextSessionBeginsByItself() throws {
        let garden = try Self.garden(idle: "09:01:00", active: "09:22:00")
        garden.at("10:10:00")
        // Sessions 1 and 2 are completed, and the third one is in progress.
        #expect(try garden.timer.session == 3)
        let question = try #require(try garden.ask(DaemonStatus()).question)
        #expect([question.seconds, question.sessions.count] == [1260, 1])
        #expect(try garden.ask(NotificationList()).map(\.kind).contains(.idle))
        let resolution = try garden.perform(TimerResolve(answer: .untilIdle))
        #expect(resolution.session?.id == 1 && resolution.session?.seconds == 240)
        #expect(try garden.timer.session == 3)
        #expect(try garden.ask(SessionList()).sessions.map(\.seconds) == [1500, 240])
        #expect(try garden.ask(DaemonStatus()).questions == [])
        _ = try garden.undo()
        #expect(try garden.ask(SessionList()).sessions.map(\.seconds) == [1500, 1500])

        let other = try Self.garden(idle: "09:01:00", active: "09:22:00")
        other.at("09:31:00")
        #expect(try other.ask(DaemonStatus()).questions.count == 1)
        try other.perform(TimerStop())
        #expect(try other.ask(DaemonStatus()).questions.count == 1)
        try other.perform(TimerStart())
        #expect(try other.ask(DaemonStatus()).questions == [])
    }

    @Test("P14: a session that is corrected or removed takes its question with it, and with the day it lapses")
    func theQuestionEnds() throws {
        for end in ["remove", "edit", "day"] {
            let garden = try Self.garden(idle: "09:01:00", active: "09:22:00")
            garden.at("09:31:00")
            #expect(try garden.ask(DaemonStatus()).questions.count == 1)
            switch end {
            case "remove": try garden.perform(SessionRemove(id: 1))
            case "edit": try garden.perform(SessionEdit(id: 1, end: "9:10"))
            default: garden.at("2026-01-02T04:10:00Z")
            }
            #expect(try garden.ask(DaemonStatus()).questions.filter { $0.kind == .idle } == [])
        }
    }

    @Test("P29: what is asked after idle time", arguments: cases)
    func questions(in table: Case) throws {
        let garden = try CoreGarden(table.settings)
        let asked = try garden.take(table.steps, { try garden.perform(word: $0) }, noting: garden.asked)
        #expect(asked == table.asked)
    }

    // MARK: Answers

    private static func garden(
        idle: String, active: String, _ configure: (inout Settings) -> Void = { _ in }
    ) throws -> CoreGarden {
        let garden = try CoreGarden(configure)
        try garden.perform(TimerStart())
        garden.at(idle)
        garden.setPresence(.idle)
        garden.at(active)
        garden.setPresence(.active)
        return garden
    }

    @Test("P29: idle 09:05–09:20, untilIdle moves the end of a running session to 09:40; discard stops it")
    func answersOfARunningSession() throws {
        let garden = try Self.garden(idle: "09:05:00", active: "09:20:00")
        let question = LockQuestion(
            lockedAt: "2026-01-01T09:05:00Z", unlockedAt: "2026-01-01T09:20:00Z", lockedSeconds: 900,
            category: "Default", kind: .idle)
        #expect(try garden.published(.timerAsked).map(\.data) == [question])
        let longer = FocusTimer.focus(1, left: 1200, from: "2026-01-01T09:00:00Z", until: "2026-01-01T09:40:00Z")
        #expect(
            try garden.perform(TimerResolve(answer: .untilIdle)) == LockResolution(answer: .untilIdle, timer: longer))
        #expect(garden.events.summary == ["09:20:00 timer.resolved", "09:20:00 timer.edited"])
        let answered = LockAnswered(answer: .untilIdle, question: question)
        #expect(try garden.published(.timerResolved).map(\.data) == [answered])

        let stopped = try Self.garden(idle: "09:05:00", active: "09:20:00")
        #expect(
            try stopped.perform(TimerResolve(answer: .discard))
                == LockResolution(answer: .discard, timer: .stopped(session: 0)))

        let kept = try Self.garden(idle: "09:05:00", active: "09:20:00")
        let timer = try kept.timer
        #expect(try kept.perform(TimerResolve(answer: .keep)) == LockResolution(answer: .keep, timer: timer))
        #expect(kept.events.summary == ["09:20:00 timer.resolved"])
    }

    @Test("P29: idle 09:10–09:40, untilIdle ends the session at 09:10, with 10 minutes, which still earn 1")
    func untilIdleShortensAnEndedSession() throws {
        let garden = try Self.garden(idle: "09:10:00", active: "09:40:00") { $0.pointsPerFocus = 5 }
        let answer = TimerResolve(kind: .idle, sessionId: 1, answer: .untilIdle)
        let session = try #require(try garden.perform(answer).session)
        #expect([session.seconds, session.id] == [600, 1])
        #expect(session.end == "2026-01-01T09:10:00Z" && session.outcome == .completed)
        #expect(garden.state.points.balance == 5)
        #expect(try garden.refusal(of: TimerResolve(answer: .keep)) == Refusal(.refused, ["reason": "too_late"]))
    }

    @Test("P14, P29, P30: with the time away goes what it earned, as far as there are points", arguments: [0, 2000])
    func untilIdleOfALongSession(spent: Int) throws {
        let garden = try CoreGarden {
            $0.pointsPerFocus = 100
            ($0.startRest, $0.startFocus) = (.never, .never)
        }
        try garden.perform(TimerStart(minutes: 600))
        garden.at("09:30:00")
        garden.setPresence(.idle)
        garden.at("19:30:00")
        garden.setPresence(.active)
        if spent > 0 { try garden.perform(PointsAdjust(amount: -spent, reason: "bicycle")) }
        let before = garden.revertible
        #expect(garden.state.points.balance == 2400 - spent)
        let answer = try garden.perform(TimerResolve(kind: .idle, sessionId: 1, answer: .untilIdle))
        let session = try #require(answer.session)
        // 2300 are due; what is missing stays with the session.
        let missing = max(0, 2300 - (2400 - spent))
        #expect([session.minutes, session.exp, session.points] == [30, 1, 100 + missing])
        #expect(answer.missingPoints == missing)
        #expect(garden.state.points.balance == max(0, 100 - spent))
        #expect(try garden.ask(GardenList()).first?.exp == 1)
        // By an end at the same time, there is nothing more to take.
        let again = try garden.perform(SessionEdit(id: 1, end: "09:30"))
        #expect(again == session)
        _ = try garden.undo()
        #expect(garden.differences(from: before).filter { !$0.contains("questions") } == [])
    }

    @Test("P29: discard takes back what is there of what the session earned, and is not refused for want of points")
    func discardWithoutPoints() throws {
        let garden = try Self.garden(idle: "09:10:00", active: "09:40:00") { $0.pointsPerFocus = 5 }
        try garden.perform(PointsAdjust(amount: -3, reason: "tea"))
        #expect(try garden.perform(TimerResolve(answer: .discard)).session?.outcome == .discarded)
        #expect(garden.state.points.balance == 0)
    }

    @Test("P29: a paused session that is started with idle:count is resumed, and no longer asked about idle time")
    func aResumedSessionCountsIdleTime() throws {
        for (idle, asked) in [(IdleTime.count, 0), (.ask, 1), (nil, 1)] as [(IdleTime?, Int)] {
            let garden = try CoreGarden()
            try garden.perform(TimerStart())
            try garden.perform(TimerPause())
            try garden.perform(TimerStart(idle: idle))
            #expect(garden.events.summary == ["09:00:00 timer.resumed"])
            garden.setPresence(.idle)
            garden.at("09:15:00")
            garden.setPresence(.active)
            #expect(try garden.asked().count == asked)
        }
    }

    @Test("P29: the session after one with idle:count is asked about again")
    func onlyThisSessionCountsIdleTime() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart(idle: .count))
        garden.at("09:30:00")
        garden.setPresence(.idle)
        garden.at("09:45:00")
        garden.setPresence(.active)
        #expect(try garden.asked() == ["09:45 idle 09:30–09:45 900 -"])
    }

    @Test("P29: after keep three times in a row, the answer names the setting; another answer begins to count again")
    func theAnswerNamesTheSetting() throws {
        let garden = try CoreGarden { $0.focusMinutes = 600 }
        try garden.perform(TimerStart())
        var notes: [String?] = []
        for answer in [LockAnswer.keep, .keep, .untilIdle, .keep, .keep, .keep, .keep, .untilIdle] {
            garden.setPresence(.idle)
            garden.advance(seconds: 660)
            garden.setPresence(.active)
            try garden.perform(TimerResolve(answer: answer))
            notes.append(garden.state.answerMeta(after: garden.events).map { String(decoding: $0, as: UTF8.self) })
        }
        let note = #"{"setting":"timer.ask_after_idle_minutes"}"#
        #expect(notes == [nil, nil, nil, nil, nil, note, note, nil])
        // Locks are asked about whatever the setting.
        for _ in 0..<3 {
            garden.setPresence(.locked)
            garden.advance(seconds: 660)
            garden.setPresence(.active)
            try garden.perform(TimerResolve(answer: .keep))
            #expect(garden.state.answerMeta(after: garden.events) == nil)
        }
    }

    @Test(
        "N2, P29: idle time is asked about on the desktop", arguments: [NotificationAction.keep, .discard, .untilIdle])
    func aNotificationIsAnswered(action: NotificationAction) throws {
        let garden = try Self.garden(idle: "09:10:00", active: "09:40:00") { $0.startRest = .never }
        let listed = try #require(try garden.ask(NotificationList()).first)
        #expect(listed.kind == .idle && listed.summary == "Did you focus on Default?")
        #expect(listed.body == "You were away for 15 min of the session.")
        #expect(listed.actions.map(\.action) == [.keep, .discard, .untilIdle])
        let outcome = try garden.perform(NotificationAct(id: listed.id, action: action))
        #expect(outcome.kind == .idle)
        #expect(outcome.session.map(\.seconds) == (action == .keep ? nil : action == .discard ? 1500 : 600))
    }
}

extension CoreGarden {
    /// The questions that the last step asked.
    fileprivate func asked() throws -> [String] {
        try published(.timerAsked).map { asked in
            let data = asked.data
            let session = data.sessionId.map { "\($0)" } ?? "-"
            return "\(asked.at.time) \(data.kind.rawValue) \(data.lockedAt.time)–\(data.unlockedAt.time)"
                + " \(data.lockedSeconds) \(session)"
        }
    }

    fileprivate func perform(word: String) throws {
        switch word {
        case "start": try perform(TimerStart())
        case "start-open": try perform(TimerStart(open: true))
        case "resume": try perform(TimerResume())
        case "keep": try perform(TimerResolve(answer: .keep))
        case "start-away": try perform(TimerStart(idle: .count))
        case "pause": try perform(TimerPause())
        case "stop": try perform(TimerStop())
        case "sleep": suspend(seconds: 3600)
        case "count": try perform(TimerResume(countAbsence: true))
        case "restart": down(seconds: 60)
        case "reboot": reboot(seconds: 60)
        case "set-idle": try perform(PresenceSet(presence: .idle))
        case "set-active": try perform(PresenceSet(presence: .active))
        default: setPresence(try #require(Presence(rawValue: word)))
        }
    }
}

extension Timestamp {
    /// "09:25"
    fileprivate var time: String { String(description.dropFirst(11).prefix(5)) }
}
