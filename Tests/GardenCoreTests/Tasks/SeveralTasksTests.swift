import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Requests about several tasks (RULES T23). In these gardens it is Thursday, 2026-01-01, 09:00 in UTC.
@Suite("Several tasks in one request")
struct SeveralTasksTests {
    /// Four single tasks of 5 to 8 points in Home, and two that repeat: 5, daily, and 6, on Thursdays.
    private func garden() throws -> CoreGarden {
        let garden = try CoreGarden()
        for (index, title) in ["a", "b", "c", "d"].enumerated() {
            try garden.perform(TaskAdd(title: title, category: "Home", points: 5 + index))
        }
        try garden.perform(TaskAdd(title: "Teeth", category: "Body", points: 1, due: "today", repeat: "daily"))
        try garden.perform(TaskAdd(title: "Bins", category: "Body", points: 3, due: "today", repeat: "weekly"))
        return garden
    }

    private func order(_ garden: CoreGarden, _ category: Int = 2) -> [Int] {
        garden.state.tasks.order(ofCategory: category)
    }

    struct Row: CustomTestStringConvertible {
        var name: String
        /// All of them at once, and the same one by one.
        var together: any TasksCommand
        var alone: [any TasksCommand]
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "completed, in the order of the request", together: TaskComplete(ids: [3, 1, 5]),
            alone: [TaskComplete(id: 3), TaskComplete(id: 1), TaskComplete(id: 5)]),
        Row(
            name: "completed twice as well paid, ahead of their time",
            together: TaskComplete(ids: [5, 6], doubled: true, early: true),
            alone: [
                TaskComplete(id: 5, doubled: true, early: true), TaskComplete(id: 6, doubled: true, early: true),
            ]),
        Row(
            name: "completed afterwards", together: TaskComplete(ids: [2, 4], at: "8:00"),
            alone: [TaskComplete(id: 2, at: "8:00"), TaskComplete(id: 4, at: "8:00")]),
        Row(
            name: "given a date", together: TaskEdit(ids: [3, 4, 6], due: .set("friday")),
            alone: [
                TaskEdit(id: 3, due: .set("friday")), TaskEdit(id: 4, due: .set("friday")),
                TaskEdit(id: 6, due: .set("friday")),
            ]),
        Row(
            name: "put into a new category", together: TaskEdit(ids: [4, 2], category: "New"),
            alone: [TaskEdit(id: 4, category: "New"), TaskEdit(id: 2, category: "New")]),
        Row(
            name: "one is changed, one is so already", together: TaskEdit(ids: [1, 2], points: 6),
            alone: [TaskEdit(id: 1, points: 6), TaskEdit(id: 2, points: 6)]),
        Row(
            name: "removed", together: TaskRemove(ids: [2, 5]),
            alone: [TaskRemove(id: 2), TaskRemove(id: 5)]),
        Row(
            name: "skipped", together: TaskSkip(ids: [6, 5]), alone: [TaskSkip(id: 6), TaskSkip(id: 5)]),
        Row(
            name: "snoozed", together: TaskSnooze(ids: [1, 5], minutes: 10),
            alone: [TaskSnooze(id: 1, minutes: 10), TaskSnooze(id: 5, minutes: 10)]),
        Row(name: "one alone", together: TaskComplete(ids: [2]), alone: [TaskComplete(id: 2)]),
    ]

    @Test("the tasks are as if they were changed one by one, in one change, which one undo takes back", arguments: rows)
    func togetherIsOneByOne(row: Row) throws {
        let (together, alone) = (try garden(), try garden())
        let before = together.state
        let changes = try together.changeCount { _ = try together.perform(erased: row.together) }
        #expect(changes == 1)
        for command in row.alone { _ = try alone.perform(erased: command) }
        let facts = { (garden: CoreGarden) in
            garden.state.tasks.inOrder.map { try? garden.ask(TaskGet(id: $0.id)) }
        }
        #expect(facts(together) == facts(alone))
        #expect(together.state.points.balance == alone.state.points.balance)
        #expect(order(together) == order(alone))
        #expect(try together.ask(GardenList()) == alone.ask(GardenList()))
        let after = together.state
        try together.perform(JournalUndo())
        #expect(together.state.tasks.inOrder.map(\.withoutTime) == before.tasks.inOrder.map(\.withoutTime))
        #expect(order(together) == order(together, before))
        #expect(together.state.points.balance == before.points.balance)
        try together.perform(JournalRedo())
        #expect(together.state.tasks.inOrder.map(\.withoutTime) == after.tasks.inOrder.map(\.withoutTime))
        #expect(order(together) == order(together, after))
        #expect(together.state.points.balance == after.points.balance)
    }

    private func order(_ garden: CoreGarden, _ state: GardenState) -> [Int] { state.tasks.order(ofCategory: 2) }

    @Test("the answer lists the tasks in the order of the request, as they are after all of it")
    func theAnswerIsInOrder() throws {
        let garden = try garden()
        let done = try garden.performOnAll(TaskComplete(ids: [6, 1, 5]))
        #expect(done.map(\.task.id) == [6, 1, 5])
        #expect(done.map(\.paid) == [3, 5, 1])
        #expect(done.map(\.balance) == [3, 8, 9])
        let moved = try garden.performOnAll(TaskMove(ids: [4, 3], position: 0))
        #expect(moved.map(\.position) == [0, 1])
        let removed = try garden.performOnAll(TaskRemove(ids: [2, 1, 6]))
        #expect(removed.map(\.title) == ["b", "a", "Bins"])
        #expect(order(garden) == [4, 3])
    }

    struct Move: CustomTestStringConvertible {
        var ids: IDList
        var position: Int
        var category: String?
        var home: [Int]
        var body = [5, 6]
        var testDescription: String { "\(ids.ids) to \(position)" }
    }

    /// Home has 1, 2, 3, 4, and Body 5, 6. The position is that among the tasks that stay.
    static let moves = [
        Move(ids: [3, 1], position: 0, home: [3, 1, 2, 4]), Move(ids: [2, 1], position: 1, home: [3, 2, 1, 4]),
        Move(ids: [1, 2], position: 2, home: [3, 4, 1, 2]), Move(ids: [4, 1, 2, 3], position: 0, home: [4, 1, 2, 3]),
        Move(ids: [1, 4], position: 1, home: [2, 1, 4, 3]), Move(ids: [2, 3], position: 1, home: [1, 2, 3, 4]),
        Move(ids: [3, 6], position: 0, home: [3, 1, 2, 4], body: [6, 5]),
        Move(ids: [4, 1], position: 1, category: "Body", home: [2, 3], body: [5, 4, 1, 6]),
        Move(ids: [5, 2], position: 1, category: "Body", home: [1, 3, 4], body: [6, 5, 2]),
    ]

    @Test("tasks that are moved stay together, in the order of the request", arguments: moves)
    func movesStayTogether(move: Move) throws {
        let garden = try garden()
        let changes = try garden.changeCount {
            try garden.performOnAll(TaskMove(ids: move.ids, position: move.position, category: move.category))
        }
        #expect(order(garden) == move.home)
        #expect(order(garden, 3) == move.body)
        // Tasks that are there already are not moved.
        #expect(changes == (move.home == [1, 2, 3, 4] ? 0 : 1))
        if changes > 0 { try garden.perform(JournalUndo()) }
        #expect(order(garden) == [1, 2, 3, 4])
        #expect(order(garden, 3) == [5, 6])
    }

    struct Failure: CustomTestStringConvertible {
        var command: any TasksCommand
        var code = ErrorCode.refused
        /// The task, and the reason or the code.
        var failures: [String]
        var testDescription: String { "\(type(of: command).method) \(failures)" }
    }

    static let failures = [
        Failure(command: TaskComplete(ids: [1, 99, 2]), code: .notFound, failures: ["99 not_found"]),
        Failure(
            command: TaskComplete(ids: [4, 99, 1]), failures: ["4 already_done", "99 not_found"]),
        Failure(command: TaskSkip(ids: [5, 1, 6, 2]), failures: ["1 not_repeating", "2 not_repeating"]),
        Failure(command: TaskReopen(ids: [4, 3]), failures: ["3 not_done"]),
        Failure(
            command: TaskMove(ids: [1, 5], position: 2), code: .invalidParams, failures: ["5 invalid_params"]),
        Failure(
            command: TaskMove(ids: [1, 2, 5], position: 99), code: .invalidParams,
            failures: ["1 invalid_params", "2 invalid_params", "5 invalid_params"]),
        Failure(
            command: TaskEdit(ids: [1, 2], remind: .set("8:00 2026-01-01")),
            failures: ["1 reminder_in_past", "2 reminder_in_past"]),
        Failure(command: TaskSnooze(ids: [4, 1], minutes: 5), failures: ["4 already_done"]),
        Failure(command: TaskRemove(ids: [98]), code: .notFound, failures: ["98 not_found"]),
    ]

    @Test("if one refuses, nothing is changed, and each that refuses is named", arguments: failures)
    func allOrNone(row: Failure) throws {
        let garden = try garden()
        try garden.perform(TaskComplete(id: 4))
        let refusal = try garden.refusal(of: row.command)
        #expect(refusal.code == row.code)
        let failures = refusal.details["failures"]?.arrayValue ?? []
        let found = failures.map { failure in
            let reason = failure["reason"]?.stringValue ?? failure["code"]?.stringValue ?? ""
            return "\(failure["id"]?.integerValue ?? 0) \(reason)"
        }
        #expect(found == row.failures)
        for failure in failures {
            let message = failure["message"]?.stringValue ?? ""
            #expect(!message.isEmpty && refusal.message.contains(message))
        }
    }

    @Test("params that are for one task are refused with several ids")
    func paramsOfOneTask() throws {
        let garden = try garden()
        #expect(try garden.refusal(of: TaskComplete(id: 1, ids: [2])) == .invalid("ids"))
        #expect(try garden.refusal(of: TaskComplete(ids: [2], title: "a")) == .invalid("ids"))
        #expect(try garden.refusal(of: TaskEdit(points: 3)) == .invalid("id"))
        #expect(try garden.refusal(of: TaskComplete(ids: [2, 2])) == .invalid("ids.1"))
        #expect(try garden.refusal(of: TaskComplete(ids: [])) == .invalid("ids"))
        #expect(try garden.refusal(of: TaskComplete(ids: [5], occurrence: "2026-01-01")) == .invalid("occurrence"))
        #expect(try garden.refusal(of: TaskSkip(ids: [5], occurrence: "2026-01-01")) == .invalid("occurrence"))
        #expect(try garden.refusal(of: TaskEdit(ids: [1, 2], newTitle: "e")) == .invalid("newTitle"))
        let many = IDList(Array(1...TaskComplete.mostLate + 1))
        #expect(try garden.refusal(of: TaskComplete(ids: many, at: "8:00")) == .invalid("ids"))
    }
}

extension CoreGarden {
    fileprivate func perform<C: TasksCommand>(erased command: C) throws(GardenError) -> [C.Item] {
        try performOnAll(command)
    }

    /// How many changes are made.
    fileprivate func changeCount(_ perform: () throws -> Void) throws -> Int {
        let before = state.undo.done.count
        try perform()
        return state.undo.done.count - before
    }
}

extension StoredTask {
    fileprivate var withoutTime: StoredTask {
        var task = self
        task.updatedAt = Instant(milliseconds: 0)
        return task
    }
}
