import GRDB
import GRDBSQLite
import WorkKit

/// The steps of SQLite, if a measurement runs when the database is opened.
///
/// They say what a statement looks at, not what it returns: a search without an index shows.
enum CountedSteps {
    private static let stepsOfCall: Int32 = 10

    static func begin(_ db: Database) {
        guard Work.isMeasured else { return }
        sqlite3_progress_handler(
            db.sqliteConnection, stepsOfCall,
            { _ in
                Work.note(Int(CountedSteps.stepsOfCall), .steps)
                return 0
            }, nil)
    }
}
