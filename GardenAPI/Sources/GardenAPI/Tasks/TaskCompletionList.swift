import TimeKit

/// Lists the completions of tasks, the last one first, a page at a time (RULES T24): also each one of standing and repeating tasks.
/// What was undone or reopened is not among them.
///
/// A search by tag, text or priority takes a bounded time: a page can have fewer completions than ``limit``, even none, while ``TaskCompletionPage/more`` is
/// true.
///
/// Errors:
/// - `not_found` when there is no such category, or ``before`` is no completion.
/// - `refused`, reason `not_understood`, when ``from`` or ``to`` is not understood; reason `out_of_range`, when the range ends
///   before it begins.
public struct TaskCompletions: Request {
    public static let method = "task.completions"
    public static let looksThrough: [LookedThrough] = [.events, .changes]
    public static let summary = "Lists the completions of tasks, the last one first."
    public typealias Response = TaskCompletionPage
    public static let errors: [RequestError] = [.notFound, .refused(.notUnderstood), .refused(.outOfRange)]

    /// The first day, looking back, or a range of the calendar (RULES T9, S8); `nil` for no bound.
    public var from: String?
    /// The last day, inclusive; `nil` for no bound.
    public var to: String?
    /// Only in this category, and in removed ones with its name; `nil` for all.
    public var category: String?
    /// A tag, or several: only of tasks that had each of them; `nil` for all.
    public var tag: TagFilter?
    /// A part of the title or the note that the task had, compared regardless of case (RULES G1); `nil` for all.
    public var search: String?
    /// Only of tasks that had that priority, 1 … 9; `nil` for all.
    public var priority: Int?
    /// How many completions at most, 1 … 1000; `nil` for 100.
    public var limit: Int?
    /// The value of ``TaskCompletionPage/next`` of the page before; `nil` for the first page.
    public var before: Int?

    /// Creates the request.
    public init(
        from: String? = nil, to: String? = nil, category: String? = nil, tag: TagFilter? = nil, search: String? = nil,
        priority: Int? = nil, limit: Int? = nil, before: Int? = nil
    ) {
        self.from = from
        self.to = to
        self.category = category
        self.tag = tag
        self.search = search
        self.priority = priority
        self.limit = limit
        self.before = before
    }

    public static let fields = Fields(
        TaskCompletions.init,
        .optional("from", \.from, "the first day, or a range of the calendar (default: all)", .phrase),
        .optional("to", \.to, "the last day, inclusive", .phrase),
        .optional("category", \.category, "only in this category", .name),
        .optional("tag", \.tag, "a tag, or a list of tags that the task had each"),
        .optional("search", \.search, "a part of the title or the note", .line(500)),
        .optional("priority", \.priority, "the priority that the task had", .range(1...9)),
        .optional("limit", \.limit, "how many completions at most (default: 100)", .range(1...1000)),
        .optional("before", \.before, "next of the page before", .id))
}

/// A completion of a task.
public struct TaskCompletion: WireObject, Equatable {
    public static let name = "TaskCompletion"

    /// Its number: that of its event `task.completed`.
    public var id: Int
    /// The task as it was right after it, in the category that has its sessions and experience now.
    public var task: TaskItem
    /// When the task was done.
    public var at: Timestamp
    /// The logical day on which it counts.
    public var day: CalendarDay
    /// The occurrence of a repeating task that was completed.
    public var occurrence: TaskDate?
    /// The points it paid; below 0, those that it took.
    public var paid: Int
    /// The experience it paid, 0 or 1.
    public var exp: Int

    /// Creates the value from its members.
    public init(
        id: Int, task: TaskItem, at: Timestamp, day: CalendarDay, occurrence: TaskDate?, paid: Int, exp: Int
    ) {
        self.id = id
        self.task = task
        self.at = at
        self.day = day
        self.occurrence = occurrence
        self.paid = paid
        self.exp = exp
    }

    public static let fields = Fields(
        TaskCompletion.init,
        .required("id", \.id, "its number: that of its event"),
        .required("task", \.task, "the task as it was right after it"),
        .required("at", \.at, "when the task was done"),
        .required("day", \.day, "the logical day on which it counts"),
        .nullable("occurrence", \.occurrence, "the occurrence that was completed"),
        .required("paid", \.paid, "the points it paid, or took (below 0)"),
        .required("exp", \.exp, "the experience it paid"))
}

/// Some completions, the last one first.
public struct TaskCompletionPage: WireObject, Equatable {
    public static let name = "TaskCompletionPage"

    /// The completions, by their days, and within a day by their times.
    public var completions: [TaskCompletion]
    /// Whether earlier ones can follow.
    public var more: Bool
    /// What ``TaskCompletions/before`` takes for the next page; `nil` on the last one.
    public var next: Int?

    /// Creates the value from its members.
    public init(completions: [TaskCompletion], more: Bool, next: Int? = nil) {
        self.completions = completions
        self.more = more
        self.next = next
    }

    public static let fields = Fields(
        TaskCompletionPage.init,
        .required("completions", \.completions, "the completions, the last one first"),
        .required("more", \.more, "whether earlier ones can follow"),
        .nullable("next", \.next, "what before takes for the next page"))
}
