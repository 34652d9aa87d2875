import GRDB
import GRDBSQLite
import WorkKit

/// The statements and the steps of SQLite, if a measurement runs when the database is opened.
///
/// Steps say what a statement looks at, not what it returns: a search without an index shows.
enum CountedStatements {
    private static let stepsOfCall: Int32 = 10

    static func begin(_ db: Database) {
        guard Work.isMeasured else { return }
        sqlite3_progress_handler(
            db.sqliteConnection, stepsOfCall,
            { _ in
                Work.note(Int(CountedStatements.stepsOfCall), .steps)
                return 0
            }, nil)
        // GRDB traces only what it is asked for.
        sqlite3_trace_v2(
            db.sqliteConnection, UInt32(SQLITE_TRACE_STMT),
            { _, _, _, _ in
                Work.note(.statements)
                return 0
            }, nil)
    }
}
