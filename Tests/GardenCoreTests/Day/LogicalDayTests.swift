import GardenAPI
import TestSupport
import Testing

@testable import GardenCore
@testable import TimeKit

@Suite struct LogicalDayTests {
    /// RULES §1, examples; the offset distinguishes two equal wall times.
    @Test(arguments: [
        // L1
        ("Asia/Tokyo", "2026-11-21T03:59:59+09:00", "2026-11-20"),
        ("Asia/Tokyo", "2026-11-21T03:59:59.999+09:00", "2026-11-20"),
        ("Asia/Tokyo", "2026-11-21T04:00:00+09:00", "2026-11-21"),
        ("Asia/Tokyo", "2024-03-01T03:00:00+09:00", "2024-02-29"),
        ("Asia/Tokyo", "2026-01-01T00:00:00+09:00", "2025-12-31"),
        // L2
        ("Europe/Berlin", "2026-03-29T04:30:00+02:00", "2026-03-29"),
        ("Europe/Berlin", "2026-10-25T03:30:00+01:00", "2026-10-24"),
        ("America/New_York", "2026-03-08T04:15:00-04:00", "2026-03-08"),
        ("America/New_York", "2026-11-01T03:15:00-05:00", "2026-10-31"),
        // L3
        ("Asia/Baku", "2015-03-29T03:59:59+04:00", "2015-03-28"),
        ("Asia/Baku", "2015-03-29T05:00:00+05:00", "2015-03-29"),
        ("Asia/Baku", "2015-10-25T03:59:59+05:00", "2015-10-24"),
        ("Asia/Baku", "2015-10-25T04:00:00+05:00", "2015-10-25"),
        ("Asia/Baku", "2015-10-25T04:00:00+04:00", "2015-10-25"),
        ("Asia/Baku", "2015-10-26T03:59:59+04:00", "2015-10-25"),
        ("Pacific/Apia", "2011-12-29T23:59:59-10:00", "2011-12-29"),
        ("Pacific/Apia", "2011-12-31T03:59:59+14:00", "2011-12-29"),
        ("Pacific/Apia", "2011-12-31T04:00:00+14:00", "2011-12-31"),
    ])
    func anInstantHasItsLogicalDay(zone: String, at: String, expected: String) throws {
        let days = LogicalDay(startHour: 4, zone: try TestZones.load(zone))
        #expect(days.day(of: instant(at)) == day(expected))
    }

    @Test(
        arguments: [
            ("Asia/Tokyo", 4, "2026-11-21", "2026-11-20T19:00:00Z"),
            ("Asia/Tokyo", 0, "2026-11-21", "2026-11-20T15:00:00Z"),
            ("Asia/Baku", 4, "2015-03-29", "2015-03-29T00:00:00Z"),
            ("Asia/Baku", 4, "2015-10-25", "2015-10-24T23:00:00Z"),
            ("Asia/Baku", 4, "2015-10-26", "2015-10-26T00:00:00Z"),
            ("Pacific/Apia", 4, "2011-12-29", "2011-12-29T14:00:00Z"),
            ("Pacific/Apia", 4, "2011-12-31", "2011-12-30T14:00:00Z"),
            // Midnight is skipped, and shown twice.
            ("America/Sao_Paulo", 0, "2018-11-04", "2018-11-04T03:00:00Z"),
            ("America/Sao_Paulo", 0, "2018-02-18", "2018-02-18T03:00:00Z"),
            ("America/Havana", 0, "2026-11-01", "2026-11-01T04:00:00Z"),
            // Nuuk puts its clock from 23:00 to midnight: the day of hour 23 begins on the next date (L3).
            ("America/Nuuk", 23, "2024-03-30", "2024-03-31T01:00:00Z"),
            ("America/Nuuk", 23, "2024-03-31", "2024-04-01T00:00:00Z"),
        ] as [(String, Int, String, String)])
    func aDateHasItsBoundary(zone: String, startHour: Int, date: String, expected: String) throws {
        let days = LogicalDay(startHour: startHour, zone: try TestZones.load(zone))
        #expect(days.boundary(of: day(date)) == instant(expected))
    }

    /// RULES L1: St John's put its clock back from 00:01 to 23:01, and the day that had begun stayed.
    @Test func theDayStaysWhenTheClockIsPutBackOverItsBoundary() throws {
        let days = LogicalDay(startHour: 0, zone: try TestZones.load("America/St_Johns"))
        #expect(days.boundary(of: day("2010-11-07")) == instant("2010-11-07T00:00:00-02:30"))
        #expect(days.day(of: instant("2010-11-06T23:59:59-02:30")) == day("2010-11-06"))
        #expect(days.day(of: instant("2010-11-06T23:30:00-03:30")) == day("2010-11-07"))
        #expect(days.next(after: day("2010-11-07")).boundary == instant("2010-11-08T00:00:00-03:30"))
    }

