import GardenAPI

/// Something from outside of the core that a request needs before it is decided, such as a backup or a place. A request states it
/// as a value; the machine obtains it, later or at once, and the request is then decided with the outcome as an argument.
public protocol Need: Sendable {
    /// What the machine has obtained, its failures included: the request that needs it turns them into an answer.
    associatedtype Outcome: Sendable

    static var policy: NeedPolicy { get }

    /// Whether an outcome is of no use once the garden has changed since the machine began to obtain it. It is then obtained again.
    static func isOutdatedByChanges(_ outcome: Outcome) -> Bool

    /// The answer to a change if the disk does not say whether it was written.
    static func storageUncertain(_ reason: String, after outcome: Outcome) -> GardenError
}

extension Need {
    public static func isOutdatedByChanges(_ outcome: Outcome) -> Bool { false }

    public static func storageUncertain(_ reason: String, after outcome: Outcome) -> GardenError {
        .storageUncertain(reason)
    }
}

/// How requests wait for what they need.
public struct NeedPolicy: Sendable {
    /// What a request does meanwhile, for the refusal in a batch, such as "makes a backup first". `nil` if the machine has it at
    /// once: then a batch waits for it.
    public var reasonNotInBatch: String?
    /// How many requests may wait.
    public var mostWaiting: Int
    /// The refusal of one more.
    public var refusalOfMore: String
    public var recipients: Recipients
    /// The refusal of a request for which the garden has changed too often (``Need/isOutdatedByChanges(_:)``).
    public var refusalAfterChanges: String

    /// The requests that get what is obtained.
    public enum Recipients: Sendable {
        /// The first one that waits. Each gets its own, one after the other.
        case one
        /// All that wait when it is there.
        case all
        /// All that waited when the machine began to obtain it. It says nothing about what later ones ask for; they share the next.
        case allBefore
    }

    /// - Parameter refusalAfterChanges: for a need with an outcome that changes can outdate.
    public init(
        reasonNotInBatch: String?, mostWaiting: Int = 64, refusalOfMore: String, recipients: Recipients = .one,
        refusalAfterChanges: String = ""
    ) {
        self.reasonNotInBatch = reasonNotInBatch
        self.mostWaiting = mostWaiting
        self.refusalOfMore = refusalOfMore
        self.recipients = recipients
        self.refusalAfterChanges = refusalAfterChanges
    }
}

/// The decision about a request before what it needs is obtained.
public enum Preparation<Needed> {
    case needs(Needed)
    /// There is nothing to change, so this is the answer, as JSON. A request that has waited its turn goes on with what it needs, and
    /// then changes nothing.
    case unchanged(answer: [UInt8], Needed)
    /// It is refused. What a client has left for it, such as a file, is not needed any more.
    case refused(GardenError, unneeded: Needed)
}

/// A change that needs something first.
protocol PreparedCommand: ChangeRequest {
    associatedtype Needed: Need

    /// Whether it is refused while a change is made in parts.
    static var isExclusive: Bool { get }

    /// Decides whether it needs anything. It is called again right before the machine begins to obtain it.
    func prepare(in context: QueryContext) throws(GardenError) -> Preparation<Needed>

    /// Emits events to change the state, returns an answer, and throws to refuse.
    func perform(with outcome: Needed.Outcome, in t: inout Transition) throws(GardenError) -> Response
}

extension PreparedCommand {
    static var isExclusive: Bool { false }
}

/// A request that changes nothing and needs something first.
protocol PreparedQuery: Request {
    associatedtype Needed: Need

    /// Decides whether it needs anything. It is called again right before the machine begins to obtain it.
    func prepare(in context: QueryContext) throws(GardenError) -> Preparation<Needed>

    func answer(with outcome: Needed.Outcome, in context: QueryContext) throws(GardenError) -> Response
}

/// A ``PreparedCommand`` or ``PreparedQuery`` with its type erased.
public struct PreparedRequest: Sendable {
    public let prepare: @Sendable (QueryContext) throws(GardenError) -> Preparation<any Need>
    public let completion: Completion
    /// Whether it is refused while a change is made in parts, because that may have to take back what was before.
    public let isExclusive: Bool

    /// How it is decided with the outcome of what it needs, which must be of the type of that need.
    public enum Completion: Sendable {
        /// `params` are the params as the journal keeps them.
        case change(params: [UInt8], perform: @Sendable (any Sendable, inout Transition) throws(GardenError) -> [UInt8])
        case query(answer: @Sendable (any Sendable, QueryContext) throws(GardenError) -> [UInt8])
    }

    init<C: PreparedCommand>(_ command: C) {
        prepare = { context throws(GardenError) in try command.prepare(in: context).erased }
        isExclusive = C.isExclusive
        completion = .change(params: command.encoded) { outcome, t throws(GardenError) in
            try command.perform(with: C.Needed.outcome(outcome), in: &t).encoded
        }
    }

    init<Q: PreparedQuery>(_ query: Q) {
        prepare = { context throws(GardenError) in try query.prepare(in: context).erased }
        isExclusive = false
        completion = .query { outcome, context throws(GardenError) in
            try query.answer(with: Q.Needed.outcome(outcome), in: context).encoded
        }
    }
}

extension Need {
    /// The outcome of this need, from one without its type.
    fileprivate static func outcome(_ erased: any Sendable) -> Outcome {
        guard let outcome = erased as? Outcome else {
            preconditionFailure("\(Self.self) ends with a \(type(of: erased)) instead of a \(Outcome.self)")
        }
        return outcome
    }
}

extension Preparation where Needed: Need {
    fileprivate var erased: Preparation<any Need> {
        switch self {
        case .needs(let need): .needs(need)
        case .unchanged(let answer, let need): .unchanged(answer: answer, need)
        case .refused(let error, let need): .refused(error, unneeded: need)
        }
    }
}
