import GardenAPI
import GardenCore

/// The changes that wait for a backup of their own, in the order in which they came.
///
/// A backup takes longer than a turn, and other changes may come meanwhile. A backup without them would lose them when it
/// is restored, so that it is made again.
struct BackupQueue {
    struct Waiting {
        let request: DecodedRequest
        let params: [UInt8]
        let change: BackedUpChange
        let slot: PendingSlot
        /// How many backups were made for it.
        var tries = 0
    }

    /// How often a backup is made for one change, while others come.
    private static let mostTries = 3

    private var waiting: [Waiting] = []
    /// The last event when the backup in progress began; `nil` without one.
    private var seq: Int?

    /// Whether a backup should begin now.
    var isDue: Bool { seq == nil && !waiting.isEmpty }

    mutating func append(_ change: Waiting) { waiting.append(change) }

    /// The change that comes next; `nil` if nothing waits, or while a backup is in progress. A client that left takes its
    /// requests with it.
    mutating func next() -> Waiting? {
        guard seq == nil else { return nil }
        waiting.removeAll { $0.slot.reply == nil }
        return waiting.first
    }

    /// Drops the next change: it needs no backup any more.
    mutating func removeNext() { waiting.removeFirst() }

    /// Begins a backup for the next change.
    ///
    /// - Parameter seq: the last event on the disk.
    mutating func begin(at seq: Int) {
        waiting[0].tries += 1
        self.seq = seq
    }

    /// Ends the backup in progress.
    ///
    /// - Parameter seq: the last event on the disk now.
    /// - Returns: the change to perform after it, with the backup or the reason why it failed; `nil` if another
    ///   backup is needed, or the client has left.
    mutating func end(
        _ backup: Result<GardenBackup, StoreError>, at seq: Int
    ) -> (change: Waiting, backup: Result<GardenBackup, GardenError>)? {
        let begun = self.seq
        self.seq = nil
        guard let first = waiting.first else { return nil }
        let outcome: Result<GardenBackup, GardenError>
        switch backup {
        case .failure(let error): outcome = .failure(.storageFailed("the backup: \(error.reason)"))
        case .success(let backup) where begun == seq: outcome = .success(backup)
        case .success where first.tries < Self.mostTries: return nil
        case .success:
            let message = "the garden changed again and again while its backup was made; nothing was changed, try again"
            outcome = .failure(.refused(.busy, message))
        }
        waiting.removeFirst()
        return first.slot.reply == nil ? nil : (first, outcome)
    }
}
