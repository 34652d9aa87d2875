import TimeKit

/// Lists focus sessions, the last one first, a page at a time (RULES P21).
///
/// Errors:
/// - `not_found` when there is no such category or task, or ``before`` is no session.
/// - `refused`, reason `not_understood`, when ``from`` or ``to`` is not understood; reason `out_of_range`, when the range ends
///   before it begins.
public struct SessionList: Request {
    public static let method = "session.list"
    public static let looksThrough: [LookedThrough] = [.sessions]
    public static let summary = "Lists focus sessions, the last one first."
    public typealias Response = SessionPage
    public static let errors: [RequestError] = [.notFound, .refused(.notUnderstood), .refused(.outOfRange)]

    /// The first day, looking back, or a range of the calendar (RULES T9, S8); `nil` for no bound.
    public var from: String?
    /// The last day, inclusive; `nil` for no bound.
    public var to: String?
    /// Only of this category, and of removed ones with its name; `nil` for all.
    public var category: String?
    /// Only of the task with this id; `nil` for all.
    public var taskId: Int?
    /// Only of the open task with this title, or with the only title that begins like it; `nil` for all.
    public var task: String?
    /// Only those that ended like this; `nil` for all.
    public var outcome: SessionOutcome?
    /// How many sessions at most, 1 … 1000; `nil` for 100.
    public var limit: Int?
    /// The value of ``SessionPage/next`` of the page before; `nil` for the first page.
    public var before: Int?

    /// Creates the request.
    public init(
        from: String? = nil, to: String? = nil, category: String? = nil, taskId: Int? = nil, task: String? = nil,
        outcome: SessionOutcome? = nil, limit: Int? = nil, before: Int? = nil
    ) {
        self.from = from
        self.to = to
        self.category = category
        self.taskId = taskId
        self.task = task
        self.outcome = outcome
        self.limit = limit
        self.before = before
    }

    public static let fields = Fields(
        SessionList.init,
        .optional("from", \.from, "the first day, or a range of the calendar (default: all)", .phrase),
        .optional("to", \.to, "the last day, inclusive", .phrase),
        .optional("category", \.category, "only of this category", .name),
        .optional("taskId", \.taskId, "only of the task with this id", .id),
        .optional("task", \.task, "or only of the open task with this title", .line(500)),
        .optional("outcome", \.outcome, "only those that ended like this"),
        .optional("limit", \.limit, "how many sessions at most (default: 100)", .range(1...1000)),
        .optional("before", \.before, "the next of the page before", .id))

    public static var paramsSchema: [(String, JSON)] { [("not", given("task", "taskId"))] }

    /// Checks that a task is given once.
    public func validate() throws(ValidationError) {
        if taskId != nil, task != nil {
            throw ValidationError(path: ["task"], problem: "conflicts with taskId; give one of them")
        }
    }
}

/// Some sessions, the last one first.
public struct SessionPage: WireObject, Equatable {
    public static let name = "SessionPage"

    /// The sessions.
    public var sessions: [Session]
    /// Whether earlier ones follow.
    public var more: Bool
    /// What ``SessionList/before`` takes for the next page; `nil` on the last one.
    public var next: Int?

    /// Creates the value from its members.
    public init(sessions: [Session], more: Bool, next: Int? = nil) {
        self.sessions = sessions
        self.more = more
        self.next = next
    }

    public static let fields = Fields(
        SessionPage.init,
        .required("sessions", \.sessions, "the sessions, the last one first"),
        .required("more", \.more, "whether earlier ones follow"),
        .nullable("next", \.next, "the before that asks for the next page; null on the last one"))
}

/// Returns a focus session (RULES P21).
///
/// Errors: `not_found` when no session has the id, or it was removed.
public struct SessionGet: Request {
    public static let method = "session.get"
    public static let summary = "Returns a focus session."
    public typealias Response = Session
    public static let errors: [RequestError] = [.notFound]

    /// The id of the session.
    public var id: Int

    /// Creates the request.
    public init(id: Int) { self.id = id }

    public static let fields = Fields(SessionGet.init, .required("id", \.id, "the session's id", .id))
}

/// Adds a focus session that the timer does not know, and returns it (RULES P21 … P24).
///
/// Errors:
/// - `not_found` when no task has the id or title.
/// - `refused`, reason `not_understood`, when a time is not understood; `in_the_future`, when it ends after now; `before_reset`;
///   `out_of_range`, when it ends before it begins, or has more focus than time; `too_long`, when it lasts more than 24 hours;
///   `overlaps`; `too_many`, when its category is new and one too many.
public struct SessionAdd: ChangeRequest {
    public static let method = "session.add"
    public static let summary = "Adds a focus session of the past."
    public typealias Response = Session
    public static let errors: [RequestError] = [
        .notFound, .refused(.notUnderstood), .refused(.inTheFuture), .refused(.beforeReset), .refused(.outOfRange),
        .refused(.tooLong), .refused(.overlaps), .refused(.tooMany),
    ]

