import TimeKit

/// Completes a task once, now or afterwards, pays it, and returns what it paid (RULES M2, M3, P12, T7, P22, P33).
///
/// Errors: those of ``TaskGet``, and
/// - `refused`, reason `already_done`, when the task is completed, or ``occurrence`` is not the open one, or was completed and
///   has not come yet; also without ``occurrence`` and ``early``, when the task was completed today, and the open one has not come
///   yet or is today, or when neither that nor the one completed last has come.
/// - `refused`, reason `out_of_range`, when the balance would exceed 64 bits; nothing is changed. It protects the present.
/// - those of ``at``, which protect the garden: `refused`, reason `not_understood`; `in_the_future`, when it lies after now;
///   `before_reset`.
public struct TaskComplete: ChangeRequest, TasksReference {
    public static let method = "task.done"
    public static let summary = "Completes a task and pays its points."
    /// What it returns of each task.
    public typealias Item = TaskDone
    public typealias Response = OneOrList<TaskDone>
    public static let errors: [RequestError] =
        TaskGet.errors + [.refused(.alreadyDone), .refused(.outOfRange)]
        + RequestError.ofPastTime

    /// The most tasks that one request completes afterwards: each looks back in the journal.
    public static let mostLate = 50

    /// The id of the task; `nil` if the request uses ``ids`` or the title.
    public var id: Int?
    /// The ids of several tasks; `nil` if the request names one.
    public var ids: IDList?
    /// The title of the task, or the unique beginning of the title of an open task; `nil` if the request uses ids.
    public var title: String?
    /// Whether this completion pays ×2 whatever the multiplier; `nil` for false.
    public var doubled: Bool?
    /// The occurrence meant; `nil` for the open one.
    public var occurrence: TaskDate?
    /// When it happened, looking back (RULES P22, T9); `nil` for now.
    public var at: String?
    /// Whether the open occurrence is completed although it has not come yet, and the task was completed today; `nil` for false.
    public var early: Bool?

    /// Creates the request.
    public init(
        id: Int? = nil, ids: IDList? = nil, title: String? = nil, doubled: Bool? = nil, occurrence: TaskDate? = nil,
        at: String? = nil,
        early: Bool? = nil
    ) {
        self.id = id
        self.ids = ids
        self.title = title
        self.doubled = doubled
        self.occurrence = occurrence
        self.at = at
        self.early = early
    }

    public static let fields = Fields(
        TaskComplete.init,
        .id, .orIds, .orTitle,
        .optional("doubled", \.doubled, "whether it pays ×2, whatever the multiplier (default: false)"),
        .optional("occurrence", \.occurrence, "the occurrence that is meant (default: the open one)"),
        .optional("at", \.at, "when it happened, looking back (default: now)", .phrase),
        .optional(
            "early", \.early,
            "whether the open occurrence is completed before it comes, although the task was completed today (default: false)"
        ))

    public static var paramsSchema: [(String, JSON)] {
        let manyLate = given("at", where: [("ids", ["type": "array", "minItems": .integer(mostLate + 1)])])
        return referenceSchema + [("not", ["anyOf": .array(withIds("occurrence") + [manyLate])])]
    }

    /// Checks that the task is named, that ``occurrence`` is that of one, and that ``at`` is not of too many.
    public func validate() throws(ValidationError) {
        try checkReference()
        try checkIsOfOne("occurrence", isGiven: occurrence != nil)
        if at != nil, let count = ids?.ids.count, count > Self.mostLate {
            throw ValidationError(path: ["ids"], problem: "must be at most \(Self.mostLate) with at, not \(count)")
        }
    }
}

/// Completes the open single tasks of a category, and the repeating ones with an occurrence that has come, as one change;
/// returns them. Standing tasks and those that are hidden until their start (RULES T21) stay as they are.
///
/// Errors:
/// - `not_found` when no category has the name.
/// - `refused`, reason `out_of_range`, when the balance would exceed 64 bits; nothing is changed.
public struct TaskCompleteAll: ChangeRequest {
    public static let method = "task.doneAll"
    public static let looksThrough: [LookedThrough] = [.tasks]
    public static let summary = "Completes the open tasks of a category."
    public typealias Response = [TaskDone]
    public static let errors: [RequestError] = [.notFound, .refused(.outOfRange)]

    /// The name of the category.
    public var category: String

    /// Creates the request.
    public init(category: String) {
        self.category = category
    }

    public static let fields = Fields(
        TaskCompleteAll.init,
        .required("category", \.category, "the category", .name))
}

/// Reopens a completed task, or the occurrence of a repeating task completed last, and returns it. It takes nothing back
/// (RULES T10).
///
/// Errors: those of ``TaskGet``, and
/// - `refused`, reason `not_done`, for a standing task, an open one, or when a later occurrence is completed.
public struct TaskReopen: ChangeRequest, TasksReference {
    public static let method = "task.undone"
    public static let summary = "Reopens a completed task and takes nothing back."
    /// What it returns of each task.
    public typealias Item = TaskItem
    public typealias Response = OneOrList<TaskItem>
    public static let errors: [RequestError] = TaskGet.errors + [.refused(.notDone)]

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
        TaskReopen.init,
        .id, .orIds, .orTitle)
}

