/// Adds a task that is described by one sentence, and returns it with what was understood (RULES T15).
///
/// `Buy milk tomorrow 18:00 every week #Home +shop +200 ~2 !1` is the title `Buy milk`, a date, a repetition, a category, a tag, points,
/// an estimate and a priority; `remind me to call Bob tomorrow 9:00`, `… remind 1h before` and `!9:00` set a reminder (RULES T18). The
/// task is the one that ``TaskAdd`` adds with these fields.
///
/// Errors:
/// - `refused`, reason `too_many`, as for ``TaskAdd``.
/// - `invalid_params` when no title is left, or a quotation does not end. What looks like a mark or a date and is not understood stays
///   in the title; ``QuickAddedTask/problems`` names it.
public struct TaskQuickAdd: ChangeRequest {
    public static let method = "task.quickAdd"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Adds a task that is described by one sentence, and returns what was understood."
    public typealias Response = QuickAddedTask
    public static let errors: [RequestError] = [.refused(.tooMany)]

    /// The sentence, 1 … 1000 characters.
    public var text: String
    /// Whether to return only what would be added, and to change nothing; `nil` for false.
    public var dryRun: Bool?

    /// Creates the request.
    public init(text: String, dryRun: Bool? = nil) {
        self.text = text
        self.dryRun = dryRun
    }

    public static let fields = Fields(
        TaskQuickAdd.init,
        .required(
            "text", \.text,
            "the title with dates, #category, +tag, +points, ~focuses, !priority and a request for a reminder",
            .line(1000)),
        .optional("dryRun", \.dryRun, "whether to change nothing and only return what would be added (default: false)"))
}

/// A part of a sentence and its meaning.
public struct UnderstoodText: WireObject, Equatable {
    public static let name = "UnderstoodText"

    /// The words as they were written: `tomorrow 18:00`.
    public var text: String
    /// What they mean, for people: `due Tue 2026-11-24 18:00`.
    public var meaning: String

    /// Creates the value from its members.
    public init(text: String, meaning: String) {
        self.text = text
        self.meaning = meaning
    }

    public static let fields = Fields(
        UnderstoodText.init,
        .required("text", \.text, "the words as they were written"),
        .required("meaning", \.meaning, "what they mean, for people"))
}

/// Words of a sentence that look like a mark, a date or a request for a reminder, and are not understood as one. They are in the title.
public struct UnreadText: WireObject, Equatable {
    public static let name = "UnreadText"

    /// The words as they were written: `tomorrow 25:00`.
    public var text: String
    /// What is wrong with them, for people.
    public var problem: String

    /// Creates the value from its members.
    public init(text: String, problem: String) {
        self.text = text
        self.problem = problem
    }

    public static let fields = Fields(
        UnreadText.init,
        .required("text", \.text, "the words as they were written"),
        .required("problem", \.problem, "what is wrong with them, for people"))
}

/// The answer to ``TaskQuickAdd``.
public struct QuickAddedTask: WireObject, Equatable {
    public static let name = "QuickAddedTask"

    /// The task that was added; in a dry run, the one that would be added.
    public var task: TaskItem
    /// What is not part of the title, in the order of the sentence.
    public var understood: [UnderstoodText]
    /// The words of the title that can be meant as a date.
    public var datesInTitle: [String]
    /// The words that ask for a reminder, or look like it, for which no time is understood; `nil` if there are none (RULES T18).
    public var unsetReminder: String?
    /// The words of the title that can be meant as tags (RULES T22).
    public var tagsInTitle: [String]
    /// The words of the title that look like a mark, a date or a request, and are not understood.
    public var problems: [UnreadText]

    /// Creates the value from its members.
    public init(
        task: TaskItem, understood: [UnderstoodText], datesInTitle: [String], unsetReminder: String? = nil,
        tagsInTitle: [String] = [], problems: [UnreadText] = []
    ) {
        self.task = task
        self.understood = understood
        self.datesInTitle = datesInTitle
        self.unsetReminder = unsetReminder
        self.tagsInTitle = tagsInTitle
        self.problems = problems
    }

    public static let fields = Fields(
        QuickAddedTask.init,
        .required("task", \.task, "the task that was added, or would be"),
        .required("understood", \.understood, "what is not part of the title, in the order of the sentence"),
        .required(
            "datesInTitle", \.datesInTitle, "the words of the title that can be meant as a date"),
        .nullable(
            "unsetReminder", \.unsetReminder, "the words that ask for a reminder without a time that is understood"),
        .required("tagsInTitle", \.tagsInTitle, "the words of the title that can be meant as tags"),
        .required("problems", \.problems, "the words of the title that are not understood as a mark or a date"))
}
