import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The completions of tasks (RULES T24). A row stays when its change is undone, or its task is reopened, and then says so.
final class CompletionTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "completion",
            """
            CREATE TABLE completion (
                seq INTEGER PRIMARY KEY, taskId INTEGER NOT NULL, at INTEGER NOT NULL, day INTEGER NOT NULL,
                categoryId INTEGER NOT NULL, undone INTEGER NOT NULL, reopened INTEGER
            ) STRICT
            """
        ),
        ("completionByDay", "CREATE INDEX completionByDay ON completion (day, at, seq)"),
        // Many tasks can be completed at the same instant.
        ("completionByTask", "CREATE INDEX completionByTask ON completion (taskId, day, at, seq)"),
        (
            "completionReopened",
            "CREATE INDEX completionReopened ON completion (reopened) WHERE reopened IS NOT NULL"
        ),
    ]
    private static let columns = "seq, taskId, at, day, categoryId, undone, reopened"

    private typealias Fate = StoredCompletion.Fate

    private struct CompletionRow {
        let completion: StoredCompletion
        let fate: Fate

        func fate(after updates: [StoredCompletion.Update]) -> Fate { fate.after(updates, of: completion.seq) }
    }

    /// The current day, once it is known.
    private var day: CalendarDay?
    /// How many completions were checked, and the fates of those that do not count.
    private var (count, fates) = (0, [Int: Fate]())

    static let types: [String]? = StoredCompletion.types

    init() {}

    func add(_ event: Event, to db: Database) throws {
        var writer = Writer(db: db, day: day)
        try Self.reading(event) { try writer.follow(event, in: WrittenEvents(db: db)) }
        day = writer.day
    }

    func problem(of event: Event, in db: Database) throws -> String? {
        guard StoredCompletion.types.contains(event.type) else { return nil }
        var checker = Checker(db: db, at: event.seq, day: day, count: count, fates: fates)
        (fates, day) = ([:], nil)
        try Self.reading(event) { try checker.follow(event, in: WrittenEvents(db: db)) }
        (day, count, fates) = (checker.day, checker.count, checker.fates)
        return checker.problem
    }

    func orphanProblem(in db: Database) throws -> String? {
        let sql = "SELECT \(Self.columns) FROM completion WHERE undone != 0 OR reopened IS NOT NULL"
        for row in try Row.fetchAll(db, sql: sql).map(Self.row) {
            guard fates.removeValue(forKey: row.completion.seq) == row.fate else {
                return "completion \(row.completion.seq) is different in the table of completions"
            }
        }
        if let seq = fates.keys.min() { return "completion \(seq) is different in the table of completions" }
        return try Row.count(db, of: "completion") == count
            ? nil : "the table of completions has a completion without an event"
    }

    private static func reading(_ event: Event, _ body: () throws -> Void) throws {
        do { try body() } catch let error as ValidationError {
            throw DamagedRow(problem: "event \(event.seq), \(event.type), cannot be read: \(error.message)")
        } catch let error as StoreError {
            throw DamagedRow(problem: error.reason)
        }
    }

    // MARK: Queries

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        switch query {
        case let query as CompletionsQuery: return try Self.page(db, query) as? Asked.Answer
        case is CompletionsEndQuery: return try (ChangeRow.last(db)?.lastSeq ?? 0) as? Asked.Answer
        case let query as CompletionQuery:
            let completion: StoredCompletion? = try Self.row(db, query.seq)?.completion
            return completion as? Asked.Answer
        case let query as ReopenedCompletionQuery:
            let seq: Int? = try Self.seq(of: query.reopening, in: db, before: .max) { $0.fate(after: query.updates) }
            return seq as? Asked.Answer
        default: return nil
        }
    }

    /// How many rows a search reads in one call.
    private static let mostSearched = 500

    private static func page(_ db: Database, _ query: CompletionsQuery) throws -> CompletionsQuery.Answer {
        var (conditions, arguments): ([String], StatementArguments) = (["+seq > ?"], [query.after])
        for (sign, day) in [(">=", query.from), ("<=", query.to)] {
            guard let day else { continue }
            conditions.append("day \(sign) ?")
            arguments += [day.daysSinceEpoch]
        }
        if let ids = query.categoryIds {
            conditions.append("categoryId IN (\(ids.map(String.init).joined(separator: ", ")))")
        }
        if let taskId = query.taskId {
            conditions.append("taskId = ?")
            arguments += [taskId]
        }
        if let before = query.before {
            conditions.append("(day, at, seq) < (?, ?, ?)")
            arguments += [before.day.daysSinceEpoch, before.at.milliseconds, before.seq]
        }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(columns) FROM completion
                INDEXED BY \(query.taskId == nil ? "completionByDay" : "completionByTask")
                WHERE \(conditions.joined(separator: " AND ")) ORDER BY day DESC, at DESC, seq DESC
                """, arguments: arguments)
        var (answer, change): (CompletionsQuery.Answer, Change?) = (CompletionsQuery.Answer(), nil)
        var read = 0
        while let found = try rows.next() {
            let row = try row(found)
            let fate = row.fate(after: query.updates)
            guard query.includes(fate) else { continue }
            let seq = row.completion.seq
            // Completions that were made together are one change.
            if change.map({ !($0.seq..<$0.seq + $0.events.count).contains(seq) }) ?? true {
                change = try ChangeRow.row(db, withEvent: seq)?.change
            }
            guard let event = change.map({ $0.events[seq - $0.seq] }) else {
                throw DamagedRow(problem: "completion \(seq) has no event")
            }
            if try query.includes(event) {
                answer.completions.append(
                    CompletionsQuery.Found(row.completion, event, isReopened: fate.reopened != nil))
            }
            read += 1
            if answer.completions.count == query.limit || query.readsEvents && read == mostSearched {
                answer.last = row.completion
                break
            }
        }
        return answer
    }

    // MARK: Rows

    /// The last completion that an event before another one reopens, of those that count.
    private static func seq(
        of reopening: StoredCompletion.Reopening, in db: Database, before seq: Int, _ fate: (CompletionRow) -> Fate
    ) throws -> Int? {
        let time = reopening.at.map { "= \($0.milliseconds)" } ?? "IS NOT NULL"
        let sql = """
            SELECT \(columns) FROM completion INDEXED BY completionByTask
            WHERE taskId = ? AND day = ? AND at \(time) AND seq < ? ORDER BY seq DESC
            """
        let arguments: StatementArguments = [reopening.taskId, reopening.day.daysSinceEpoch, seq]
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map(row).first { fate($0).isNone }?.completion.seq
    }

    private static func row(_ db: Database, _ seq: Int) throws -> CompletionRow? {
        try Row.first(
            db.cachedStatement(sql: "SELECT \(columns) FROM completion WHERE seq = ?"), arguments: [seq], row)
    }

    private static func row(_ row: Row) throws -> CompletionRow {
        let seq: Int = try row.value(0, "a completion's event")
        let what = "a column of completion \(seq)"
        return CompletionRow(
            completion: StoredCompletion(
                seq: seq, taskId: try row.value(1, what), at: Instant(milliseconds: try row.value(2, what)),
                day: try row.day(3, what), categoryId: try row.value(4, what)),
            fate: Fate(isUndone: try row.value(5, what) != 0, reopened: try row.optional(6, what)))
    }
}

// MARK: - Following the events

extension CompletionTable {
    /// Writes the rows.
    private struct Writer: CompletionKeeper {
        let db: Database
        var day: CalendarDay?

        mutating func day(at seq: Int) throws -> CalendarDay? {
            if day == nil { day = try WrittenEvents(db: db).day(before: seq) }
            return day
        }

        mutating func setDay(_ day: CalendarDay) { self.day = day }

        func add(_ completion: StoredCompletion, _ event: Event) throws {
            let sql = "INSERT INTO completion (\(columns)) VALUES (?, ?, ?, ?, ?, 0, NULL)"
            try db.cachedStatement(sql: sql).execute(arguments: [
                completion.seq, completion.taskId, completion.at.milliseconds, completion.day.daysSinceEpoch,
                completion.categoryId,
            ])
        }

        func apply(_ update: StoredCompletion.Update) throws {
            switch update {
            case .undone(let seqs, let isUndone):
                let sql = "UPDATE completion SET undone = ? WHERE seq BETWEEN ? AND ?"
                try db.cachedStatement(sql: sql).execute(arguments: [isUndone, seqs.lowerBound, seqs.upperBound])
            case .reopened(let seq, let event):
                let sql = "UPDATE completion SET reopened = ? WHERE seq = ?"
                try db.cachedStatement(sql: sql).execute(arguments: [event, seq])
            case .reopeningUndone(let seqs):
                let sql = "UPDATE completion SET reopened = NULL WHERE reopened BETWEEN ? AND ?"
                try db.cachedStatement(sql: sql).execute(arguments: [seqs.lowerBound, seqs.upperBound])
            }
        }

        func seq(of reopening: StoredCompletion.Reopening) throws -> Int? {
            try CompletionTable.seq(of: reopening, in: db, before: .max) { $0.fate }
        }
    }

    /// Compares the rows.
    private struct Checker: CompletionKeeper {
        let db: Database
        /// The event that is followed.
        let seq: Int
        var day: CalendarDay?
        var count: Int
        var fates: [Int: Fate]
        var problem: String?

        init(db: Database, at seq: Int, day: CalendarDay?, count: Int, fates: [Int: Fate]) {
            (self.db, self.seq, self.day, self.count, self.fates) = (db, seq, day, count, fates)
        }

        func day(at seq: Int) -> CalendarDay? { day }

        mutating func setDay(_ day: CalendarDay) { self.day = day }

        mutating func add(_ completion: StoredCompletion, _ event: Event) throws {
            count += 1
            let row = try CompletionTable.row(db, completion.seq)
            guard row?.completion != completion else { return }
            problem =
                "completion \(completion.seq) is \(row == nil ? "missing" : "different") in the table of completions"
        }

        mutating func apply(_ update: StoredCompletion.Update) throws {
            let touched: [Int] =
                switch update {
                case .undone(let seqs, _):
                    try Int.fetchAll(
                        db, sql: "SELECT seq FROM completion WHERE seq BETWEEN ? AND ?",
                        arguments: [seqs.lowerBound, seqs.upperBound])
                case .reopened(let seq, _): [seq]
                case .reopeningUndone(let seqs):
                    fates.filter { $0.value.reopened.map(seqs.contains) ?? false }.map(\.key)
                }
            for seq in touched {
                let fate = (fates[seq] ?? .none).after([update], of: seq)
                fates[seq] = fate.isNone ? nil : fate
            }
        }

        func seq(of reopening: StoredCompletion.Reopening) throws -> Int? {
            // Of later ones nothing is known yet, so that they seem to count.
            try CompletionTable.seq(of: reopening, in: db, before: seq) { fates[$0.completion.seq] ?? .none }
        }
    }
}
