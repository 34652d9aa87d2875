import GardenAPI
import GardenCore
import TimeKit
import WorkKit

/// Decides requests and due items in turns. A turn stages its changes, commits them in one transaction, and only then
/// releases their answers.
///
/// A turn is: ``catchUp(to:)``; ``decide(_:from:at:)`` for each line, and ``decideNext(_:at:)`` for the rest of a batch,
/// in this turn or a later one; ``commit()``; and ``catchUp(to:)`` once more, since a request may make something due at
/// once. The engine has no loop, no clock and no socket: a daemon or a simulation drives it.
public final class Engine {
    /// The machine. It drives the engine, so it outlives the engine.
    unowned let platform: any Platform
    let store: any Store
    private(set) var archive: ArchiveWriter
    /// Why the disk refuses; `nil` while it does not.
    public private(set) var storageError: StoreError?

    /// The committed state, with nothing staged.
    private(set) var committed: Stage
    var stage: Stage { didSet { derived = Derived() } }
    var derived = Derived()
    /// Replies decided in this turn, which may rely on what is staged.
    private var openReplies: [Reply] = []
    /// Set until `daemon.started` is on the disk.
    private(set) var startup: Startup?
    var pending = PendingReports()
    private(set) var failedTries = 0
    private var background = BackgroundWork()
    var needs = NeedQueue()
    /// The change that is being made in parts; `nil` for none.
    var parted: PartedRun?
    /// What clients have sent ahead.
    var stagings: [WeakStaging] = []

    /// Values derived from the stage, kept until it changes.
    struct Derived {
        /// The moment at which nothing was left to do. Many turns fall into the same millisecond.
        var caughtUpAt: Moment?
        /// What falls due by itself.
        var dueDates: [DueDate]?
    }

    /// Opens the garden in a store. The first ``catchUp(to:)`` writes that the daemon has started.
    ///
    /// - Parameters:
    ///   - heartbeat: when the previous run last wrote its heartbeat, if it did (RULES P9).
    ///   - names: the ids for a garden that begins now, and for a device that is new to it.
    /// - Throws: if the journal cannot be read or is inconsistent.
    public init(
        store: any Store, archive: any Archive, platform: any Platform, environment: Environment, now: Moment,
        heartbeat: Instant?, names: Startup.Names
    ) throws(EngineStartError) {
        self.store = store
        self.archive = ArchiveWriter(archive)
        self.platform = platform
        let state = try Self.recover(from: store)
        committed = Stage(state: Shared(state), environment: environment)
        stage = committed
        startup = Startup(at: now, after: state, heartbeat: heartbeat, names: names, isCopy: store.isCopy)
        // What the run before did not bring to its end.
        if state.partedChange != nil { parted = PartedRun(TakeBack()) }
        background.read(state.tasks.unread)
    }

    // MARK: Due items

    /// Performs what is due up to a moment, applies what the machine reported, and commits it. While the disk refuses, each
    /// call tries it once.
    ///
    /// - Returns: the committed events, for subscribers and effects. If the disk refuses, due items stay due.
    public func catchUp(to now: Moment) -> [Event] {
        precondition(stage.isEmpty, "\(stage.changes.count) changes are staged before what is due")
        if derived.caughtUpAt == now { return [] }
        dropExpired(at: now)
        let startupBefore = startup
        performDue(at: now)
        if stage.state.isBorn, !pending.isEmpty {
            // The machine reported these now, so they come after the earlier due items, and they may make something due
            // themselves.
            pending.apply(to: &stage, at: now, store)
            performDue(at: now)
        }
        guard !stage.isEmpty || storageError != nil else {
            committed.environment = stage.environment
            pending = PendingReports()
            derived.caughtUpAt = now
            return writeArchives(at: now)
        }
        let events = write()
        if storageError == nil { pending = PendingReports() } else { startup = startupBefore }
        return events + writeArchives(at: now)
    }

    private func performDue(at now: Moment) {
        while let due = nextDue(at: now) {
            var transition = transition(at: due.moment, recordedAt: now.wall)
            due.perform(&transition)
            stage.put(consume transition, .due(due.cause))
            if due.isStart { startup = nil }
        }
    }

