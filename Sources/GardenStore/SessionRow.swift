import GRDB
import GardenAPI
import GardenCore

/// A row of the sessions: a focus that ended, and the event that told so.
struct SessionRow: Equatable {
    private static let columns =
        "id, seq, start, startOffset, \"end\", endOffset, day, seconds, minutes, category, taskId, outcome"

    var session: Session
    var seq: Int

    /// The row that an event makes; `nil` when it makes none.
    init?(of event: Event) throws {
        guard SessionRecord.types.contains(event.type) else { return nil }
        do throws(Mismatch) {
            guard let session = try SessionRecord.session(in: event) else { return nil }
            self.session = session
        } catch {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), tells of no session: \(error.message)")
        }
        seq = event.seq
    }

    private init(_ row: Row) throws {
        let id: Int = try row.value(0, "a session's id")
        let what = "a column of session \(id)"
        seq = try row.value(1, what)
        session = Session()
        session.id = id
        session.start = Timestamp(
            instant: Instant(milliseconds: try row.value(2, what)), offsetSeconds: try row.value(3, what))
        session.end = Timestamp(
            instant: Instant(milliseconds: try row.value(4, what)), offsetSeconds: try row.value(5, what))
        guard let day = CalendarDay(try row.value(6, what)) else {
            throw DamagedRow(problem: "the day of session \(id) is none")
        }
        session.day = day
        session.seconds = try row.value(7, what)
        session.minutes = try row.value(8, what)
        session.category = try row.value(9, what)
        session.taskId = try row.optional(10, what)
        let word: String = try row.value(11, what)
        guard let outcome = SessionOutcome(rawValue: word) else {
            throw DamagedRow(problem: "the outcome of session \(id) is unknown")
        }
        session.outcome = outcome
    }

    func insert(_ db: Database) throws {
        let sql = "INSERT INTO session (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [
            session.id, seq, session.start.instant.milliseconds, session.start.offsetSeconds,
            session.end.instant.milliseconds, session.end.offsetSeconds, session.day.description, session.seconds,
            session.minutes, session.category, session.taskId, session.outcome.rawValue,
        ])
    }

    static func row(_ db: Database, id: Int) throws -> SessionRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM session WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { try SessionRow($0) }
    }

    /// All of them, by id.
    static func all(_ db: Database) throws -> [SessionRow] {
        try Row.fetchAll(db, sql: "SELECT \(columns) FROM session ORDER BY id").map { try SessionRow($0) }
    }
}
