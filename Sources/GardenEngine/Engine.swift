import GardenAPI
import GardenCore

/// Decides requests and what is due, in turns: everything of one turn is staged, committed in one transaction, and
/// answered only then.
///
/// A turn is: ``catchUp(to:)``, ``decide(_:at:)`` for each line, ``commit()``, and once more ``catchUp(to:)``, since a
/// request may make something due at once. The engine has no loop, no clock and no socket: a daemon or a simulation
/// drives it.
public final class Engine {
    let host: any Host
    let store: any Store
    /// The state the disk has taken.
    public private(set) var state: GardenState
    /// The settings and the zone in force.
    public private(set) var conditions: Conditions
    /// Why the disk refuses; `nil` while it does not.
    public private(set) var refusal: StoreError?

    private var stagedState: GardenState
    private var stagedConditions: Conditions
    private var stagedChanges: [Change] = []
    private var stagedByKey: [IdempotencyKey: Change] = [:]
    /// Replies decided in this turn.
    private var openReplies: [Reply] = []
    private var lastChangeId: Int
    /// Until `daemon.started` is written.
    private var arrival: Arrival?
    /// What the machine told and the disk has not taken yet.
    private var facts: [Fact] = []
    private var failedTries = 0
    private var verification: VerificationRun?
    private var waitingVerifications: [PendingSlot] = []

    /// Something the machine told: it holds until it is written.
    private struct Fact {
        var cause: String
        var conditions: Conditions?
        var perform: (inout Transition) -> Void
    }

    /// A garden as it stands in a store, with the daemon about to come up: the first ``catchUp(to:)`` writes so.
    ///
    /// - Parameters:
    ///   - mark: when the run before left its last mark, where it left one (RULES P9).
    ///   - newDeviceId: the name of a garden that is born now.
    /// - Throws: when the journal cannot be read or does not add up.
    public init(
        store: any Store, host: any Host, conditions: Conditions, now: Moment, mark: Instant?, newDeviceId: String
    ) throws(EngineStartError) {
        self.store = store
        self.host = host
        self.conditions = conditions
        stagedConditions = conditions
        (state, lastChangeId) = try Self.load(store)
        stagedState = state
        arrival = Arrival(at: now, after: state, mark: mark, newDeviceId: newDeviceId)
    }

    /// When the loop must wake next; nothing while the disk refuses, for then ``recoveryDelaySeconds`` says when.
    public var wakeups: Wakeups { refusal == nil ? state.wakeups(conditions) : Wakeups() }

    /// How long to wait before ``retry(at:)``: 1, 2, 4 … 60 s while the disk refuses; `nil` while it does not.
    public var recoveryDelaySeconds: Int? {
        refusal.map { _ in min(60, 1 << min(failedTries, 6)) }
    }

    /// What the disk has taken, for readers at their own pace.
    public var history: any History { store }

    // MARK: Turns

    /// Performs what is due up to a moment and commits it.
    ///
    /// - Returns: the events committed, for subscribers and effects. If the disk refuses, what is due stays due.
    public func catchUp(to now: Moment) -> [Event] {
        precondition(stagedChanges.isEmpty, "\(stagedChanges.count) changes are staged before what is due")
        for fact in facts { stage(fact, at: now) }
        while let due = stagedState.nextDue(at: now, stagedConditions, arrival: arrival) {
            var transition = Transition(state: stagedState, moment: due.moment, conditions: stagedConditions)
            due.perform(&transition)
            stage(transition, cause: due.cause)
            if due.cause == "daemon.started" { arrival = nil }
        }
        guard !stagedChanges.isEmpty || refusal != nil else { return [] }
        let arrivalBefore = arrival
        let events = commit()
        if refusal == nil { facts = [] } else { arrival = arrivalBefore }
        return events
    }

    /// Tries again after ``recoveryDelaySeconds``.
    public func retry(at now: Moment) -> [Event] {
        let events = catchUp(to: now)
        if refusal != nil { failedTries += 1 }
        return events
    }

