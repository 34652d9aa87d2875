import TimeKit

/// An event, as subscribers get it and ``JournalList`` lists it (API §3).
public struct EventMessage: WireObject, Equatable {
    public static let name = "Event"
    /// The method of the notification with an event.
    public static let method = "event"
    /// The method of the notification that replaces dropped events; its `seq` is the last dropped one (API §1).
    public static let resyncMethod = "resync"

    /// The number of the event in the journal, from 1.
    public var seq: Int
    /// When it happened or was due. It can be earlier than that of the event before.
    public var at: Timestamp
    /// When it was written, if that is noticeably later: it was entered afterwards (RULES P22), or fell due while the daemon was
    /// down; otherwise `nil`.
    public var recorded: Timestamp?
    /// The type, such as `timer.started`.
    public var type: String
    /// What happened, in a sentence for people without its full stop; empty if an earlier daemon sends none.
    public var text: String
    /// The complete value after the change, with `before` and `cause` if they apply.
    public var data: JSON

    /// Creates the value from its members.
    public init(
        seq: Int, at: Timestamp, recorded: Timestamp? = nil, type: String, text: String = "", data: JSON
    ) {
        self.seq = seq
        self.at = at
        self.recorded = recorded
        self.type = type
        self.text = text
        self.data = data
    }

    private static let withoutText = EventMessage(
        seq: 0, at: Instant(milliseconds: 0).timestamp(offsetSeconds: 0), type: "", data: .null)

    public static let fields = Fields(
        EventMessage.init,
        .required("seq", \.seq, "its number in the journal, from 1"),
        .required("at", \.at, "when it happened or was due"),
        .nullable("recorded", \.recorded, "when it was written, if noticeably later; null otherwise"),
        .required("type", \.type, "what happened, in the past tense"),
        .defaulted("text", \.text, in: withoutText, "what happened, in a sentence for people"),
        .required("data", \.data, "the complete new value, with before and cause if they apply"))
}

/// The answer to ``JournalVerify``.
public struct Verification: WireObject, Equatable {
    public static let name = "Verification"

    /// The number of events read.
    public var events: Int
    /// Whether hash chain, replay and tables agree.
    public var ok: Bool
    /// The number of the first damaged event; `nil` if there is none.
    public var firstBad: Int?
    /// A description of the damage; `nil` if there is none.
    public var problem: String?

    /// Creates the value from its members.
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
        .optional("problem", \.problem, "its damage, in words"))
}

/// The answer to ``EventsSubscribe``.
public struct Subscription: WireObject, Equatable {
    public static let name = "Subscription"

    /// The state at the beginning of the subscription.
    public var snapshot: GardenStatus
    /// The number of the last event that the snapshot includes.
    public var seq: Int
    /// The topics that match no event type of this release.
    public var ignored: [String]
    /// Names the line of events (``Hello/epoch``): keep it with the last number received; `nil` from a daemon that does not say it.
    public var epoch: String?

    /// Creates the value from its members.
    public init(snapshot: GardenStatus, seq: Int, ignored: [String], epoch: String? = nil) {
        self.snapshot = snapshot
        self.seq = seq
        self.ignored = ignored
        self.epoch = epoch
    }

    public static let fields = Fields(
        Subscription.init,
        .required("snapshot", \.snapshot, "the state at the beginning"),
        .required("seq", \.seq, "the last event included in the snapshot"),
        .required("ignored", \.ignored, "topics that match no event type of this release"),
        .optional("epoch", \.epoch, "names the line of events; keep it with the last number received"))
}

/// Selects events by topic. A topic is an event type (`timer.started`), or its first word with `.*` (`timer.*`).
public struct TopicFilter: Sendable, Equatable {
    /// The topics; `nil` for all events.
    public let topics: [String]?

    /// Creates a filter. `nil`, an empty list, and a list with `*` select all events.
    public init(_ topics: [String]?) {
        self.topics = topics.flatMap { $0.isEmpty || $0.contains("*") ? nil : $0 }
    }

    /// Whether the filter selects events of this type.
    public func includes(_ type: String) -> Bool {
        guard let topics else { return true }
        return topics.contains { Self.topic($0, names: type) }
    }

    /// Whether a topic matches an event type.
    public static func topic(_ topic: String, names type: String) -> Bool {
        topic == "*" || topic == type || (topic.hasSuffix(".*") && type.hasPrefix(topic.dropLast()))
    }
}

/// The values that ``JournalExplain`` can explain.
public enum Explained: String, WireWord {
    /// The rate with its meter and tier, the balance, the logical day with the corrections of days that have ended, or a focus
    /// session with its corrections and the merges of its category.
    case rate, balance, day, session
}

/// A change that led to the current value.
public struct ExplainedChange: WireObject, Equatable {
    public static let name = "ExplainedChange"

    /// The number of its event.
    public var seq: Int
    /// When it happened or was due; of what was entered afterwards, when that was (RULES P22).
    public var at: Timestamp
    /// The type of its event.
    public var type: String
    /// The method of the request that caused it; for a change without a request, the type of the event.
    public var cause: String
    /// The id of the rule, such as `M10`.
    public var rule: String
    /// The effect on the value, in one sentence.
    public var text: String

    /// Creates the value from its members.
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
        .required("at", \.at, "when it happened, was due, or was entered afterwards"),
        .required("type", \.type, "what happened"),
        .required("cause", \.cause, "the method that was called, or what was due"),
        .required("rule", \.rule, "the rule it followed"),
        .required("text", \.text, "what it did, in a sentence"))
}
