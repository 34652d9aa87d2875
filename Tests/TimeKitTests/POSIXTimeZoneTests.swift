import TestSupport
import Testing

@testable import TimeKit

@Suite struct POSIXTimeZoneTests {
    /// The local time of an instant by a rule alone.
    @Test(arguments: [
        ("JST-9", "2026-11-21T00:00:00Z", 32_400, false, "JST"),
        ("<+0330>-3:30", "2026-11-21T00:00:00Z", 12_600, false, "+0330"),
        ("<-03>3", "2026-11-21T00:00:00Z", -10_800, false, "-03"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3600, false, "CET"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200, true, "CEST"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200, true, "CEST"),
        ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600, false, "CET"),
        // Dublin's daylight saving time is in winter and has a negative offset.
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0, true, "GMT"),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600, false, "IST"),
        // South of the equator, and by half an hour.
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-12-31T23:00:00Z", 39_600, true, "+11"),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-07-01T00:00:00Z", 37_800, false, "+1030"),
        // Nuuk, before the midnight of a date; Gaza, hours after one.
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200, false, "-02"),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600, true, "-01"),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27T23:59:59Z", 7200, false, "EET"),
        ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 10_800, true, "EEST"),
        // Daylight saving time all year, as RFC 9636 writes it.
        ("XXX3EDT4,0/0,J365/23", "2026-01-01T03:00:00Z", -14_400, true, "EDT"),
        ("XXX3EDT4,0/0,J365/23", "2024-12-31T23:30:00Z", -14_400, true, "EDT"),
        // J60 is March 1 in every year, 59 only in others than leap years.
        ("AAA0BBB,J60/0,J300/0", "2024-02-29T23:59:59Z", 0, false, "AAA"),
        ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z", 3600, true, "BBB"),
        ("AAA0BBB,J60/0,J300/0", "2023-03-01T00:00:00Z", 3600, true, "BBB"),
        ("AAA0BBB,59/0,J300/0", "2024-02-29T00:00:00Z", 3600, true, "BBB"),
        ("AAA0BBB,59/0,J300/0", "2023-02-28T23:59:59Z", 0, false, "AAA"),
        // A time that carries the end into the next year.
        ("AAA0BBB-1,J100,J365/167", "2027-01-06T21:59:59Z", 3600, true, "BBB"),
        ("AAA0BBB-1,J100,J365/167", "2027-01-06T22:00:00Z", 0, false, "AAA"),
    ])
    func aRuleGivesTheLocalTime(
        posix: String, at: String, offsetSeconds: Int, isDaylightSaving: Bool, abbreviation: String
    ) throws {
        let zone = try #require(ZoneRules(name: "Test", posix: posix))
        #expect(
            zone.localTime(at: instant(at))
                == ZoneRules.LocalTime(
                    offsetSeconds: offsetSeconds, isDaylightSaving: isDaylightSaving, abbreviation: abbreviation))
    }

    @Test(arguments: [
        ("XXX3EDT4,0/0,J365/23", "EDT"), ("XXX3EDT4,0/0,J365/167", "EDT"), ("AAA0BBB,J1/0,J1/1", "AAA"),
        ("AAA0BBB0,M3.5.0,M3.5.0", "AAA"),
    ])
    func daylightSavingAllYearOrNeverHasNoTransition(posix: String, abbreviation: String) throws {
        let zone = try #require(ZoneRules(name: "Test", posix: posix))
        let now = instant("2026-11-21T00:00:00Z")
        #expect(zone.localTime(at: now).abbreviation == abbreviation)
        #expect(zone.nextOffsetChange(after: now) == nil)
    }

    @Test(arguments: [
        "", "C", "CET", "CE-1", "CET-25", "CET-1:60", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,", "CET-1 ",
        "CET-1CEST,M13.1.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365",
        "CET-1CEST,366,365", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/3x", "<+03-3", "<>-3",
        "CET-1CEST,M3.5.0/,M10.5.0", "CET-0001", ":Europe/Berlin", "CET--1", "CET-1CEST,M3.5.0,M10.5.0/2:",
    ])
    func refusesAnInvalidRule(posix: String) {
        #expect(ZoneRules(name: "Test", posix: posix) == nil)
    }
}
