import Testing
import TimeKit

@testable import ImportFormats

/// Times as programs write them.
struct ImportedTimeTests {
    @Test(
        "instants",
        arguments: [
            ("2026-03-10T03:59:59Z", "2026-03-10T03:59:59Z"),
            (" 2026-03-10 03:59:59.1234 +09:00 ", "2026-03-10T03:59:59.123+09:00"),
            ("2026-03-10T03:59Z", "2026-03-10T03:59:00Z"), ("20260310T035959Z", "2026-03-10T03:59:59Z"),
            ("2026-03-10t03:59:59,5z", "2026-03-10T03:59:59.500Z"), ("2026-03-10 03:59:59 UTC", "2026-03-10T03:59:59Z"),
            ("2026-03-10T03:59:59-0730", "2026-03-10T03:59:59-07:30"),
            ("2026-03-10T03:59:59+9", "2026-03-10T03:59:59+09:00"),
            ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59Z"), ("1641092645", "2022-01-02T03:04:05Z"),
            ("1641092645.678", "2022-01-02T03:04:05.678Z"), ("1641092645678", "2022-01-02T03:04:05.678Z"),
            ("1641092645678901", "2022-01-02T03:04:05.678Z"),
        ])
    func instants(text: String, instant: String) throws {
        #expect(ImportedTime.read(text) == .time(.instant(try #require(Timestamp(instant)))))
    }

    @Test("times of an unknown zone, and days")
    func wallTimes() throws {
        let day = try #require(CalendarDay("2026-03-10"))
        for (text, milliseconds) in [
            ("2026-03-10T03:59:59", 14_399_000), ("2026-03-10 03:59", 14_340_000), ("2026/3/10 3:59:59.25", 14_399_250),
            ("2026:03:10 03:59:59", 14_399_000), ("20260310T0359", 14_340_000), ("202603100359", 14_340_000),
            ("20260310035959", 14_399_000),
        ] {
            #expect(ImportedTime.read(text) == .time(.wall(day, millisecondsOfDay: milliseconds)), "\(text)")
        }
        for text in ["2026-03-10", "20260310", "2026/3/10"] {
            #expect(ImportedTime.read(text) == .time(.day(day)), "\(text)")
        }
        let berlin = try ZoneDirectory().load(named: "Europe/Berlin")
        #expect(
            ImportedTime.wall(day, millisecondsOfDay: 14_399_250).timestamp(in: berlin)
                == Timestamp("2026-03-10T03:59:59.250+01:00"))
        #expect(ImportedTime.day(day).timestamp(in: berlin) == Timestamp("2026-03-10T12:00:00+01:00"))
    }

    @Test(
        "what is no time",
        arguments: [
            ("1970-01-01T00:00:00Z", .unset), ("0000-00-00T00:00:00Z", .unset), ("0", .unset),
            ("0001-01-01T00:00:00Z", .unset),
            ("yesterday", .unreadable),
            ("2026-02-30", .unreadable), ("2026-03-10T24:00", .unreadable), ("2026-03-10T03:59:59 noon", .unreadable),
            ("2026", .unreadable), ("12345", .unreadable), ("-1641092645", .unreadable), ("2026-03-10T", .unreadable),
            ("9999999999999999", .time(.instant(Instant(milliseconds: 9_999_999_999_999).timestamp(offsetSeconds: 0)))),
        ] as [(String, ImportedTime.Reading)])
    func others(text: String, reading: ImportedTime.Reading) { #expect(ImportedTime.read(text) == reading) }
}
