import Foundation
import GRDB
import GardenAPI
import GardenCore
import TextKit
import TimeKit

/// The visits. Each event about some adds a row for each with the visit after it, so that every row can be compared with its event
/// and the row before. An index of labels, groups, members and kinds has those of the visits that lists show.
final class VisitTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "visit",
            """
            CREATE TABLE visit (
                seq INTEGER NOT NULL, id INTEGER NOT NULL, added INTEGER NOT NULL, next INTEGER,
                at INTEGER NOT NULL, day INTEGER NOT NULL, latitude INTEGER NOT NULL, longitude INTEGER NOT NULL,
                removedOn INTEGER, isGone INTEGER NOT NULL, isSigned INTEGER NOT NULL, text TEXT NOT NULL,
                core BLOB NOT NULL, content BLOB NOT NULL, PRIMARY KEY (seq, id)
            ) STRICT
            """
        ),
        ("visitById", "CREATE INDEX visitById ON visit (id, seq)"),
        (
            "visitByTime",
            "CREATE INDEX visitByTime ON visit (at, id, latitude, longitude, day, added, seq) WHERE \(listed)"
        ),
        (
            "visitByPlace",
            "CREATE INDEX visitByPlace ON visit (latitude, longitude, at, id, day, added, seq) WHERE \(listed)"
        ),
        (
            "visitInTrash",
            "CREATE INDEX visitInTrash ON visit (at, id, seq) WHERE next IS NULL AND isGone = 0 AND removedOn IS NOT NULL"
        ),
        (
            "visitInTrashByPlace",
            """
            CREATE INDEX visitInTrashByPlace ON visit (latitude, longitude, at, id, seq)
            WHERE next IS NULL AND isGone = 0 AND removedOn IS NOT NULL
            """
        ),
        (
            "visitFacet",
            """
            CREATE TABLE visitFacet (
                facet INTEGER NOT NULL, value ANY NOT NULL, at INTEGER NOT NULL, id INTEGER NOT NULL, seq INTEGER NOT NULL,
                PRIMARY KEY (facet, value, at, id)
            ) STRICT, WITHOUT ROWID
            """
        ),
    ]
    /// The condition for the rows of visits that lists show.
    static let listed = "next IS NULL AND isGone = 0 AND removedOn IS NULL"
    private static let columns =
        "seq, id, added, next, at, day, latitude, longitude, removedOn, isGone, isSigned, text, core, content"

    /// A row, with the event that it is of.
    struct VisitRow: Equatable {
        var seq: Int
        /// The next event about the visit.
        var next: Int?
        var visit: StoredVisit
    }

    /// How many events were checked.
    private var count = 0

    static let types: [String]? = VisitChange.types

    init() {}

    func add(_ event: Event, to db: Database) throws {
        for change in try Self.changes(by: event) {
            let before = try Self.newest(db, change.id, before: event.seq)
            let visit = try Self.applied(change, to: before?.visit, event)
            if let before {
                try db.cachedStatement(sql: "UPDATE visit SET next = ? WHERE seq = ? AND id = ?").execute(
                    arguments: [event.seq, before.seq, change.id])
                if before.visit.isListed { try VisitFacetRow.remove(before.visit, from: db) }
            }
            try insert(visit, event.seq, into: db)
            if visit.isListed { try VisitFacetRow.add(visit, event.seq, to: db) }
        }
    }

    private func insert(_ visit: StoredVisit, _ seq: Int, into db: Database) throws {
        let sql = "INSERT INTO visit (\(Self.columns)) VALUES (?, ?, ?, NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        let record = visit.record
        try db.cachedStatement(sql: sql).execute(arguments: [
            seq, visit.id, visit.added, visit.at.instant.milliseconds, visit.day.daysSinceEpoch, visit.latitude,
            visit.longitude, visit.removedOn?.daysSinceEpoch, visit.isPurged ? 2 : visit.isGone ? 1 : 0,
            visit.isSigned ? 1 : 0,
            visit.searchText, Data(record.core), Data(record.content),
        ])
    }

    func replace(_ event: Event, in db: Database) throws {
        let sql = """
            UPDATE visit SET at = ?, day = ?, latitude = ?, longitude = ?, removedOn = ?, text = ?, core = ?, content = ?
            WHERE seq = ? AND id = ?
            """
        for change in try Self.changes(by: event) {
            let before = try Self.newest(db, change.id, before: event.seq)
            let visit = try Self.applied(change, to: before?.visit, event)
            let record = visit.record
            try db.cachedStatement(sql: sql).execute(arguments: [
                visit.at.instant.milliseconds, visit.day.daysSinceEpoch, visit.latitude, visit.longitude,
                visit.removedOn?.daysSinceEpoch, visit.searchText, Data(record.core), Data(record.content), event.seq,
                change.id,
            ])
        }
    }

    // MARK: Checks

    func problem(of event: Event, in db: Database) throws -> String? {
        for change in try Self.changes(by: event) {
            count += 1
            guard let row = try Self.row(db, of: change.id, at: event.seq) else {
                return "event \(event.seq) about visit \(change.id) is missing in the table of visits"
            }
            let before = try Self.newest(db, change.id, before: event.seq)
            guard try row.visit == Self.applied(change, to: before?.visit, event),
                before?.next ?? event.seq == event.seq
            else { return "visit \(change.id) is different in the table of visits" }
            let after = try Self.rows(db, "id = ? AND seq > ? ORDER BY seq LIMIT 1", [change.id, event.seq]).first?.seq
            guard row.next == after else { return "visit \(change.id) has another next event in the table of visits" }
            if row.next == nil, row.visit.isListed, try VisitFacetRow.isMissing(row.visit, event.seq, in: db) {
                return "a label, group, member or kind of visit \(change.id) is missing in the index of visits"
            }
        }
        return nil
    }

    func orphanProblem(in db: Database) throws -> String? {
        guard try Row.count(db, of: "visit") == count else { return "the table of visits has a visit without an event" }
        return try VisitFacetRow.orphan(in: db).map {
            "the index of visits has a label, group, member or kind of visit \($0) too many"
        }
    }

    // MARK: Queries

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        switch query {
        case let query as VisitQuery: try Self.visit(db, query) as? Asked.Answer
        case let query as VisitEventsQuery: try Self.events(db, query) as? Asked.Answer
        case let query as VisitsQuery: try VisitSearch(query).answer(db) as? Asked.Answer
        case let query as KnownVisitsQuery: try Self.known(db, query) as? Asked.Answer
        case let query as VisitTagQuery: try Self.counted(db, query) as? Asked.Answer
        default: nil
        }
    }

    private static func visit(_ db: Database, _ query: VisitQuery) throws -> StoredVisit? {
        switch query.key {
        case .id(let id): return try newest(db, id, before: .max)?.visit
        case .addedBy(let seq):
            guard let row = try rows(db, "seq = ? AND added = seq", [seq]).first else { return nil }
            return try newest(db, row.visit.id, before: .max)?.visit
        }
    }

    private static func known(_ db: Database, _ query: KnownVisitsQuery) throws -> KnownVisitsQuery.Answer {
        let trashed = "next IS NULL AND isGone = 0 AND removedOn IS NOT NULL"
        var visits: [StoredVisit] = []
        for place in query.places {
            var arguments: StatementArguments = [place.point.latitude, place.point.longitude]
            if let at = place.at { arguments += [at.milliseconds] }
            for condition in [listed, trashed] {
                visits += try rows(
                    db, "\(condition) AND latitude = ? AND longitude = ?\(place.at == nil ? "" : " AND at = ?")",
                    arguments
                ).map(\.visit)
            }
        }
        // A place with and without an instant has the same visit twice.
        let found = Dictionary(visits.map { ($0.id, $0) }) { $1 }.values.sorted { $0.id < $1.id }
        return KnownVisitsQuery.Answer(
            visits: found.filter { query.contains($0) && !query.touched.ids.contains($0.id) },
            touched: try Self.visits(db, query.touched.ids))
    }

    private static func events(_ db: Database, _ query: VisitEventsQuery) throws -> [Int] {
        let statement = try db.cachedStatement(sql: "SELECT seq FROM visit WHERE id = ? ORDER BY seq")
        return try Row.fetchAll(statement, arguments: [query.id]).map { try $0.value(0, "an event of a visit") }
    }

    private static func counted(_ db: Database, _ query: VisitTagQuery) throws -> VisitTagQuery.Answer {
        let others = query.touched.ids.isEmpty ? "" : " AND id NOT IN (\(list(query.touched.ids)))"
        let condition = "FROM visitFacet WHERE facet = ? AND value = ?\(others)"
        let arguments: StatementArguments = [query.facet.rawValue, query.id]
        let count = try Row.first(
            db.cachedStatement(sql: "SELECT count(*) \(condition)"), arguments: arguments
        ) { try $0.value(0, "a count of visits") as Int }
        let newest = try Row.first(
            db.cachedStatement(sql: "SELECT seq, id \(condition) ORDER BY at DESC, id DESC LIMIT 1"),
            arguments: arguments
        ) { (seq: try $0.value(0, "an event of a visit") as Int, id: try $0.value(1, "a visit's id") as Int) }
        let latest = try newest.flatMap { try row(db, of: $0.id, at: $0.seq) }.map {
            VisitTagQuery.Answer.Latest(id: $0.visit.id, at: $0.visit.at)
        }
        return VisitTagQuery.Answer(count: count ?? 0, latest: latest, touched: try visits(db, query.touched.ids))
    }

    // MARK: Rows

    /// Some visits as they are.
    static func visits(_ db: Database, _ ids: Set<Int>) throws -> [StoredVisit] {
        try ids.sorted().compactMap { try newest(db, $0, before: .max)?.visit }
    }

    static func list(_ ids: Set<Int>) -> String { ids.sorted().map(String.init).joined(separator: ", ") }

    private static func newest(_ db: Database, _ id: Int, before seq: Int) throws -> VisitRow? {
        try rows(db, "id = ? AND seq < ? ORDER BY seq DESC LIMIT 1", [id, seq]).first
    }

    private static func changes(by event: Event) throws -> [VisitChange] {
        do throws(ValidationError) { return try VisitChange.changes(by: event) } catch { throw damaged(event, error) }
    }

    private static func applied(_ change: VisitChange, to visit: StoredVisit?, _ event: Event) throws -> StoredVisit {
        do throws(ValidationError) { return try change.applied(to: visit) } catch { throw damaged(event, error) }
    }

    private static func damaged(_ event: Event, _ error: ValidationError) -> DamagedRow {
        DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
    }

    /// A visit as it is after an event about it.
    static func row(_ db: Database, of id: Int, at seq: Int) throws -> VisitRow? {
        try rows(db, "seq = ? AND id = ?", [seq, id]).first
    }

    /// The visits that an event is about, as they are after it.
    static func visits(_ db: Database, at seq: Int) throws -> [StoredVisit] {
        try rows(db, "seq = ? ORDER BY id", [seq]).map(\.visit)
    }

    private static func rows(_ db: Database, _ condition: String, _ arguments: StatementArguments) throws -> [VisitRow]
    {
        let sql = "SELECT \(columns) FROM visit WHERE \(condition)"
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map(row)
    }

    private static func row(_ row: Row) throws -> VisitRow {
        let id: Int = try row.value(1, "a visit's id")
        let what = "a column of visit \(id)"
        let (isGone, isSigned): (Int, Int) = (try row.value(9, what), try row.value(10, what))
        let visit: StoredVisit
        do throws(ValidationError) {
            visit = try StoredVisit(
                id: id, added: try read { try row.value(2, what) }, core: try read { try row.bytes(12, what) },
                content: try read { try row.bytes(13, what) }, isSigned: isSigned == 1, isGone: isGone != 0,
                isPurged: isGone == 2)
        } catch {
            throw DamagedRow(problem: "\(what) cannot be read: \(error.message)")
        }
        let columns: [Int?] = [
            try row.value(4, what), try row.value(5, what), try row.value(6, what), try row.value(7, what),
            try row.optional(8, what),
        ]
        let text: String = try row.value(11, what)
        let isSame =
            columns == [
                visit.at.instant.milliseconds, visit.day.daysSinceEpoch, visit.latitude, visit.longitude,
                visit.removedOn?.daysSinceEpoch,
            ] && text == visit.searchText
        guard isSame else { throw DamagedRow(problem: "visit \(id) contradicts itself in the table of visits") }
        return VisitRow(seq: try row.value(0, what), next: try row.optional(3, what), visit: visit)
    }

    private static func read<Value>(_ body: () throws -> Value) throws(ValidationError) -> Value {
        do { return try body() } catch {
            throw ValidationError(problem: (error as? DamagedRow)?.problem ?? "\(error)")
        }
    }
}
