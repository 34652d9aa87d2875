/// Changes fields of an open task, and returns it. `null` clears a field. Of a repeating task, `meta` says what moved: as
/// ``MovedDates``, in the member `dates` (RULES T20).
///
/// Errors: those of ``TaskAdd``, and
/// - `not_found` when no task has the id or title.
/// - `refused`, reason `ambiguous`, when several open titles begin that way; `candidates` lists them.
/// - `refused`, reason `already_done`, when the task is completed: reopen it first; or when the date is that of a later
///   occurrence that is completed already.
/// - `refused`, reason `not_repeating`, when ``series`` or ``occurrenceOnly`` is true with a date, and the task does not repeat.
/// - `invalid_params` when the task would have more than 10 tags, or points below 0 without being a standing one.
/// - `invalid_params` when ``series`` is true, and the task does not repeat on the date by its rule; when ``occurrenceOnly`` is true,
///   and the task is a standing one or the date that repeats is cleared.
public struct TaskEdit: ChangeRequest, TasksReference {
    public static let method = "task.edit"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Changes a task; null clears a field."
    /// What it returns of each task.
    public typealias Item = TaskItem
    public typealias Response = OneOrList<TaskItem>
    public static let errors: [RequestError] =
        TaskAdd.errors + [.notFound, .refused(.ambiguous), .refused(.alreadyDone), .refused(.notRepeating)]
    /// The member of `meta` that says what moved of a repeating task.
    public static let datesName = "dates"

    /// The id of the task; `nil` if the request uses ``ids`` or the title.
    public var id: Int?
    /// The ids of several tasks; `nil` if the request names one.
    public var ids: IDList?
    /// The title of the task, or the unique beginning of the title of an open task; `nil` if the request uses ids.
    public var title: String?
    /// The new title; `nil` to keep it.
    public var newTitle: String?
    /// The name of the new category, where the task goes to the end; `nil` to keep it.
    public var category: String?
    /// The new points; below 0, a standing task takes them (RULES T25); `nil` to keep them.
    public var points: Int?
    /// The new priority.
    public var priority: FieldChange<Int>
    /// Whether completing it never closes it; `nil` to keep this.
    public var standing: Bool?
    /// The new note.
    public var note: FieldChange<String>
    /// When it can begin, a date.
    public var start: FieldChange<String>
    /// When it ends, a date.
    public var end: FieldChange<String>
    /// When it is due, a date.
    public var due: FieldChange<String>
    /// When it reminds, a date, or a distance from ``due``.
    public var remind: FieldChange<String>
    /// How it repeats.
    public var `repeat`: FieldChange<String>
    /// The estimated number of focus sessions.
    public var estimate: FieldChange<Int>
    /// All its new tags (RULES T22), an empty list for none; `nil` to keep them.
    public var tags: TagList?
    /// Tags that it gets besides those that it has; `nil` for none.
    public var addTags: TagList?
    /// Tags that it loses if it has them; `nil` for none.
    public var removeTags: TagList?
    /// Whether the date, on which the rule repeats, moves all occurrences of a repeating task from the open one on; `nil` for false.
    public var series: Bool?
    /// Whether the dates are those of the open occurrence of a repeating task only; `nil` for false.
    public var occurrenceOnly: Bool?

    /// Creates the request.
    public init(
        id: Int? = nil, ids: IDList? = nil, title: String? = nil, newTitle: String? = nil, category: String? = nil,
        points: Int? = nil,
        priority: FieldChange<Int> = .keep, standing: Bool? = nil, note: FieldChange<String> = .keep,
        start: FieldChange<String> = .keep, end: FieldChange<String> = .keep, due: FieldChange<String> = .keep,
        remind: FieldChange<String> = .keep, `repeat`: FieldChange<String> = .keep,
        estimate: FieldChange<Int> = .keep, tags: TagList? = nil, addTags: TagList? = nil, removeTags: TagList? = nil,
        series: Bool? = nil, occurrenceOnly: Bool? = nil
    ) {
        self.id = id
        self.ids = ids
        self.title = title
        self.newTitle = newTitle
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
        self.addTags = addTags
        self.removeTags = removeTags
        self.series = series
        self.occurrenceOnly = occurrenceOnly
    }

    public static let fields = Fields(
        TaskEdit.init,
        .id, .orIds, .orTitle,
        .optional("newTitle", \.newTitle, "its new title", .line(500)),
        .optional("category", \.category, "its new category; the task goes to the end", .newName),
        .optional(
            "points", \.points,
            "the points it pays, before the multiplier, or below 0, those that a standing task takes", .pointsOfTask),
        .change("priority", \.priority, "its priority, from 1 (high) to 9 (low)", .range(1...9)),
        .optional("standing", \.standing, "whether completing it never closes it"),
        .change("note", \.note, "its note", .note),
        .change("start", \.start, "when it can begin", .phrase),
        .change("end", \.end, "when it ends", .phrase),
        .change("due", \.due, "when it is due", .phrase),
        .change(
            "remind", \.remind,
            "when it reminds: a date, 09:00 if only a day is given; or at due, 10m before, 1d before 18:00", .phrase),
        .change("repeat", \.repeat, "how it repeats: a word, an RRULE, after 4d, or 3 times a week", .rule),
        .change("estimate", \.estimate, "the estimated number of focus sessions", .range(1...99)),
        .optional("tags", \.tags, "all its new tags"),
        .optional("addTags", \.addTags, "tags that it gets"),
        .optional("removeTags", \.removeTags, "tags that it loses"),
        .optional("series", \.series, "whether its dates move all occurrences from the open one on (default: false)"),
        .optional(
            "occurrenceOnly", \.occurrenceOnly,
            "whether its dates are those of the open occurrence only (default: false)"))

    public static var paramsSchema: [(String, JSON)] {
        let both = given(where: [("series", ["const": true]), ("occurrenceOnly", ["const": true])])
        let repeated = given("repeat", where: [("occurrenceOnly", ["const": true])])
        let cleared: JSON = [
            "properties": ["repeat": ["type": "null"], "occurrenceOnly": ["const": true]],
            "required": ["repeat", "occurrenceOnly"],
        ]
        let takes = given(where: [("points", ["type": "integer", "maximum": -1]), ("standing", ["const": false])])
        return referenceSchema + [
            (
                "not",
                [
                    "anyOf": .array(
                        [both, repeated, cleared, takes, given("tags", "addTags"), given("tags", "removeTags")]
                            + withIds("newTitle"))
                ]
            )
        ]
    }

    /// Checks that the task is named, that what it changes goes together, and that the dates are not both those of one occurrence and
    /// of all.
    public func validate() throws(ValidationError) {
        try checkReference()
        try checkIsOfOne("newTitle", isGiven: newTitle != nil)
        if tags != nil, addTags != nil || removeTags != nil {
            throw ValidationError(path: ["tags"], problem: "cannot be given with addTags or removeTags")
        }
        let removed = Set((removeTags?.tags ?? []).map(\.folded))
        if let tag = addTags?.tags.first(where: { removed.contains($0.folded) }) {
            throw ValidationError(
                path: ["removeTags"], problem: "must not have \(JSON.string(tag).text), which is in addTags")
        }
        if let points, points < 0, standing == false {
            throw ValidationError(path: ["points"], problem: "must be at least 0 of a task that is not standing")
        }
        guard occurrenceOnly == true else { return }
        if series == true { throw ValidationError(path: ["series"], problem: "cannot be given with occurrenceOnly") }
        if self.repeat.isGiven {
            throw ValidationError(path: ["repeat"], problem: "cannot be given with occurrenceOnly")
        }
    }
}
