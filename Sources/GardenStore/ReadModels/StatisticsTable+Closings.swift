import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The ends of the days, and the balance and the rate at the end of the tables (RULES S7).
extension StatisticsTable {
    static let closingWhat = "the end of a day"

    /// Changes the ends of the days that what was entered or undone afterwards reaches.
    static func apply(
        _ shifts: [CalendarDay: ClosingShift], _ rates: [CalendarDay: RateAtEnd], to db: Database
    ) throws {
        let days = Array(shifts.keys) + Array(rates.keys)
        guard let first = days.min(), let last = days.max() else { return }
        let before = try closings(db, of: first...last)
        var after = shifts.applied(to: before)
        for (day, end) in rates { after[day.daysSinceEpoch]?.take(end) }
        let changed = after.filter { before[$0.key] != $0.value }
        try insert(
            Dictionary(uniqueKeysWithValues: changed.map { (CalendarDay(daysSinceEpoch: $0.key), $0.value) }), into: db)
    }

    static func insert(_ closings: [CalendarDay: DayClosing], into db: Database) throws {
        guard !closings.isEmpty else { return }
        // A day that was corrected ends once more.
        let statement = try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO dayClosing (day, balance, meter, tier, rate) VALUES (?, ?, ?, ?, ?)")
        for (day, closing) in closings.sorted(by: { $0.key < $1.key }) {
            try statement.execute(arguments: [
                day.daysSinceEpoch, closing.balance, closing.meter, closing.tier, closing.rate.tenths,
            ])
        }
    }

    static func closings(_ db: Database, of days: ClosedRange<CalendarDay>) throws -> [Int: DayClosing] {
        let sql = "SELECT day, balance, meter, tier, rate FROM dayClosing WHERE day BETWEEN ? AND ?"
        let rows = try Row.fetchCursor(
            db.cachedStatement(sql: sql), arguments: [days.lowerBound.daysSinceEpoch, days.upperBound.daysSinceEpoch])
        var closings: [Int: DayClosing] = [:]
        while let row = try rows.next() { closings[try row.value(0, closingWhat)] = try closing(row, from: 1) }
        return closings
    }

    static func closing(_ row: Row, from index: Int) throws -> DayClosing {
        DayClosing(
            balance: try row.value(index, closingWhat), meter: try row.value(index + 1, closingWhat),
            tier: try row.value(index + 2, closingWhat),
            rate: Tenths(tenths: try row.value(index + 3, closingWhat)))
    }

    static func economy(_ row: Row, from index: Int, _ what: String) throws -> Economy {
        var economy = Economy()
        economy.balance = try row.value(index, what)
        economy.meter = try row.value(index + 1, what)
        economy.tier = try row.value(index + 2, what)
        let text: String = try row.value(index + 3, what)
        do { economy.table = try RateTable(json: try JSON.parse(text)) } catch {
            throw DamagedRow(problem: "\(what) has a rate table that cannot be read: \(error)")
        }
        return economy
    }
}
