import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The focus sessions that have ended, as they are now: events also correct and remove them (RULES P21).
final class SessionTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "session",
            """
            CREATE TABLE session (
                id INTEGER PRIMARY KEY, added INTEGER NOT NULL, start INTEGER NOT NULL, startOffset INTEGER NOT NULL,
                "end" INTEGER NOT NULL, endOffset INTEGER NOT NULL, day INTEGER NOT NULL, seconds INTEGER NOT NULL,
                outcome TEXT NOT NULL, source TEXT NOT NULL, categoryId INTEGER NOT NULL, category TEXT NOT NULL,
                categoryUid ANY NOT NULL, taskId INTEGER, taskTitle TEXT, note TEXT, pauses TEXT, paidOn INTEGER,
                hour INTEGER, hours TEXT, unattended INTEGER, exp INTEGER, points INTEGER, kept INTEGER, open INTEGER,
                share TEXT
            ) STRICT
            """
        ),
        ("sessionByStart", "CREATE INDEX sessionByStart ON session (start)"),
        // With all that the focus on a task is counted from, so that the sessions themselves are not read.
        (
            "sessionByTask",
            "CREATE INDEX sessionByTask ON session (taskId, outcome, seconds, added) WHERE taskId IS NOT NULL"
        ),
        // Of the few that last longer than a day with their pauses.
        ("sessionLong", "CREATE INDEX sessionLong ON session (start) WHERE \(isLong)"),
        ("sessionFarFromDay", "CREATE INDEX sessionFarFromDay ON session (day) WHERE \(isFarFromDay)"),
    ]
    /// Of the few sessions that begin far from their day, because of long pauses, or under a clock that was wrong. The days of all
    /// others bound their beginnings, which order the list.
    private static let isFarFromDay =
        "start NOT BETWEEN (day - \(daysBefore)) * \(CalendarDay.milliseconds) AND (day + \(daysAfter)) * \(CalendarDay.milliseconds)"
    private static let (daysBefore, daysAfter) = (5, 3)
    private static let isLong = "\"end\" - start > \(CalendarDay.milliseconds)"
    private static let names = [
        "id", "added", "start", "startOffset", "\"end\"", "endOffset", "day", "seconds", "outcome", "source",
        "categoryId", "category", "categoryUid", "taskId", "taskTitle", "note", "pauses", "paidOn", "hour",
        "hours", "unattended", "exp", "points", "kept", "open", "share",
    ]
    private static let columns = names.joined(separator: ", ")

    /// The session that an event ended last: of an older journal, an event that follows says what it paid.
    private var last: StoredSession?
    /// How many sessions there are after the events checked.
    private var count = 0
    /// The sessions that differ from their rows, until a later event makes them the same; `nil` for one that is gone.
    private var different: [Int: StoredSession?] = [:]

    static let types: [String]? = SessionChange.types + [StoredSession.typeOfPayment]

    init() {}

    func add(_ event: Event, to db: Database) throws {
        for change in try changes(by: event) {
            guard let session = try Self.applied(change, try change.added ?? Self.session(db, change.id), event) else {
                try db.cachedStatement(sql: "DELETE FROM session WHERE id = ?").execute(arguments: [change.id])
                continue
            }
            let marks = Self.names.map { _ in "?" }.joined(separator: ", ")
            let sql = "INSERT OR REPLACE INTO session (\(Self.columns)) VALUES (\(marks))"
            try db.cachedStatement(sql: sql).execute(arguments: Self.arguments(session))
        }
    }

    /// The changes by the next event.
    private func changes(by event: Event) throws -> [SessionChange] {
        do throws(ValidationError) {
            if let payment = try StoredSession.payment(by: event) {
                guard let last, last.added == payment.session, last.points != payment.points else { return [] }
                return [.paid(last.id, payment.points)]
            }
            let changes = try SessionChange.changes(by: event)
            for change in changes { last = change.added ?? last }
            return changes
        } catch {
            throw Self.damaged(event, error)
        }
    }

    private static func applied(
        _ change: SessionChange, _ session: StoredSession?, _ event: Event
    ) throws -> StoredSession? {
        do throws(ValidationError) { return try change.applied(to: session) } catch { throw damaged(event, error) }
    }

    private static func damaged(_ event: Event, _ error: ValidationError) -> DamagedRow {
        DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
    }

    // MARK: Checks

    func problem(of event: Event, in db: Database) throws -> String? {
        for change in try changes(by: event) {
            let row = try Self.session(db, change.id)
            // A session that is not known to differ is that of its row.
            let before = change.added == nil ? different[change.id] ?? row : nil
            let after = try Self.applied(change, before, event)
            count += (after == nil ? 0 : 1) - (before == nil ? 0 : 1)
            if after == row { different[change.id] = nil } else { different[change.id] = .some(after) }
        }
        return nil
    }

    func orphanProblem(in db: Database) throws -> String? {
        if let id = different.keys.min() {
            let isMissing = try Self.session(db, id) == nil
            return "session \(id) is \(isMissing ? "missing" : "different") in the session table"
        }
        return try Row.count(db, of: "session") == count ? nil : "the session table has a session without an event"
    }

    // MARK: Queries

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        switch query {
        case let query as NamedSessionsQuery:
            try query.ids.sorted().compactMap { try Self.session(db, $0) as StoredSession? } as? Asked.Answer
        case let query as SessionQuery: try Self.session(db, query.id) as StoredSession? as? Asked.Answer
        case let query as SessionsQuery: try Self.sessions(db, query) as? Asked.Answer
        case let query as SessionsDuringQuery: try Self.sessions(db, query) as? Asked.Answer
        case let query as TaskFocusQuery: try Self.focus(db, query) as? Asked.Answer
        default: nil
        }
    }

    private static func sessions(_ db: Database, _ query: SessionsQuery) throws -> SessionsQuery.Answer {
        var limited = query
        limited.limit = query.limit == .max ? .max : query.limit + query.touched.count
        let found = try statements(limited).map { statement in
            try Row.fetchAll(db.makeStatement(sql: statement.sql), arguments: statement.arguments).map(session)
        }
        // The first ones are in their order.
        let isInOrder = found.dropFirst().allSatisfy(\.isEmpty)
        let rows = isInOrder ? found[0] : found.flatMap(\.self).sorted { $0.position > $1.position }
        let touched = try query.touched.sorted().compactMap { try session(db, $0) }
        let untouched = rows.filter { !query.touched.contains($0.id) }
        return SessionsQuery.Answer(sessions: Array(untouched.prefix(query.limit)), touched: touched)
    }

    private static func sessions(_ db: Database, _ query: SessionsDuringQuery) throws -> SessionsQuery.Answer {
        let near = try db.cachedStatement(sql: during("sessionByStart", "NOT (\(isLong))"))
        let long = try db.cachedStatement(sql: during("sessionLong", isLong))
        var found: [Int: StoredSession] = [:]
        for time in query.times {
            let (begin, end) = (time.lowerBound.milliseconds, time.upperBound.milliseconds)
            // Those that are not long begin at most a day before.
            for (statement, earliest) in [(near, begin - CalendarDay.milliseconds), (long, .min)] {
                let arguments: StatementArguments = [earliest, end, begin, query.after]
                let sessions = try Row.fetchAll(statement, arguments: arguments).map(session)
                for session in sessions where session.hasMinutes { found[session.id] = session }
            }
        }
        let touched = try query.touched.sorted().compactMap { try session(db, $0) }
        return SessionsQuery.Answer(
            sessions: found.values.filter { !query.touched.contains($0.id) }.sorted { $0.position < $1.position },
            touched: touched)
    }

    private static func during(_ index: String, _ condition: String) -> String {
        """
        SELECT \(columns) FROM session INDEXED BY \(index)
        WHERE start >= ? AND start < ? AND "end" > ? AND \(condition) AND added > ?
        """
    }

    private static func focus(_ db: Database, _ query: TaskFocusQuery) throws -> TaskFocusQuery.Answer {
        let statement = try db.cachedStatement(sql: focusStatement)
        var sums: [Int: TaskFocus] = [:]
        for id in query.taskIds {
            let arguments: StatementArguments = [SessionOutcome.completed.rawValue, id, query.after]
            let focus = try Row.first(statement, arguments: arguments) { row in
                TaskFocus(sessions: try row.value(0, "a count"), seconds: try row.value(1, "a sum"))
            }
            if let focus, focus != TaskFocus() { sums[id] = focus }
        }
        let touched = try query.touched.sorted().compactMap { try session(db, $0) }
        for session in touched { query.count(session, in: &sums, sign: -1) }
        return TaskFocusQuery.Answer(sums: sums, touched: touched)
    }

    static let focusStatement = """
        SELECT COALESCE(SUM(outcome = ?), 0), COALESCE(SUM(seconds), 0) FROM session INDEXED BY sessionByTask
        WHERE taskId = ? AND outcome IN ('\(SessionOutcome.completed.rawValue)', '\(SessionOutcome.partial.rawValue)')
        AND added > ?
        """

    /// What finds the last sessions of a query: if it has days, those that are far from their day have a statement of their own.
    static func statements(_ query: SessionsQuery) -> [(sql: String, arguments: StatementArguments)] {
        guard query.from != nil || query.to != nil else { return [statement(query, "sessionByStart", [])] }
        var near: [Condition] = [("NOT (\(isFarFromDay))", [])]
        if let from = query.from { near.append(("start >= ?", [from.milliseconds(after: -daysBefore)])) }
        if let to = query.to { near.append(("start <= ?", [to.milliseconds(after: daysAfter)])) }
        return [
            statement(query, "sessionByStart", near), statement(query, "sessionFarFromDay", [(isFarFromDay, [])]),
        ]
    }

    private typealias Condition = (sql: String, arguments: StatementArguments)

    private static func statement(
        _ query: SessionsQuery, _ index: String, _ more: [Condition]
    ) -> (sql: String, arguments: StatementArguments) {
        var conditions = [("added > ?", [query.after])] + more
        if query.from != nil || query.to != nil {
            let (from, to) = (query.from?.daysSinceEpoch ?? .min, query.to?.daysSinceEpoch ?? .max)
            conditions.append(("day BETWEEN ? AND ?", [from, to]))
        }
        if let ids = query.categoryIds {
            conditions.append(("categoryId IN (\(ids.map(String.init).joined(separator: ", ")))", []))
        }
        if let taskId = query.taskId { conditions.append(("taskId = ?", [taskId])) }
        if let outcome = query.outcome { conditions.append(("outcome = ?", [outcome.rawValue])) }
        if let before = query.before {
            conditions.append(("(start, id) < (?, ?)", [before.start.milliseconds, before.id]))
        }
        let sql = """
            SELECT \(columns) FROM session INDEXED BY \(index)
            WHERE \(conditions.map(\.sql).joined(separator: " AND "))
            ORDER BY start DESC, id DESC LIMIT ?
            """
        return (sql, conditions.reduce([]) { $0 + $1.arguments } + [query.limit])
    }

    /// All sessions, by id.
    static func all(_ db: Database) throws -> [StoredSession] {
        try Row.fetchAll(db, sql: "SELECT \(columns) FROM session ORDER BY id").map(session)
    }

    // MARK: Rows

    private static func session(_ db: Database, _ id: Int) throws -> StoredSession? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM session WHERE id = ?")
        return try Row.first(statement, arguments: [id], session)
    }

    private static func arguments(_ session: StoredSession) -> StatementArguments {
        let uid: any DatabaseValueConvertible =
            switch session.category.uid {
            case .own(let seq): seq
            case .full(let uid): uid
            }
        return [
            session.id, session.added, session.start.instant.milliseconds, session.start.offsetSeconds,
            session.end.instant.milliseconds, session.end.offsetSeconds, session.day.daysSinceEpoch, session.seconds,
            session.outcome.rawValue, session.source.rawValue, session.categoryId, session.category.name, uid,
            session.taskId, session.taskTitle, session.note, session.pauses?.json.text, session.paidOn?.daysSinceEpoch,
            session.hour, session.hours?.json.text, session.unattended, session.earnedExp, session.paidPoints,
            session.keptPoints, session.isOpen, session.share?.json.text,
        ]
    }

    private static func session(_ row: Row) throws -> StoredSession {
        let id: Int = try row.value(0, "a session's id")
        let what = "a column of session \(id)"
        func timestamp(_ index: Int) throws -> Timestamp {
            Timestamp(
                instant: Instant(milliseconds: try row.value(index, what)),
                offsetSeconds: try row.value(index + 1, what))
        }
        func word<Word: RawRepresentable>(_ index: Int) throws -> Word where Word.RawValue == String {
            guard let word = Word(rawValue: try row.value(index, what)) else {
                throw DamagedRow(problem: "\(what) has an unknown word")
            }
            return word
        }
        let paidOn: Int? = try row.optional(17, what)
        return StoredSession(
            id: id, added: try row.value(1, what), start: try timestamp(2), end: try timestamp(4),
            day: try row.day(6, what), seconds: try row.value(7, what), outcome: try word(8), source: try word(9),
            categoryId: try row.value(10, what),
            category: CategoryLabel(name: try row.value(11, what), uid: try uid(row, 12, what)),
            taskId: try row.optional(13, what), taskTitle: try row.optional(14, what), note: try row.optional(15, what),
            pauses: try pauses(row, 16, what), paidOn: try paidOn.map { _ in try row.day(17, what) },
            hour: try row.optional(18, what), hours: try hours(row, 19, what), unattended: try row.optional(20, what),
            earnedExp: try row.optional(21, what), paidPoints: try row.optional(22, what),
            keptPoints: try row.optional(23, what), isOpen: try row.optional(24, what),
            share: try share(row, 25, what))
    }

    private static func uid(_ row: Row, _ index: Int, _ what: String) throws -> UIDReference {
        if let seq = Int.fromDatabaseValue(row[index]) { return .own(seq) }
        return .full(try row.value(index, what))
    }

    private static func hours(_ row: Row, _ index: Int, _ what: String) throws -> [FocusHour]? {
        guard let text: String = try row.optional(index, what) else { return nil }
        do { return try [FocusHour](json: try JSON.parse(text)) } catch {
            throw DamagedRow(problem: "\(what) has hours that cannot be read")
        }
    }

    private static func share(_ row: Row, _ index: Int, _ what: String) throws -> SplitShare? {
        guard let text: String = try row.optional(index, what) else { return nil }
        do { return try SplitShare(json: try JSON.parse(text)) } catch {
            throw DamagedRow(problem: "\(what) has a share that cannot be read")
        }
    }

    private static func pauses(_ row: Row, _ index: Int, _ what: String) throws -> [TimeSpan]? {
        guard let text: String = try row.optional(index, what) else { return nil }
        do { return try [TimeSpan](json: try JSON.parse(text)) } catch {
            throw DamagedRow(problem: "\(what) has pauses that cannot be read")
        }
    }
}

extension CalendarDay {
    fileprivate static let milliseconds = 86_400_000

    /// The midnight of a day some days later in UTC.
    fileprivate func milliseconds(after days: Int) -> Int {
        let (product, overflow) = (daysSinceEpoch + days).multipliedReportingOverflow(by: Self.milliseconds)
        return overflow ? (daysSinceEpoch < 0 ? .min : .max) : product
    }
}
