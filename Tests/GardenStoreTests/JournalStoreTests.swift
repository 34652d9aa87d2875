import Foundation
import GRDB
import GardenAPI
import GardenCore
import Testing

@testable import GardenStore

struct JournalStoreTests {
    let sample = SampleGarden(events: 60)

    @Test func whatWasCommittedIsReadBackWhole() throws {
        let store = try JournalStore.inMemory()
        for change in sample.changes { try store.commit([change]) }
        #expect(try store.allEvents() == sample.events)
        #expect(try store.lastChangeId() == sample.lastChange)
        let checked = try store.checkedEvents(after: 0, limit: .max)
        #expect(checked.events == sample.events)
        #expect(checked.firstBad == nil)
    }

    @Test func manyChangesInOneCommitAreTheSameAsOneByOne() throws {
        let (together, apart) = (try JournalStore.inMemory(), try JournalStore.inMemory())
        try together.commit(sample.changes)
        for change in sample.changes { try apart.commit([change]) }
        for table in ["event", "change", "kind", "stretch", "session"] {
            let rows = { (db: Database) in try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1") }
            #expect(try together.reading(rows) == apart.reading(rows))
        }
    }

    @Test func aJournalIsTheSameAfterItWasClosedAndOpened() throws {
        let folder = try TestFolder()
        let store = try folder.open()
        try store.commit(Array(sample.changes.prefix(20)))
        try store.close()
        let again = try folder.open()
        try again.commit(Array(sample.changes.dropFirst(20)))
        #expect(try again.allEvents() == sample.events)
        #expect(try again.checkedEvents(after: 0, limit: .max).firstBad == nil)
    }

    @Test func theHistoryIsReadInSlicesFromBothEnds() throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        let events = sample.events
        #expect(try store.events(after: 5, limit: 3, types: nil) == Array(events[5..<8]))
        #expect(try store.events(after: events.count, limit: 3, types: nil) == [])
        #expect(try store.newestEvents(before: nil, limit: 4, types: nil) == Array(events.suffix(4)))
    }

