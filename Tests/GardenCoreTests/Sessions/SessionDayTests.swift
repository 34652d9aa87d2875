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

    /// The clock was set back by two days before the session, so that it pays on the day of the daemon, not on that of its times.
    @Test func aClockThatWasSetBack() throws {
        let garden = try Self.garden(at: "2026-03-05T09:00:00Z")
        garden.stepClock(seconds: -2 * 86_400)
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        let before = try garden.ask(SessionGet(id: 1))
        #expect(before.day == "2026-03-03" && before.points == 10)
        #expect(try [Self.earned(garden, "2026-03-03"), Self.earned(garden, "2026-03-05")] == [0, 10])
        garden.advance(seconds: 600)
        let after = try garden.perform(SessionEdit(id: 1, end: "9:30"))
        #expect(after.day == "2026-03-03" && after.minutes == 30 && after.points == 10)
        #expect(garden.events.summary == ["09:35:00 session.edited"])
        #expect(try [Self.earned(garden, "2026-03-03"), Self.earned(garden, "2026-03-05")] == [0, 10])
        #expect(try garden.ask(PointsGet()).earnedToday == 10)
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
