import GardenAPI
import GardenCore
import TimeKit

/// The changes that a turn has decided but not committed, and the state after them.
struct Stage {
    private(set) var sharedState: Shared<GardenState>
    /// The settings and the zone that decide the rest of the turn.
    var environment: Environment
    private(set) var changes: [Change] = []
    private var byKey: [IdempotencyKey: Change] = [:]

    /// Creates an empty stage on top of the committed state.
    init(state: Shared<GardenState>, environment: Environment) {
        sharedState = state
        self.environment = environment
    }

    var state: GardenState { sharedState.value }

    var isEmpty: Bool { changes.isEmpty }

    /// The history with the staged changes at its end.
    func history(after store: any Store) -> StagedHistory { StagedHistory(store: store, staged: changes) }

    /// Begins a change on top of the staged ones.
    ///
    /// - Parameter environment: the settings and zone that the change applies; `nil` for those of the stage.
    func transition(
        at moment: Moment, _ store: any Store, under environment: Environment? = nil, recordedAt: Instant? = nil
    ) -> Transition {
        Transition(
            state: state, moment: moment, environment: environment ?? self.environment, history: history(after: store),
            recordedAt: recordedAt)
    }

    var events: [Event] { changes.flatMap(\.events) }

    func change(withKey key: IdempotencyKey) -> Change? { byKey[key] }

    /// The cause of a change.
    struct Origin {
        /// The method, or the name of the due action.
        var method: String
        var actor: String
        var params: [UInt8] = []
        var key: IdempotencyKey?

        /// A due action, which needs no request.
        static func due(_ cause: String) -> Origin { Origin(method: cause, actor: Actor.due) }
    }

    /// Adds a transition's events as one change. A transition without events is no change, unless it has a key to remember.
    mutating func put(_ transition: consuming Transition, _ origin: Origin, answer: Answer? = nil) {
        if transition.events.isEmpty, !transition.isDryRun, origin.key != nil {
            transition.keepAnswer(to: origin.method)
        }
        guard let first = transition.events.first else { return }
        let reply = origin.key.map {
            KeyedReply(
                key: $0.text, answer: answer?.result ?? [], meta: answer?.meta,
                rollovers: transition.state.day.rollovers)
        }
        let change = Change(
            at: first.at, recordedAt: transition.recordedAt, method: origin.method, actor: origin.actor,
            params: origin.params, reply: reply, events: transition.events)
        sharedState = Shared(transition.ended(remembering: change))
        changes.append(change)
        if let key = origin.key { byKey[key] = change }
    }

    /// The stage after this one is committed.
    var emptied: Stage { Stage(state: sharedState, environment: environment) }
}
