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
