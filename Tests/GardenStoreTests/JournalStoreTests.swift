import Foundation
import GRDB
import GardenAPI
import GardenCore
import Testing

@testable import GardenStore

struct JournalStoreTests {
    let sample = SampleGarden(events: 60)

    private func filled() throws -> JournalStore {
        let store = try JournalStore.inMemory()
        try store.commit(sample.changes)
        return store
    }

    // MARK: Writing

    @Test func committedChangesRoundTrip() throws {
        let store = try JournalStore.inMemory()
        for change in sample.changes { try store.commit([change]) }
        #expect(try store.allEvents() == sample.events)
        #expect(try store.lastSeq() == sample.state.seq)
        let checked = try store.checkedChanges(after: 0, limit: .max)
        #expect(checked.changes == sample.changes.map(\.asKept))
        #expect(checked.firstBad == nil)
    }

    @Test func manyChangesInOneCommitEqualSingleCommits() throws {
        let (together, apart) = (try JournalStore.inMemory(), try JournalStore.inMemory())
        try together.commit(sample.changes)
        for change in sample.changes { try apart.commit([change]) }
        for table in ["change", "reply", "eventType", "typeBlock", "session", "logLine"] {
            let rows = { (db: Database) in try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY 1, 2") }
            #expect(try together.reading(rows) == apart.reading(rows))
        }
    }

    @Test func aJournalIsUnchangedAfterReopening() throws {
        let folder = try TestFolder()
        let store = try folder.open()
        try store.commit(Array(sample.changes.prefix(20)))
        try store.close()
        let again = try folder.open()
        #expect(try again.lastSeq() == sample.changes[19].lastSeq)
        try again.commit(Array(sample.changes.dropFirst(20)))
        #expect(try again.checkedChanges(after: 0, limit: .max).changes == sample.changes.map(\.asKept))
        #expect(try again.allEvents() == sample.events)
        #expect(try again.readModelProblem() == nil)
    }

    @Test func anEmptyCommitIsWritten() throws {
        let store = try JournalStore.inMemory()
        try store.commit([])
        try store.commit([])
        #expect(try store.reading { try Int.fetchOne($0, sql: "SELECT writes FROM probe") } == 2)
        #expect(try store.allEvents() == [])
        #expect(try store.lastSeq() == 0)
    }

    @Test func aCommitThatFailsHalfwayLeavesNothingAndCanBeRepeated() throws {
        let store = try JournalStore.inMemory()
        try store.commit([.plain([.plain(1)])])
        let changes = [Change.plain([.plain(2)]), .plain([.plain(3), .plain(4)], key: "k")]
        try store.blockNextCommit(at: 3)
        #expect(throws: StoreError.blockedCommit) { try store.commit(changes) }
        try store.unblock(at: 3)
        #expect(try store.allEvents() == [.plain(1)])
        #expect(try store.lastSeq() == 1)
        #expect(try store.change(withKey: "k") == nil)
        try store.commit(changes)
        #expect(try store.allEvents() == [.plain(1), .plain(2), .plain(3), .plain(4)])
        #expect(try store.checkedChanges(after: 0, limit: 9).firstBad == nil)
        #expect(try store.readModelProblem() == nil)
    }

    /// A refused commit must also clear a read model's cache of it.
    @Test func aTypeFirstSeenInARefusedCommitIsFoundAfterARetry() throws {
        let store = try JournalStore.inMemory()
        let rare = Event.plain(2, type: "garden.flowered")
        let changes = [Change.plain([rare]), .plain([.plain(3)])]
        try store.commit([.plain([.plain(1)])])
        try store.blockNextCommit(at: 3)
        #expect(throws: StoreError.blockedCommit) { try store.commit(changes) }
        try store.unblock(at: 3)
        try store.commit(changes)
        #expect(try store.events(after: 0, limit: .max, types: [rare.type]) == [rare])
        #expect(try store.readModelProblem() == nil)
    }

    @Test(arguments: [
        Change.plain([.plain(3)]), .plain([.plain(1)]), .plain([]), .plain([.plain(2), .plain(2)]),
        .plain([.plain(2), .plain(4)]),
    ])
    func aChangeThatDoesNotFollowTheLastIsRefused(change: Change) throws {
        let store = try JournalStore.inMemory()
        try store.commit([.plain([.plain(1)])])
        let seqs = change.events.map { "\($0.seq)" }.joined(separator: ", ")
        #expect(throws: StoreError("a change with events [\(seqs)] cannot follow event 1")) {
            try store.commit([change])
        }
        #expect(try store.allEvents() == [.plain(1)])
        #expect(try store.lastSeq() == 1)
    }

    @Test func aClosedJournalRefusesCommits() throws {
        let store = try TestFolder().open()
        try store.close()
        #expect(throws: StoreError("the journal is closed")) { try store.commit([]) }
    }

    // MARK: Reading

