public struct JournalList: Request {
    public static let method = "journal.list"
    public static let summary = "Lists events, oldest first: those after `since`, or the newest if it is omitted."
    public typealias Response = [EventMessage]

    public var since: Int?
    public var limit: Int?
    public var types: [String]?

    public init(since: Int? = nil, limit: Int? = nil, types: [String]? = nil) {
        self.since = since
        self.limit = limit
        self.types = types
    }

    public static let fields = Fields(
        JournalList.init,
        .optional("since", \.since, "only events after this sequence number", .fromZero),
        .optional("limit", \.limit, "at most this many (default: 100)", .range(1...1000, "events")),
        .optional("types", \.types, "only events of these types or topics", .words(100)))
}

public struct JournalVerify: Request {
    public static let method = "journal.verify"
    public static let summary =
        "Replays the journal, checks its hash chain and compares the result with the current state."
    public typealias Response = Verification
    public static let fields = Fields(JournalVerify.init)
    public init() {}
}

public struct EventsSubscribe: Request {
    public static let method = "events.subscribe"
    public static let summary = "Returns a snapshot, then sends every new event, or every event from an earlier one on."
    public typealias Response = Subscription

    public var topics: [String]?
    public var since: Int?

    public init(topics: [String]? = nil, since: Int? = nil) {
        self.topics = topics
        self.since = since
    }

    public static let fields = Fields(
        EventsSubscribe.init,
        .optional("topics", \.topics, "only these types; one may end in .* (default: all)", .words(100)),
        .optional(
            "since", \.since, "first sends the events after this sequence number, from the journal",
            .fromZero))
}

public struct EventsUnsubscribe: Request {
    public static let method = "events.unsubscribe"
    public static let summary = "Ends the subscription of this connection."
    /// Always true: afterwards there is none.
    public typealias Response = Bool
    public static let fields = Fields(EventsUnsubscribe.init)
    public init() {}
}

public struct JournalExplain: Request {
    public static let method = "journal.explain"
    public static let summary = "Lists the changes that led to the current rate, balance or day, newest first."
    public typealias Response = [ExplainedChange]

    public var what: Explained
    public var limit: Int?

    public init(what: Explained, limit: Int? = nil) {
        self.what = what
        self.limit = limit
    }

    public static let fields = Fields(
        JournalExplain.init,
        .required("what", \.what, "the value to explain"),
        .optional("limit", \.limit, "at most this many changes (default: 50)", .range(1...1000, "changes")))
}
