import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The ends of the days, and the rate at the end of the tables (RULES S7).
extension StatisticsTable {
    static let closingWhat = "the end of a day"

    static let closingColumns = "meter, tier, rate, daysLeft, applied, multiplier, seq"

    /// Changes the ends of the days with rates that were counted again.
    static func apply(_ rates: [CalendarDay: RateAtEnd], to db: Database) throws {
        guard let first = rates.keys.min(), let last = rates.keys.max() else { return }
        let before = try closings(db, of: first...last)
        var changed: [CalendarDay: DayClosing] = [:]
        for (day, end) in rates {
            guard var closing = before[day.daysSinceEpoch] else { continue }
            closing.take(end)
            if closing != before[day.daysSinceEpoch] { changed[day] = closing }
        }
        try insert(changed, into: db)
    }

    static func insert(_ closings: [CalendarDay: DayClosing], into db: Database) throws {
        guard !closings.isEmpty else { return }
        // A day that was corrected ends once more.
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO dayClosing (day, \(closingColumns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        for (day, closing) in closings.sorted(by: { $0.key < $1.key }) {
            try statement.execute(arguments: [
                day.daysSinceEpoch, closing.meter, closing.tier, closing.rate.tenths, closing.daysLeft,
                closing.isApplied, closing.multiplier, closing.seq,
            ])
        }
    }

    static func closings(_ db: Database, of days: ClosedRange<CalendarDay>) throws -> [Int: DayClosing] {
        let sql = "SELECT day, \(closingColumns) FROM dayClosing WHERE day BETWEEN ? AND ?"
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: sql), arguments: [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch])
        var closings: [Int: DayClosing] = [:]
        while let row = try rows.next() { closings[try row.value(0, closingWhat)] = try closing(row, from: 1) }
        return closings
    }

    static func lastClosing(_ db: Database, through day: CalendarDay) throws -> DayClosing? {
        let sql = "SELECT \(closingColumns) FROM dayClosing WHERE day <= ? ORDER BY day DESC LIMIT 1"
        return try Row.first(db.cachedStatement(sql: sql), arguments: [day.daysSinceEpoch]) { try closing($0, from: 0) }
    }

    /// By how much the balance and the experience changed, by the ids of the categories.
    static func changes(_ db: Database, _ query: LaterChangesQuery) throws -> [Int: DayFigures] {
        // Summed up here: SQLite would sort the rows to group them, and its sums can exceed 64 bits on the way.
        let sql = "SELECT categoryId, balance, exp, taskExp FROM dayFigures WHERE day > ? AND day <= ?"
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: sql), arguments: [query.day.daysSinceEpoch, query.last?.daysSinceEpoch ?? .max])
        // Figures have their hours, too, which would be added for each row.
        var changes: [Int: (balance: Int, exp: Int, taskExp: Int)] = [:]
        let what = "a column of figures"
        while let row = try rows.next() {
            let id: Int = try row.value(0, what)
            let (balance, exp, taskExp): (Int, Int, Int) = (
                try row.value(1, what), try row.value(2, what), try row.value(3, what)
            )
            let sum = changes[id, default: (0, 0, 0)]
            changes[id] = (sum.balance &+ balance, sum.exp &+ exp, sum.taskExp &+ taskExp)
        }
        return changes.mapValues { sum in
            var figures = DayFigures()
            (figures.balance, figures.exp, figures.taskExp) = sum
            return figures
        }
    }

    static func closing(_ row: Row, from index: Int) throws -> DayClosing {
        DayClosing(
            meter: try row.value(index, closingWhat), tier: try row.value(index + 1, closingWhat),
            rate: Tenths(tenths: try row.value(index + 2, closingWhat)),
            daysLeft: try row.value(index + 3, closingWhat),
            isApplied: try row.value(index + 4, closingWhat) as Int != 0,
            multiplier: try row.value(index + 5, closingWhat), seq: try row.value(index + 6, closingWhat))
    }

    static func economy(_ row: Row, from index: Int, _ what: String) throws -> Economy {
        var economy = Economy()
        economy.meter = try row.value(index, what)
        economy.tier = try row.value(index + 1, what)
        economy.daysLeft = try row.value(index + 2, what)
        economy.isApplied = try row.value(index + 3, what) as Int != 0
        economy.multiplier = try row.value(index + 4, what)
        let text: String = try row.value(index + 5, what)
        do { economy.table = try RateTable(json: try JSON.parse(text)) } catch {
            throw DamagedRow(problem: "\(what) has a rate table that cannot be read: \(error)")
        }
        return economy
    }
}
