import Foundation
import GRDB
import GardenAPI
import GardenCore

/// The answer to a change with an idempotency key, for as long as the key holds (API §1).
struct ReplyRow {
    static let insertion =
        "INSERT OR REPLACE INTO reply (\"key\", seq, rollovers, answer, digest) VALUES (?, ?, ?, ?, ?)"

    /// - Parameter statement: a statement of ``insertion``.
    static func insert(_ reply: KeyedReply, ofChange seq: Int, with statement: PreparedStatement) throws {
        statement.bind(reply.key)
        statement.bind(seq)
        statement.bind(reply.rollovers)
        statement.bind(reply.column)
        statement.bind(RowDigest.digest(of: reply, ofChange: seq))
        try statement.run()
    }

    /// The change made under a key; `nil` if no answer is kept.
    static func change(_ db: Database, withKey key: String) throws -> Change? {
        let sql = "SELECT \"key\", seq, rollovers, answer, digest FROM reply WHERE \"key\" = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key]) else { return nil }
        let (reply, seq) = try reply(row)
        guard var change = try ChangeRow.row(db, withEvent: seq)?.change, change.seq == seq else {
            throw DamagedRow(problem: "change \(seq) is missing, but its answer is stored")
        }
        change.reply = reply
        change.events = [change.events[0]]
        return change
    }

    /// Erases the answer to a change, so that its key still belongs to the change.
    static func erase(_ db: Database, key: String, ofChange change: Int) throws {
        let sql = "SELECT \"key\", seq, rollovers, answer, digest FROM reply WHERE \"key\" = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key]) else { return }
        var (reply, seq) = try reply(row)
        guard seq == change else { return }
        (reply.answer, reply.meta) = ([], nil)
        try db.cachedStatement(sql: "UPDATE reply SET answer = ?, digest = ? WHERE \"key\" = ?")
            .execute(arguments: [Data(), Data(RowDigest.digest(of: reply, ofChange: seq)), key])
    }

    /// Removes expired replies.
    static func prune(_ db: Database, rollovers: Int) throws {
        try db.cachedStatement(sql: "DELETE FROM reply WHERE rollovers <= ?")
            .execute(arguments: [rollovers - KeyedReply.rolloversKept])
    }

    /// Checks all replies and that their changes exist: this detects a journal that lost its end.
    static func check(_ db: Database) throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT \"key\", seq, rollovers, answer, digest FROM reply")
        while let row = try rows.next() {
            let (reply, seq) = try reply(row)
            let statement = try db.cachedStatement(sql: "SELECT \"key\" FROM change WHERE seq = ?")
            guard try String.fetchOne(statement, arguments: [seq]) == reply.key else {
                throw DamagedRow(problem: "change \(seq) is missing, but its answer is stored")
            }
        }
    }

    private static func reply(_ row: Row) throws -> (KeyedReply, ofChange: Int) {
        let seq: Int = try row.value(1, "the change of a kept answer")
        let what = "a column of the answer to change \(seq)"
        var reply = KeyedReply(key: try row.value(0, what), answer: [], rollovers: try row.value(2, what))
        reply.column = try row.bytes(3, what)
        guard try row.bytes(4, what) == RowDigest.digest(of: reply, ofChange: seq) else {
            throw DamagedRow(problem: "the answer to change \(seq) has been altered: its digest differs")
        }
        return (reply, seq)
    }
}

extension KeyedReply {
    /// The answer as the column has it. JSON on one line has no line feed, so a meta follows after one.
    var column: [UInt8] {
        get { meta.map { answer + [UInt8(ascii: "\n")] + $0 } ?? answer }
        set {
            let parts = newValue.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
            answer = Array(parts[0])
            meta = parts.count == 2 ? Array(parts[1]) : nil
        }
    }
}