/// Passes over the open occurrence of a repeating task without pay, and returns the task (RULES T7).
///
/// Errors: those of ``TaskGet``, and
/// - `refused`, reason `already_done`, when the task is completed, or ``occurrence`` is not the open one.
/// - `refused`, reason `not_repeating`, when the task does not repeat.
public struct TaskSkip: ChangeRequest, TasksReference {
    public static let method = "task.skip"
    public static let summary = "Passes over one occurrence of a repeating task without pay."
    /// What it returns of each task.
    public typealias Item = TaskItem
    public typealias Response = OneOrList<TaskItem>
    public static let errors: [RequestError] = TaskGet.errors + [.refused(.alreadyDone), .refused(.notRepeating)]

    /// The id of the task; `nil` if the request uses ``ids`` or the title.
    public var id: Int?
    /// The ids of several tasks; `nil` if the request names one.
    public var ids: IDList?
    /// The title of the task, or the unique beginning of the title of an open task; `nil` if the request uses ids.
    public var title: String?
    /// The occurrence meant; `nil` for the open one.
    public var occurrence: TaskDate?

    /// Creates the request.
    public init(id: Int? = nil, ids: IDList? = nil, title: String? = nil, occurrence: TaskDate? = nil) {
        self.id = id
        self.ids = ids
        self.title = title
        self.occurrence = occurrence
    }

    public static let fields = Fields(
        TaskSkip.init,
        .id, .orIds, .orTitle,
        .optional("occurrence", \.occurrence, "the occurrence that is meant (default: the open one)"))

    public static var paramsSchema: [(String, JSON)] {
        referenceSchema + [("not", ["anyOf": .array(withIds("occurrence"))])]
    }

    /// Checks that the task is named, and that ``occurrence`` is that of one.
    public func validate() throws(ValidationError) {
        try checkReference()
        try checkIsOfOne("occurrence", isGiven: occurrence != nil)
    }
}

/// Returns the task to do next: an overdue one, else one due today, else by priority, then by position; null if no task is
/// open. Standing tasks are not proposed.
public struct TaskNext: Request {
    public static let method = "task.next"
    public static let looksThrough: [LookedThrough] = [.tasks]
    public static let summary = "Returns the task proposed next, or null."
    public typealias Response = ProposedTask

    /// Creates the request.
    public init() {}

    public static let fields = Fields(TaskNext.init)
}

/// Lists occurrences: of a repeating task from its open one on, or of a rule from an anchor on (RULES T5).
///
/// Errors: those of ``TaskGet``, and
/// - `invalid_params` when ``repeat`` is no rule, or when neither a task nor ``repeat`` with ``anchor`` is given.
/// - `refused`, reason `not_understood`, when ``anchor`` is not understood.
/// - `refused`, reason `not_repeating`, when the task does not repeat.
public struct TaskOccurrenceList: Request {
    public static let method = "task.occurrences"
    public static let summary = "Lists the next occurrences of a repeating task or of a rule."
    public typealias Response = [TaskDate]
    public static let errors: [RequestError] = [.notFound, .refused(.notUnderstood), .refused(.notRepeating)]

    /// The id of a repeating task; `nil` for a rule.
    public var id: Int?
    /// A rule; `nil` for a task.
    public var `repeat`: String?
    /// The first date of the rule.
    public var anchor: String?
    /// How many at most, 1 … 100.
    public var count: Int

    /// Creates the request.
    public init(id: Int? = nil, `repeat`: String? = nil, anchor: String? = nil, count: Int) {
        self.id = id
        self.repeat = `repeat`
        self.anchor = anchor
        self.count = count
    }

    public static let fields = Fields(
        TaskOccurrenceList.init,
        .optional("id", \.id, "the id of a repeating task", .id),
        .optional("repeat", \.repeat, "a rule, instead of a task", .rule),
        .optional("anchor", \.anchor, "the first date of the rule", .phrase),
        .required("count", \.count, "how many at most", .range(1...100)))

    public static var paramsSchema: [(String, JSON)] {
        let rule: JSON = ["allOf": [given("repeat", "anchor"), without("id", "title")]]
        let task: JSON = ["allOf": [given("id"), without("repeat", "anchor")]]
        return [("oneOf", [task, rule])]
    }

    /// Checks that a task is named, or a rule with its anchor.
    public func validate() throws(ValidationError) {
        switch (id, self.repeat, anchor) {
        case (.some, nil, nil), (nil, .some, .some): return
        default: throw ValidationError(path: ["id"], problem: "or repeat with anchor must be given, and not both")
        }
    }
}
