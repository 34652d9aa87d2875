import GRDB
import GardenAPI
import GardenCore

/// A row of the changes: a change without its events.
struct ChangeRow {
    static let columns = "id, at, cause, params, \"key\", answer, rollovers, digest"
    static let insertion = "INSERT INTO change (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"

    var change: Change
    private var digest: [UInt8]

    init(_ change: Change) {
        self.change = change
        digest = RowDigest.digest(of: change)
    }

    /// - Parameter row: of ``columns``.
    /// - Throws: ``DamagedRow`` when it is not as it was written.
    init(_ row: Row) throws {
        let id: Int = try row.value(0, "a change's id")
        change = Change(
            id: id,
            at: Instant(milliseconds: try row.value(1, "the time of change \(id)")),
            cause: try row.value(2, "the cause of change \(id)"),
            params: try row.bytes(3, "the params of change \(id)"),
            key: try row.optional(4, "the key of change \(id)"),
            answer: try row.bytes(5, "the answer of change \(id)"),
            rollovers: try row.value(6, "the rollovers of change \(id)"),
            events: [])
        digest = try row.bytes(7, "the digest of change \(id)")
        guard digest == RowDigest.digest(of: change) else {
            throw DamagedRow(problem: "change \(id) is not as it was written: its digest differs")
        }
    }

    /// - Parameter statement: of ``insertion``.
    func insert(with statement: BareStatement) throws {
        statement.bind(change.id)
        statement.bind(change.at.milliseconds)
        statement.bind(change.cause)
        statement.bind(change.params)
        statement.bind(change.key)
        statement.bind(change.answer)
        statement.bind(change.rollovers)
        statement.bind(digest)
        try statement.run()
    }

    /// The newest change with that key.
    static func newest(_ db: Database, withKey key: String) throws -> Change? {
        let sql = "SELECT \(columns) FROM change WHERE \"key\" = ? ORDER BY id DESC LIMIT 1"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key]).map { try ChangeRow($0).change }
    }

    /// 0 when there is none.
    static func lastId(_ db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT ifnull(max(id), 0) FROM change")) ?? 0
    }
}
