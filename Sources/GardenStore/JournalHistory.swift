import GRDB
import GardenAPI
import GardenCore

/// The work of a query is in proportion to its limit, not to the journal, whatever the types.
extension JournalStore {
    public func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        guard since < chain.seq else { return [] }
        guard let types else {
            // Events are numbered without a gap.
            let last = min(chain.seq, limit < chain.seq ? since + limit : chain.seq)
            return try reading { db in try EventRow.events(db, in: since + 1..<last + 1) { _ in true } }
        }
        return try readingMuch { db in
            let seqs = try EventIndex.seqs(
                db, of: types, in: since + 1..<max(since, lastIndexed) + 1, limit: limit, .oldestFirst)
            let others = seqs.count < limit ? try openSeqs(db, of: types).filter { $0 > since } : []
            return try EventRow.events(db, at: seqs) { types.contains($0.type) }
                + EventRow.events(db, at: Array(others.prefix(limit - seqs.count)), areCertain: false) {
                    types.contains($0.type)
                }
        }
    }

    public func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        let last = min(before.map { $0 - 1 } ?? chain.seq, chain.seq)
        guard last > 0 else { return [] }
        guard let types else { return try events(after: max(0, last - limit), limit: min(limit, last), types: nil) }
        return try readingMuch { db in
            try EventIndex.newestEvents(
                db, through: last, open: openSeqs(db, of: types), indexedThrough: lastIndexed, limit: limit,
                types: types)
        }
    }

    public func change(ofEvent seq: Int) throws(StoreError) -> Change? {
        try reading { db in try ChangeRow.row(db, withEvent: seq)?.change }
    }

    public func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer {
        try reading { db in try readModels.answer(query, in: db) }
    }

    /// The events of some types after the last complete block.
    private func openSeqs(_ db: Database, of types: [String]) throws -> [Int] {
        try readModels.answer(OpenBlockQuery(types: types, last: chain.seq), in: db)
    }

    /// The last event of the last complete block.
    private var lastIndexed: Int { chain.seq - chain.seq % EventIndex.blockLength }
}
