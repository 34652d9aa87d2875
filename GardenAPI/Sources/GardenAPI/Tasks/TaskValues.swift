import TimeKit

/// A date of a task: an instant, or a whole logical day. It keeps the form in which it was set (RULES T4).
public enum TaskDate: WireValue, Hashable {
    /// A point in time.
    case instant(Timestamp)
    /// A logical day, which is over at the boundary that ends it.
    case day(CalendarDay)

    public static var schema: JSON { ["anyOf": [Timestamp.schema, CalendarDay.schema]] }

    public init(json: JSON) throws(ValidationError) {
        if let text = json.stringValue {
            if let day = CalendarDay(text) {
                self = .day(day)
                return
            }
            if let instant = Timestamp(text) {
                self = .instant(instant)
                return
            }
        }
        throw ValidationError(
            expected: "an instant such as \"2026-11-21T09:25:00.000+09:00\" or a day such as \"2026-11-21\"",
            found: json)
    }

    public func write(to writer: inout JSONWriter) {
        switch self {
        case .instant(let instant): instant.write(to: &writer)
        case .day(let day): day.write(to: &writer)
        }
    }
}

/// How long before the due date a reminder is: some minutes before the due time, or some days at a time (RULES T17).
public struct RemindBefore: WireObject, Equatable {
    public static let name = "RemindBefore"

    /// Minutes before the due time, 0 at it; `nil` for days.
    public var minutes: Int?
    /// Days before the due day; `nil` for minutes.
    public var days: Int?
    /// With ``days``: the time of the day, as in `18:00`; `nil` for the due time, or 09:00 before a due day.
    public var time: String?

    /// Creates the value from its members.
    public init(minutes: Int? = nil, days: Int? = nil, time: String? = nil) {
        self.minutes = minutes
        self.days = days
        self.time = time
    }

    public static let fields = Fields(
        RemindBefore.init,
        .optional("minutes", \.minutes, "minutes before the due time, 0 at it", .fromZero),
        .optional("days", \.days, "days before the due day", .fromZero),
        .optional("time", \.time, "with days: the time of the day (default: the due time, or 09:00 before a due day)"))
}

/// What an edit of a date of a repeating task moves (RULES T20).
public enum MovedDates: String, WireWord {
    /// In the order of the cases: all occurrences from the open one on; the open one only; the open one is that of the date
    /// now.
    case series, occurrence, skipped
}

/// A task (API §2, TaskItem; RULES T1).
public struct TaskItem: WireObject, Equatable {
    public static let name = "TaskItem"

    /// The id, from 1, never reused.
    public var id: Int
    /// An id that is unique across devices (RULES G2).
    public var uid: String
    /// The title, 1 … 500 characters.
    public var title: String
    /// The name of its category.
    public var category: String
    /// The id of its category.
    public var categoryId: Int
    /// The uid of its category.
    public var categoryUid: String
    /// The points that it pays, before the multiplier; below 0, those that it takes.
    public var points: Int
    /// The priority, 1 (high) … 9 (low) as in RFC 5545; `nil` for none.
    public var priority: Int?
    /// Whether it is a template that completing never closes (RULES M2).
    public var standing: Bool
    /// A note of several lines; `nil` for none.
    public var note: String?
    /// Its tags (RULES T22), in the order in which it got them.
    public var tags: [String]
    /// When it can begin; `nil` for no date. It triggers nothing; until then, lists can leave the task out (RULES T21).
    public var start: TaskDate?
    /// When it ends; `nil` for no date. It triggers nothing.
    public var end: TaskDate?
    /// When it is due; of a repeating task, that of the open occurrence.
    public var due: TaskDate?
    /// The next reminder; `nil` when none is armed.
    public var remind: Timestamp?
    /// How long before the due date the reminder is; `nil` for a reminder with a date of its own, and without one (RULES T17).
    public var remindBefore: RemindBefore?
    /// When a snoozed reminder fires again (RULES T11); `nil` if it is not snoozed.
    public var snoozedUntil: Timestamp?
    /// How it repeats (RULES T5, T19): a word, an RRULE of RFC 5545, `after 4d`, or `3 times a week`; `nil` for a single time.
    public var `repeat`: String?
    /// How often it is to be done in each week or month, and how often it was (RULES T19); `nil` for any other task.
    public var target: TargetCount?
    /// The open occurrence of a repeating task: the earliest that is not completed (RULES T7).
    public var occurrence: TaskDate?
    /// The number of focus sessions that it is estimated to take, 1 … 99.
    public var estimate: Int?
    /// The number of focus sessions completed on it.
    public var focuses: Int
    /// The minutes of these focus sessions.
    public var minutes: Int
    /// How often it has been completed.
    public var doneCount: Int
    /// Its position in its category, from 0 (RULES M15). A completed task keeps its last one.
    public var position: Int
    /// When it was added.
    public var createdAt: Timestamp
    /// When it was last changed.
    public var updatedAt: Timestamp
    /// When it was completed and closed; `nil` while it is open.
    public var completedAt: Timestamp?

