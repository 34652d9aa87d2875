import GardenAPI
import GardenCore

extension Engine {
    private static let sliceEvents = 1000

    /// Builds the state from a store's snapshot and the changes after it.
    static func recover(from store: any Store) throws(EngineStartError) -> GardenState {
        var state = try newestSnapshot(in: store) ?? GardenState()
        var slice: CheckedChanges
        repeat {
            let seq = state.seq
            slice = try reading { () throws(StoreError) in try store.checkedChanges(after: seq, limit: sliceEvents) }
            do throws(ReplayError) {
                for change in slice.changes { try state.replay(change) }
            } catch {
                throw .damaged("cannot read event \(error.seq): \(error.problem)")
            }
            if let seq = slice.firstBad { throw .damaged("event \(seq) has been altered: its digest differs") }
        } while !slice.changes.isEmpty
        return state
    }

    /// The state in the newest snapshot that can be read. An unreadable one only costs time.
    private static func newestSnapshot(in store: any Store) throws(EngineStartError) -> GardenState? {
        var before: Int?
        while let snapshot = try reading({ () throws(StoreError) in try store.snapshot(before: before) }) {
            if let state = snapshot.state { return state }
            before = snapshot.seq
        }
        return nil
    }

    private static func reading<Value>(_ body: () throws(StoreError) -> Value) throws(EngineStartError) -> Value {
        do { return try body() } catch { throw .unreadable(error.reason) }
    }
}

/// Why an engine cannot start from a store.
public enum EngineStartError: Error, Equatable {
    case damaged(String)
    case unreadable(String)
}
