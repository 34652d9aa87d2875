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

    /// The first visit with a row that it should not have; `nil` if every row is right.
    static func orphan(in db: Database) throws -> Int? {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: "SELECT facet, value, at, id, seq FROM visitFacet"))
        while let row = try rows.next() {
            let at: Int = try row.value(2, "an instant in the index of visits")
            let id: Int = try row.value(3, "a visit's id in the index of visits")
            let found = try VisitTable.row(db, of: id, at: try row.value(4, "an event in the index of visits"))
            let (facet, value): (Int, DatabaseValue) = (try row.value(0, "a facet of visits"), row[1])
            let isKnown = found.map { found in
                found.next == nil && found.visit.isListed && found.visit.at.instant.milliseconds == at
                    && found.visit.facets.contains { columns($0) == (facet, value) }
            }
            if isKnown != true { return id }
        }
        return nil
    }
}
