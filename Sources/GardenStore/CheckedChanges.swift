import GRDB
import GardenCore

extension JournalStore {
    public func checkedChanges(after seq: Int, limit: Int) throws(StoreError) -> CheckedChanges {
        try readingMuch { db in
            var checked = CheckedChanges(changes: [], firstBad: nil)
            var next = seq + 1
            var events = 0
            do {
                guard var chain = try Self.chain(upTo: seq, in: db) else {
                    checked.firstBad = seq
                    return checked
                }
                try ChangeRow.forEach(db, after: seq) { row in
                    guard chain.follow(row) else {
                        checked.firstBad = next
                        return false
                    }
                    checked.changes.append(row.change)
                    next = row.lastSeq + 1
                    events += row.change.events.count
                    return events < limit
                }
            } catch is DamagedRow {
                checked.firstBad = next
            }
            return checked
        }
    }

    /// `nil` if no change ends with that event.
    private static func chain(upTo seq: Int, in db: Database) throws -> Chain? {
        guard seq > 0 else { return Chain() }
        return try ChangeRow.row(db, withEvent: seq).flatMap { $0.lastSeq == seq ? Chain(upTo: $0) : nil }
    }
}
