import GRDB
import GardenAPI
import GardenCore

/// What the garden has of other programs, by what these know it by (RULES I1). A row stays when its change is undone, and then says so.
final class ImportedEntryTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "importedEntry",
            """
            CREATE TABLE importedEntry (
                seq INTEGER PRIMARY KEY, change INTEGER NOT NULL, kind TEXT NOT NULL, id INTEGER NOT NULL,
                origin TEXT NOT NULL, undone INTEGER NOT NULL
            ) STRICT
            """
        ),
        ("importedEntryByOrigin", "CREATE INDEX importedEntryByOrigin ON importedEntry (origin, seq)"),
        ("importedEntryByChange", "CREATE INDEX importedEntryByChange ON importedEntry (change)"),
    ]
    private static let columns = "seq, change, kind, id, origin, undone"

    /// How many entries were checked, and the changes of those that are undone.
    private var (count, undone) = (0, Set<Int>())

    static let types: [String]? = ImportedEntry.types

    init() {}

    func add(_ event: Event, to db: Database) throws {
        switch try Self.update(by: event) {
        case .added(let entry)?:
            let sql = "INSERT INTO importedEntry (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: [
                entry.seq, entry.change, entry.kind, entry.id, entry.origin, entry.isUndone,
            ])
        case .undone(let change, let isUndone)?:
            let sql = "UPDATE importedEntry SET undone = ? WHERE change = ?"
            try db.cachedStatement(sql: sql).execute(arguments: [isUndone, change])
        case nil: break
        }
    }

    private static func update(by event: Event) throws -> ImportedEntry.Update? {
        do { return try ImportedEntry.update(by: event) } catch {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
        }
    }

    // MARK: Checks

    func problem(of event: Event, in db: Database) throws -> String? {
        switch try Self.update(by: event) {
        case .added(var entry)?:
            count += 1
            let row = try Row.first(
                db.cachedStatement(sql: "SELECT \(Self.columns) FROM importedEntry WHERE seq = ?"),
                arguments: [entry.seq], Self.entry)
            // Of later events nothing is known yet.
            entry.isUndone = row?.isUndone ?? false
            guard row != entry else { return nil }
            return "entry \(entry.seq) is \(row == nil ? "missing" : "different") in the table of imported entries"
        case .undone(let change, let isUndone)?:
            if isUndone { undone.insert(change) } else { undone.remove(change) }
            return nil
        case nil: return nil
        }
    }

    func orphanProblem(in db: Database) throws -> String? {
        let rows = try Row.fetchAll(
            db, sql: "SELECT change, MIN(undone), MAX(undone) FROM importedEntry GROUP BY change ORDER BY change")
        for row in rows {
            let change: Int = try row.value(0, "a change of imported entries")
            let (least, most): (Int, Int) = (try row.value(1, "a mark"), try row.value(2, "a mark"))
            guard least == most, (most != 0) == undone.contains(change) else {
                return "an entry of change \(change) is different in the table of imported entries"
            }
        }
        return try Row.count(db, of: "importedEntry") == count
            ? nil : "the table of imported entries has an entry without an event"
    }

    // MARK: Queries

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        guard let query = query as? ImportedEntriesQuery else { return nil }
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM importedEntry INDEXED BY importedEntryByOrigin
                WHERE origin = ? AND seq > ? ORDER BY seq
                """)
        var entries: [ImportedEntry] = []
        for origin in query.origins.sorted() {
            entries += try Row.fetchAll(statement, arguments: [origin, query.after]).map(Self.entry)
        }
        return entries as? Asked.Answer
    }

    private static func entry(_ row: Row) throws -> ImportedEntry {
        let seq: Int = try row.value(0, "an imported entry's event")
        let what = "a column of imported entry \(seq)"
        return ImportedEntry(
            seq: seq, change: try row.value(1, what), kind: try row.value(2, what), id: try row.value(3, what),
            origin: try row.value(4, what), isUndone: try (row.value(5, what) as Int) != 0)
    }
}
