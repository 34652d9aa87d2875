import GRDB
import GardenAPI
import GardenCore
import TestSupport
import Testing
import TimeKit

@testable import GardenStore

/// Lists of sessions from the table (RULES P21).
struct SessionTableTests {
    /// Sessions of half a year; some have a pause of days, one of a month, and some days were ahead of the clock.
    private static func filled(_ random: inout SeededGenerator) throws -> JournalStore {
        let store = try JournalStore.inMemory()
        let sql = """
            INSERT INTO session (id, added, start, startOffset, "end", endOffset, day, seconds, outcome, source, categoryId,
            category, categoryUid, taskId) VALUES (?, ?, ?, 0, ?, 0, ?, ?, ?, 'timer', ?, 'Default', 0, ?)
            """
        for id in 1...400 {
            let hours = id % 20 == 0 ? Int.random(in: 60...90, using: &random) : id == 77 ? 720 : 1
            let start = 1_767_258_000_000 + Int.random(in: 0..<180 * 24, using: &random) * 3_600_000
            let end = start + hours * 3_600_000
            // The day begins at 04:00 in a zone up to half a day from UTC.
            let usual = (end + Int.random(in: -16...8, using: &random) * 3_600_000) / 86_400_000
            let day = id % 30 == 7 ? usual + Int.random(in: 1...90, using: &random) : usual
            try store.writing { db in
                try db.execute(
                    sql: sql,
                    arguments: [
                        id, id, start, end, day, id,
                        SessionOutcome.allCases[id % SessionOutcome.allCases.count].rawValue,
                        id % 5, id % 11 == 0 ? nil : id % 11,
                    ])
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

    @Test("T12: the focus on tasks is that of the sessions that count, from an index alone")
    func focusOnTasks() throws {
        var random = SeededGenerator(seed: 3)
        let store = try Self.filled(&random)
        let query = TaskFocusQuery(taskIds: [0, 2, 3, 7, 11], after: 40)
        var expected: [Int: TaskFocus] = [:]
        for session in try store.reading(SessionTable.all) { query.count(session, in: &expected) }
        #expect(expected.keys.sorted() == [2, 3, 7])
        let answer = try store.read(query)
        #expect(answer.sums == expected && answer.touched.isEmpty)
        let plan = try store.reading { db in
            try Row.fetchAll(
                db, sql: "EXPLAIN QUERY PLAN \(SessionTable.focusStatement)", arguments: ["completed", 2, 0]
            ).map { try $0.value(3, "a plan") as String }
        }
        #expect(plan == ["SEARCH session USING COVERING INDEX sessionByTask (taskId=? AND outcome=?)"])
    }

    @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
    func aPageSortsNoSessionsButThoseFarFromTheirDay(hasFrom: Bool, hasTo: Bool) throws {
        var random = SeededGenerator(seed: 1)
        let store = try Self.filled(&random)
        var query = SessionsQuery(after: 0, limit: 7)
        if hasFrom { query.from = CalendarDay(daysSinceEpoch: 20_500) }
        if hasTo { query.to = CalendarDay(daysSinceEpoch: 20_600) }
        let plans = try store.reading { db in
            var plans: [String] = []
            for statement in SessionTable.statements(query) {
                let rows = try Row.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN \(statement.sql)", arguments: statement.arguments)
                plans.append(try rows.map { try $0.value(3, "a plan") as String }.joined(separator: "; "))
            }
            return plans
        }
        let isBounded = hasFrom || hasTo
        #expect(plans.count == (isBounded ? 2 : 1))
        #expect(plans[0].contains("sessionByStart") && !plans[0].contains("TEMP B-TREE"))
        if isBounded { #expect(plans[1].contains("SEARCH session USING INDEX sessionFarFromDay")) }
    }
}
