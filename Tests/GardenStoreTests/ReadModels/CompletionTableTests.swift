import GRDB
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// The table of completions (RULES T24). Its list is compared with that of all events, which has tests of its own.
struct CompletionTableTests {
    /// A garden with standing, repeating and single tasks, completions that were undone, made again, reopened and reopened no more.
    private static func garden() throws -> (sample: SampleGarden, store: JournalStore) {
        var sample = SampleGarden()
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        var written = sample.changes.count
        func ask(_ method: String, _ params: JSON = [:]) throws {
            sample.ask(method, params, history: store)
            try store.commit(Array(sample.changes.dropFirst(written)))
            written = sample.changes.count
        }
        try ask("task.add", ["title": "Dishes", "standing": true, "category": "Home", "points": -5])
        try ask("task.add", ["title": "Gym", "due": "today", "repeat": "daily", "tags": ["body"]])
        for title in ["a", "b", "c"] as [JSON] { try ask("task.add", ["title": title, "category": "Home"]) }
        for title in ["Dishes", "Gym", "a", "Dishes"] as [JSON] {
            sample.pass(minutes: 1)
            try ask("task.done", ["title": title])
        }
        sample.pass(minutes: 1440)
        try ask("task.done", ["title": "Gym"])
        try ask("task.doneAll", ["category": "Home"])
        try ask("journal.undo")
        try ask("journal.redo")
        try ask("task.undone", ["ids": [3, 4]])
        try ask("task.undone", ["title": "Gym"])
        try ask("journal.undo", ["count": 2])
        try ask("journal.redo")
        try ask("task.done", ["id": 4, "at": "yesterday 23:00"])
        try ask("task.remove", ["id": 5])
        return (sample, store)
    }

    /// The history without a table, which leaves all events to the query.
    private struct Tableless: History {
        let store: JournalStore

        func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
            try store.newestEvents(before: before, limit: limit, types: types)
        }

        func change(ofEvent seq: Int) throws(StoreError) -> Change? { try store.change(ofEvent: seq) }

        func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
            try store.events(after: since, limit: limit, types: types)
        }

        func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
            let none: Any? =
                switch query {
                case is CompletionsEndQuery: 0
                case is CompletionsQuery: CompletionsQuery.Answer()
                case is CompletionQuery: StoredCompletion?.none
                case is ReopenedCompletionQuery: Int?.none
                default: nil
                }
            if let answer = none as? Asked.Answer { return answer }
            return try store.read(query)
        }
    }

    private static func answer(
        _ params: JSONObject, _ sample: SampleGarden, _ history: any History
    ) throws -> JSON {
        let registered = try #require(Features.methods.first { $0.request.method == "task.completions" })
        guard case .query(let answer) = try registered.read(params) else { return .null }
        let context = QueryContext(
            state: Shared(sample.state), moment: sample.moment, environment: sample.environment, history: history,
            isStale: false)
        return try JSON.parse(answer(context), depth: 32)
    }

    @Test(
        "the table and the events give the same lists",
        arguments: [
            [:], ["limit": 1], ["limit": 3], ["category": "home"], ["tag": "body"], ["from": "yesterday"],
            ["to": "yesterday"], ["search": "b"], ["from": "today", "category": "Home"],
        ] as [JSON])
    func theListIsThatOfTheEvents(_ params: JSON) throws {
        let (sample, store) = try Self.garden()
        guard case .object(let object) = params else { return }
        var (before, pages): (Int?, Int) = (nil, 0)
        while true {
            var request = object
            if let before { request.append("before", .integer(before)) }
            let answer = try Self.answer(request, sample, store)
            #expect(try answer == Self.answer(request, sample, Tableless(store: store)))
            pages += 1
            #expect(answer["completions"]?.arrayValue?.isEmpty == false)
            before = answer["next"]?.integerValue
            if before == nil { break }
        }
        #expect(pages > 0)
        #expect(try store.readModelProblem() == nil)
    }

    @Test("what differs from the journal is found")
    func whatDiffersIsFound() throws {
        let faults = [
            "DELETE FROM completion WHERE seq = (SELECT min(seq) FROM completion)",
            "UPDATE completion SET day = day + 1 WHERE seq = (SELECT max(seq) FROM completion)",
            "UPDATE completion SET undone = 1 - undone WHERE seq = (SELECT max(seq) FROM completion)",
            "UPDATE completion SET reopened = 3 WHERE seq = (SELECT min(seq) FROM completion)",
            "UPDATE completion SET reopened = NULL WHERE reopened IS NOT NULL",
            "INSERT INTO completion VALUES (3, 1, 0, 0, 1, 0, NULL)",
        ]
        for fault in faults {
            let (_, store) = try Self.garden()
            try store.writing { try $0.execute(sql: fault) }
            #expect(try store.readModelProblem()?.contains("completion") == true, "\(fault)")
        }
    }
}
