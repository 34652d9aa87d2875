import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The lines of each day's log, and the events that define them. The row of a removed or pruned line stays, so that a
/// removed line differs from a lost one.
final class LogTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "logLine",
            """
            CREATE TABLE logLine (
                day INTEGER NOT NULL, id INTEGER NOT NULL, source INTEGER NOT NULL, isHeader INTEGER, moved INTEGER,
                gone INTEGER, PRIMARY KEY (day, id)
            ) STRICT, WITHOUT ROWID
            """
        )
    ]
    private static let columns = "id, source, day, isHeader, moved, gone"

    private struct LineRow: Equatable {
        var id: Int
        /// The event that defines the line: the last that wrote or edited it.
        var source: Int
        var day: CalendarDay
        var isHeader: Bool
        /// The event that moved it to another day.
        var moved: Int?
        /// The event that removed it.
        var gone: Int?
    }

    /// Totals of the checked events.
    private var (count, lastId) = (0, 0)
    /// The last later event that a line was compared with. One event can remove all lines of a day, which are
    /// consecutive.
    private var later: (seq: Int, projection: LogProjection?)?

    init() {}

    func add(_ event: Event, to db: Database) throws {
        switch try Self.projection(of: event) {
        case nil: return
        case .put(let line, let day, _)?:
            try Self.put(LineRow(id: line.id, source: event.seq, day: day, isHeader: line.kind == .header), db)
        case .remove(let id, let day)?:
            try db.cachedStatement(sql: "UPDATE logLine SET gone = ? WHERE day = ? AND id = ?")
                .execute(arguments: [event.seq, day.daysSinceEpoch, id])
        case .prune(let day)?:
            try db.cachedStatement(sql: "UPDATE logLine SET gone = ? WHERE day < ? AND gone IS NULL")
                .execute(arguments: [event.seq, day.daysSinceEpoch])
        case .move(let after, let from, let to)?:
            // The headers of wrong days are removed: that of the current day, and those of days with no other line.
            let falseHeaders = """
                UPDATE logLine SET gone = ? WHERE isHeader AND day > ? AND gone IS NULL AND (id > ?
                OR NOT EXISTS (SELECT 1 FROM logLine AS other WHERE other.day = logLine.day AND other.isHeader IS NULL
                AND other.gone IS NULL))
                """
            try db.cachedStatement(sql: falseHeaders).execute(arguments: [event.seq, to.daysSinceEpoch, after])
            try db.cachedStatement(
                sql: "UPDATE logLine SET moved = ?, day = ? WHERE id > ? AND day = ? AND gone IS NULL"
            )
            .execute(arguments: [event.seq, to.daysSinceEpoch, after, from.daysSinceEpoch])
        }
    }

    func problem(of event: Event, in db: Database) throws -> String? {
        guard case .put(let line, let day, let isNew)? = try Self.projection(of: event) else { return nil }
        if isNew {
            count += 1
            lastId = max(lastId, line.id)
        }
        guard let kept = try Self.kept(line.id, on: day, in: db) else {
            return "line \(line.id) is missing in the log table"
        }
        // The effect of a later event is checked with that event; but it must be an event that can have this effect.
        var expected = LineRow(id: line.id, source: event.seq, day: day, isHeader: line.kind == .header)
        if let moved = kept.moved, moved > event.seq,
            case .move(let after, let from, let to)? = try projection(ofEvent: moved, in: db),
            line.id > after, from == day, to == kept.day
        {
            (expected.moved, expected.day) = (moved, to)
        }
        if let gone = kept.gone, gone > event.seq, try takesAway(gone, kept, in: db) { expected.gone = gone }
        if kept.source > event.seq,
            case .put(let edited, _, false)? = try projection(ofEvent: kept.source, in: db),
            edited.id == line.id
        {
            return nil
        }
        return kept == expected ? nil : "line \(line.id) is different in the log table"
    }

    /// The row of a line: on its day, or on the day to which a correction moved it.
    private static func kept(_ id: Int, on day: CalendarDay, in db: Database) throws -> LineRow? {
        let onDay = try db.cachedStatement(sql: "SELECT \(columns) FROM logLine WHERE day = ? AND id = ?")
        if let row = try Row.first(onDay, arguments: [day.daysSinceEpoch, id], line) { return row }
        let moved = try db.cachedStatement(sql: "SELECT \(columns) FROM logLine WHERE id = ? AND moved IS NOT NULL")
        return try Row.first(moved, arguments: [id], line)
    }

    func orphanProblem(in db: Database, isWhole: Bool) throws -> String? {
        let known = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM logLine WHERE id <= ?", arguments: [isWhole ? Int.max : lastId])
        return known == count ? nil : "the log table has a line without an event"
    }

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        guard let query = query as? LogLinesQuery else { return nil }
        return try Self.lines(db, of: query.day) as? Asked.Answer
    }

    /// The lines of a day, oldest first. They are read from the journal in one query, because they are close together
    /// there.
    private static func lines(_ db: Database, of day: CalendarDay) throws -> [LogLineProjection] {
        let sql = "SELECT \(columns) FROM logLine WHERE day = ? AND gone IS NULL ORDER BY id"
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [day.daysSinceEpoch]).map(line)
        guard let first = rows.map(\.source).min(), let last = rows.map(\.source).max() else { return [] }
        let sources = Set(rows.map(\.source))
        var lines: [Int: LogLineProjection] = [:]
        try ChangeRow.forEach(db, after: first - 1) { row in
            for event in row.change.events where sources.contains(event.seq) {
                if case .put(let line, _, _)? = try projection(of: event) { lines[event.seq] = line }
            }
            return row.lastSeq < last
        }
        return try rows.map { row in
            guard let line = lines[row.source] else {
                throw DamagedRow(problem: "event \(row.source) does not say what line \(row.id) is")
            }
            return line
        }
    }

    /// Whether the event `seq` can have removed a line.
    private func takesAway(_ seq: Int, _ row: LineRow, in db: Database) throws -> Bool {
        switch try projection(ofEvent: seq, in: db) {
        case .remove(let id, _)?: return id == row.id
        case .prune(let day)?: return row.day < day
        case .move?: return row.isHeader
        case .put?, nil: return false
        }
    }

    /// How the event `seq` changes the log; `nil` if there is no such event.
    private func projection(ofEvent seq: Int, in db: Database) throws -> LogProjection? {
        if let later, later.seq == seq { return later.projection }
        let change = try ChangeRow.row(db, withEvent: seq)?.change
        let projection = try change.flatMap { try Self.projection(of: $0.events[seq - $0.seq]) }
        later = (seq, projection)
        return projection
    }

    private static func projection(of event: Event) throws -> LogProjection? {
        do throws(ValidationError) { return try LogProjection(of: event) } catch {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
        }
    }

    // MARK: Rows

    private static func put(_ row: LineRow, _ db: Database) throws {
        let sql = "INSERT OR REPLACE INTO logLine (\(columns)) VALUES (?, ?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [
            row.id, row.source, row.day.daysSinceEpoch, row.isHeader ? 1 : nil, row.moved, row.gone,
        ])
    }

    private static func line(_ row: Row) throws -> LineRow {
        let id: Int = try row.value(0, "a line's id")
        let what = "a column of line \(id)"
        let header: Int? = try row.optional(3, what)
        return LineRow(
            id: id, source: try row.value(1, what), day: try row.day(2, what),
            isHeader: header != nil, moved: try row.optional(4, what), gone: try row.optional(5, what))
    }
}