    /// Decides one line of a client against the staged state.
    ///
    /// - Returns: the reply to send after ``commit()``; `nil` when the line asks for none.
    public func decide(_ line: LineFramer.Line, at now: Moment) -> Reply? {
        switch line {
        case .tooLong:
            let error = GardenError(
                .tooLarge, "the line is longer than \(Limits.lineBytes) bytes", [("limit", .integer(Limits.lineBytes))])
            return refusalOfLine(error)
        case .text(let bytes):
            return decide(bytes.withUnsafeBufferPointer { ClientLine($0) }, at: now)
        }
    }

    private func decide(_ line: ClientLine, at now: Moment) -> Reply? {
        let reply: Reply
        switch line {
        case .single(let message):
            reply = Reply(isBatch: false)
            decide(message, at: now, in: reply)
        case .batch(let messages):
            reply = Reply(isBatch: true)
            for message in messages { decide(message, at: now, in: reply) }
        }
        guard !reply.isEmpty else { return nil }
        openReplies.append(reply)
        return reply
    }

    private func refusalOfLine(_ error: GardenError) -> Reply {
        let reply = Reply(isBatch: false)
        reply.append(.decided(nil, .failure(error), reliesOnStaged: false))
        return reply
    }

    /// Commits what the turn staged. Replies that relied on it tell of the failure, if the disk refuses.
    ///
    /// - Returns: the events committed, for subscribers and effects.
    public func commit() -> [Event] {
        defer { openReplies = [] }
        guard !stagedChanges.isEmpty || refusal != nil else { return [] }
        let changes = stagedChanges
        stagedChanges = []
        stagedByKey = [:]
        do {
            try store.commit(changes)
        } catch {
            refusal = error
            stagedState = state
            stagedConditions = conditions
            for reply in openReplies { reply.fail(with: storageFailed(error)) }
            return []
        }
        refusal = nil
        failedTries = 0
        state = stagedState
        conditions = stagedConditions
        if let last = changes.last { lastChangeId = last.id }
        let events = changes.flatMap(\.events)
        if events.contains(where: { $0.type == "day.rolledOver" }) { keepSnapshot() }
        return events
    }

    /// The end of a run in good order: the last event, and a snapshot.
    public func stop(at now: Moment) -> [Event] {
        var events = catchUp(to: now)
        var transition = Transition(state: stagedState, moment: now, conditions: stagedConditions)
        transition.stopDaemon()
        stage(transition, cause: "daemon.stopping")
        events += commit()
        keepSnapshot()
        return events
    }

    /// A snapshot only saves time at the next start, so a disk that refuses one is no failure.
    private func keepSnapshot() {
        guard refusal == nil else { return }
        try? store.keepSnapshot(state.encoded, seq: state.seq, lastChange: lastChangeId)
    }

    // MARK: What the machine tells

    /// The seat's presence is another one. It is written with the next ``catchUp(to:)``.
    public func tell(presence: Presence) {
        facts.append(Fact(cause: "presence.changed", conditions: nil) { $0.changePresence(to: presence) })
    }

    /// The rules of the zone in force are others. The next ``catchUp(to:)`` acts on it.
    public func tell(zone: ZoneRules) {
        conditions.zone = zone
        stagedConditions.zone = zone
    }

    /// Settings that were read again. They are in force once the next ``catchUp(to:)`` has written so.
    public func tell(conditions new: Conditions) {
        let old = conditions.settings
        facts.append(Fact(cause: "settings.changed", conditions: new) { $0.changeSettings(from: old) })
    }

    private func stage(_ fact: Fact, at now: Moment) {
        guard stagedState.isBorn else { return }
        stagedConditions = fact.conditions ?? stagedConditions
        var transition = Transition(state: stagedState, moment: now, conditions: stagedConditions)
        fact.perform(&transition)
        stage(transition, cause: fact.cause)
    }

