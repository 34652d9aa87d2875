/// Lists events, oldest first.
///
/// Errors:
/// - `invalid_params` when both ``since`` and ``from`` are given.
/// - `refused`, reason `not_understood`, when ``from`` is not understood.
public struct JournalList: Request {
    public static let method = "journal.list"
    public static let looksThrough: [LookedThrough] = [.changes]
    public static let summary = "Lists events, oldest first: those after `since` or from `from` on, or the newest."
    public typealias Response = [EventMessage]
    public static let errors: [RequestError] = [.refused(.notUnderstood)]

    /// Only events after this sequence number, from 0; `nil` for the newest events.
    public var since: Int?
    /// At most this many events, 1 … 1000; `nil` for 100.
    public var limit: Int?
    /// Only events of these types or topics, at most 100, see ``TopicFilter``; `nil` or empty for all.
    public var types: [String]?
    /// Only events from this date or time on, in words that look back (RULES T9); `nil` for no such bound.
    public var from: String?

    /// Creates the request.
    public init(since: Int? = nil, limit: Int? = nil, types: [String]? = nil, from: String? = nil) {
        self.since = since
        self.limit = limit
        self.types = types
        self.from = from
    }

    public static let fields = Fields(
        JournalList.init,
        .optional("since", \.since, "only events after this sequence number", .fromZero),
        .optional("limit", \.limit, "at most this many (default: 100)", .range(1...1000, "events")),
        .optional("types", \.types, "only events of these types or topics", .words(100)),
        .optional("from", \.from, "only events from this date or time on, such as yesterday 10:00", .phrase))

    public static var paramsSchema: [(String, JSON)] { [("not", given("since", "from"))] }

    /// Checks that not both ``since`` and ``from`` are given.
    public func validate() throws(ValidationError) {
        if since != nil, from != nil {
            throw ValidationError(path: ["from"], problem: "must be omitted if since is given")
        }
    }
}

/// Replays the journal, checks its hash chain, and compares the result with the current state.
///
/// A damaged journal is a result (``Verification/ok`` is false), not an error. On a long journal this takes seconds;
/// the answers to later requests can come first.
///
/// Errors:
/// - `refused`, reason `busy`, when too many requests wait for a verification.
public struct JournalVerify: Request {
    public static let method = "journal.verify"
    public static let errors: [RequestError] = [.refused(.busy)]
    public static let looksThrough: [LookedThrough] = [.events, .visits, .tasks]
    public static let summary =
        "Replays the journal, checks its hash chain and compares the result with the current state."
    public typealias Response = Verification
    public static let fields = Fields(JournalVerify.init)

    /// Creates the request.
    public init() {}
}

/// Returns a snapshot, then sends each new event as a notification (API §3).
///
/// A connection has at most one subscription; subscribing again replaces it.
///
/// Errors:
/// - `invalid_params` when ``since`` is greater than the number of the last event.
/// - `refused`, reason `journal_replaced`, when a backup was restored and the journal no longer has the events up to ``since``;
///   `seq` is the last one that both have, and `epoch` that of the journal now.
public struct EventsSubscribe: Request {
    public static let method = "events.subscribe"
    public static let summary = "Returns a snapshot, then sends every new event, or every event from an earlier one on."
    public typealias Response = Subscription
    public static let errors: [RequestError] = [.refused(.journalReplaced)]

    /// Only events of these types or topics, at most 100, see ``TopicFilter``; `nil` or empty for all.
    public var topics: [String]?
    /// First sends the events after this sequence number from the journal, from 0 to the last event; `nil` for new
    /// events only.
    public var since: Int?
    /// The ``Subscription/epoch`` of the event `since`; `nil` to go on in whatever journal the daemon has.
    public var epoch: String?

    /// Creates the request.
    public init(topics: [String]? = nil, since: Int? = nil, epoch: String? = nil) {
        self.topics = topics
        self.since = since
        self.epoch = epoch
    }

    public static let fields = Fields(
        EventsSubscribe.init,
        .optional("topics", \.topics, "only these types; one may end in .* (none, or an empty list: all)", .words(100)),
        .optional(
            "since", \.since, "first sends the events after this sequence number, from the journal",
            .fromZero),
        .optional("epoch", \.epoch, "the epoch of the event since; refused if the journal was replaced after it", .name)
    )
}

/// Ends the subscription of this connection, if it has one.
public struct EventsUnsubscribe: Request {
    public static let method = "events.unsubscribe"
    public static let summary = "Ends the subscription of this connection."
    /// Always true.
    public typealias Response = Bool
    public static let fields = Fields(EventsUnsubscribe.init)

    /// Creates the request.
    public init() {}
}

/// Lists the changes that led to a current value, newest first.
///
/// It examines the newest 2000 or so events that can concern the value, so older changes can be missing.
///
/// Errors:
/// - `not_found` for a session that never was.
public struct JournalExplain: Request {
    public static let method = "journal.explain"
    public static let looksThrough: [LookedThrough] = [.events]
    public static let summary = "Lists the changes that led to the current rate, balance, day or session, newest first."
    public typealias Response = [ExplainedChange]
    public static let errors: [RequestError] = [.notFound]

    /// The value to explain.
    public var what: Explained
    /// At most this many changes, 1 … 1000; `nil` for 50.
    public var limit: Int?
    /// The id of the session, which may have been removed; `nil` for another value.
    public var id: Int?

    /// Creates the request.
    public init(what: Explained, limit: Int? = nil, id: Int? = nil) {
        self.what = what
        self.limit = limit
        self.id = id
    }

    public static let fields = Fields(
        JournalExplain.init,
        .required("what", \.what, "the value to explain"),
        .optional("limit", \.limit, "at most this many changes (default: 50)", .range(1...1000, "changes")),
        .optional("id", \.id, "of a session: its id", .id))

    public static var paramsSchema: [(String, JSON)] {
        let session = given("id", where: [("what", ["const": "session"])])
        let others: JSON = [
            "properties": ["what": ["enum": ["rate", "balance", "day"]]], "not": given("id"),
        ]
        return [("oneOf", [session, others])]
    }

    /// Checks that a session, and nothing else, has an id.
    public func validate() throws(ValidationError) {
        if what == .session, id == nil {
            throw ValidationError(path: ["id"], problem: "is missing; give the session's id")
        }
        if what != .session, id != nil { throw ValidationError(path: ["id"], problem: "is only for a session") }
    }
}
