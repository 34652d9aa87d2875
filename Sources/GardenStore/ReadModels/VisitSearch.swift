import GRDB
import GardenCore
import GeoKit
import TimeKit

/// A search for visits: first by the columns of an index, in the order of the list, then the visits found.
///
/// Its work is bounded: the rows of a small place are read by place; otherwise as many rows are read by time as take a few
/// milliseconds, and the page ends there.
struct VisitSearch {
    /// How many rows are read by place before time is the better order.
    private static let mostOfPlace = 4000
    /// How many rows a search by time reads; of texts, fewer.
    private static let (mostRows, mostTexts) = (30_000, 1500)
    /// How many rows of a facet it reads.
    private static let mostOfFacet = 2000

    private let query: VisitsQuery
    private let filter: VisitFilter

    init(_ query: VisitsQuery) {
        self.query = query
        filter = query.filter
    }

    /// A visit that the index has.
    private struct Candidate {
        var seq: Int
        var position: VisitPosition
        /// Whether its place and day are known to match.
        var isRead: Bool
    }

    func answer(_ db: Database) throws -> VisitsQuery.Answer {
        let touched = try VisitTable.visits(db, query.touched.ids)
        if let near = filter.near, !filter.isTrash, let found = try foundByPlace(db, near) {
            let page = found.prefix(query.limit)
            return VisitsQuery.Answer(
                visits: try visits(db, page), last: found.count > page.count ? page.last?.position : nil,
                touched: touched)
        }
        let (found, last) = try foundByTime(db)
        return VisitsQuery.Answer(visits: try visits(db, found[...]), last: last, touched: touched)
    }

    private func visits(_ db: Database, _ found: ArraySlice<Candidate>) throws -> [StoredVisit] {
        try found.compactMap { try VisitTable.row(db, of: $0.position.id, at: $0.seq)?.visit }
    }

    // MARK: By place

    /// The visits of a small place, in the order of the list; `nil` if it has too many.
    private func foundByPlace(_ db: Database, _ near: VisitFilter.Circle) throws -> [Candidate]? {
        let box = GeoBox(around: near.center, radiusMeters: near.radiusMeters)
        var found: [Candidate] = []
        var room = Self.mostOfPlace
        for longitudes in box.longitudes {
            var condition = SQLCondition(VisitTable.listed)
            condition.add(
                "latitude BETWEEN ? AND ? AND longitude BETWEEN ? AND ?",
                box.latitudes.lowerBound, box.latitudes.upperBound, longitudes.lowerBound, longitudes.upperBound)
            addTime(to: &condition, after: query.previous)
            addDays(to: &condition)
            let table = "visit INDEXED BY visitByPlace"
            let rows = try candidates(
                db, "\(Self.columns) FROM \(table) WHERE \(condition.sql)", condition, room + 1)
            guard rows.count <= room else { return nil }
            room -= rows.count
            found += rows.matching
        }
        var kept: [Candidate] = []
        // One more than asked for shows whether there are more.
        for candidate in found.sorted(by: { query.isBefore($0.position, $1.position) }) where kept.count <= query.limit
        {
            if try hasRest(candidate, db) { kept.append(candidate) }
        }
        return kept
    }

    // MARK: By time

    private func foundByTime(_ db: Database) throws -> (found: [Candidate], last: VisitPosition?) {
        var (found, previous): ([Candidate], VisitPosition?) = ([], query.previous)
        var left = isByFacet ? Self.mostOfFacet : filter.keyword == nil ? Self.mostRows : Self.mostTexts
        while left > 0 {
            // Mostly, a page is full after few rows.
            let limit = min(left, max(100, 4 * query.limit))
            let rows = try isByFacet ? rowsOfFacet(db, after: previous, limit) : rows(db, after: previous, limit)
            for candidate in rows.matching where try hasRest(candidate, db) {
                guard found.count < query.limit else { return (found, found.last?.position) }
                found.append(candidate)
            }
            guard rows.count == limit, let last = rows.last else { return (found, nil) }
            previous = last
            left -= rows.count
        }
        return (found, previous)
    }

    /// The rows with one of the values of the first facet, which are fewer than all, or all rows.
    private var isByFacet: Bool { !filter.facets.isEmpty && !filter.isTrash }

    private func rows(_ db: Database, after previous: VisitPosition?, _ limit: Int) throws -> Rows {
        var condition = SQLCondition(filter.isTrash ? Self.trashed : VisitTable.listed)
        if let near = filter.near {
            let box = GeoBox(around: near.center, radiusMeters: near.radiusMeters)
            condition.add("latitude BETWEEN ? AND ?", box.latitudes.lowerBound, box.latitudes.upperBound)
        }
        if filter.isTrash, let day = filter.prunedBefore { condition.add("removedOn >= ?", day.daysSinceEpoch) }
        addTime(to: &condition, after: previous)
        addDays(to: &condition)
        let table = "visit INDEXED BY \(filter.isTrash ? "visitInTrash" : "visitByTime")"
        return try candidates(db, "\(Self.columns) FROM \(table) WHERE \(condition.sql) \(order)", condition, limit)
    }

