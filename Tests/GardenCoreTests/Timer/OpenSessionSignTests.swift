import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// An open session without a sign of the person (RULES P27).
@Suite("Open sessions without a sign of the person")
struct OpenSessionSignTests {
    /// What happens, each as "TIME WORD", and what is asked, each as "TIME since–until".
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let steps: [String]
        let asked: [String]

        init(_ testDescription: String, _ steps: [String], asks asked: [String]) {
            (self.testDescription, self.steps, self.asked) = (testDescription, steps, asked)
        }
    }

    /// A source that has reported an absence, and then the person.
    private static let seen = ["09:00 idle", "09:00 active", "09:00 start"]

    private static let cases = [
        Case("no sign after the start", ["09:00 start", "23:00 wait"], asks: ["13:00 09:00–13:00"]),
        Case("a change is a sign", ["09:00 start", "11:00 task", "23:00 wait"], asks: ["15:00 11:00–15:00"]),
        Case("that of a hook is no sign", ["09:00 start", "11:00 hook", "23:00 wait"], asks: ["13:00 09:00–13:00"]),
        Case(
            "its start is a sign, also by a hook", ["09:00 start-by-hook", "23:00 wait"], asks: ["13:00 09:00–13:00"]),
        Case("a timed session is not asked about", ["09:00 start-timed", "20:00 wait"], asks: []),
        Case(
            "active of a source that has shown no absence", ["09:00 active", "09:00 start", "23:00 wait"],
            asks: ["13:00 09:00–13:00"]),
        Case("a person who is there all day", seen + ["23:00 wait"], asks: []),
        Case(
            "a person who is there, until the source is lost", seen + ["15:00 unknown", "23:00 wait"],
            asks: ["19:00 15:00–19:00"]),
        Case("a person who is idle is known to be away (P29)", seen + ["12:00 idle", "23:00 wait"], asks: []),
        Case("a locked desktop (P14)", seen + ["12:00 locked", "23:00 wait"], asks: []),
        Case(
            "idle, and then the source is lost", seen + ["12:00 idle", "14:00 unknown", "23:00 wait"],
            asks: ["16:00 12:00–16:00"]),
        Case(
            "idle for longer, and then the source is lost: asked at once",
            seen + ["12:00 idle", "18:00 unknown", "23:00 wait"], asks: ["18:00 12:00–18:00"]),
        Case(
            "a return is a sign", seen + ["12:00 idle", "13:00 active", "14:00 unknown", "23:00 wait"],
            asks: ["18:00 14:00–18:00"]),
        Case(
            "a restart of the daemon while the person is there",
            seen + ["14:00 restart", "14:01 unknown", "23:00 wait"],
            asks: ["18:01 14:01–18:01"]),
        Case(
            "a daemon that is away for long while the person is there", seen + ["14:00 away", "23:00 wait"],
            asks: ["20:00 14:00–20:00"]),
        Case(
            "a pause and a resume are signs",
            ["09:00 start", "10:00 pause", "15:00 resume", "23:00 wait"], asks: ["19:00 15:00–19:00"]),
        Case("a paused one is not asked about", ["09:00 start", "10:00 pause", "23:00 wait"], asks: []),
        Case(
            "a hook that pauses it and resumes it: what was paused is no time of it",
            ["09:00 start", "10:00 hook-pause", "12:00 hook-resume", "23:00 wait"], asks: ["15:00 11:00–15:00"]),
        Case(
            "a sleep pauses it (P9)", ["09:00 start", "10:00 sleep", "23:00 wait"], asks: []),
        Case(
            "the clock is set by an hour", ["09:00 start", "10:00 step", "23:00 wait"], asks: ["14:00 10:00–14:00"]),
        Case(
            "once it is asked about, nothing more is asked",
            ["09:00 start", "14:00 task", "23:00 wait"], asks: ["13:00 09:00–13:00"]),
        Case(
            "after an answer, the next four hours count from the answer",
            ["09:00 start", "14:00 keep", "23:00 wait"], asks: ["13:00 09:00–13:00", "18:00 14:00–18:00"]),
    ]

    @Test("P27: it is paused at the last sign and asked about after 4 hours without one", arguments: cases)
    func questions(in table: Case) throws {
        let garden = try CoreGarden()
        #expect(try garden.take(table.steps, { try garden.perform(word: $0) }, noting: garden.asked) == table.asked)
    }

    @Test("P27: a daemon that finds it late, with a day that ended since, asks nevertheless", arguments: [20, 25, 60])
    func itIsFoundLate(hours: Int) throws {
        let garden = try CoreGarden(at: "2026-01-01T03:00:00Z")
        try garden.perform(TimerStart(open: true))
        garden.advance(seconds: hours * 3600)
        #expect(try garden.ask(SessionList()).sessions == [])
        let timer = try garden.timer
        #expect(timer.pauseReason == .unattended && timer.pausedAt == "2026-01-01T03:00:00Z")
        let question = try #require(try garden.ask(DaemonStatus()).question)
        #expect([question.kind.rawValue, "\(question.since)"] == ["open", "2026-01-01T03:00:00.000+00:00"])
        #expect(question.seconds == hours * 3600)
    }

    // MARK: Answers

    /// A session of 9:00 in which a sign came at 10:00, at 15:00: paused at 10:00, since 14:00.
    private static func garden(_ configure: (inout Settings) -> Void = { _ in }) throws -> CoreGarden {
        let garden = try CoreGarden(configure)
        try garden.perform(TimerStart(open: true))
        garden.at("10:00:00")
        try garden.perform(TaskAdd(title: "tea"))
        garden.at("15:00:00")
        return garden
    }

    private static func timer(
        _ elapsed: Int, paused reason: PauseReason? = .unattended, at pausedAt: Timestamp? = "2026-01-01T10:00:00Z"
    ) -> FocusTimer {
        FocusTimer(
            phase: .focus, paused: reason != nil, pauseReason: reason, longRest: false, open: true, session: 1,
            category: "Default", categoryId: 1, categoryUid: "00000000-0", totalSeconds: 0, elapsedSeconds: elapsed,
            remainingSeconds: 0, startedAt: "2026-01-01T09:00:00Z", pausedAt: reason == nil ? nil : pausedAt)
    }

    @Test("P27: the status has the question, also on the next day")
    func theStatusHasTheQuestion() throws {
        let garden = try Self.garden()
        let question = Question(
            kind: .open, sessions: [], seconds: 18_000, since: "2026-01-01T10:00:00Z",
            answers: [.keep, .discard, .untilIdle])
        #expect(try garden.ask(DaemonStatus()).questions == [question])
        #expect(try garden.timer == Self.timer(3600))
        garden.at("2026-01-02T08:00:00Z")
        #expect(try garden.ask(DaemonStatus()).question?.seconds == 22 * 3600)
        // A person who returns is asked about nothing else, and not reminded of the pause.
        garden.setPresence(.idle)
        garden.setPresence(.active)
        garden.advance(seconds: 7200)
        #expect(try garden.ask(DaemonStatus()).questions.map(\.kind) == [.open])
        #expect(try garden.ask(NotificationList()).map(\.kind) == [.open])
    }

    @Test("P27: keep counts the time since and goes on")
    func keepCountsTheTime() throws {
        let garden = try Self.garden()
        let answer = try garden.perform(TimerResolve(kind: .open, answer: .keep))
        #expect(answer == LockResolution(answer: .keep, timer: Self.timer(6 * 3600, paused: nil)))
        #expect(garden.events.summary == ["15:00:00 timer.resolved", "15:00:00 timer.resumed"])
        garden.at("16:00:00")
        try garden.perform(TimerFinish())
        let session = try #require(try garden.ask(SessionList()).sessions.first)
        #expect(session.minutes == 420 && session.pauses == [])
        #expect(try garden.ask(DaemonStatus()).questions == [])
    }

    @Test("P23, P27: keep leaves out what was entered for other sessions meanwhile; it is a pause")
    func keepLeavesOutOthers() throws {
        let garden = try Self.garden()
        for text in ["11:00-11:30 Call", "12:00-13:00 Lunch talk"] { try garden.perform(SessionAdd(text: text)) }
        let answer = try garden.perform(TimerResolve(kind: .open, answer: .keep))
        #expect(answer.timer.elapsedSeconds == 6 * 3600 - 5400)
        try garden.perform(TimerFinish())
        let session = try garden.ask(SessionGet(id: 3))
        #expect(session.minutes == 270)
        #expect(
            session.pauses == [
                TimeSpan("2026-01-01T11:00:00Z", "2026-01-01T11:30:00Z"),
                TimeSpan("2026-01-01T12:00:00Z", "2026-01-01T13:00:00Z"),
            ])
        #expect(try garden.ask(StatsDay(day: "2026-01-01")).totals.minutes == 360)
    }

    @Test("P9, P27: sleep since then does not count; after a reboot, only what had passed before it was paused does")
    func sleepDoesNotCount() throws {
        let slept = try Self.garden()
        slept.suspend(seconds: 36_000)
        slept.advance(seconds: 3600)
        #expect(try slept.perform(TimerResolve(answer: .keep)).timer.elapsedSeconds == 7 * 3600)
        let rebooted = try Self.garden()
        rebooted.reboot(seconds: 36_000)
        rebooted.advance(seconds: 3600)
        #expect(try rebooted.perform(TimerResolve(answer: .keep)).timer.elapsedSeconds == 5 * 3600)
    }

    @Test("P27: kept after more than 24 hours, it ends")
    func keptForLongItEnds() throws {
        let garden = try Self.garden()
        garden.at("2026-01-03T09:00:00Z")
        try garden.perform(TimerResolve(answer: .keep))
        #expect(try garden.timer == .stopped(session: 1))
        #expect(try garden.ask(SessionList()).sessions.map(\.minutes) == [1440])
    }

    @Test("P27: untilIdle leaves it paused there; resume goes on from there")
    func untilIdleLeavesItPaused() throws {
        let garden = try Self.garden()
        let answer = try garden.perform(TimerResolve(answer: .untilIdle))
        #expect(answer == LockResolution(answer: .untilIdle, timer: Self.timer(3600)))
        #expect(garden.events.summary == ["15:00:00 timer.resolved"])
        #expect(try garden.ask(DaemonStatus()).questions == [])
        #expect(try garden.perform(TimerResume()) == Self.timer(3600, paused: nil))
        try garden.perform(TimerFinish())
        let session = try #require(try garden.ask(SessionList()).sessions.first)
        #expect(session.minutes == 60)
        #expect(session.pauses == [TimeSpan("2026-01-01T10:00:00Z", "2026-01-01T15:00:00Z")])
    }

    @Test("P27: discard stops it, also with partial sessions", arguments: [false, true])
    func discardStopsIt(isPartial: Bool) throws {
        let garden = try Self.garden { $0.partialSessions = isPartial }
        let answer = try garden.perform(TimerResolve(answer: .discard))
        #expect(answer == LockResolution(answer: .discard, timer: .stopped(session: 0)))
        let session = try #require(try garden.ask(SessionList()).sessions.first)
        #expect(session.outcome == .stopped && session.seconds == 3600)
        #expect(try garden.ask(StatsDay()).totals.minutes == 0)
    }

    @Test("P27: a resume without an answer ends the question; with countAbsence it counts the time")
    func aResumeEndsTheQuestion() throws {
        for (counts, hours) in [(nil, 1), (true, 6)] as [(Bool?, Int)] {
            let garden = try Self.garden()
            #expect(try garden.perform(TimerResume(countAbsence: counts)).elapsedSeconds == hours * 3600)
            #expect(try garden.ask(DaemonStatus()).questions == [])
            #expect(try garden.refusal(of: TimerResolve(answer: .keep)) == .refused(.tooLate))
            // The next question is another one.
            garden.at("20:00:00")
            #expect(try garden.ask(DaemonStatus()).questions.map(\.since) == ["2026-01-01T15:00:00Z"])
        }
    }

    @Test("P25, P27: undo of a stop brings back the question, too")
    func undoBringsTheQuestionBack() throws {
        let garden = try Self.garden()
        try garden.perform(TimerStop())
        #expect(try garden.ask(DaemonStatus()).questions == [])
        _ = try garden.undo()
        #expect(try garden.timer == Self.timer(3600))
        #expect(try garden.ask(DaemonStatus()).questions.map(\.kind) == [.open])
    }

    @Test(
        "N2, P27: it is asked about on the desktop", arguments: [NotificationAction.keep, .discard, .untilIdle])
    func aNotificationIsAnswered(action: NotificationAction) throws {
        let garden = try Self.garden()
        let listed = try #require(try garden.ask(NotificationList()).first)
        #expect(listed.kind == .open && listed.summary == "Did you focus on Default?")
        #expect(listed.body == "Paused: no sign of you since 10:00.")
        #expect(listed.actions.map(\.action) == [.keep, .discard, .untilIdle])
        let outcome = try garden.perform(NotificationAct(id: listed.id, action: action))
        #expect(outcome.kind == .open)
        #expect(
            outcome.timer
                == (action == .discard
                    ? .stopped(session: 0) : action == .keep ? Self.timer(6 * 3600, paused: nil) : Self.timer(3600)))
    }
}

