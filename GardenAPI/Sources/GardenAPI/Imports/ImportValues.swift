import TimeKit

/// An entry of a file that is imported: a thing of one kind. One without anything is left out.
public struct ImportEntry: WireObject {
    public static let name = "ImportEntry"
    public static var refusesUnknownNames: Bool { true }

    /// Its line in the file, by which the answer names it; `nil` if it has none.
    public var line: Int?
    /// What the program that it is from knows it by, with the name of that: `taskwarrior:6f1a…`. An entry that the garden has by it is
    /// not added again. All but visits, categories and counters must have it: a visit without it is recognised by its content (RULES V12), and
    /// categories and counters by their names.
    public var origin: String?
    /// A visit, as `visit.add` takes it.
    public var visit: VisitAdd?
    /// A task.
    public var task: TaskEntry?
    /// A completion of an open task that repeats, or is a standing one.
    public var completion: CompletionEntry?
    /// A focus session.
    public var session: SessionEntry?
    /// A category, as `category.add` takes it. One of that name is known, and stays as it is.
    public var category: CategoryAdd?
    /// An item of the shop, as `shop.add` takes it.
    public var item: ShopAdd?
    /// A counter, as `inventory.add` takes it. One of that name is known, and stays as it is.
    public var counter: InventoryAdd?
    /// A line of the log.
    public var logLine: LogLineEntry?
    /// The points of a garden, which replace those of an empty one.
    public var balance: BalanceEntry?
    /// A day that does not count for streaks.
    public var dayOff: CalendarDay?
    /// A label of visits, as `label.add` takes it. One of that name is known, and stays as it is.
    public var label: LabelAdd?
    /// A group of visits, as `group.add` takes it; the same.
    public var group: GroupAdd?
    /// A person of visits, as `member.add` takes it; the same.
    public var member: MemberAdd?
    /// The experience of a garden, for an empty one.
    public var garden: GardenEntry?

    /// Creates the value from its members.
    public init(
        line: Int? = nil, origin: String? = nil, visit: VisitAdd? = nil, task: TaskEntry? = nil,
        completion: CompletionEntry? = nil, session: SessionEntry? = nil, category: CategoryAdd? = nil,
        item: ShopAdd? = nil, counter: InventoryAdd? = nil, logLine: LogLineEntry? = nil,
        balance: BalanceEntry? = nil, dayOff: CalendarDay? = nil, label: LabelAdd? = nil, group: GroupAdd? = nil,
        member: MemberAdd? = nil, garden: GardenEntry? = nil
    ) {
        self.garden = garden
        self.line = line
        self.origin = origin
        self.visit = visit
        self.task = task
        self.completion = completion
        self.session = session
        self.category = category
        self.item = item
        self.counter = counter
        self.logLine = logLine
        self.balance = balance
        self.dayOff = dayOff
        self.label = label
        self.group = group
        self.member = member
    }

    public static let fields = Fields(
        ImportEntry.init,
        .optional("line", \.line, "its line in the file, by which the answer names it", .id),
        .optional("origin", \.origin, "what the program that it is from knows it by: taskwarrior:6f1a…", .line(200)),
        .optional("visit", \.visit, "a visit, as visit.add takes it"),
        .optional("task", \.task, "a task"),
        .optional("completion", \.completion, "a completion of an open task that repeats, or is a standing one"),
        .optional("session", \.session, "a focus session"),
        .optional("category", \.category, "a category, as category.add takes it"),
        .optional("item", \.item, "an item of the shop, as shop.add takes it"),
        .optional("counter", \.counter, "a counter, as inventory.add takes it"),
        .optional("logLine", \.logLine, "a line of the log"),
        .optional("balance", \.balance, "the points of a garden, which replace those of an empty one"),
        .optional("dayOff", \.dayOff, "a day that does not count for streaks"),
        .optional("label", \.label, "a label, as label.add takes it"),
        .optional("group", \.group, "a group, as group.add takes it"),
        .optional("member", \.member, "a member, as member.add takes it"),
        .optional("garden", \.garden, "the experience of a garden, for an empty one"))
}

/// A task of a file, open or completed.
public struct TaskEntry: WireObject {
    public static let name = "TaskEntry"
    public static var refusesUnknownNames: Bool { true }

