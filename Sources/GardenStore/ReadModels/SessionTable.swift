import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The sessions: each focus that ended.
final class SessionTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "session",
            """
            CREATE TABLE session (
                day INTEGER NOT NULL, id INTEGER NOT NULL, seq INTEGER NOT NULL, start INTEGER NOT NULL,
                startOffset INTEGER NOT NULL, "end" INTEGER NOT NULL, endOffset INTEGER NOT NULL,
                seconds INTEGER NOT NULL, categoryId INTEGER NOT NULL, category TEXT NOT NULL, taskId INTEGER,
                taskTitle TEXT, outcome TEXT NOT NULL, isUnattended INTEGER NOT NULL, PRIMARY KEY (day, id)
            ) STRICT, WITHOUT ROWID
            """
        )
    ]
    private static let columns = """
        id, seq, start, startOffset, "end", endOffset, day, seconds, categoryId, category, taskId, taskTitle, outcome,
        isUnattended
        """

    /// How many sessions were checked.
    private var count = 0
    /// The ids of rows that differ from the event that ended the session, until the event that corrects it.
    private var uncorrected: Set<Int> = []

    static let types: [String]? = SessionProjection.types

    init() {}

    func add(_ event: Event, to db: Database) throws {
        if let corrected = try Self.correction(by: event) {
            let sql = "UPDATE session SET \"end\" = ?, endOffset = ?, seconds = ?, outcome = ? WHERE day = ? AND id = ?"
            return try db.cachedStatement(sql: sql).execute(arguments: [
                corrected.end.instant.milliseconds, corrected.end.offsetSeconds, corrected.seconds,
                corrected.outcome.rawValue, corrected.day.daysSinceEpoch, corrected.id,
            ])
        }
        guard let session = try Self.session(of: event) else { return }
        let sql = "INSERT INTO session (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: [
            session.id, session.seq, session.start.instant.milliseconds, session.start.offsetSeconds,
            session.end.instant.milliseconds, session.end.offsetSeconds, session.day.daysSinceEpoch, session.seconds,
            session.categoryId, session.category, session.taskId, session.taskTitle, session.outcome.rawValue,
            session.isUnattended,
        ])
    }

    func problem(of event: Event, in db: Database) throws -> String? {
        let correction = try Self.correction(by: event)
        guard let session = try correction ?? Self.session(of: event) else { return nil }
        if correction == nil { count += 1 }
        let statement = try db.cachedStatement(sql: "SELECT \(Self.columns) FROM session WHERE day = ? AND id = ?")
        let row = try Row.first(statement, arguments: [session.day.daysSinceEpoch, session.id], Self.session)
        guard let row else {
            return "session \(session.id) is missing in the session table"
        }
        if row == session {
            uncorrected.remove(session.id)
            return nil
        }
        // A later event corrects it, perhaps again.
        if session.outcome == .completed {
            uncorrected.insert(session.id)
            return nil
        }
        return Self.isDifferent(session.id)
    }

    private static func isDifferent(_ id: Int) -> String { "session \(id) is different in the session table" }

    func orphanProblem(in db: Database) throws -> String? {
        if let id = uncorrected.min() { return Self.isDifferent(id) }
        return try Row.count(db, of: "session") == count ? nil : "the session table has a session without an event"
    }

    /// All sessions, by id.
    static func all(_ db: Database) throws -> [SessionProjection] {
        try Row.fetchAll(db, sql: "SELECT \(columns) FROM session ORDER BY id").map(session)
    }

    private static func session(of event: Event) throws -> SessionProjection? {
        do throws(ValidationError) { return try SessionProjection(endedBy: event) } catch {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
        }
    }

    private static func correction(by event: Event) throws -> SessionProjection? {
        do throws(ValidationError) { return try SessionProjection(correctedBy: event) } catch {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
        }
    }

    private static func session(_ row: Row) throws -> SessionProjection {
        let id: Int = try row.value(0, "a session's id")
        let what = "a column of session \(id)"
        let word: String = try row.value(12, what)
        guard let outcome = SessionOutcome(rawValue: word) else {
            throw DamagedRow(problem: "the outcome of session \(id) is unknown")
        }
        return SessionProjection(
            id: id, seq: try row.value(1, what),
            start: Timestamp(
                instant: Instant(milliseconds: try row.value(2, what)), offsetSeconds: try row.value(3, what)),
            end: Timestamp(
                instant: Instant(milliseconds: try row.value(4, what)), offsetSeconds: try row.value(5, what)),
            day: try row.day(6, what), seconds: try row.value(7, what),
            categoryId: try row.value(8, what), category: try row.value(9, what), taskId: try row.optional(10, what),
            taskTitle: try row.optional(11, what), outcome: outcome, isUnattended: try row.value(13, what))
    }
}
