import GardenCore

/// The real store, but for commits that the disk refuses on demand: a fault that a sound disk won't produce.
final class FlakyStore: Store {
    let store: any Store
    var isRefusing = false

    init(_ store: any Store) { self.store = store }

    func commit(_ changes: [Change]) throws(StoreError) {
        if isRefusing { throw StoreError("the simulated disk is full") }
        try store.commit(changes)
    }

    func keepSnapshot(_ state: [UInt8], seq: Int, lastChange: Int) throws(StoreError) {
        if isRefusing { throw StoreError("the simulated disk is full") }
        try store.keepSnapshot(state, seq: seq, lastChange: lastChange)
    }

    func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try store.events(after: since, limit: limit, types: types)
    }

    func newestEvents(limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try store.newestEvents(limit: limit, types: types)
    }

    func change(withKey key: String) throws(StoreError) -> Change? { try store.change(withKey: key) }
    func snapshot() throws(StoreError) -> (state: [UInt8], lastChange: Int)? { try store.snapshot() }
    func lastChangeId() throws(StoreError) -> Int { try store.lastChangeId() }

    func checkedEvents(after seq: Int, limit: Int) throws(StoreError) -> CheckedEvents {
        try store.checkedEvents(after: seq, limit: limit)
    }

    func readModelProblem(of events: [Event]) throws(StoreError) -> ReplayError? {
        try store.readModelProblem(of: events)
    }

    func strayRowProblem(in state: GardenState) throws(StoreError) -> String? { try store.strayRowProblem(in: state) }
}