    private func nextDue(at now: Moment) -> DueItem? {
        let (dates, environment, startup) = (dueDates, stage.environment, startup)
        return stage.sharedState.read { $0.nextDue(at: now, among: dates, environment, startup: startup) }
    }

    /// What falls due by itself in the state of the stage.
    var dueDates: [DueDate] {
        if let known = derived.dueDates { return known }
        let environment = stage.environment
        let dates = stage.sharedState.read { $0.dueDates(under: environment) }
        derived.dueDates = dates
        return dates
    }

    private func writeArchives(at now: Moment) -> [Event] {
        guard storageError == nil, committed.sharedState.read({ archive.isDue($0, at: now) }) else { return [] }
        for file in archive.writeFiles(of: state, from: store) {
            var transition = transition(at: now)
            transition.noteArchive(of: file.day, lines: file.lines)
            stage.put(consume transition, .due("log.archived"))
        }
        let events = commit()
        if storageError == nil { archive.prune(state, at: now) }
        return events
    }

    // MARK: Requests

    /// Begins to decide a client's line with its first request; ``decideNext(_:at:)`` decides the rest of a batch. Send
    /// the reply once it is ready, after ``commit()``; never send an empty one.
    ///
    /// - Parameters:
    ///   - client: who sends it, as far as the connection has stated it.
    ///   - isAwaited: whether the client waits for the reply.
    public func decide(
        _ line: LineFramer.Line, from client: ClientIdentity = ClientIdentity(), isAwaited: Bool = true, at now: Moment
    ) -> Reply {
        Work.note(line.count, .bytes)
        let reply = Reply(to: RequestLine(line), bytes: line.count, of: client)
        reply.isAwaited = isAwaited
        decideNext(reply, at: now)
        return reply
    }

    /// Decides the next request of a line, unless that waits for one before it.
    public func decideNext(_ reply: Reply, at now: Moment) {
        guard !reply.isHeld, let message = reply.undecided.popFirst() else { return }
        if openReplies.last !== reply { openReplies.append(reply) }
        switch message {
        case .failure(let malformed):
            reply.append(.decided(malformed.id, .failure(malformed.error), reliesOnStaged: false))
        case .success(let request):
            // A notification is never answered, so it may change nothing (API §1): there is nothing to do.
            guard let id = request.id else { return }
            guard reply.isAwaited || Features.method(named: request.method)?.isQuery == false else { return }
            if reply.bytes > Limits.queuedBytes {
                reply.append(.decided(id, .failure(Reply.batchTooLarge), reliesOnStaged: false))
            } else {
                decide(request, id, at: now, in: reply)
            }
        }
    }

    private func decide(_ message: RequestMessage, _ id: RequestID, at now: Moment, in reply: Reply) {
        let request: DecodedRequest
        do { request = try DecodedRequest(message) } catch {
            reply.append(.decided(id, .failure(error), reliesOnStaged: false))
            return
        }
        // An answer or a storageError may depend on staged changes.
        do throws(GardenError) {
            if request.isChange, let allowance = reply.client.allowance {
                try allowance.take(atMilliseconds: now.awakeMilliseconds)
            }
            guard let result = try perform(request, id, at: now, in: reply) else { return }
            Work.note(result.result.count, .bytes)
            reply.append(.decided(id, .success(result), reliesOnStaged: !stage.isEmpty))
        } catch {
            reply.append(.decided(id, .failure(request.documented(error)), reliesOnStaged: !stage.isEmpty))
        }
    }