    private func rowsOfFacet(_ db: Database, after previous: VisitPosition?, _ limit: Int) throws -> Rows {
        var all: [String] = []
        var whole = SQLCondition("")
        for value in filter.facets.first ?? [] {
            var condition = SQLCondition("facet = ? AND value = ?")
            condition.add(VisitFacetRow.columns(value))
            addTime(to: &condition, after: previous)
            all.append("seq, at, id FROM visitFacet WHERE \(condition.sql)")
            whole.append(condition)
        }
        return try candidates(db, "\(all.joined(separator: " UNION SELECT ")) \(order)", whole, limit)
    }

    private var order: String {
        let direction = query.isAscending ? "ASC" : "DESC"
        return "ORDER BY at \(direction), id \(direction)"
    }

    private static let trashed = "next IS NULL AND isGone = 0 AND removedOn IS NOT NULL"
    private static let columns = "seq, at, id, latitude, longitude"

    // MARK: Rows

    /// The rows that were read: how many, the last one, and those that match by time and place.
    private struct Rows {
        var count = 0
        var last: VisitPosition?
        var matching: [Candidate] = []
    }

    private func candidates(
        _ db: Database, _ select: String, _ condition: SQLCondition, _ limit: Int
    ) throws -> Rows {
        var rows = Rows()
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: "SELECT \(select) LIMIT \(limit)"), arguments: condition.arguments)
        while let row = try cursor.next() {
            let position = VisitPosition(
                at: Instant(milliseconds: try row.value(1, Self.what)), id: try row.value(2, Self.what))
            rows.count += 1
            rows.last = position
            let hasPlace = row.count > 3
            let isNear =
                try !hasPlace
                || filter.isNear(latitude: try row.value(3, Self.what), longitude: try row.value(4, Self.what))
            if isNear {
                rows.matching.append(Candidate(seq: try row.value(0, Self.what), position: position, isRead: hasPlace))
            }
        }
        return rows
    }

    private static let what = "a column of the visits"

    private func addTime(to condition: inout SQLCondition, after previous: VisitPosition? = nil) {
        if let previous {
            condition.add("(at, id) \(query.isAscending ? ">" : "<") (?, ?)", previous.at.milliseconds, previous.id)
        }
        if !query.touched.ids.isEmpty { condition.add("id NOT IN (\(VisitTable.list(query.touched.ids)))") }
        if let from = filter.from { condition.add("at >= ?", from.earliest.milliseconds) }
        if let to = filter.to { condition.add("at <= ?", to.latest.milliseconds) }
    }

    /// The conditions of columns that the index of facets lacks. With the unary plus, SQLite keeps to the index by time.
    private func addDays(to condition: inout SQLCondition) {
        if filter.after > 0 { condition.add("+added > ?", filter.after) }
        if case .day(let day)? = filter.from { condition.add("+day >= ?", day.daysSinceEpoch) }
        if case .day(let day)? = filter.to { condition.add("+day <= ?", day.daysSinceEpoch) }
    }

    /// Whether a candidate matches the parts of the filter that its index lacks.
    private func hasRest(_ candidate: Candidate, _ db: Database) throws -> Bool {
        if !candidate.isRead, try !isInTimeAndPlace(candidate, db) { return false }
        if filter.keyword != nil {
            let sql = "SELECT text FROM visit WHERE seq = ? AND id = ?"
            let text = try Row.first(db.cachedStatement(sql: sql), arguments: [candidate.seq, candidate.position.id]) {
                try $0.value(0, Self.what) as String
            }
            guard filter.hasKeyword(text ?? "") else { return false }
        }
        guard !filter.isTrash else {
            // The index of facets has only what lists show.
            return try filter.facets.isEmpty
                || VisitTable.row(db, of: candidate.position.id, at: candidate.seq).map { filter.contains($0.visit) }
                    == true
        }
        return try filter.facets.allSatisfy { try VisitFacetRow.hasOne(of: $0, candidate.position, in: db) }
    }

    private func isInTimeAndPlace(_ candidate: Candidate, _ db: Database) throws -> Bool {
        let sql = "SELECT latitude, longitude, day, added FROM visit WHERE seq = ? AND id = ?"
        let arguments: StatementArguments = [candidate.seq, candidate.position.id]
        let isMatch = try Row.first(db.cachedStatement(sql: sql), arguments: arguments) { row in
            let day = try row.day(2, Self.what)
            var isInTime = try row.value(3, Self.what) as Int > filter.after
            if case .day(let first)? = filter.from, day < first { isInTime = false }
            if case .day(let last)? = filter.to, day > last { isInTime = false }
            return try isInTime
                && filter.isNear(latitude: try row.value(0, Self.what), longitude: try row.value(1, Self.what))
        }
        return isMatch == true
    }
}

/// Conditions that must all hold, with their arguments.
private struct SQLCondition {
    private(set) var sql: String
    private(set) var arguments = StatementArguments()

    init(_ sql: String) { self.sql = sql }

    mutating func add(_ sql: String, _ arguments: Int...) {
        self.sql += " AND \(sql)"
        self.arguments += StatementArguments(arguments)
    }

    /// Adds the arguments of conditions that are part of the same statement.
    mutating func append(_ other: SQLCondition) { arguments += other.arguments }

    mutating func add(_ facet: (facet: Int, value: DatabaseValue)) {
        arguments += [facet.facet, facet.value]
    }
}
