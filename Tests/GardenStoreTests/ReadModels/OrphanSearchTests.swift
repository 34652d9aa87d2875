import GardenAPI
import GardenCore
import Testing
import TimeKit

@testable import GardenStore

/// The search for rows that no event explains, while the journal grows.
struct OrphanSearchTests {
    /// A garden with open lines for one and a half slices.
    private func garden() -> SampleGarden {
        var garden = SampleGarden()
        for number in 1...RowCount.sliceRows * 3 / 2 { garden.ask("log.note", ["text": .string("note \(number)")]) }
        return garden
    }

    @Test func eachSliceIsShort() throws {
        let garden = garden()
        let store = try JournalStore.inMemory()
        try store.commit(garden.changes)
        let check = try store.readModelCheck()
        #expect(try check.problem(of: garden.events) == nil)
        var slices: [Int] = []
        var search = OrphanSearch.unfinished
        while search == .unfinished {
            slices.append(try store.instructions { search = try check.searchOrphans(upTo: garden.state.seq) })
        }
        #expect(search == .finished(problem: nil))
        #expect(slices.count > 3)
        #expect(slices.allSatisfy { $0 < RowCount.sliceRows * 30 }, "\(slices)")
    }

    @Test func anOrphanInALaterSliceIsFound() throws {
        let garden = garden()
        let store = try JournalStore.inMemory()
        try store.commit(garden.changes)
        try store.writing {
            try $0.execute(
                sql: "INSERT INTO logLine SELECT day + 1, id, source, NULL, NULL, NULL, NULL FROM logLine WHERE id = 2")
        }
        #expect(try store.readModelProblem() == "the log table has a line without an event")
    }

    /// The lines move to an earlier day, past the first slice.
    @Test func aCorrectionMeanwhileLeavesNoOrphan() throws {
        var garden = garden()
        let store = try JournalStore.inMemory()
        try store.commit(garden.changes)
        let (known, seq) = (garden.changes.count, garden.state.seq)
        let check = try store.readModelCheck()
        #expect(try check.problem(of: garden.events) == nil)
        // The index, the sessions, and a slice of the lines.
        for _ in 1...3 { #expect(try check.searchOrphans(upTo: seq) == .unfinished) }
        garden.setClock(days: -3)
        garden.ask("day.correct", [:])
        try store.commit(Array(garden.changes.dropFirst(known)))
        #expect(try check.orphanProblem(upTo: seq) == nil)
        #expect(try store.readModelProblem() == nil)
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
