import GRDB
import GardenAPI
import GardenCore

/// A row of the journal.
struct EventRow: Equatable {
    static let columns = "seq, change, at, type, version, data, digest"
    static let insertion = "INSERT INTO event (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?)"

    var event: Event
    var change: Int
    var digest: [UInt8]

    init(event: Event, change: Int, digest: [UInt8]) {
        self.event = event
        self.change = change
        self.digest = digest
    }

    /// - Parameter row: of ``columns``.
    init(_ row: Row) throws {
        let seq: Int = try row.value(0, "an event's seq")
        change = try row.value(1, "the change of event \(seq)")
        event = Event(
            seq: seq,
            at: Instant(milliseconds: try row.value(2, "the time of event \(seq)")),
            type: try row.value(3, "the type of event \(seq)"),
            version: try row.value(4, "the version of event \(seq)"),
            data: try row.bytes(5, "the data of event \(seq)"))
        digest = try row.bytes(6, "the digest of event \(seq)")
    }

    /// - Parameter statement: of ``insertion``.
    func insert(with statement: BareStatement) throws {
        statement.bind(event.seq)
        statement.bind(change)
        statement.bind(event.at.milliseconds)
        statement.bind(event.type)
        statement.bind(event.version)
        statement.bind(event.data)
        statement.bind(digest)
        try statement.run()
    }

    /// The last event; `nil` in an empty journal.
    static func last(_ db: Database) throws -> EventRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM event ORDER BY seq DESC LIMIT 1")
        return try Row.fetchOne(statement).map { try EventRow($0) }
    }

    static func row(_ db: Database, seq: Int) throws -> EventRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM event WHERE seq = ?")
        return try Row.fetchOne(statement, arguments: [seq]).map { try EventRow($0) }
    }

    /// Calls `body` with each event after `seq` in order, at most `limit` of them, until it returns `false`.
    static func forEach(
        _ db: Database, after seq: Int, limit: Int, _ body: (EventRow) throws -> Bool
    ) throws {
        let sql = "SELECT \(columns) FROM event WHERE seq > ? ORDER BY seq LIMIT ?"
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: [seq, limit])
        while let row = try rows.next() {
            guard try body(EventRow(row)) else { return }
        }
    }
}

/// The chain of the events' digests as far as it has been followed.
struct Chain {
    private(set) var seq: Int
    private(set) var digest: [UInt8]

    /// The chain before its first event.
    init() {
        seq = 0
        digest = RowDigest.beginning
    }

    /// The chain up to a row that is taken to be sound.
    init(upTo row: EventRow) {
        seq = row.event.seq
        digest = row.digest
    }

    /// The row that would continue it with that event.
    func row(for event: Event, inChange change: Int) -> EventRow {
        EventRow(event: event, change: change, digest: RowDigest.digest(of: event, inChange: change, after: digest))
    }

    /// Follows it by one row.
    ///
    /// - Returns: whether the row continues it: the next seq, and the digest that belongs to it.
    mutating func follow(_ row: EventRow) -> Bool {
        guard row.event.seq == seq + 1, self.row(for: row.event, inChange: row.change) == row else { return false }
        self = Chain(upTo: row)
        return true
    }
}
