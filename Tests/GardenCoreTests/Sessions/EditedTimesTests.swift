import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// What a time alone means in a correction of a session (RULES P22). It is Friday, 2026-03-06, 12:00.
@Suite("Times alone in a correction of a session")
struct EditedTimesTests {
    struct Row: CustomTestStringConvertible {
        var session: String
        var start: String?
        var end: String?
        /// `nil` if it is refused.
        var expected: String?
        var testDescription: String { "\(session): \(start ?? "")–\(end ?? "")" }

        init(_ session: String, _ start: String?, _ end: String?, _ expected: String?) {
            (self.session, self.start, self.end, self.expected) = (session, start, end, expected)
        }
    }

    static let rows = [
        // Moved on its day, later and earlier, also past its old end and before its old start.
        Row("thu 8:00-8:10", "9:00", "9:30", "2026-03-05 09:00–2026-03-05 09:30"),
        Row("thu 8:00-8:10", "7:00", "7:30", "2026-03-05 07:00–2026-03-05 07:30"),
        Row("thu 8:00-8:10", "19:30", "19:50", "2026-03-05 19:30–2026-03-05 19:50"),
        Row("thu 8:00-8:10", "7:50", nil, "2026-03-05 07:50–2026-03-05 08:10"),
        Row("thu 8:00-8:10", nil, "8:30", "2026-03-05 08:00–2026-03-05 08:30"),
        // The end is before the start, or far away.
        Row("thu 8:00-8:10", "9:00", "8:00", nil), Row("thu 8:00-8:10", "9:00", nil, nil),
        Row("thu 8:00-8:10", nil, "7:00", nil),
        // Around midnight.
        Row("wed 23:30-0:30", "0:10", "0:40", "2026-03-05 00:10–2026-03-05 00:40"),
        Row("wed 23:30-0:30", "23:00", nil, "2026-03-04 23:00–2026-03-05 00:30"),
        Row("wed 23:30-0:30", nil, "23:50", "2026-03-04 23:30–2026-03-04 23:50"),
        Row("2026-03-05 0:10-0:40", "23:50", "0:20", "2026-03-04 23:50–2026-03-05 00:20"),
        // The nearest one lies ahead of now.
        Row("2026-03-06 2:00-2:30", "13:00", "13:30", "2026-03-05 13:00–2026-03-05 13:30"),
        // With its day, anything.
        Row("thu 8:00-8:10", "2026-03-04 9:00", "2026-03-05 8:00", "2026-03-04 09:00–2026-03-05 08:00"),
    ]

    @Test("P30: a session is not split at the minute in which it ended; a refusal names a time of its day")
    func whatIsNotWithin() throws {
        let garden = try CoreGarden(at: "2026-03-06T12:00:00Z")
        try garden.perform(SessionAdd(start: "2026-03-05T09:00:03Z", end: "2026-03-05T10:00:04Z"))
        let session = "session 1, 2026-03-05 09:00–2026-03-05 10:00"
        for (at, text) in [("10:00", "10:00"), ("9:00", "09:00"), ("8:30", "08:30"), ("11:00", "11:00")] {
            #expect(
                try garden.refusal(of: SessionSplit(id: 1, at: at)).message
                    == "2026-03-05 \(text) is not within \(session)")
        }
        // An instant is exact.
        #expect(try garden.perform(SessionSplit(id: 1, at: "2026-03-05T10:00:00Z")).map(\.seconds) == [3597, 4])
    }

    @Test(arguments: rows) func itStaysNearItsTime(_ row: Row) throws {
        let garden = try SessionRuleTests.garden()
        let before = try garden.perform(SessionAdd(text: row.session))
        let edit = SessionEdit(id: 1, start: row.start, end: row.end)
        guard let expected = row.expected else {
            #expect(try garden.refusal(of: edit).details["reason"] == "out_of_range")
            #expect(try garden.ask(SessionGet(id: 1)) == before)
            return
        }
        let session = try garden.perform(edit)
        #expect("\(session.start.wallText)–\(session.end.wallText)" == expected)
    }
}

/// A time beside that of a session is one of the clock on the wall that showed it, in whatever zone it is corrected (RULES P30).
@Suite("Times of a session of another zone")
struct ForeignSessionTests {
    struct Row: CustomTestStringConvertible {
        /// A session of 2026-03-05, 09:00–09:50 on the clock of this zone.
        var zone: String
        var present: String
        var start: String?
        var end: String?
        var expected: String
        var testDescription: String { "\(zone), now in \(present): \(start ?? "")–\(end ?? "")" }

