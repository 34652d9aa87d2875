import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// What a correction may not do: pay twice, take the time of another session, or put on one day what is of another (RULES P23, P30).
@Suite struct SessionCorrectionBoundTests {
    /// It is Friday, 2026-03-06, 12:00; an experience pays 10 points.
    private static func garden() throws -> CoreGarden {
        try CoreGarden(at: "2026-03-06T12:00:00Z") { $0.pointsPerFocus = 10 }
    }

    private static func earned(_ garden: CoreGarden, _ day: String) throws -> Int {
        try garden.ask(StatsDay(day: day)).totals.earned
    }

    @Test("P30: points that were kept are not paid again, however often a session is discarded and completed")
    func keptPointsAreNotPaidAgain() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "9:00-9:50"))
        #expect(garden.state.points.balance == 20)
        for _ in 1...3 {
            try garden.perform(SessionEdit(id: 1, outcome: .discarded, points: .keep))
            #expect(garden.state.points.balance == 20)
            let session = try garden.perform(SessionEdit(id: 1, outcome: .completed))
            #expect([session.exp, session.points, garden.state.points.balance] == [2, 20, 20])
        }
        // With less than it was, what it no longer earns goes; with more, only the difference comes.
        try garden.perform(SessionEdit(id: 1, end: "9:25", points: .keep))
        #expect(garden.state.points.balance == 20)
        try garden.perform(SessionEdit(id: 1, end: "9:50"))
        #expect(garden.state.points.balance == 20)
        try garden.perform(SessionEdit(id: 1, end: "10:15"))
        #expect(garden.state.points.balance == 30)
    }

    @Test("P30: points that a correction did not add come with none that follows")
    func pointsThatWereNotAdded() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "9:00-9:25"))
        try garden.perform(SessionEdit(id: 1, end: "10:15", points: .keep))
        #expect(garden.state.points.balance == 10)
        // Two of its three experiences are not paid.
        let shorter = try garden.perform(SessionEdit(id: 1, end: "9:50"))
        #expect([shorter.exp, shorter.points, garden.state.points.balance] == [2, 0, 0])
    }

    @Test("P14, P30: what a discarded session keeps because it was spent is not paid again")
    func spentPointsOfADiscardedSession() throws {
        let garden = try CoreGarden { $0.pointsPerFocus = 10 }
        garden.setPresence(.active)
        try garden.perform(TimerStart())
        garden.at("09:10:00")
        garden.setPresence(.locked)
        garden.at("09:40:00")
        garden.setPresence(.active)
        try garden.perform(PointsAdjust(amount: -6, reason: "tea"))
        let answer = try garden.perform(TimerResolve(answer: .discard))
        #expect(answer.session?.points == 6 && answer.missingPoints == 6 && garden.state.points.balance == 0)
        let session = try garden.perform(SessionEdit(id: 1, outcome: .completed))
        #expect([session.points, garden.state.points.balance] == [10, 4])
    }

    @Test("P23: a session that counts after all takes no time of another")
    func anOutcomeThatOverlaps() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "9:00-9:50"))
        try garden.perform(SessionEdit(id: 1, outcome: .discarded))
        try garden.perform(SessionAdd(text: "9:20-9:45"))
        let before = garden.state
        let refusal = try garden.refusal(of: SessionEdit(id: 1, outcome: .completed))
        #expect(refusal.reason == .overlaps)
        #expect(garden.state == before)
        // Its own time, without that of the other one.
        #expect(try garden.perform(SessionEdit(id: 1, end: "9:20", outcome: .completed)).minutes == 20)
    }

    @Test("P23: only the time that an edit adds is checked: an overlap that exists remains")
    func anOverlapThatExists() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "9:00-9:30"))
        try garden.perform(SessionAdd(text: "9:30-10:00"))
        try garden.change { t throws(GardenError) in
            // As a journal of another machine may have it.
            let before = try t.session(2)
            var after = before
            after.start = t.timestamp(("2026-03-06T09:20:00Z" as Timestamp).instant)
            try t.correct(.sessionEdited, before, to: after, "moved", reason: "moved")
        }
        #expect(try garden.perform(SessionEdit(id: 1, start: "8:50")).start == "2026-03-06T08:50:00Z")
        let refusal = try garden.refusal(of: SessionEdit(id: 1, end: "9:40"))
        #expect(refusal.reason == .overlaps)
    }

    @Test("P30: a session that moves to another day is paid on that day, and no longer on the first")
    func theDayOfPayMoves() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "9:00-9:50"))
        #expect(garden.state.points == PointsSummary(balance: 20, multiplier: 1, earnedToday: 20, spentToday: 0))
        try garden.perform(SessionEdit(id: 1, start: "2026-03-05 21:00", end: "2026-03-05 21:50"))
        #expect(garden.state.points == PointsSummary(balance: 20, multiplier: 1, earnedToday: 0, spentToday: 0))
        #expect(try [Self.earned(garden, "2026-03-05"), Self.earned(garden, "2026-03-06")] == [20, 0])
        // Each of the two days has a line about the points that it has more or less.
        #expect(
            try garden.lines().filter { $0.contains("pt adjusted") } == [
                "[12:00] −20 pt adjusted: corrected session 1 → 0"
            ])
        #expect(
            try garden.ask(LogList(day: "2026-03-05")).lines.map(\.text).filter { $0.contains("pt adjusted") } == [
                "[21:50] +20 pt adjusted: corrected session 1 → 20 (entered 2026-03-06 12:00)"
            ])
        _ = try garden.undo()
        #expect(garden.state.points == PointsSummary(balance: 20, multiplier: 1, earnedToday: 20, spentToday: 0))
        #expect(try [Self.earned(garden, "2026-03-05"), Self.earned(garden, "2026-03-06")] == [0, 20])
        // With nothing left to take, what is added comes first.
        try garden.perform(PointsAdjust(amount: -20, reason: "tea"))
        try garden.perform(SessionEdit(id: 1, start: "2026-03-05 21:00", end: "2026-03-05 21:50"))
        #expect(garden.state.points.balance == 0)
        #expect(try [Self.earned(garden, "2026-03-05"), Self.earned(garden, "2026-03-06")] == [20, 0])
    }

    @Test(
        "P30: a day alone moves a session to that day, with its times and pauses",
        arguments: ["yesterday", "thu", "2026-03-05"])
    func aDayAloneMovesIt(_ day: String) throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(start: "2026-03-06T08:10:20.500Z", minutes: 50))
        try garden.change { t throws(GardenError) in
            let before = try t.session(1)
            var after = before
            after.pauses = [TimeSpan("2026-03-06T08:20:00Z", "2026-03-06T08:30:00Z")]
            after.seconds -= 600
            try t.correct(.sessionEdited, before, to: after, "paused", reason: "paused")
        }
        let moved = try garden.perform(SessionEdit(id: 1, start: day))
        #expect(moved.start == "2026-03-05T08:10:20.500Z" && moved.end == "2026-03-05T09:00:20.500Z")
        #expect(moved.pauses == [TimeSpan("2026-03-05T08:20:00Z", "2026-03-05T08:30:00Z")] && moved.seconds == 2400)
        #expect(try garden.perform(SessionEdit(id: 1, start: day)) == moved)
    }

    @Test(
        "P30: a date of the calendar is that which lists show, a word is a day of the garden",
        arguments: [
            ("2026-03-05", "2026-03-05"), ("5 mar", "2026-03-05"), ("2026-03-04", "2026-03-04"),
            ("wed", "2026-03-05"), ("tue", "2026-03-04"),
        ])
    func theNightOfASession(_ day: String, start: String) throws {
        let garden = try Self.garden()
        // It counts for Wednesday, March 4.
        try garden.perform(SessionAdd(start: "2026-03-05T00:30:00Z", minutes: 50))
        let before = garden.state
        let session = try garden.perform(SessionEdit(id: 1, start: day))
        #expect(session.start.description == "\(start)T00:30:00.000+00:00" && session.minutes == 50)
        #expect((garden.state == before) == (start == "2026-03-05"))
    }

    @Test("P30: the day on which it is changes nothing, also in the hour that comes twice")
    func theSameDayInTheNightOfASetClock() throws {
        let garden = try CoreGarden(at: "2026-10-25T12:00:00Z", zone: "Europe/Berlin")
        // The second 02:30 of that night.
        let added = try garden.perform(SessionAdd(start: "2026-10-25T02:30:20+01:00", minutes: 20))
        let before = garden.state
        #expect(try garden.perform(SessionEdit(id: 1, start: "2026-10-25")) == added)
        #expect(garden.state == before)
    }

    @Test(
        "P30: of an hour that comes twice, the minute that lists show changes nothing, and its offset names the other one"
    )
    func theHourThatComesTwice() throws {
        let garden = try CoreGarden(at: "2026-10-25T12:00:00Z", zone: "Europe/Berlin")
        let added = try garden.perform(SessionAdd(start: "2026-10-25T00:30:00+02:00", minutes: 180))
        #expect(added.end == "2026-10-25T02:30:00+01:00")
        let before = garden.state
        for end in ["2:30", "02:30 +01:00", "2026-10-25T02:30:00+01:00"] {
            #expect(try garden.perform(SessionEdit(id: 1, end: end)) == added)
        }
        #expect(garden.state == before)
        for end in ["02:30 +10:30", "03:10 -08:30", "today +01:00"] {
            #expect(try garden.refusal(of: SessionEdit(id: 1, end: end)).details["param"] == "end")
        }
        let first = try garden.perform(SessionEdit(id: 1, end: "02:30 +02:00"))
        #expect(first.end == "2026-10-25T02:30:00+02:00" && first.minutes == 120)
        #expect(try garden.perform(SessionEdit(id: 1, end: "2026-10-25 02:15 +01:00")).minutes == 165)
        let parts = try garden.perform(SessionSplit(id: 1, at: "02:10 +01:00"))
        #expect(parts.map(\.minutes) == [160, 5])
    }

    @Test("P30: the parts of a session over the turn of the day are paid each on its own")
    func aSplitOverTheTurnOfTheDay() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(start: "2026-03-06 03:10", end: "2026-03-06 04:50"))
        #expect(try [Self.earned(garden, "2026-03-05"), Self.earned(garden, "2026-03-06")] == [0, 40])
        try garden.perform(SessionSplit(id: 1, at: "3:40"))
        #expect(try [Self.earned(garden, "2026-03-05"), Self.earned(garden, "2026-03-06")] == [10, 30])
        #expect(garden.state.points == PointsSummary(balance: 40, multiplier: 1, earnedToday: 30, spentToday: 0))
    }

    @Test("P22, P30: a session from before a reset of its garden has minutes only, also when it is edited")
    func aSessionFromBeforeAReset() throws {
        let garden = try Self.garden()
        try garden.change { t in t.emit(.gardenReset, .ofGarden(1, "Default", .own(0))) }
        garden.at("14:00:00")
        try garden.perform(SessionAdd(text: "9:00-9:50"))
        func exp() throws -> Int? { try garden.ask(GardenList()).first?.exp }
        let longer = try garden.perform(SessionEdit(id: 1, end: "10:30"))
        #expect([longer.minutes, longer.exp, longer.points] == [90, 0, 0])
        #expect(try exp() == 0 && garden.state.points.balance == 0)
        // After it, it is one like any other.
        let after = try garden.perform(SessionEdit(id: 1, start: "2026-03-06 12:00", end: "13:30"))
        #expect([after.minutes, after.exp, after.points] == [90, 3, 30])
        #expect(try exp() == 3 && garden.state.points.balance == 30)
        try garden.perform(SessionEdit(id: 1, start: "2026-03-06 9:00", end: "10:30"))
        #expect(try exp() == 0 && garden.state.points.balance == 0)
    }

    @Test("P23: the limits are those of the focus, without the pauses")
    func thePausesAreNoLength() throws {
        let garden = try CoreGarden(at: "2026-03-04T09:00:00Z") { ($0.startRest, $0.startFocus) = (.never, .never) }
        try garden.perform(TimerStart(minutes: 60))
        garden.at("09:30:00")
        try garden.perform(TimerPause())
        garden.advance(seconds: 26 * 3600)
        try garden.perform(TimerResume())
        garden.advance(seconds: 1800)
        let session = try garden.ask(SessionGet(id: 1))
        #expect(session.minutes == 60 && session.end == "2026-03-05T12:00:00Z")
        // Its times lie more than 24 hours apart, and may be corrected all the same.
        garden.advance(seconds: 3600)
        #expect(try garden.perform(SessionEdit(id: 1, end: "2026-03-05 12:10")).minutes == 70)
        let refusal = try garden.refusal(of: SessionEdit(id: 1, seconds: 4201))
        #expect(refusal.reason == .outOfRange)
    }
}