    /// - Returns: the answer; `nil` if the reply already has its slot.
    private func perform(
        _ request: DecodedRequest, _ id: RequestID, at now: Moment, in reply: Reply
    ) throws(GardenError) -> Answer? {
        switch request.handler {
        case .query(let answer):
            return Answer(try answer(queryContext(at: now)))
        case .list(let begin):
            // A check of the visits is made again, whatever its key; but the key of a change is not for it.
            if request.key != nil { _ = try request.earlierAnswer([], in: stage, store) }
            let list = try begin(queryContext(at: now))
            if let result = try list.begin() {
                if let report = list.report { note(report) }
                return Answer(result)
            }
            let slot = PendingSlot(reply: reply, index: reply.append(.pending(id)))
            reply.hold(for: slot.index)
            background.append(list, for: slot, reliesOnStaged: !stage.isEmpty)
        case .change(let params, let perform):
            return try change(request, params, from: reply.client.actor, at: now, perform)
        case .parted(let params, let begin):
            return try self.begin(request, params, id, at: now, in: reply, begin)
        case .staging(let perform): return try stage(perform, of: reply.client, at: now)
        case .prepared(let prepared): return try prepare(prepared, for: request, id, at: now, in: reply)
        case .daemon(let own): return try answer(own, request, id, at: now, in: reply)
        }
        return nil
    }

    /// Answers a request about the daemon, its journal or the connection.
    ///
    /// - Returns: the answer; `nil` if the reply already has its slot.
    private func answer(
        _ own: DaemonRequest, _ request: DecodedRequest, _ id: RequestID, at now: Moment, in reply: Reply
    ) throws(GardenError) -> Answer? {
        switch own {
        case .hello(let hello):
            reply.client.greet(as: hello.actor)
            return Answer(self.hello(at: now).encoded)
        case .reload: return try reload(request, from: reply.client.actor, at: now)
        case .doctor: return Answer(checkHealth(at: now).encoded)
        case .discover: return Answer(OpenRPC.encoded)
        case .settings: return Answer(settingsReport().encoded)
        case .subscribe(let subscribe):
            let (subscription, subscriber) = try subscribe.begin(queryContext(at: now))
            let slot = reply.append(
                .decided(id, .success(Answer(subscription.encoded)), reliesOnStaged: !stage.isEmpty))
            reply.note(.begin(subscriber), of: slot)
        case .unsubscribe:
            let slot = reply.append(.decided(id, .success(Answer(true.encoded)), reliesOnStaged: !stage.isEmpty))
            reply.note(.end, of: slot)
        }
        return nil
    }

    /// Performs a change on top of the stage, unless its key was used before.
    ///
    /// - Parameter environment: the settings and zone that the change applies.
    func change(
        _ request: DecodedRequest, _ params: [UInt8], from actor: String, at now: Moment,
        under environment: Environment? = nil, _ perform: (inout Transition) throws(GardenError) -> [UInt8]
    ) throws(GardenError) -> Answer {
        if let answer = try earlierAnswer(request, params) { return answer }
        var transition = transition(at: now, under: environment)
        let result = try perform(&transition)
        return try stage(consume transition, result, request, params, from: actor, under: environment)
    }

    /// The answer to an earlier request with the same key; `nil` if the request is new.
    ///
    /// - Throws: if it is new and the disk refuses.
    func earlierAnswer(_ request: DecodedRequest, _ params: [UInt8]) throws(GardenError) -> Answer? {
        // The change that goes on with this key has no answer yet.
        if let key = request.key, parted?.origin?.request.key == key { throw .changeGoesOn }
        // To pass the stage copies it.
        if request.key != nil, let answer = try request.earlierAnswer(params, in: stage, store) { return answer }
        if let storageError { throw .storageFailed(storageError.reason) }
        return nil
    }

    /// Stages a change that a request has made.
    func stage(
        _ transition: consuming Transition, _ result: [UInt8], _ request: DecodedRequest, _ params: [UInt8],
        from actor: String, under environment: Environment? = nil
    ) throws(GardenError) -> Answer {
        try checkProvisional(transition.events)
        let origin = Stage.Origin(method: request.message.method, actor: actor, params: params, key: request.key)
        // A request that reads the settings again is about them.
        let isAboutState = environment == nil || !transition.events.isEmpty
        let answer = Answer(result, meta: isAboutState ? transition.state.answerMeta(after: transition.events) : nil)
        stage.put(consume transition, origin, answer: answer)
        if let environment {
            stage.environment = environment
            archive.retryNow()
        }
        return answer
    }

