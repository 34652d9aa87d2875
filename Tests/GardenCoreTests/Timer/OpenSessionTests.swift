import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// A focus session without an end (RULES P27). It begins on Thursday, 2026-01-01, at 09:00, unless a test says otherwise.
@Suite("Open sessions")
struct OpenSessionTests {
    private static func garden(_ configure: (inout Settings) -> Void = { _ in }) throws -> CoreGarden {
        let garden = try CoreGarden {
            $0.pointsPerFocus = 10
            configure(&$0)
        }
        try garden.perform(TaskAdd(title: "report"))
        try garden.perform(TimerStart(taskId: 1, open: true))
        return garden
    }

    /// The timer in an open session.
    private static func open(
        _ elapsed: Int, paused reason: PauseReason? = nil, at pausedAt: Timestamp? = nil
    ) -> FocusTimer {
        FocusTimer(
            phase: .focus, paused: reason != nil, pauseReason: reason, longRest: false, open: true, session: 1,
            category: "Default", categoryId: 1, categoryUid: "00000000-0", taskId: 1, taskTitle: "report",
            totalSeconds: 0, elapsedSeconds: elapsed, remainingSeconds: 0, startedAt: "2026-01-01T09:00:00Z",
            pausedAt: pausedAt)
    }

    // MARK: The phase

    @Test("P27: it counts up, without an end and without a warning, and nothing is due but the want of a sign")
    func itCountsUp() throws {
        let garden = try Self.garden { $0.endingSoonSeconds = 60 }
        #expect(try garden.timer == Self.open(0))
        garden.advance(seconds: 5000)
        #expect(garden.events == [])
        #expect(try garden.timer == Self.open(5000))
        try garden.perform(TimerPause())
        #expect(try garden.timer == Self.open(5000, paused: .request, at: "2026-01-01T10:23:20Z"))
        garden.advance(seconds: 1000)
        try garden.perform(TimerResume())
        garden.advance(seconds: 100)
        #expect(try garden.timer == Self.open(5100))
    }

    @Test("P27: while a person is known to be there, nothing wakes the daemon until the 24 hours are over")
    func nothingWakesTheDaemon() throws {
        let garden = try Self.garden()
        garden.setPresence(.idle)
        garden.setPresence(.active)
        let due = garden.state.dueDates(under: garden.environment)
        #expect(due.map(\.cause).filter { $0.hasPrefix("timer") || $0.hasPrefix("focus") } == ["focus.completed"])
    }

    @Test("P27: it ends by itself after 24 hours of focus, and no rest begins")
    func itEndsAfter24Hours() throws {
        let garden = try Self.garden()
        garden.setPresence(.idle)
        garden.setPresence(.active)
        garden.advance(seconds: 86_399)
        #expect(try garden.timer == Self.open(86_399))
        garden.advance(seconds: 1)
        #expect(try garden.timer == .stopped(session: 1))
        let session = try #require(try garden.ask(SessionList()).sessions.first)
        #expect([session.minutes, session.exp, session.points] == [1440, 57, 570])
        #expect(session.outcome == .completed && !session.unattended)
    }

    @Test("P7, P27: it has no end to move")
    func extendIsRefused() throws {
        let garden = try Self.garden()
        #expect(try garden.refusal(of: TimerExtend(minutes: 5)) == .refused(.open))
        try garden.perform(TimerPause())
        #expect(try garden.refusal(of: TimerExtend(minutes: -5)) == .refused(.open))
    }

