import Foundation
import GRDB
import GardenAPI
import GardenCore

extension StoreError {
    /// What SQLite, or the reading of its rows, refused, in words for the user.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DamagedRow: self.init("the database is damaged: \(error.problem)")
        case let error as DatabaseError: self.init(sqlite: error)
        default: self.init("\(error)")
        }
    }

    private init(sqlite error: DatabaseError) {
        let said = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no more is known")"
        // The index of the log is memory in a file: what stops it from growing is a full disk.
        let isFullDisk = error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
        switch isFullDisk ? .SQLITE_FULL : error.resultCode {
        case .SQLITE_FULL: self.init("the disk is full")
        case .SQLITE_READONLY: self.init("the database cannot be written to (\(said))")
        case .SQLITE_IOERR: self.init("the disk reports an input or output error (\(said))")
        case .SQLITE_BUSY, .SQLITE_LOCKED: self.init("another program holds the database (\(said))")
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self.init("the database cannot be opened (\(said))")
        case .SQLITE_NOMEM: self.init("there is not enough memory (\(said))")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self.init("the database is damaged (\(said))")
        case .SQLITE_CONSTRAINT: self.init("a row does not fit those that are there (\(said))")
        default: self.init(said)
        }
    }
}

/// A row that holds what was never written so.
struct DamagedRow: Error {
    var problem: String
}

extension Row {
    /// A column's value.
    ///
    /// GRDB's own subscripts trap on a value of another type, which a flipped bit can make.
    func value<Value: DatabaseValueConvertible>(_ index: Int, _ what: @autoclosure () -> String) throws -> Value {
        let stored: DatabaseValue = self[index]
        guard let value = Value.fromDatabaseValue(stored) else {
            throw DamagedRow(problem: "\(what()) is of another kind")
        }
        return value
    }

    /// A column's value; `nil` where it has none.
    func optional<Value: DatabaseValueConvertible>(_ index: Int, _ what: @autoclosure () -> String) throws -> Value? {
        let stored: DatabaseValue = self[index]
        return stored.isNull ? nil : try value(index, what())
    }

    /// A day, as days since 1970-01-01.
    func day(_ index: Int, _ what: @autoclosure () -> String) throws -> CalendarDay {
        let days: Int = try value(index, what())
        do throws(Mismatch) { return try CalendarDay(record: .integer(days)) } catch {
            throw DamagedRow(problem: "\(what()) \(error.problem)")
        }
    }

    func optionalBytes(_ index: Int, _ what: @autoclosure () -> String) throws -> [UInt8]? {
        let data: Data? = try optional(index, what())
        return data.map { [UInt8]($0) }
    }

    func bytes(_ index: Int, _ what: @autoclosure () -> String) throws -> [UInt8] {
        let data: Data = try value(index, what())
        return [UInt8](data)
    }
}
