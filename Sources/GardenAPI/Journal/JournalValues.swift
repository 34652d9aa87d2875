import TimeKit

/// One event as subscribers get it and as the journal lists it (API §3).
public struct EventMessage: WireObject, Equatable {
    public static let name = "Event"
    /// The method of the notification that carries it.
    public static let method = "event"
    /// The method of the notification that stands where waiting events were dropped, up to its `seq` (API §1).
    public static let resyncMethod = "resync"

    public var seq: Int
    public var at: Timestamp
    public var type: String
    /// The whole value after the change, with `before` and `cause` where they apply.
    public var data: JSON

    public init(seq: Int, at: Timestamp, type: String, data: JSON) {
        self.seq = seq
        self.at = at
        self.type = type
        self.data = data
    }

    public static let fields = Fields(
        EventMessage.init,
        .required("seq", \.seq, "its number in the journal, from 1"),
        .required("at", \.at, "when it happened or was due"),
        .required("type", \.type, "what happened, in the past tense"),
        .required("data", \.data, "the complete new value, with before and cause if they apply"))
}

public struct Verification: WireObject, Equatable {
    public static let name = "Verification"

    /// How many events were read.
    public var events: Int
    public var ok: Bool
    /// The first event that is not as it was written; `nil` when there is none.
    public var firstBad: Int?
    public var problem: String?

    public init(events: Int, ok: Bool, firstBad: Int? = nil, problem: String? = nil) {
        self.events = events
        self.ok = ok
        self.firstBad = firstBad
        self.problem = problem
    }

    public static let fields = Fields(
        Verification.init,
        .required("events", \.events, "how many events were read"),
        .required("ok", \.ok, "whether hash chain, replay and tables agree"),
        .optional("firstBad", \.firstBad, "the first damaged event"),
        .optional("problem", \.problem, "what is wrong with it"))
}

public struct Subscription: WireObject, Equatable {
    public static let name = "Subscription"

    public var snapshot: GardenStatus
    /// The last event the snapshot tells of.
    public var seq: Int
    /// Topics that no event of this release answers to.
    public var ignored: [String]

    public init(snapshot: GardenStatus, seq: Int, ignored: [String]) {
        self.snapshot = snapshot
        self.seq = seq
        self.ignored = ignored
    }

    public static let fields = Fields(
        Subscription.init,
        .required("snapshot", \.snapshot, "the state at the beginning"),
        .required("seq", \.seq, "the last event included in the snapshot"),
        .required("ignored", \.ignored, "topics that match no event type of this release"))
}

/// Which events somebody wants: all, or those that one of a few topics names. A topic is an event's type, or its first
/// word with `.*`.
public struct TopicFilter: Sendable, Equatable {
    /// `nil` for all.
    public let topics: [String]?

    public init(_ topics: [String]?) {
        self.topics = topics.flatMap { $0.isEmpty || $0.contains("*") ? nil : $0 }
    }

    public func admits(_ type: String) -> Bool {
        guard let topics else { return true }
        return topics.contains { Self.topic($0, names: type) }
    }

    public static func topic(_ topic: String, names type: String) -> Bool {
        topic == "*" || topic == type || (topic.hasSuffix(".*") && type.hasPrefix(topic.dropLast()))
    }
}

/// What the journal can explain.
public enum Explained: String, WireWord {
    case rate, balance, day
}

/// One of the changes that led to a present value.
public struct ExplainedChange: WireObject, Equatable {
    public static let name = "ExplainedChange"

    public var seq: Int
    public var at: Timestamp
    public var type: String
    public var cause: String
    public var rule: String
    public var text: String

    public init(seq: Int, at: Timestamp, type: String, cause: String, rule: String, text: String) {
        self.seq = seq
        self.at = at
        self.type = type
        self.cause = cause
        self.rule = rule
        self.text = text
    }

    public static let fields = Fields(
        ExplainedChange.init,
        .required("seq", \.seq, "the number of its event"),
        .required("at", \.at, "when it happened or was due"),
        .required("type", \.type, "what happened"),
        .required("cause", \.cause, "the method that was called, or what was due"),
        .required("rule", \.rule, "the rule it followed"),
        .required("text", \.text, "what it did, in a sentence"))
}
