import TimeKit

/// The way in which a focus session ended (RULES P4, P7, P14, P27). Only a completed and a partial session have minutes and earn.
public enum SessionOutcome: String, WireWord {
    /// It reached its end; was ended early by `timer.skip`, `timer.stop`, or `timer.start` with `restart`; or was completed, and
    /// then discarded by `timer.resolve`.
    case completed, skipped, stopped, restarted, discarded
    /// It was ended early while `timer.partial_sessions` was set.
    case partial
}

/// What a focus session was recorded by (RULES P21).
public enum SessionSource: String, WireWord {
    /// The timer, a person afterwards, or an import.
    case timer, manual, `import`
}

/// A focus session that has ended (API §2, Session; RULES P21).
public struct Session: WireObject, Equatable {
    public static let name = "Session"

    /// The session's id, from 1.
    public var id: Int
    /// An id that is unique across devices (RULES G2).
    public var uid: String
    /// When it began.
    public var start: Timestamp
    /// When it ended.
    public var end: Timestamp
    /// The logical day for which its minutes count: the one with most of its focus (RULES P13).
    public var day: CalendarDay
    /// The time focused, without pauses and sleep.
    public var seconds: Int
    /// The same in whole minutes, rounded down.
    public var minutes: Int
    /// The category's name at that time; the name of the other one if it was merged since (RULES T26).
    public var category: String
    /// The category's id.
    public var categoryId: Int
    /// The category's uid.
    public var categoryUid: String
    /// The id of the task; `nil` if there was none.
    public var taskId: Int?
    /// The title of the task when the session began; `nil` if there was none.
    public var taskTitle: String?
    /// What a person noted about it, in one line; `nil` for nothing.
    public var note: String?
    /// The way in which it ended.
    public var outcome: SessionOutcome
    /// What it was recorded by.
    public var source: SessionSource
    /// Whether it began by itself, and there was no sign of the person until its end (RULES P18).
    public var unattended: Bool
    /// The experience that it brought (RULES P24).
    public var exp: Int
    /// The points that it paid.
    public var points: Int
    /// When it was paused for longer than the grace (RULES P9): beginnings and ends.
    public var pauses: [TimeSpan]
    /// True if its times are of another time zone than the present one; `nil` otherwise, and in events.
    public var elsewhere: Bool?

    /// Creates the value from its members.
    public init(
        id: Int, uid: String, start: Timestamp, end: Timestamp, day: CalendarDay, seconds: Int, minutes: Int,
        category: String, categoryId: Int, categoryUid: String, taskId: Int? = nil, taskTitle: String? = nil,
        note: String? = nil, outcome: SessionOutcome, source: SessionSource = .timer, unattended: Bool = false,
        exp: Int = 0, points: Int = 0, pauses: [TimeSpan] = [], elsewhere: Bool? = nil
    ) {
        self.id = id
        self.uid = uid
        self.start = start
        self.end = end
        self.day = day
        self.seconds = seconds
        self.minutes = minutes
        self.category = category
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.taskId = taskId
        self.taskTitle = taskTitle
        self.note = note
        self.outcome = outcome
        self.source = source
        self.unattended = unattended
        self.exp = exp
        self.points = points
        self.pauses = pauses
        self.elsewhere = elsewhere
    }

    public static let fields = Fields(
        Session.init,
        .required("id", \.id, "the session's id"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("start", \.start, "when the session began"),
        .required("end", \.end, "when it ended"),
        .required("day", \.day, "the logical day that its minutes count for: the one with most of its focus"),
        .required("seconds", \.seconds, "the time focused, without pauses and sleep"),
        .required("minutes", \.minutes, "the same in whole minutes"),
        .required("category", \.category, "the category's name at that time; if it was merged since, the other one's"),
        .required("categoryId", \.categoryId, "the category's id"),
        .required("categoryUid", \.categoryUid, "the category's uid"),
        .nullable("taskId", \.taskId, "the id of the task, or null"),
        .nullable("taskTitle", \.taskTitle, "the task's title when the session began"),
        .nullable("note", \.note, "what a person noted about it"),
        .required("outcome", \.outcome, "how it ended; only a completed or a partial one has minutes"),
        .required("source", \.source, "what it was recorded by"),
        .required("unattended", \.unattended, "whether it began by itself and saw no sign of the person"),
        .required("exp", \.exp, "the experience that it brought"),
        .required("points", \.points, "the points that it paid"),
        .required("pauses", \.pauses, "when it was paused: beginnings and ends"),
        .optional("elsewhere", \.elsewhere, "true if its times are of another time zone than the present one"))
}

/// A stretch of time: on the wire, a list of its beginning and its end.
public struct TimeSpan: WireValue, Equatable, Sendable {
    /// When it began.
    public var start: Timestamp
    /// When it ended.
    public var end: Timestamp

    /// Creates the value.
    public init(_ start: Timestamp, _ end: Timestamp) {
        self.start = start
        self.end = end
    }

    public static var schema: JSON {
        ["type": "array", "items": Timestamp.schema, "minItems": 2, "maxItems": 2]
    }

    public init(json: JSON) throws(ValidationError) { try self.init(try [Timestamp](json: json), json) }
    public init(record: JSON) throws(ValidationError) { try self.init(try [Timestamp](record: record), record) }

    private init(_ ends: [Timestamp], _ json: JSON) throws(ValidationError) {
        guard ends.count == 2 else { throw ValidationError(expected: "a beginning and an end", found: json) }
        self.init(ends[0], ends[1])
    }

    public func write(to writer: inout JSONWriter) { [start, end].write(to: &writer) }
    public func writeRecord(to writer: inout JSONWriter) { [start, end].writeRecord(to: &writer) }
}

/// What an answer to a change of sessions says besides its result, in `meta` (API §1).
public enum SessionConsequences {
    /// The member with the gardens that grew or shrank: `[{"category": …, "exp": …}]`.
    public static let gardensName = "gardens"
    /// The member with the points by which the balance changed.
    public static let pointsName = "points"
}
