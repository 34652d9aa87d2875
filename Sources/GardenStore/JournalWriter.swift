import GRDB
import GRDBSQLite

/// How changes come into the database: the statements that every commit runs.
final class JournalWriter {
    let change: BareStatement
    let reply: BareStatement
    private let begin: BareStatement
    private let commit: BareStatement
    private let rollback: BareStatement

    init(_ db: Database) throws {
        change = try BareStatement(db, ChangeRow.insertion)
        reply = try BareStatement(db, ReplyRow.insertion)
        begin = try BareStatement(db, "BEGIN IMMEDIATE")
        commit = try BareStatement(db, "COMMIT")
        rollback = try BareStatement(db, "ROLLBACK")
    }

    /// Runs `body` in one transaction: if it throws, or the disk refuses, nothing of it stays.
    func transaction(_ db: Database, _ body: () throws -> Void) throws {
        try begin.run()
        do {
            try body()
            try commit.run()
        } catch {
            // After some errors SQLite has rolled back by itself.
            if sqlite3_get_autocommit(db.sqliteConnection) == 0 { try rollback.run() }
            throw error
        }
    }
}
