import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// Where the journal has what the meter is counted from (see ``RateIndex``). Its rows but the first table's come from late changes and
/// from undo only.
final class RateIndexTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        ("rateStart", "CREATE TABLE rateStart (day INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT"),
        ("lateMoney", "CREATE TABLE lateMoney (seq INTEGER PRIMARY KEY, day INTEGER NOT NULL) STRICT"),
        ("lateMoneyByDay", "CREATE INDEX lateMoneyByDay ON lateMoney (day)"),
        ("undoneMoney", "CREATE TABLE undoneMoney (first INTEGER PRIMARY KEY, last INTEGER NOT NULL) STRICT"),
        (
            "recountedEnd",
            """
            CREATE TABLE recountedEnd (
                day INTEGER PRIMARY KEY, seq INTEGER NOT NULL, meter INTEGER NOT NULL, tier INTEGER NOT NULL, daysLeft INTEGER
            ) STRICT
            """
        ),
    ]

    static let types: [String]? = RateIndex.types

    /// The index of the events checked so far.
    private var expected = RateIndex()

    init() {}

    func add(_ event: Event, to db: Database) throws {
        for entry in try Self.entries(of: event, in: db) { try Self.write(entry, to: db) }
    }

    private static func write(_ entry: RateIndex.Entry, to db: Database) throws {
        func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
            try db.cachedStatement(sql: sql).execute(arguments: arguments)
        }
        switch entry {
        case .began(let day, let seq):
            try execute("INSERT OR REPLACE INTO rateStart (day, seq) VALUES (?, ?)", [day.daysSinceEpoch, seq])
        case .late(let seq, let day):
            try execute("INSERT OR REPLACE INTO lateMoney (seq, day) VALUES (?, ?)", [seq, day.daysSinceEpoch])
        case .undone(let first, let last):
            try execute("INSERT OR REPLACE INTO undoneMoney (first, last) VALUES (?, ?)", [first, last])
        case .redone(let first): try execute("DELETE FROM undoneMoney WHERE first = ?", [first])
        case .ended(let day, let end):
            try execute(
                "INSERT OR REPLACE INTO recountedEnd (day, seq, meter, tier, daysLeft) VALUES (?, ?, ?, ?, ?)",
                [day.daysSinceEpoch, end.seq, end.meter, end.tier, end.daysLeft])
        case .reset:
            for table in ["rateStart", "lateMoney", "undoneMoney", "recountedEnd"] {
                try execute("DELETE FROM \(table)")
            }
        }
    }

    private static func entries(of event: Event, in db: Database) throws -> [RateIndex.Entry] {
        do throws(StoreError) { return try RateIndex.entries(of: event, in: WrittenEvents(db: db)) } catch {
            throw DamagedRow(problem: error.reason)
        }
    }

    // MARK: Checks

    func problem(of event: Event, in db: Database) throws -> String? {
        for entry in try Self.entries(of: event, in: db) { expected.apply(entry) }
        return nil
    }

    func orphanProblem(in db: Database) throws -> String? {
        let all = try Self.index(
            db, starts: .init("TRUE"), late: .init("TRUE"), undone: .init("TRUE"), ends: .init("TRUE"))
        return all == expected ? nil : "the index of the rate differs from the journal"
    }

    // MARK: Queries

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        let index: RateIndex
        switch query {
        case let query as RateStartQuery:
            index = try Self.index(
                db, starts: Condition("day <= ? ORDER BY day DESC LIMIT 1", [query.day.daysSinceEpoch]))
        case let query as RateIndexQuery:
            let days: StatementArguments = [query.days.lowerBound.daysSinceEpoch, query.days.upperBound.daysSinceEpoch]
            let late = "day BETWEEN ? AND ?"
            // Of each entry the last change that was undone and is not after it: changes do not overlap.
            let ofLate = """
                first IN (SELECT (SELECT first FROM undoneMoney WHERE first <= lateMoney.seq ORDER BY first DESC LIMIT 1)
                    FROM lateMoney WHERE \(late))
                """
            index = try Self.index(
                db, late: Condition(late, days),
                undone: Condition(
                    "first BETWEEN ? AND ? OR \(ofLate)",
                    [query.seqs.lowerBound, query.seqs.upperBound] + days),
                ends: Condition(late, days))
        default: return nil
        }
        return RateIndexAnswer(index, through: try ChangeRow.last(db)?.lastSeq ?? 0) as? Asked.Answer
    }

    /// Which rows are read.
    private struct Condition {
        var sql: String
        var arguments: StatementArguments

        init(_ sql: String, _ arguments: StatementArguments = []) { (self.sql, self.arguments) = (sql, arguments) }
    }

    private static func index(
        _ db: Database, starts: Condition? = nil, late: Condition? = nil, undone: Condition? = nil,
        ends: Condition? = nil
    ) throws -> RateIndex {
        var index = RateIndex()
        func read(_ columns: String, _ condition: Condition?, _ take: (Row) throws -> Void) throws {
            guard let condition else { return }
            let statement = try db.cachedStatement(sql: "SELECT \(columns) WHERE \(condition.sql)")
            let rows = try Row.fetchCursor(statement, arguments: condition.arguments)
            while let row = try rows.next() { try take(row) }
        }
        let what = "an entry of the rate's index"
        try read("day, seq FROM rateStart", starts) { index.starts[try $0.day(0, what)] = try $0.value(1, what) }
        try read("seq, day FROM lateMoney", late) { index.late[try $0.value(0, what)] = try $0.day(1, what) }
        try read("first, last FROM undoneMoney", undone) {
            index.undone[try $0.value(0, what)] = try $0.value(1, what)
        }
        try read("day, seq, meter, tier, daysLeft FROM recountedEnd", ends) { row in
            index.ends[try row.day(0, what)] = RateIndex.End(
                seq: try row.value(1, what), meter: try row.value(2, what), tier: try row.value(3, what),
                daysLeft: try row.optional(4, what))
        }
        return index
    }
}