    /// Creates the value from its members.
    public init(
        id: Int, uid: String, title: String, category: String, categoryId: Int, categoryUid: String, points: Int,
        priority: Int?, standing: Bool, note: String?, tags: [String] = [], start: TaskDate?, end: TaskDate?,
        due: TaskDate?,
        remind: Timestamp?, remindBefore: RemindBefore?, snoozedUntil: Timestamp?, `repeat`: String?,
        target: TargetCount? = nil, occurrence: TaskDate?, estimate: Int?,
        focuses: Int, minutes: Int, doneCount: Int, position: Int, createdAt: Timestamp, updatedAt: Timestamp,
        completedAt: Timestamp?
    ) {
        self.id = id
        self.uid = uid
        self.title = title
        self.category = category
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.points = points
        self.priority = priority
        self.standing = standing
        self.note = note
        self.tags = tags
        self.start = start
        self.end = end
        self.due = due
        self.remind = remind
        self.remindBefore = remindBefore
        self.snoozedUntil = snoozedUntil
        self.repeat = `repeat`
        self.target = target
        self.occurrence = occurrence
        self.estimate = estimate
        self.focuses = focuses
        self.minutes = minutes
        self.doneCount = doneCount
        self.position = position
        self.createdAt = createdAt
        self.updatedAt = updatedAt
        self.completedAt = completedAt
    }

    public static let fields = Fields(
        TaskItem.init,
        .required("id", \.id, "the task's id"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("title", \.title, "its title"),
        .required("category", \.category, "the name of its category"),
        .required("categoryId", \.categoryId, "the category's id"),
        .required("categoryUid", \.categoryUid, "the category's uid"),
        .required("points", \.points, "the points it pays, before the multiplier, or takes (below 0)"),
        .nullable("priority", \.priority, "its priority, from 1 (high) to 9 (low)"),
        .required("standing", \.standing, "whether completing it never closes it"),
        .nullable("note", \.note, "its note"),
        .required("tags", \.tags, "its tags"),
        .nullable("start", \.start, "when it can begin"),
        .nullable("end", \.end, "when it ends"),
        .nullable("due", \.due, "when it is due"),
        .nullable("remind", \.remind, "the next reminder"),
        .nullable("remindBefore", \.remindBefore, "how long before the due date the reminder is, if it follows that"),
        .nullable("snoozedUntil", \.snoozedUntil, "when the snoozed reminder fires again"),
        .nullable("repeat", \.repeat, "how it repeats"),
        .nullable("target", \.target, "how often it is to be done in each week or month, and how often it was"),
        .nullable("occurrence", \.occurrence, "the open occurrence of a repeating task"),
        .nullable("estimate", \.estimate, "the estimated number of focus sessions"),
        .required("focuses", \.focuses, "the focus sessions completed on it"),
        .required("minutes", \.minutes, "their minutes"),
        .required("doneCount", \.doneCount, "how often it has been completed"),
        .required("position", \.position, "its position in its category, from 0"),
        .required("createdAt", \.createdAt, "when it was added"),
        .required("updatedAt", \.updatedAt, "when it was last changed"),
        .nullable("completedAt", \.completedAt, "when it was completed; null while it is open"))
}

/// Occurrences of a repeating task that a completion passed over without pay (RULES T7).
public struct SkippedOccurrences: WireObject, Equatable {
    public static let name = "SkippedOccurrences"

    /// How many.
    public var count: Int
    /// The first of them.
    public var first: TaskDate
    /// The last of them.
    public var last: TaskDate

    /// Creates the value from its members.
    public init(count: Int, first: TaskDate, last: TaskDate) {
        self.count = count
        self.first = first
        self.last = last
    }

    public static let fields = Fields(
        SkippedOccurrences.init,
        .required("count", \.count, "how many"),
        .required("first", \.first, "the first of them"),
        .required("last", \.last, "the last of them"))
}

/// The answer to ``TaskComplete``: what the completion paid and what comes next.
public struct TaskDone: WireObject, Equatable {
    public static let name = "TaskDone"

    /// The task after it.
    public var task: TaskItem
    /// The points it paid; below 0, those that it took.
    public var paid: Int
    /// The experience it paid, 0 or 1.
    public var exp: Int
    /// The balance after it.
    public var balance: Int
    /// The occurrences it passed over; `nil` for none.
    public var skipped: SkippedOccurrences?
    /// The next occurrence; `nil` if the task does not repeat any more.
    public var next: TaskDate?

