import GardenAPI
import GardenCore

/// Work that takes longer than a turn, done in slices of a few milliseconds: the day's snapshot, then the verification that
/// clients asked for.
struct BackgroundWork {
    /// A slot of a reply that waits for a verification.
    struct PendingSlot {
        let reply: Reply
        let index: Int
    }

    private var snapshot: SnapshotRun?
    private var verification: VerificationRun?
    /// Requests that came while a verification was running share the next one.
    private var waiting: [PendingSlot] = []

    var isEmpty: Bool { snapshot == nil && verification == nil && waiting.isEmpty }

    mutating func beginSnapshot(of state: GardenState) { snapshot = SnapshotRun(of: state) }

    mutating func requestVerification(for slot: PendingSlot) { waiting.append(slot) }

    /// Does one slice.
    mutating func advance(_ state: GardenState, _ store: any Store) {
        if snapshot != nil { return advanceSnapshot(store) }
        if verification == nil, !waiting.isEmpty {
            verification = VerificationRun(of: state, in: store, for: waiting)
            waiting = []
        }
        guard let result = verification?.advance() else { return }
        let slots = verification?.slots ?? []
        verification = nil
        for slot in slots {
            slot.reply.resolve(slot.index, result.map(\.encoded).mapError { .unreadable($0.reason) })
        }
    }

    private mutating func advanceSnapshot(_ store: any Store) {
        guard let record = snapshot?.advance(), let seq = snapshot?.seq else { return }
        snapshot = nil
        // A snapshot only saves time at the next start, so a refused write is no failure.
        try? store.keepSnapshot(record, seq: seq)
    }
}
