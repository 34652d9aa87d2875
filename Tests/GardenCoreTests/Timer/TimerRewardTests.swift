import GardenAPI
import Testing

@testable import GardenCore

/// What a session of the timer earns (RULES P24, S4).
@Suite("What a timed session earns")
struct TimerRewardTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let minutes: Int
        let exp: Int
        /// Other settings than the usual ones.
        var configure: @Sendable (inout Settings) -> Void = { _ in }
        var what = ""

        var testDescription: String { "\(minutes) min → \(exp) exp\(what)" }
    }

    static let rows = [
        Row(minutes: 24, exp: 1), Row(minutes: 25, exp: 1), Row(minutes: 49, exp: 1), Row(minutes: 50, exp: 2),
        Row(minutes: 90, exp: 3), Row(minutes: 5, exp: 1), Row(minutes: 4, exp: 0), Row(minutes: 1, exp: 0),
        Row(minutes: 1, exp: 1, configure: { $0.focusMinutes = 1 }, what: " with sessions of 1 min"),
        Row(minutes: 2, exp: 0, configure: { $0.focusMinutes = 3 }, what: " with sessions of 3 min"),
        Row(minutes: 1, exp: 1, configure: { $0.minMinutes = 0 }, what: " without a least length"),
        Row(minutes: 29, exp: 1, configure: { $0.minMinutes = 30 }, what: ": no longer than the usual session"),
        Row(minutes: 29, exp: 2, configure: { $0.expMinutes = 10 }, what: " at 10 min each"),
    ]

    @Test("P24: by its length; the points are per exp, and its minutes count", arguments: rows)
    func itEarnsByItsLength(_ row: Row) throws {
        let garden = try CoreGarden {
            ($0.pointsPerFocus, $0.startRest) = (10, .never)
            row.configure(&$0)
        }
        try garden.perform(TimerStart(minutes: row.minutes))
        garden.advance(seconds: row.minutes * 60)
        let session = try #require(try garden.published(EventKind.focusCompleted).first).data.session
        #expect([session.minutes, session.exp, session.points] == [row.minutes, row.exp, row.exp * 10])
        #expect(garden.state.points.balance == row.exp * 10)
        let grown = Garden.standard(exp: row.exp, level: 0, inLevel: row.exp, toNext: 10 - row.exp)
        #expect(try garden.ask(GardenList()) == [grown])
        #expect(
            garden.events.summary.map { $0.dropFirst(9) }
                == ["focus.completed"] + (row.exp > 0 ? ["garden.grew", "points.earned"] : []))
        #expect(
            try garden.ask(StatsDay()).totals
                == StatisticsTotals(
                    minutes: row.minutes, sessions: 1, interruptions: 0, tasks: 0, earned: row.exp * 10, spent: 0))
        // S4: with goal 0, a session that earns reaches it.
        #expect(try garden.ask(StatsStreak()).reachedToday == (row.exp > 0))
        #expect(try garden.ask(StatsStreak()).current == (row.exp > 0 ? 1 : 0))
    }

    struct EditRow: CustomTestStringConvertible, Sendable {
        let before: Int
        let after: Int
        let exp: Int
        var testDescription: String { "\(before) → \(after) min: \(exp) exp" }
    }

    @Test(
        "P24, P30: a session of another length stays a timed one",
        arguments: [
            EditRow(before: 25, after: 24, exp: 1), EditRow(before: 25, after: 5, exp: 1),
            EditRow(before: 25, after: 4, exp: 0), EditRow(before: 4, after: 10, exp: 1),
            EditRow(before: 50, after: 25, exp: 1), EditRow(before: 25, after: 60, exp: 2),
        ])
    func anEditedSessionStaysTimed(_ row: EditRow) throws {
        let garden = try CoreGarden { ($0.pointsPerFocus, $0.startRest) = (10, .never) }
        try garden.perform(TimerStart(minutes: row.before))
        garden.advance(seconds: 4 * 3600)
        let end = "2026-01-01T\(row.after < 60 ? "09" : "10"):\(row.after % 60 < 10 ? "0" : "")\(row.after % 60):00Z"
        let session = try garden.perform(SessionEdit(id: 1, end: end))
        #expect([session.minutes, session.exp, session.points] == [row.after, row.exp, row.exp * 10])
        #expect(try garden.exp == row.exp)
        #expect(garden.state.points.balance == row.exp * 10)
        #expect(try garden.ask(StatsStreak()).current == (row.exp > 0 ? 1 : 0))
        _ = try garden.undo()
        #expect(try garden.ask(StatsStreak()).current == (row.before > 4 ? 1 : 0))
        #expect(try garden.exp == (row.before == 50 ? 2 : row.before > 4 ? 1 : 0))
    }

    @Test("P24: a discarded session takes back all that it earned")
    func aDiscardedSessionTakesBackAll() throws {
        let garden = try CoreGarden { ($0.pointsPerFocus, $0.startRest) = (10, .never) }
        try garden.perform(TimerStart(minutes: 50))
        garden.advance(seconds: 600)
        try garden.perform(PresenceSet(presence: .locked))
        garden.advance(seconds: 3000)
        #expect(try garden.exp == 2)
        try garden.perform(PresenceSet(presence: .active))
        try garden.perform(TimerResolve(answer: .discard))
        #expect(try garden.exp == 0)
        #expect(garden.state.points.balance == 0)
        #expect(try garden.ask(StatsStreak()).current == 0)
    }
}
