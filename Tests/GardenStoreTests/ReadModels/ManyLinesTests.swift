import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// The comparison of the log table with the events, in a garden with many lines.
struct ManyLinesTests {
    private func garden() -> SampleGarden {
        var garden = SampleGarden()
        for number in 1...1500 { garden.ask("log.note", ["text": .string("note \(number)")]) }
        return garden
    }

    @Test func anOrphanIsFound() throws {
        let garden = garden()
        let store = try JournalStore.inMemory()
        try store.commit(garden.changes)
        try store.writing {
            try $0.execute(
                sql: "INSERT INTO logLine SELECT day + 1, id, source, NULL, NULL, NULL, NULL FROM logLine WHERE id = 2")
        }
        #expect(try store.readModelProblem() == "the log table has a line without an event")
    }

    /// Each of them is found by its id.
    @Test func aMovedLineIsCheckedWithoutReadingTheOthers() throws {
        var garden = garden()
        garden.setClock(days: -3)
        garden.ask("day.correct", [:])
        let store = try JournalStore.inMemory()
        try store.commit(garden.changes)
        let count = garden.events.count
        let check = try store.readModelCheck()
        var problem: ReplayError?
        let instructions = try store.instructions { problem = try check.problem(of: garden.events) }
        #expect(problem == nil)
        #expect(instructions < count * 300, "\(instructions) for \(count) events")
    }
}
