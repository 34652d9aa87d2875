import GRDB

/// Counts the rows of a table in slices, while the journal grows. The table's key has two columns; the second numbers the
/// rows or blocks in the order of the journal.
struct RowCount {
    /// About a millisecond of work (ARCHITECTURE: no handler holds the loop longer than 10 ms).
    static let sliceRows = 1000

    private let key: (String, String)
    private let table: String
    /// The last row counted.
    private var last: (DatabaseValue, Int)?
    /// The rows up to the number that the caller gives.
    private(set) var known = 0
    /// The rows after it.
    private(set) var later = 0

    init(of table: String, key: (String, String)) {
        self.table = table
        self.key = key
    }

    /// Counts the next rows.
    ///
    /// - Returns: whether the count is complete.
    mutating func advance(_ db: Database, through number: Int) throws -> Bool {
        let names = "\(key.0), \(key.1)"
        let statement = try db.cachedStatement(
            sql: """
                SELECT \(names) FROM \(table) \(last == nil ? "" : "WHERE (\(names)) > (?, ?)")
                ORDER BY \(names) LIMIT \(Self.sliceRows)
                """)
        let arguments: StatementArguments = last.map { [$0.0, $0.1] } ?? []
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        var count = 0
        while let row = try rows.next() {
            let second: Int = try row.value(1, "a key of the table \(table)")
            if second <= number { known += 1 } else { later += 1 }
            last = (row[0], second)
            count += 1
        }
        return count < Self.sliceRows
    }
}
