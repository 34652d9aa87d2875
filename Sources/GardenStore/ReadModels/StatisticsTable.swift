import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The figures of each category on each day, the ends of the days, and the names of removed categories (RULES S1, S7).
///
/// Like ``EventIndex`` it has complete blocks of events only, because each commit would otherwise write one more page. The figures
/// of the events after them are in memory.
final class StatisticsTable: ReadModel {
    static let schema: [(name: String, sql: String)] = [
        (
            "dayFigures",
            """
            CREATE TABLE dayFigures (
                day INTEGER NOT NULL, categoryId INTEGER NOT NULL,
                \(columns.map { "\($0) INTEGER NOT NULL" }.joined(separator: ", ")), PRIMARY KEY (day, categoryId)
            ) STRICT, WITHOUT ROWID
            """
        ),
        (
            "dayClosing",
            """
            CREATE TABLE dayClosing (
                day INTEGER PRIMARY KEY, meter INTEGER NOT NULL, tier INTEGER NOT NULL, rate INTEGER NOT NULL,
                daysLeft INTEGER NOT NULL, applied INTEGER NOT NULL, multiplier INTEGER NOT NULL, seq INTEGER NOT NULL
            ) STRICT
            """
        ),
        ("removedCategory", "CREATE TABLE removedCategory (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"),
        // One row: the last event in the tables; the current day, the rate and the multiplier of points after it.
        (
            "statisticsEnd",
            """
            CREATE TABLE statisticsEnd (
                id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, day INTEGER, meter INTEGER NOT NULL, tier INTEGER NOT NULL,
                daysLeft INTEGER NOT NULL, applied INTEGER NOT NULL, multiplier INTEGER NOT NULL,
                rateTable TEXT NOT NULL
            ) STRICT
            """
        ),
    ]
    /// In the order of ``values(of:)``.
    private static let columns = DayFigures.sums.map(\.name) + (0..<24).map { "hour\($0)" }

    /// The figures of the block that is not complete; `nil` before they are counted for the first time.
    private var tail: Tail?
    private var check = Check()

    init() {}

