import GardenAPI
import Testing

/// Params that look back: the events from a date on, and the log of a day in words (RULES T9).
@Suite("Dates that look back")
struct PastDateTests {
    /// Notes at 09:00, 10:00 and 11:00 of Thursday, and at 11:00 of Friday; it is Friday, 12:00.
    private func garden() throws -> Garden {
        let garden = try Garden()
        for (text, seconds) in [("nine", 3600), ("ten", 3600), ("eleven", 86_400), ("friday", 3600)] {
            try garden.ask("log.note", ["text": .string(text)])
            try garden.send(["advance": .integer(seconds)])
        }
        return garden
    }

    @Test(
        "T9: a list of events begins with the first one at or after the date",
        arguments: [
            ("2026-01-01", 1, "nine"), ("yesterday", 1, "nine"), ("thu", 1, "nine"), ("2026-01-01 09:30", 2, "ten"),
            ("yesterday 10:00", 2, "ten"), ("yesterday 10:01", 3, "eleven"), ("25 hours ago", 3, "eleven"),
            ("today", 4, "friday"), ("11:00", 4, "friday"), ("11:01", 5, nil), ("12:00", 5, nil),
            ("1999-12-31", 1, "nine"),
            ("昨日 午前10時", 2, "ten"),
        ])
    func aListBeginsAtADate(from: String, first: Int, text: String?) throws {
        let garden = try garden()
        let all =
            try garden.ask("journal.list", ["types": ["log.written"], "since": 0, "limit": 1000]).arrayValue ?? []
        let notes = all.filter { $0["data"]?["kind"] == "note" }
        let listed =
            try garden.ask(
                "journal.list", ["types": ["log.written"], "from": .string(from), "limit": 1000]
            ).arrayValue ?? []
        #expect(listed.filter { $0["data"]?["kind"] == "note" } == Array(notes[(first - 1)...]))
        #expect(text == nil || notes[first - 1]["data"]?["text"]?.stringValue?.hasSuffix(text ?? "") == true)
    }

    @Test("a list begins at a number or at a date, and a date must be understood")
    func aWrongBeginningIsRefused() throws {
        let garden = try garden()
        #expect(try garden.refusal("journal.list", ["from": "today", "since": 3]) == "invalid_params")
        #expect(try garden.refusal("journal.list", ["from": "soonish"]) == "refused not_understood")
        #expect(try garden.refusal("log.list", ["day": "soonish"]) == "refused not_understood")
    }

    @Test(
        "T9: the log of a day in words",
        arguments: [
            ("today", "2026-01-02"), ("yesterday", "2026-01-01"), ("thu", "2026-01-01"), ("fri", "2026-01-02"),
            ("2026-01-01", "2026-01-01"), ("2 days ago", "2025-12-31"), ("昨天", "2026-01-01"), ("3:59", "2026-01-01"),
            ("4:00", "2026-01-02"),
        ])
    func theLogOfADay(words: String, day: String) throws {
        let garden = try garden()
        let log = try garden.ask("log.list", ["day": .string(words)])
        #expect(log == (try garden.ask("log.list", ["day": .string(day)])))
        #expect(log["day"] == .string(day))
    }
}