    /// The task, as `task.add` takes it. Its dates are exact. A reminder that has passed is left out.
    public var task: TaskAdd
    /// When it was added; `nil` for now.
    public var created: Timestamp?
    /// When it was completed; `nil` for an open one. A completed one does not repeat.
    public var completed: Timestamp?
    /// The experience that its completion brought; `nil` for none.
    public var exp: Int?
    /// The open occurrence of a task that repeats; `nil` for the first one of its dates.
    public var occurrence: TaskDate?
    /// The logical day that its completion counts on; `nil` for that of its time.
    public var completedOn: CalendarDay?

    /// Creates the value from its members.
    public init(
        task: TaskAdd, created: Timestamp? = nil, completed: Timestamp? = nil, exp: Int? = nil,
        occurrence: TaskDate? = nil, completedOn: CalendarDay? = nil
    ) {
        self.occurrence = occurrence
        self.completedOn = completedOn
        self.task = task
        self.created = created
        self.completed = completed
        self.exp = exp
    }

    public static let fields = Fields(
        TaskEntry.init,
        .required("task", \.task, "the task, as task.add takes it"),
        .optional("created", \.created, "when it was added (default: now)"),
        .optional("completed", \.completed, "when it was completed (default: it is open)"),
        .optional("exp", \.exp, "the experience that its completion brought (default: none)", .range(0...1)),
        .optional("occurrence", \.occurrence, "the open occurrence of one that repeats (default: that of its dates)"),
        .optional(
            "completedOn", \.completedOn, "the logical day that its completion counts on (default: that of its time)"))
}

/// A completion of a file, of an open task that repeats, or is a standing one. It opens no other occurrence.
public struct CompletionEntry: WireObject {
    public static let name = "CompletionEntry"
    public static var refusesUnknownNames: Bool { true }

    /// The ``ImportEntry/origin`` of the task, which the same import has before it, or an earlier one.
    public var task: String
    /// When it was.
    public var at: Timestamp
    /// The occurrence that was completed; `nil` if the task has none, or it is not known.
    public var occurrence: TaskDate?
    /// The experience that it brought; `nil` for none.
    public var exp: Int?
    /// The logical day that it counts on; `nil` for that of its time.
    public var day: CalendarDay?

    /// Creates the value from its members.
    public init(
        task: String, at: Timestamp, occurrence: TaskDate? = nil, exp: Int? = nil, day: CalendarDay? = nil
    ) {
        self.day = day
        self.task = task
        self.at = at
        self.occurrence = occurrence
        self.exp = exp
    }

    public static let fields = Fields(
        CompletionEntry.init,
        .required("task", \.task, "the origin of the task", .line(200)),
        .required("at", \.at, "when it was"),
        .optional("occurrence", \.occurrence, "the occurrence that was completed"),
        .optional("exp", \.exp, "the experience that it brought (default: none)", .range(0...1)),
        .optional("day", \.day, "the logical day that it counts on (default: that of its time)"))
}

/// A line of the log of a file.
public struct LogLineEntry: WireObject {
    public static let name = "LogLineEntry"
    public static var refusesUnknownNames: Bool { true }

    /// The logical day of its log.
    public var day: CalendarDay
    /// When it was written, or what it says happened.
    public var at: Timestamp
    /// What it is about.
    public var kind: LogKind
    /// The whole line.
    public var text: String
    /// When it was entered, if that is later than ``at``.
    public var enteredAt: Timestamp?

    /// Creates the value from its members.
    public init(day: CalendarDay, at: Timestamp, kind: LogKind, text: String, enteredAt: Timestamp? = nil) {
        self.day = day
        self.at = at
        self.kind = kind
        self.text = text
        self.enteredAt = enteredAt
    }

    public static let fields = Fields(
        LogLineEntry.init,
        .required("day", \.day, "the logical day of its log"),
        .required("at", \.at, "when it was written, or what it says happened"),
        .required("kind", \.kind, "what it is about"),
        .required("text", \.text, "the whole line", .line(Limits.logLineCharacters)),
        .optional("enteredAt", \.enteredAt, "when it was entered, if later"))
}

/// A focus session of a file.
public struct SessionEntry: WireObject {
    public static let name = "SessionEntry"
    public static var refusesUnknownNames: Bool { true }