    /// When it was, how long, and in which category, as people say it: `9:00-10:25 Thesis yesterday` (RULES P22). `nil` if
    /// ``start`` is given.
    public var text: String?
    /// When it began, looking back (RULES T9); `nil` if ``text`` is given.
    public var start: String?
    /// When it ended; a time alone is the first after the beginning. `nil` if ``minutes`` is given.
    public var end: String?
    /// How long it lasted, 1 … 1440; `nil` if ``end`` is given.
    public var minutes: Int?
    /// The time focused; `nil` for all of it.
    public var seconds: Int?
    /// The category, which is created if it does not exist; `nil` for that of the task, or the one used last.
    public var category: String?
    /// The title of the open task, or its unique beginning; `nil` for none.
    public var task: String?
    /// The id of the task; `nil` for none.
    public var taskId: Int?
    /// A note of one line; blank or `nil` for none.
    public var note: String?
    /// Whether it takes the longest part that no other session covers, instead of being refused; `nil` for no.
    public var trim: Bool?

    /// Creates the request.
    public init(
        text: String? = nil, start: String? = nil, end: String? = nil, minutes: Int? = nil, seconds: Int? = nil,
        category: String? = nil, task: String? = nil, taskId: Int? = nil, note: String? = nil, trim: Bool? = nil
    ) {
        self.text = text
        self.start = start
        self.end = end
        self.minutes = minutes
        self.seconds = seconds
        self.category = category
        self.task = task
        self.taskId = taskId
        self.note = note
        self.trim = trim
    }

    public static let fields = Fields(
        SessionAdd.init,
        .optional("text", \.text, "when it was, how long, and its category, in words", .line(500)),
        .optional("start", \.start, "or when it began", .phrase),
        .optional("end", \.end, "when it ended; a time alone is the first after the beginning", .phrase),
        .optional("minutes", \.minutes, "or how long it lasted", .minutes),
        .optional("seconds", \.seconds, "the time focused (default: all of it)", .range(1...86_400)),
        .optional("category", \.category, "the category, created if it does not exist", .name),
        .optional("task", \.task, "the open task's title, or its unique beginning", .line(500)),
        .optional("taskId", \.taskId, "or the task's id", .id),
        .optional("note", \.note, "a note of one line", .lineOrBlank(500)),
        .optional("trim", \.trim, "whether to take the longest part that is free (default: false)"))

    public static var paramsSchema: [(String, JSON)] {
        let once = [
            given("task", "taskId"), given("text", "start"), given("text", "end"), given("text", "minutes"),
        ]
        return [
            ("oneOf", [given("text"), given("start", "end"), given("start", "minutes")]),
            ("not", ["anyOf": .array(once)]),
        ]
    }

    /// Checks that the time and the task are given once.
    public func validate() throws(ValidationError) {
        if text != nil {
            for (name, isGiven) in [("start", start != nil), ("end", end != nil), ("minutes", minutes != nil)]
            where isGiven {
                throw ValidationError(path: [name], problem: "conflicts with text; give one of them")
            }
        } else {
            if start == nil { throw ValidationError(path: ["start"], problem: "is missing; give text or start") }
            switch (end, minutes) {
            case (nil, nil): throw ValidationError(path: ["end"], problem: "is missing; give end or minutes")
            case (.some, .some):
                throw ValidationError(path: ["minutes"], problem: "conflicts with end; give one of them")
            case (.some, nil), (nil, .some): break
            }
        }
        if taskId != nil, task != nil {
            throw ValidationError(path: ["task"], problem: "conflicts with taskId; give one of them")
        }
    }
}

/// Whether the points of a session follow a correction of it (RULES P30).
public enum SessionPoints: String, WireWord {
    /// They come or go with what it earns, or stay as they are.
    case follow, keep
}

/// Corrects a focus session, and returns it: as if it had always been like that (RULES P30).
///
/// Errors: those of ``SessionAdd``, and
/// - `not_found` when no session has the id.
/// - `insufficient_points` when it takes back more points than there are.
public struct SessionEdit: ChangeRequest {
    public static let method = "session.edit"
    public static let summary = "Corrects a focus session."
    public typealias Response = Session
    public static let errors: [RequestError] = SessionAdd.errors + [.insufficientPoints]