    func add(_ event: Event, to db: Database) throws {
        // Each event is counted as it comes: the one that completes a block would have the work of all of them, and each of these may
        // have undone a thousand values.
        let known = self.tail.flatMap { $0.through == event.seq - 1 ? $0 : nil }
        var tail = try known ?? tail(db, through: event.seq - 1)
        // Otherwise the figures would be copied.
        self.tail = nil
        if Self.types.contains(event.type) { try Self.add([event], to: &tail.tally, in: db) }
        tail.through = event.seq
        let seqs = EventIndex.seqs(ofBlock: EventIndex.block(of: event.seq))
        guard event.seq == seqs.upperBound - 1 else {
            self.tail = tail
            return
        }
        let tally = tail.tally
        if tally.wasReset {
            try db.execute(sql: "DELETE FROM dayFigures; DELETE FROM dayClosing; DELETE FROM removedCategory")
        }
        try Self.insert(tally, into: db)
        let economy = tally.economy
        try db.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO statisticsEnd
                    (id, seq, day, meter, tier, daysLeft, applied, multiplier, rateTable)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            event.seq, tally.day?.daysSinceEpoch, economy.meter, economy.tier, economy.daysLeft, economy.isApplied,
            economy.multiplier, economy.table.json.text,
        ])
    }

    private static let types = Set(StatisticsTally.types)

    private static func add(_ events: [Event], to tally: inout StatisticsTally, in db: Database) throws {
        do throws(StoreError) {
            for event in events { try tally.add(event, in: WrittenEvents(db: db)) }
        } catch {
            throw DamagedRow(problem: error.reason)
        }
    }

    /// The sum of two columns, which wraps around as that of ``DayFigures`` does: SQLite makes a sum of more than 64 bits a real
    /// number, which an integer column refuses. Later changes can take the same amounts back.
    static func wrappingSum(_ column: String, _ other: String) -> String {
        guard amounts.contains(column) else { return "\(column) + \(other)" }
        let half = "(-9223372036854775808)"
        return """
            CASE WHEN typeof(\(column) + \(other)) = 'integer' THEN \(column) + \(other)
                WHEN \(column) > 0 THEN (\(column) + \(half)) + (\(other) + \(half))
                ELSE (\(column) - \(half)) + (\(other) - \(half)) END
            """
    }

    /// The columns of amounts that a person gives.
    private static let amounts: Set = ["earned", "spent", "money", "balance"]

    private static func insert(_ tally: StatisticsTally, into db: Database) throws {
        let names = columns.joined(separator: ", ")
        let sums = columns.map { "\($0) = \(wrappingSum($0, "excluded.\($0)"))" }.joined(separator: ", ")
        let figures = try db.cachedStatement(
            sql: """
                INSERT INTO dayFigures (day, categoryId, \(names))
                VALUES (?, ?\(String(repeating: ", ?", count: columns.count)))
                ON CONFLICT (day, categoryId) DO UPDATE SET \(sums)
                """)
        for (key, value) in tally.figures.sorted(by: { $0.key < $1.key }) {
            try figures.execute(
                arguments: StatementArguments([key.day.daysSinceEpoch, key.categoryId] + values(of: value)))
        }
        try apply(tally.rates, to: db)
        try insert(tally.closings, into: db)
        let removed = try db.cachedStatement(sql: "INSERT OR REPLACE INTO removedCategory (id, name) VALUES (?, ?)")
        for (id, name) in tally.removedNames { try removed.execute(arguments: [id, name]) }
    }

    // MARK: Queries

    func answer<Asked: HistoryQuery>(_ query: Asked, in db: Database) throws -> Asked.Answer? {
        if let query = query as? StatisticsTailQuery {
            let tail = try tail(db, through: query.through)
            return StatisticsTailQuery.Answer(
                through: tail.through, tally: tail.tally, removedNames: try Self.removedNames(db))
                as? Asked.Answer
        }
        if let query = query as? ClosingsQuery { return try Self.closings(db, of: query.days) as? Asked.Answer }
        if let query = query as? LastClosingQuery {
            let closing: DayClosing? = try Self.lastClosing(db, through: query.day)
            return closing as? Asked.Answer
        }
        if let query = query as? LaterChangesQuery { return try Self.changes(db, query) as? Asked.Answer }
        if let query = query as? FiguresQuery { return try Self.sums(db, query) as? Asked.Answer }
        if let query = query as? ReachedDaysQuery {
            let (sum, least) = query.goalMinutes == 0 ? ("earning", 1) : ("seconds", query.goalMinutes * 60)
            let sql = "SELECT day FROM dayFigures GROUP BY day HAVING sum(\(sum)) >= ?"
            let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [least])
            return try rows.map { try $0.value(0, "a day of figures") as Int } as? Asked.Answer
        }
        if let query = query as? LastGrowthQuery {
            let sql = """
                SELECT day FROM dayFigures WHERE \(Self.isOf(query.categoryIds)) AND day < ?
                GROUP BY day HAVING sum(earning) > 0 OR sum(tasks) > 0 ORDER BY day DESC LIMIT 1
                """
            let end = query.end?.daysSinceEpoch ?? .max
            let day: CalendarDay? = try Row.first(db.makeStatement(sql: sql), arguments: [end]) {
                try $0.day(0, "a day of figures")
            }
            return day as? Asked.Answer
        }
        return nil
    }

    /// The figures of the events after those in the tables. Each is added once: it may be the undo of a change of many tasks.
    private struct Tail {
        /// The last event in the tables.
        let base: Int
        /// The last event in the tally.
        var through: Int
        var tally: StatisticsTally
    }

    private func tail(_ db: Database, through last: Int) throws -> Tail {
        let end = try Self.end(db)
        let base = end?.seq ?? 0
        var tail: Tail
        if let known = self.tail, known.base == base, known.through <= last {
            tail = known
        } else {
            tail = Tail(
                base: base, through: base, tally: StatisticsTally(day: end?.day, end?.economy ?? Economy()))
        }
        guard tail.through < last else { return tail }
        // Also those of other types have been looked at. Otherwise each query would look at them again, and with them at their
        // change, which may have thousands of events.
        var through = tail.through
        let events = try EventRow.events(db, in: tail.through + 1..<last + 1) { event in
            through = max(through, event.seq)
            return Self.types.contains(event.type)
        }
        // Otherwise the figures would be copied.
        self.tail = nil
        try Self.add(events, to: &tail.tally, in: db)
        tail.through = through
        self.tail = tail
        return tail
    }

    private static func sums(_ db: Database, _ query: FiguresQuery) throws -> [Int: DayFigures] {
        do { return try sums(db, query, bySQLite: true) } catch let error as DatabaseError
            where error.message == "integer overflow"
        {
            // The sum of the first rows exceeds 64 bits, which the sum of all may not.
            return try sums(db, query, bySQLite: false)
        }
    }

    private static func sums(_ db: Database, _ query: FiguresQuery, bySQLite: Bool) throws -> [Int: DayFigures] {
        let withoutHours = columns.prefix(DayFigures.sums.count)
        let (key, columns, grouping) =
            switch query.grouping {
            case .day: ("day", withoutHours, "GROUP BY day")
            case .category: ("categoryId", withoutHours, "GROUP BY categoryId")
            case .all: ("0", columns[...], "")
            }
        let values = bySQLite ? columns.map { "ifnull(sum(\($0)), 0)" } : Array(columns)
        let sql = """
            SELECT \(key), \(values.joined(separator: ", ")) FROM dayFigures
            WHERE day BETWEEN ? AND ? AND \(query.categoryIds.map(isOf) ?? "TRUE") \(bySQLite ? grouping : "")
            """
        // The ids are part of the statement, so one for some categories is not worth keeping.
        let statement = try query.categoryIds == nil ? db.cachedStatement(sql: sql) : db.makeStatement(sql: sql)
        let rows = try Row.fetchCursor(
            statement, arguments: [query.days.lowerBound.daysSinceEpoch, query.days.upperBound.daysSinceEpoch])
        var sums: [Int: DayFigures] = [:]
        while let row = try rows.next() {
            let key: Int = try row.value(0, "a key of figures")
            sums[key, default: DayFigures()] += try figures(row, columns.count, from: 1)
        }
        return sums
    }

    private static func isOf(_ categoryIds: [Int]) -> String {
        "categoryId IN (\(categoryIds.map(String.init).joined(separator: ", ")))"
    }

    // MARK: Rows

    private struct End {
        var seq: Int
        var day: CalendarDay?
        var economy: Economy
    }

    private static func end(_ db: Database) throws -> End? {
        let sql = "SELECT seq, day, meter, tier, daysLeft, applied, multiplier, rateTable FROM statisticsEnd"
        return try Row.first(db.cachedStatement(sql: sql)) { row in
            let what = "the end of the statistics"
            let day: Int? = try row.optional(1, what)
            return End(
                seq: try row.value(0, what), day: try day.map { _ in try row.day(1, what) },
                economy: try economy(row, from: 2, what))
        }
    }

    private static func removedNames(_ db: Database) throws -> [Int: String] {
        let what = "a removed category"
        let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT id, name FROM removedCategory"))
        return try Dictionary(
            rows.map { (try $0.value(0, what), try $0.value(1, what)) }, uniquingKeysWith: { $1 })
    }

    private static func values(of figures: DayFigures) -> [Int] {
        DayFigures.sums.map { figures[keyPath: $0.path] } + figures.hours
    }

    /// - Parameter count: how many of the columns the row has: with the hours or without them.
    private static func figures(_ row: Row, _ count: Int, from index: Int) throws -> DayFigures {
        let values: [Int] = try (index..<index + count).map { try row.value($0, "a column of figures") }
        var figures = DayFigures()
        for (sum, value) in zip(DayFigures.sums, values) { figures[keyPath: sum.path] = value }
        let hours = values.dropFirst(DayFigures.sums.count)
        if !hours.isEmpty { figures.hours = Array(hours) }
        return figures
    }
}

