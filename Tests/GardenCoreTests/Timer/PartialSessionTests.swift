import GardenAPI
import Testing

@testable import GardenCore

/// A focus session that is ended early, with minutes that count (RULES P27).
@Suite("Partial sessions")
struct PartialSessionTests {
    private func garden(_ configure: (inout Settings) -> Void = { _ in }) throws -> CoreGarden {
        let garden = try CoreGarden {
            ($0.partialSessions, $0.pointsPerFocus) = (true, 10)
            configure(&$0)
        }
        try garden.perform(TaskAdd(title: "report"))
        try garden.perform(TimerStart(taskId: 1, minutes: 60))
        return garden
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let next: FocusTimer.NextPhase
        let end: @Sendable (CoreGarden) throws -> Void

        init(
            _ description: String, _ next: FocusTimer.NextPhase,
            _ end: @escaping @Sendable (CoreGarden) throws -> Void
        ) {
            (testDescription, self.next, self.end) = (description, next, end)
        }
    }

    static let rows = [
        Row("finish", .rest) { try $0.perform(TimerFinish()) }, Row("stop", .none) { try $0.perform(TimerStop()) },
        Row("skip", .rest) { try $0.perform(TimerSkip()) },
        Row("restart", .focus) { try $0.perform(TimerStart(restart: true)) },
    ]

    @Test("P27: its minutes count and earn; it is neither a session nor an interruption", arguments: rows)
    func itsMinutesCount(_ row: Row) throws {
        let garden = try garden()
        let before = garden.state
        garden.advance(seconds: 3120)
        try row.end(garden)
        let session = try #require(try garden.ask(SessionList()).sessions.first)
        #expect(session.outcome == .partial)
        #expect([session.minutes, session.exp, session.points] == [52, 2, 20])
        #expect(try garden.exp == 2)
        #expect(garden.state.points.balance == 20)
        #expect(
            try garden.ask(StatsDay()).totals
                == StatisticsTotals(minutes: 52, sessions: 0, interruptions: 0, tasks: 0, earned: 20, spent: 0))
        #expect(garden.state.focusSums.today(garden.state.day.day, goalMinutes: 0).minutes == 52)
        #expect(try garden.ask(TaskGet(id: 1)).focuses == 0)
        #expect(try garden.ask(TaskGet(id: 1)).minutes == 52)
        #expect(try garden.ask(StatsStreak()).current == 1)
        #expect(garden.state.longRestCycle.completed(at: garden.moment.wall) == 0)
        #expect(try row.next.isIn(garden.timer))
        #expect(try garden.lines() == ["[09:52] focus 52 min Default", "[09:52] +20 pt ×1 Default → 20"])
        _ = try garden.undo()
        #expect(try garden.timer.remainingSeconds == 480)
        #expect(try garden.ask(SessionList()).sessions == [])
        #expect(
            try garden.ask(StatsDay()).totals
                == StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 0, earned: 0, spent: 0))
        let differences = before.revertible.differences(to: garden.state.revertible)
        #expect(differences.filter { !$0.hasPrefix(".timer") && !$0.hasPrefix(".clock") } == [])
    }

    @Test("P27: without the setting, finish is refused and names it, and a stop is an interruption")
    func withoutTheSetting() throws {
        let garden = try garden { $0.partialSessions = false }
        garden.advance(seconds: 3120)
        #expect(try garden.refusal(of: TimerFinish()) == .refused(.notSet, ["setting": "timer.partial_sessions"]))
        try garden.perform(TimerStop())
        #expect(try garden.ask(SessionList()).sessions.map(\.outcome) == [.stopped])
        #expect(try garden.exp == 0)
        #expect(try garden.refusal(of: TimerFinish()) == Refusal(.notRunning))
    }

    @Test("P27: a rest cannot be finished, and it leaves no session")
    func aRestCannotBeFinished() throws {
        let garden = try garden()
        garden.advance(seconds: 3600)
        #expect(try garden.timer.phase == .rest)
        #expect(try garden.refusal(of: TimerFinish()) == Refusal(.notRunning))
        try garden.perform(TimerStop())
        #expect(try garden.ask(SessionList()).sessions.map(\.outcome) == [.completed])
    }

    @Test("P27: finished while paused, it ends with the pause, and what was paused does not count")
    func finishedWhilePaused() throws {
        let garden = try garden { $0.startRest = .never }
        garden.at("09:30:00")
        try garden.perform(TimerPause())
        garden.at("09:40:00")
        try garden.perform(TimerFinish())
        let session = try #require(try garden.ask(SessionList()).sessions.first)
        #expect([session.minutes, session.exp] == [30, 1])
        #expect(try garden.timer == .stopped(session: 1))
    }

    @Test("P27: what an answer discards stays discarded")
    func whatIsDiscardedStays() throws {
        let garden = try garden()
        garden.at("09:02:00")
        garden.setPresence(.locked)
        garden.at("09:30:00")
        garden.setPresence(.active)
        try garden.perform(TimerResolve(answer: .discard))
        #expect(try garden.ask(SessionList()).sessions.map(\.outcome) == [.stopped])
        #expect(try garden.ask(StatsDay()).totals.minutes == 0)
    }

    @Test("P24, P30: a partial session of another length stays one")
    func anEditedOneStaysPartial() throws {
        let garden = try garden()
        garden.advance(seconds: 3120)
        try garden.perform(TimerStop())
        let session = try garden.perform(SessionEdit(id: 1, end: "9:24"))
        #expect(session.outcome == .partial)
        #expect([session.minutes, session.exp, session.points] == [24, 0, 0])
        #expect(try garden.exp == 0)
        #expect(try garden.ask(TaskGet(id: 1)).focuses == 0)
        #expect(try garden.ask(StatsDay()).totals.minutes == 24)
        #expect(try garden.ask(StatsDay()).totals.sessions == 0)
    }
}

extension FocusTimer {
    enum NextPhase: Sendable {
        case none, rest, focus

        func isIn(_ timer: FocusTimer) -> Bool {
            switch self {
            case .none: timer.phase == .stopped
            case .rest: timer.phase == .rest
            case .focus: timer.phase == .focus && timer.elapsedSeconds == 0
            }
        }
    }
}
