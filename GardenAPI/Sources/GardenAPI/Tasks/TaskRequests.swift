import TimeKit

/// Which tasks ``TaskList`` returns.
public enum TaskStatus: String, WireWord {
    /// Open tasks, completed ones, or both.
    case open, done, all
}

/// The order in which ``TaskList`` returns open tasks.
public enum TaskOrder: String, WireWord {
    /// By category and position, by due date with the tasks without one last, by priority with the tasks without one and then the
    /// standing ones last, or in the order in which they were added.
    case position, due, priority, created
}

extension Constraint where Value == String {
    /// A date as people write it (RULES T9).
    static var phrase: Constraint { .line(200) }

    /// How a task repeats (RULES T5).
    static var rule: Constraint { .line(500) }
}

extension Constraint where Value == Int {
    /// The points of a task: below 0, a standing task takes them (RULES T25).
    static var pointsOfTask: Constraint {
        Constraint("an integer", schema: JSONObject([("minimum", .integer(-.max))])) { $0 >= -.max ? $0 : nil }
    }
}

/// Adds a task at the end of its category, and returns it (RULES T1).
///
/// Errors:
/// - `refused`, reason `not_understood`, when a date is not understood; `word` is the part.
/// - `refused`, reason `reminder_in_past`, when a single reminder lies in the past (RULES T4).
/// - `invalid_params` when ``repeat`` is no rule, has no ``due`` or ``remind`` to begin with, or is a target (RULES T19) beside a
///   ``due`` or ``end``, when ``end`` is before
///   ``start``, when a standing task has a ``due``, ``start`` or ``end``, when a task that is not standing has ``points`` below 0,
///   or when ``remind`` is a distance and ``due`` is missing, or is a day and the distance is in minutes.
public struct TaskAdd: ChangeRequest {
    public static let method = "task.add"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Adds a task at the end of its category."
    public typealias Response = TaskItem
    public static let errors: [RequestError] = [
        .refused(.notUnderstood), .refused(.reminderInPast), .refused(.tooMany),
    ]

    /// The title, 1 … 500 characters.
    public var title: String
    /// The name of its category, created if it does not exist; `nil` for Default.
    public var category: String?
    /// The points it pays before the multiplier; below 0, a standing task takes them (RULES T25); `nil` for 0.
    public var points: Int?
    /// The priority, 1 (high) … 9 (low); `nil` for none.
    public var priority: Int?
    /// Whether completing it never closes it (RULES M2); `nil` for false.
    public var standing: Bool?
    /// A note of several lines, at most 10 KiB; `nil` for none.
    public var note: String?
    /// When it can begin, a date (RULES T9); `nil` for no date.
    public var start: String?
    /// When it ends, a date; `nil` for no date.
    public var end: String?
    /// When it is due, a date; `nil` for no date.
    public var due: String?
    /// When it reminds, a date, or a distance from ``due`` such as `10m before` and `1d before 18:00` (RULES T17); `nil` for no
    /// reminder.
    public var remind: String?
    /// How it repeats (RULES T5, T19); `nil` for a single time.
    public var `repeat`: String?
    /// The number of focus sessions it is estimated to take, 1 … 99; `nil` for none.
    public var estimate: Int?
    /// Its tags (RULES T22); `nil` for none.
    public var tags: TagList?

    /// Creates the request.
    public init(
        title: String, category: String? = nil, points: Int? = nil, priority: Int? = nil, standing: Bool? = nil,
        note: String? = nil, start: String? = nil, end: String? = nil, due: String? = nil, remind: String? = nil,
        `repeat`: String? = nil, estimate: Int? = nil, tags: TagList? = nil
    ) {
        self.title = title
        self.category = category
        self.points = points
        self.priority = priority
        self.standing = standing
        self.note = note
        self.start = start
        self.end = end
        self.due = due
        self.remind = remind
        self.repeat = `repeat`
        self.estimate = estimate
        self.tags = tags
    }

    public static let fields = Fields(
        TaskAdd.init,
        .required("title", \.title, "its title", .line(500)),
        .optional("category", \.category, "its category, created if it does not exist (default: Default)", .newName),
        .optional(
            "points", \.points,
            "the points it pays, before the multiplier, or below 0, those that a standing task takes (default: 0)",
            .pointsOfTask),
        .optional("priority", \.priority, "its priority, from 1 (high) to 9 (low) (default: none)", .range(1...9)),
        .optional("standing", \.standing, "whether completing it never closes it (default: false)"),
        .optional("note", \.note, "a note, which may have several lines", .note),
        .optional("start", \.start, "when it can begin", .phrase),
        .optional("end", \.end, "when it ends", .phrase),
        .optional("due", \.due, "when it is due", .phrase),
        .optional(
            "remind", \.remind,
            "when it reminds: a date, 09:00 if only a day is given; or at due, 10m before, 1d before 18:00", .phrase),
        .optional("repeat", \.repeat, "how it repeats: a word, an RRULE, after 4d, or 3 times a week", .rule),
        .optional("estimate", \.estimate, "the estimated number of focus sessions", .range(1...99)),
        .optional("tags", \.tags, "its tags"))

