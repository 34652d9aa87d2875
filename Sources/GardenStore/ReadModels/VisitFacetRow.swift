import GRDB
import GardenCore

/// The index of labels, groups, members and kinds of the visits that lists show.
enum VisitFacetRow {
    /// The number of a kind among the facets, after those with ids.
    private static let kindFacet = 3

    static func columns(_ value: VisitFacetValue) -> (facet: Int, value: DatabaseValue) {
        switch value {
        case .tag(let facet, let id): (facet.rawValue, id.databaseValue)
        case .kind(let kind): (kindFacet, kind.databaseValue)
        }
    }

    static func add(_ visit: StoredVisit, _ seq: Int, to db: Database) throws {
        let sql = "INSERT INTO visitFacet (facet, value, at, id, seq) VALUES (?, ?, ?, ?, ?)"
        for value in visit.facets {
            let (facet, value) = columns(value)
            try db.cachedStatement(sql: sql).execute(arguments: [
                facet, value, visit.at.instant.milliseconds, visit.id, seq,
            ])
        }
    }

    static func remove(_ visit: StoredVisit, from db: Database) throws {
        let sql = "DELETE FROM visitFacet WHERE facet = ? AND value = ? AND at = ? AND id = ?"
        for value in visit.facets {
            let (facet, value) = columns(value)
            try db.cachedStatement(sql: sql).execute(arguments: [
                facet, value, visit.at.instant.milliseconds, visit.id,
            ])
        }
    }

    /// Whether a visit that lists show has one of some values.
    static func hasOne(of values: [VisitFacetValue], _ position: VisitPosition, in db: Database) throws -> Bool {
        let sql = "SELECT 1 FROM visitFacet WHERE facet = ? AND value = ? AND at = ? AND id = ?"
        return try values.contains { value in
            let (facet, value) = columns(value)
            let arguments: StatementArguments = [facet, value, position.at.milliseconds, position.id]
            return try Row.first(db.cachedStatement(sql: sql), arguments: arguments) { _ in true } == true
        }
    }

    /// Whether a row of a visit is missing.
    static func isMissing(_ visit: StoredVisit, _ seq: Int, in db: Database) throws -> Bool {
        let sql = "SELECT 1 FROM visitFacet WHERE facet = ? AND value = ? AND at = ? AND id = ? AND seq = ?"
        return try visit.facets.contains { value in
            let (facet, value) = columns(value)
            let arguments: StatementArguments = [facet, value, visit.at.instant.milliseconds, visit.id, seq]
            return try Row.first(db.cachedStatement(sql: sql), arguments: arguments) { _ in true } != true
        }
    }
}

/// Looks through the index in slices for a row that its visit does not have.
struct FacetCheck {
    private static let sliceRows = 500

    private var last: (DatabaseValue, DatabaseValue, DatabaseValue, DatabaseValue)?
    /// The visit of a row that should not be there.
    private(set) var orphan: Int?

    /// - Returns: whether the search is complete.
    mutating func advance(_ db: Database) throws -> Bool {
        let sql = """
            SELECT facet, value, at, id, seq FROM visitFacet
            \(last == nil ? "" : "WHERE (facet, value, at, id) > (?, ?, ?, ?)")
            ORDER BY facet, value, at, id LIMIT \(Self.sliceRows)
            """
        let arguments: StatementArguments = last.map { [$0.0, $0.1, $0.2, $0.3] } ?? []
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
        for row in rows {
            last = (row[0], row[1], row[2], row[3])
            let id: Int = try row.value(3, "a visit's id in the index of visits")
            let seq: Int = try row.value(4, "an event in the index of visits")
            let at: Int = try row.value(2, "an instant in the index of visits")
            let found = try VisitTable.row(db, "seq = ?", [seq])
            let (facet, value): (Int, DatabaseValue) = (try row.value(0, "a facet of visits"), row[1])
            let isKnown = found.map { found in
                found.next == nil && found.visit.id == id && found.visit.isListed
                    && found.visit.at.instant.milliseconds == at
                    && found.visit.facets.contains { VisitFacetRow.columns($0) == (facet, value) }
            }
            if isKnown != true {
                orphan = id
                return true
            }
        }
        return rows.count < Self.sliceRows
    }
}
