import GRDB

/// The blocks that contain events of one type, in order. A few rows are read at a time, so that the
/// work is in proportion to the blocks that are used.
struct TypeCursor {
    enum Order {
        case oldestFirst
        case newestFirst
    }

    private static let rowsAtOnce = 16

    private let type: String
    private let order: Order
    private var rows: ArraySlice<(block: Int, offsets: [UInt8])> = []
    /// The blocks that are not read yet; `nil` after the last row.
    private var rest: ClosedRange<Int>?

    init(_ db: Database, _ type: String, in blocks: ClosedRange<Int>, _ order: Order) throws {
        self.type = type
        self.order = order
        rest = blocks
        try read(db)
    }

    /// The next block; `nil` at the end.
    var block: Int? { rows.first?.block }

    /// The offsets of the events in the next block, which is then passed.
    mutating func next(_ db: Database) throws -> [UInt8] {
        let row = rows.removeFirst()
        if rows.isEmpty { try read(db) }
        return row.offsets
    }

    private mutating func read(_ db: Database) throws {
        guard let blocks = rest else { return }
        let direction = order == .oldestFirst ? "ASC" : "DESC"
        let statement = try db.cachedStatement(
            sql: """
                SELECT block, offsets FROM typeBlock WHERE type = ? AND block BETWEEN ? AND ? ORDER BY block \(direction)
                LIMIT \(Self.rowsAtOnce)
                """)
        let what = "an indexed block"
        let arguments: StatementArguments = [type, blocks.lowerBound, blocks.upperBound]
        rows = []
        let found = try Row.fetchCursor(statement, arguments: arguments)
        while let row = try found.next() {
            rows.append((block: try row.value(0, what), offsets: try row.bytes(1, what)))
        }
        rest = nil
        guard rows.count == Self.rowsAtOnce, let last = rows.last?.block else { return }
        switch order {
        case .oldestFirst where last < blocks.upperBound: rest = last + 1...blocks.upperBound
        case .newestFirst where last > blocks.lowerBound: rest = blocks.lowerBound...last - 1
        case .oldestFirst, .newestFirst: break
        }
    }
}
