import Foundation
import GRDB
import GardenCore
import TextKit

extension JournalStore {
    /// A snapshot of another version, or with a wrong digest, is passed over: it only saves time.
    public func snapshot(before seq: Int?) throws(StoreError) -> StateSnapshot? {
        try reading { db in try Self.newestSnapshot(db, before: seq) }
    }

    /// ``snapshot(before:)`` of a database.
    static func newestSnapshot(_ db: Database, before seq: Int? = nil) throws -> StateSnapshot? {
        let sql = "SELECT seq, version, state, digest FROM snapshot WHERE seq < ? ORDER BY seq DESC"
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [seq ?? .max])
        while let row = try rows.next() {
            if let snapshot = try Self.snapshot(row, db) { return snapshot }
        }
        return nil
    }

    fileprivate static func snapshot(_ row: Row, _ db: Database) throws -> StateSnapshot? {
        do {
            let seq: Int = try row.value(0, "a snapshot's seq")
            let version: Int = try row.value(1, "its version")
            guard version == GardenState.version, let change = try ChangeRow.row(db, withEvent: seq),
                change.lastSeq == seq
            else { return nil }
            let state = try row.bytes(2, "its state")
            let digest = RowDigest.digest(ofSnapshot: state, version: version, after: change.digest)
            return try row.bytes(3, "its digest") == digest ? StateSnapshot(seq: seq, record: state) : nil
        } catch is DamagedRow {
            return nil
        }
    }

    /// Adds a snapshot and keeps the one before it: if the new one turns out to be unreadable, a start replays what followed
    /// the other, not the whole journal.
    static func insert(_ snapshot: StateSnapshot, into db: Database) throws {
        guard let change = try ChangeRow.row(db, withEvent: snapshot.seq), change.lastSeq == snapshot.seq else {
            throw StoreError("a snapshot at event \(snapshot.seq), which is not the last event of a change")
        }
        let version = GardenState.version
        let digest = RowDigest.digest(ofSnapshot: snapshot.record, version: version, after: change.digest)
        let removal = "DELETE FROM snapshot WHERE seq < (SELECT max(seq) FROM snapshot WHERE seq < ?)"
        try db.cachedStatement(sql: removal).execute(arguments: [snapshot.seq])
        let insertion = "INSERT OR REPLACE INTO snapshot (seq, version, state, digest) VALUES (?, ?, ?, ?)"
        try db.cachedStatement(sql: insertion)
            .execute(arguments: [snapshot.seq, version, Data(snapshot.record), Data(digest)])
    }
}

/// A comparison of a replay with the snapshots, and with the state in use. A digest only shows that a snapshot is as it was written: it
/// can hold a wrong state, if a bit flipped in memory while it was encoded, or if a release applies events otherwise without a new
/// version of the state.
struct StateComparison {
    private var state = GardenState()
    /// The states that a start would read, by their last events.
    private var saved: [Int: GardenState] = [:]
    /// The last event of the first snapshot that differs; `nil` as long as none does.
    private var different: Int?
    /// The state in use; `nil` without one, and once it is compared.
    private var expected: GardenState?
    private var isExpectedDifferent = false

    /// - Parameter expected: the state in use after one of the events; `nil` to compare only the snapshots.
    init(_ db: Database, expecting expected: GardenState? = nil) throws {
        self.expected = expected
        let rows = try Row.fetchCursor(db, sql: "SELECT seq, version, state, digest FROM snapshot")
        while let row = try rows.next() {
            guard let snapshot = try JournalStore.snapshot(row, db) else { continue }
            saved[snapshot.seq] = snapshot.state
        }
    }

    /// Applies the next change of the journal.
    mutating func follow(_ change: Change) throws(ReplayError) {
        try state.replay(change)
        if let saved = saved.removeValue(forKey: state.seq), saved != state, different == nil { different = state.seq }
        if let expected, expected.seq <= state.seq {
            isExpectedDifferent = expected != state
            self.expected = nil
        }
    }

    /// What is wrong after the last change; `nil` if nothing is.
    var problem: DatabaseCheck.Problem? {
        if let expected, expected.seq > state.seq {
            let missing = ReplayError(seq: state.seq + 1, problem: "it is missing")
            return .damaged("is damaged: event \(missing.seq) is missing", missing)
        }
        if isExpectedDifferent { return .damaged("leads to a state other than the current one") }
        return different.map {
            .damaged("has a saved state after event \($0) other than the one that its events lead to")
        }
    }
}

/// The changes since the newest snapshot, which the next start replays.
struct SnapshotTail {
    /// As much as about two hundred changes, which take a few milliseconds to replay.
    private static let leastBytes = 64 << 10
    /// A snapshot is worth it once what follows the last one is this many times its size, so that snapshots of a large garden
    /// do not become most of what is written.
    private static let tailsPerSnapshot = 4

    private var bytes: Int
    private var snapshotBytes: Int

    /// The tail of an empty journal.
    init() { (bytes, snapshotBytes) = (0, 0) }

    init(in db: Database) throws {
        let sql = "SELECT seq, length(state) FROM snapshot WHERE version = ? ORDER BY seq DESC LIMIT 1"
        let newest = try Row.fetchOne(db, sql: sql, arguments: [GardenState.version])
        snapshotBytes = newest?[1] ?? 0
        let seq: Int = newest?[0] ?? 0
        bytes =
            try Int.fetchOne(
                db, sql: "SELECT ifnull(sum(length(events) + ifnull(length(params), 0)), 0) FROM change WHERE seq > ?",
                arguments: [seq]) ?? 0
    }

    var isWorthSnapshot: Bool { bytes >= max(Self.leastBytes, Self.tailsPerSnapshot * snapshotBytes) }

    mutating func add(_ change: Change) {
        bytes += change.params.count + change.events.reduce(0) { $0 + $1.effect.count + $1.type.utf8.count }
    }

    /// A snapshot was written. The few changes since its state, which were written while it was encoded, are not counted.
    mutating func begin(after snapshot: StateSnapshot) {
        (bytes, snapshotBytes) = (0, snapshot.record.count)
    }
}
