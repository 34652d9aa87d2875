import GardenAPI
import GardenCore

/// What a turn has decided and the disk has not taken yet: the state as it would be, and the changes that make it so.
struct Stage {
    private(set) var state: GardenState
    /// The settings and the zone by which the rest of the turn is decided.
    var environment: Environment
    private(set) var changes: [Change] = []
    private var byKey: [IdempotencyKey: Change] = [:]

    /// An empty stage on top of what is on the disk.
    init(state: GardenState, environment: Environment) {
        self.state = state
        self.environment = environment
    }

    var isEmpty: Bool { changes.isEmpty }

    var events: [Event] { changes.flatMap(\.events) }

    func change(withKey key: IdempotencyKey) -> Change? { byKey[key] }

    /// What a change asks for.
    struct Origin {
        /// The method, or what fell due.
        var method: String
        var actor: String
        var params: [UInt8] = []
        var key: IdempotencyKey?

        /// Something that nobody asked for.
        static func due(_ cause: String) -> Origin { Origin(method: cause, actor: Actor.due) }
    }

    /// Takes what a transition emitted as one change; one that emitted nothing is none, and is not remembered.
    mutating func put(_ transition: Transition, _ origin: Origin, answer: [UInt8] = []) {
        guard let first = transition.events.first else { return }
        state = transition.state
        let reply = origin.key.map {
            KeyedReply(key: $0.text, answer: answer, rollovers: state.day.rollovers)
        }
        let change = Change(
            at: first.at, recordedAt: transition.recordedAt, method: origin.method, actor: origin.actor,
            params: origin.params, reply: reply, events: transition.events)
        changes.append(change)
        if let key = origin.key { byKey[key] = change }
    }

    /// The stage that follows once the disk has taken this one.
    var emptied: Stage { Stage(state: state, environment: environment) }
}
