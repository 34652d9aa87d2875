import GardenAPI
import GardenCore

/// The real store, but for commits that the disk refuses on demand: a fault that a sound disk won't produce.
public final class FlakyStore: Store {
    public let store: any Store
    public var isRefusing = false

    public init(_ store: any Store) { self.store = store }

    public func commit(_ changes: [Change]) throws(StoreError) {
        if isRefusing { throw StoreError("the simulated disk is full") }
        try store.commit(changes)
    }

    public func keepSnapshot(_ state: [UInt8], seq: Int, lastChange: Int) throws(StoreError) {
        if isRefusing { throw StoreError("the simulated disk is full") }
        try store.keepSnapshot(state, seq: seq, lastChange: lastChange)
    }

    public func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try store.events(after: since, limit: limit, types: types)
    }

    public func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try store.newestEvents(before: before, limit: limit, types: types)
    }

    public func cause(ofEvent seq: Int) throws(StoreError) -> String? { try store.cause(ofEvent: seq) }
    public func logLines(of day: CalendarDay) throws(StoreError) -> [LogLine] { try store.logLines(of: day) }
    public func change(withKey key: String) throws(StoreError) -> Change? { try store.change(withKey: key) }
    public func snapshot() throws(StoreError) -> (state: [UInt8], lastChange: Int)? { try store.snapshot() }
    public func lastChangeId() throws(StoreError) -> Int { try store.lastChangeId() }

    public func checkedEvents(after seq: Int, limit: Int) throws(StoreError) -> CheckedEvents {
        try store.checkedEvents(after: seq, limit: limit)
    }

    public func readModelProblem(of events: [Event]) throws(StoreError) -> ReplayError? {
        try store.readModelProblem(of: events)
    }

    public func strayRowProblem(in state: GardenState) throws(StoreError) -> String? {
        try store.strayRowProblem(in: state)
    }
}
