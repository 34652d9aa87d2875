import GardenAPI
import GardenCore

/// What a turn has decided and the disk has not taken yet: the state as it would be, and the changes that make it so.
struct Stage {
    private(set) var state: GardenState
    /// The settings and the zone by which the rest of the turn is decided.
    var conditions: Conditions
    private(set) var changes: [Change] = []
    private var byKey: [IdempotencyKey: Change] = [:]
    private(set) var lastChangeId: Int

    /// An empty stage on top of what is on the disk.
    init(state: GardenState, conditions: Conditions, lastChangeId: Int) {
        self.state = state
        self.conditions = conditions
        self.lastChangeId = lastChangeId
    }

    var isEmpty: Bool { changes.isEmpty }

    var events: [Event] { changes.flatMap(\.events) }

    func change(withKey key: IdempotencyKey) -> Change? { byKey[key] }

    func transition(at moment: Moment) -> Transition {
        Transition(state: state, moment: moment, conditions: conditions)
    }

    /// Takes what a transition emitted as one change; one that emitted nothing is none, and is not remembered.
    mutating func put(
        _ transition: Transition, cause: String, params: [UInt8] = [], key: IdempotencyKey? = nil, answer: [UInt8] = []
    ) {
        guard !transition.events.isEmpty else { return }
        state = transition.state
        lastChangeId += 1
        let change = Change(
            id: lastChangeId, at: transition.moment.wall, cause: cause, params: params, key: key?.text, answer: answer,
            rollovers: state.day.rollovers, events: transition.events)
        changes.append(change)
        if let key { byKey[key] = change }
    }

    /// The stage that follows once the disk has taken this one.
    var emptied: Stage { Stage(state: state, conditions: conditions, lastChangeId: lastChangeId) }
}
