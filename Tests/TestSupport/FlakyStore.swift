import GardenAPI
import GardenCore

/// The real store, except for commits that the disk refuses on demand: a fault that a working disk won't produce.
public final class FlakyStore: Store {
    public let store: any Store
    public var isRefusing = false
    /// Whether a commit that it refuses is in the journal all the same.
    public var isWriting = false
    /// After how many commits the disk refuses; `nil` for never.
    public var commitsLeft: Int?
    /// Why it refuses.
    public var refusal = StoreError("the simulated disk is full")

    public var isCopy: Bool { store.isCopy }

    public init(_ store: any Store) { self.store = store }

    public func commit(_ changes: [Change], _ snapshot: StateSnapshot?) throws(StoreError) {
        if let left = commitsLeft {
            commitsLeft = left == 0 ? nil : left - 1
            if left == 0 { isRefusing = true }
        }
        if !isRefusing || isWriting { try store.commit(changes, snapshot) }
        if isRefusing { throw refusal }
    }

    public var isSnapshotDue: Bool { store.isSnapshotDue }
    public var needsCheck: Bool { store.needsCheck }
    public var damage: StoreError? { store.damage }
    public func note(_ check: JournalCheck) { store.note(check) }
    public func noteEndOfReader() { store.noteEndOfReader() }

    public func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try store.events(after: since, limit: limit, types: types)
    }

    public func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] {
        try store.newestEvents(before: before, limit: limit, types: types)
    }

    public func change(ofEvent seq: Int) throws(StoreError) -> Change? { try store.change(ofEvent: seq) }
    public func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer { try store.read(query) }
    public func change(withKey key: String) throws(StoreError) -> Change? { try store.change(withKey: key) }
    public func snapshot(before seq: Int?) throws(StoreError) -> StateSnapshot? { try store.snapshot(before: seq) }
    public func lastSeq() throws(StoreError) -> Int { try store.lastSeq() }

    public func checkedChanges(after seq: Int, limit: Int) throws(StoreError) -> CheckedChanges {
        try store.checkedChanges(after: seq, limit: limit)
    }

    public func verification(of state: GardenState) throws(StoreError) -> Verification {
        try store.verification(of: state)
    }
}
