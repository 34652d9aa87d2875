import GardenAPI

/// One change being decided: a working copy of the state, and the events that made it so.
///
/// There is no second way to change state: ``emit(_:_:)`` applies an event to the copy and records it. A transition that
/// throws is dropped whole.
public struct Transition: Sendable {
    public private(set) var state: GardenState
    /// When it happens: now for a request, the due moment for what was due.
    public let moment: Moment
    public let conditions: Conditions
    public private(set) var events: [Event] = []

    public init(state: GardenState, moment: Moment, conditions: Conditions) {
        self.state = state
        self.moment = moment
        self.conditions = conditions
    }

    var settings: Settings { conditions.settings }

    mutating func emit<Payload>(_ kind: EventKind<Payload>, _ payload: Payload) {
        kind.apply(payload, &state)
        state.seq += 1
        state.lastEventAt = moment.wall
        events.append(
            Event(seq: state.seq, at: moment.wall, type: kind.type, version: kind.version, data: payload.encoded))
    }

    /// An instant as it is told in the zone in force.
    func timestamp(_ instant: Instant) -> Timestamp { conditions.zone.timestamp(instant) }
}
