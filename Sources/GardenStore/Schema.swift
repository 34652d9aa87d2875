import GRDB
import GardenCore

/// The tables, and the migrations of older ones in place.
///
/// The version is kept twice: as `user_version`, which any SQLite tool shows, and as the migrations applied.
enum Schema {
    static let version = 2
    /// The version of previews, which no release reads.
    static let previewVersion = 1
    /// "Gard", which identifies our files to file(1) and other programs.
    static let applicationId = 0x4761_7264

    /// One migration per version, named by its number. A released migration is never edited again.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("2") { db in
            try db.execute(sql: version2)
            try db.execute(sql: "PRAGMA application_id = \(applicationId); PRAGMA user_version = 2")
        }
        return migrator
    }()

    private static let version2 = """
        -- The journal: a row for each request or deadline that changed something, named by its first event. The digests
        -- are a chain. NULL means that the value follows from the others: recorded from "at", method from the first
        -- event's type, actor "due"; and no params.
        CREATE TABLE change (
            seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, "offset" INTEGER NOT NULL, recorded INTEGER,
            method TEXT, actor TEXT, params BLOB, "key" TEXT, events BLOB NOT NULL,
            digest BLOB NOT NULL
        ) STRICT;

        -- The answers to changes with a key, while it holds.
        CREATE TABLE reply (
            "key" TEXT NOT NULL PRIMARY KEY, seq INTEGER NOT NULL, rollovers INTEGER NOT NULL, answer BLOB NOT NULL,
            digest BLOB NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- The newest snapshot and the one before it.
        CREATE TABLE snapshot (
            seq INTEGER PRIMARY KEY, version INTEGER NOT NULL, state BLOB NOT NULL, digest BLOB NOT NULL
        ) STRICT;

        -- The tables and indexes that only repeat the content of the journal and can be rebuilt.
        CREATE TABLE readModel (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

        -- Written when there is nothing else to write, to check whether the disk accepts writes.
        CREATE TABLE probe (id INTEGER PRIMARY KEY, writes INTEGER NOT NULL) STRICT;
        INSERT INTO probe (id, writes) VALUES (1, 0);

        -- A row while the file is a copy that no daemon has written to. The original may continue, or have continued,
        -- to change, so a daemon that writes to the copy is another device.
        CREATE TABLE copied (id INTEGER PRIMARY KEY) STRICT;
        """

    /// SQLite's text of the tables and indexes of a database, without read models.
    static func description(_ db: Database) throws -> [String] {
        let readModels = try ReadModels.names(db)
        return try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
            .filter { row in
                let (name, table): (String?, String?) = (row[1], row[2])
                return !readModels.contains(name ?? "") && !readModels.contains(table ?? "")
            }
            .map { row in (0..<4).map { (row[$0] as DatabaseValue).description }.joined(separator: " ") }
    }

    /// ``description(_:)`` of a valid database of that version.
    static func validDescription(ofVersion version: Int) throws -> [String] {
        let queue = try DatabaseQueue()
        defer { try? queue.closeForGood() }
        try migrator.migrate(queue, upTo: "\(version)")
        return try queue.read(description)
    }
}
