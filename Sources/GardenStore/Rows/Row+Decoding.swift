import Foundation
import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// A row with values that the store cannot have written.
struct DamagedRow: Error {
    var problem: String
}

extension Row {
    /// The result of `body` for the first row; `nil` if there is no row. Unlike GRDB's `fetchOne` it does not copy the
    /// row.
    static func first<Value>(
        _ statement: Statement, arguments: StatementArguments = [], _ body: (Row) throws -> Value
    ) throws -> Value? {
        let rows = try fetchCursor(statement, arguments: arguments)
        return try withExtendedLifetime(rows) { try rows.next().map(body) }
    }

    /// How many rows a table has.
    static func count(_ db: Database, of table: String) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    /// A type that SQLite can convert a column to, such as digits to a number. The tables are strict and rows have
    /// digests, so they reveal a type changed by a flipped bit.
    typealias Column = DatabaseValueConvertible & StatementColumnConvertible

    /// A column's value.
    ///
    /// GRDB's own subscripts trap on NULL, which a flipped bit can make.
    func value<Value: Column>(_ index: Int, _ what: @autoclosure () -> String) throws -> Value {
        guard let value: Value = try optional(index, what()) else {
            throw DamagedRow(problem: "\(what()) has the wrong type")
        }
        return value
    }

    /// A column's value; `nil` if it is NULL.
    func optional<Value: Column>(_ index: Int, _ what: @autoclosure () -> String) throws -> Value? {
        do { return try decode(Value?.self, atIndex: index) } catch {
            throw DamagedRow(problem: "\(what()) has the wrong type")
        }
    }

    /// A day, as days since 1970-01-01.
    func day(_ index: Int, _ what: @autoclosure () -> String) throws -> CalendarDay {
        let days: Int = try value(index, what())
        do throws(ValidationError) { return try CalendarDay(record: .integer(days)) } catch {
            throw DamagedRow(problem: "\(what()) \(error.problem)")
        }
    }

    func optionalBytes(_ index: Int, _ what: @autoclosure () -> String) throws -> [UInt8]? {
        do { return try withUnsafeData(atIndex: index) { $0.map { [UInt8]($0) } } } catch {
            throw DamagedRow(problem: "\(what()) has the wrong type")
        }
    }

    func bytes(_ index: Int, _ what: @autoclosure () -> String) throws -> [UInt8] {
        guard let bytes = try optionalBytes(index, what()) else {
            throw DamagedRow(problem: "\(what()) has the wrong type")
        }
        return bytes
    }
}
