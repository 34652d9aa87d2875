import GRDB
import GRDBSQLite

@testable import GardenStore

extension JournalStore {
    /// About how many instructions SQLite's virtual machine runs in `body`: a measure of work that is the same in every
    /// run.
    func instructions(_ body: () throws -> Void) throws -> Int {
        let step: Int32 = 100
        var count = 0
        try withUnsafeMutablePointer(to: &count) { count in
            try reading { db in
                let increment: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { count in
                    count?.assumingMemoryBound(to: Int.self).pointee += 1
                    return 0
                }
                sqlite3_progress_handler(db.sqliteConnection, step, increment, count)
            }
            defer { try? reading { db in sqlite3_progress_handler(db.sqliteConnection, 0, nil, nil) } }
            try body()
        }
        return count * Int(step)
    }
}
