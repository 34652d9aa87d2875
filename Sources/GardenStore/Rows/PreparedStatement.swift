import GRDB
import GRDBSQLite

/// An SQLite statement, prepared once and run with directly bound values.
///
/// Every change runs these. GRDB boxes each value and looks each statement up by its text, which took more time than
/// SQLite needs for the row.
final class PreparedStatement {
    private let statement: OpaquePointer
    private var boundCount: Int32 = 0

    init(_ db: Database, _ sql: String) throws {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(
            db.sqliteConnection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw DatabaseError(db.sqliteConnection, code) }
        statement = prepared
    }

    // sqlite3_finalize returns the result of the last run, which is already known.
    deinit { _ = sqlite3_finalize(statement) }

    // MARK: The values of the next run, in order

    func bind(_ value: Int) { check { sqlite3_bind_int64(statement, $0, Int64(value)) } }

    func bindNull() { check { sqlite3_bind_null(statement, $0) } }

    /// `nil` is NULL.
    func bind(_ value: Int?) {
        if let value { bind(value) } else { bindNull() }
    }

    func bind(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { raw in
            // An empty array may have no address, and SQLite stores a null pointer as NULL.
            guard let start = raw.baseAddress, !raw.isEmpty else {
                return check { sqlite3_bind_zeroblob(statement, $0, 0) }
            }
            check { sqlite3_bind_blob64(statement, $0, start, UInt64(raw.count), Self.isCopied) }
        }
    }

    func bind(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { characters in
                let count = UInt64(characters.count)
                // An empty text may have no address either.
                guard let start = characters.baseAddress else {
                    return check { sqlite3_bind_text(statement, $0, "", 0, Self.isCopied) }
                }
                check { sqlite3_bind_text64(statement, $0, start, count, Self.isCopied, UInt8(SQLITE_UTF8)) }
            }
        }
    }

    /// `nil` is NULL.
    func bind(_ text: String?) {
        if let text { bind(text) } else { bindNull() }
    }

    /// Runs the statement with the bound values, then clears them.
    func run() throws {
        let code = sqlite3_step(statement)
        defer {
            // Resetting repeats the error of the step.
            _ = sqlite3_reset(statement)
            boundCount = 0
        }
        guard code == SQLITE_DONE else { throw DatabaseError(sqlite3_db_handle(statement), code) }
    }

    private func check(_ bindAt: (Int32) -> Int32) {
        boundCount += 1
        let code = bindAt(boundCount)
        precondition(code == SQLITE_OK, "SQLite refuses value \(boundCount) of a statement: \(code)")
    }

    /// SQLITE_TRANSIENT, a macro that Swift does not see.
    private static let isCopied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}

extension DatabaseError {
    fileprivate init(_ connection: OpaquePointer?, _ code: Int32) {
        let message = connection.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) }
        self.init(resultCode: ResultCode(rawValue: code), message: message)
    }
}
