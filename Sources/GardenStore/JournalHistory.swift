import GRDB
import GardenAPI
import GardenCore

extension JournalStore {
    public func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        guard since < chain.seq else { return [] }
        guard let types else {
            return try reading { db in
                try Self.events(db, in: since + 1..<chain.seq + 1, limit: limit) { _ in true }
            }
        }
        return try reading { db in
            var found: [Event] = []
            for block in try Self.blocks(db, of: types, after: since, through: chain.seq, order: "ASC")
            where found.count < limit {
                let first = max(since, block * EventIndex.blockLength) + 1
                let end = min(chain.seq, (block + 1) * EventIndex.blockLength) + 1
                found += try Self.events(db, in: first..<max(first, end), limit: limit - found.count) {
                    types.contains($0.type)
                }
            }
            return found
        }
    }

    public func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        let last = min(before.map { $0 - 1 } ?? chain.seq, chain.seq)
        guard last > 0 else { return [] }
        guard let types else { return try events(after: max(0, last - limit), limit: min(limit, last), types: nil) }
        return try reading { db in
            var found: [Event] = []
            for block in try Self.blocks(db, of: types, after: 0, through: last, order: "DESC")
            where found.count < limit {
                let first = block * EventIndex.blockLength + 1
                let end = min(last, (block + 1) * EventIndex.blockLength) + 1
                let events = try Self.events(db, in: first..<max(first, end), limit: .max) { types.contains($0.type) }
                found = events.suffix(limit - found.count) + found
            }
            return found
        }
    }

    public func method(ofEvent seq: Int) throws(StoreError) -> String? {
        try reading { db in try ChangeRow.row(db, withEvent: seq)?.change.method }
    }

    public func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        try reading { db in try readModels.answer(query, in: db) }
    }

    /// The blocks that contain events of some types. The first block may also contain events up to `since`.
    private static func blocks(
        _ db: Database, of types: [String], after since: Int, through last: Int, order: String
    ) throws -> some Sequence<Int> {
        guard !types.isEmpty else { return [] }
        let sql = """
            SELECT DISTINCT block FROM typeBlock WHERE type IN (\(databaseQuestionMarks(count: types.count)))
            AND block BETWEEN ? AND ? ORDER BY block \(order)
            """
        let bounds = [EventIndex.block(after: since), EventIndex.block(after: last)]
        return try Int.fetchAll(
            db.cachedStatement(sql: sql), arguments: StatementArguments(types) + StatementArguments(bounds))
    }

    /// The wanted events in a range, oldest first.
    private static func events(
        _ db: Database, in seqs: Range<Int>, limit: Int, where isWanted: (Event) -> Bool
    ) throws -> [Event] {
        var found: [Event] = []
        guard limit > 0, !seqs.isEmpty else { return [] }
        try ChangeRow.forEach(db, after: seqs.lowerBound - 1) { row in
            for event in row.change.events where seqs.contains(event.seq) && isWanted(event) && found.count < limit {
                found.append(event)
            }
            return found.count < limit && row.lastSeq + 1 < seqs.upperBound
        }
        return found
    }
}