    /// Creates the value from its members.
    public init(task: TaskItem, paid: Int, exp: Int, balance: Int, skipped: SkippedOccurrences?, next: TaskDate?) {
        self.task = task
        self.paid = paid
        self.exp = exp
        self.balance = balance
        self.skipped = skipped
        self.next = next
    }

    public static let fields = Fields(
        TaskDone.init,
        .required("task", \.task, "the task after it"),
        .required("paid", \.paid, "the points it paid, or took (below 0)"),
        .required("exp", \.exp, "the experience it paid"),
        .required("balance", \.balance, "the balance after it"),
        .nullable("skipped", \.skipped, "the occurrences it passed over"),
        .nullable("next", \.next, "the next occurrence"))
}

/// One page of ``TaskList``.
public struct TaskPage: WireObject, Equatable {
    public static let name = "TaskPage"

    /// The tasks in the requested order.
    public var tasks: [TaskItem]
    /// Whether more tasks follow.
    public var more: Bool
    /// The value of ``TaskList/before`` for the next page; `nil` if no more tasks follow.
    public var next: Int?
    /// All open tasks, whatever is listed; `nil` from a daemon that does not count them here.
    public var counts: TaskCounts?
    /// How many open tasks of the category, or of all, are hidden until their start (RULES T21), whether they are listed or not; `nil`
    /// from a daemon that does not count them, and of a past day.
    public var hidden: Int?

    /// Creates the value from its members.
    public init(tasks: [TaskItem], more: Bool, next: Int?, counts: TaskCounts? = nil, hidden: Int? = nil) {
        self.tasks = tasks
        self.more = more
        self.next = next
        self.counts = counts
        self.hidden = hidden
    }

    public static let fields = Fields(
        TaskPage.init,
        .required("tasks", \.tasks, "the tasks"),
        .required("more", \.more, "whether more follow"),
        .nullable("next", \.next, "the param before of the next page"),
        .optional("counts", \.counts, "all open tasks"),
        .optional("hidden", \.hidden, "how many open tasks are hidden until their start"))
}

/// The next reminder and its task.
public struct NextReminder: WireObject, Equatable {
    public static let name = "NextReminder"

    /// The id of the task.
    public var id: Int
    /// The title of the task.
    public var title: String
    /// When the reminder fires.
    public var at: Timestamp

    /// Creates the value from its members.
    public init(id: Int, title: String, at: Timestamp) {
        self.id = id
        self.title = title
        self.at = at
    }

    public static let fields = Fields(
        NextReminder.init,
        .required("id", \.id, "the task's id"),
        .required("title", \.title, "its title"),
        .required("at", \.at, "when the reminder fires"))
}

/// The open tasks in numbers (API §2, TaskCounts).
public struct TaskCounts: WireObject, Equatable {
    public static let name = "TaskCounts"

    /// The number of open tasks.
    public var open: Int
    /// The number of them that are due later this logical day.
    public var dueToday: Int
    /// The number of them that are overdue.
    public var overdue: Int
    /// The next reminder; `nil` if no reminder is armed.
    public var next: NextReminder?
    /// When the next task is due that is not overdue; `nil` if none is.
    public var nextDueAt: Timestamp?

    /// Creates the value from its members.
    public init(open: Int, dueToday: Int, overdue: Int, next: NextReminder?, nextDueAt: Timestamp?) {
        self.open = open
        self.dueToday = dueToday
        self.overdue = overdue
        self.next = next
        self.nextDueAt = nextDueAt
    }

    public static let fields = Fields(
        TaskCounts.init,
        .required("open", \.open, "the number of open tasks"),
        .required("dueToday", \.dueToday, "the number of them due later this logical day"),
        .required("overdue", \.overdue, "the number of them that are overdue"),
        .nullable("next", \.next, "the next reminder"),
        .nullable("nextDueAt", \.nextDueAt, "when the next task is due"))
}

/// The answer to ``TaskNext``: a task, or null.
public struct ProposedTask: WireValue, Equatable {
    public static var schema: JSON { ["anyOf": [TaskItem.schema, ["type": "null"]]] }
    public static var referredObjects: [any WireObject.Type] { [TaskItem.self] }

    /// The task to do next; `nil` if none is open.
    public var task: TaskItem?

    /// Creates the answer.
    public init(_ task: TaskItem?) { self.task = task }

    public init(json: JSON) throws(ValidationError) { task = json == .null ? nil : try TaskItem(json: json) }

    public func write(to writer: inout JSONWriter) {
        if let task { task.write(to: &writer) } else { writer.null() }
    }
}
