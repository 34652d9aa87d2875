import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Clocks and zones that go back and forth over the boundary, long absences, and a clock that was dead for one boot
/// (RULES L4, L7, L10): no day begins twice, none is skipped, and the journal explains the current day.
@Suite("Wrong clocks and absences")
struct WrongClockTests {
    @Test("L7: the clock is set back over 04:00 and forward again")
    func aClockSetBackOverTheBoundaryAddsNoCrossing() throws {
        let garden = try CoreGarden()
        try garden.perform(RateAdd(amount: 6500))
        garden.at("2026-01-02T04:30:00Z")
        #expect(try garden.crossings == ["2026-01-02 at 2026-01-02T04:00:00.000+00:00"])
        let state = garden.state
        garden.stepClock(seconds: -3600)
        #expect(garden.events.summary == ["03:30:00 clock.stepped"])
        #expect(garden.state.day == state.day)
        #expect(garden.state.rate == state.rate)
        #expect(garden.state.log == state.log)
        // The wall clock shows 04:00 a second time.
        garden.advance(seconds: 3600)
        #expect(garden.events == [])
        garden.stepClock(seconds: -86_400)
        #expect(garden.events.summary == ["04:30:00 clock.stepped"])
        garden.advance(seconds: 82_800)
        #expect(garden.events == [])
        garden.stepClock(seconds: 3600)
        #expect(garden.events.summary == ["04:30:00 clock.stepped"])
        #expect(try garden.rate == "6000/T2/1")
        #expect(
            try garden.ask(DayGet())
                == Today(
                    day: "2026-01-02", startsAt: "2026-01-02T04:00:00Z", endsAt: "2026-01-03T04:00:00Z",
                    timezone: "UTC"))
        // A step over the next boundary is a crossing, dated at it.
        garden.stepClock(seconds: 86_400)
        #expect(
            garden.events.summary
                == [
                    "04:30:00 clock.stepped", "04:00:00 day.rolledOver", "04:00:00 rate.decayed",
                    "04:00:00 rate.lowered",
                ])
        #expect(
            try garden.chain(.day) == [
                "L1: 2026-01-03 began at 2026-01-03 04:00", "L7: the clock was set by +86400 s",
                "L7: the clock was set by +3600 s", "L7: the clock was set by −86400 s",
                "L7: the clock was set by −3600 s", "L1: 2026-01-02 began at 2026-01-02 04:00",
                "L1: 2026-01-01 was the day the garden began",
            ])
        #expect(
            try garden.chain(.rate) == [
                "M11: tier 2 → 1, ×1.5, 2 days left",
                "M11: new day 2026-01-03: meter 6000 → 3000, days left 1 → 2",
                "M11: new day 2026-01-02: meter 6500 → 6000, days left 2 → 1",
                "M10: tier 0 → 2, ×2.0, 2 days left", "M8: meter 0 → 6500",
            ])
    }

    @Test("L7: from Tokyo to Honolulu and back, over the boundary")
    func travellingWestAndBackCrossesEachDayOnce() throws {
        let garden = try CoreGarden(at: "2026-05-02T03:00:00+09:00", zone: "Asia/Tokyo")
        try garden.perform(RateAdd(amount: 3500))
        // West before the boundary: in Honolulu it is 08:00 of the 1st, which is the day.
        try garden.travel(to: "Pacific/Honolulu")
        #expect(garden.events.summary == ["08:00:00 timezone.changed"])
        let inTokyo = Today(
            day: "2026-05-01", startsAt: "2026-04-30T09:00:00-10:00", endsAt: "2026-05-01T09:00:00-10:00",
            timezone: "Asia/Tokyo")
        let inHonolulu = Today(
            day: "2026-05-01", startsAt: "2026-05-01T04:00:00-10:00", endsAt: "2026-05-02T04:00:00-10:00",
            timezone: "Pacific/Honolulu")
        #expect(
            try garden.published(EventKind.timezoneChanged)
                == [Published(at: "2026-05-01T08:00:00-10:00", data: inHonolulu, before: inTokyo)])
        #expect(try garden.ask(DayGet()) == inHonolulu)
        // 04:00 passes in Tokyo while the user is away.
        garden.advance(seconds: 7200)
        #expect(garden.events == [])
        try garden.travel(to: "Asia/Tokyo")
        #expect(
            garden.events.summary
                == ["05:00:00 timezone.changed", "04:00:00 day.rolledOver", "04:00:00 rate.decayed"])
        #expect(try garden.rate == "3000/T1/1")
        // West after it: the day is the 2nd, and stays so over 04:00 of the 2nd in Honolulu.
        try garden.travel(to: "Pacific/Honolulu")
        #expect(garden.events.summary == ["10:00:00 timezone.changed"])
        #expect(
            try garden.ask(DayGet())
                == Today(
                    day: "2026-05-02", startsAt: "2026-05-02T04:00:00-10:00", endsAt: "2026-05-03T04:00:00-10:00",
                    timezone: "Pacific/Honolulu"))
        garden.at("2026-05-02T05:00:00-10:00")
        #expect(garden.events == [])
        try garden.travel(to: "Asia/Tokyo")
        #expect(garden.events.summary == ["00:00:00 timezone.changed"])
        #expect(try garden.rate == "3000/T1/1")
        garden.at("2026-05-03T04:00:00+09:00")
        #expect(try garden.crossings == ["2026-05-03 at 2026-05-03T04:00:00.000+09:00"])
        #expect(try garden.rate == "0/T0/0")
        #expect(
            try garden.chain(.day) == [
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

    @Test("L4: the daemon is off for three weeks", arguments: RateRuleTests.Absence.allCases)
    func threeWeeksOfAbsenceCrossEachDay(absence: RateRuleTests.Absence) throws {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 250, reason: "gift"))
        try garden.perform(RateAdd(amount: 16_000))
        try garden.perform(LogNote(text: "away for three weeks"))
        garden.pass(days: 21, by: absence)
        #expect(try garden.crossings == Self.threeWeeks.map { "\($0) at \($0)T04:00:00.000+00:00" })
        // Only the first day has more than its header.
        #expect(
            try garden.published(EventKind.logClosed).map(\.data.archives)
                == [true] + Array(repeating: false, count: 20))
        #expect(try garden.rate == "0/T0/0")
        #expect(
            try garden.ask(PointsGet()) == PointsSummary(balance: 250, multiplier: 1, earnedToday: 0, spentToday: 0))
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
            try garden.chain(.rate)
                == (["M8: meter 0 → 16000", "M10: tier 0 → 5, ×5.0, 2 days left"] + decay).reversed())
        #expect(try garden.chain(.balance) == ["M1: +250 adjusted: gift → 250"])
        #expect(
            try garden.chain(.day)
                == Self.threeWeeks.map { "L1: \($0) began at \($0) 04:00" }.reversed()
                + ["L1: 2026-01-01 was the day the garden began"])
        #expect(
            try garden.lines(of: "2026-01-01") == [
                "[09:00] +250 pt adjusted: gift → 250", "[09:00] meter 16000 (+16000)",
                "[09:00] rate ×1.0 → ×5.0 (2 days left)", "[09:00] away for three weeks",
            ])
    }

    @Test("L10: a correction after a boot with a dead clock changes only the day")
    func correctingTheDayAfterADeadClockUndoesNothingElse() throws {
        let tenYears = 10 * 365 * 86_400
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 250, reason: "gift"))
        try garden.perform(RateAdd(amount: 16_000))
        garden.reboot(seconds: tenYears)
        let crossings = try garden.crossings
        #expect(crossings.count == 3652 - 2)
        #expect(crossings.last == "2035-12-30 at 2035-12-30T04:00:00.000+00:00")
        // The clock is set from the network.
        garden.stepClock(seconds: 600 - tenYears)
        #expect(garden.events.summary == ["09:10:00 clock.stepped"])
        garden.advance(seconds: 172_800)
        #expect(garden.events == [])
        let before = garden.state
        #expect(
            try garden.perform(DayCorrect())
                == Today(
                    day: "2026-01-03", startsAt: "2026-01-03T04:00:00Z", endsAt: "2026-01-04T04:00:00Z",
                    timezone: "UTC"))
        #expect(garden.events.map(\.type) == ["day.corrected", "log.moved", "log.written"])
        #expect(
            try garden.published(EventKind.logMoved) == [
                Published(
                    at: "2026-01-03T09:10:00Z", data: LogMoved(from: "2035-12-30", to: "2026-01-03"),
                    cause: "day.corrected")
            ])
        let after = garden.state
        #expect(after.points == before.points)
        #expect(after.rate == before.rate)
        #expect(after.shop == before.shop)
        #expect(after.day.rollovers == before.day.rollovers)
        try garden.perform(DayCorrect())
        #expect(garden.events == [])
        try garden.perform(LogNote(text: "the clock is right again"))
        garden.at("2026-01-05T09:00:00Z")
        #expect(
            try garden.crossings
                == ["2026-01-04 at 2026-01-04T04:00:00.000+00:00", "2026-01-05 at 2026-01-05T04:00:00.000+00:00"])
        #expect(
            try garden.chain(.day, limit: 5) == [
                "L1: 2026-01-05 began at 2026-01-05 04:00",
                "L1: 2026-01-04 began at 2026-01-04 04:00",
                "L10: corrected from 2035-12-30 to 2026-01-03", "L7: the clock was set by −315359400 s",
                "L1: 2035-12-30 began at 2035-12-30 04:00",
            ])
        #expect(try garden.lines(of: "2026-01-04") == ["[04:00] 2026-01-04 · 250 pt · tier 0 ×1.0"])
        #expect(
            try garden.lines(of: "2026-01-03") == [
                "[04:00] 2026-01-03 · 250 pt · tier 4 ×4.0 · 2 days left · decayed from tier 5 ×5.0 · meter 15000 → 12000",
                "[09:10] day corrected: 2035-12-30 → 2026-01-03", "[09:10] the clock is right again",
            ])
    }
}
