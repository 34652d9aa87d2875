import GardenAPI
import GardenCore
import WorkKit

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
    /// The changes that were read last; `nil` if the next ones are to be read.
    private var section: Section?
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
            var section: Section
            if let unfinished = self.section {
                section = unfinished
            } else {
                let limit = min(Self.sliceEvents, target.seq - replayed.seq)
                guard limit > 0 else { return try conclusion(readModels).map { .success($0) } }
                section = Section(try store.checkedChanges(after: replayed.seq, limit: limit))
            }
            self.section = nil
            if let outcome = try advance(&section, readModels) { return .success(outcome) }
            if !section.isComplete { self.section = section }
            return nil
        } catch {
            return .failure(error)
        }
    }

    /// Replays the next events of a section; once all are replayed, compares the read models with the next events.
    ///
    /// - Returns: what is wrong.
    private mutating func advance(
        _ section: inout Section, _ readModels: any ReadModelCheck
    ) throws(StoreError) -> Verification? {
        if !section.isSound {
            do throws(ReplayError) {
                try section.replayNext(Self.sliceEvents, to: &replayed)
            } catch {
                return damaged(firstBad: error.seq, error.problem)
            }
            guard section.isReplayed else { return nil }
            for change in section.changes {
                if let problem = erasures.problem(of: change) {
                    return damaged(firstBad: problem.seq, problem.problem)
                }
            }
            if let seq = section.firstBad { return damaged(firstBad: seq, "its digest does not match") }
            guard !section.changes.isEmpty else { return damaged(firstBad: replayed.seq + 1, "it is missing") }
            section.isSound = true
        }
        Work.note(Self.sliceEvents, .values)
        let problem = try readModels.problem(of: section.nextToCompare(Self.sliceEvents))
        return problem.map { verification(firstBad: $0.seq, $0.problem) }
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

/// Some successive changes of the journal. Their events are checked a slice at a time, because one change can have thousands.
private struct Section {
    let changes: [Change]
    /// The first event with a wrong digest, after the changes.
    let firstBad: Int?
    private let events: [Event]
    /// Whether nothing is wrong with the changes themselves.
    var isSound = false
    /// How many changes and events were replayed.
    private var replayed = (changes: 0, events: 0)
    /// How many events were compared with the read models.
    private var compared = 0

    init(_ checked: CheckedChanges) {
        (changes, firstBad) = (checked.changes, checked.firstBad)
        events = checked.changes.flatMap(\.events)
    }

    var isReplayed: Bool { replayed.events == events.count }
    var isComplete: Bool { compared == events.count }

    mutating func replayNext(_ count: Int, to state: inout GardenState) throws(ReplayError) {
        for event in events[replayed.events..<min(replayed.events + count, events.count)] {
            try state.replay(event)
            replayed.events += 1
            let change = changes[replayed.changes]
            guard event.seq == change.events.last?.seq else { continue }
            state.finishReplay(of: change)
            replayed.changes += 1
        }
    }

    mutating func nextToCompare(_ count: Int) -> [Event] {
        let next = events[compared..<min(compared + count, events.count)]
        compared += next.count
        return Array(next)
    }
}
