import GardenAPI
import TimeKit

/// A request that may change something. It emits events to change state, returns an answer, and throws to refuse.
public protocol Command: ChangeRequest {
    func perform(in t: inout Transition) throws(GardenError) -> Response
}

/// A change that needs a backup before it.
public protocol BackedUpCommand: ChangeRequest {
    /// Refuses the request before a backup is made, or answers it if there is nothing to change. It is called again right
    /// before the backup, after which nothing changes until ``perform(after:in:)``.
    func check(in context: QueryContext) throws(GardenError) -> Response?
    /// Emits events to change the state, returns an answer, and throws to refuse.
    func perform(after backup: GardenBackup, in t: inout Transition) throws(GardenError) -> Response
}

/// A backup of the whole garden.
public struct GardenBackup: Sendable, Equatable {
    /// The path of its file.
    public let path: String
    /// The command for a shell that restores it.
    public let restoreCommand: String

    public init(path: String, restoreCommand: String) {
        self.path = path
        self.restoreCommand = restoreCommand
    }

    /// The name of its file.
    var fileName: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }
}

/// A request that erases data from the journal. Backups may still have it (RULES V8).
protocol ErasingCommand: ChangeRequest {
    /// Emits events to change the state, returns an answer, and throws to refuse.
    ///
    /// - Parameter backups: the files that may still have an effect.
    func perform(in t: inout Transition, backups: (WrittenEffect) -> [String]) throws(GardenError) -> Response
}

/// An effect as an event was written with.
public struct WrittenEffect: Sendable, Equatable {
    /// The event.
    public let seq: Int
    /// The SHA-256 of the effect.
    public let digest: [UInt8]

    public init(seq: Int, digest: [UInt8]) {
        self.seq = seq
        self.digest = digest
    }
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

    public var state: GardenState { sharedState.value }

    public init(
        state: Shared<GardenState>, moment: Moment, environment: Environment, history: any History,
        isStale: Bool
    ) {
        sharedState = state
        self.moment = moment
        self.environment = environment
        self.history = history
        self.isStale = isStale
    }

    func timestamp(_ instant: Instant) -> Timestamp { environment.zone.timestamp(instant) }
}

/// A request with its params already read and its type erased.
public enum ReadRequest {
    /// `params` are the params as the journal keeps them: in the order of their fields.
    case change(params: [UInt8], perform: (inout Transition) throws(GardenError) -> [UInt8])
    case backedUpChange(params: [UInt8], BackedUpChange)
    case locatedChange(params: [UInt8], LocatedChange)
    case erasingChange(params: [UInt8], ErasingChange)
    case photoChange(params: [UInt8], PhotoChange)
    case query(answer: (QueryContext) throws(GardenError) -> [UInt8])
    case list(begin: (QueryContext) throws(GardenError) -> ListAnswer)
}

/// A ``BackedUpCommand`` with its type erased.
public struct BackedUpChange {
    /// ``BackedUpCommand/check(in:)``, with its answer encoded.
    public let check: (QueryContext) throws(GardenError) -> [UInt8]?
    /// ``BackedUpCommand/perform(after:in:)``, with its answer encoded.
    public let perform: (GardenBackup, inout Transition) throws(GardenError) -> [UInt8]
}

/// An ``ErasingCommand`` with its type erased.
public struct ErasingChange {
    /// Its answer encoded.
    public let perform: (inout Transition, (WrittenEffect) -> [String]) throws(GardenError) -> [UInt8]
}

/// One line of the registry: a method and the function that reads its params.
public struct RegisteredMethod: Sendable {
    public let request: any Request.Type
    /// - Throws: the problem with the params.
    public let read: @Sendable (JSONObject) throws(ValidationError) -> ReadRequest

    static func command<C: Command>(_ type: C.Type) -> RegisteredMethod {
        RegisteredMethod(request: type) { params throws(ValidationError) in
            let command = try C(json: .object(params))
            return .change(params: command.encoded) { t throws(GardenError) in try command.perform(in: &t).encoded }
        }
    }

    static func command<C: BackedUpCommand>(_ type: C.Type) -> RegisteredMethod {
        RegisteredMethod(request: type) { params throws(ValidationError) in
            let command = try C(json: .object(params))
            return .backedUpChange(
                params: command.encoded,
                BackedUpChange(
                    check: { context throws(GardenError) in try command.check(in: context)?.encoded },
                    perform: { backup, t throws(GardenError) in try command.perform(after: backup, in: &t).encoded }))
        }
    }

    static func command<C: ErasingCommand>(_ type: C.Type) -> RegisteredMethod {
        RegisteredMethod(request: type) { params throws(ValidationError) in
            let command = try C(json: .object(params))
            return .erasingChange(
                params: command.encoded,
                ErasingChange { t, backups throws(GardenError) in try command.perform(in: &t, backups: backups).encoded
                })
        }
    }

    static func query<Q: Query>(_ type: Q.Type) -> RegisteredMethod {
        RegisteredMethod(request: type) { params throws(ValidationError) in
            let query = try Q(json: .object(params))
            return .query { context throws(GardenError) in try query.answer(in: context).encoded }
        }
    }

    static func list<Q: ListQuery>(_ type: Q.Type) -> RegisteredMethod {
        RegisteredMethod(request: type) { params throws(ValidationError) in
            let query = try Q(json: .object(params))
            return .list { context throws(GardenError) in try ListAnswer(to: query, in: context) }
        }
    }

    /// A list that is assembled from existing JSON.
    static func list<R: Request>(
        _ type: R.Type,
        inSlices slices: @escaping @Sendable (R) -> (QueryContext) throws(GardenError) -> ListAnswer.Slices
    ) -> RegisteredMethod {
        RegisteredMethod(request: type) { params throws(ValidationError) in
            let request = try R(json: .object(params))
            return .list { context throws(GardenError) in ListAnswer(try slices(request)(context)) }
        }
    }
}
