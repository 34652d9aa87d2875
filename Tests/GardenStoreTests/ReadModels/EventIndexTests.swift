import GRDB
import GardenAPI
import GardenCore
import Testing

@testable import GardenStore

/// The index of events by type.
struct EventIndexTests {
    private let sample = SampleGarden(events: 900)

    private func filled() throws -> JournalStore {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        return store
    }

    private func expectAllTypesAreFound(_ store: JournalStore) throws {
        for type in Set(sample.events.map(\.type)) {
            let events = sample.events.filter { $0.type == type }
            #expect(try store.events(after: 0, limit: .max, types: [type]) == events)
            #expect(try store.newestEvents(before: nil, limit: .max, types: [type]) == events)
        }
        #expect(try store.readModelProblem() == nil)
    }

    @Test func eachEventIsFoundByItsType() throws {
        try expectAllTypesAreFound(filled())
    }

    /// A new run continues the block in which the last one ended.
    @Test func aBlockIsWrittenByTwoRuns() throws {
        let folder = try TestFolder()
        for changes in [sample.changes.prefix(100), sample.changes.dropFirst(100)] {
            let store = try folder.open()
            try store.commit(Array(changes))
            try store.close()
        }
        try expectAllTypesAreFound(folder.open())
    }

    @Test func aRefusedCommitLeavesNothingInABlock() throws {
        let store = try JournalStore.inMemory()
        for (index, change) in sample.changes.enumerated() {
            if index % 50 == 7 {
                let last = try #require(sample.changes[index...].prefix(3).last).seq
                try store.blockNextCommit(at: last)
                #expect(throws: StoreError.blockedCommit) {
                    try store.commit(Array(sample.changes[index...].prefix(3)))
                }
                try store.unblock(at: last)
            }
            try store.commit([change])
        }
        try expectAllTypesAreFound(store)
    }

    /// A query with one match per block, and one with many, from both ends.
    @Test func theWorkIsInProportionToTheLimit() throws {
        let blocks = 60
        let events = (1...blocks * EventIndex.blockLength).map { seq in
            Event.plain(seq, type: seq % EventIndex.blockLength == 100 ? "garden.flowered" : "garden.grew")
        }
        let store = try JournalStore.inMemory()
        try store.commit(events.map { .plain([$0]) })
        for (type, limit) in [("garden.flowered", 40), ("garden.grew", 40), ("garden.withered", 40)] {
            var count = 0
            let work = try store.instructions {
                count += try store.events(after: 300, limit: limit, types: [type]).count
                count += try store.newestEvents(before: nil, limit: limit, types: [type]).count
            }
            #expect(count == (type == "garden.withered" ? 0 : 2 * limit))
            #expect(work < 2 * limit * 200, "\(work) instructions for \(2 * limit) events of \(type)")
        }
    }

    private static let different = "the index of events by type differs from the journal"
    private static let surplus = "the index of events by type has entries that are not in the journal"

    @Test(arguments: [
        ("DELETE FROM typeBlock WHERE type = 'timer.paused' AND block = 1", different),
        ("DELETE FROM eventType WHERE type = 'timer.paused'", different),
        ("UPDATE eventType SET version = version + 1 WHERE type = 'timer.paused'", different),
        ("UPDATE typeBlock SET block = 99 WHERE type = 'timer.paused' AND block = 1", different),
        ("UPDATE typeBlock SET offsets = x'00' WHERE type = 'timer.paused' AND block = 1", different),
        ("INSERT INTO eventType (type, version) VALUES ('bee.hummed', 1)", surplus),
        ("INSERT INTO typeBlock (type, block, offsets) VALUES ('timer.paused', 99, x'00')", surplus),
        ("INSERT INTO typeBlock (type, block, offsets) VALUES ('bee.hummed', 1, x'00')", surplus),
    ])
    func aWrongEntryIsFoundAndRemoved(sql: String, problem: String) throws {
        let store = try filled()
        try store.writing { try $0.execute(sql: sql) }
        let found = try store.readModelProblem()
        #expect(found?.hasSuffix(problem) == true, "\(found ?? "nothing")")
        try store.writing { try ReadModels.rebuild($0) }
        try expectAllTypesAreFound(store)
    }

    /// Queries lose events, at worst; they are not another's events, and they end.
    @Test(arguments: [
        "UPDATE typeBlock SET offsets = x'00010203' WHERE type = 'timer.paused'",
        "UPDATE typeBlock SET block = 9223372036854775807 WHERE type = 'timer.paused' AND block = 1",
        "UPDATE typeBlock SET block = -9223372036854775808 WHERE type = 'timer.paused' AND block = 1",
    ])
    func aDamagedIndexGivesNoOtherEvents(sql: String) throws {
        let store = try filled()
        try store.writing { try $0.execute(sql: sql) }
        let paused = sample.events.filter { $0.type == "timer.paused" }
        for events in [
            try store.events(after: 0, limit: .max, types: ["timer.paused"]),
            try store.newestEvents(before: nil, limit: .max, types: ["timer.paused"]),
        ] {
            #expect(events.allSatisfy(paused.contains))
        }
    }
}
