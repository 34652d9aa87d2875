import GardenAPI
import GardenCore

/// A slot of a reply that waits for work outside its turn. The connection holds the reply: a client that leaves takes its
/// requests with it.
struct PendingSlot {
    weak var reply: Reply?
    let index: Int
}

/// Work that takes longer than a turn, done in slices of a few milliseconds: the day's snapshot, then the verification that
/// clients asked for.
struct BackgroundWork {
    /// How many requests may wait before those of clients that left are dropped.
    private static let mostBeforeCleanup = 256

    private var snapshot: SnapshotRun?
    private var verification: VerificationRun?
    /// Requests that came while a verification was running share the next one.
    private var waiting: [PendingSlot] = []

    var isEmpty: Bool { snapshot == nil && verification == nil && waiting.isEmpty }

    mutating func beginSnapshot(of state: GardenState) { snapshot = SnapshotRun(of: state) }

    mutating func requestVerification(for slot: PendingSlot) {
        if waiting.count >= Self.mostBeforeCleanup { waiting.removeAll { $0.reply == nil } }
        waiting.append(slot)
    }

    /// Does one slice.
    mutating func advance(_ state: GardenState, _ store: any Store) {
        if snapshot != nil { return advanceSnapshot(store) }
        if verification == nil {
            waiting.removeAll { $0.reply == nil }
            guard !waiting.isEmpty else { return }
            verification = VerificationRun(of: state, in: store, for: waiting)
            waiting = []
        }
        guard let result = verification?.advance() else { return }
        if let damage = verification?.damage {
            store.refuseChanges(because: "the journal is damaged: \(damage)")
        } else if case .success(let verification) = result, !verification.ok {
            store.requireCheck()
        }
        let slots = verification?.slots ?? []
        verification = nil
        let answer = result.map(\.encoded).mapError { GardenError.unreadable($0.reason) }
        for slot in slots { slot.reply?.resolve(slot.index, answer) }
    }

    private mutating func advanceSnapshot(_ store: any Store) {
        guard let record = snapshot?.advance(), let seq = snapshot?.seq else { return }
        snapshot = nil
        // A snapshot only saves time at the next start, so a refused write is no failure.
        try? store.keepSnapshot(record, seq: seq)
    }
}