        init(_ zone: String, _ present: String, _ start: String?, _ end: String?, _ expected: String) {
            (self.zone, self.present, self.start, self.end) = (zone, present, start, end)
            self.expected = expected
        }
    }

    private static let (berlin, newYork) = ("Europe/Berlin", "America/New_York")

    static let rows = [
        Row(newYork, berlin, "8:30", nil, "08:30 -05:00–09:50 -05:00"),
        Row(newYork, berlin, nil, "10:05", "09:00 -05:00–10:05 -05:00"),
        Row(newYork, berlin, "19:00", "19:30", "19:00 -05:00–19:30 -05:00"),
        Row(newYork, berlin, "2026-03-05 8:30", nil, "08:30 -05:00–09:50 -05:00"),
        // With an offset, exactly.
        Row(newYork, berlin, "2026-03-05T14:30:00+01:00", nil, "08:30 -05:00–09:50 -05:00"),
        Row(berlin, newYork, "8:30", nil, "08:30 +01:00–09:50 +01:00"),
        Row(berlin, newYork, nil, "9:55", "09:00 +01:00–09:55 +01:00"),
        // The same offset is the same clock.
        Row(berlin, "Africa/Lagos", nil, "9:55", "09:00–09:55"),
    ]

    private static func garden(_ zone: String) throws -> (CoreGarden, Session) {
        let garden = try CoreGarden(at: "2026-03-06T12:00:00Z", zone: zone)
        return (garden, try garden.perform(SessionAdd(start: "2026-03-05 9:00", end: "9:50", category: "Maths")))
    }

    private static func text(_ session: Session) -> String {
        [session.start, session.end].map { time in
            session.elsewhere == true ? "\(time.wallText.suffix(5)) \(time.offsetText)" : "\(time.wallText.suffix(5))"
        }.joined(separator: "–")
    }

    @Test(arguments: rows) func theClockOfTheSessionCounts(_ row: Row) throws {
        let (garden, before) = try Self.garden(row.zone)
        #expect(before.elsewhere == nil)
        try garden.travel(to: row.present)
        let session = try garden.perform(SessionEdit(id: 1, start: row.start, end: row.end))
        #expect(Self.text(session) == row.expected)
        #expect(session.seconds == Instant.milliseconds(from: session.start.instant, to: session.end.instant) / 1000)
        #expect(try garden.ask(SessionGet(id: 1)) == session)
        // In its own time zone, it is not marked.
        try garden.travel(to: row.zone)
        #expect(try garden.ask(SessionGet(id: 1)).elsewhere == nil)
    }

    @Test func itIsSplitAndRefusedByItsClock() throws {
        let (garden, _) = try Self.garden(Self.newYork)
        try garden.travel(to: Self.berlin)
        #expect(
            try garden.refusal(of: SessionSplit(id: 1, at: "15:20")).message
                == "2026-03-05 15:20 -05:00 is not within session 1, 2026-03-05 09:00 -05:00–2026-03-05 09:50 -05:00")
        #expect(
            try garden.refusal(of: SessionEdit(id: 1, start: "9:55", end: "2026-03-05 9:53")).message
                == "the session would end at 2026-03-05 09:53 -05:00, not after its beginning at 2026-03-05 09:55 -05:00"
        )
        let parts = try garden.perform(SessionSplit(id: 1, at: "9:20"))
        #expect(parts.map(Self.text) == ["09:00 -05:00–09:20 -05:00", "09:20 -05:00–09:50 -05:00"])
    }

    /// It began in New York and ended, after a flight in which the clock was set, in Berlin.
    @Test func eachEndHasItsClock() throws {
        let garden = try CoreGarden(at: "2026-03-05T13:00:00Z", zone: Self.newYork) { $0.sleepGraceSeconds = 30 }
        try garden.perform(TimerStart(category: "Maths", open: true))
        garden.advance(seconds: 1800)
        try garden.travel(to: Self.berlin)
        garden.advance(seconds: 1800)
        try garden.perform(TimerFinish())
        #expect(Self.text(try garden.ask(SessionGet(id: 1))) == "08:00 -05:00–15:00 +01:00")
        #expect(Self.text(try garden.perform(SessionEdit(id: 1, end: "14:45"))) == "08:00 -05:00–14:45 +01:00")
        #expect(Self.text(try garden.perform(SessionEdit(id: 1, start: "8:10"))) == "08:10 -05:00–14:45 +01:00")
        let parts = try garden.perform(SessionSplit(id: 1, at: "14:20"))
        #expect(parts.map(Self.text) == ["08:10 -05:00–14:20 +01:00", "14:20–14:45"])
    }
}
