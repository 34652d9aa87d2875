import GardenAPI
import GardenCore
import GardenEngine
import Testing
import TimeKit

/// What the engine adds to a rollover: the files of ended days, and the checks of `daemon.doctor` (RULES A5,
/// L4, L7, L10).
@Suite("Rollover in the engine")
struct RolloverTests {
    @Test("L7, A5: travel that ends a day archives it after the crossing")
    func travelPastTheBoundaryArchivesTheEndedDay() throws {
        let garden = try Garden(start: "2026-05-01T20:00:00-10:00", zone: "Pacific/Honolulu")
        try garden.ask("log.note", ["text": "west"])
        #expect(
            try garden.send(["timezone": "Asia/Tokyo"]).summary
                == ["15:00:00 timezone.changed", "04:00:00 day.rolledOver", "15:00:00 log.archived"])
        #expect(try garden.send(["timezone": "Pacific/Honolulu"]).summary == ["20:00:00 timezone.changed"])
        #expect(garden.archive.files.keys.map(\.description) == ["2026-05-01"])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test(
        "L4, A5: the daemon is down for three weeks, and only the day with lines gets a file",
        arguments: ["down", "reboot", "sleep"])
    func threeWeeksOfAbsenceArchiveOnlyTheDayWithLines(word: String) throws {
        let garden = try Garden()
        try garden.ask("points.adjust", ["amount": 250, "reason": "gift"])
        try garden.ask("rate.add", ["amount": 16_000])
        try garden.ask("log.note", ["text": "away for three weeks"])
        let events = try garden.send(.object(JSONObject([(word, .integer(21 * 86_400))])))
        #expect(events.filter { $0["type"] == "day.rolledOver" }.count == 21)
        #expect(events.filter { $0["type"] == "log.archived" }.map { $0["data"]?["day"] } == ["2026-01-01"])
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

    @Test("L10: doctor proposes day.correct after a boot with a dead clock, and no file contains a wrong header")
    func doctorProposesACorrectionAfterADeadClock() throws {
        let tenYears = 10 * 365 * 86_400
        let garden = try Garden()
        try garden.ask("points.adjust", ["amount": 250, "reason": "gift"])
        try garden.send(["reboot": .integer(tenYears)])
        #expect(try garden.ask("daemon.doctor").verdict(of: "day") == nil)
        // The clock is set from the network.
        try garden.send(["stepClock": .integer(600 - tenYears)])
        let check = try garden.ask("daemon.doctor").check("day")
        #expect(
            check == [
                "name": "day", "verdict": "warning",
                "detail": "the current day is 2035-12-30, 3650 days ahead of the calendar's 2026-01-01",
                "advice": "if the clock was wrong, run: gardenctl day correct",
            ])
        try garden.send(["advance": 172_800])
        #expect(try garden.ask("day.correct")["day"] == "2026-01-03")
        #expect(try garden.ask("daemon.doctor").verdict(of: "day") == nil)
        try garden.ask("log.note", ["text": "the clock is right again"])
        try garden.send(["at": "2026-01-05T09:00:00Z"])
        #expect(try garden.ask("journal.verify")["ok"] == true)
        let corrected = try #require(CalendarDay("2026-01-03"))
        let file = try #require(garden.archive.files[corrected])
        #expect(!String(decoding: file, as: UTF8.self).contains("2035-12-30 ·"))
    }
}

extension JSON {
    /// One check of `daemon.doctor`.
    fileprivate func check(_ name: String) -> JSON? { arrayValue?.first { $0["name"] == .string(name) } }

    fileprivate func verdict(of name: String) -> JSON? { check(name)?["verdict"] }
}