    // MARK: Requests

    private func decide(_ message: Result<RequestMessage, MalformedRequest>, at now: Moment, in reply: Reply) {
        switch message {
        case .failure(let malformed):
            reply.append(.decided(malformed.id, .failure(malformed.error), reliesOnStaged: false))
        case .success(let request):
            // A notification is never answered, so that it may change nothing (API §1): there is nothing to do.
            guard let id = request.id else { return }
            do throws(GardenError) {
                switch try decide(request, at: now) {
                case .answer(let result, let reliesOnStaged):
                    reply.append(.decided(id, .success(result), reliesOnStaged: reliesOnStaged))
                case .subscription(let result, let change):
                    reply.append(.decided(id, .success(result), reliesOnStaged: !stagedChanges.isEmpty))
                    reply.subscription = change
                case .verification:
                    let slot = reply.append(.pending(id))
                    waitingVerifications.append(PendingSlot(reply: reply, index: slot))
                }
            } catch {
                reply.append(.decided(id, .failure(error), reliesOnStaged: false))
            }
        }
    }

    /// Whether an answer given now would rely on what the disk has yet to take.
    var hasStagedChanges: Bool { !stagedChanges.isEmpty }

    enum Decision {
        case answer([UInt8], reliesOnStaged: Bool)
        case subscription([UInt8], SubscriptionChange)
        case verification
    }

    private func decide(_ message: RequestMessage, at now: Moment) throws(GardenError) -> Decision {
        if let method = EngineMethod.named(message.method) {
            return try method.decide(self, message.params, now)
        }
        guard let method = Registry.method(message.method) else {
            let hint = Spelling.nearest(to: message.method, among: EngineMethod.allNames)
            let advice = hint.map { "; did you mean \($0)?" } ?? "; rpc.discover lists them"
            throw GardenError(.methodNotFound, "no method is named \(JSON.string(message.method).text)\(advice)")
        }
        var params = message.params
        let read: ReadRequest
        let key: IdempotencyKey?
        do throws(Mismatch) {
            key =
                if method.request is any ChangeRequest.Type, let json = params.remove(IdempotencyKey.param) {
                    try IdempotencyKey(json: json)
                } else {
                    nil
                }
            read = try method.read(params)
        } catch {
            throw GardenError(error)
        }
        switch read {
        case .query(let answer):
            return .answer(try answer(view(at: now)), reliesOnStaged: !stagedChanges.isEmpty)
        case .change(let params, let perform):
            return try change(message.method, params, key, at: now, perform)
        }
    }

    private func change(
        _ method: String, _ params: [UInt8], _ key: IdempotencyKey?, at now: Moment,
        _ perform: (inout Transition) throws(GardenError) -> [UInt8]
    ) throws(GardenError) -> Decision {
        if let refusal { throw storageFailed(refusal) }
        if let key, let earlier = try change(withKey: key) {
            guard earlier.cause == method, earlier.params == params else {
                let message = "the key \(JSON.string(key.text).text) came with another request, \(earlier.cause)"
                throw .refused(.keyReused, message)
            }
            return .answer(earlier.answer, reliesOnStaged: stagedByKey[key] != nil)
        }
        var transition = Transition(state: stagedState, moment: now, conditions: stagedConditions)
        let answer = try perform(&transition)
        stage(transition, cause: method, params: params, key: key, answer: answer)
        return .answer(answer, reliesOnStaged: !stagedChanges.isEmpty)
    }

    /// The change that a key was used for, if it still holds: until the second rollover after it (API §1).
    private func change(withKey key: IdempotencyKey) throws(GardenError) -> Change? {
        if let staged = stagedByKey[key] { return staged }
        do {
            guard let change = try store.change(withKey: key.text) else { return nil }
            return stagedState.day.rollovers - change.rollovers < 2 ? change : nil
        } catch {
            throw storageFailed(error)
        }
    }

