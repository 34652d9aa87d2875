import GRDB
import GardenCore

/// The tables, and how older ones become them, in place.
///
/// The version is kept twice: as `user_version`, which any SQLite tool shows, and as the migrations applied.
enum Schema {
    static let version = 1
    /// "Gard", by which file(1) and others may tell our files.
    static let applicationId = 0x4761_7264

    /// One migration a version, named by its number. A migration that was released is never edited again.
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: version1)
            try db.execute(sql: "PRAGMA application_id = \(applicationId); PRAGMA user_version = 1")
        }
        return migrator
    }()

    private static let version1 = """
        -- One request or one due thing. The digest is over its own columns.
        CREATE TABLE change (
            id INTEGER PRIMARY KEY, at INTEGER NOT NULL, cause TEXT NOT NULL, params BLOB NOT NULL, "key" TEXT,
            answer BLOB NOT NULL, rollovers INTEGER NOT NULL, digest BLOB NOT NULL
        ) STRICT;
        CREATE INDEX changeByKey ON change ("key") WHERE "key" IS NOT NULL;

        -- The journal. The digests are a chain.
        CREATE TABLE event (
            seq INTEGER PRIMARY KEY, change INTEGER NOT NULL, at INTEGER NOT NULL, type TEXT NOT NULL,
            version INTEGER NOT NULL, data BLOB NOT NULL, digest BLOB NOT NULL
        ) STRICT;

        -- The newest snapshot.
        CREATE TABLE snapshot (
            seq INTEGER PRIMARY KEY, version INTEGER NOT NULL, lastChange INTEGER NOT NULL, state BLOB NOT NULL,
            digest BLOB NOT NULL
        ) STRICT;

        -- Read models, which can be made anew from the journal.
        CREATE TABLE kind (
            type TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (type, version)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE stretch (
            type TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (type, number)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE session (
            id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, start INTEGER NOT NULL, startOffset INTEGER NOT NULL,
            "end" INTEGER NOT NULL, endOffset INTEGER NOT NULL, day TEXT NOT NULL, seconds INTEGER NOT NULL,
            minutes INTEGER NOT NULL, category TEXT NOT NULL, taskId INTEGER, outcome TEXT NOT NULL
        ) STRICT;
        CREATE INDEX sessionByDay ON session (day);

        CREATE TABLE logLine (
            id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, day TEXT NOT NULL, at INTEGER NOT NULL,
            atOffset INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, gone INTEGER
        ) STRICT;
        CREATE INDEX logLineByDay ON logLine (day);

        -- Written to where there is nothing else to write, to see whether the disk takes it.
        CREATE TABLE probe (id INTEGER PRIMARY KEY, writes INTEGER NOT NULL) STRICT;
        INSERT INTO probe (id, writes) VALUES (1, 0);
        """

    /// What SQLite keeps of the tables and indexes of a database, as text.
    static func description(_ db: Database) throws -> [String] {
        try Row.fetchAll(db, sql: "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
            .map { row in (0..<4).map { (row[$0] as DatabaseValue).description }.joined(separator: " ") }
    }

    /// ``description(_:)`` of a sound database of that version.
    static func soundDescription(ofVersion version: Int) throws -> [String] {
        let queue = try DatabaseQueue()
        defer { try? queue.closeForGood() }
        try migrator.migrate(queue, upTo: "\(version)")
        return try queue.read(description)
    }
}
