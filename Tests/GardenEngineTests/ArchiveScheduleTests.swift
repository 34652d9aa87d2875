import GardenAPI
import GardenCore
import TestSupport
import Testing
import TimeKit

/// Which lines go to the files of ended days, and when (RULES A5, L10).
@Suite("Archive schedule")
struct ArchiveScheduleTests {
    @Test("L10, A5: a day that becomes current again is archived when it ends, with the edits since")
    func aReopenedDayIsArchivedWhenItEnds() throws {
        let garden = try Garden(start: "2026-03-11T09:00:00Z")
        let day = try #require(CalendarDay("2026-03-11"))
        try garden.ask("log.note", ["text": "before"])
        garden.flakyArchive.isRefusing = true
        try garden.send(["stepClock": 86_400])
        try garden.send(["stepClock": -86_400])
        try garden.ask("day.correct")
        let secret = try #require(try garden.ask("log.note", ["text": "secret"])["id"])
        let typo = try #require(try garden.ask("log.note", ["text": "tpyo"])["id"])

        garden.flakyArchive.isRefusing = false
        try garden.send(["advance": 3600])
        #expect(garden.archive.files.isEmpty)
        #expect(try garden.ask("log.list")["archived"] == false)

        try garden.ask("log.remove", ["id": secret])
        try garden.ask("log.edit", ["id": typo, "text": "typo"])
        try garden.send(["advance": 86_400])
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

    @Test("A5: an edited header alone is archived; an unedited one is not")
    func anEditedHeaderAloneIsArchived() throws {
        let garden = try Garden(start: "2026-03-11T09:00:00Z")
        try garden.send(["advance": 86_400])
        let header = try #require(try garden.ask("log.list")["lines"]?.arrayValue?.first?["id"])
        #expect(try garden.ask("log.edit", ["id": header, "text": "a day of my own"])["kind"] == "note")
        try garden.send(["advance": 172_800])
        let files = garden.archive.files.mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(files == [try #require(CalendarDay("2026-03-12")): "[04:00] a day of my own\n"])
    }

    @Test("A6: a file that the journal does not know, such as one of another machine, is removed at the next rollover")
    func aForeignFilePastRetentionIsRemoved() throws {
        let garden = try Garden(start: "2026-03-11T09:00:00Z")
        let days = try ["2025-06-01", "2026-02-09", "2026-02-10", "2027-01-01"].map { try #require(CalendarDay($0)) }
        for day in days { _ = try garden.archive.keep([], of: day) }
        try garden.send(["advance": 3600])
        #expect(garden.archive.files.keys.sorted() == days)
        garden.flakyArchive.isRefusing = true
        try garden.send(["advance": 86_400])
        #expect(garden.archive.files.keys.sorted() == days)
        garden.flakyArchive.isRefusing = false
        try garden.send(["advance": 3600])
        #expect(garden.archive.files.keys.sorted() == Array(days.dropFirst(2)))
        #expect(try garden.ask("journal.list", ["types": ["archive.pruned"]]) == [])
    }

    @Test("A6, L10: a rollover of a wrong clock removes nothing once the day is corrected", arguments: [100, 400])
    func aCorrectedDayKeepsItsFiles(daysAhead: Int) throws {
        let garden = try Garden(start: "2026-03-11T09:00:00Z")
        let day = try #require(CalendarDay("2026-03-01"))
        _ = try garden.archive.keep([], of: day)
        garden.flakyArchive.isRefusing = true
        try garden.send(["stepClock": .integer(daysAhead * 86_400)])
        try garden.send(["stepClock": .integer(-daysAhead * 86_400)])
        try garden.ask("day.correct")
        garden.flakyArchive.isRefusing = false
        try garden.send(["advance": 3600])
        try garden.send(["advance": 86_400])
        #expect(garden.archive.files[day] != nil)
    }
}
