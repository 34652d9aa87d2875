import GRDB
import GardenCore

/// The events that are in the database, also those of the transaction.
struct WrittenEvents: JournalLookup {
    let db: Database

    func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try reading { db in
            let last = try before.map { $0 - 1 } ?? ChangeRow.last(db)?.lastSeq ?? 0
            let (types, lastIndexed) = (types ?? [], last - last % EventIndex.blockLength)
            let open = try EventRow.events(db, in: lastIndexed + 1..<last + 1) { types.contains($0.type) }
            return try EventIndex.newestEvents(
                db, through: last, open: open.map(\.seq), indexedThrough: lastIndexed, limit: limit, types: types)
        }
    }

    func change(ofEvent seq: Int) throws(StoreError) -> Change? {
        try reading { db in try ChangeRow.row(db, withEvent: seq)?.change }
    }

    private func reading<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do { return try body(db) } catch let error as DamagedRow {
            throw StoreError(error.problem, .damaged)
        } catch {
            throw StoreError("\(error)")
        }
    }
}