    @Test(arguments: [1, 2, 3, 17, Int.max])
    func theHistoryIsReadInSlicesFromBothEnds(limit: Int) throws {
        let store = try filled()
        let events = sample.events
        // A slice begins and ends within a change too.
        for seq in 0...events.count + 2 {
            let after = events.filter { $0.seq > seq }.prefix(limit)
            #expect(try store.events(after: seq, limit: limit, types: nil) == Array(after))
            let before = events.filter { $0.seq < seq }.suffix(limit)
            #expect(try store.newestEvents(before: seq, limit: limit, types: nil) == Array(before))
        }
        #expect(try store.newestEvents(before: nil, limit: limit, types: nil) == Array(events.suffix(limit)))
    }

    @Test(arguments: [["timer.started"], ["timer.paused", "log.written", "timer.paused"], ["no.suchType"], []])
    func theHistoryOfSomeTypesOmitsTheOthers(types: [String]) throws {
        let store = try filled()
        let wanted = sample.events.filter { types.contains($0.type) }
        #expect(try store.events(after: 0, limit: .max, types: types) == wanted)
        #expect(try store.newestEvents(before: nil, limit: 3, types: types) == Array(wanted.suffix(3)))
        for seq in 0...sample.events.count + 2 {
            let (after, before) = (wanted.filter { $0.seq > seq }, wanted.filter { $0.seq < seq })
            #expect(try store.events(after: seq, limit: 2, types: types) == Array(after.prefix(2)))
            #expect(try store.newestEvents(before: seq, limit: 2, types: types) == Array(before.suffix(2)))
        }
    }

