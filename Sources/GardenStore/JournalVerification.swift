import GRDB
import GardenCore

extension JournalStore {
    public func checkedEvents(after seq: Int, limit: Int) throws(StoreError) -> CheckedEvents {
        try reading { db in
            var checked = CheckedEvents(events: [], firstBad: nil)
            var next = seq + 1
            do {
                guard var chain = try Self.chain(upTo: seq, in: db) else {
                    checked.firstBad = seq
                    return checked
                }
                try EventRow.forEach(db, after: seq, limit: limit) { row in
                    guard chain.follow(row) else {
                        checked.firstBad = next
                        return false
                    }
                    checked.events.append(row.event)
                    next += 1
                    return true
                }
            } catch is DamagedRow {
                checked.firstBad = next
            }
            return checked
        }
    }

    /// `nil` when the event it would start from is missing.
    private static func chain(upTo seq: Int, in db: Database) throws -> Chain? {
        guard seq > 0 else { return Chain() }
        return try EventRow.row(db, seq: seq).map { Chain(upTo: $0) }
    }

    public func readModelProblem(of events: [Event]) throws(StoreError) -> ReplayError? {
        try reading { db in
            for event in events {
                if let problem = try ReadModels.problem(of: event, in: db) {
                    return ReplayError(seq: event.seq, problem: problem)
                }
            }
            return nil
        }
    }

    public func strayRowProblem(in state: GardenState) throws(StoreError) -> String? {
        try reading { db in
            try ReadModels.straySession(in: db, upTo: state.seq, lastSessionId: state.lastSessionId)
                ?? LogLineRow.stray(in: db, upTo: state.seq, lastId: state.log.lastId)
        }
    }
}