    /// When it began.
    public var start: Timestamp
    /// When it ended.
    public var end: Timestamp
    /// The time focused in seconds; `nil` for all of it.
    public var seconds: Int?
    /// The category, which is created if it does not exist; `nil` for Default.
    public var category: String?
    /// A note of one line.
    public var note: String?
    /// The experience that it brought; `nil` for what its length brings (RULES P24).
    public var exp: Int?
    /// How it ended in the garden that it is from; `nil` for a stretch of work of another program, which is completed. One that a
    /// garden has recorded comes in as it was, however long it is.
    public var outcome: SessionOutcome?
    /// What it was recorded by; `nil` for ``SessionSource/manual``.
    public var source: SessionSource?
    /// The logical day that it counts for; `nil` for the one in which most of it lies (RULES P13).
    public var day: CalendarDay?
    /// The pauses longer than the grace; `nil` for none.
    public var pauses: [TimeSpan]?
    /// Whether nothing showed the person until its end; `nil` for no.
    public var unattended: Bool?
    /// The ``ImportEntry/origin`` of its task; `nil` for none.
    public var task: String?
    /// The title of its task at that time; `nil` for none.
    public var taskTitle: String?

    /// Creates the value from its members.
    public init(
        start: Timestamp, end: Timestamp, seconds: Int? = nil, category: String? = nil, note: String? = nil,
        exp: Int? = nil, outcome: SessionOutcome? = nil, source: SessionSource? = nil, day: CalendarDay? = nil,
        pauses: [TimeSpan]? = nil, unattended: Bool? = nil, task: String? = nil, taskTitle: String? = nil
    ) {
        self.outcome = outcome
        self.source = source
        self.day = day
        self.pauses = pauses
        self.unattended = unattended
        self.task = task
        self.taskTitle = taskTitle
        self.start = start
        self.end = end
        self.seconds = seconds
        self.category = category
        self.note = note
        self.exp = exp
    }

    public static let fields = Fields(
        SessionEntry.init,
        .required("start", \.start, "when it began"),
        .required("end", \.end, "when it ended"),
        .optional(
            "seconds", \.seconds, "the time focused (default: all of it)", .range(0...Limits.secondsOfRecordedSession)),
        .optional("category", \.category, "the category, created if it does not exist (default: Default)", .newName),
        .optional("note", \.note, "a note of one line", .line(500)),
        .optional(
            "exp", \.exp, "the experience that it brought (default: that of its length)",
            .range(0...Limits.secondsOfRecordedSession / 1500)),
        .optional("outcome", \.outcome, "how it ended in the garden that recorded it (default: of another program)"),
        .optional("source", \.source, "what it was recorded by (default: manual)"),
        .optional("day", \.day, "the logical day that it counts for (default: the one with most of it)"),
        .optional("pauses", \.pauses, "the pauses longer than the grace (default: none)"),
        .optional("unattended", \.unattended, "true if nothing showed the person until its end (default: false)"),
        .optional("task", \.task, "the origin of its task", .line(200)),
        .optional("taskTitle", \.taskTitle, "the title of its task at that time", .line(500)))
}

/// What a garden of a category has grown to.
public struct GardenEntry: WireObject {
    public static let name = "GardenEntry"
    public static var refusesUnknownNames: Bool { true }

    /// The category, which is created if it does not exist.
    public var category: String
    /// Its experience from focus, drills, and what a person gave it.
    public var focusExp: Int
    /// Its experience from tasks.
    public var taskExp: Int

    /// Creates the value from its members.
    public init(category: String, focusExp: Int, taskExp: Int) {
        self.category = category
        self.focusExp = focusExp
        self.taskExp = taskExp
    }

    public static let fields = Fields(
        GardenEntry.init,
        .required("category", \.category, "the category, created if it does not exist", .newName),
        .required(
            "focusExp", \.focusExp, "its experience from focus, drills, and what a person gave it",
            .range(0...Limits.importedExp)),
        .required("taskExp", \.taskExp, "its experience from tasks", .range(0...Limits.importedExp)))
}

/// The points of a garden.
public struct BalanceEntry: WireObject {
    public static let name = "BalanceEntry"
    public static var refusesUnknownNames: Bool { true }

    /// The balance.
    public var balance: Int
    /// The multiplier of what a task pays; `nil` to keep that of the garden.
    public var multiplier: Int?

    /// Creates the value from its members.
    public init(balance: Int, multiplier: Int? = nil) {
        self.balance = balance
        self.multiplier = multiplier
    }