    /// With changes that end with each block, and with others that reach into the next.
    @Test(arguments: [1, 5, 1000])
    func rareTypesAreFoundInALongHistoryFromBothEnds(eventsOfAChange: Int) throws {
        let length = EventIndex.blockLength
        // At both ends of blocks, and within one.
        let rare = [1, length, length + 1, 2 * length, 7 * length + 50, 9 * length]
        let types = ["garden.flowered", "garden.withered"]
        let events = (1...9 * length).map { seq in
            Event.plain(seq, type: rare.firstIndex(of: seq).map { types[$0 % 2] } ?? "garden.grew")
        }
        let store = try JournalStore.inMemory()
        try store.commit(
            stride(from: 0, to: events.count, by: eventsOfAChange).map { first in
                Change.plain(Array(events[first..<min(first + eventsOfAChange, events.count)]))
            })
        func seqs(_ events: [Event]) -> [Int] { events.map(\.seq) }
        #expect(seqs(try store.events(after: 0, limit: .max, types: types)) == rare)
        #expect(seqs(try store.events(after: 0, limit: 2, types: [types[1]])) == [length, 2 * length])
        let edges = [0, 1, length - 1, length, length + 1, 2 * length - 1, 9 * length - 1, 9 * length, .max]
        for edge in edges {
            for limit in [1, 2, 9] {
                let after = rare.filter { $0 > edge }.prefix(limit)
                #expect(seqs(try store.events(after: edge, limit: limit, types: types)) == Array(after))
                let before = rare.filter { $0 < edge }.suffix(limit)
                #expect(seqs(try store.newestEvents(before: edge, limit: limit, types: types)) == Array(before))
            }
        }
        #expect(seqs(try store.newestEvents(before: nil, limit: 3, types: types)) == Array(rare.suffix(3)))
        #expect(
            seqs(try store.newestEvents(before: nil, limit: 9, types: [types[0]]))
                == [1, length + 1, 7 * length + 50])
        let common = events.filter { $0.type == "garden.grew" }
        let after50 = Array(common.filter { $0.seq > 50 }.prefix(200))
        #expect(try store.events(after: 50, limit: 200, types: ["garden.grew"]) == after50)
        #expect(try store.newestEvents(before: nil, limit: 200, types: ["garden.grew"]) == Array(common.suffix(200)))
        let counts = try store.reading {
            try Row.fetchAll($0, sql: "SELECT type, count(*) AS n FROM typeBlock GROUP BY 1")
        }
        #expect(
            counts == [
                ["type": "garden.flowered", "n": 3], ["type": "garden.grew", "n": 9],
                ["type": "garden.withered", "n": 3],
            ])
        #expect(try store.readModelProblem() == nil)
    }

    @Test func everyEventLeadsToItsChange() throws {
        let store = try filled()
        for change in sample.changes {
            for event in change.events { #expect(try store.change(ofEvent: event.seq)?.events == change.events) }
        }
        #expect(try store.change(ofEvent: 0) == nil)
        #expect(try store.change(ofEvent: sample.state.seq + 1) == nil)
    }

    @Test(arguments: [1, 2, 7, 50, Int.max])
    func theChainIsCheckedInSlicesOfWholeChanges(limit: Int) throws {
        let store = try filled()
        var changes: [Change] = []
        while true {
            let slice = try store.checkedChanges(after: changes.last?.lastSeq ?? 0, limit: limit)
            #expect(slice.firstBad == nil)
            guard !slice.changes.isEmpty else { break }
            // It ends with the change that reaches the limit.
            let eventsBefore = slice.changes.dropLast().flatMap(\.events).count
            #expect(eventsBefore < limit)
            changes += slice.changes
        }
        #expect(changes == sample.changes.map(\.asKept))
    }

    @Test func aSliceThatWouldBeginWithinAChangeIsRefused() throws {
        let store = try filled()
        let change = try #require(sample.changes.last { $0.events.count > 1 })
        let checked = try store.checkedChanges(after: change.seq, limit: 9)
        #expect(checked.changes == [])
        #expect(checked.firstBad == change.seq)
    }

    // MARK: Snapshots

    @Test func theTwoNewestSnapshotsAreKept() throws {
        let store = try filled()
        #expect(try store.snapshot(before: nil) == nil)
        let snapshots = [1, 3, 5].map { StateSnapshot(seq: sample.changes[$0].lastSeq, record: [UInt8($0)]) }
        for snapshot in snapshots { try store.commit([], snapshot) }
        #expect(try store.snapshot(before: nil) == snapshots[2])
        #expect(try store.snapshot(before: snapshots[2].seq) == snapshots[1])
        #expect(try store.snapshot(before: snapshots[1].seq) == nil)
        // A second one at the same event, as after a start and a stop at once.
        try store.commit([], StateSnapshot(seq: snapshots[2].seq, record: [6]))
        #expect(try store.snapshot() == [6])
        #expect(try store.snapshot(before: snapshots[2].seq) == snapshots[1])
    }

    @Test func aSnapshotIsWrittenWithTheChangesThatLeadToIt() throws {
        let store = try JournalStore.inMemory()
        let snapshot = StateSnapshot(seq: sample.state.seq, record: sample.state.record)
        try store.commit(sample.changes, snapshot)
        #expect(try store.snapshot(before: nil) == snapshot)
        #expect(try store.allEvents() == sample.events)
    }

    @Test func aSnapshotWithinAChangeIsNotWritten() throws {
        let store = try filled()
        try store.keepSnapshot([1], seq: sample.state.seq)
        let within = try #require(sample.changes.last { $0.events.count > 1 }).seq
        for seq in [within, 0, sample.state.seq + 1] {
            let reason = "a snapshot at event \(seq), which is not the last event of a change"
            #expect(throws: StoreError(reason)) {
                try store.writing { try JournalStore.insert(StateSnapshot(seq: seq, record: [2]), into: $0) }
            }
        }
        #expect(try store.snapshot() == [1])
    }

    @Test func aSnapshotIsDueOnceItsTailIsWorthIt() throws {
        let store = try JournalStore.inMemory()
        let text = String(repeating: "x", count: 1000)
        var seq = 0
        func commit(_ changes: Int, _ snapshot: StateSnapshot? = nil) throws {
            let new = (1...changes).map { Change.plain([.plain(seq + $0, effect: "[\"\(text)\"]")]) }
            seq += changes
            try store.commit(new, snapshot)
        }
        // 64 KiB of effects and types.
        try commit(64)
        #expect(!store.isSnapshotDue)
        try commit(1)
        #expect(store.isSnapshotDue)
        try commit(1, StateSnapshot(seq: seq, record: [1]))
        #expect(!store.isSnapshotDue)
        // Four times a large snapshot.
        try store.commit([], StateSnapshot(seq: seq, record: [UInt8](repeating: 1, count: 50_000)))
        try commit(190)
        #expect(!store.isSnapshotDue)
        try commit(10)
        #expect(store.isSnapshotDue)
    }

    @Test(arguments: [
        "version = version + 1", "seq = seq - 1", "seq = seq + 1", "seq = 0", "state = x'7b7d'", "digest = x'00'",
    ])
    func aModifiedSnapshotIsIgnored(assignment: String) throws {
        let store = try filled()
        try store.keepSnapshot(sample.state.record, seq: sample.state.seq)
        try store.writing { try $0.execute(sql: "UPDATE snapshot SET \(assignment)") }
        #expect(try store.snapshot() == nil)
    }

    /// Even if it is at the end of another change.
    @Test func aMovedSnapshotIsIgnored() throws {
        let store = try filled()
        try store.keepSnapshot(sample.state.record, seq: sample.state.seq)
        let seq = sample.changes[5].lastSeq
        try store.writing { try $0.execute(sql: "UPDATE snapshot SET seq = \(seq)") }
        #expect(try store.snapshot() == nil)
    }
}

extension StoreError {
    /// The refusal of a commit that ``JournalStore/blockNextCommit(at:)`` blocks.
    static let blockedCommit = StoreError(
        "a row conflicts with existing rows (SQLite 1555: UNIQUE constraint failed: change.seq)")
}

extension JournalStore {
    /// Puts a foreign row at the place of the next change.
    func blockNextCommit(at seq: Int) throws {
        try writing {
            try $0.execute(
                sql: """
                    INSERT INTO change SELECT \(seq), at, "offset", recorded, method, actor, params, "key", events,
                    digest FROM change WHERE seq = 1
                    """)
        }
    }

    func unblock(at seq: Int) throws {
        try writing { try $0.execute(sql: "DELETE FROM change WHERE seq = \(seq)") }
    }
}
