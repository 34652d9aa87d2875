import GRDB
import GardenCore

extension StoreError {
    /// Describes an error of SQLite, or of reading its rows, in words for the user.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let error as DamagedRow: self.init("the database is damaged: \(error.problem)", .damaged)
        case let error as DatabaseError: self.init(sqlite: error)
        default: self.init("\(error)")
        }
    }

    private init(sqlite error: DatabaseError) {
        let said = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no details")"
        // The index of the log is a memory-mapped file: a full disk stops it from growing.
        let isFullDisk = error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
        switch isFullDisk ? .SQLITE_FULL : error.resultCode {
        case .SQLITE_FULL: self.init("the disk is full")
        case .SQLITE_READONLY: self.init("the database is not writable (\(said))")
        case .SQLITE_IOERR:
            self.init("the disk reports an I/O error (\(said))", Self.mayHaveWritten(error) ? .uncertain : .disk)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self.init("another program has locked the database (\(said))")
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self.init("the database cannot be opened (\(said))")
        case .SQLITE_NOMEM: self.init("there is not enough memory (\(said))")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self.init("the database is damaged (\(said))", .damaged)
        case .SQLITE_CONSTRAINT: self.init("a row conflicts with existing rows (\(said))")
        default: self.init(said)
        }
    }

    /// Whether a commit was handed to the disk, at least in part, before it failed.
    private static func mayHaveWritten(_ error: DatabaseError) -> Bool {
        switch error.extendedResultCode {
        case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC: true
        default: false
        }
    }
}