    @Test(arguments: [["timer.started"], ["timer.paused", "day.rolledOver", "timer.paused"], ["no.suchType"], []])
    func theHistoryOfSomeTypesLeavesOutTheOthers(types: [String]) throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        let wanted = sample.events.filter { types.contains($0.type) }
        #expect(try store.events(after: 0, limit: .max, types: types) == wanted)
        #expect(try store.events(after: 9, limit: 2, types: types) == Array(wanted.filter { $0.seq > 9 }.prefix(2)))
        #expect(try store.newestEvents(before: nil, limit: 3, types: types) == Array(wanted.suffix(3)))
    }

    @Test func rareTypesAreFoundInALongHistoryFromBothEnds() throws {
        let store = try JournalStore.inMemory()
        // At both ends of stretches of 32, and within one.
        let rare = [1, 128, 129, 256, 1000, 1152]
        let types = ["garden.flowered", "garden.withered"]
        let events = (1...1152).map { seq in
            var event = Event.plain(seq)
            if let index = rare.firstIndex(of: seq) { event.type = types[index % 2] }
            return event
        }
        for (index, event) in events.enumerated() { try store.commit([.plain(index + 1, events: [event])]) }
        func seqs(_ events: [Event]) -> [Int] { events.map(\.seq) }
        #expect(seqs(try store.events(after: 0, limit: .max, types: types)) == rare)
        #expect(seqs(try store.events(after: 0, limit: 2, types: [types[1]])) == [128, 256])
        for since in [1, 127, 128, 129, 255, 256, 1151, 1152, .max] {
            #expect(seqs(try store.events(after: since, limit: 9, types: types)) == rare.filter { $0 > since })
        }
        #expect(seqs(try store.newestEvents(before: nil, limit: 3, types: types)) == [256, 1000, 1152])
        #expect(seqs(try store.newestEvents(before: nil, limit: 9, types: [types[0]])) == [1, 129, 1000])
        #expect(seqs(try store.newestEvents(before: nil, limit: 200, types: ["garden.grew"])).count == 200)
        let counts = try store.reading {
            try Row.fetchAll($0, sql: "SELECT type, count(*) AS n FROM stretch GROUP BY 1")
        }
        #expect(
            counts == [
                ["type": "garden.flowered", "n": 3], ["type": "garden.grew", "n": 36],
                ["type": "garden.withered", "n": 3],
            ])
    }

    @Test func aKeyFindsItsNewestChange() throws {
        let store = try JournalStore.inMemory()
        var changes = Array(sample.changes.prefix(3))
        changes[0].key = "k"
        changes[2].key = "k"
        try store.commit(changes)
        #expect(try store.change(withKey: "k") == changes[2].withoutEvents)
        #expect(try store.change(withKey: "K") == nil)
    }

    @Test func anEmptyCommitIsWritten() throws {
        let store = try JournalStore.inMemory()
        try store.commit([])
        try store.commit([])
        #expect(try store.reading { try Int.fetchOne($0, sql: "SELECT writes FROM probe") } == 2)
        #expect(try store.allEvents() == [])
    }

    @Test func aCommitThatFailsHalfwayLeavesNothingAndCanBeRepeated() throws {
        let store = try JournalStore.inMemory()
        try store.commit([.plain(1, events: [.plain(1)])])
        let change = Change.plain(2, events: [.plain(2), .plain(3), .plain(4)])
        try store.writing {
            try $0.execute(sql: "INSERT INTO event SELECT 3, change, at, type, version, data, digest FROM event")
        }
        #expect(throws: StoreError.self) { try store.commit([change]) }
        try store.writing { try $0.execute(sql: "DELETE FROM event WHERE seq = 3") }
        #expect(try store.allEvents() == [.plain(1)])
        #expect(try store.reading(ChangeRow.lastId) == 1)
        try store.commit([change])
        #expect(try store.allEvents() == [.plain(1), .plain(2), .plain(3), .plain(4)])
        #expect(try store.checkedEvents(after: 0, limit: 9).firstBad == nil)
    }

    @Test(arguments: [
        Change.plain(3, events: [.plain(2)]), .plain(1, events: [.plain(2)]), .plain(2, events: [.plain(3)]),
        .plain(2, events: [.plain(1)]), .plain(2, events: []), .plain(2, events: [.plain(2), .plain(2)]),
    ])
    func whatDoesNotFollowIsRefused(change: Change) throws {
        let store = try JournalStore.inMemory()
        try store.commit([.plain(1, events: [.plain(1)])])
        #expect(throws: StoreError.self) { try store.commit([change]) }
        #expect(try store.allEvents() == [.plain(1)])
        #expect(try store.lastChangeId() == 1)
    }

    @Test func theNewestSnapshotIsGivenBack() throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        #expect(try store.snapshot() == nil)
        try store.keepSnapshot([1], seq: 3, lastChange: 2)
        try store.keepSnapshot(sample.state.encoded, seq: sample.state.seq, lastChange: sample.lastChange)
        let snapshot = try #require(try store.snapshot())
        #expect(snapshot.state == sample.state.encoded)
        #expect(snapshot.lastChange == sample.lastChange)
        #expect(try store.reading { try Int.fetchOne($0, sql: "SELECT count(*) FROM snapshot") } == 1)
    }

    @Test(arguments: [
        "version = version + 1", "seq = seq - 1", "lastChange = lastChange + 1", "state = x'7b7d'", "digest = x'00'",
    ])
    func aSnapshotThatWasChangedCountsAsNone(assignment: String) throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        try store.keepSnapshot(sample.state.encoded, seq: sample.state.seq, lastChange: sample.lastChange)
        try store.writing { try $0.execute(sql: "UPDATE snapshot SET \(assignment)") }
        #expect(try store.snapshot() == nil)
    }

    @Test func theSessionsAreThoseOfTheEvents() throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        let sessions = try sample.events.compactMap { try SessionRow(of: $0) }
        #expect(try store.reading(SessionRow.all) == sessions)
        #expect(sessions.map(\.session.id) == Array(1...sample.state.lastSessionId))
        #expect(try store.readModelProblem(of: sample.events) == nil)
        #expect(try store.strayRowProblem(in: sample.state) == nil)
    }

    @Test(arguments: [
        "UPDATE session SET minutes = minutes + 1 WHERE id = 2", "UPDATE session SET seq = 1 WHERE id = 2",
        "UPDATE session SET outcome = 'lost' WHERE id = 2", "DELETE FROM session WHERE id = 2",
        "UPDATE session SET id = 99 WHERE id = 2",
    ])
    func aWrongSessionIsFoundAndMadeAnew(sql: String) throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        let sessions = try store.reading(SessionRow.all)
        try store.writing { try $0.execute(sql: sql) }
        #expect(try store.readModelProblem(of: sample.events)?.seq == sessions[1].seq)
        try store.rebuildReadModels()
        #expect(try store.reading(SessionRow.all) == sessions)
        #expect(try store.readModelProblem(of: sample.events) == nil)
    }

    @Test(arguments: ["seq", "seq - 1", "100000"])
    func aSessionThatNoEventTellsOfIsFound(seq: String) throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        try store.writing {
            try $0.execute(
                sql: """
                    INSERT INTO session SELECT 99, \(seq), start, startOffset, "end", endOffset, day, seconds, minutes,
                    category, taskId, outcome FROM session WHERE id = 2
                    """)
        }
        let problem = "no event tells of session 99, which stands in the history"
        #expect(try store.strayRowProblem(in: sample.state) == problem)
        try store.rebuildReadModels()
        #expect(try store.strayRowProblem(in: sample.state) == nil)
    }

    @Test func sessionsAfterTheStateAskedAboutAreNoProblem() throws {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        #expect(try store.strayRowProblem(in: SampleGarden().state) == nil)
    }

    @Test func aClosedJournalRefuses() throws {
        let store = try TestFolder().open()
        try store.close()
        #expect(throws: StoreError.self) { try store.commit([]) }
    }
}
