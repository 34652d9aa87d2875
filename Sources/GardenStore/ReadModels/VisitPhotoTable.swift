import GRDB
import GardenAPI
import GardenCore

/// The photos of visits: for each event about a visit those that it has after it. It comes after ``VisitTable``, and has the rows of
/// that table.
final class VisitPhotoTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "visitPhoto",
            """
            CREATE TABLE visitPhoto (
                name TEXT NOT NULL, seq INTEGER NOT NULL, id INTEGER NOT NULL, bytes INTEGER NOT NULL,
                PRIMARY KEY (name, seq, id)
            ) STRICT, WITHOUT ROWID
            """
        ),
        ("visitPhotoByEvent", "CREATE INDEX visitPhotoByEvent ON visitPhoto (seq)"),
    ]

    /// How many photos were checked.
    private var count = 0

    static let types: [String]? = VisitChange.types

    init() {}

    func add(_ event: Event, to db: Database) throws {
        let sql = "INSERT INTO visitPhoto (name, seq, id, bytes) VALUES (?, ?, ?, ?)"
        for (id, photo) in try Self.photos(after: event, db) {
            try db.cachedStatement(sql: sql).execute(arguments: [photo.name, event.seq, id, photo.bytes])
        }
    }

    func replace(_ event: Event, in db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM visitPhoto WHERE seq = ?").execute(arguments: [event.seq])
        try add(event, to: db)
    }

    /// The photos of the visits that an event is about.
    private static func photos(after event: Event, _ db: Database) throws -> [(id: Int, photo: VisitPhoto)] {
        do throws(ValidationError) { if try VisitChange.changes(by: event).isEmpty { return [] } } catch {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
        }
        return try VisitTable.visits(db, at: event.seq).flatMap { visit in visit.photos.map { (visit.id, $0) } }
    }

    // MARK: Checks

    func problem(of event: Event, in db: Database) throws -> String? {
        let sql = "SELECT bytes FROM visitPhoto WHERE name = ? AND seq = ? AND id = ?"
        for (id, photo) in try Self.photos(after: event, db) {
            count += 1
            let bytes: Int? = try Row.first(db.cachedStatement(sql: sql), arguments: [photo.name, event.seq, id]) {
                try $0.value(0, "the size of a photo")
            }
            guard bytes == photo.bytes else {
                return "photo \(photo.name) of event \(event.seq) is missing or different in the table of photos"
            }
        }
        return nil
    }

    func orphanProblem(in db: Database) throws -> String? {
        try Row.count(db, of: "visitPhoto") == count ? nil : "the table of photos has a photo without an event"
    }

    // MARK: Queries

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        switch query {
        case let query as PhotoUseQuery: try Self.isUsed(query, in: db) as? Asked.Answer
        case let query as PhotosQuery: try Self.photos(query, in: db) as? Asked.Answer
        default: nil
        }
    }

    /// The rows of visits that count: what they have, or what undo or redo can make of them.
    private static let joined = """
        FROM visitPhoto JOIN visit ON visit.seq = visitPhoto.seq AND visit.id = visitPhoto.id
        WHERE (visit.next IS NULL AND visit.isGone = 0 AND (visit.removedOn IS NULL OR visit.removedOn >= :pruned)
                OR coalesce(visit.next, visit.seq) >= :since)
            AND visit.added > :added
        """

    private static func arguments(_ scope: PhotoScope) -> StatementArguments {
        [
            "pruned": scope.prunedBefore?.daysSinceEpoch ?? Int.min, "since": scope.revertibleSince,
            "added": scope.addedAfter,
        ]
    }

    private static func isUsed(_ query: PhotoUseQuery, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 \(joined) AND visitPhoto.name = :name LIMIT 1")
        let arguments = arguments(query.scope) + ["name": query.name]
        return try Row.first(statement, arguments: arguments) { _ in true } == true
    }

    static func photos(_ query: PhotosQuery, in db: Database) throws -> [NamedPhoto] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT visitPhoto.name, visitPhoto.bytes, max(visit.id) \(joined) AND visitPhoto.name > :previous
                GROUP BY visitPhoto.name ORDER BY visitPhoto.name LIMIT :limit
                """)
        let arguments = arguments(query.scope) + ["previous": query.previous, "limit": query.limit]
        return try Row.fetchAll(statement, arguments: arguments).map { row in
            NamedPhoto(
                name: try row.value(0, "the name of a photo"), bytes: try row.value(1, "the size of a photo"),
                visit: try row.value(2, "the visit of a photo"))
        }
    }
}
