import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// A correction keeps the days that a session has, unless it crosses the beginning of a day (RULES P13).
@Suite struct SessionDayTests {
    private static func garden(at start: String, zone: String = "UTC") throws -> CoreGarden {
        try CoreGarden(at: start, zone: zone) {
            $0.pointsPerFocus = 10
            ($0.startRest, $0.startFocus) = (.never, .never)
        }
    }

    private static func earned(_ garden: CoreGarden, _ day: String) throws -> Int {
        try garden.ask(StatsDay(day: day)).totals.earned
    }

    /// The clock was set back by two days before the session, so that it counts on the day of the daemon, not on that of its times.
    @Test func aClockThatWasSetBack() throws {
        let garden = try Self.garden(at: "2026-03-05T09:00:00Z")
        garden.stepClock(seconds: -2 * 86_400)
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        let before = try garden.ask(SessionGet(id: 1))
        #expect(before.day == "2026-03-05" && before.points == 10)
        #expect(try [Self.earned(garden, "2026-03-03"), Self.earned(garden, "2026-03-05")] == [0, 10])
        garden.advance(seconds: 600)
        let after = try garden.perform(SessionEdit(id: 1, end: "9:30"))
        #expect(after.day == "2026-03-05" && after.minutes == 30 && after.points == 10)
        #expect(garden.events.summary == ["09:35:00 session.edited"])
        #expect(try [Self.earned(garden, "2026-03-03"), Self.earned(garden, "2026-03-05")] == [0, 10])
        #expect(try garden.ask(PointsGet()).earnedToday == 10)
    }

    /// After a flight to the west the day remains, and all that is done counts on it: minutes, points and tasks alike.
    @Test("L7: a focus that begins on a day ahead of the calendar")
    func aFlightToTheWest() throws {
        let garden = try Self.garden(at: "2026-04-26T05:00:00+13:00", zone: "Pacific/Apia")
        try garden.travel(to: "America/New_York")
        garden.at("2026-04-25T20:30:00-04:00")
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        #expect(try garden.ask(SessionGet(id: 1)).day == "2026-04-26")
        let day = try garden.ask(StatsDay())
        #expect(day.day == "2026-04-26" && day.totals.sessions == 1 && day.totals.earned == 10)
        #expect(try Self.earned(garden, "2026-04-25") == 0)
        #expect(try garden.ask(StatsDay(day: "2026-04-25")).totals.minutes == 0)
    }

    private static func balance(_ garden: CoreGarden, _ day: String) throws -> Int {
        try garden.ask(PointsGet(asOf: day)).balance
    }

    /// It ends at the first instant of Thursday, and belongs to Wednesday with all that follows from it.
    @Test func anEndAtTheBeginningOfTheDay() throws {
        let garden = try Self.garden(at: "2026-03-04T12:00:00Z")
        garden.at("2026-03-05T09:00:00Z")
        try garden.perform(SessionAdd(text: "3:00-4:00 Maths"))
        #expect(try garden.ask(PointsGet()).earnedToday == 0)
        #expect(try [Self.earned(garden, "2026-03-04"), Self.earned(garden, "2026-03-05")] == [20, 0])
        #expect(try Self.balance(garden, "2026-03-04") == 20)
        #expect(try garden.lines().filter { $0.contains("Maths") } == [])
        try garden.perform(SessionEdit(id: 1, end: "3:30"))
        #expect(try [Self.earned(garden, "2026-03-04"), Self.earned(garden, "2026-03-05")] == [10, 0])
        #expect(try Self.balance(garden, "2026-03-04") == 10)
        try garden.perform(SessionRemove(id: 1))
        #expect(try garden.ask(PointsGet()).earnedToday == 0)
        #expect(try [Self.balance(garden, "2026-03-04"), garden.state.points.balance] == [0, 0])
    }

    /// The timer's session pays when it ends, on Thursday; a correction that moves its end pays on Wednesday.
    @Test func aTimedSessionThatEndsAtTheBeginningOfTheDay() throws {
        let garden = try Self.garden(at: "2026-03-05T03:35:00Z")
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        #expect(try [Self.earned(garden, "2026-03-04"), Self.earned(garden, "2026-03-05")] == [0, 10])
        garden.advance(seconds: 3600)
        try garden.perform(SessionEdit(id: 1, category: "Thesis"))
        try garden.perform(SessionEdit(id: 1, seconds: 1440))
        #expect(try [Self.earned(garden, "2026-03-04"), Self.earned(garden, "2026-03-05")] == [0, 10])
        try garden.perform(SessionEdit(id: 1, end: "3:55"))
        #expect(try [Self.earned(garden, "2026-03-04"), Self.earned(garden, "2026-03-05")] == [10, 0])
        #expect(try garden.ask(PointsGet()).earnedToday == 0)
    }

