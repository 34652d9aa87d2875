import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// The examples of RULES on days: the first day of a garden, and its later days.
@Suite("The day")
struct DayRuleTests {
    /// An instant, the day it belongs to, and the hours that day lasts.
    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var zone: String
        var instant: String
        var day: CalendarDay
        var hours: Int

        init(_ testDescription: String, _ zone: String, _ instant: String, _ day: CalendarDay, hours: Int = 24) {
            (self.testDescription, self.zone) = (testDescription, zone)
            (self.instant, self.day, self.hours) = (instant, day, hours)
        }
    }

    static let rows: [Row] = [
        Row("L1: Tokyo 03:59:59 is the day before", "Asia/Tokyo", "2026-05-02T03:59:59+09:00", "2026-05-01"),
        Row("L1: Tokyo 04:00:00 is today", "Asia/Tokyo", "2026-05-02T04:00:00+09:00", "2026-05-02"),
        Row(
            "L2: Berlin 2026-03-29 03:59:59 is the day before, of 23 h", "Europe/Berlin", "2026-03-29T03:59:59+02:00",
            "2026-03-28", hours: 23),
        Row("L2: Berlin 2026-03-29 04:30", "Europe/Berlin", "2026-03-29T04:30:00+02:00", "2026-03-29"),
        Row(
            "L2: Berlin 2026-10-25 03:30 is the day before, of 25 h", "Europe/Berlin", "2026-10-25T03:30:00+01:00",
            "2026-10-24", hours: 25),
        Row("L2: Berlin 2026-10-25 04:00", "Europe/Berlin", "2026-10-25T04:00:00+01:00", "2026-10-25"),
        Row("L2: New York 2026-03-08 04:15", "America/New_York", "2026-03-08T04:15:00-04:00", "2026-03-08"),
        Row(
            "L2: New York 2026-03-08 03:59 is the day before, of 23 h", "America/New_York",
            "2026-03-08T03:59:00-04:00", "2026-03-07", hours: 23),
        Row(
            "L2: New York 2026-11-01 03:15 is the day before, of 25 h", "America/New_York",
            "2026-11-01T03:15:00-05:00", "2026-10-31", hours: 25),
        Row(
            "L3: Baku 2015-03-29 begins at 05:00: just before, the day before, of 24 h", "Asia/Baku",
            "2015-03-29T03:59:59+04:00", "2015-03-28"),
        Row(
            "L3: Baku 2015-03-29 begins at 05:00, and lasts until the next 04:00, 23 h", "Asia/Baku",
            "2015-03-29T05:00:00+05:00", "2015-03-29", hours: 23),
        Row(
            "L3: Baku 2015-10-25 begins at the first of two 04:00", "Asia/Baku", "2015-10-25T04:00:00+05:00",
            "2015-10-25", hours: 25),
        Row(
            "L3: Baku 2015-10-25, the second 04:00 begins nothing", "Asia/Baku", "2015-10-25T04:00:00+04:00",
            "2015-10-25", hours: 25),
        Row("L3: Apia 2011-12-29 is followed by 12-31", "Pacific/Apia", "2011-12-29T23:59:59-10:00", "2011-12-29"),
        Row("L3: Apia 2011-12-31 03:59 is 12-29 still", "Pacific/Apia", "2011-12-31T03:59:59+14:00", "2011-12-29"),
        Row("L1: 2024-03-01 03:00 is the leap day", "UTC", "2024-03-01T03:00:00Z", "2024-02-29"),
    ]

    @Test("a new garden begins on the day of the instant, and an older one has reached it", arguments: rows)
    func anInstantBelongsToItsLogicalDay(row: Row) throws {
        let born = try CoreGarden(at: row.instant, zone: row.zone)
        let twoDaysBefore = Timestamp(
            instant: instant(row.instant).advanced(byMilliseconds: -2 * 86_400_000), offsetSeconds: 0)
        let lived = try CoreGarden(at: twoDaysBefore.description, zone: row.zone)
        lived.at(row.instant)
        for garden in [born, lived] {
            let today = try garden.ask(DayGet())
            #expect(today.day == row.day)
            #expect(today.timezone == row.zone)
            let milliseconds = Instant.milliseconds(from: today.startsAt.instant, to: today.endsAt.instant)
            #expect(milliseconds == row.hours * 3_600_000)
        }
    }

    @Test("L1: Tokyo, 03:59:59 and 04:00:00")
    func theBoundaryIsACrossing() throws {
        let garden = try CoreGarden(at: "2026-05-01T12:00:00+09:00", zone: "Asia/Tokyo")
        garden.at("2026-05-02T03:59:59+09:00")
        #expect(garden.events == [])
        #expect(garden.today == "2026-05-01")
        garden.advance(seconds: 1)
        #expect(try garden.crossings == ["2026-05-02 at 2026-05-02T04:00:00.000+09:00"])
        #expect(garden.today == "2026-05-02")
    }

    @Test("L5: a crossing closes the day's sums, purchases and log, in order, and begins the log with its header")
    func aCrossingEmitsItsEventsInOrder() throws {
        let garden = try CoreGarden {
            ($0.pointsPerFocus, $0.minMinutes) = (10, 0)
            $0.startRest = .never
        }
        try garden.perform(TimerStart(minutes: 1))
        garden.advance(seconds: 60)
        try garden.perform(ShopAdd(name: "tea", price: 1))
        try garden.perform(ShopBuy(name: "tea"))
        try garden.perform(RateForce(tier: 1, days: 1))
        garden.at("2026-01-02T04:00:00Z")
        #expect(
            garden.events.map(\.type) == [
                "day.rolledOver", "timer.edited", "points.dayClosed", "shop.dayClosed", "rate.decayed",
                "rate.lowered", "log.closed", "log.written",
            ])
        #expect(
            try garden.ask(PointsGet()) == PointsSummary(balance: 9, multiplier: 1, earnedToday: 0, spentToday: 0))
        #expect(try garden.published(EventKind.shopDayClosed).map(\.data) == [PurchasesClosed(purchases: 1)])
        #expect(
            try garden.published(EventKind.dayRolledOver) == [
                Published(
                    at: "2026-01-02T04:00:00Z",
                    data: Today(
                        day: "2026-01-02", startsAt: "2026-01-02T04:00:00Z", endsAt: "2026-01-03T04:00:00Z",
                        timezone: "UTC"),
                    before: Today(
                        day: "2026-01-01", startsAt: "2026-01-01T04:00:00Z", endsAt: "2026-01-02T04:00:00Z",
                        timezone: "UTC"))
            ])
    }

    @Test("L3: Baku 2015-03-29 has no 04:00 and begins at 05:00 local, 00:00Z")
    func aDayBeginsAfterAGap() throws {
        let garden = try CoreGarden(at: "2015-03-28T12:00:00+04:00", zone: "Asia/Baku")
        garden.at("2015-03-28T23:59:59Z")
        #expect(garden.today == "2015-03-28")
        garden.at("2015-03-29T00:00:00Z")
        #expect(
            try garden.ask(DayGet())
                == Today(
                    day: "2015-03-29", startsAt: "2015-03-29T05:00:00+05:00", endsAt: "2015-03-30T04:00:00+05:00",
                    timezone: "Asia/Baku"))
        #expect(try garden.crossings == ["2015-03-29 at 2015-03-29T05:00:00.000+05:00"])
        #expect(try garden.lines() == ["[05:00] 2015-03-29 · 0 pt · tier 0 ×1.0"])
    }

    @Test("L3: Baku 2015-10-25 begins at the first 04:00, 10-24T23:00Z; the next day at 10-26T00:00Z")
    func aDayBeginsAtTheFirstOfTwoEqualWallTimes() throws {
        let garden = try CoreGarden(at: "2015-10-24T12:00:00+05:00", zone: "Asia/Baku")
        garden.at("2015-10-24T22:59:59Z")
        #expect(garden.today == "2015-10-24")
        garden.at("2015-10-24T23:00:00Z")
        #expect(try garden.crossings == ["2015-10-25 at 2015-10-25T04:00:00.000+05:00"])
        garden.at("2015-10-25T23:59:59Z")
        #expect(garden.events == [])
        garden.at("2015-10-26T00:00:00Z")
        #expect(try garden.crossings == ["2015-10-26 at 2015-10-26T04:00:00.000+04:00"])
    }

    @Test("L3: Apia: 2011-12-31 follows 12-29 with one crossing")
    func aDateSkippedByTheZoneIsNotACrossing() throws {
        let garden = try CoreGarden(at: "2011-12-29T12:00:00-10:00", zone: "Pacific/Apia")
        try garden.perform(RateAdd(amount: 3500))
        garden.at("2011-12-31T12:00:00+14:00")
        #expect(try garden.crossings == ["2011-12-31 at 2011-12-31T04:00:00.000+14:00"])
        #expect(garden.today == "2011-12-31")
        #expect(try garden.rate == "3000/T1/1")
    }

    @Test("L1: the hour is a setting")
    func theStartHourIsASetting() throws {
        let garden = try CoreGarden(at: "2026-05-01T12:00:00Z", zone: "Asia/Tokyo") { $0.dayStartHour = 0 }
        garden.at("2026-05-01T14:59:59Z")
        #expect(garden.today == "2026-05-01")
        garden.advance(seconds: 1)
        #expect(try garden.crossings == ["2026-05-02 at 2026-05-02T00:00:00.000+09:00"])
    }

    @Test("L4: each kind of absence over four crossings: each crossing at its boundary")
    func anAbsenceSkipsNoCrossing() throws {
        let garden = try CoreGarden()
        for (absence, days) in [
            (.down, ["02", "03", "04", "05"]), (.reboot, ["06", "07", "08", "09"]), (.sleep, ["10", "11", "12", "13"]),
        ] as [(RateRuleTests.Absence, [String])] {
            garden.pass(days: 4, by: absence)
            #expect(try garden.crossings == days.map { "2026-01-\($0) at 2026-01-\($0)T04:00:00.000+00:00" })
        }
    }

    @Test("L8: a focus that ends as the day begins: the rollover first")
    func theRolloverPrecedesAFocusThatEndsAtTheBoundary() throws {
        let garden = try CoreGarden(at: "2026-01-02T03:35:00Z")
        try garden.perform(TimerStart())
        garden.advance(seconds: 1500)
        #expect(
            garden.events.summary == [
                "04:00:00 day.rolledOver", "04:00:00 focus.completed", "04:00:00 garden.grew",
                "04:00:00 timer.started",
            ])
        #expect(garden.today == "2026-01-02")
        #expect(try garden.lines() == ["[04:00] 2026-01-02 · 0 pt · tier 0 ×1.0", "[04:00] focus 25 min Default"])
    }

    @Test("L10: after a boot with a wrong clock, day.correct sets the current day once")
    func aWrongDayIsCorrected() throws {
        let garden = try CoreGarden()
        try garden.perform(LogNote(text: "before"))
        garden.stepClock(seconds: 345_600)
        #expect(garden.today == "2026-01-05")
        garden.stepClock(seconds: -345_600)
        #expect(garden.today == "2026-01-05")
        let first = Today(
            day: "2026-01-01", startsAt: "2026-01-01T04:00:00Z", endsAt: "2026-01-02T04:00:00Z", timezone: "UTC")
        #expect(try garden.perform(DayCorrect()) == first)
        #expect(garden.events.map(\.type) == ["day.corrected", "log.moved", "log.written"])
        #expect(try garden.perform(DayCorrect()) == first)
        #expect(garden.events == [])
        garden.at("2026-01-02T04:00:00Z")
        #expect(garden.today == "2026-01-02")
    }
}