    /// RULES L2: the day before lasts 23 hours, or 25; Lord Howe changes by half an hour.
    @Test(
        arguments: [
            ("Europe/Berlin", "2026-03-28", 1380), ("Europe/Berlin", "2026-03-29", 1440),
            ("Europe/Berlin", "2026-10-24", 1500), ("Australia/Lord_Howe", "2026-10-03", 1410),
            ("Asia/Baku", "2015-03-28", 1440), ("Asia/Baku", "2015-03-29", 1380),
            ("Asia/Baku", "2015-10-25", 1500),
        ] as [(String, String, Int)])
    func aDayHasItsLength(zone: String, date: String, minutes: Int) throws {
        let days = LogicalDay(startHour: 4, zone: try TestZones.load(zone))
        let start = try #require(days.boundary(of: day(date)))
        let next = days.next(after: day(date))
        #expect(next.day == day(date).advanced(by: 1))
        #expect(Instant.milliseconds(from: start, to: next.boundary) == minutes * 60_000)
    }

    /// RULES L3.
    @Test(arguments: [
        ("Pacific/Apia", "2011-12-30"), ("Pacific/Kwajalein", "1993-08-21"), ("Pacific/Fakaofo", "2011-12-30"),
    ])
    func aSkippedDateHasNoBoundaryAndAddsNoCrossing(zone: String, date: String) throws {
        let days = LogicalDay(startHour: 4, zone: try TestZones.load(zone))
        let missing = day(date)
        let after = missing.advanced(by: 1)
        let boundary = try #require(days.boundary(of: after))
        #expect(days.boundary(of: missing) == nil)
        #expect(days.next(after: missing.advanced(by: -1)) == LogicalDay.DayStart(day: after, boundary: boundary))
        #expect(days.next(after: missing) == LogicalDay.DayStart(day: after, boundary: boundary))
    }

    /// RULES L4, L7: what is pending after a gap.
    @Test func eachCrossingOfAGapIsReturnedOnce() throws {
        let days = LogicalDay(startHour: 4, zone: try TestZones.load("Pacific/Apia"))
        let through = instant("2012-01-01T04:00:00+14:00")
        #expect(
            Array(days.starts(after: day("2011-12-28"), through: through)) == [
                LogicalDay.DayStart(day: day("2011-12-29"), boundary: instant("2011-12-29T04:00:00-10:00")),
                LogicalDay.DayStart(day: day("2011-12-31"), boundary: instant("2011-12-31T04:00:00+14:00")),
                LogicalDay.DayStart(day: day("2012-01-01"), boundary: instant("2012-01-01T04:00:00+14:00")),
            ])
        #expect(
            Array(days.starts(after: day("2011-12-31"), through: through.advanced(byMilliseconds: -1))).isEmpty)
    }

    /// RULES L7: a day in the future has no pending crossings.
    @Test func noCrossingIsPendingBeforeTheCurrentDay() throws {
        let days = LogicalDay(startHour: 4, zone: .utc)
        #expect(Array(days.starts(after: day("2030-01-01"), through: instant("2026-11-21T09:25:00Z"))).isEmpty)
    }

    @Test func extremeInstantsHaveADay() throws {
        let days = LogicalDay(startHour: 4, zone: try TestZones.load("Europe/Berlin"))
        #expect(days.day(of: Instant(milliseconds: .max)).year == 292_278_994)
        #expect(days.day(of: Instant(milliseconds: .min)).year == -292_275_055)
    }

    /// A zone whose offset changes by up to two days still gives every instant a day.
    @Test func anErraticZoneGivesEveryInstantADay() throws {
        for seed in 0..<20 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            var seconds = 0
            let offsetChanges = (0..<40).map { _ in
                seconds += Int.random(in: 1...200_000, using: &generator)
                return ZoneRules.OffsetChange(seconds: seconds, localTime: Int.random(in: 0...3, using: &generator))
            }
            let localTimes = [-89_999, 0, 40_000, 93_599].map {
                ZoneRules.LocalTime(offsetSeconds: $0, isDaylightSaving: false, abbreviation: "MAD")
            }
            let zone = ZoneRules(name: "Mad", localTimes: localTimes, offsetChanges: offsetChanges, footer: nil)
            let days = LogicalDay(startHour: Int.random(in: 0...23, using: &generator), zone: zone)
            var last = days.day(of: Instant(secondsSinceEpoch: -300_000))
            for seconds in stride(from: -300_000, to: seconds + 700_000, by: 7207) {
                let instant = Instant(secondsSinceEpoch: seconds)
                let day = days.day(of: instant)
                let next = days.next(after: day)
                #expect(day >= last, "seed \(seed), \(instant): the day went back")
                #expect(next.boundary > instant, "seed \(seed), \(instant): \(next.day) has begun")
                last = day
            }
        }
    }
}