extension CoreGarden {
    /// The questions that the last step asked.
    fileprivate func asked() throws -> [String] {
        try published(.timerAsked).filter { $0.data.kind == .open }.map { asked in
            let data = asked.data
            #expect(
                data.lockedSeconds * 1000
                    == Instant.milliseconds(from: data.lockedAt.instant, to: data.unlockedAt.instant))
            return "\(asked.at.time) \(data.lockedAt.time)–\(data.unlockedAt.time)"
        }
    }

    fileprivate func perform(word: String) throws {
        switch word {
        case "wait": advance(seconds: 0)
        case "start": try perform(TimerStart(open: true))
        case "start-by-hook": try perform(TimerStart(open: true), from: "hook:day.rolledOver")
        case "start-timed": try perform(TimerStart(minutes: 900))
        case "task": try perform(TaskAdd(title: "tea"))
        case "hook": try perform(LogNote(text: "a hook"), from: "hook:timer.started")
        case "hook-pause": try perform(TimerPause(), from: "hook:timer.started")
        case "hook-resume": try perform(TimerResume(), from: "hook:timer.started")
        case "pause": try perform(TimerPause())
        case "resume": try perform(TimerResume())
        case "keep": try perform(TimerResolve(answer: .keep))
        case "sleep": suspend(seconds: 3600)
        case "step": stepClock(seconds: 3600)
        case "restart": down(seconds: 0)
        case "away": down(seconds: 6 * 3600)
        default: setPresence(try #require(Presence(rawValue: word)))
        }
    }
}

extension Timestamp {
    /// "09:25"
    fileprivate var time: String { String(description.dropFirst(11).prefix(5)) }
}
