import GRDB
import GardenAPI
import GardenCore

/// The work of a query is in proportion to its limit, not to the journal, whatever the types.
extension JournalStore {
    public func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        guard since < chain.seq else { return [] }
        guard let types else {
            return try reading { db in try Self.events(db, in: since + 1..<chain.seq + 1, limit: limit) }
        }
        return try readingMuch { db in
            let seqs = try EventIndex.seqs(
                db, of: types, in: since + 1..<max(since, lastIndexed) + 1, limit: limit, .oldestFirst)
            let indexed = try EventRow.events(db, at: seqs) { types.contains($0.type) }
            guard seqs.count < limit else { return indexed }
            let others = try EventRow.events(db, in: max(since, lastIndexed) + 1..<chain.seq + 1) {
                types.contains($0.type)
            }
            return indexed + others.prefix(limit - seqs.count)
        }
    }

    public func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        let last = min(before.map { $0 - 1 } ?? chain.seq, chain.seq)
        guard last > 0 else { return [] }
        guard let types else { return try events(after: max(0, last - limit), limit: min(limit, last), types: nil) }
        return try readingMuch { db in
            try EventIndex.newestEvents(db, through: last, indexedThrough: lastIndexed, limit: limit, types: types)
        }
    }

    public func change(ofEvent seq: Int) throws(StoreError) -> Change? {
        try reading { db in try ChangeRow.row(db, withEvent: seq)?.change }
    }

    public func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        try reading { db in try readModels.answer(query, in: db) }
    }

    /// The last event of the last complete block.
    private var lastIndexed: Int { chain.seq - chain.seq % EventIndex.blockLength }

    /// The first events in a range.
    private static func events(_ db: Database, in seqs: Range<Int>, limit: Int) throws -> [Event] {
        var found: [Event] = []
        guard limit > 0, !seqs.isEmpty else { return [] }
        try ChangeRow.forEach(db, after: seqs.lowerBound - 1) { row in
            for event in row.change.events where seqs.contains(event.seq) && found.count < limit {
                found.append(event)
            }
            return found.count < limit && row.lastSeq + 1 < seqs.upperBound
        }
        return found
    }
}
