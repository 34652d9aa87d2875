import GRDB
import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// The lines of a day whose date was wrong (RULES L10).
struct LogTableTests {
    /// What a person does with the log.
    enum Step: CustomTestStringConvertible {
        case note
        /// The clock is set by days, ahead or back.
        case setClock(Int)
        case correct
        /// The line with that id, the newest being 0 and the one before it 1.
        case edit(Int)
        case remove(Int)
        case pass(hours: Int)

        var testDescription: String { "\(self)" }
    }

    private func garden(after steps: [Step]) -> SampleGarden {
        var garden = SampleGarden()
        for step in steps {
            switch step {
            case .note: garden.ask("log.note", ["text": .string("note \(garden.state.seq)")])
            case .setClock(let days): garden.setClock(days: days)
            case .correct: garden.ask("day.correct", [:])
            case .edit(let back):
                let text = JSON.string("edited \(garden.state.seq)")
                garden.ask("log.edit", ["id": .integer(garden.state.log.lastId - back), "text": text])
            case .remove(let back): garden.ask("log.remove", ["id": .integer(garden.state.log.lastId - back)])
            case .pass(let hours): garden.pass(minutes: hours * 60)
            }
        }
        return garden
    }

    @Test(
        arguments: [
            [.note, .setClock(-3), .note, .correct, .edit(1)],
            [.setClock(-3), .note, .correct, .setClock(-3), .correct],
            [.note, .note, .setClock(-3), .correct, .edit(2), .setClock(-3), .correct, .note],
            [.note, .note, .setClock(-3), .correct, .setClock(-3), .correct, .edit(2), .edit(3)],
            [.note, .setClock(-3), .correct, .edit(1), .remove(1), .setClock(-3), .correct],
            [.note, .note, .setClock(-3), .correct, .remove(2), .setClock(-3), .correct, .edit(2)],
            [
                .note, .setClock(300), .note, .note, .setClock(-300), .correct, .edit(2), .remove(1), .pass(hours: 30),
                .note,
            ],
            [
                .note, .setClock(2), .note, .setClock(-2), .correct, .edit(1), .pass(hours: 70), .note, .setClock(-1),
                .correct,
            ],
            // The header becomes a note.
            [.note, .setClock(2), .edit(0), .setClock(-2), .correct, .edit(1), .setClock(-1), .correct],
        ] as [[Step]])
    func correctedDaysAreSound(steps: [Step]) throws {
        let garden = garden(after: steps)
        let store = try JournalStore.inMemory()
        for (index, change) in garden.changes.enumerated() {
            try store.commit([change])
            #expect(try store.readModelProblem() == nil, "after \(index + 1) changes: \(change.method)")
        }
        // The open lines are those of the current day.
        let lines = try store.read(LogLinesQuery(of: garden.state.day.day)).map { LogLine($0, garden.state.identity) }
        let open = try LogList(day: nil).answer(in: context(garden, store)).lines
        #expect(lines == open)
        // A check of earlier events ignores the effects of later ones.
        for count in garden.changes.indices {
            let check = try store.readModelCheck()
            #expect(try check.problem(of: garden.changes.prefix(count).flatMap(\.events)) == nil)
        }
        try store.writing { try ReadModels.rebuild($0) }
        #expect(try store.readModelProblem() == nil)
    }

    private func context(_ garden: SampleGarden, _ store: JournalStore) -> QueryContext {
        QueryContext(
            state: Shared(garden.state), moment: garden.moment, environment: garden.environment, history: store,
            isStale: false)
    }

    /// Line 1 is edited between two moves, line 2 is moved twice, line 3 is removed, and each correction adds a line.
    private static let moved: [Step] = [
        .note, .note, .note, .remove(0), .setClock(-3), .correct, .edit(3), .setClock(-3), .correct,
    ]
    private static let firstMove = "(SELECT max(moved) FROM logLine) - 5"

    @Test(arguments: [
        ("moved = NULL", 2, "line 2 is missing in the log table"),
        ("day = day + 1", 2, "line 2 is different in the log table"),
        ("moved = \(firstMove)", 2, "line 2 is different in the log table"),
        ("moved = \(firstMove)", 1, "line 1 is different in the log table"),
        // It is as if one of the corrections, or none, had moved it.
        ("moved = \(firstMove), day = day + 3", 2, "line 2 is not moved in the log table"),
        ("moved = NULL, day = day + 6", 2, "line 2 is not moved in the log table"),
        ("removed = NULL", 3, "line 3 is not removed in the log table"),
        // It was written after both.
        ("moved = (SELECT max(moved) FROM logLine)", 5, "line 5 is different in the log table"),
    ])
    func aWrongRowOfACorrectedDayIsFound(assignment: String, id: Int, problem: String) throws {
        let garden = garden(after: Self.moved)
        let store = try JournalStore.inMemory()
        try store.commit(garden.changes)
        try store.writing { try $0.execute(sql: "UPDATE logLine SET \(assignment) WHERE id = \(id)") }
        #expect(try store.readModelCheck().problem(of: garden.events)?.problem == problem)
        try store.writing { try ReadModels.rebuild($0) }
        #expect(try store.readModelProblem() == nil)
    }

    /// The pages of a log are those of the whole list: of the current day, of a past one, and of one that came twice.
    @Test(arguments: [0, 1, 2], [1, 7, 50, 500])
    func aLogInPagesIsTheWholeLog(day: Int, limit: Int) throws {
        var garden = SampleGarden()
        for round in 0..<3 {
            for _ in 0..<40 { garden.ask("log.note", ["text": .string("note \(garden.state.seq)")]) }
            let last = garden.state.log.lastId
            for back in [0, 5, 39] { garden.ask("log.edit", ["id": .integer(last - back), "text": "edited"]) }
            garden.ask("log.remove", ["id": .integer(last - 9)])
            switch round {
            case 0: garden.pass(minutes: 24 * 60)
            case 1:
                garden.setClock(days: 2)
                garden.ask("log.note", ["text": "in the wrong day"])
                garden.setClock(days: -2)
                garden.ask("day.correct", [:])
            default: break
            }
        }
        let store = try JournalStore.inMemory()
        try store.commit(garden.changes)
        let logical = garden.state.day.day.advanced(by: -day)
        let context = context(garden, store)
        let whole = try LogList(day: "\(logical)").answer(in: context)
        #expect(!whole.more)
        var (pages, before, isFirst) = ([LogLine](), Int?.none, true)
        while isFirst || before != nil {
            isFirst = false
            let page = try LogList(day: "\(logical)", limit: limit, before: before).answer(in: context)
            #expect(page.lines.count <= limit)
            #expect(page.more == (page.lines.count + pages.count < whole.lines.count))
            pages = page.lines + pages
            before = page.more ? try #require(page.lines.first).id : nil
        }
        #expect(pages == whole.lines)
        #expect(day > 1 || pages.count > 35)
    }
}
