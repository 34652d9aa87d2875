import TimeKit

/// The data of the `task.*` events: the task after the event, or before it was removed.
public struct TaskChanged: WireObject, Equatable {
    public static let name = "TaskChanged"

    /// The task.
    public var task: TaskItem
    /// Of `task.completed`: the points it paid, or took (below 0).
    public var paid: Int?
    /// Of `task.completed`: the experience it paid.
    public var exp: Int?
    /// Of `task.completed`, `task.reopened` and `task.skipped`: the occurrence of a repeating task that the event is about.
    public var completed: TaskDate?
    /// Of `task.completed`: the occurrences it passed over.
    public var skipped: SkippedOccurrences?
    /// Of `task.reminded` and `task.due`: 0 if the reminder fired in time, otherwise how many fell due unseen (RULES T6).
    public var missed: Int?
    /// Of `task.reminded` and `task.due`: the first of the missed reminders.
    public var since: Timestamp?
    /// Of `task.reminded` and `task.due`: when the reminder was due.
    public var dueAt: Timestamp?

    /// Creates the value from its members.
    public init(
        task: TaskItem, paid: Int? = nil, exp: Int? = nil, completed: TaskDate? = nil,
        skipped: SkippedOccurrences? = nil, missed: Int? = nil, since: Timestamp? = nil, dueAt: Timestamp? = nil
    ) {
        self.task = task
        self.paid = paid
        self.exp = exp
        self.completed = completed
        self.skipped = skipped
        self.missed = missed
        self.since = since
        self.dueAt = dueAt
    }

    public static let fields = Fields(
        TaskChanged.init,
        .inlined(\.task),
        .optional("paid", \.paid, "the points it paid, or took (below 0)"),
        .optional("exp", \.exp, "the experience it paid"),
        .optional("completed", \.completed, "the occurrence that was completed, reopened or skipped"),
        .optional("skipped", \.skipped, "the occurrences it passed over"),
        .optional("missed", \.missed, "how many reminders fell due unseen; 0 if it fired in time"),
        .optional("since", \.since, "the first of the missed reminders"),
        .optional("dueAt", \.dueAt, "when the reminder was due"))
}

/// The data of `task.allMoved`: the tasks of a removed category moved to the end of another one (RULES T13).
public struct TasksMoved: WireObject, Equatable {
    public static let name = "TasksMoved"

    /// The name of the removed category.
    public var from: String
    /// Its id.
    public var fromId: Int
    /// Its uid.
    public var fromUid: String
    /// The name of the category that has the tasks now.
    public var to: String
    /// Its id.
    public var toId: Int
    /// Its uid.
    public var toUid: String
    /// The ids of the tasks, in their order.
    public var ids: [Int]

    /// Creates the value from its members.
    public init(from: String, fromId: Int, fromUid: String, to: String, toId: Int, toUid: String, ids: [Int]) {
        self.from = from
        self.fromId = fromId
        self.fromUid = fromUid
        self.to = to
        self.toId = toId
        self.toUid = toUid
        self.ids = ids
    }

    public static let fields = Fields(
        TasksMoved.init,
        .required("from", \.from, "the removed category"),
        .required("fromId", \.fromId, "its id"),
        .required("fromUid", \.fromUid, "its uid"),
        .required("to", \.to, "the category that has them now"),
        .required("toId", \.toId, "its id"),
        .required("toUid", \.toUid, "its uid"),
        .required("ids", \.ids, "the ids of the tasks, in their order"))
}

/// The data of `task.rescheduled`: reminders and due days that moved with the time zone, the start of the day, or a
/// correction of the day (RULES T14).
public struct TasksRescheduled: WireObject, Equatable {
    public static let name = "TasksRescheduled"

    /// The ids of the tasks.
    public var ids: [Int]

    /// Creates the value from its members.
    public init(ids: [Int]) {
        self.ids = ids
    }

    public static let fields = Fields(
        TasksRescheduled.init,
        .required("ids", \.ids, "the ids of the tasks"))
}

/// The data of `task.dayNotice`: what is due on a day, and what is overdue, at the time of the setting `tasks.day_notice` (RULES
/// T16).
public struct TaskDayNotice: WireObject, Equatable {
    public static let name = "TaskDayNotice"

    /// The logical day.
    public var day: CalendarDay
    /// How many tasks are due later on it.
    public var due: Int
    /// How many tasks are overdue.
    public var overdue: Int
    /// The ids of at most 10 of them: first those that are due without a time, then those with one, then those that are overdue.
    public var ids: [Int]
    /// Their titles.
    public var titles: [String]
    /// True if the day was over when the notice could be given, so that it is not shown.
    public var missed: Bool?

    /// Creates the value from its members.
    public init(day: CalendarDay, due: Int, overdue: Int, ids: [Int], titles: [String], missed: Bool? = nil) {
        self.day = day
        self.due = due
        self.overdue = overdue
        self.ids = ids
        self.titles = titles
        self.missed = missed
    }

    public static let fields = Fields(
        TaskDayNotice.init,
        .required("day", \.day, "the logical day"),
        .required("due", \.due, "how many tasks are due later on it"),
        .required("overdue", \.overdue, "how many tasks are overdue"),
        .required("ids", \.ids, "the ids of at most 10 of them, those that are due first"),
        .required("titles", \.titles, "their titles"),
        .optional("missed", \.missed, "true if the day was over when the notice could be given"))
}
