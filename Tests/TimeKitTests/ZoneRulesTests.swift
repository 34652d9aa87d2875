import TestSupport
import Testing

@testable import TimeKit

@Suite struct ZoneRulesTests {
    @Test(arguments: [
        ("Asia/Tokyo", "2026-11-21T00:25:00Z", "2026-11-21T09:25:00.000+09:00"),
        ("Asia/Kathmandu", "2026-11-21T00:25:00Z", "2026-11-21T06:10:00.000+05:45"),
        ("Europe/Berlin", "2026-03-29T00:59:59.999Z", "2026-03-29T01:59:59.999+01:00"),
        ("Europe/Berlin", "2026-03-29T01:00:00Z", "2026-03-29T03:00:00.000+02:00"),
        ("America/New_York", "2300-07-04T12:00:00Z", "2300-07-04T08:00:00.000-04:00"),
        ("Asia/Tokyo", "1800-01-01T00:00:00Z", "1800-01-01T09:19:00.000+09:19"),
    ])
    func anInstantHasItsLocalTime(zone: String, at: String, expected: String) throws {
        #expect(try TestZones.load(zone).timestamp(instant(at)).description == expected)
    }

    /// RULES T5: in a gap shifted by the gap, in an overlap the first.
    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29", 2, 30, "2026-03-29T03:30:00.000+02:00"),
        ("Europe/Berlin", "2026-03-29", 2, 0, "2026-03-29T03:00:00.000+02:00"),
        ("Europe/Berlin", "2026-03-29", 3, 0, "2026-03-29T03:00:00.000+02:00"),
        ("Europe/Berlin", "2026-03-29", 1, 59, "2026-03-29T01:59:00.000+01:00"),
        ("Europe/Berlin", "2026-10-25", 2, 30, "2026-10-25T02:30:00.000+02:00"),
        ("Europe/Berlin", "2026-10-25", 3, 0, "2026-10-25T03:00:00.000+01:00"),
        ("Australia/Lord_Howe", "2026-10-04", 2, 15, "2026-10-04T02:45:00.000+11:00"),
        ("Pacific/Apia", "2011-12-30", 9, 0, "2011-12-31T09:00:00.000+14:00"),
        ("Asia/Tokyo", "2026-11-21", 0, 0, "2026-11-21T00:00:00.000+09:00"),
    ])
    func aWallTimeHasItsInstant(
        zone: String, date: String, hour: Int, minute: Int, expected: String
    ) throws {
        let zone = try TestZones.load(zone)
        let found = zone.instant(of: day(date), secondsOfDay: hour * 3600 + minute * 60)
        #expect(zone.timestamp(found).description == expected)
    }

    @Test func theFirstInstantReachingAGapIsItsEnd() throws {
        let berlin = try TestZones.load("Europe/Berlin")
        let found = berlin.firstInstant(reaching: day("2026-03-29"), secondsOfDay: 9000)
        #expect(berlin.timestamp(found).description == "2026-03-29T03:00:00.000+02:00")
    }

    @Test func everyWallTimeRoundTrips() throws {
        for name in TestZones.names {
            let zone = try TestZones.load(name)
            var generator = SeededGenerator(seed: 7)
            for _ in 0..<100 {
                let at = Instant(
                    secondsSinceEpoch: Int.random(in: -2_000_000_000..<6_000_000_000, using: &generator))
                let wall = zone.wallTime(at: at)
                let back = zone.instant(of: wall.day, secondsOfDay: wall.secondsOfDay)
                // The conversion returns the first of two instants with the same wall time.
                #expect(back <= at && zone.wallTime(at: back) == wall, "\(name), seed 7, \(at)")
                #expect(zone.hasDate(wall.day), "\(name), seed 7, \(at)")
            }
        }
    }

    @Test func aZoneWithoutChangesHasNoNextTransition() throws {
        #expect(ZoneRules.utc.nextOffsetChange(after: instant("2026-11-21T00:00:00Z")) == nil)
        let tokyo = try TestZones.load("Asia/Tokyo")
        #expect(tokyo.nextOffsetChange(after: instant("2026-11-21T00:00:00Z")) == nil)
        #expect(tokyo.nextOffsetChange(after: instant("1951-01-01T00:00:00Z")) != nil)
    }

    @Test func extremeInstantsHaveALocalTime() throws {
        let berlin = try TestZones.load("Europe/Berlin")
        #expect(berlin.offsetSeconds(at: Instant(milliseconds: .min)) == 3208)
        #expect(berlin.offsetSeconds(at: Instant(milliseconds: .max)) == 7200)
    }

    @Test func extremeInstantsHaveNoNextTransition() throws {
        let berlin = try TestZones.load("Europe/Berlin")
        #expect(berlin.nextOffsetChange(after: Instant(milliseconds: .max)) == nil)
        // The change that follows is later than any instant.
        #expect(berlin.nextOffsetChange(after: Instant(milliseconds: .max - 1000)) == nil)
    }
}
