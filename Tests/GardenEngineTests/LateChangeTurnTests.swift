import GardenAPI
import GardenCore
import TestSupport
import Testing

/// What is entered afterwards, in the tables (RULES P22, S7).
@Suite struct LateChangeTurnTests {
    private func balances(_ garden: Garden) throws -> [JSON?] {
        let days = try garden.ask("stats.trend", ["from": "2026-01-01", "to": "2026-01-04"])["days"]?.arrayValue ?? []
        return days.map { $0["balance"] }
    }

    /// The tables have complete blocks of 256 events only.
    @Test func theEndsOfDaysInTheTableFollow() throws {
        let garden = try Garden()
        try garden.ask("points.adjust", ["amount": 1000, "reason": "begin"])
        for _ in 0..<3 {
            for number in 0..<100 { try garden.ask("log.note", ["text": .string("note \(number)")]) }
            try garden.send(["advance": 86_400])
        }
        #expect(try balances(garden) == [1000, 1000, 1000, 1000])
        try garden.ask("points.adjust", ["amount": 50, "reason": "washed the car", "at": "2026-01-02 15:00"])
        try garden.ask("points.adjust", ["amount": 5, "reason": "found", "at": "2026-01-01 15:00"])
        #expect(try balances(garden) == [1005, 1055, 1055, 1055])
        for number in 0..<300 { try garden.ask("log.note", ["text": .string("note \(number)")]) }
        #expect(try balances(garden) == [1005, 1055, 1055, 1055])
        #expect(try garden.ask("journal.verify")["ok"] == true)
        let then = try garden.ask("stats.trend", ["from": "2026-01-01", "to": "2026-01-02", "asOf": "2026-01-03"])[
            "days"]
        #expect(then?.arrayValue?.map { $0["balance"] } == [1005, 1055])
        #expect(try garden.ask("points.get", ["asOf": "2026-01-01"])["balance"] == 1005)
        for count in [100, 100, 100, 2] { try garden.ask("journal.undo", ["count": .integer(count)]) }
        #expect(try balances(garden) == [1000, 1000, 1000, 1000])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test func aLateLineCompletesTheFileOfItsDay() throws {
        let garden = try Garden()
        try garden.ask("log.note", ["text": "early"])
        try garden.send(["advance": 86_400])
        try garden.ask("log.note", ["text": "late", "at": "yesterday 20:00", "key": "1"])
        let file = try #require(garden.archive.files[day("2026-01-01")])
        #expect(
            String(decoding: file, as: UTF8.self).split(separator: "\n").suffix(2)
                == ["[09:00] early", "[20:00] late (entered 2026-01-02 09:00)"])
    }

    /// A turn decides both on what is staged.
    @Test func aLateLineThatIsTakenBackInTheSameTurnIsGone() throws {
        let garden = try Garden()
        try garden.send(["advance": 86_400])
        func line(_ id: Int, _ method: String, _ params: JSON = [:]) -> JSON {
            ["jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params]
        }
        let list = line(4, "log.list", ["day": "yesterday"])
        let answers = try garden.askTogether([
            line(1, "log.note", ["text": "late", "at": "yesterday"]), list, line(2, "journal.undo"), list,
            line(3, "journal.redo"), list,
        ])
        let counts = [1, 3, 5].map { answers[$0]["result"]?["lines"]?.arrayValue?.count }
        #expect(counts == [1, 0, 1])
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }
}
