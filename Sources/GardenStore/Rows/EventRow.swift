import GRDB
import GardenAPI
import GardenCore
import TimeKit

/// The events of a row of the journal without what belongs to their change. It is for queries that skip most events: an
/// event is decoded only if it is wanted.
struct EventRow {
    private static let columns = "seq, at, \"offset\", events, recorded"

    /// The seq of the first event.
    private let first: Int
    private let at: Timestamp
    private let recordedAt: Instant?
    private let text: [UInt8]

    /// - Parameter row: a row of ``columns``.
    /// - Throws: ``DamagedRow`` if the store cannot have written it.
    private init(_ row: Row) throws {
        first = try row.value(0, "a change's seq")
        let what = "a column of change \(first)"
        at = Timestamp(instant: Instant(milliseconds: try row.value(1, what)), offsetSeconds: try row.value(2, what))
        text = try row.bytes(3, what)
        recordedAt = try (row.optional(4, what) as Int?).map(Instant.init(milliseconds:))
    }

    private var lastSeq: Int { first &+ EventLines.count(text) &- 1 }

    private func events(where isWanted: (EventLines.Head) -> Bool) throws -> [Event] {
        guard let events = EventLines.events(text, from: first, at: at, recordedAt: recordedAt, where: isWanted) else {
            throw DamagedRow(problem: "an event of change \(first) cannot be read")
        }
        return events
    }

    /// The wanted events in a range, oldest first.
    static func events(
        _ db: Database, in seqs: Range<Int>, where isWanted: (EventLines.Head) -> Bool
    ) throws -> [Event] {
        guard !seqs.isEmpty else { return [] }
        let sql = """
            SELECT \(columns) FROM change WHERE seq >= ifnull((SELECT max(seq) FROM change WHERE seq <= ?), 0) AND seq < ?
            ORDER BY seq
            """
        let arguments: StatementArguments = [seqs.lowerBound, seqs.upperBound]
        var found: [Event] = []
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() {
            found += try EventRow(row).events { seqs.contains($0.seq) && isWanted($0) }
        }
        return found
    }

    /// The wanted events with those seqs, which are in ascending order.
    ///
    /// - Parameter areCertain: whether one that is missing is damage; otherwise it is left out.
    static func events(
        _ db: Database, at seqs: [Int], areCertain: Bool = true, where isWanted: (EventLines.Head) -> Bool
    ) throws -> [Event] {
        let sql = "SELECT \(columns) FROM change WHERE seq <= ? ORDER BY seq DESC LIMIT 1"
        let statement = try db.cachedStatement(sql: sql)
        var found: [Event] = []
        var rest = seqs[...]
        while let seq = rest.first {
            let row = try Row.first(statement, arguments: [seq], EventRow.init)
            // Only once, because it looks through the row.
            let last = row?.lastSeq ?? 0
            guard let row, last >= seq else {
                guard areCertain else {
                    rest = rest.dropFirst()
                    continue
                }
                throw DamagedRow(problem: "event \(seq) is indexed, but missing")
            }
            // A change often has several of them.
            let wanted = Set(rest.prefix { $0 <= last })
            found += try row.events { wanted.contains($0.seq) && isWanted($0) }
            rest = rest.dropFirst(wanted.count)
        }
        return found
    }
}
