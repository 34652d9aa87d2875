import GardenAPI
import GardenEngine
import GardenStore
import TestSupport
import Testing

@testable import GardenCore

/// The open tasks of a snapshot, which a start does not read before someone asks for them.
@Suite("Tasks of a snapshot")
struct TaskSnapshotTests {
    private static let count = 150

    private let garden: Garden

    init() throws {
        garden = try Garden()
        for number in 1...Self.count {
            var params: [(String, JSON)] = [
                ("title", .string("\"Task\" \(number) \\ 水やり 🌱")), ("points", 10),
                ("due", .string(number % 10 == 0 ? "tomorrow 12:00" : "in \(number % 9 + 1) days")),
                ("category", .string("Category \(number % 3)")),
            ]
            if number % 5 == 0 { params.append(("remind", "tomorrow 9:00")) }
            if number % 10 == 0 { params.append(("repeat", "daily")) }
            if number % 4 == 0 { params.append(("priority", .integer(number % 9 + 1))) }
            try garden.ask("task.add", .object(JSONObject(params)))
        }
        try garden.ask("task.remove", ["id": 30])
        try garden.ask("task.done", ["id": 20])
        try garden.ask("task.edit", ["id": 40, "newTitle": "A new title"])
    }

    private func reread(_ state: GardenState) throws -> GardenState {
        try GardenState(record: JSON.parse(state.record, depth: .max))
    }

    @Test("a start reads none of them, and writes them as it found them")
    func noneIsRead() throws {
        let state = try garden.state
        let start = try reread(state)
        #expect(start.tasks.unread.sorted() == (1...Self.count).filter { $0 != 30 })
        #expect(start.record == state.record)
        #expect(start.tasks.unread.count == Self.count - 1)
        #expect(start.tasks.firings == state.tasks.firings && start.tasks.dueDates == state.tasks.dueDates)
        #expect(start.tasks.order(ofCategory: 2) == state.tasks.order(ofCategory: 2))
    }

    @Test("each is read when it is asked for, by its id or its title")
    func eachIsReadWhenItIsAskedFor() throws {
        let (state, start) = (try garden.state, try reread(try garden.state))
        #expect(start.tasks[7] == state.tasks[7])
        #expect(start.tasks.unread.count == Self.count - 2)
        #expect(start.tasks.titled("a NEW title").map(\.id) == [40])
        #expect(start.tasks.titled("no such title") == [])
        // A search halves what is left.
        #expect(start.tasks.unread.count >= Self.count - 2 - 18)
        start.tasks.read(start.tasks.unread)
        #expect(start.tasks.unread == [])
        #expect(start == state)
        #expect(start.record == state.record)
    }

    @Test("a changed task is written as it is now, the others as they were read")
    func aChangedTaskIsWritten() throws {
        var (state, start) = (try garden.state, try reread(try garden.state))
        for id in [1, 77] {
            var task = try #require(state.tasks[id])
            task.details.title = "Changed \(id)"
            state.tasks.put(task)
            start.tasks.put(task)
        }
        state.tasks.remove(50)
        start.tasks.remove(50)
        #expect(start.record == state.record)
        #expect(try reread(start) == state)
    }

    @Test("the daemon reads them soon after its start, in slices")
    func theDaemonReadsThemSoon() throws {
        let engine = try #require(garden.machine.engine)
        try garden.store.commit([], StateSnapshot(seq: engine.state.seq, record: engine.state.record))
        try garden.send(["down": 1])
        let next = try #require(garden.machine.engine)
        #expect(next !== engine)
        while next.hasWork { next.work() }
        #expect(next.state.tasks.unread == [])
        #expect(next.state.tasks == engine.state.tasks)
    }

    @Test("a snapshot whose parts do not fit each other is not used")
    func partsThatDoNotFitAreRefused() throws {
        let tasks = try garden.state.tasks
        guard case .array(var parts) = try JSON.parse(tasks.record) else { throw TestFailure() }
        #expect(try TaskBook(record: .array(parts)) == tasks)
        let names = parts[1]
        parts[1] = "1 2 "
        #expect(throws: ValidationError(problem: "has tasks without names")) { try TaskBook(record: .array(parts)) }
        for text in ["1", "1 2", "1  2 ", "1 x ", "1234567890123456789 ", "- "] {
            parts[1] = .string(text)
            let problem = ValidationError(expected: "integers between blanks", found: .string(text)).problem
            #expect(throws: ValidationError(path: ["names"], problem: problem), "\(text)") {
                try TaskBook(record: .array(parts))
            }
        }
        parts[1] = names
        parts[0] = ["no record"]
        #expect(throws: ValidationError(path: ["tasks"], problem: "has a record without an id")) {
            try TaskBook(record: .array(parts))
        }
    }

    private struct TestFailure: Error {}
}
