import GardenAPI
import GardenCore
import GardenEngine
import Testing
import TimeKit

/// Clocks and zones that go back and forth over the boundary, long absences, and a clock that was dead for one boot
/// (RULES L4, L7, L10): no day twice, none left out, and the journal tells why it is as it is.
@Suite("The turn of the day")
struct TurnOfTheDayTests {
    /// "2026-01-02 at 2026-01-02T04:00:00.000+00:00" of each crossing among the events.
    private func crossings(_ events: [JSON]) -> [String] {
        events.filter { $0["type"] == "day.rolledOver" }
            .map { "\($0["data"]?["day"]?.stringValue ?? "?") at \($0["at"]?.stringValue ?? "?")" }
    }

    /// The chain that led to a value, newest first, as "rule: text".
    private func chain(_ garden: Garden, _ what: String, limit: Int = 50) throws -> [String] {
        let steps = try garden.ask("journal.explain", ["what": .string(what), "limit": .integer(limit)])
        return (steps.arrayValue ?? []).map {
            "\($0["rule"]?.stringValue ?? "?"): \($0["text"]?.stringValue ?? "?")"
        }
    }

    private func rate(_ garden: Garden) throws -> JSON { try garden.ask("rate.get").only("meter", "tier", "daysLeft") }

    @Test("L7: the clock stepped back over 04:00 and forward again")
    func theClockStepsBackAndForward() throws {
        let garden = try Garden()
        try garden.ask("rate.add", ["amount": 6500])
        let second = ["2026-01-02 at 2026-01-02T04:00:00.000+00:00"]
        #expect(crossings(try garden.at("2026-01-02T04:30:00Z")) == second)
        let state = try garden.state
        #expect(try garden.tell(["stepClock": -3600]).summary == ["03:30:00 clock.stepped"])
        #expect(try garden.state.day == state.day)
        #expect(try garden.state.rate == state.rate)
        #expect(try garden.state.log == state.log)
        // 04:00 is on the wall once more.
        #expect(try garden.tell(["advance": 3600]) == [])
        #expect(try garden.tell(["stepClock": -86_400]).summary == ["04:30:00 clock.stepped"])
        #expect(try garden.tell(["advance": 82_800]) == [])
        #expect(try garden.tell(["stepClock": 3600]).summary == ["04:30:00 clock.stepped"])
        #expect(try rate(garden) == ["meter": 6000, "tier": 2, "daysLeft": 1])
        #expect(
            try garden.ask("day.get") == [
                "day": "2026-01-02", "startsAt": "2026-01-02T04:00:00.000+00:00",
                "endsAt": "2026-01-03T04:00:00.000+00:00", "timezone": "UTC",
            ])
        // A step over the next boundary is a crossing, dated at it.
        #expect(
            try garden.tell(["stepClock": 86_400]).summary
                == [
                    "04:30:00 clock.stepped", "04:00:00 day.rolledOver", "04:00:00 rate.decayed",
                    "04:00:00 rate.lowered",
                ])
        #expect(
            try chain(garden, "day") == [
                "L1: 2026-01-03 began at 2026-01-03 04:00", "L7: the clock was set by +86400 s",
                "L7: the clock was set by +3600 s", "L7: the clock was set by −86400 s",
                "L7: the clock was set by −3600 s", "L1: 2026-01-02 began at 2026-01-02 04:00",
                "L1: 2026-01-01 was the day the garden began",
            ])
        #expect(
            try chain(garden, "rate") == [
                "M11: tier 2 → 1, ×1.5, 2 days left",
                "M11: new day 2026-01-03: meter 6000 → 3000, days left 1 → 2",
                "M11: new day 2026-01-02: meter 6500 → 6000, days left 2 → 1",
                "M10: tier 0 → 2, ×2.0, 2 days left", "M8: meter 0 → 6500",
            ])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("L7: Tokyo, Honolulu and Tokyo again, with the boundary passed in between")
    func aJourneyWestAndBack() throws {
        let garden = try Garden(start: "2026-05-02T03:00:00+09:00", zone: "Asia/Tokyo")
        try garden.ask("rate.add", ["amount": 3500])
        // West before the boundary: in Honolulu it is 08:00 of the 1st, which is the day.
        #expect(try garden.tell(["timezone": "Pacific/Honolulu"]).summary == ["08:00:00 timezone.changed"])
        #expect(
            try garden.ask("day.get").only("day", "endsAt") == [
                "day": "2026-05-01", "endsAt": "2026-05-02T04:00:00.000-10:00",
            ])
        // 04:00 passes in Tokyo, where nobody is.
        #expect(try garden.tell(["advance": 7200]) == [])
        #expect(
            try garden.tell(["timezone": "Asia/Tokyo"]).summary
                == [
                    "05:00:00 timezone.changed", "04:00:00 day.rolledOver", "04:00:00 rate.decayed",
                    "05:00:00 log.archived",
                ])
        #expect(try rate(garden) == ["meter": 3000, "tier": 1, "daysLeft": 1])
        // West after it: the day is the 2nd, and stays so over 04:00 of the 2nd in Honolulu.
        #expect(try garden.tell(["timezone": "Pacific/Honolulu"]).summary == ["10:00:00 timezone.changed"])
        #expect(
            try garden.ask("day.get") == [
                "day": "2026-05-02", "startsAt": "2026-05-02T04:00:00.000-10:00",
                "endsAt": "2026-05-03T04:00:00.000-10:00", "timezone": "Pacific/Honolulu",
            ])
        #expect(try garden.at("2026-05-02T05:00:00-10:00") == [])
        #expect(try garden.tell(["timezone": "Asia/Tokyo"]).summary == ["00:00:00 timezone.changed"])
        #expect(try rate(garden) == ["meter": 3000, "tier": 1, "daysLeft": 1])
        #expect(
            crossings(try garden.at("2026-05-03T04:00:00+09:00")) == ["2026-05-03 at 2026-05-03T04:00:00.000+09:00"])
        #expect(try rate(garden) == ["meter": 0, "tier": 0, "daysLeft": 0])
        #expect(
            try chain(garden, "day") == [
                "L1: 2026-05-03 began at 2026-05-03 04:00",
                "L7: time zone Pacific/Honolulu → Asia/Tokyo; the day remained 2026-05-02",
                "L7: time zone Asia/Tokyo → Pacific/Honolulu; the day remained 2026-05-02",
                "L1: 2026-05-02 began at 2026-05-02 04:00",
                "L7: time zone Pacific/Honolulu → Asia/Tokyo; the day remained 2026-05-01",
                "L7: time zone Asia/Tokyo → Pacific/Honolulu; the day remained 2026-05-01",
                "L1: 2026-05-01 was the day the garden began",
            ])
    }

    /// 2026-01-02 … 2026-01-22
    private static let threeWeeks = (2...22).map { "2026-01-\($0 < 10 ? "0" : "")\($0)" }

    @Test("L4: the daemon is off for three weeks", arguments: ["down", "reboot", "sleep"])
    func threeWeeksOff(word: String) throws {
        let garden = try Garden()
        try garden.ask("points.adjust", ["amount": 250, "reason": "gift"])
        try garden.ask("rate.add", ["amount": 16_000])
        try garden.ask("log.note", ["text": "away for three weeks"])
        let events = try garden.tell(.object(JSONObject([(word, .integer(21 * 86_400))])))
        #expect(crossings(events) == Self.threeWeeks.map { "\($0) at \($0)T04:00:00.000+00:00" })
        #expect(events.filter { $0["type"] == "log.archived" }.map { $0["data"]?["day"] } == ["2026-01-01"])
        #expect(try rate(garden) == ["meter": 0, "tier": 0, "daysLeft": 0])
        #expect(
            try garden.ask("points.get")
                == ["balance": 250, "multiplier": 1, "earnedToday": 0, "spentToday": 0])
        let decay = [(15_000, 5), (12_000, 4), (9000, 3), (6000, 2), (3000, 1)].flatMap { meter, tier -> [String] in
            let day = 12 - 2 * tier
            let (first, second) = (Self.threeWeeks[day - 2], Self.threeWeeks[day - 1])
            let kept = tier == 5 ? "16000 → 15000" : "stayed \(meter)"
            let left = tier == 1 ? 0 : 2
            return [
                "M11: new day \(first): meter \(kept), days left 2 → 1",
                "M11: new day \(second): meter \(meter) → \(meter - 3000), days left 1 → \(left)",
                "M11: tier \(tier) → \(tier - 1), ×\(["1.0", "1.5", "2.0", "3.0", "4.0"][tier - 1]), \(left) days left",
            ]
        }
        #expect(
            try chain(garden, "rate")
                == (["M8: meter 0 → 16000", "M10: tier 0 → 5, ×5.0, 2 days left"] + decay).reversed())
        #expect(try chain(garden, "balance") == ["M1: +250 adjusted: gift → 250"])
        #expect(
            try chain(garden, "day")
                == Self.threeWeeks.map { "L1: \($0) began at \($0) 04:00" }.reversed()
                + ["L1: 2026-01-01 was the day the garden began"])
        let file = try #require(garden.archive.files.values.first)
        #expect(garden.archive.files.count == 1)
        #expect(
            String(decoding: file, as: UTF8.self) == """
                [09:00] +250 pt adjusted: gift → 250
                [09:00] meter 16000 (+16000)
                [09:00] rate ×1.0 → ×5.0 (2 days left)
                [09:00] away for three weeks

                """)
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test("L10: a boot with a dead clock that came to 2036 is mended by day.correct")
    func aDeadClockIsMended() throws {
        let tenYears = 10 * 365 * 86_400
        let garden = try Garden()
        try garden.ask("points.adjust", ["amount": 250, "reason": "gift"])
        try garden.ask("rate.add", ["amount": 16_000])
        let rolled = crossings(try garden.tell(["reboot": .integer(tenYears)]))
        #expect(rolled.count == 3652 - 2)
        #expect(rolled.last == "2035-12-30 at 2035-12-30T04:00:00.000+00:00")
        #expect(try garden.ask("daemon.doctor").verdict(of: "day") == nil)
        // The network tells the time.
        #expect(try garden.tell(["stepClock": .integer(600 - tenYears)]).summary == ["09:10:00 clock.stepped"])
        let check = try garden.ask("daemon.doctor").check("day")
        #expect(
            check == [
                "name": "day", "verdict": "warning",
                "detail": "the current day is 2035-12-30, 3650 days ahead of the calendar's 2026-01-01",
                "advice": "if the clock was wrong, run: gardenctl day correct",
            ])
        #expect(try garden.tell(["advance": 172_800]) == [])
        let before = try garden.state
        #expect(
            try garden.ask("day.correct") == [
                "day": "2026-01-03", "startsAt": "2026-01-03T04:00:00.000+00:00",
                "endsAt": "2026-01-04T04:00:00.000+00:00", "timezone": "UTC",
            ])
        #expect(garden.events.map { $0["type"] } == ["day.corrected", "log.moved", "log.written"])
        // It undoes nothing else.
        let after = try garden.state
        #expect(after.points == before.points)
        #expect(after.rate == before.rate)
        #expect(after.shop == before.shop)
        #expect(after.day.rollovers == before.day.rollovers)
        #expect(try garden.ask("daemon.doctor").verdict(of: "day") == nil)
        try garden.ask("day.correct")
        #expect(garden.events == [])
        try garden.ask("log.note", ["text": "the clock is right again"])
        #expect(
            crossings(try garden.at("2026-01-05T09:00:00Z"))
                == ["2026-01-04 at 2026-01-04T04:00:00.000+00:00", "2026-01-05 at 2026-01-05T04:00:00.000+00:00"])
        #expect(
            try chain(garden, "day", limit: 5) == [
                "L1: 2026-01-05 began at 2026-01-05 04:00",
                "L1: 2026-01-04 began at 2026-01-04 04:00",
                "L10: corrected from 2035-12-30 to 2026-01-03", "L7: the clock was set by −315359400 s",
                "L1: 2035-12-30 began at 2035-12-30 04:00",
            ])
        #expect(try garden.ask("journal.verify")["ok"] == true)
        #expect(
            try garden.ask("log.list", ["day": "2026-01-04"])["lines"]?.arrayValue?.map { $0["text"] }
                == ["[04:00] 2026-01-04 · 250 pt · tier 0 ×1.0"])
        let corrected = try #require(CalendarDay("2026-01-03"))
        let file = try #require(garden.archive.files[corrected])
        #expect(!String(decoding: file, as: UTF8.self).contains("2035-12-30 ·"))
    }
}

extension JSON {
    /// What `daemon.doctor` says of one thing.
    fileprivate func check(_ name: String) -> JSON? { arrayValue?.first { $0["name"] == .string(name) } }

    fileprivate func verdict(of name: String) -> JSON? { check(name)?["verdict"] }
}
