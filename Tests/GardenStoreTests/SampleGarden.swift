import GardenAPI
import GardenCore

/// A garden that lives without a store, for the changes it makes: the core's own, whole and replayable.
struct SampleGarden {
    private(set) var state = GardenState()
    private(set) var changes: [Change] = []
    private var moment = Moment(
        wall: Instant(milliseconds: 1_767_258_000_000), awakeMilliseconds: 5_000_000, bootMilliseconds: 6_000_000,
        bootId: "boot")
    private var arrival: Arrival?
    private let conditions = Conditions(settings: Settings(), zone: .utc)

    var events: [Event] { changes.flatMap(\.events) }
    var lastChange: Int { changes.last?.id ?? 0 }

    /// A garden just born.
    init() {
        arrival = Arrival(at: moment, after: state, mark: nil, newDeviceId: "sample")
        catchUp()
    }

    /// A garden with at least so many events.
    init(events count: Int) {
        self.init()
        while state.seq < count {
            ask("timer.start", ["category": .string("category \(state.seq % 7)"), "minutes": 25])
            pass(minutes: 10)
            ask("timer.pause", [:])
            ask("timer.resume", [:], key: "key \(state.seq)")
            pass(minutes: 15)
            ask("timer.skip", [:])
            pass(minutes: 3)
            ask("timer.stop", [:])
            pass(minutes: 200)
        }
    }

    /// Performs a request; a refusal is the garden's answer too, and changes nothing.
    mutating func ask(_ method: String, _ params: JSON, key: String? = nil) {
        guard case .object(let object) = params, let registered = Registry.method(method),
            let request = try? registered.read(object), case .change(let params, let perform) = request
        else { preconditionFailure("\(method) \(params.text) is no change") }
        var transition = Transition(state: state, moment: moment, conditions: conditions)
        guard let answer = try? perform(&transition) else { return }
        keep(transition, cause: method, params: params, key: key, answer: answer)
    }

    mutating func pass(minutes: Int) {
        moment.wall = moment.wall.advanced(byMilliseconds: minutes * 60_000)
        moment.awakeMilliseconds += minutes * 60_000
        moment.bootMilliseconds += minutes * 60_000
        catchUp()
    }

    private mutating func catchUp() {
        while let due = state.nextDue(at: moment, conditions, arrival: arrival) {
            var transition = Transition(state: state, moment: due.moment, conditions: conditions)
            due.perform(&transition)
            keep(transition, cause: due.cause, params: [], key: nil, answer: [])
            arrival = nil
        }
    }

    private mutating func keep(
        _ transition: Transition, cause: String, params: [UInt8], key: String?, answer: [UInt8]
    ) {
        state = transition.state
        changes.append(
            Change(
                id: lastChange + 1, at: transition.moment.wall, cause: cause, params: params, key: key, answer: answer,
                rollovers: state.day.rollovers, events: transition.events))
    }
}

extension Change {
    /// As the store gives it by its key.
    var withoutEvents: Change {
        var change = self
        change.events = []
        return change
    }

    /// A change of events of no kind that touches a read model.
    static func plain(_ id: Int, events: [Event]) -> Change {
        Change(
            id: id, at: Instant(milliseconds: id), cause: "test", params: Array("{}".utf8), key: nil,
            answer: Array("[]".utf8), rollovers: 0, events: events)
    }
}

extension Event {
    static func plain(_ seq: Int, data: String = "{}") -> Event {
        Event(seq: seq, at: Instant(milliseconds: seq), type: "garden.grew", version: 1, data: Array(data.utf8))
    }
}
