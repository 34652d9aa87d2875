import GRDB
import GRDBSQLite
import GardenCore

/// A database that is looked at without a byte of it, of its log, or of its folder being changed, even where the log
/// of a killed daemon has not been taken in.
///
/// SQLite's own read-only mode is not that: it makes an index of the log beside it, and fails where it cannot. So the
/// index is held in memory (`locking_mode=EXCLUSIVE` before the first read), which takes locks that a read-only file
/// refuses, hence the VFS without any. Whoever looks must know that nobody writes: under the folder's lock, or at a
/// backup.
enum ImmutableRead {
    static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        let hasLog = DiskFile.size("\(path)-wal").map { $0 > 0 } ?? false
        var configuration = Configuration()
        configuration.readonly = true
        if hasLog {
            configuration.prepareDatabase { db in
                keepLog(of: db)
                try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
            }
        }
        let options = hasLog ? "vfs=unix-none" : "immutable=1"
        let queue = try DatabaseQueue(path: "file:\(escaped(path))?mode=ro&\(options)", configuration: configuration)
        defer { try? queue.closeForGood() }
        return try queue.read(body)
    }

    /// Keeps a log from being removed with the last connection, which happens once nothing is left to take out of it:
    /// of a damaged log, too, nothing is left.
    private static func keepLog(of db: Database) {
        var persists: Int32 = 1
        let result = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &persists)
        precondition(result == SQLITE_OK, "SQLite refuses to keep a log: \(result)")
    }

    /// A path as it stands in a URI (https://sqlite.org/uri.html).
    private static func escaped(_ path: String) -> String {
        var escaped = ""
        for character in path {
            switch character {
            case "%": escaped += "%25"
            case "?": escaped += "%3f"
            case "#": escaped += "%23"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
