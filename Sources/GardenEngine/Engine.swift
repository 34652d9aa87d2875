import GardenAPI
import GardenCore
import TimeKit

/// Decides requests and what is due, in turns: everything of one turn is staged, committed in one transaction, and
/// answered only then.
///
/// A turn is: ``catchUp(to:)``, ``decide(_:at:)`` for each line (and ``decideNext(_:at:)`` for the rest of a batch, in this turn
/// or a later one), ``commit()``, and once more ``catchUp(to:)``, since a request may make something due at once. The
/// engine has no loop, no clock and no socket: a daemon or a simulation drives it.
public final class Engine {
    /// Whoever drives the engine keeps the machine, and may be it.
    unowned let platform: any Platform
    let store: any Store
    let archive: any Archive
    var archiveSchedule = ArchiveSchedule() { didSet { knownWakeups = nil } }
    /// The state the disk has taken.
    public var state: GardenState { committed.state }
    /// The settings and the zone in force.
    public var environment: Environment { committed.environment }
    /// Why the disk refuses; `nil` while it does not.
    public private(set) var refusal: StoreError?

    /// What is on the disk, with nothing staged.
    private var committed: Stage { didSet { knownWakeups = nil } }
    var stage: Stage {
        didSet {
            caughtUpAt = nil
            queryCache = nil
        }
    }
    /// The moment at which nothing was left to perform; `nil` once anything has changed since. Many a turn falls into the
    /// same millisecond.
    private var caughtUpAt: Moment?
    /// Forgotten, too, once anything has changed.
    var queryCache: QueryCache?
    private var knownWakeups: Wakeups?
    /// Replies decided in this turn.
    var openReplies: [Reply] = []
    /// Until `daemon.started` is written.
    private var startup: Startup?
    /// What the machine told last and the disk has not taken yet.
    private var pendingPresence: Presence?
    private var pendingEnvironment: Environment?
    private var failedTries = 0
    private var snapshot: SnapshotRun?
    private var verification: VerificationRun?
    var waitingVerifications: [PendingSlot] = []

    /// A garden as it stands in a store, with the daemon about to come up: the first ``catchUp(to:)`` writes so.
    ///
    /// - Parameters:
    ///   - heartbeat: when the run before left its last heartbeat, where it left one (RULES P9).
    ///   - names: what a garden that begins now, or a device that is new to it, is called.
    /// - Throws: when the journal cannot be read or does not add up.
    public init(
        store: any Store, archive: any Archive, platform: any Platform, environment: Environment, now: Moment,
        heartbeat: Instant?, names: Startup.Names
    ) throws(EngineStartError) {
        self.store = store
        self.archive = archive
        self.platform = platform
        let state = try Self.load(store)
        committed = Stage(state: state, environment: environment)
        stage = committed
        startup = Startup(at: now, after: state, heartbeat: heartbeat, names: names, isCopy: store.isCopy)
    }

    /// Why the folder of the archive refuses; `nil` while it does not.
    public var archiveRefusal: StoreError? { archiveSchedule.refusal }

    /// When the loop must wake next; nothing while the disk refuses, for then ``recoveryDelaySeconds`` says when.
    public var wakeups: Wakeups {
        guard refusal == nil else { return Wakeups() }
        var wakeups = knownWakeups ?? state.wakeups(environment)
        if knownWakeups == nil, let archiving = archiveSchedule.wakeup(state) {
            wakeups.bootMilliseconds = min(wakeups.bootMilliseconds ?? archiving, archiving)
        }
        knownWakeups = wakeups
        return wakeups
    }

    /// How long to wait before ``retry(at:)``: 1, 2, 4 … 60 s while the disk refuses; `nil` while it does not.
    public var recoveryDelaySeconds: Int? {
        refusal.map { _ in min(60, 1 << min(failedTries, 6)) }
    }

    /// Whether nothing waits for ``commit()``: what is decided now promises nothing that the disk has yet to take.
    public var isSettled: Bool { stage.isEmpty }

    /// Makes what subscribers get from events that the disk has taken.
    public var publisher: EventPublisher { EventPublisher(state, zone: environment.zone) }

    /// What the disk has taken, for readers at their own pace.
    public var history: any History { store }

    // MARK: Turns

    /// Performs what is due up to a moment, takes up what the machine told, and commits it. While the disk refuses, each
    /// call tries it once.
    ///
    /// - Returns: the events committed, for subscribers and effects. If the disk refuses, what is due stays due.
    public func catchUp(to now: Moment) -> [Event] {
        precondition(stage.isEmpty, "\(stage.changes.count) changes are staged before what is due")
        if caughtUpAt == now { return [] }
        let events = catchUpWithDue(at: now)
        return events + writeArchives(at: now)
    }

    private func catchUpWithDue(at now: Moment) -> [Event] {
        let startupBefore = startup
        performDue(at: now)
        // Told now, so later than what fell due before; and it may make something due itself.
        applyPendingUpdates(at: now)
        performDue(at: now)
        guard !stage.isEmpty || refusal != nil else {
            committed.environment = stage.environment
            clearPendingUpdates()
            caughtUpAt = now
            return []
        }
        let events = write()
        if refusal == nil { clearPendingUpdates() } else { startup = startupBefore }
        return events
    }

