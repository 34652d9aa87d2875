import GardenAPI
import Testing

/// Examples of the rules in which the binary adds something: the settings file, the arguments and the zone files.
struct RuleExampleTests {
    static let examples: [RuleExample] = [
        RuleExample(
            testDescription: "P3: Berlin 2026-03-29, a focus from 01:50 CET ends 03:15 CEST",
            arguments: ["--timezone", "Europe/Berlin", "--start", "2026-03-29T01:50:00+01:00"],
            steps: [
                .ask("timer.start"),
                .expect(
                    "timer.get",
                    [
                        "startedAt": "2026-03-29T01:50:00.000+01:00", "endsAt": "2026-03-29T03:15:00.000+02:00",
                    ]),
                .advance(1500),
                .expect("timer.get", ["phase": "rest", "startedAt": "2026-03-29T03:15:00.000+02:00"]),
            ]),
        RuleExample(
            testDescription: "P1, P5: timer.long_rest_every and timer.start_focus",
            settings: "[timer]\nlong_rest_every = 2\nstart_focus = \"never\"\n",
            steps: [
                .ask("timer.start"), .advance(1800), .expect("timer.get", ["phase": "stopped", "session": 1]),
                .ask("timer.start"), .expect("timer.get", ["session": 2]), .advance(1500),
                .expect("timer.get", ["phase": "rest", "longRest": true, "totalSeconds": 900]),
            ]),
        RuleExample(
            testDescription: "L1: day.start_hour and day.timezone",
            arguments: ["--start", "2026-05-01T12:00:00Z"],
            settings: "[day]\nstart_hour = 0\ntimezone = \"Asia/Tokyo\"\n",
            steps: [
                .at("2026-05-01T14:59:59Z"), .day("2026-05-01"), .advance(1),
                .expect("day.get", ["day": "2026-05-02", "startsAt": "2026-05-02T00:00:00.000+09:00"]),
            ]),
        RuleExample(
            testDescription: "L3: Baku 2015-03-29 has no 04:00 and begins at 05:00 local, 00:00Z",
            arguments: ["--timezone", "Asia/Baku", "--start", "2015-03-28T12:00:00+04:00"],
            steps: [
                .at("2015-03-28T23:59:59Z"), .day("2015-03-28"), .at("2015-03-29T00:00:00Z"),
                .expect(
                    "day.get",
                    [
                        "day": "2015-03-29", "startsAt": "2015-03-29T05:00:00.000+05:00",
                        "endsAt": "2015-03-30T04:00:00.000+05:00",
                    ]),
                .lines(["[05:00] 2015-03-29 · 0 pt · tier 0 ×1.0"]),
            ]),
        RuleExample(
            testDescription: "L7: Tokyo, Honolulu, Tokyo over the boundary",
            arguments: ["--timezone", "Asia/Tokyo", "--start", "2026-05-02T03:00:00+09:00"],
            steps: [
                .at("2026-05-02T04:30:00+09:00"), .day("2026-05-02"), .directive(["timezone": "Pacific/Honolulu"]),
                .expect("day.get", ["day": "2026-05-02", "timezone": "Pacific/Honolulu"]),
                // 04:00 of the 2nd in Honolulu is no crossing, for the day is the 2nd already.
                .at("2026-05-02T05:00:00-10:00"), .day("2026-05-02"), .directive(["timezone": "Asia/Tokyo"]),
                .day("2026-05-02"), .at("2026-05-03T04:00:00+09:00"), .day("2026-05-03"),
            ]),
        RuleExample(
            testDescription: "M8: shop.items_count_as_spending", settings: "[shop]\nitems_count_as_spending = true\n",
            steps: [
                .ask("points.adjust", ["amount": 9000, "reason": "pocket money"]),
                .expect("shop.add", ["name": "tea", "price": 3000], ["countsAsSpending": true]),
                .expect("shop.buy", ["name": "tea"], ["price": 3000, "balance": 6000]), .rate(3000, 1, 2),
            ]),
        RuleExample(
            testDescription: "A4: log.hourly_subtotals and rewards.points_per_focus",
            settings: """
                [rewards]
                points_per_focus = 100
                [timer]
                focus_minutes = 1
                start_rest = "never"
                [log]
                hourly_subtotals = false
                """,
            steps: [
                .ask("timer.start"), .advance(7200), .ask("timer.start"), .advance(60),
                .lines([
                    "[09:01] focus 1 min Default", "[09:01] +100 pt ×1 Default → 100",
                    "[11:01] focus 1 min Default", "[11:01] +100 pt ×1 Default → 200",
                ]),
            ]),
    ]

    @Test(arguments: examples)
    func theExampleMatches(example: RuleExample) throws { try example.check() }
}