    /// The id of the session.
    public var id: Int
    /// When it began, on the day on which it began if only a time is given; `nil` if that stays.
    public var start: String?
    /// When it ended; a time alone is the first after the beginning. `nil` if that stays.
    public var end: String?
    /// The time focused; `nil` if that stays, or follows the beginning and the end.
    public var seconds: Int?
    /// The category, which is created if it does not exist; `nil` if that stays.
    public var category: String?
    /// The id of the task.
    public var taskId: FieldChange<Int>
    /// The note, in one line.
    public var note: FieldChange<String>
    /// How it ended; `nil` if that stays.
    public var outcome: SessionOutcome?
    /// Whether its pauses were none, and count as focus; `nil` for no.
    public var countPauses: Bool?
    /// Whether its points follow; `nil` for follow.
    public var points: SessionPoints?

    /// Creates the request.
    public init(
        id: Int, start: String? = nil, end: String? = nil, seconds: Int? = nil, category: String? = nil,
        taskId: FieldChange<Int> = .keep, note: FieldChange<String> = .keep, outcome: SessionOutcome? = nil,
        countPauses: Bool? = nil, points: SessionPoints? = nil
    ) {
        self.id = id
        self.start = start
        self.end = end
        self.seconds = seconds
        self.category = category
        self.taskId = taskId
        self.note = note
        self.outcome = outcome
        self.countPauses = countPauses
        self.points = points
    }

    public static let fields = Fields(
        SessionEdit.init,
        .required("id", \.id, "the session's id", .id),
        .optional("start", \.start, "when it began", .phrase),
        .optional("end", \.end, "when it ended; a time alone is the first after the beginning", .phrase),
        .optional("seconds", \.seconds, "the time focused", .range(1...86_400)),
        .optional("category", \.category, "the category, created if it does not exist", .name),
        .change("taskId", \.taskId, "the id of the task; null for none", .id),
        .change("note", \.note, "a note of one line; null for none", .lineOrBlank(500)),
        .optional("outcome", \.outcome, "how it ended"),
        .optional("countPauses", \.countPauses, "whether its pauses were none, and count as focus"),
        .optional("points", \.points, "whether its points follow (default: follow)"))
}

/// Splits a focus session in two, and returns both (RULES P30).
///
/// Errors:
/// - `not_found` when no session has the id.
/// - `refused`, reason `not_understood`, when ``at`` is not understood; `out_of_range`, when it does not lie within the session.
public struct SessionSplit: ChangeRequest {
    public static let method = "session.split"
    public static let summary = "Splits a focus session in two."
    public typealias Response = [Session]
    public static let errors: [RequestError] = [.notFound, .refused(.notUnderstood), .refused(.outOfRange)]

    /// The id of the session.
    public var id: Int
    /// Where the second one begins; a time alone is the first after the beginning.
    public var at: String

    /// Creates the request.
    public init(id: Int, at: String) {
        self.id = id
        self.at = at
    }

    public static let fields = Fields(
        SessionSplit.init,
        .required("id", \.id, "the session's id", .id),
        .required("at", \.at, "where the second one begins", .phrase))
}

/// Removes focus sessions, with what they earned, and returns them as they were (RULES P30).
///
/// Errors:
/// - `not_found` when no session has one of the ids.
/// - `insufficient_points` when it takes back more points than there are.
public struct SessionRemove: ChangeRequest {
    public static let method = "session.remove"
    public static let summary = "Removes focus sessions, with what they earned."
    public typealias Response = [Session]
    public static let errors: [RequestError] = [.notFound, .insufficientPoints]

    /// The id of the session; `nil` if ``ids`` are given.
    public var id: Int?
    /// The ids of several sessions; `nil` if ``id`` is given.
    public var ids: IDList?
    /// Whether their points follow; `nil` for follow.
    public var points: SessionPoints?

    /// Creates the request.
    public init(id: Int? = nil, ids: IDList? = nil, points: SessionPoints? = nil) {
        self.id = id
        self.ids = ids
        self.points = points
    }

    public static let fields = Fields(
        SessionRemove.init,
        .optional("id", \.id, "the session's id", .id),
        .optional("ids", \.ids, "or the ids of several sessions, 1 to 1000"),
        .optional("points", \.points, "whether their points follow (default: follow)"))

    public static var paramsSchema: [(String, JSON)] { [("oneOf", [given("id"), given("ids")])] }

    /// Checks that one or several ids are given.
    public func validate() throws(ValidationError) {
        switch (id, ids) {
        case (nil, nil): throw ValidationError(path: ["id"], problem: "is missing; give id or ids")
        case (.some, .some): throw ValidationError(path: ["ids"], problem: "conflicts with id; give one of them")
        case (.some, nil), (nil, .some): return
        }
    }
}