// MARK: - Check

extension StatisticsTable {
    /// What the tables should have, from the events checked so far.
    private struct Check {
        var expected = StatisticsTally(day: nil)
        /// The events of the block that is not complete.
        var pending: [Event] = []
        /// The last event of the last complete block.
        var seq = 0
    }

    func problem(of event: Event, in db: Database) throws -> String? {
        if Self.types.contains(event.type) { check.pending.append(event) }
        let block = EventIndex.block(of: event.seq)
        guard event.seq == EventIndex.seqs(ofBlock: block).upperBound - 1 else { return nil }
        try Self.add(check.pending, to: &check.expected, in: db)
        check.pending = []
        check.seq = event.seq
        return nil
    }

    func orphanProblem(in db: Database) throws -> String? {
        try hasExpectedEnd(db) && hasExpectedFigures(db) && hasExpectedClosings(db)
            ? nil : "the statistics differ from the journal"
    }

    private func hasExpectedEnd(_ db: Database) throws -> Bool {
        guard let end = try Self.end(db) else { return check.seq == 0 }
        return try (end.seq, end.day, end.economy) == (check.seq, check.expected.day, check.expected.economy)
            && Self.removedNames(db) == check.expected.removedNames
    }

    private func hasExpectedFigures(_ db: Database) throws -> Bool {
        let sql = "SELECT day, categoryId, \(Self.columns.joined(separator: ", ")) FROM dayFigures"
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
        let what = "a column of figures"
        var count = 0
        while let row = try rows.next() {
            let key = CategoryDay(day: try row.day(0, what), categoryId: try row.value(1, what))
            guard try Self.figures(row, Self.columns.count, from: 2) == check.expected.figures[key] else {
                return false
            }
            count += 1
        }
        return count == check.expected.figures.count
    }

    private func hasExpectedClosings(_ db: Database) throws -> Bool {
        let sql = "SELECT day, \(Self.closingColumns) FROM dayClosing"
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
        var count = 0
        while let row = try rows.next() {
            let day = try row.day(0, Self.closingWhat)
            guard try Self.closing(row, from: 1) == check.expected.closings[day] else { return false }
            count += 1
        }
        return count == check.expected.closings.count
    }
}