    private func stage(
        _ transition: Transition, cause: String, params: [UInt8] = [], key: IdempotencyKey? = nil, answer: [UInt8] = []
    ) {
        guard !transition.events.isEmpty else { return }
        stagedState = transition.state
        let change = Change(
            id: (stagedChanges.last?.id ?? lastChangeId) + 1, at: transition.moment.wall, cause: cause, params: params,
            key: key?.text, answer: answer, rollovers: transition.state.day.rollovers, events: transition.events)
        stagedChanges.append(change)
        if let key { stagedByKey[key] = change }
    }

    func view(at now: Moment) -> View {
        let history = StagedHistory(store: store, staged: stagedChanges.flatMap(\.events))
        return View(
            state: stagedState, moment: now, conditions: stagedConditions, history: history, isStale: refusal != nil)
    }

    func storageFailed(_ error: StoreError) -> GardenError {
        GardenError(
            .storageFailed, "nothing was changed, for the disk refuses: \(error.reason)",
            [("reason", .string(error.reason))])
    }

    /// Reads the settings again and stages the change.
    ///
    /// - Returns: the names of the settings that have another value then.
    func reload(at now: Moment) throws(GardenError) -> [String] {
        if let refusal { throw storageFailed(refusal) }
        let new: Conditions
        do { new = try host.readConditions() } catch {
            throw GardenError(
                .invalidParams, "\(error.message); the old settings stay in force",
                error.setting.map { [("param", .string($0))] } ?? [])
        }
        let old = stagedConditions.settings
        stage(Fact(cause: "settings.changed", conditions: new) { $0.changeSettings(from: old) }, at: now)
        return new.settings.names(differingFrom: old)
    }

    // MARK: Verification

    /// A slot of a reply that waits for work to be done.
    struct PendingSlot {
        let reply: Reply
        let index: Int
    }

    /// Whether ``work()`` has something to do.
    public var hasWork: Bool { verification != nil || !waitingVerifications.isEmpty }

    /// Does a slice of the verification that somebody asked for, of a few milliseconds; whoever asks while one runs
    /// shares the next.
    public func work() {
        if verification == nil, !waitingVerifications.isEmpty {
            verification = VerificationRun(of: state, in: store, for: waitingVerifications)
            waitingVerifications = []
        }
        guard let result = verification?.advance() else { return }
        let slots = verification?.slots ?? []
        verification = nil
        for slot in slots {
            slot.reply.resolve(slot.index, result.map(\.encoded).mapError(storageFailed))
        }
    }
}

extension Engine {
    private static let sliceEvents = 1000

    /// The state that a store's snapshot and the events after it add up to.
    private static func load(_ store: any Store) throws(EngineStartError) -> (GardenState, lastChangeId: Int) {
        var state = GardenState()
        // A snapshot that cannot be read is only lost time.
        if let snapshot = try reading({ () throws(StoreError) in try store.snapshot() }),
            let json = try? JSON.parse(snapshot.state, depth: .max), let kept = try? GardenState(json: json)
        {
            state = kept
        }
        var slice: CheckedEvents
        repeat {
            let seq = state.seq
            slice = try reading { () throws(StoreError) in try store.checkedEvents(after: seq, limit: sliceEvents) }
            do throws(ReplayError) {
                for event in slice.events { try state.replay(event) }
            } catch {
                throw .damaged("event \(error.seq) cannot be read: \(error.problem)")
            }
            if let seq = slice.firstBad { throw .damaged("event \(seq) is not as it was written: its digest differs") }
        } while !slice.events.isEmpty
        return (state, try reading { () throws(StoreError) in try store.lastChangeId() })
    }

    private static func reading<Value>(_ body: () throws(StoreError) -> Value) throws(EngineStartError) -> Value {
        do { return try body() } catch { throw .unreadable(error.reason) }
    }
}

/// Why an engine cannot start from a store.
public enum EngineStartError: Error, Equatable {
    case damaged(String)
    case unreadable(String)
}
