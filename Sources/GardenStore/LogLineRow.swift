import GRDB
import GardenAPI
import GardenCore

/// A row of the log: a line as the last event that shaped it left it. Of a line that was removed or pruned the row stays,
/// without its text, so that what is missing can be told from what has been lost.
struct LogLineRow: Equatable {
    private static let columns = "id, seq, day, at, atOffset, kind, text, gone"

    var line: LogLine
    var day: CalendarDay
    /// The event that shaped it.
    var seq: Int
    /// The event that took it away.
    var gone: Int?

    private init(_ line: LogLine, on day: CalendarDay, seq: Int) {
        (self.line, self.day, self.seq) = (line, day, seq)
    }

    private init(_ row: Row) throws {
        let id: Int = try row.value(0, "a line's id")
        let what = "a column of line \(id)"
        line = LogLine()
        line.id = id
        seq = try row.value(1, what)
        guard let day = CalendarDay(try row.value(2, what)) else {
            throw DamagedRow(problem: "the day of line \(id) is none")
        }
        self.day = day
        line.at = Timestamp(
            instant: Instant(milliseconds: try row.value(3, what)), offsetSeconds: try row.value(4, what))
        let word: String = try row.value(5, what)
        guard let kind = LogKind(rawValue: word) else { throw DamagedRow(problem: "the kind of line \(id) is unknown") }
        line.kind = kind
        line.text = try row.value(6, what)
        gone = try row.optional(7, what)
    }

    /// Adds what an event says of the log.
    static func add(_ event: Event, to db: Database) throws {
        switch try record(of: event) {
        case nil: return
        case .line(let line, let day)?:
            try LogLineRow(line, on: day, seq: event.seq).put(db)
        case .removed(let id)?:
            try db.cachedStatement(sql: "UPDATE logLine SET gone = ?, text = '' WHERE id = ?")
                .execute(arguments: [event.seq, id])
        case .pruned(let day)?:
            try db.cachedStatement(sql: "UPDATE logLine SET gone = ?, text = '' WHERE day < ? AND gone IS NULL")
                .execute(arguments: [event.seq, day.description])
        case .moved(let after, let from, let to)?:
            // The headers of days that were none go: of the one that was current, and of those that held nothing else.
            let falseHeaders = """
                UPDATE logLine SET gone = ?, text = '' WHERE kind = 'header' AND day > ? AND gone IS NULL AND (id > ?
                OR NOT EXISTS (SELECT 1 FROM logLine AS other WHERE other.day = logLine.day AND other.kind <> 'header'
                AND other.gone IS NULL))
                """
            try db.cachedStatement(sql: falseHeaders).execute(arguments: [event.seq, to.description, after])
            try db.cachedStatement(sql: "UPDATE logLine SET seq = ?, day = ? WHERE id > ? AND day = ? AND gone IS NULL")
                .execute(arguments: [event.seq, to.description, after, from.description])
        }
    }

    /// What the rows hold wrongly of an event; `nil` when they are right about it.
    static func problem(of event: Event, in db: Database) throws -> String? {
        guard case .line(let line, let day)? = try record(of: event) else { return nil }
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM logLine WHERE id = ?")
        guard let kept = try Row.fetchOne(statement, arguments: [line.id]).map({ try LogLineRow($0) }) else {
            return "line \(line.id) is missing in the log"
        }
        // What a later event made of it is looked at with that one; but it must be one that can have.
        if let gone = kept.gone, gone > event.seq, kept.line.text.isEmpty,
            try isOne(of: ["log.removed", "archive.pruned", "day.corrected"], gone, in: db)
        {
            return nil
        }
        if kept.gone == nil, kept.seq > event.seq, try isOne(of: ["log.edited", "day.corrected"], kept.seq, in: db) {
            return nil
        }
        return kept == LogLineRow(line, on: day, seq: event.seq) ? nil : "line \(line.id) stands otherwise in the log"
    }

    private static func isOne(of types: [String], _ seq: Int, in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT type FROM event WHERE seq = ?")
        return try String.fetchOne(statement, arguments: [seq]).map(types.contains) ?? false
    }

    /// A line that no event up to `seq` tells of; `nil` when there is none.
    static func stray(in db: Database, upTo seq: Int, lastId: Int) throws -> String? {
        let sql = """
            SELECT id FROM logLine
            WHERE (seq <= :seq AND id NOT BETWEEN 1 AND :last) OR seq NOT BETWEEN 1 AND (SELECT max(seq) FROM event)
            LIMIT 1
            """
        guard let row = try Row.fetchOne(db, sql: sql, arguments: ["seq": seq, "last": lastId]) else { return nil }
        let id: Int = try row.value(0, "a line's id")
        return "no event tells of line \(id), which stands in the log"
    }

    /// The lines of a day, oldest first.
    static func lines(_ db: Database, of day: CalendarDay) throws -> [LogLine] {
        let sql = "SELECT \(columns) FROM logLine WHERE day = ? AND gone IS NULL ORDER BY id"
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [day.description])
            .map { try LogLineRow($0).line }
    }

    private static func record(of event: Event) throws -> LogRecord? {
        do throws(Mismatch) { return try LogRecord(of: event) } catch {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), tells of no line: \(error.message)")
        }
    }

    private func put(_ db: Database) throws {
        let sql = "INSERT OR REPLACE INTO logLine (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [
            line.id, seq, day.description, line.at.instant.milliseconds, line.at.offsetSeconds, line.kind.rawValue,
            line.text, gone,
        ])
    }
}