    // MARK: The stage and the disk

    /// Commits what the turn staged. If the disk refuses, replies that relied on it report the failure.
    ///
    /// - Returns: the committed events, for subscribers and effects.
    public func commit() -> [Event] {
        defer { openReplies = [] }
        guard !stage.isEmpty else {
            committed.environment = stage.environment
            return []
        }
        return write()
    }

    /// Ends the run cleanly, with its last event and a snapshot.
    public func stop(at now: Moment) -> [Event] {
        let events = catchUp(to: now)
        var transition = transition(at: now)
        transition.stopDaemon()
        stage.put(consume transition, .due("daemon.stopping"))
        return events + write(with: StateSnapshot(seq: stage.state.seq, record: stage.state.record))
    }

    /// Tries the disk again after ``recoveryDelaySeconds``.
    public func retry(at now: Moment) -> [Event] {
        let events = catchUp(to: now)
        if storageError != nil { failedTries += 1 }
        return events
    }

    /// Writes staged changes, and a snapshot if one is complete; with nothing staged, it only tries the disk.
    private func write(with snapshot: StateSnapshot? = nil) -> [Event] {
        do {
            try store.commit(stage.changes, snapshot ?? background.takeSnapshot())
        } catch {
            storageError = error
            stage = committed
            let failure = GardenError(error)
            endParts(because: failure)
            for reply in openReplies { reply.fail(with: failure) }
            background.endStagedLists(with: failure)
            return []
        }
        storageError = nil
        failedTries = 0
        for reply in openReplies { reply.confirm() }
        background.confirmStagedLists()
        let events = stage.events
        let isNewDay = stage.state.day.rollovers != committed.state.day.rollovers
        committed = stage.emptied
        stage = committed
        if store.isSnapshotDue { background.beginSnapshot(of: state) }
        if isNewDay { archive.beginDay(state, environment.settings) }
        return events
    }

    /// Begins a change on top of the stage.
    func transition(
        at moment: Moment, under environment: Environment? = nil, recordedAt: Instant? = nil
    ) -> Transition {
        stage.transition(at: moment, store, under: environment, recordedAt: recordedAt)
    }

    /// What a query sees.
    public func queryContext(at now: Moment) -> QueryContext {
        QueryContext(
            state: stage.sharedState, moment: now, environment: stage.environment, history: stage.history(after: store),
            isStale: storageError != nil)
    }

    // MARK: The environment

    /// The rules of the current zone have changed. The next ``catchUp(to:)`` acts on it.
    public func update(zone: ZoneRules) {
        committed.environment.zone = zone
        stage.environment.zone = zone
        pending.environment?.zone = zone
    }

    /// Whether settings wait for the disk.
    public var isEnvironmentPending: Bool { pending.environment != nil }

    /// The settings were read again. They apply once the next ``catchUp(to:)`` has written them.
    public func update(environment: Environment) {
        pending.environment = environment
        derived.caughtUpAt = nil
        archive.retryNow()
    }

    // MARK: Background work

    /// Whether ``work()`` has something to do.
    public var hasWork: Bool { !background.isEmpty }

    /// Does a slice of the work that takes longer than a turn. Nothing may be staged.
    ///
    /// - Parameter mayContinue: whether the list for a reply may be continued now.
    /// - Returns: whether there was something to do.
    @discardableResult
    public func work(lists mayContinue: (Reply) -> Bool = { _ in true }) -> Bool {
        let (didWork, report) = background.advance(state, lists: mayContinue)
        if let report { note(report) }
        followDamage()
        return didWork
    }

    /// A check of the whole journal, by another process, has ended.
    public func note(_ check: JournalCheck) {
        store.note(check)
        followDamage()
    }

    /// A journal that was found damaged takes no changes, and answers say that they are stale.
    func followDamage() {
        guard let damage = store.damage, storageError != damage else { return }
        (storageError, derived) = (damage, Derived())
        endParts(because: GardenError(damage))
    }
}