    public static var paramsSchema: [(String, JSON)] {
        let pays: JSON = ["properties": ["points": ["minimum": 0]]]
        return [("anyOf", [pays, given(where: [("standing", ["const": true])])])]
    }

    /// Checks that only a standing task takes points.
    public func validate() throws(ValidationError) {
        if let points, points < 0, standing != true {
            throw ValidationError(path: ["points"], problem: "must be at least 0, unless standing is true")
        }
    }
}

/// Lists tasks, a page at a time (RULES T1, T3). Filters combine.
///
/// A search takes a bounded time: a page can have fewer tasks than ``limit``, even none, while ``TaskPage/more`` is true.
///
/// Errors:
/// - `not_found` when no category has the name, or ``before`` is no task of the list.
/// - `refused`, reason `not_understood`, when ``day`` or ``due`` is not understood.
/// - those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct TaskList: DatedRequest {
    public static let method = "task.list"
    public static let looksThrough: [LookedThrough] = [.tasks]
    public static let summary = "Lists tasks: the open ones by category and position, unless asked otherwise."
    public typealias Response = TaskPage
    public static let errors: [RequestError] = [.notFound] + RequestError.ofPastTime

    /// The name of a category; `nil` for all.
    public var category: String?
    /// Open tasks, completed ones, or both; `nil` for open ones.
    public var status: TaskStatus?
    /// A part of the title or the note, compared regardless of case (RULES G1); `nil` for all.
    public var search: String?
    /// A day: open tasks due on it, completed ones completed on it; `nil` for all.
    public var day: String?
    /// The order of open tasks; `nil` for that of the setting `tasks.default_sort`. Completed ones come newest first.
    public var sort: TaskOrder?
    /// A tag, or several: only tasks that have each of them; `nil` for all.
    public var tag: TagFilter?
    /// Only tasks that are due then: `overdue`, a day, `<friday`, `>2026-12-24 18:00`, or `monday..friday`; `nil` for all.
    public var due: String?
    /// Only tasks of that priority, 1 … 9; `nil` for all.
    public var priority: Int?
    /// Only open tasks that are hidden until their start (RULES T21), or only the others; `nil` for both.
    public var hidden: Bool?
    /// How many tasks at most, 1 … 1000; `nil` for 100.
    public var limit: Int?
    /// The value of ``TaskPage/next`` of the page before; `nil` for the first page.
    public var before: Int?
    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(
        category: String? = nil, status: TaskStatus? = nil, search: String? = nil, day: String? = nil,
        sort: TaskOrder? = nil, tag: TagFilter? = nil, due: String? = nil, priority: Int? = nil, hidden: Bool? = nil,
        limit: Int? = nil, before: Int? = nil, asOf: String? = nil
    ) {
        self.category = category
        self.status = status
        self.search = search
        self.day = day
        self.sort = sort
        self.tag = tag
        self.due = due
        self.priority = priority
        self.hidden = hidden
        self.limit = limit
        self.before = before
        self.asOf = asOf
    }

    public static let fields = Fields(
        TaskList.init,
        .optional("category", \.category, "a category (default: all)", .name),
        .optional("status", \.status, "which tasks (default: open)"),
        .optional("search", \.search, "a part of the title or the note", .line(500)),
        .optional("day", \.day, "a day: open tasks due on it, completed ones completed on it", .phrase),
        .optional("sort", \.sort, "the order of open tasks (default: the setting tasks.default_sort)"),
        .optional("tag", \.tag, "a tag, or a list of tags that a task has each"),
        .optional(
            "due", \.due, "when they are due: overdue, a day, <DATE, >DATE or DATE..DATE", .phrase),
        .optional("priority", \.priority, "their priority", .range(1...9)),
        .optional(
            "hidden", \.hidden, "true: only open tasks that are hidden until their start; false: only the others"),
        .optional("limit", \.limit, "how many at most (default: 100)", .range(1...1000)),
        .optional("before", \.before, "next of the page before", .id),
        .asOf)
}

/// Returns a task, open or completed.
///
/// Errors:
/// - `not_found` when no task has the id or title.
/// - `refused`, reason `ambiguous`, when several open titles begin that way; `candidates` lists them.
public struct TaskGet: Request, TaskReference {
    public static let method = "task.get"
    public static let summary = "Returns a task."
    public typealias Response = TaskItem
    public static let errors: [RequestError] = [.notFound, .refused(.ambiguous)]

    /// The id of the task; `nil` if the request uses the title.
    public var id: Int?
    /// The title of the task, or the unique beginning of the title of an open task; `nil` if the request uses the id.
    public var title: String?

    /// Creates the request.
    public init(id: Int? = nil, title: String? = nil) {
        self.id = id
        self.title = title
    }

