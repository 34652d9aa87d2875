import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// A desktop that is locked during a focus session of 09:00–09:25.
@Suite("The timer and the lock")
struct LockTests {
    /// A garden whose desktop is locked at one time and unlocked at another.
    private static func garden(
        locked: String, unlocked: String, _ configure: (inout Settings) -> Void = { _ in }
    ) throws -> CoreGarden {
        let garden = try CoreGarden(configure)
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at(locked)
        garden.setPresence(.locked)
        garden.at(unlocked)
        garden.setPresence(.active)
        return garden
    }

    private static func session(
        end: Timestamp, seconds: Int, _ outcome: SessionOutcome, seq: Int, points: Int = 0
    ) -> Session {
        Session(
            id: 1, uid: "00000000-\(seq)", start: "2026-01-01T09:00:00Z", end: end,
            day: "2026-01-01", seconds: seconds, minutes: seconds / 60, category: "Default", categoryId: 1,
            categoryUid: "00000000-0", outcome: outcome, exp: outcome == .completed ? 1 : 0, points: points)
    }

    @Test(
        "P14: locked 09:10–09:40, an ended session is asked about, and untilLock ends it at the lock, with 10 minutes")
    func untilLockShortensAnEndedSession() throws {
        let garden = try Self.garden(locked: "09:10:00", unlocked: "09:40:00") { $0.pointsPerFocus = 5 }
        #expect(garden.events.summary == ["09:40:00 presence.changed", "09:40:00 timer.asked"])
        #expect(
            try garden.published(.timerAsked).map(\.data) == [
                LockQuestion(
                    lockedAt: "2026-01-01T09:10:00Z", unlockedAt: "2026-01-01T09:40:00Z",
                    lockedSeconds: 900, sessionId: 1, category: "Default")
            ])
        let ended = try #require(garden.state.lastFocus).added
        let session = Self.session(end: "2026-01-01T09:10:00Z", seconds: 600, .completed, seq: ended, points: 5)
        #expect(
            try garden.perform(TimerResolve(answer: .untilLock))
                == LockResolution(answer: .untilLock, session: session, timer: .stopped(session: 1)))
        #expect(garden.events.summary == ["09:40:00 focus.corrected", "09:40:00 timer.resolved"])
        let before = Self.session(end: "2026-01-01T09:25:00Z", seconds: 1500, .completed, seq: ended, points: 5)
        #expect(try garden.published(.focusCorrected).map(\.before) == [before])
        #expect(try garden.lines().last == "[09:40] corrected focus 25 min Default to 10 min")
        #expect(try garden.exp == 1)
        #expect(garden.state.points.balance == 5)
        #expect(try garden.refusal(of: TimerResolve(answer: .discard)) == Refusal(.refused, ["reason": "too_late"]))
        // U1: undo takes the answer back, and the question does not come back.
        #expect(
            try garden.undo().map(\.what) == [
                "corrected session 1: 2026-01-01 09:00–09:25 → 2026-01-01 09:00–09:10, 25 → 10 min"
            ])
        #expect(try garden.ask(SessionGet(id: 1)) == before)
        #expect(garden.state.points.balance == 5)
        #expect(try garden.ask(DaemonStatus()).questions == [])
        _ = try garden.redo()
        #expect(try garden.ask(SessionGet(id: 1)) == session)
    }

    @Test("P14: discard takes back what an ended session earned, never below 0", arguments: [5, 3, 0])
    func discardTakesBackAnEndedSession(left: Int) throws {
        let garden = try Self.garden(locked: "09:10:00", unlocked: "09:40:00") { $0.pointsPerFocus = 5 }
        if left < 5 { try garden.perform(PointsAdjust(amount: left - 5, reason: "tea")) }
        let ended = try #require(garden.state.lastFocus).added
        let session = Self.session(
            end: "2026-01-01T09:25:00Z", seconds: 1500, .discarded, seq: ended, points: 5 - left)
        #expect(
            try garden.perform(TimerResolve(sessionId: 1, answer: .discard))
                == LockResolution(
                    answer: .discard, session: session, timer: .stopped(session: 1), missingPoints: 5 - left))
        #expect(
            garden.events.summary
                == (["focus.corrected", "garden.grew"] + (left > 0 ? ["points.adjusted"] : []) + ["timer.resolved"])
                .map { "09:40:00 \($0)" })
        #expect(try garden.exp == 0)
        #expect(garden.state.points == PointsSummary(balance: 0, multiplier: 1, earnedToday: 5 - left, spentToday: 0))
        let log = try garden.lines()
        #expect(log.contains("[09:40] discarded focus 25 min Default"))
        #expect(log.contains("[09:40] −\(left) pt adjusted: discarded focus → 0") == (left > 0))
        // U1: undo gives back what it took.
        _ = try garden.undo()
        #expect(try garden.ask(SessionGet(id: 1)).outcome == .completed)
        #expect(try garden.ask(SessionGet(id: 1)).points == 5)
        #expect(try garden.exp == 1)
        #expect(garden.state.points.balance == left)
        _ = try garden.redo()
        #expect(try garden.ask(SessionGet(id: 1)) == session)
        #expect(try garden.exp == 0 && garden.state.points.balance == 0)
    }

    @Test("P14: locked 09:10–09:20, a running session continues, and untilLock moves its end to 09:35")
    func untilLockMovesTheEndOfARunningSession() throws {
        let garden = try Self.garden(locked: "09:10:00", unlocked: "09:20:00")
        #expect(garden.events.summary == ["09:20:00 presence.changed", "09:20:00 timer.asked"])
        #expect(try garden.published(.timerAsked).map(\.data.sessionId) == [nil])
        let longer = FocusTimer.focus(1, left: 900, from: "2026-01-01T09:00:00Z", until: "2026-01-01T09:35:00Z")
        #expect(
            try garden.perform(TimerResolve(answer: .untilLock)) == LockResolution(answer: .untilLock, timer: longer))
        #expect(garden.events.summary == ["09:20:00 timer.resolved", "09:20:00 timer.edited"])
        garden.at("09:35:00")
        #expect(garden.events.times(of: "focus.completed") == ["09:35:00"])
    }

    @Test("P14: a question asked while the session ran takes the lock out of it after its end, too")
    func untilLockAfterTheEnd() throws {
        let garden = try Self.garden(locked: "09:10:00", unlocked: "09:20:00")
        garden.at("09:26:00")
        let ended = try #require(garden.state.lastFocus).added
        let session = Self.session(end: "2026-01-01T09:25:00Z", seconds: 900, .completed, seq: ended)
        #expect(try garden.perform(TimerResolve(answer: .untilLock)).session == session)
    }

    @Test("P14: discard stops a running session, and keep changes nothing")
    func discardStopsARunningSession() throws {
        let garden = try Self.garden(locked: "09:10:00", unlocked: "09:20:00")
        try garden.perform(TimerResolve(answer: .discard))
        #expect(garden.events.summary == ["09:20:00 timer.stopped", "09:20:00 timer.resolved"])
        #expect(try garden.timer == .stopped(session: 0))
        // It is undone as a stop is, with the question.
        garden.advance(seconds: 60)
        #expect(try garden.perform(JournalUndo()).undone.map(\.what) == ["stopped focus in Default"])
        let resumed = try garden.timer
        #expect(resumed.phase == .focus && resumed.paused && resumed.remainingSeconds == 300)
        #expect(try garden.perform(TimerResolve(answer: .keep)).timer == resumed)
        let other = try Self.garden(locked: "09:10:00", unlocked: "09:20:00")
        let timer = try other.timer
        #expect(try other.perform(TimerResolve(answer: .keep)) == LockResolution(answer: .keep, timer: timer))
        #expect(other.events.summary == ["09:20:00 timer.resolved"])
        #expect(try other.timer == timer)
    }

    @Test(
        "P14: nothing is asked",
        arguments: [("09:10:00", "09:14:00"), ("09:10:00", "09:15:00"), ("09:26:00", "09:40:00")])
    func aShortLockOrOneOutsideIsNotAsked(locked: String, unlocked: String) throws {
        let garden = try Self.garden(locked: locked, unlocked: unlocked)
        #expect(garden.events.map(\.type) == ["presence.changed"])
        #expect(try garden.refusal(of: TimerResolve(answer: .keep)) == Refusal(.refused, ["reason": "too_late"]))
    }

    @Test("P14: the question lapses at the next start of a focus session, and at a new day")
    func theQuestionLapses() throws {
        let refusal = Refusal(.refused, ["reason": "too_late"])
        let garden = try Self.garden(locked: "09:10:00", unlocked: "09:40:00")
        try garden.perform(TimerStart())
        #expect(try garden.refusal(of: TimerResolve(answer: .discard)) == refusal)
        let next = try Self.garden(locked: "09:10:00", unlocked: "09:40:00")
        next.at("2026-01-02T04:00:00Z")
        #expect(try next.refusal(of: TimerResolve(answer: .discard)) == refusal)
        let stopped = try Self.garden(locked: "09:10:00", unlocked: "09:20:00")
        try stopped.perform(TimerStop())
        #expect(try stopped.refusal(of: TimerResolve(answer: .untilLock)) == refusal)
    }

    @Test("P14: on_lock = pause pauses a focus session at the lock, and asks nothing")
    func aLockCanPause() throws {
        let garden = try CoreGarden { $0.onLock = .pause }
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        #expect(garden.events.summary == ["09:10:00 presence.changed", "09:10:00 timer.paused"])
        #expect(try garden.timer.pauseReason == .lock)
        #expect(try garden.timer.remainingSeconds == 900)
        garden.at("09:40:00")
        garden.setPresence(.active)
        #expect(garden.events.summary == ["09:40:00 presence.changed"])
        #expect(try garden.timer.remainingSeconds == 900)
    }

    @Test("P14: a restart of the daemon does not end a lock; a reboot does")
    func aRestartKeepsTheLock() throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        garden.down(seconds: 60)
        garden.at("09:20:00")
        garden.setPresence(.active)
        #expect(try garden.published(.timerAsked).map(\.data.lockedSeconds) == [600])
        garden.setPresence(.locked)
        garden.reboot(seconds: 3600)
        garden.setPresence(.idle)
        #expect(garden.events.map(\.type) == ["presence.changed"])
    }

    @Test("P14: a sleep during the lock is not a lock of the session")
    func sleepIsNotCounted() throws {
        let garden = try CoreGarden { $0.sleepGraceSeconds = 86_400 }
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        garden.suspend(seconds: 3600)
        garden.advance(seconds: 300)
        garden.setPresence(.active)
        #expect(garden.events.map(\.type) == ["presence.changed"])
    }

    @Test("P14: a session that is discarded or shortened counts so for its task")
    func theTaskFollows() throws {
        for (answer, focuses, minutes) in [(LockAnswer.discard, 0, 0), (.untilLock, 1, 10)] {
            let garden = try CoreGarden()
            let task = try garden.perform(TaskAdd(title: "report", points: 0))
            try garden.perform(TimerStart(taskId: task.id))
            garden.at("09:10:00")
            garden.setPresence(.locked)
            garden.at("09:40:00")
            garden.setPresence(.active)
            try garden.perform(TimerResolve(answer: answer))
            let after = try garden.ask(TaskGet(id: task.id))
            #expect([after.focuses, after.minutes] == [focuses, minutes])
        }
    }

    @Test("P14: a pause during the lock is not a part of the session, so untilLock does not move the end by it")
    func aPauseIsNotCounted() throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        garden.at("09:12:00")
        try garden.perform(TimerPause())
        garden.at("09:18:00")
        try garden.perform(TimerResume())
        garden.at("09:20:00")
        garden.setPresence(.active)
        #expect(try garden.published(.timerAsked).map(\.data.lockedSeconds) == [240])
        try garden.perform(TimerResolve(answer: .untilLock))
        // 10 of 25 minutes have passed.
        #expect(
            try garden.timer == .focus(1, left: 900, from: "2026-01-01T09:00:00Z", until: "2026-01-01T09:35:00Z"))
    }

    @Test("P14: two locks of one session are both left out of it, and its second correction continues the first")
    func twoLocksOfOneSession() throws {
        let garden = try CoreGarden()
        let task = try garden.perform(TaskAdd(title: "report", points: 0))
        garden.setPresence(.active)
        try garden.perform(TimerStart(taskId: task.id))
        garden.at("09:05:00")
        garden.setPresence(.locked)
        garden.at("09:12:00")
        garden.setPresence(.active)
        garden.at("09:15:00")
        garden.setPresence(.locked)
        garden.at("09:26:00")
        // Another client answers the first question while the desktop is locked again.
        let first = try #require(try garden.perform(TimerResolve(answer: .untilLock)).session)
        #expect([first.seconds, first.minutes] == [18 * 60, 18])
        #expect(first.end == "2026-01-01T09:25:00Z")
        garden.at("09:40:00")
        garden.setPresence(.active)
        #expect(try garden.published(.timerAsked).map(\.data.lockedSeconds) == [600])
        let second = try #require(try garden.perform(TimerResolve(answer: .untilLock)).session)
        #expect(second.seconds == 8 * 60)
        #expect(second.end == "2026-01-01T09:15:00Z")
        #expect(try garden.published(.focusCorrected).map(\.before) == [first])
        #expect(try garden.ask(TaskGet(id: task.id)).minutes == 8)
        #expect(try garden.lines().last == "[09:40] corrected focus 18 min Default to 8 min")
    }

    @Test("P14: a session that was discarded is not asked about again")
    func aDiscardedSessionIsNotAskedAbout() throws {
        let garden = try Self.garden(locked: "09:05:00", unlocked: "09:12:00")
        garden.setPresence(.locked)
        garden.at("09:26:00")
        try garden.perform(TimerResolve(answer: .discard))
        garden.at("09:40:00")
        garden.setPresence(.active)
        #expect(garden.events.map(\.type) == ["presence.changed"])
    }

    @Test("timer.resolve refuses another session's id")
    func anotherSessionIsRefused() throws {
        let garden = try Self.garden(locked: "09:10:00", unlocked: "09:40:00")
        #expect(
            try garden.refusal(of: TimerResolve(sessionId: 2, answer: .discard))
                == Refusal(.invalidParams, ["param": "sessionId"]))
    }

    // MARK: Corners

    @Test(
        "P14: a session that is paused at the unlock is asked about the part that passed before",
        arguments: [true, false])
    func aSessionPausedDuringTheLockIsAskedAbout(bySleep: Bool) throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        garden.at("09:17:00")
        if bySleep { garden.suspend(seconds: 1800) } else { try garden.perform(TimerPause()) }
        garden.at("09:50:00")
        garden.setPresence(.active)
        #expect(try garden.published(.timerAsked).map(\.data.lockedSeconds) == [420])
        let timer = try garden.perform(TimerResolve(answer: .untilLock)).timer
        #expect(timer.paused && timer.remainingSeconds == 900)
    }

    @Test("P14: a lock is left out of a session while the next one lasts, which takes what passes in it, no less")
    func anAnswerDuringTheNextLock() throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:01:00")
        garden.setPresence(.locked)
        garden.at("09:08:00")
        garden.setPresence(.active)
        garden.at("09:09:00")
        garden.setPresence(.locked)
        garden.at("09:12:00")
        try garden.perform(TimerResolve(answer: .untilLock))
        garden.at("09:16:00")
        garden.setPresence(.active)
        #expect(try garden.published(.timerAsked).map(\.data.lockedSeconds) == [420])
        // 2 of 25 minutes have passed.
        #expect(try garden.perform(TimerResolve(answer: .untilLock)).timer.remainingSeconds == 23 * 60)
    }

    @Test("P14: a sleep during the lock that is counted as focus is not locked time")
    func aCountedSleepIsNotLocked() throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:05:00")
        garden.setPresence(.locked)
        garden.suspend(seconds: 600)
        try garden.perform(TimerResume(countAbsence: true))
        garden.at("09:21:00")
        garden.setPresence(.active)
        #expect(try garden.published(.timerAsked).map(\.data.lockedSeconds) == [360])
        // 15 of 25 minutes have passed.
        #expect(try garden.perform(TimerResolve(answer: .untilLock)).timer.remainingSeconds == 600)
    }

    @Test("P14: a session that ended during a lock ends at the lock, even if the clock was set back before the unlock")
    func theClockIsSetBackDuringTheLock() throws {
        let garden = try CoreGarden()
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        garden.at("09:30:00")
        garden.stepClock(seconds: -3600)
        garden.setPresence(.active)
        let session = try #require(try garden.perform(TimerResolve(answer: .untilLock)).session)
        #expect(session.end == "2026-01-01T09:10:00Z" && session.seconds == 600)
    }

    @Test("P14: the question about a session that has ended lapses when its rest is stopped, not when it is over")
    func theQuestionLapsesWithTheRest() throws {
        for isStopped in [true, false] {
            let garden = try Self.garden(locked: "09:10:00", unlocked: "09:26:00") { $0.startFocus = .never }
            if isStopped { try garden.perform(TimerStop()) } else { garden.at("09:31:00") }
            #expect(try garden.timer.phase == .stopped)
            guard isStopped else {
                #expect(try garden.perform(TimerResolve(answer: .discard)).session?.outcome == .discarded)
                continue
            }
            #expect(
                try garden.refusal(of: TimerResolve(answer: .discard)) == Refusal(.refused, ["reason": "too_late"]))
        }
    }
}