    @Test(
        "P28: a paused session is resumed by what it is, and by nothing else",
        arguments: [
            (true, TimerStart(), true), (true, TimerStart(open: true), true), (true, TimerStart(open: false), false),
            (true, TimerStart(minutes: 1440), false), (false, TimerStart(open: true), false),
            (false, TimerStart(open: false), true),
        ])
    func aPausedOneIsResumed(isOpen: Bool, request: TimerStart, isResumed: Bool) throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart(open: isOpen ? true : nil))
        garden.advance(seconds: 60)
        try garden.perform(TimerPause())
        if isResumed {
            #expect(try garden.perform(request).paused == false)
        } else {
            #expect(try garden.refusal(of: request) == Refusal(.alreadyRunning))
        }
    }

    @Test("P28: it can begin earlier, whatever its length would be, but not before the session before it")
    func itBeginsEarlier() throws {
        let garden = try CoreGarden { $0.startRest = .never }
        try garden.perform(TimerStart())
        garden.at("10:00:00")
        #expect(try garden.perform(TimerStart(ago: 60, open: true)).elapsedSeconds == 2100)
        garden.at("13:59:00")
        #expect(garden.events == [])
        garden.at("14:00:00")
        #expect(garden.events.summary == ["14:00:00 timer.paused", "14:00:00 timer.asked"])
        #expect(try garden.timer.elapsedSeconds == 2100)
    }

    @Test("P19: its category and task can be corrected")
    func itCanBeCorrected() throws {
        let garden = try Self.garden()
        garden.advance(seconds: 3000)
        try garden.perform(TimerEdit(category: "Thesis", taskId: .clear))
        try garden.perform(TimerFinish())
        let session = try #require(try garden.ask(SessionList()).sessions.first)
        #expect(session.category == "Thesis" && session.taskId == nil && session.minutes == 50)
    }

    // MARK: Its end

    struct End: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let minutes: Int
        var isPartial = false
        let end: @Sendable (CoreGarden) throws -> Void
        let outcome: SessionOutcome
        let exp: Int
        let next: FocusTimer.NextPhase
    }

    static let ends = [
        End(
            testDescription: "finish, 52 minutes", minutes: 52, end: { try $0.perform(TimerFinish()) },
            outcome: .completed, exp: 2, next: .rest),
        End(
            testDescription: "finish, 25 minutes", minutes: 25, end: { try $0.perform(TimerFinish()) },
            outcome: .completed, exp: 1, next: .rest),
        End(
            testDescription: "finish, 24 minutes", minutes: 24, end: { try $0.perform(TimerFinish()) },
            outcome: .partial, exp: 0, next: .rest),
        End(
            testDescription: "stop", minutes: 52, end: { try $0.perform(TimerStop()) }, outcome: .stopped, exp: 0,
            next: .none),
        End(
            testDescription: "skip", minutes: 52, end: { try $0.perform(TimerSkip()) }, outcome: .skipped, exp: 0,
            next: .rest),
        End(
            testDescription: "restart", minutes: 52, end: { try $0.perform(TimerStart(restart: true)) },
            outcome: .restarted, exp: 0, next: .focus),
        End(
            testDescription: "stop, with partial sessions", minutes: 52, isPartial: true,
            end: { try $0.perform(TimerStop()) }, outcome: .partial, exp: 2, next: .none),
    ]

    @Test("P24, P25, P26, P27: what an end leaves, and that undo takes it back", arguments: ends)
    func whatAnEndLeaves(_ row: End) throws {
        let garden = try Self.garden { ($0.partialSessions, $0.longRestEvery) = (row.isPartial, 4) }
        let before = garden.state
        garden.advance(seconds: row.minutes * 60)
        try row.end(garden)
        let session = try #require(try garden.ask(SessionList()).sessions.first)
        #expect(session.outcome == row.outcome)
        #expect([session.minutes, session.exp, session.points] == [row.minutes, row.exp, row.exp * 10])
        let counts = session.outcome == .completed || session.outcome == .partial
        let sessions = session.outcome == .completed ? 1 : 0
        let totals = StatisticsTotals(
            minutes: counts ? row.minutes : 0, sessions: sessions, interruptions: counts ? 0 : 1, tasks: 0,
            earned: row.exp * 10, spent: 0)
        #expect(try garden.ask(StatsDay()).totals == totals)
        let today = garden.state.focusSums.today(garden.state.day.day, goalMinutes: 0)
        #expect([today.minutes, today.sessions] == [totals.minutes, sessions])
        #expect(try garden.ask(TaskGet(id: 1)).focuses == sessions)
        #expect(try garden.ask(TaskGet(id: 1)).minutes == totals.minutes)
        #expect(try garden.ask(StatsStreak()).current == (row.exp > 0 ? 1 : 0))
        #expect(try garden.timer.toLongRest == 4 - sessions)
        #expect(garden.state.points.balance == row.exp * 10)
        #expect(try garden.exp == row.exp)
        #expect(try row.next.isIn(garden.timer))

        _ = try garden.undo()
        #expect(try garden.ask(NotificationList()) == [])
        var timer = Self.open(
            row.minutes * 60, paused: .request, at: garden.environment.zone.timestamp(garden.moment.wall))
        timer.toLongRest = 4
        #expect(try garden.timer == timer)
        #expect(try garden.ask(SessionList()).sessions == [])
        #expect(
            try garden.ask(StatsDay()).totals
                == StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 0, earned: 0, spent: 0))
        let differences = before.revertible.differences(to: garden.state.revertible)
        #expect(differences.filter { !$0.hasPrefix(".timer") && !$0.hasPrefix(".clock") } == [])
        // It goes on.
        try garden.perform(TimerResume())
        garden.advance(seconds: 60)
        #expect(try garden.timer.elapsedSeconds == row.minutes * 60 + 60)
    }

    @Test("P25: a finish is made again, with its session and the count for the long rest")
    func aFinishIsMadeAgain() throws {
        let garden = try Self.garden { ($0.startRest, $0.longRestEvery) = (.never, 4) }
        garden.advance(seconds: 3120)
        try garden.perform(TimerFinish())
        let finished = try garden.ask(SessionList()).sessions
        _ = try garden.undo()
        try garden.perform(JournalRedo())
        #expect(try garden.ask(SessionList()).sessions == finished)
        #expect(try garden.timer.toLongRest == 3 && garden.timer.session == 1)
        #expect(garden.state.lastFocus?.id == 1)
        #expect(garden.state.points.balance == 20)
        #expect(try garden.ask(StatsDay()).totals.minutes == 52)
        #expect(try garden.ask(StatsDay()).totals.earned == 20)
    }

    @Test("P27: finished while paused, it ends with the pause, and what was paused does not count")
    func finishedWhilePaused() throws {
        let garden = try Self.garden { $0.startRest = .never }
        garden.at("09:30:00")
        try garden.perform(TimerPause())
        garden.at("09:40:00")
        try garden.perform(TimerFinish())
        let session = try #require(try garden.ask(SessionList()).sessions.first)
        #expect([session.minutes, session.exp] == [30, 1])
        #expect(session.pauses == [TimeSpan("2026-01-01T09:30:00Z", "2026-01-01T09:40:00Z")])
    }

    @Test("P24, P30: at another length it remains an open one, and earns by its minutes alone")
    func anEditedOneStaysOpen() throws {
        let garden = try Self.garden { $0.startRest = .never }
        garden.advance(seconds: 3120)
        try garden.perform(TimerFinish())
        var session = try garden.perform(SessionEdit(id: 1, end: "9:24"))
        #expect([session.minutes, session.exp, session.points] == [24, 0, 0])
        session = try garden.perform(SessionEdit(id: 1, end: "9:25"))
        #expect([session.minutes, session.exp, session.points] == [25, 1, 10])
    }

    @Test("P13, A7: over a rollover, it counts for the day with most of it")
    func overARollover() throws {
        let garden = try CoreGarden(at: "2026-01-02T02:00:00Z")
        try garden.perform(TimerStart(open: true))
        garden.at("05:00:00")
        try garden.perform(TimerFinish())
        #expect(try garden.ask(StatsDay(day: "2026-01-01")).totals.minutes == 180)
        #expect(try garden.lines().last == "[05:00] focus 180 min Default")
    }

    @Test("P9: sleep is not focus, for an open session, too; it can be counted")
    func sleepPausesIt() throws {
        let garden = try Self.garden()
        garden.advance(seconds: 1800)
        garden.suspend(seconds: 36_000)
        #expect(try garden.timer.pauseReason == .sleep && garden.timer.elapsedSeconds == 1800)
        garden.advance(seconds: 36_000)
        #expect(garden.events.summary.allSatisfy { !$0.hasSuffix("timer.asked") })
        try garden.perform(TimerResume(countAbsence: true))
        #expect(try garden.timer.elapsedSeconds == 37_800)
    }

    @Test("P8, P9: a restart of the daemon changes nothing, and a reboot pauses it")
    func aRestartAndAReboot() throws {
        let garden = try Self.garden()
        garden.advance(seconds: 1800)
        garden.down(seconds: 600)
        #expect(try garden.timer == Self.open(2400))
        garden.reboot(seconds: 600)
        #expect(try garden.timer.pauseReason == .sleep)
        try garden.perform(TimerResume())
        garden.advance(seconds: 60)
        #expect(try garden.timer.elapsedSeconds == 2460)
    }

    @Test("P29: idle time is asked about, and can be left out")
    func idleTimeIsAskedAbout() throws {
        let garden = try Self.garden()
        garden.at("10:00:00")
        garden.setPresence(.idle)
        garden.at("16:00:00")
        garden.setPresence(.active)
        #expect(garden.events.summary == ["16:00:00 presence.changed", "16:00:00 timer.asked"])
        #expect(try garden.perform(TimerResolve(answer: .untilIdle)).timer == Self.open(3600))
    }

    @Test("P14: a lock pauses it if the settings say so")
    func aLockPausesIt() throws {
        let garden = try Self.garden { $0.onLock = .pause }
        garden.at("10:00:00")
        garden.setPresence(.locked)
        #expect(try garden.timer == Self.open(3600, paused: .lock, at: "2026-01-01T10:00:00Z"))
    }

    @Test("P26: how many sessions there are until the long rest")
    func untilTheLongRest() throws {
        let garden = try CoreGarden { ($0.longRestEvery, $0.startFocus) = (2, .never) }
        #expect(try garden.timer.toLongRest == 2)
        try garden.perform(TimerStart())
        #expect(try garden.timer.toLongRest == 2)
        garden.advance(seconds: 1500)
        #expect(try garden.timer.toLongRest == 1)
        try garden.perform(TimerStart(open: true))
        garden.advance(seconds: 1500)
        try garden.perform(TimerFinish())
        // The long rest has begun.
        #expect(try garden.timer.longRest && garden.timer.toLongRest == 2)
        try garden.perform(TimerStop())
        #expect(try CoreGarden().timer.toLongRest == nil)
    }
}
