import GardenAPI
import TestSupport
import Testing

@testable import GardenCore

/// What of a time is free for a session that is entered afterwards (RULES P23).
@Suite struct SessionFreeTimeTests {
    struct FreeRow: CustomTestStringConvertible, Sendable {
        let text: String
        let time: String
        var testDescription: String { text }

        init(_ text: String, _ time: String) { (self.text, self.time) = (text, time) }
    }

    @Test(
        "P23: pauses and rests are free, touching is no overlap, and trim takes the longest part",
        arguments: [
            FreeRow("10:40-11:20", "10:40–11:20"), FreeRow("10:00-10:30", "10:00–10:30"),
            FreeRow("8:30-9:00", "08:30–09:00"),
            FreeRow("11:30-11:50", "11:30–11:50"), FreeRow("8:00-9:30", "08:00–09:00"),
            FreeRow("9:30-11:25", "10:40–11:20"),
            FreeRow("8:30-12:00", "10:40–11:20"), FreeRow("11:40-12:00", "11:40–11:50"),
        ])
    func whatIsFree(_ row: FreeRow) throws {
        let garden = try SessionRuleTests.busyGarden()
        #expect(try garden.ask(SessionGet(id: 2)).pauses == [TimeSpan("2026-03-06T10:40:00Z", "2026-03-06T11:20:00Z")])
        let session = try garden.perform(SessionAdd(text: row.text, trim: true))
        let ends = [session.start, session.end].map { $0.description.dropFirst(11).prefix(5) }
        #expect(ends.joined(separator: "–") == row.time)
    }

    @Test("P23: the refusal says whether a part is free", arguments: [("9:10-9:20", "all"), ("9:10-10:10", "some")])
    func howMuchIsCovered(_ text: String, amount: String) throws {
        let message = try SessionRuleTests.busyGarden().refusal(of: SessionAdd(text: text)).message
        #expect(message == "\(amount) of the time belongs to session 1, 60 min of Default, 2026-03-06 09:00–10:00")
    }

    @Test("P23: what is left of a minute beside another session is no session")
    func lessThanAMinuteIsFree() throws {
        let garden = try SessionRuleTests.busyGarden()
        let request = SessionAdd(
            start: "2026-03-06T08:59:01.000Z", end: "2026-03-06T09:20:00.000Z", category: "Thesis", trim: true)
        #expect(try garden.refusal(of: request).reason == .overlaps)
        #expect(try garden.perform(SessionAdd(text: "8:59-9:20", trim: true)).seconds == 60)
    }

    @Test(
        "P23: what begins in the minute in which a session ended, as lists show it, begins with its end, as long as was said",
        arguments: [
            ("9:25-9:50", "09:25:40–09:50:40"), ("9:25 25m", "09:25:40–09:50:40"), ("9:25-9:59", "09:25:40–09:59:40"),
            // The next one, or the present, comes first.
            ("9:25-10:00", "09:25:40–10:00:20"), ("10:25-11:00", "10:25:20–11:00:00"),
        ])
    func afterTheLastSecondsOfASession(_ text: String, time: String) throws {
        let garden = try CoreGarden(at: "2026-03-06T11:00:00Z")
        try garden.perform(SessionAdd(start: "2026-03-06T09:00:40Z", minutes: 25))
        try garden.perform(SessionAdd(start: "2026-03-06T10:00:20Z", minutes: 25))
        let session = try garden.perform(SessionAdd(text: text))
        let ends = [session.start, session.end].map { $0.description.dropFirst(11).prefix(8) }
        #expect(ends.joined(separator: "–") == time)
    }

    @Test("P23: an end that is an instant stays, and what is said to be longer than what is free has that")
    func whatStays() throws {
        let garden = try CoreGarden(at: "2026-03-06T11:00:00Z")
        try garden.perform(SessionAdd(start: "2026-03-06T09:00:40Z", minutes: 25))
        try garden.perform(SessionAdd(start: "2026-03-06T10:00:00Z", minutes: 25))
        let exact = try garden.perform(SessionAdd(start: "9:25", end: "2026-03-06T09:40:00Z"))
        #expect(exact.start == "2026-03-06T09:25:40Z" && exact.end == "2026-03-06T09:40:00Z")
        try garden.perform(SessionRemove(id: exact.id))
        let cut = try garden.perform(SessionAdd(start: "9:25", end: "10:00", seconds: 2100))
        #expect(cut.end == "2026-03-06T10:00:00Z" && cut.seconds == 2060)
    }

    @Test("P23: an instant is exact, and a minute or more is an overlap")
    func whatOverlaps() throws {
        let garden = try CoreGarden(at: "2026-03-06T11:00:00Z")
        try garden.perform(SessionAdd(start: "2026-03-06T09:00:40Z", minutes: 25))
        for request in [
            SessionAdd(start: "2026-03-06T09:25:00Z", minutes: 25), SessionAdd(text: "9:24-9:50"),
            SessionAdd(text: "8:30-9:01"),
        ] {
            #expect(try garden.refusal(of: request).details["reason"] == "overlaps")
        }
    }
}
