import GRDB
import GardenCore

/// A copy of a database that is whole before it gets its name.
enum DatabaseCopy {
    /// Copies a database to an unfinished file with SQLite's backup API, what stands in its log included, and checks the
    /// copy as a whole. The copy knows that it is one (``Schema``).
    ///
    /// - Parameter read: gives a connection that reads the original.
    /// - Returns: what the copy holds. On an error nothing of it stays.
    static func make(
        at unfinished: String, reading read: ((Database) throws -> Void) throws -> Void
    ) throws(DatabaseCheck.Problem) -> DatabaseCheck.Verdict {
        do throws(DatabaseCheck.Problem) {
            do {
                try removeUnfinished(unfinished)
                try DiskFile.create(unfinished)
                let copy = try DatabaseQueue(path: unfinished)
                defer { try? copy.closeForGood() }
                try copy.writeWithoutTransaction { destination in
                    // It is synced once, as a whole.
                    try destination.execute(sql: "PRAGMA synchronous = OFF")
                    try read { original in try original.backup(to: destination) }
                }
            } catch {
                throw .unreadable(StoreError(error))
            }
            let verdict = try DatabaseCheck.run(unfinished)
            do {
                try mark(unfinished)
                try DiskFile.sync(unfinished)
            } catch {
                throw .unreadable(StoreError(error))
            }
            return verdict
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
        }
    }

    /// Takes away what a killed attempt left.
    static func removeUnfinished(_ path: String) throws(StoreError) {
        for suffix in ["", "-wal", "-shm", "-journal"] { try DiskFile.remove(path + suffix) }
    }
}
