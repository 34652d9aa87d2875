import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The list of completions (RULES T24). The journal in memory has no table, so all of them come from the events.
@Suite("Completions of tasks")
struct TaskCompletionListTests {
    /// What the list has of each: the title, the day, the occurrence, and what it paid.
    private func list(_ garden: CoreGarden, _ request: TaskCompletions = TaskCompletions()) throws -> [String] {
        try garden.ask(request).completions.map { done in
            let occurrence = done.occurrence?.json.stringValue.map { " of \($0)" } ?? ""
            return "\(done.task.title) \(done.day)\(occurrence) \(done.paid)/\(done.exp)"
        }
    }

    /// A standing task, done twice on New Year's Day; a daily one, done on two days; a single one, done afterwards.
    private func garden() throws -> CoreGarden {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Dishes", category: "Home", points: 5, standing: true))
        try garden.perform(
            TaskAdd(title: "Gym", points: 10, due: "2026-01-01", repeat: "daily", tags: TagList(["body"])))
        try garden.perform(TaskAdd(title: "Letter", category: "Home", points: 100, note: "to Ärger & Co"))
        for title in ["Dishes", "Gym", "Dishes"] {
            garden.advance(seconds: 60)
            try garden.perform(TaskComplete(title: title))
        }
        garden.at("2026-01-02T10:00:00Z")
        try garden.perform(TaskComplete(title: "Gym"))
        try garden.perform(TaskComplete(title: "Letter", at: "yesterday 20:00"))
        return garden
    }

    private let all = [
        "Gym 2026-01-02 of 2026-01-02 10/1", "Letter 2026-01-01 100/1", "Dishes 2026-01-01 5/1",
        "Gym 2026-01-01 of 2026-01-01 10/1", "Dishes 2026-01-01 5/1",
    ]

    @Test("T24: each completion is listed by its day, the last one first")
    func eachCompletionIsListed() throws {
        let garden = try garden()
        let page = try garden.ask(TaskCompletions())
        #expect(try list(garden) == all)
        #expect(page.more == false && page.next == nil)
        let letter = try #require(page.completions.first { $0.task.title == "Letter" })
        #expect(letter.at == "2026-01-01T20:00:00.000+00:00" && letter.task.completedAt == letter.at)
        #expect(letter.task.category == "Home" && letter.occurrence == nil)
        let dishes = page.completions.filter { $0.task.title == "Dishes" }
        #expect(dishes.map(\.task.doneCount) == [2, 1] && dishes.allSatisfy { $0.task.completedAt == nil })
    }

    @Test(
        "T24: filters combine",
        arguments: [
            (TaskCompletions(from: "2026-01-02"), [0]),
            (TaskCompletions(from: "monday", to: "2026-01-01"), [1, 2, 3, 4]),
            (TaskCompletions(category: "home"), [1, 2, 4]), (TaskCompletions(tag: TagFilter(["BODY"])), [0, 3]),
            (TaskCompletions(search: "ärger"), [1]), (TaskCompletions(tag: TagFilter(["body", "mind"])), []),
            (TaskCompletions(to: "yesterday", tag: TagFilter(["body"])), [3]),
        ] as [(TaskCompletions, [Int])])
    func filtersCombine(_ request: TaskCompletions, _ rows: [Int]) throws {
        let garden = try garden()
        #expect(try list(garden, request) == rows.map { all[$0] })
    }

    @Test("T24: pages follow each other", arguments: [1, 2, 3, 5, 6])
    func pagesFollowEachOther(_ limit: Int) throws {
        let garden = try garden()
        var (request, found): (TaskCompletions, [String]) = (TaskCompletions(limit: limit), [])
        var pages = 0
        while true {
            let page = try garden.ask(request)
            found += try list(garden, request)
            pages += 1
            #expect(page.more == (page.next != nil) && page.completions.count <= limit)
            guard let next = page.next else { break }
            request.before = next
        }
        #expect(found == all && pages == (5 + limit - 1) / limit)
        let error = #expect(throws: GardenError.self) { try garden.ask(TaskCompletions(before: 1)) }
        #expect(error?.code == .notFound && error?.details["kind"] == "completion")
    }

    @Test("T24: what is undone or reopened is not listed, and comes back with redo and undo")
    func whatIsTakenBackIsNotListed() throws {
        let garden = try garden()
        func without(_ rows: Int...) -> [String] { all.indices.filter { !rows.contains($0) }.map { all[$0] } }
        _ = try garden.undo()
        #expect(try list(garden) == without(1))
        _ = try garden.redo()
        #expect(try list(garden) == all)
        // The last occurrence is reopened, not what was entered last.
        try garden.perform(TaskReopen(title: "Gym"))
        #expect(try list(garden) == without(0))
        _ = try garden.undo()
        #expect(try list(garden) == all)
        _ = try garden.redo()
        #expect(try list(garden) == without(0))
        try garden.perform(TaskReopen(id: 3))
        #expect(try list(garden) == without(0, 1))
        try garden.perform(TaskComplete(id: 3))
        #expect(try list(garden) == ["Letter 2026-01-02 0/0"] + without(0, 1))
        // A completed task that is removed was done all the same.
        try garden.perform(TaskRemove(id: 3))
        #expect(try list(garden) == ["Letter 2026-01-02 0/0"] + without(0, 1))
    }

    @Test("T24: a late completion of another occurrence is not taken for the last one")
    func theReopenedCompletionIsThatOfItsOccurrence() throws {
        let garden = try garden()
        garden.at("2026-01-04T10:00:00Z")
        try garden.perform(TaskComplete(title: "Gym", at: "today 9:00"))
        let ahead = "Gym 2026-01-04 of 2026-01-04 10/1"
        #expect(try list(garden) == [ahead] + all)
        try garden.perform(TaskReopen(title: "Gym"))
        #expect(try list(garden) == [ahead] + all.dropFirst())
    }

    @Test("T24, T26: a merge takes the completions along, and a reset ends them")
    func aMergeTakesThemAlong() throws {
        let garden = try garden()
        try garden.perform(CategoryMerge(name: "Home", into: "Default"))
        #expect(
            try garden.ask(TaskCompletions(category: "Default")).completions.map(\.task.category) == [
                "Default", "Default", "Default", "Default", "Default",
            ])
        let error = #expect(throws: GardenError.self) { try garden.ask(TaskCompletions(category: "Nowhere")) }
        #expect(error?.code == .notFound)
    }
}