    /// A list shows 10:00–10:50 of what lasted from 10:00:08 to 10:50:08.
    @Test func theTimesThatAListShowsChangeNothing() throws {
        let garden = try Self.garden(at: "2026-03-05T10:00:08Z")
        try garden.perform(TimerStart(category: "Maths", minutes: 50))
        garden.at("2026-03-05T12:00:00Z")
        let before = try garden.ask(SessionGet(id: 1))
        #expect(before.exp == 2 && before.seconds == 3000)
        for (start, end) in [("10:00", nil), (nil, "10:50"), ("10:00", "10:50"), (nil, "2026-03-05 10:50")] {
            #expect(try garden.perform(SessionEdit(id: 1, start: start, end: end)) == before)
            #expect(garden.events == [])
        }
        // An instant is exact, and so is another minute, with what it is given with.
        #expect(try garden.perform(SessionEdit(id: 1, end: "2026-03-05T10:50:00Z")).seconds == 2992)
        #expect(
            try garden.refusal(of: SessionEdit(id: 1, seconds: 3000))
                == .refused(.outOfRange, ["seconds": 2992]))
        #expect(try garden.perform(SessionEdit(id: 1, start: "10:00", end: "10:51")).seconds == 3060)
    }

    /// It was paused on Friday night and went on on Monday.
    @Test func theEndOfALongSessionIsNamedWithItsDay() throws {
        let garden = try Self.garden(at: "2026-03-06T23:55:00Z")
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 300)
        try garden.perform(TimerPause())
        garden.at("2026-03-09T09:00:00Z")
        try garden.perform(TimerResume())
        garden.advance(seconds: 1200)
        try garden.perform(SessionEdit(id: 1, note: .set("calm")))
        try garden.perform(SessionRemove(ids: [1]))
        let lines = try garden.lines()
        #expect(
            lines == [
                "[04:00] 2026-03-09 · 0 pt · tier 0 ×1.0", "[09:20] focus 25 min Maths", "[09:20] +10 pt ×1 Maths → 10",
                "[09:20] corrected session 1: note calm",
                "[09:20] removed session 1: 25 min of Maths, 2026-03-06 23:55–2026-03-09 09:20",
                "[09:20] −10 pt adjusted: removed session 1 → 0",
            ])
    }

    @Test func theUndoOfACorrectionIsAtTheTimeOfTheSession() throws {
        let garden = try Self.garden(at: "2026-03-05T12:00:00Z")
        try garden.perform(SessionAdd(text: "yesterday 10:00-10:50 Maths"))
        try garden.perform(SessionEdit(id: 1, category: "Thesis"))
        garden.at("2026-03-06T17:43:00Z")
        try garden.perform(JournalUndo())
        try garden.perform(JournalRedo())
        let lines = try garden.lines(of: "2026-03-04").suffix(3)
        #expect(
            lines == [
                "[10:50] corrected session 1: Maths → Thesis (entered 2026-03-05 12:00)",
                "[10:50] undone: added the category Thesis, corrected session 1: Maths → Thesis, +2 exp Maths "
                    + "(entered 2026-03-06 17:43)",
                "[10:50] redone: added the category Thesis, corrected session 1: Maths → Thesis, −2 exp Maths "
                    + "(entered 2026-03-06 17:43)",
            ])
    }

    /// 22:00–22:25 in New York is the next day in Tokyo, where it is corrected.
    @Test func anotherTimeZone() throws {
        let garden = try Self.garden(at: "2026-03-05T03:00:00Z", zone: "America/New_York")
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        let before = try garden.ask(SessionGet(id: 1))
        #expect(before.day == "2026-03-04" && before.points == 10)
        garden.advance(seconds: 86_400)
        try garden.travel(to: "Asia/Tokyo")
        let after = try garden.perform(SessionEdit(id: 1, seconds: 1200))
        #expect(after.day == "2026-03-04" && after.points == 10)
        // What led to it is dated by one clock, the present one.
        let steps = try garden.ask(JournalExplain(what: .session, id: 1))
        #expect(steps.map(\.at.offsetText) == ["+09:00"])
        let longer = try garden.perform(SessionEdit(id: 1, end: "22:30"))
        #expect(longer.day == "2026-03-04" && longer.start == before.start)
        #expect(try Self.earned(garden, "2026-03-04") == 10)
        // Moved to another day, it counts on that day.
        let moved = try garden.perform(SessionEdit(id: 1, start: "2026-03-04 12:00", end: "2026-03-04 12:25"))
        #expect(moved.day == "2026-03-04")
        let earlier = try garden.perform(SessionEdit(id: 1, start: "2026-03-03 12:00", end: "2026-03-03 12:25"))
        #expect(earlier.day == "2026-03-03")
        #expect(try [Self.earned(garden, "2026-03-03"), Self.earned(garden, "2026-03-04")] == [10, 0])
    }
}
