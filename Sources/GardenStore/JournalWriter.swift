import GRDB
import GRDBSQLite

/// Writes changes into the database: the statements that every commit runs.
final class JournalWriter {
    let change: PreparedStatement
    let reply: PreparedStatement
    private let begin: PreparedStatement
    private let commit: PreparedStatement
    private let rollback: PreparedStatement

    init(_ db: Database) throws {
        change = try PreparedStatement(db, ChangeRow.insertion)
        reply = try PreparedStatement(db, ReplyRow.insertion)
        begin = try PreparedStatement(db, "BEGIN IMMEDIATE")
        commit = try PreparedStatement(db, "COMMIT")
        rollback = try PreparedStatement(db, "ROLLBACK")
    }

    /// Runs `body` in one transaction: if it throws, or the disk refuses, everything is rolled back.
    func transaction(_ db: Database, _ body: () throws -> Void) throws {
        try begin.run()
        do {
            try body()
            try commit.run()
        } catch {
            // After some errors SQLite has already rolled back.
            if sqlite3_get_autocommit(db.sqliteConnection) == 0 { try rollback.run() }
            throw error
        }
    }
}
