import GardenAPI
import GardenCore
import TestSupport
import Testing
import TimeKit

/// Which lines go to the files of ended days, and when (RULES A5, L10).
@Suite("The archive's duty")
struct ArchiveScheduleTests {
    @Test("L10, A5: a day that is current once more is archived when it ends, with what was edited meanwhile")
    func aDayThatIsCurrentOnceMore() throws {
        let garden = try Garden(start: "2026-03-11T09:00:00Z")
        let day = try #require(CalendarDay("2026-03-11"))
        try garden.ask("log.note", ["text": "before"])
        garden.flakyArchive.isRefusing = true
        try garden.tell(["stepClock": 86_400])
        try garden.tell(["stepClock": -86_400])
        try garden.ask("day.correct")
        let secret = try #require(try garden.ask("log.note", ["text": "secret"])["id"])
        let typo = try #require(try garden.ask("log.note", ["text": "tpyo"])["id"])

        garden.flakyArchive.isRefusing = false
        try garden.tell(["advance": 3600])
        #expect(garden.archive.files.isEmpty)
        #expect(try garden.ask("log.list")["archived"] == false)

        try garden.ask("log.remove", ["id": secret])
        try garden.ask("log.edit", ["id": typo, "text": "typo"])
        try garden.tell(["advance": 86_400])
        let file = String(decoding: try #require(garden.archive.files[day]), as: UTF8.self)
        #expect(
            file == """
                [09:00] before
                [09:00] day corrected: 2026-03-12 → 2026-03-11
                [09:00] typo

                """)
        #expect(garden.archive.files.count == 1)
        #expect(try garden.ask("log.list", ["day": "2026-03-11"])["archived"] == true)
    }

    @Test("A5: a header that somebody rewrote is worth a file; one as it was is not")
    func aHeaderSomebodyRewrote() throws {
        let garden = try Garden(start: "2026-03-11T09:00:00Z")
        try garden.tell(["advance": 86_400])
        let header = try #require(try garden.ask("log.list")["lines"]?.arrayValue?.first?["id"])
        #expect(try garden.ask("log.edit", ["id": header, "text": "a day of my own"])["kind"] == "note")
        try garden.tell(["advance": 172_800])
        let files = garden.archive.files.mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(files == [try #require(CalendarDay("2026-03-12")): "[04:00] a day of my own\n"])
    }

    @Test("M9: a table edited while the daemon was away is journaled, logged and explained, even where the tier stays")
    func aTableEditedMeanwhile() throws {
        let garden = try Garden()
        try garden.ask("rate.add", ["amount": 3500])
        garden.settings.rateTable = try RateTable(json: [["from": 0, "rate": 1.0], ["from": 3000, "rate": 1.7]])
        #expect(
            try garden.tell(["down": 100]).map { $0["type"] } == ["rate.tableChanged", "log.written", "daemon.started"])
        #expect(try garden.ask("rate.get")["rate"] == 1.7)
        #expect(
            try garden.ask("log.list")["lines"]?.arrayValue?.last?["text"]
                == "[09:01] rate table: ×1.0 from 0, ×1.7 from 3000")
        let newest = try garden.ask("journal.explain", ["what": "rate"]).arrayValue?.first
        #expect(
            newest?.only("type", "rule", "text") == [
                "type": "rate.tableChanged", "rule": "M9", "text": "rate table: ×1.0 from 0, ×1.7 from 3000",
            ])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }
}