    /// Tries again after ``recoveryDelaySeconds``.
    public func retry(at now: Moment) -> [Event] {
        let events = catchUp(to: now)
        if refusal != nil { failedTries += 1 }
        return events
    }

    /// Commits what the turn staged. Replies that relied on it tell of the failure, if the disk refuses.
    ///
    /// - Returns: the events committed, for subscribers and effects.
    public func commit() -> [Event] {
        defer { openReplies = [] }
        guard !stage.isEmpty else {
            // Of a stage that nobody has touched they are the same.
            if caughtUpAt == nil { committed.environment = stage.environment }
            return []
        }
        return write()
    }

    /// The end of a run in good order: the last event, and a snapshot.
    public func stop(at now: Moment) -> [Event] {
        let events = catchUp(to: now)
        var transition = transition(at: now)
        transition.stopDaemon()
        stage.put(transition, .due("daemon.stopping"))
        let last = commit()
        if refusal == nil { keepSnapshot(state.record, seq: state.seq) }
        return events + last
    }

    private func performDue(at now: Moment) {
        while let due = stage.state.nextDue(at: now, stage.environment, startup: startup) {
            var transition = transition(at: due.moment, recordedAt: now.wall)
            due.perform(&transition)
            stage.put(transition, .due(due.cause))
            if due.isStart { startup = nil }
        }
    }

    /// A change to be decided on top of what is staged.
    func transition(at moment: Moment, under environment: Environment? = nil, recordedAt: Instant? = nil) -> Transition
    {
        Transition(
            state: stage.state, moment: moment, environment: environment ?? stage.environment, history: stagedHistory,
            recordedAt: recordedAt)
    }

    /// The history with what is staged at its end.
    var stagedHistory: StagedHistory { StagedHistory(store: store, staged: stage.changes) }

    /// Writes what is staged, or only tries the disk where nothing is.
    private func write() -> [Event] {
        do {
            try store.commit(stage.changes)
        } catch {
            refusal = error
            stage = committed
            for reply in openReplies { reply.fail(with: .storageFailed(error.reason)) }
            return []
        }
        refusal = nil
        failedTries = 0
        for reply in openReplies { reply.confirm() }
        let events = stage.events
        let isNewDay = stage.state.day.rollovers != committed.state.day.rollovers
        committed = stage.emptied
        stage = committed
        if isNewDay {
            snapshot = SnapshotRun(of: state)
            archiveSchedule.retryNow()
        }
        return events
    }

    /// A snapshot only saves time at the next start, so a disk that refuses one is no failure.
    private func keepSnapshot(_ record: [UInt8], seq: Int) { try? store.keepSnapshot(record, seq: seq) }

    // MARK: What the machine tells

    /// The seat's presence is another one. It is written with the next ``catchUp(to:)``.
    public func update(presence: Presence) {
        pendingPresence = presence
        caughtUpAt = nil
    }

    /// The rules of the zone in force are others. The next ``catchUp(to:)`` acts on it.
    public func update(zone: ZoneRules) {
        committed.environment.zone = zone
        stage.environment.zone = zone
        pendingEnvironment?.zone = zone
    }

    /// Settings that were read again. They are in force once the next ``catchUp(to:)`` has written so.
    public func update(environment: Environment) {
        pendingEnvironment = environment
        caughtUpAt = nil
        archiveSchedule.retryNow()
    }

    private func applyPendingUpdates(at now: Moment) {
        guard stage.state.isBorn else { return }
        if let pendingEnvironment {
            let old = stage.environment.settings
            stage.environment = pendingEnvironment
            var transition = transition(at: now)
            transition.changeSettings(from: old)
            stage.put(transition, .due("settings.changed"))
        }
        if let pendingPresence {
            var transition = transition(at: now)
            transition.changePresence(to: pendingPresence)
            stage.put(transition, .due("presence.changed"))
        }
    }

    private func clearPendingUpdates() {
        pendingEnvironment = nil
        pendingPresence = nil
    }

    // MARK: Work in slices

    /// A slot of a reply that waits for work to be done.
    struct PendingSlot {
        let reply: Reply
        let index: Int
    }

    /// Whether ``work()`` has something to do.
    public var hasWork: Bool { snapshot != nil || verification != nil || !waitingVerifications.isEmpty }

    /// Does a slice, of a few milliseconds, of what takes longer: of the day's snapshot, then of the verification that
    /// somebody asked for; whoever asks while one runs shares the next.
    public func work() {
        if snapshot != nil { return writeSnapshot() }
        if verification == nil, !waitingVerifications.isEmpty {
            verification = VerificationRun(of: state, in: store, for: waitingVerifications)
            waitingVerifications = []
        }
        guard let result = verification?.advance() else { return }
        let slots = verification?.slots ?? []
        verification = nil
        for slot in slots {
            slot.reply.resolve(slot.index, result.map(\.encoded).mapError { .unreadable($0.reason) })
        }
    }

    private func writeSnapshot() {
        guard let record = snapshot?.advance(), let seq = snapshot?.seq else { return }
        snapshot = nil
        keepSnapshot(record, seq: seq)
    }
}
