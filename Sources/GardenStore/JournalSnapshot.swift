import Foundation
import GRDB
import GardenCore

extension JournalStore {
    /// A snapshot of another version, or with a wrong digest, is ignored: it only saves time.
    public func snapshot() throws(StoreError) -> [UInt8]? {
        try reading { db in
            let sql = "SELECT seq, version, state, digest FROM snapshot ORDER BY seq DESC LIMIT 1"
            guard let row = try Row.fetchOne(db.cachedStatement(sql: sql)) else { return nil }
            do {
                let version: Int = try row.value(1, "a snapshot's version")
                let seq: Int = try row.value(0, "its seq")
                guard version == GardenState.version, let change = try ChangeRow.row(db, withEvent: seq),
                    change.lastSeq == seq
                else { return nil }
                let state = try row.bytes(2, "its state")
                let digest = RowDigest.digest(ofSnapshot: state, version: version, after: change.digest)
                guard try row.bytes(3, "its digest") == digest else { return nil }
                return state
            } catch is DamagedRow {
                return nil
            }
        }
    }

    public func keepSnapshot(_ state: [UInt8], seq: Int) throws(StoreError) {
        try writing { db in
            guard let change = try ChangeRow.row(db, withEvent: seq), change.lastSeq == seq else {
                throw StoreError("a snapshot at event \(seq), which is not the last event of a change")
            }
            let version = GardenState.version
            let digest = RowDigest.digest(ofSnapshot: state, version: version, after: change.digest)
            try db.execute(sql: "DELETE FROM snapshot")
            try db.execute(
                sql: "INSERT INTO snapshot (seq, version, state, digest) VALUES (?, ?, ?, ?)",
                arguments: [seq, version, Data(state), Data(digest)])
        }
    }
}
