import Foundation
import GRDB
import GardenCore

extension JournalStore {
    /// A snapshot of another version, or one that is not as it was written, counts as none: it only saves time.
    public func snapshot() throws(StoreError) -> (state: [UInt8], lastChange: Int)? {
        try reading { db in
            let sql = "SELECT seq, version, lastChange, state, digest FROM snapshot ORDER BY seq DESC LIMIT 1"
            guard let row = try Row.fetchOne(db.cachedStatement(sql: sql)) else { return nil }
            do {
                let version: Int = try row.value(1, "a snapshot's version")
                guard version == GardenState.version, let event = try EventRow.row(db, seq: row.value(0, "its seq"))
                else { return nil }
                let lastChange: Int = try row.value(2, "its last change")
                let state = try row.bytes(3, "its state")
                let digest = RowDigest.digest(
                    ofSnapshot: state, version: version, lastChange: lastChange, at: event.digest)
                guard try row.bytes(4, "its digest") == digest else { return nil }
                return (state, lastChange)
            } catch is DamagedRow {
                return nil
            }
        }
    }

    public func keepSnapshot(_ state: [UInt8], seq: Int, lastChange: Int) throws(StoreError) {
        try writing { db in
            guard let event = try EventRow.row(db, seq: seq) else {
                throw StoreError("a snapshot at event \(seq), which is not in the journal")
            }
            let version = GardenState.version
            let digest = RowDigest.digest(ofSnapshot: state, version: version, lastChange: lastChange, at: event.digest)
            try db.execute(sql: "DELETE FROM snapshot")
            try db.execute(
                sql: "INSERT INTO snapshot (seq, version, lastChange, state, digest) VALUES (?, ?, ?, ?, ?)",
                arguments: [seq, version, lastChange, Data(state), Data(digest)])
        }
    }
}
