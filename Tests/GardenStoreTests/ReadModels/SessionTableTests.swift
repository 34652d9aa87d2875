import GRDB
import GardenCore
import TestSupport
import Testing
import TimeKit

@testable import GardenStore

/// Lists of sessions from the table (RULES P21).
struct SessionTableTests {
    /// Sessions of half a year; some have a pause of days, and one of a month.
    private static func filled(_ random: inout SeededGenerator) throws -> JournalStore {
        let store = try JournalStore.inMemory()
        let sql = """
            INSERT INTO session (id, added, start, startOffset, "end", endOffset, day, seconds, outcome, source, categoryId,
            category, categoryUid) VALUES (?, ?, ?, 0, ?, 0, ?, 60, 'completed', 'timer', ?, 'Default', 0)
            """
        for id in 1...400 {
            let hours = id % 20 == 0 ? Int.random(in: 60...90, using: &random) : id == 77 ? 720 : 1
            let start = 1_767_258_000_000 + Int.random(in: 0..<180 * 24, using: &random) * 3_600_000
            let end = start + hours * 3_600_000
            // The day begins at 04:00 in a zone up to half a day from UTC.
            let day = (end + Int.random(in: -16...8, using: &random) * 3_600_000) / 86_400_000
            try store.writing { db in
                try db.execute(sql: sql, arguments: [id, id, start, end, day, id % 5])
            }
        }
        return store
    }

    @Test func everyPageIsThatOfAllSessions() throws {
        var random = SeededGenerator(seed: 42)
        let store = try Self.filled(&random)
        let all = try store.reading(SessionTable.all).sorted { $0.position > $1.position }
        for _ in 0..<300 {
            var query = SessionsQuery(after: Int.random(in: 0..<20, using: &random), limit: 7)
            let days = (0..<2).map { _ in CalendarDay(daysSinceEpoch: Int.random(in: 20_450..<20_650, using: &random)) }
            if Bool.random(using: &random) { query.from = days.min() }
            if Bool.random(using: &random) { query.to = days.max() }
            if Bool.random(using: &random) { query.categoryIds = [1, 3] }
            if Bool.random(using: &random) { query.before = all.randomElement(using: &random)?.position }
            let expected = all.filter(query.contains).prefix(7)
            #expect(try store.read(query).sessions == Array(expected))
        }
    }

    @Test(arguments: [("", "sessionByStart"), ("AND day >= 20500 AND start >= 1 AND NOT", "sessionByStart")])
    func aPageSortsNothing(condition: String, index: String) throws {
        let store = try JournalStore.inMemory()
        let long = condition.isEmpty ? "" : #"("end" - start > 259200000)"#
        let plan = try store.reading { db in
            try Row.fetchAll(
                db,
                sql: """
                    EXPLAIN QUERY PLAN SELECT * FROM session WHERE added > 0 \(condition) \(long)
                    ORDER BY start DESC, id DESC LIMIT 7
                    """
            ).map { try $0.value(3, "a plan") as String }
        }
        #expect(plan.count == 1)
        #expect(plan.first?.contains(index) == true)
    }
}