    public static let fields = Fields(
        BalanceEntry.init,
        .required("balance", \.balance, "the balance", .fromZero),
        .optional("multiplier", \.multiplier, "the multiplier, 1 or 2 (default: that of the garden)", .range(1...2)))
}

/// The answer to ``ImportApply``.
public struct StagedImport: WireObject, Equatable {
    public static let name = "StagedImport"

    /// How many entries the import has so far.
    public var staged: Int

    /// Creates the value from its members.
    public init(staged: Int) { self.staged = staged }

    public static let fields = Fields(
        StagedImport.init,
        .required("staged", \.staged, "how many entries the import has so far"))
}

/// How many of a kind an import has added.
public struct ImportCount: WireObject, Equatable {
    public static let name = "ImportCount"

    /// The kind, such as `visit`.
    public var kind: String
    /// How many.
    public var count: Int

    /// Creates the value from its members.
    public init(kind: String, count: Int) {
        self.kind = kind
        self.count = count
    }

    public static let fields = Fields(
        ImportCount.init,
        .required("kind", \.kind, "the kind, such as visit"),
        .required("count", \.count, "how many"))
}

/// An entry that an import has left out.
public struct SkippedEntry: WireObject, Equatable {
    public static let name = "SkippedEntry"

    /// Its place among the entries of the import, from 1.
    public var entry: Int
    /// Its line in the file; `nil` if it was sent without one.
    public var line: Int?
    /// Why, in a sentence.
    public var why: String

    /// Creates the value from its members.
    public init(entry: Int, line: Int? = nil, why: String) {
        self.entry = entry
        self.line = line
        self.why = why
    }

    public static let fields = Fields(
        SkippedEntry.init,
        .required("entry", \.entry, "its place among the entries, from 1"),
        .nullable("line", \.line, "its line in the file, if it was sent with one"),
        .required("why", \.why, "why it was left out"))
}

/// The answer to ``ImportCommit``.
public struct ImportReport: WireObject, Equatable {
    public static let name = "ImportReport"

    /// What was added, one count for each kind; nothing if the garden had all of it.
    public var added: [ImportCount]
    /// How many entries the garden had already.
    public var known: Int
    /// The names of the categories that it created, in their order.
    public var newCategories: [String]
    /// How many entries were left out.
    public var skipped: Int
    /// The first 1000 of those.
    public var skippedEntries: [SkippedEntry]

    /// Creates the value from its members.
    public init(
        added: [ImportCount], known: Int, newCategories: [String] = [], skipped: Int, skippedEntries: [SkippedEntry]
    ) {
        self.added = added
        self.known = known
        self.newCategories = newCategories
        self.skipped = skipped
        self.skippedEntries = skippedEntries
    }

    public static let fields = Fields(
        ImportReport.init,
        .required("added", \.added, "what was added, by kind"),
        .required("known", \.known, "how many entries the garden had already"),
        .required("newCategories", \.newCategories, "the names of the categories that it created"),
        .required("skipped", \.skipped, "how many entries were left out"),
        .required("skippedEntries", \.skippedEntries, "the first 1000 of those"))
}

/// An import: the data of `import.applied`.
public struct AppliedImport: WireObject, Equatable {
    public static let name = "AppliedImport"

    /// Where the entries were from.
    public var source: String
    /// What was added.
    public var added: [ImportCount]
    /// The same in words: `1300 visits from places.gpx`.
    public var what: String

    /// Creates the value from its members.
    public init(source: String, added: [ImportCount], what: String) {
        self.source = source
        self.added = added
        self.what = what
    }

    public static let fields = Fields(
        AppliedImport.init,
        .required("source", \.source, "where the entries were from"),
        .required("added", \.added, "what was added, by kind"),
        .required("what", \.what, "the same in words"))
}

/// What the garden knows an entry of another program by: the data of `import.entryAdded`.
public struct ImportOrigin: WireObject, Equatable {
    public static let name = "ImportOrigin"

    /// The kind, such as `task`.
    public var kind: String
    /// The id of what was added.
    public var id: Int
    /// What the program that it is from knows it by.
    public var origin: String

    /// Creates the value from its members.
    public init(kind: String, id: Int, origin: String) {
        self.kind = kind
        self.id = id
        self.origin = origin
    }

    public static let fields = Fields(
        ImportOrigin.init,
        .required("kind", \.kind, "the kind, such as task"),
        .required("id", \.id, "the id of what was added"),
        .required("origin", \.origin, "what the program that it is from knows it by"))
}
