import Foundation
import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// A row of the journal: a change with its events.
struct ChangeRow: Equatable {
    static let columns = "seq, at, \"offset\", recorded, method, actor, params, \"key\", events, digest"
    static let insertion = "INSERT INTO change (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

    /// The change without the answer to its key, which has its own row.
    var change: Change
    var digest: [UInt8]

    init(_ change: Change, digest: [UInt8]) {
        self.change = change
        self.digest = digest
    }

    /// - Parameter row: a row of ``columns``.
    /// - Throws: ``DamagedRow`` if the store cannot have written it.
    init(_ row: Row) throws {
        let seq: Int = try row.value(0, "a change's seq")
        let what = "a column of change \(seq)"
        let at = Timestamp(
            instant: Instant(milliseconds: try row.value(1, what)), offsetSeconds: try row.value(2, what))
        let recorded = try (row.optional(3, what) as Int?).map(Instant.init(milliseconds:))
        let key: String? = try row.optional(7, what)
        guard let events = EventLines.events(try row.bytes(8, what), from: seq, at: at, recordedAt: recorded) else {
            throw DamagedRow(problem: "an event of change \(seq) cannot be read")
        }
        var params = try row.optionalBytes(6, what) ?? []
        let erasedParams = ErasedDigest.digest(ofText: params)
        if erasedParams != nil { params = [] }
        change = Change(
            at: at, recordedAt: recorded ?? at.instant,
            method: try row.optional(4, what) ?? events[0].type, actor: try row.optional(5, what) ?? Actor.due,
            params: params, reply: key.map { KeyedReply(key: $0, answer: [], rollovers: 0) }, events: events)
        change.erasedParamsDigest = erasedParams
        digest = try row.bytes(9, what)
    }

    /// - Parameter statement: a statement of ``insertion``.
    func insert(with statement: PreparedStatement) throws {
        statement.bind(change.seq)
        statement.bind(change.at.instant.milliseconds)
        statement.bind(change.at.offsetSeconds)
        statement.bind(change.recordedAt == change.at.instant ? nil : change.recordedAt.milliseconds)
        statement.bind(change.method == change.events[0].type ? nil : change.method)
        statement.bind(change.actor == Actor.due ? nil : change.actor)
        if change.params.isEmpty { statement.bindNull() } else { statement.bind(change.params) }
        statement.bind(change.reply?.key)
        statement.bind(EventLines.text(of: change.events, at: change.at))
        statement.bind(digest)
        try statement.run()
    }

    /// Replaces the params and the events of the row in the table, after a purge.
    func update(_ db: Database) throws {
        let params = change.erasedParamsDigest.map(ErasedDigest.text) ?? (change.params.isEmpty ? nil : change.params)
        try db.cachedStatement(sql: "UPDATE change SET params = ?, events = ? WHERE seq = ?").execute(arguments: [
            params.map { Data($0) }, Data(EventLines.text(of: change.events, at: change.at)), change.seq,
        ])
    }

    /// The last change; `nil` in an empty journal.
    static func last(_ db: Database) throws -> ChangeRow? {
        let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM change ORDER BY seq DESC LIMIT 1")
        return try Row.first(statement, ChangeRow.init)
    }

    /// The change that contains an event; `nil` if the event does not exist.
    static func row(_ db: Database, withEvent seq: Int) throws -> ChangeRow? {
        let sql = "SELECT \(columns) FROM change WHERE seq <= ? ORDER BY seq DESC LIMIT 1"
        let found = try Row.first(db.cachedStatement(sql: sql), arguments: [seq], ChangeRow.init)
        return found.flatMap { $0.lastSeq >= seq ? $0 : nil }
    }

    /// Calls `body` with each change, in order, until it returns `false`.
    ///
    /// - Parameter seq: the first change is the one that contains the event after this one. From 0 on every row is
    ///   passed, including one with an impossible seq.
    static func forEach(_ db: Database, after seq: Int, _ body: (ChangeRow) throws -> Bool) throws {
        let first = "ifnull((SELECT max(seq) FROM change WHERE seq <= ?), 0)"
        let sql = "SELECT \(columns) FROM change \(seq == 0 ? "" : "WHERE seq >= \(first)") ORDER BY seq"
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: seq == 0 ? [] : [seq &+ 1])
        while let row = try rows.next() {
            let row = try ChangeRow(row)
            guard row.lastSeq > seq || seq == 0 else { continue }
            guard try body(row) else { return }
        }
    }

    // A damaged seq can be any number; it must be reported and must not overflow.
    var lastSeq: Int { change.seq &+ change.events.count &- 1 }
}

/// The chain of the changes' digests up to a row.
struct Chain {
    /// The last event.
    private(set) var seq: Int
    private(set) var digest: [UInt8]

    /// The chain before its first change.
    init() {
        seq = 0
        digest = RowDigest.beginning
    }

    /// The chain up to a row that is assumed to be valid.
    init(upTo row: ChangeRow) {
        seq = row.lastSeq
        digest = row.digest
    }

    /// The row that continues the chain with that change.
    func row(for change: Change) -> ChangeRow {
        ChangeRow(change, digest: RowDigest.digest(of: change, after: digest))
    }

    /// Advances the chain by one row.
    ///
    /// - Returns: whether the row continues the chain, with the next seq and the correct digest.
    mutating func follow(_ row: ChangeRow) -> Bool {
        guard row.change.seq == seq + 1, RowDigest.digest(of: row.change, after: digest) == row.digest else {
            return false
        }
        self = Chain(upTo: row)
        return true
    }
}
