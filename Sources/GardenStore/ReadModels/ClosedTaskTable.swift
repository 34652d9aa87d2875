import Foundation
import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The tasks that were completed and closed. A row stays when its task is reopened or removed, and then has the event; undo
/// can take that back.
final class ClosedTaskTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "closedTask",
            """
            CREATE TABLE closedTask (
                seq INTEGER PRIMARY KEY, id INTEGER NOT NULL, at INTEGER NOT NULL, "offset" INTEGER NOT NULL,
                day INTEGER NOT NULL, created INTEGER NOT NULL, categoryId INTEGER NOT NULL, category TEXT NOT NULL,
                text TEXT NOT NULL, effect BLOB NOT NULL, gone INTEGER, restored INTEGER
            ) STRICT
            """
        ),
        ("closedTaskById", "CREATE INDEX closedTaskById ON closedTask (id)"),
        ("closedTaskByTime", "CREATE INDEX closedTaskByTime ON closedTask (at, id, day, created) WHERE gone IS NULL"),
        ("closedTaskByDay", "CREATE INDEX closedTaskByDay ON closedTask (day, at, id) WHERE gone IS NULL"),
    ]
    private static let columns =
        "seq, id, at, \"offset\", day, created, categoryId, category, text, effect, gone, restored"
    /// How many rows a search reads in one call.
    private static let mostSearched = 500

    private struct ClosedRow: Equatable {
        var task: ClosedTask
        /// The event that reopened or removed the task.
        var gone: Int?
        /// The last event that took this back.
        var restored: Int?
    }

    /// How many closed tasks were checked.
    private var count = 0
    /// The changes by the events that rows name, by their tasks.
    private var named = NamedEvents { Dictionary(grouping: try ClosedTaskTable.changes(by: $0), by: \.id) }

    static let types: [String]? = ClosedTask.types

    init() {}

    func add(_ event: Event, to db: Database) throws {
        for change in try Self.changes(by: event) { try apply(change, event.seq, to: db) }
    }

    private func apply(_ change: ClosedTask.Change, _ seq: Int, to db: Database) throws {
        switch change {
        case .closed(let task):
            let sql = "INSERT INTO closedTask (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)"
            try db.cachedStatement(sql: sql).execute(arguments: [
                task.seq, task.id, task.at.instant.milliseconds, task.at.offsetSeconds, task.day.daysSinceEpoch,
                task.createdAt.milliseconds, task.categoryId, task.category, task.text, Data(task.effect),
            ])
        case .gone(let id):
            let sql = "UPDATE closedTask SET gone = ? WHERE id = ? AND gone IS NULL"
            try db.cachedStatement(sql: sql).execute(arguments: [seq, id])
        case .restored(let restoration):
            let sql = "UPDATE closedTask SET gone = NULL, restored = ? WHERE id = ? AND gone = ?"
            try db.cachedStatement(sql: sql).execute(arguments: [seq, restoration.id, restoration.since])
        }
    }

    // MARK: Checks

    func problem(of event: Event, in db: Database) throws -> String? {
        for change in try Self.changes(by: event) {
            if let problem = try problem(of: change, event.seq, in: db) { return problem }
        }
        return nil
    }

    private func problem(of change: ClosedTask.Change, _ seq: Int, in db: Database) throws -> String? {
        switch change {
        case .closed(let task):
            count += 1
            guard let row = try Self.row(db, "seq = ?", [seq]) else {
                return "task \(task.id) is missing in the table of closed tasks"
            }
            let isExplained = try isExplained(row.gone, of: task.id, in: db) {
                if case .gone = $0 { true } else { false }
            }
            let isRestored = try self.isExplained(row.restored, of: task.id, in: db) {
                if case .restored = $0 { true } else { false }
            }
            return row.task == task && isExplained && isRestored
                ? nil : "task \(task.id) is different in the table of closed tasks"
        case .gone(let id):
            // A row that was restored later is checked with that event.
            let left =
                "id = ? AND seq < ? AND (gone IS NULL OR gone > ?) AND (restored IS NULL OR restored < ?) LIMIT 1"
            return try Self.row(db, left, [id, seq, seq, seq]) == nil
                ? nil : "task \(id) is still in the table of closed tasks"
        case .restored(let restoration):
            let back =
                "id = ? AND seq < ? AND (restored > ? OR restored = ? AND (gone IS NULL OR gone > ?)) LIMIT 1"
            return try Self.row(db, back, [restoration.id, restoration.since, seq, seq, seq]) != nil
                ? nil : "task \(restoration.id) is not back in the table of closed tasks"
        }
    }

    func orphanProblem(in db: Database) throws -> String? {
        try Row.count(db, of: "closedTask") == count ? nil : "the table of closed tasks has a task without an event"
    }

    /// Whether an event that a row names did that to its task.
    private func isExplained(
        _ seq: Int?, of id: Int, in db: Database, _ isExpected: (ClosedTask.Change) -> Bool
    ) throws -> Bool {
        guard let seq else { return true }
        return try named.facts(of: seq, in: db)?[id]?.contains(where: isExpected) ?? false
    }

    // MARK: Queries

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        if let query = query as? ClosedTaskQuery {
            let condition = "id = ? AND seq > ? AND \(Self.isThere(query.takenBack)) ORDER BY seq DESC LIMIT 1"
            let task: ClosedTask? = try Self.row(db, condition, [query.id, query.after])?.task
            return task as? Asked.Answer
        }
        if let query = query as? ClosedTasksQuery { return try Self.page(db, query) as? Asked.Answer }
        return nil
    }

    private static func page(_ db: Database, _ query: ClosedTasksQuery) throws -> ClosedTasksQuery.Page {
        // With the unary plus, SQLite keeps to the indexes by time, which have the seq, too.
        var conditions = [isThere(query.takenBack), "+seq > ?"]
        var arguments: [any DatabaseValueConvertible] = [query.after]
        if let day = query.day {
            conditions.append("day = ?")
            arguments.append(day.daysSinceEpoch)
        }
        if let known = query.known {
            conditions.append("(day <= ? OR created < ?)")
            arguments += [known.day.daysSinceEpoch, known.endsAt.milliseconds]
            if let isClosed = known.isClosed {
                conditions.append(isClosed ? "day <= ?" : "day > ?")
                arguments.append(known.day.daysSinceEpoch)
            }
        }
        if let ids = query.categoryIds {
            conditions.append("categoryId IN (\(ids.map(String.init).joined(separator: ", ")))")
        }
        if let before = query.before {
            conditions.append("(at, id) < (?, ?)")
            arguments += [before.at.instant.milliseconds, before.id]
        }
        let sql =
            "SELECT \(columns) FROM closedTask WHERE \(conditions.joined(separator: " AND "))"
            + " ORDER BY at DESC, id DESC LIMIT ?"
        let most = query.search == nil ? query.limit + 1 : Self.mostSearched
        arguments.append(most)
        // The ids are part of the statement, so one for some categories is not worth keeping.
        let statement = try query.categoryIds == nil ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
        let rows = try Row.fetchAll(statement, arguments: StatementArguments(arguments)).map { try row($0).task }
        var page = ClosedTasksQuery.Page(tasks: [], last: nil)
        for (index, task) in rows.enumerated() {
            if page.tasks.count == query.limit {
                page.last = rows[index - 1].id
                return page
            }
            if query.contains(task) { page.tasks.append(task) }
        }
        if rows.count == most { page.last = rows.last?.id }
        return page
    }

    // MARK: Rows

    /// The condition for rows of closed tasks.
    ///
    /// - Parameter takenBack: events that other ones take back.
    private static func isThere(_ takenBack: [Int]) -> String {
        guard !takenBack.isEmpty else { return "gone IS NULL" }
        return "(gone IS NULL OR gone IN (\(takenBack.map(String.init).joined(separator: ", "))))"
    }

    private static func changes(by event: Event) throws -> [ClosedTask.Change] {
        do throws(ValidationError) { return try ClosedTask.changes(by: event) } catch {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
        }
    }

    private static func row(_ db: Database, _ condition: String, _ arguments: StatementArguments) throws -> ClosedRow? {
        let sql = "SELECT \(columns) FROM closedTask WHERE \(condition)"
        return try Row.first(db.cachedStatement(sql: sql), arguments: arguments, row)
    }

    private static func row(_ row: Row) throws -> ClosedRow {
        let id: Int = try row.value(1, "a closed task's id")
        let what = "a column of closed task \(id)"
        return ClosedRow(
            task: ClosedTask(
                id: id, seq: try row.value(0, what),
                at: Timestamp(
                    instant: Instant(milliseconds: try row.value(2, what)), offsetSeconds: try row.value(3, what)),
                day: try row.day(4, what), createdAt: Instant(milliseconds: try row.value(5, what)),
                categoryId: try row.value(6, what), category: try row.value(7, what), text: try row.value(8, what),
                effect: try row.bytes(9, what)),
            gone: try row.optional(10, what), restored: try row.optional(11, what))
    }
}
