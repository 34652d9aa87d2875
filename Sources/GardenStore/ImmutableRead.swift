import GRDB
import GRDBSQLite
import GardenCore

/// Reads a database without changing a byte of it, of its log or of its folder, even if a killed daemon left a log.
///
/// SQLite's own read-only mode does change the folder: it creates an index of the log there, and fails if it cannot. So
/// the index is held in memory (`locking_mode=EXCLUSIVE` before the first read). That mode takes locks that a read-only
/// file refuses, so the VFS takes none. The caller must ensure that no process writes: by the folder's lock, or by
/// reading a backup.
enum ImmutableRead {
    static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        let path = DiskFile.resolved(path)
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

    /// Keeps SQLite from removing the log with the last connection. It does that once nothing remains to read from the
    /// log, which is also true of a damaged log.
    static func keepLog(of db: Database) {
        var persists: Int32 = 1
        let result = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_PERSIST_WAL, &persists)
        precondition(result == SQLITE_OK, "SQLite refuses to keep a log: \(result)")
    }

    /// A path in the form of a URI (https://sqlite.org/uri.html).
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
