import GRDB
import GardenCore

/// A comparison of the read models with the journal, a slice at a time, while the journal grows.
final class JournalReadModelCheck: ReadModelCheck {
    private let store: JournalStore
    private let models = ReadModels()

    init(_ store: JournalStore) { self.store = store }

    func problem(of events: [Event]) throws(StoreError) -> ReplayError? {
        try store.readingMuch { db in
            for event in events {
                if let problem = try models.problem(of: event, in: db) {
                    return ReplayError(seq: event.seq, problem: problem)
                }
            }
            return nil
        }
    }

    func searchOrphans(upTo seq: Int) throws(StoreError) -> OrphanSearch {
        let isWhole = store.chain.seq == seq
        return try store.reading { db in try models.searchOrphans(in: db, isWhole: isWhole) }
    }
}
