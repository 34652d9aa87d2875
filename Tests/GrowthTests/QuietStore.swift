import GardenAPI
import GardenCore
import GardenStore

/// A store that asks for no snapshots: the work of one is shared by many changes, and would be counted for the request that comes last.
final class QuietStore: Store {
    let store: JournalStore
    /// The processor time of all verifications, in seconds, which the daemon has another process make.
    private(set) var verificationTime = 0.0

    init(_ store: JournalStore) { self.store = store }

    var isCopy: Bool { store.isCopy }
    var isSnapshotDue: Bool { false }
    var needsCheck: Bool { store.needsCheck }
    var damage: StoreError? { store.damage }
    func note(_ check: JournalCheck) { store.note(check) }
    func noteEndOfReader() { store.noteEndOfReader() }

    func commit(_ changes: [Change], _ snapshot: StateSnapshot?) throws(StoreError) {
        try store.commit(changes, snapshot)
    }

    func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try store.events(after: since, limit: limit, types: types)
    }

    func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try store.newestEvents(before: before, limit: limit, types: types)
    }

    func change(ofEvent seq: Int) throws(StoreError) -> Change? { try store.change(ofEvent: seq) }
    func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer { try store.read(query) }
    func change(withKey key: String) throws(StoreError) -> Change? { try store.change(withKey: key) }
    func snapshot(before seq: Int?) throws(StoreError) -> StateSnapshot? { try store.snapshot(before: seq) }
    func lastSeq() throws(StoreError) -> Int { try store.lastSeq() }

    func checkedChanges(after seq: Int, limit: Int) throws(StoreError) -> CheckedChanges {
        try store.checkedChanges(after: seq, limit: limit)
    }

    func verification(of state: GardenState) throws(StoreError) -> Verification {
        let start = ProcessorTime.now
        defer { verificationTime += ProcessorTime.now - start }
        return try store.verification(of: state)
    }
}
