import GRDB
import GardenCore

/// A copy of a database that is complete before it gets its final name.
enum DatabaseCopy {
    /// Copies a database, including its log, to an unfinished file with SQLite's backup API, and checks the complete
    /// copy. The copy is marked as a copy (``Schema``).
    ///
    /// - Parameters:
    ///   - comparesSnapshots: whether the check replays the journal and compares the snapshots with it.
    ///   - needsPermissions: whether the copy must be on a file system that keeps it private.
    ///   - read: provides a connection that reads the original.
    /// - Returns: what the check of the copy has found. On an error the copy is removed.
    static func make(
        at unfinished: String, comparesSnapshots: Bool = false, needsPermissions: Bool = true,
        reading read: ((Database) throws -> Void) throws -> Void
    ) throws(DatabaseCheck.Problem) -> DatabaseCheck.Summary {
        do throws(DatabaseCheck.Problem) {
            do {
                try removeUnfinished(unfinished)
                try DiskFile.create(unfinished, needsPermissions: needsPermissions)
                let copy = try DatabaseQueue(path: unfinished)
                defer { try? copy.closeForGood() }
                try copy.writeWithoutTransaction { destination in
                    // The file is synced once at the end.
                    try destination.execute(sql: "PRAGMA synchronous = OFF")
                    try read { original in try original.backup(to: destination) }
                }
            } catch {
                throw .unreadable(StoreError(error))
            }
            let summary = try DatabaseCheck.run(unfinished, comparesSnapshots: comparesSnapshots)
            do {
                try mark(unfinished)
                try DiskFile.sync(unfinished)
            } catch {
                throw .unreadable(StoreError(error))
            }
            return summary
        } catch {
            try? removeUnfinished(unfinished)
            throw error
        }
    }

    private static func mark(_ copy: String) throws {
        let copy = try DatabaseQueue(path: copy)
        defer { try? copy.closeForGood() }
        try copy.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = OFF; INSERT OR IGNORE INTO copied (id) VALUES (1)")
            // The copy is complete, and no daemon has it open.
            try OpenMark.remove(db)
        }
    }

    /// Removes the remains of a killed attempt.
    static func removeUnfinished(_ path: String) throws(StoreError) {
        for suffix in ["", "-wal", "-shm", "-journal"] { try DiskFile.remove(path + suffix) }
    }
}
