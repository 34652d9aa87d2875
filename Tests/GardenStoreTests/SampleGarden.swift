import GardenAPI
import GardenCore
import TestSupport
import TimeKit

/// A garden without a store, for its changes: the core's own, complete and replayable.
struct SampleGarden {
    private(set) var state = GardenState()
    private(set) var changes: [Change] = []
    private(set) var moment = Moment(
        wall: Instant(milliseconds: 1_767_258_000_000), awakeMilliseconds: 5_000_000, bootMilliseconds: 6_000_000,
        bootId: "boot")
    private var startup: Startup?
    /// Whether undo knows the changes.
    var remembersChanges = false
    let environment = Environment(settings: .standard, zone: .utc)

    var events: [Event] { changes.flatMap(\.events) }

    /// The state that a replay of the changes leads to.
    func replayed() throws -> GardenState {
        var state = GardenState()
        for change in changes { try state.replay(change) }
        return state
    }

    /// The changes with valid keys after the last of them, in the form that the store returns by key.
    var answered: [Change] {
        let newest = changes.compactMap(\.reply).last?.rollovers ?? 0
        return changes.filter { change in
            change.reply.map { newest - $0.rollovers < KeyedReply.rolloversKept } ?? false
        }.map(\.asAnswered)
    }

    /// A new garden.
    init() {
        startup = Startup(at: moment, after: state, heartbeat: nil, names: .test)
        catchUp()
    }

    /// A garden with at least this many events.
    init(events count: Int) {
        self.init()
        var round = 0
        while state.seq < count {
            round += 1
            ask("timer.start", ["category": .string("category \(round % 7)"), "minutes": 25])
            pass(minutes: 10)
            ask("timer.pause", [:])
            ask("timer.resume", [:], key: "resume \(round)")
            ask("log.note", ["text": .string("note \(round)")])
            ask("log.edit", ["id": .integer(state.log.lastId), "text": .string("note \(round), edited")])
            pass(minutes: 15)
            ask("timer.skip", [:], key: "skip \(round)")
            pass(minutes: 3)
            ask("log.note", ["text": "a slip"])
            ask("log.remove", ["id": .integer(state.log.lastId)])
            ask("timer.stop", [:])
            pass(minutes: 200)
        }
    }

    /// Performs a request; a refusal is the garden's answer too, and changes nothing.
    ///
    /// - Parameter history: for a request that looks something up.
    mutating func ask(
        _ method: String, _ params: JSON, key: String? = nil, history: any History = NoHistory()
    ) {
        guard case .object(let object) = params,
            let registered = Features.methods.first(where: { $0.request.method == method }),
            let (params, perform) = (try? registered.read(object)).flatMap(Self.change)
        else { preconditionFailure("\(method) \(params.text) is no change") }
        var transition = transition(at: moment, history)
        guard let answer = try? perform(&transition) else { return }
        if transition.events.isEmpty, key != nil { transition.keepAnswer(to: method) }
        let reply = key.map { KeyedReply(key: $0, answer: answer, rollovers: transition.state.day.rollovers) }
        keep(transition, method: method, actor: "sample", params: params, reply: reply)
    }

    private static func change(
        _ handler: Handler
    ) -> (params: [UInt8], perform: (inout Transition) throws(GardenError) -> [UInt8])? {
        switch handler {
        case .change(let params, let perform): (params, perform)
        case .parted(let params, let begin):
            (
                params,
                { t throws(GardenError) in
                    switch try begin(&t, StagingArea()) {
                    case .made(let answer): return answer
                    case .inParts: preconditionFailure("a sample has a change in parts")
                    }
                }
            )
        case .prepared(let prepared):
            switch prepared.completion {
            // A purge, which looks for backups that have the visit.
            case .change(let params, let perform):
                (params, { t throws(GardenError) in try perform(OldDataNeed.Outcome(), &t) })
            case .query: nil
            }
        case .query, .list, .staging, .daemon: nil
        }
    }

    /// Performs a change that no request makes.
    mutating func change(
        _ cause: String, history: any History = NoHistory(), _ perform: (inout Transition) throws(GardenError) -> Void
    ) throws(GardenError) {
        var transition = transition(at: moment, history)
        try perform(&transition)
        keep(transition, method: cause, actor: Actor.due, params: [], reply: nil)
    }

    mutating func pass(minutes: Int) {
        moment.wall = moment.wall.advanced(byMilliseconds: minutes * 60_000)
        moment.awakeMilliseconds += minutes * 60_000
        moment.bootMilliseconds += minutes * 60_000
        catchUp()
    }

    /// Sets the wall clock.
    mutating func setClock(days: Int) {
        moment.wall = moment.wall.advanced(byMilliseconds: days * 86_400_000)
        catchUp()
    }

    private mutating func catchUp() {
        while let due = state.nextDue(at: moment, environment, startup: startup) {
            var transition = transition(at: due.moment)
            due.perform(&transition)
            keep(transition, method: due.cause, actor: Actor.due, params: [], reply: nil)
            if due.isStart { startup = nil }
        }
    }

    private func transition(at moment: Moment, _ history: any History = NoHistory()) -> Transition {
        Transition(
            state: state, moment: moment, environment: environment, history: history, recordedAt: self.moment.wall)
    }

    private mutating func keep(
        _ transition: consuming Transition, method: String, actor: String, params: [UInt8], reply: KeyedReply?
    ) {
        guard let first = transition.events.first else { return }
        state = transition.state
        let change = Change(
            at: first.at, recordedAt: transition.recordedAt, method: method, actor: actor, params: params,
            reply: reply, events: transition.events)
        if remembersChanges { state.conclude(change) }
        changes.append(change)
    }
}

/// The history for changes that look nothing up.
struct NoHistory: History {
    func events(after since: Int, limit: Int, types: [String]?) throws(StoreError) -> [Event] { throw refusal }
    func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event] { throw refusal }
    func change(ofEvent seq: Int) throws(StoreError) -> Change? { throw refusal }
    func read<Asked: HistoryQuery>(_ query: Asked) throws(StoreError) -> Asked.Answer { throw refusal }

    private var refusal: StoreError { StoreError("the sample has no history") }
}

extension Change {
    /// The form that the store returns by key.
    var asAnswered: Change {
        var change = self
        change.events = Array(events.prefix(1))
        return change
    }

    /// The form in the journal: the answer to its key is not part of it.
    var asKept: Change {
        var change = self
        change.reply = reply.map { KeyedReply(key: $0.key, answer: [], rollovers: 0) }
        return change
    }

    var lastSeq: Int { seq + events.count - 1 }

    /// A change of events of no kind that touches the history of sessions and lines.
    static func plain(_ events: [Event], key: String? = nil, rollovers: Int = 0) -> Change {
        Change(
            at: .sample, recordedAt: Timestamp.sample.instant, method: "test", actor: Actor.unnamed,
            params: Array("{}".utf8),
            reply: key.map { KeyedReply(key: $0, answer: Array("[\"\($0)\"]".utf8), rollovers: rollovers) },
            events: events)
    }
}

extension Event {
    static func plain(_ seq: Int, type: String = "garden.grew", effect: String = "[]") -> Event {
        Event(seq: seq, at: .sample, type: type, version: 1, effect: Array(effect.utf8))
    }
}

extension Timestamp {
    static let sample = Timestamp(instant: Instant(milliseconds: 1_767_258_000_000), offsetSeconds: 0)
}
