import GRDB
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// The table of completed tasks (RULES T3, T10).
struct ClosedTaskTableTests {
    /// Tasks 1 to 8, completed on two days, two at a time; task 3 is reopened, task 4 removed, and task 5 done twice.
    private static func garden() throws -> (sample: SampleGarden, store: JournalStore) {
        var sample = SampleGarden()
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        var written = sample.changes.count
        func ask(_ method: String, _ params: JSON) throws {
            sample.ask(method, params, history: store)
            try store.commit(Array(sample.changes.dropFirst(written)))
            written = sample.changes.count
        }
        for id in 1...9 {
            let category: JSON = id % 2 == 0 ? "Work" : "Default"
            try ask("task.add", ["title": .string("Task \(id)"), "note": "Straße", "category": category])
        }
        for id in 1...8 {
            if id % 2 == 1 { sample.pass(minutes: id == 5 ? 1440 : 1) }
            try ask("task.done", ["id": .integer(id)])
        }
        sample.pass(minutes: 1)
        try ask("task.undone", ["id": 3])
        try ask("task.remove", ["id": 4])
        try ask("task.undone", ["id": 5])
        try ask("task.done", ["id": 5])
        return (sample, store)
    }

    private static func ids(_ store: JournalStore, _ query: ClosedTasksQuery) throws -> [Int] {
        try store.read(query).tasks.map(\.id)
    }

    private static func query(
        category: Int? = nil, day: CalendarDay? = nil, search: String? = nil, before: ClosedTask? = nil,
        limit: Int = 100
    ) -> ClosedTasksQuery {
        ClosedTasksQuery(
            categoryIds: category.map { [$0] }, day: day, search: search.map(SearchedText.init), before: before,
            after: 0,
            limit: limit)
    }

    // MARK: Content

    @Test func closedTasksAreListedNewestFirst() throws {
        let (_, store) = try Self.garden()
        let page = try store.read(Self.query())
        #expect(page.tasks.map(\.id) == [5, 8, 7, 6, 2, 1])
        #expect(page.last == nil)
        #expect(page.tasks.map(\.day.description).suffix(3) == ["2026-01-02", "2026-01-01", "2026-01-01"])
        #expect(try store.readModelProblem() == nil)
    }

    @Test(
        arguments: [
            (query(category: 2), [8, 6, 2]), (query(day: CalendarDay("2026-01-01")), [2, 1]),
            (query(search: "strasse"), [5, 8, 7, 6, 2, 1]), (query(search: "task 7"), [7]),
            (query(search: "Task 7"), [7]), (query(search: "task 70"), []),
            (query(category: 1, day: CalendarDay("2026-01-02"), search: "task"), [5, 7]), (query(category: 3), []),
            (
                ClosedTasksQuery(categoryIds: [1, 2], day: nil, search: nil, before: nil, after: 0, limit: 9),
                [5, 8, 7, 6, 2, 1]
            ),
        ] as [(ClosedTasksQuery, [Int])])
    func filtersCombine(query: ClosedTasksQuery, expected: [Int]) throws {
        #expect(try Self.ids(Self.garden().store, query) == expected)
    }

    @Test func pagesFollowEachOtherAlsoAtTheSameInstant() throws {
        let (_, store) = try Self.garden()
        for limit in 1...6 {
            var pages: [[Int]] = []
            var before: ClosedTask?
            repeat {
                let page = try store.read(Self.query(before: before, limit: limit))
                pages.append(page.tasks.map(\.id))
                before = try page.last.flatMap { try store.read(ClosedTaskQuery(id: $0, after: 0)) }
            } while before != nil
            #expect(pages.flatMap { $0 } == [5, 8, 7, 6, 2, 1])
            #expect(pages.count == (6 + limit - 1) / limit)
        }
    }

    @Test func aTaskIsFoundByItsIdWhileItIsClosed() throws {
        let (sample, store) = try Self.garden()
        for id in 1...9 {
            let isClosed = [1, 2, 5, 6, 7, 8].contains(id)
            #expect((try store.read(ClosedTaskQuery(id: id, after: 0)) != nil) == isClosed, "\(id)")
        }
        // The last completion counts.
        #expect(
            try store.read(ClosedTaskQuery(id: 5, after: 0))?.seq
                == sample.events.last { $0.type == "task.completed" }?.seq)
    }

    @Test func aSearchReadsABoundedNumberOfTasks() throws {
        var sample = SampleGarden()
        for id in 1...1100 {
            sample.ask("task.add", ["title": .string(id % 400 == 0 ? "gold \(id)" : "sand")])
            sample.ask("task.done", ["id": .integer(id)])
        }
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        var (found, steps): ([Int], [Int]) = ([], [])
        var before: ClosedTask?
        repeat {
            let page = try store.read(Self.query(search: "gold", before: before, limit: 10))
            found += page.tasks.map(\.id)
            steps += page.last.map { [$0] } ?? []
            before = try page.last.flatMap { try store.read(ClosedTaskQuery(id: $0, after: 0)) }
        } while before != nil
        #expect(found == [800, 400])
        #expect(steps == [601, 101])
    }

    // MARK: Check

    @Test(arguments: [
        "id = 99", "at = at + 1", "\"offset\" = 60", "day = day + 1", "categoryId = 99", "category = 'other'",
        "text = 'other'", "effect = x'5B5D'", "gone = 1", "gone = (SELECT max(seq) FROM change)",
    ])
    func aWrongRowIsFoundAndRebuilt(assignment: String) throws {
        try expectFoundAndRebuilt(
            "UPDATE closedTask SET \(assignment) WHERE id = 2", "task 2 is different in the table of closed tasks")
    }

    @Test func aMissingRowIsFoundAndRebuilt() throws {
        try expectFoundAndRebuilt(
            "DELETE FROM closedTask WHERE id = 2", "task 2 is missing in the table of closed tasks")
    }

    @Test(arguments: [3, 4])
    func aRowThatIsLeftIsFoundAndRebuilt(id: Int) throws {
        try expectFoundAndRebuilt(
            "UPDATE closedTask SET gone = NULL WHERE id = \(id)",
            "task \(id) is still in the table of closed tasks")
    }

    private func expectFoundAndRebuilt(_ sql: String, _ problem: String) throws {
        let (sample, store) = try Self.garden()
        let query = Self.query()
        let before = try Self.ids(store, query)
        try store.writing { try $0.execute(sql: sql) }
        #expect(try store.readModelCheck().problem(of: sample.events)?.problem == problem)
        try store.writing(ReadModels.rebuild)
        #expect(try store.readModelProblem() == nil)
        #expect(try Self.ids(store, query) == before)
    }

    @Test func anOrphanRowIsFoundAndRemoved() throws {
        let (sample, store) = try Self.garden()
        try store.writing { db in
            try db.execute(
                sql: """
                    INSERT INTO closedTask SELECT 3, 99, at, "offset", day, created, categoryId, category, text, effect, gone, restored
                    FROM closedTask WHERE id = 2
                    """)
        }
        let check = try store.readModelCheck()
        #expect(try check.problem(of: sample.events) == nil)
        #expect(
            try check.orphanProblem() == "the table of closed tasks has a task without an event")
        try store.writing(ReadModels.rebuild)
        #expect(try store.readModelProblem() == nil)
    }
}
