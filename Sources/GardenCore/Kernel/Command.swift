import GardenAPI
import TimeKit

/// A request that may change something. It emits events to change state, returns an answer, and throws to refuse.
public protocol Command: ChangeRequest {
    func perform(in t: inout Transition) throws(GardenError) -> Response
}

/// A request that only reads.
public protocol Query: Request {
    func answer(in context: QueryContext) throws(GardenError) -> Response
}

/// The state and surroundings that a query may read.
public struct QueryContext {
    /// The state, which the context shares with what it was made of.
    private let sharedState: Shared<GardenState>
    /// The time of the query.
    public let moment: Moment
    public let environment: Environment
    public let history: any History
    /// Whether the disk refuses writes. The state is then the last one that it accepted.
    public let isStale: Bool
    /// The day that the query asks about; `nil` for the present. The state is then as that day ended, in the parts that the query
    /// reads, and the moment is its last one.
    let askedDay: PastDay?

    public var state: GardenState { sharedState.value }

    /// Calls `body` with the state where it is: ``state`` copies a kilobyte, with all that it refers to.
    func readState<Result>(_ body: (GardenState) -> Result) -> Result { sharedState.read(body) }

    public init(
        state: Shared<GardenState>, moment: Moment, environment: Environment, history: any History,
        isStale: Bool
    ) {
        sharedState = state
        self.moment = moment
        self.environment = environment
        self.history = history
        self.isStale = isStale
        askedDay = nil
    }

    /// The context of a query about a day that has ended.
    init(of past: PastDay, state: GardenState, _ present: QueryContext) {
        sharedState = Shared(state)
        var moment = present.moment
        moment.wall = Instant(milliseconds: past.endsAt.milliseconds - 1)
        self.moment = moment
        (environment, history, isStale) = (present.environment, present.history, present.isStale)
        askedDay = past
    }

    func timestamp(_ instant: Instant) -> Timestamp { environment.zone.timestamp(instant) }
}
