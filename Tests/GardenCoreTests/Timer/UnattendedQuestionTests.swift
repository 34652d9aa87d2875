import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Sessions that began by themselves and that nothing showed the person in (RULES P18, P20). It is Thursday, 18:00; presence is
/// unknown, and each session pays 10 points.
@Suite struct UnattendedQuestionTests {
    /// A garden in which the timer was started at 18:00, and left alone until 8:00 on the next day.
    private static func garden(
        hours: Int = 14, _ configure: (inout Settings) -> Void = { _ in }
    ) throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-03-05T18:00:00Z") {
            $0.pointsPerFocus = 10
            configure(&$0)
        }
        try garden.perform(TimerStart(category: "Work"))
        garden.advance(seconds: hours * 3600)
        return garden
    }

    private static func question(_ garden: CoreGarden) throws -> Question? { try garden.ask(DaemonStatus()).question }

    @Test("P20: at the next sign of the person, the sessions without a sign of it are asked about, once")
    func theNextSign() throws {
        let garden = try Self.garden()
        #expect(garden.state.lastSessionId == 5)
        let question = Question(
            kind: .unattended, sessions: [2, 3, 4, 5], seconds: 6000, since: "2026-03-05T18:30:00Z",
            answers: [.keep, .discard])
        // A person who looks first sees it, without a notification.
        #expect(try Self.question(garden) == question)
        #expect(try garden.ask(NotificationList()).filter { $0.kind == .unattended } == [])
        try garden.perform(TaskAdd(title: "tea"))
        garden.advance(seconds: 0)
        #expect(try Self.question(garden) == question)
        #expect(try garden.ask(DaemonStatus()).questions == [question])
        let planned = try garden.ask(NotificationList()).first { $0.kind == .unattended }
        #expect(planned?.body == "4 sessions without a sign of you (2026-03-05 18:30–2026-03-05 20:25).")
        #expect(planned?.actions.map(\.action) == [.keep, .discard])
        // A session that begins does not end it, and another sign asks nothing.
        try garden.perform(TimerStart())
        garden.advance(seconds: 60)
        #expect(try garden.ask(DaemonStatus()).questions == [question])

        let answer = try garden.perform(TimerResolve(answer: .keep))
        #expect(answer.removed == [] && answer.missingPoints == 0)
        #expect(try Self.question(garden) == nil)
        #expect(try garden.ask(SessionList()).sessions.count == 5)
        #expect(garden.state.points.balance == 50)
    }

    @Test("P18: the notification of the rest after which the timer stops says why", arguments: [1, 2])
    func theNotificationOfTheStop(limit: Int) throws {
        let garden = try CoreGarden { $0.unattendedSessions = limit }
        try garden.perform(TimerStart())
        garden.advance(seconds: 10 * 1800)
        let sessions = limit == 1 ? "1 session" : "2 sessions"
        #expect(
            try garden.ask(NotificationList()).last { $0.kind == .restCompleted }?.body
                == "\(sessions) began without a sign of you, so the timer stopped. Session \(limit + 2) is ready to start."
        )
    }

    @Test("P20: it is answered before another sign, which the answer is", arguments: [LockAnswer.keep, .discard])
    func answeredAtFirstSight(answer: LockAnswer) throws {
        let garden = try Self.garden()
        let before = garden.revertible
        let resolution = try garden.perform(TimerResolve(answer: answer))
        #expect(resolution.removed.map(\.id) == (answer == .discard ? [2, 3, 4, 5] : []))
        #expect(try garden.ask(SessionList()).sessions.count == (answer == .discard ? 1 : 5))
        try garden.perform(TaskAdd(title: "tea"))
        garden.advance(seconds: 0)
        #expect(try garden.ask(DaemonStatus()).questions == [])
        guard answer == .discard else { return }
        _ = try garden.undo(2)
        #expect(garden.differences(from: before).filter { !$0.hasPrefix(".questions") } == [])
        #expect(try garden.ask(DaemonStatus()).questions == [])
    }

    @Test("P20: while sessions still begin by themselves, the status has no question")
    func notWhileTheTimerRuns() throws {
        let garden = try CoreGarden { $0.unattendedSessions = 0 }
        try garden.perform(TimerStart())
        garden.advance(seconds: 5 * 1800)
        #expect(garden.state.timer.run != nil)
        #expect(try garden.ask(DaemonStatus()).questions == [])
    }

    @Test(
        "P20: discard removes them in one change, which undo takes back; the question does not come back",
        arguments: [50, 15])
    func discardRemovesThem(balance: Int) throws {
        let garden = try Self.garden()
        try garden.perform(PointsAdjust(amount: balance - 50 + 1, reason: "tea"))
        garden.advance(seconds: 0)
        try garden.perform(PointsAdjust(amount: -1, reason: "tea"))
        let answer = try garden.perform(TimerResolve(kind: .unattended, answer: .discard))
        #expect(answer.removed.map(\.id) == [2, 3, 4, 5])
        #expect(answer.missingPoints == max(0, 40 - balance))
        #expect(garden.state.points.balance == max(0, balance - 40))
        #expect(try garden.ask(SessionList()).sessions.map(\.id) == [1])
        #expect(try garden.ask(GardenList()).map(\.exp) == [0, 1])
        let totals = try garden.ask(StatsDay(day: "2026-03-05")).totals
        #expect([totals.minutes, totals.sessions, totals.earned] == [25, 1, 10])

        #expect(try garden.undo().map(\.method) == ["timer.resolve"])
        #expect(try garden.ask(SessionList()).sessions.map(\.id) == [5, 4, 3, 2, 1])
        #expect(garden.state.points.balance == balance)
        #expect(try garden.ask(StatsDay(day: "2026-03-05")).totals.minutes == 125)
        garden.advance(seconds: 60)
        #expect(try Self.question(garden) == nil)
    }

    @Test("P20: the answer to the notification says the same", arguments: [LockAnswer.keep, .discard], [0, 15])
    func theNotificationIsAnswered(answer: LockAnswer, spent: Int) throws {
        let garden = try Self.garden()
        try garden.perform(PointsAdjust(amount: -15 - spent, reason: "tea"))
        garden.advance(seconds: 0)
        let outcome = try garden.perform(NotificationAct(action: answer == .keep ? .keep : .discard))
        #expect(outcome.kind == .unattended)
        #expect(outcome.removed?.map(\.id) == (answer == .keep ? nil : [2, 3, 4, 5]))
        #expect(outcome.missingPoints == (answer == .keep ? nil : spent + 5))
    }

    @Test(
        "P20: fewer than three, or than the limit, are kept without a question",
        arguments: [(2, 16, 0), (3, 16, 3), (2, 2, 2), (1, 1, 1)])
    func fewAreKept(count: Int, limit: Int, asked: Int) throws {
        let garden = try Self.garden(hours: 0) { $0.unattendedSessions = limit }
        garden.advance(seconds: 1500 + count * 1800)
        try garden.perform(TaskAdd(title: "tea"))
        garden.advance(seconds: 0)
        #expect(try Self.question(garden)?.sessions.count ?? 0 == asked)
    }

    @Test("P20: it lapses at the second rollover after the sign, and then they are kept")
    func itLapses() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "tea"))
        garden.advance(seconds: 40 * 3600)
        // Saturday, 00:00, and then Sunday, 03:59 and 04:00.
        #expect(try Self.question(garden) != nil)
        garden.advance(seconds: 4 * 3600 - 60)
        #expect(try Self.question(garden) != nil)
        garden.advance(seconds: 60)
        #expect(try Self.question(garden) == nil)
        #expect(try garden.refusal(of: TimerResolve(answer: .discard)) == .refused(.tooLate))
        #expect(try garden.ask(SessionList()).sessions.count == 5)
    }

    @Test("P20: a session that was corrected or removed leaves the question")
    func aCorrectedSessionLeaves() throws {
        let garden = try Self.garden()
        try garden.perform(SessionRemove(id: 2))
        garden.advance(seconds: 0)
        try garden.perform(SessionEdit(id: 4, category: "Home"))
        #expect(try Self.question(garden)?.sessions == [3, 5])
        try garden.perform(SessionRemove(ids: [3, 5]))
        #expect(try Self.question(garden) == nil)
    }

    @Test("P18, P20: sessions in which the person was seen are not asked about")
    func seenSessions() throws {
        let garden = try Self.garden(hours: 0)
        for _ in 1...4 {
            garden.advance(seconds: 1800)
            try garden.perform(LogNote(text: "here"))
        }
        garden.advance(seconds: 0)
        #expect(garden.state.lastSessionId == 4)
        #expect(try Self.question(garden) == nil)
    }

    @Test("P20: the return to a desktop that knows of absences is a sign, too")
    func theReturnToTheDesktop() throws {
        let garden = try Self.garden()
        garden.setPresence(.locked)
        #expect(garden.state.questions.asked == [])
        garden.setPresence(.active)
        garden.advance(seconds: 0)
        #expect(try Self.question(garden)?.sessions == [2, 3, 4, 5])
    }
}
