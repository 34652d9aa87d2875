import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The lines of each day's log, and the events that define them: also of days with a file that retention has removed (RULES A6).
/// The row of a removed line stays, so that a removed line differs from a lost one.
final class LogTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "logLine",
            """
            CREATE TABLE logLine (
                day INTEGER NOT NULL, id INTEGER NOT NULL, source INTEGER NOT NULL, isHeader INTEGER, moved INTEGER,
                removed INTEGER, restored INTEGER, PRIMARY KEY (day, id)
            ) STRICT, WITHOUT ROWID
            """
        ),
        // Finds a moved line by its id, and the moves.
        ("movedLine", "CREATE INDEX movedLine ON logLine (id, moved) WHERE moved IS NOT NULL"),
    ]
    private static let columns = "id, source, day, isHeader, moved, removed, restored"

    struct LineRow: Equatable {
        var id: Int
        /// The event that defines the line: the last that wrote or edited it.
        var source: Int
        var day: CalendarDay
        var isHeader: Bool
        /// The last event that moved it to another day.
        var moved: Int?
        /// The event that removed it.
        var removed: Int?
        /// The last event that took a removal back.
        var restored: Int?
    }

    /// The state of a check (LogTable+Check.swift).
    var check = Check()

    static let types: [String]? = LogProjection.types

    init() {}

    func add(_ event: Event, to db: Database) throws {
        for projection in try Self.projections(of: event) { try add(projection, of: event, to: db) }
    }

    private func add(_ projection: LogProjection, of event: Event, to db: Database) throws {
        switch projection {
        case .put(let line, let day, _):
            try Self.put(LineRow(id: line.id, source: event.seq, day: day, isHeader: line.kind == .header), db)
        case .remove(let id, let day):
            try db.cachedStatement(sql: "UPDATE logLine SET removed = ? WHERE day = ? AND id = ?")
                .execute(arguments: [event.seq, day.daysSinceEpoch, id])
        case .restore(let id, let day, let since):
            let sql = "UPDATE logLine SET removed = NULL, restored = ? WHERE day = ? AND id = ? AND removed = ?"
            try db.cachedStatement(sql: sql).execute(arguments: [event.seq, day.daysSinceEpoch, id, since])
        case .move(let after, let from, let to):
            // The headers of wrong days are removed: that of the current day, and those of days with no other line.
            let falseHeaders = """
                UPDATE logLine SET removed = ? WHERE isHeader AND day > ? AND removed IS NULL AND (id > ?
                OR NOT EXISTS (SELECT 1 FROM logLine AS other WHERE other.day = logLine.day AND other.isHeader IS NULL
                AND other.removed IS NULL))
                """
            try db.cachedStatement(sql: falseHeaders).execute(arguments: [event.seq, to.daysSinceEpoch, after])
            try db.cachedStatement(
                sql: "UPDATE logLine SET moved = ?, day = ? WHERE id > ? AND day = ? AND removed IS NULL"
            )
            .execute(arguments: [event.seq, to.daysSinceEpoch, after, from.daysSinceEpoch])
        }
    }

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        if let query = query as? NextLogDayQuery { return try Self.day(db, after: query.day) as? Asked.Answer }
        guard let query = query as? LogLinesQuery else { return nil }
        return try Self.lines(db, query) as? Asked.Answer
    }

    private static func day(_ db: Database, after day: CalendarDay) throws -> CalendarDay? {
        let sql = "SELECT day FROM logLine WHERE day > ? AND removed IS NULL ORDER BY day LIMIT 1"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [day.daysSinceEpoch])
            .map(CalendarDay.init(daysSinceEpoch:))
    }

    /// The events between two that define lines may be this many before they are skipped.
    private static let mostBetween = 100

    /// The lines of a day, oldest first. Those that are close together in the journal are read in one query.
    private static func lines(_ db: Database, _ query: LogLinesQuery) throws -> [LogLineProjection] {
        let sql = """
            SELECT \(columns) FROM logLine WHERE day = ? AND id <= ? AND removed IS NULL ORDER BY id DESC LIMIT ?
            """
        let arguments: StatementArguments = [query.day.daysSinceEpoch, query.through, query.limit]
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map(line).reversed()
        let defining = Set(rows.map(\.source))
        var lines: [DefinedLine: LogLineProjection] = [:]
        var sources = rows.map(\.source).sorted()[...]
        while let first = sources.first {
            var last = first
            while let next = sources.first, next - last <= mostBetween {
                last = next
                sources = sources.dropFirst()
            }
            let found = try EventRow.events(db, in: first..<last + 1) { defining.contains($0.seq) }
            for event in found {
                for case .put(let line, _, _) in try projections(of: event) {
                    lines[DefinedLine(source: event.seq, id: line.id)] = line
                }
            }
        }
        return try rows.map { row in
            guard let line = lines[DefinedLine(source: row.source, id: row.id)] else {
                throw DamagedRow(problem: "event \(row.source) does not say what line \(row.id) is")
            }
            return line
        }
    }

    /// A line by the event that says what it is.
    private struct DefinedLine: Hashable {
        let source: Int
        let id: Int
    }

    static func projections(of event: Event) throws -> [LogProjection] {
        do throws(ValidationError) { return try LogProjection.all(of: event) } catch {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
        }
    }

    // MARK: Rows

    /// Adds a line, or replaces the event that defines it. A line that was moved and then edited remains a moved one.
    private static func put(_ row: LineRow, _ db: Database) throws {
        let sql = """
            INSERT INTO logLine (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (day, id) DO UPDATE SET source = excluded.source, isHeader = excluded.isHeader
            """
        try db.cachedStatement(sql: sql).execute(arguments: [
            row.id, row.source, row.day.daysSinceEpoch, row.isHeader ? 1 : nil, row.moved, row.removed, row.restored,
        ])
    }

    /// The row of a line: on its day, or on the day to which a correction moved it.
    static func row(_ id: Int, on day: CalendarDay, in db: Database) throws -> LineRow? {
        let onDay = try db.cachedStatement(sql: "SELECT \(columns) FROM logLine WHERE day = ? AND id = ?")
        if let row = try Row.first(onDay, arguments: [day.daysSinceEpoch, id], line) { return row }
        let moved = try db.cachedStatement(sql: "SELECT \(columns) FROM logLine WHERE id = ? AND moved IS NOT NULL")
        return try Row.first(moved, arguments: [id], line)
    }

    private static func line(_ row: Row) throws -> LineRow {
        let id: Int = try row.value(0, "a line's id")
        let what = "a column of line \(id)"
        let header: Int? = try row.optional(3, what)
        return LineRow(
            id: id, source: try row.value(1, what), day: try row.day(2, what),
            isHeader: header != nil, moved: try row.optional(4, what), removed: try row.optional(5, what),
            restored: try row.optional(6, what))
    }
}
