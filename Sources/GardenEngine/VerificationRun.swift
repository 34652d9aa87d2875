import GardenAPI
import GardenCore

/// A replay of the whole journal in slices, alongside the daemon's work. It checks the digest chain, the replay and the
/// read models, and compares the result with the state from the beginning of the run.
struct VerificationRun {
    /// About a millisecond of work (ARCHITECTURE: no handler holds the loop longer than 10 ms).
    private static let sliceEvents = 50

    let slots: [PendingSlot]
    private let target: GardenState
    private let store: any Store
    private var readModels: (any ReadModelCheck)?
    private var replayed = GardenState()
    private var erasures = ErasureCheck()
    /// Whether the replayed state has been found equal.
    private var isStateChecked = false
    /// What is wrong with the journal itself; `nil` if at most the read models are wrong, which are made from it.
    private(set) var damage: String?

    init(of state: GardenState, in store: any Store, for slots: [PendingSlot]) {
        target = state
        self.store = store
        self.slots = slots
    }

    /// Does one slice.
    ///
    /// - Returns: the outcome once it is complete.
    mutating func advance() -> Result<Verification, StoreError>? {
        do throws(StoreError) {
            if readModels == nil { readModels = try store.readModelCheck() }
            guard let readModels else { preconditionFailure("there is no check of the read models") }
            let limit = min(Self.sliceEvents, target.seq - replayed.seq)
            guard limit > 0 else { return try conclusion(readModels).map { .success($0) } }
            let slice = try store.checkedChanges(after: replayed.seq, limit: limit)
            do throws(ReplayError) {
                for change in slice.changes { try replayed.replay(change) }
            } catch {
                return .success(damaged(firstBad: error.seq, error.problem))
            }
            for change in slice.changes {
                if let problem = erasures.problem(of: change) {
                    return .success(damaged(firstBad: problem.seq, problem.problem))
                }
            }
            if let seq = slice.firstBad {
                return .success(damaged(firstBad: seq, "its digest does not match"))
            }
            guard !slice.changes.isEmpty else {
                return .success(damaged(firstBad: replayed.seq + 1, "it is missing"))
            }
            if let problem = try readModels.problem(of: slice.changes.flatMap(\.events)) {
                return .success(verification(firstBad: problem.seq, problem.problem))
            }
            return nil
        } catch {
            return .failure(error)
        }
    }

    /// One slice after the last event.
    ///
    /// - Returns: `nil` if there is more to do.
    private mutating func conclusion(_ readModels: any ReadModelCheck) throws(StoreError) -> Verification? {
        guard isStateChecked || replayed == target else {
            return damaged(firstBad: nil, "replaying the journal gives a state other than the current one")
        }
        if !isStateChecked, let problem = try erasureProblem() {
            return damaged(firstBad: problem.seq, problem.problem)
        }
        isStateChecked = true
        switch try readModels.searchOrphans(upTo: target.seq) {
        case .unfinished: return nil
        case .finished(let problem): return verification(firstBad: nil, problem)
        }
    }

    /// The first event with erased data that no purge explains.
    private mutating func erasureProblem() throws(StoreError) -> ReplayError? {
        guard erasures.isOpen else { return nil }
        // A purge since the beginning of the run has erased data from events that were read after it.
        for event in try store.events(after: target.seq, limit: .max, types: Erasure.eventTypes) {
            erasures.enter(later: event)
        }
        return erasures.problem
    }

    private mutating func damaged(firstBad: Int?, _ problem: String) -> Verification {
        damage = (firstBad.map { "event \($0): " } ?? "") + problem
        return verification(firstBad: firstBad, problem)
    }

    private func verification(firstBad: Int?, _ problem: String?) -> Verification {
        Verification(events: replayed.seq, ok: problem == nil, firstBad: firstBad, problem: problem)
    }
}
