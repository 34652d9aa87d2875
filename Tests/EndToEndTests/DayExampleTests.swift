import GardenAPI
import Testing
import TimeKit

/// Every worked example of the rules L1–L3, L7, L8 and L10, in the zones named there: the day that a garden born at that
/// instant begins with, and the one that a garden that has lived until then has come to.
struct DayExampleTests {
    /// An instant, and the day it belongs to.
    struct Instant: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var zone: String
        var instant: String
        var day: String
        /// How long that day lasts.
        var hours = 24
    }

    static let instants: [Instant] = [
        Instant(
            testDescription: "L1: Tokyo 03:59:59 is the day before", zone: "Asia/Tokyo",
            instant: "2026-05-02T03:59:59+09:00", day: "2026-05-01"),
        Instant(
            testDescription: "L1: Tokyo 04:00:00 is today", zone: "Asia/Tokyo", instant: "2026-05-02T04:00:00+09:00",
            day: "2026-05-02"),
        Instant(
            testDescription: "L2: Berlin 2026-03-29 03:59:59 is the day before, of 23 h", zone: "Europe/Berlin",
            instant: "2026-03-29T03:59:59+02:00", day: "2026-03-28", hours: 23),
        Instant(
            testDescription: "L2: Berlin 2026-03-29 04:30", zone: "Europe/Berlin", instant: "2026-03-29T04:30:00+02:00",
            day: "2026-03-29"),
        Instant(
            testDescription: "L2: Berlin 2026-10-25 03:30 is the day before, of 25 h", zone: "Europe/Berlin",
            instant: "2026-10-25T03:30:00+01:00", day: "2026-10-24", hours: 25),
        Instant(
            testDescription: "L2: Berlin 2026-10-25 04:00", zone: "Europe/Berlin", instant: "2026-10-25T04:00:00+01:00",
            day: "2026-10-25"),
        Instant(
            testDescription: "L2: New York 2026-03-08 04:15", zone: "America/New_York",
            instant: "2026-03-08T04:15:00-04:00", day: "2026-03-08"),
        Instant(
            testDescription: "L2: New York 2026-03-08 03:59 is the day before, of 23 h", zone: "America/New_York",
            instant: "2026-03-08T03:59:00-04:00", day: "2026-03-07", hours: 23),
        Instant(
            testDescription: "L2: New York 2026-11-01 03:15 is the day before, of 25 h", zone: "America/New_York",
            instant: "2026-11-01T03:15:00-05:00", day: "2026-10-31", hours: 25),
        Instant(
            testDescription: "L3: Baku 2015-03-29 begins at 05:00: just before, the day before, of 24 h",
            zone: "Asia/Baku", instant: "2015-03-29T03:59:59+04:00", day: "2015-03-28"),
        Instant(
            testDescription: "L3: Baku 2015-03-29 begins at 05:00, which lasts until the next 04:00, 23 h",
            zone: "Asia/Baku", instant: "2015-03-29T05:00:00+05:00", day: "2015-03-29", hours: 23),
        Instant(
            testDescription: "L3: Baku 2015-10-25 begins at the first of two 04:00", zone: "Asia/Baku",
            instant: "2015-10-25T04:00:00+05:00", day: "2015-10-25", hours: 25),
        Instant(
            testDescription: "L3: Baku 2015-10-25, the second 04:00 begins nothing", zone: "Asia/Baku",
            instant: "2015-10-25T04:00:00+04:00", day: "2015-10-25", hours: 25),
        Instant(
            testDescription: "L3: Apia 2011-12-29 is followed by 12-31", zone: "Pacific/Apia",
            instant: "2011-12-29T23:59:59-10:00", day: "2011-12-29"),
        Instant(
            testDescription: "L3: Apia 2011-12-31 03:59 is 12-29 still", zone: "Pacific/Apia",
            instant: "2011-12-31T03:59:59+14:00", day: "2011-12-29"),
        Instant(
            testDescription: "L1: 2024-03-01 03:00 is the leap day", zone: "UTC", instant: "2024-03-01T03:00:00Z",
            day: "2024-02-29"),
    ]

    @Test(arguments: instants)
    func theInstantIsOfThatDay(_ example: Instant) throws {
        let born = RuleExample(
            testDescription: example.testDescription,
            arguments: ["--timezone", example.zone, "--start", example.instant],
            steps: [.day(example.day), .hours(example.hours)])
        try born.check()
        let timestamp = try #require(Timestamp(example.instant))
        let twoDaysBefore = Timestamp(
            instant: timestamp.instant.advanced(byMilliseconds: -2 * 86_400_000), offsetSeconds: 0)
        let lived = RuleExample(
            testDescription: example.testDescription,
            arguments: ["--timezone", example.zone, "--start", twoDaysBefore.description],
            steps: [.at(example.instant), .day(example.day), .hours(example.hours)])
        try lived.check()
    }

    static let examples: [RuleExample] = [
        RuleExample(
            testDescription: "L1: Tokyo, 03:59:59 and 04:00:00",
            arguments: ["--timezone", "Asia/Tokyo", "--start", "2026-05-01T12:00:00+09:00"],
            steps: [
                .at("2026-05-02T03:59:59+09:00"), .day("2026-05-01"), .crossings([]), .advance(1), .day("2026-05-02"),
                .crossings(["2026-05-02 at 2026-05-02T04:00:00.000+09:00"]),
            ]),
        RuleExample(
            testDescription: "L3: Baku 2015-03-29 has no 04:00 and begins at 05:00 local, 00:00Z",
            arguments: ["--timezone", "Asia/Baku", "--start", "2015-03-28T12:00:00+04:00"],
            steps: [
                .at("2015-03-28T23:59:59Z"), .day("2015-03-28"), .at("2015-03-29T00:00:00Z"),
                .told(
                    "day.get",
                    [
                        "day": "2015-03-29", "startsAt": "2015-03-29T05:00:00.000+05:00",
                        "endsAt": "2015-03-30T04:00:00.000+05:00",
                    ]),
                .crossings(["2015-03-29 at 2015-03-29T05:00:00.000+05:00"]),
                .lines(["[05:00] 2015-03-29 · 0 pt · tier 0 ×1.0"]),
            ]),
        RuleExample(
            testDescription:
                "L3: Baku 2015-10-25 begins at the first 04:00, 10-24T23:00Z; the next day at 10-26T00:00Z",
            arguments: ["--timezone", "Asia/Baku", "--start", "2015-10-24T12:00:00+05:00"],
            steps: [
                .at("2015-10-24T22:59:59Z"), .day("2015-10-24"), .at("2015-10-24T23:00:00Z"), .day("2015-10-25"),
                .at("2015-10-25T23:59:59Z"), .day("2015-10-25"), .at("2015-10-26T00:00:00Z"), .day("2015-10-26"),
                .crossings([
                    "2015-10-25 at 2015-10-25T04:00:00.000+05:00", "2015-10-26 at 2015-10-26T04:00:00.000+04:00",
                ]),
            ]),
        RuleExample(
            testDescription: "L3: Apia, 2011-12-29 is followed by 12-31: one crossing",
            arguments: ["--timezone", "Pacific/Apia", "--start", "2011-12-29T12:00:00-10:00"],
            steps: [
                .ask("rate.add", ["amount": 3500]), .at("2011-12-31T12:00:00+14:00"), .day("2011-12-31"),
                .rate(3000, 1, 1), .crossings(["2011-12-31 at 2011-12-31T04:00:00.000+14:00"]),
            ]),
        RuleExample(
            testDescription: "L1: hour and zone are settings",
            arguments: ["--start", "2026-05-01T12:00:00Z"],
            settings: "[day]\nstart_hour = 0\ntimezone = \"Asia/Tokyo\"\n",
            steps: [
                .at("2026-05-01T14:59:59Z"), .day("2026-05-01"), .advance(1), .day("2026-05-02"),
                .crossings(["2026-05-02 at 2026-05-02T00:00:00.000+09:00"]),
            ]),
        RuleExample(
            testDescription:
                "L4: off over four crossings by each way of being off: four rollovers, each at its boundary",
            steps: ["down", "reboot", "sleep"].flatMap { word -> [RuleExample.Step] in
                [.go([word: 345_600])]
            } + [
                .crossings(
                    (2...13).map { day in
                        let day = day < 10 ? "0\(day)" : "\(day)"
                        return "2026-01-\(day) at 2026-01-\(day)T04:00:00.000+00:00"
                    })
            ]),
        RuleExample(
            testDescription: "L7: a step back over 04:00 and forward again: one rollover",
            steps: [
                .at("2026-01-02T04:30:00Z"), .go(["stepClock": -3600]), .day("2026-01-02"), .go(["advance": 3600]),
                .day("2026-01-02"), .go(["stepClock": -3600]), .go(["stepClock": 3600]), .day("2026-01-02"),
                .crossings(["2026-01-02 at 2026-01-02T04:00:00.000+00:00"]), .at("2026-01-03T04:00:00Z"),
                .crossings([
                    "2026-01-02 at 2026-01-02T04:00:00.000+00:00", "2026-01-03 at 2026-01-03T04:00:00.000+00:00",
                ]),
            ]),
        RuleExample(
            testDescription:
                "L7: Tokyo, Honolulu, Tokyo over the boundary: the day stays until the calendar has passed it",
            arguments: ["--timezone", "Asia/Tokyo", "--start", "2026-05-02T03:00:00+09:00"],
            steps: [
                .at("2026-05-02T04:30:00+09:00"), .day("2026-05-02"), .go(["timezone": "Pacific/Honolulu"]),
                .told("day.get", ["day": "2026-05-02", "timezone": "Pacific/Honolulu"]),
                // 04:00 of the 2nd in Honolulu is no crossing, for the day is the 2nd already.
                .at("2026-05-02T05:00:00-10:00"), .day("2026-05-02"), .go(["timezone": "Asia/Tokyo"]),
                .day("2026-05-02"), .at("2026-05-03T04:00:00+09:00"), .day("2026-05-03"),
                .crossings([
                    "2026-05-02 at 2026-05-02T04:00:00.000+09:00", "2026-05-03 at 2026-05-03T04:00:00.000+09:00",
                ]),
            ]),
        RuleExample(
            testDescription: "L8: a focus that ends as the day begins: the rollover first",
            arguments: ["--start", "2026-01-02T03:35:00Z"],
            steps: [
                .ask("timer.start"), .advance(1500), .day("2026-01-02"), .events("day.rolledOver", ["04:00:00"]),
                .events("focus.completed", ["04:00:00"]),
                .lines(["[04:00] 2026-01-02 · 0 pt · tier 0 ×1.0", "[04:00] focus 25 min Default"]),
            ]),
        RuleExample(
            testDescription: "L10: a clock that was wrong for one boot: day.correct sets back to the day of now",
            steps: [
                .ask("log.note", ["text": "before"]), .go(["stepClock": 345_600]), .day("2026-01-05"),
                .go(["stepClock": -345_600]), .day("2026-01-05"),
                .told("day.correct", ["day": "2026-01-01", "endsAt": "2026-01-02T04:00:00.000+00:00"]),
                .day("2026-01-01"), .told("day.correct", ["day": "2026-01-01"]), .events("day.corrected", ["09:00:00"]),
                .at("2026-01-02T04:00:00Z"), .day("2026-01-02"),
            ]),
    ]

    @Test(arguments: examples)
    func theExampleHolds(example: RuleExample) throws { try example.check() }
}