    public static let fields = Fields(
        TaskGet.init,
        .id, .orTitle)
}

/// Moves an open task within its category or to another one, and returns it (RULES M15).
///
/// Errors: those of ``TaskGet``, and
/// - `refused`, reason `already_done`, when the task is completed.
/// - `invalid_params` when ``position`` is greater than the number of other open tasks in the category.
public struct TaskMove: ChangeRequest, TasksReference {
    public static let method = "task.move"
    public static let summary = "Moves an open task within its category or to another one."
    /// What it returns of each task.
    public typealias Item = TaskItem
    public typealias Response = OneOrList<TaskItem>
    public static let errors: [RequestError] = TaskGet.errors + [.refused(.alreadyDone)]

    /// The id of the task; `nil` if the request uses ``ids`` or the title.
    public var id: Int?
    /// The ids of several tasks; `nil` if the request names one.
    public var ids: IDList?
    /// The title of the task, or the unique beginning of the title of an open task; `nil` if the request uses ids.
    public var title: String?
    /// The new position, from 0.
    public var position: Int
    /// The name of the new category; `nil` for the present one.
    public var category: String?

    /// Creates the request.
    public init(id: Int? = nil, ids: IDList? = nil, title: String? = nil, position: Int, category: String? = nil) {
        self.id = id
        self.ids = ids
        self.title = title
        self.position = position
        self.category = category
    }

    public static let fields = Fields(
        TaskMove.init,
        .id, .orIds, .orTitle,
        .required("position", \.position, "its new position, from 0", .fromZero),
        .optional("category", \.category, "its new category (default: the present one)", .name))
}

/// Removes a task, open or completed, and returns it. A running focus session on it continues without it (RULES T12).
///
/// Errors: those of ``TaskGet``.
public struct TaskRemove: ChangeRequest, TasksReference {
    public static let method = "task.remove"
    public static let summary = "Removes a task."
    /// What it returns of each task.
    public typealias Item = TaskItem
    public typealias Response = OneOrList<TaskItem>
    public static let errors: [RequestError] = TaskGet.errors

    /// The id of the task; `nil` if the request uses ``ids`` or the title.
    public var id: Int?
    /// The ids of several tasks; `nil` if the request names one.
    public var ids: IDList?
    /// The title of the task, or the unique beginning of the title of an open task; `nil` if the request uses ids.
    public var title: String?

    /// Creates the request.
    public init(id: Int? = nil, ids: IDList? = nil, title: String? = nil) {
        self.id = id
        self.ids = ids
        self.title = title
    }

    public static let fields = Fields(
        TaskRemove.init,
        .id, .orIds, .orTitle)
}

/// Lets the reminder that fired, or the armed one, fire again at a time, and returns the task (RULES T11).
///
/// Errors: those of ``TaskGet``, and
/// - `refused`, reason `already_done`, when the task is completed.
/// - `refused`, reason `reminder_in_past`, when the time has passed.
/// - `invalid_params` when not exactly one of ``until`` and ``minutes`` is given.
public struct TaskSnooze: ChangeRequest, TasksReference {
    public static let method = "task.snooze"
    public static let summary = "Lets a reminder fire again later."
    /// What it returns of each task.
    public typealias Item = TaskItem
    public typealias Response = OneOrList<TaskItem>
    public static let errors: [RequestError] =
        TaskGet.errors + [.refused(.alreadyDone), .refused(.reminderInPast), .refused(.notUnderstood)]

    /// The id of the task; `nil` if the request uses ``ids`` or the title.
    public var id: Int?
    /// The ids of several tasks; `nil` if the request names one.
    public var ids: IDList?
    /// The title of the task, or the unique beginning of the title of an open task; `nil` if the request uses ids.
    public var title: String?
    /// When it fires again, a date.
    public var until: String?
    /// In how many minutes it fires again, 1 … 10,080.
    public var minutes: Int?

    /// Creates the request.
    public init(id: Int? = nil, ids: IDList? = nil, title: String? = nil, until: String? = nil, minutes: Int? = nil) {
        self.id = id
        self.ids = ids
        self.title = title
        self.until = until
        self.minutes = minutes
    }

    public static let fields = Fields(
        TaskSnooze.init,
        .id, .orIds, .orTitle,
        .optional("until", \.until, "when it fires again", .phrase),
        .optional("minutes", \.minutes, "in how many minutes it fires again", .range(1...10_080)))

    public static var paramsSchema: [(String, JSON)] {
        let times: JSON = ["oneOf": [given("until"), given("minutes")]]
        return referenceSchema + [("allOf", [times])]
    }

    /// Checks that exactly one of ``until`` and ``minutes`` is given.
    public func validate() throws(ValidationError) {
        try checkReference()
        if (until == nil) == (minutes == nil) {
            throw ValidationError(path: ["until"], problem: "or minutes must be given, and not both")
        }
    }
}
