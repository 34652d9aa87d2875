import TimeKit

/// An entry of a file that is imported: a thing of one kind. One without anything is left out.
public struct ImportEntry: WireObject {
    public static let name = "ImportEntry"
    public static var refusesUnknownNames: Bool { true }

    /// Its line in the file, by which the answer names it; `nil` if it has none.
    public var line: Int?
    /// What the program that it is from knows it by, with the name of that: `taskwarrior:6f1a…`. An entry that the garden has by it is
    /// not added again. A task and a session must have it; a visit without it is recognised by its content (RULES V12).
    public var origin: String?
    /// A visit, as `visit.add` takes it.
    public var visit: VisitAdd?
    /// A task.
    public var task: TaskEntry?
    /// A focus session.
    public var session: SessionEntry?

    /// Creates the value from its members.
    public init(
        line: Int? = nil, origin: String? = nil, visit: VisitAdd? = nil, task: TaskEntry? = nil,
        session: SessionEntry? = nil
    ) {
        self.line = line
        self.origin = origin
        self.visit = visit
        self.task = task
        self.session = session
    }

    public static let fields = Fields(
        ImportEntry.init,
        .optional("line", \.line, "its line in the file, by which the answer names it", .id),
        .optional("origin", \.origin, "what the program that it is from knows it by: taskwarrior:6f1a…", .line(200)),
        .optional("visit", \.visit, "a visit, as visit.add takes it"),
        .optional("task", \.task, "a task"),
        .optional("session", \.session, "a focus session"))
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

    /// Creates the value from its members.
    public init(task: TaskAdd, created: Timestamp? = nil, completed: Timestamp? = nil) {
        self.task = task
        self.created = created
        self.completed = completed
    }

    public static let fields = Fields(
        TaskEntry.init,
        .required("task", \.task, "the task, as task.add takes it"),
        .optional("created", \.created, "when it was added (default: now)"),
        .optional("completed", \.completed, "when it was completed (default: it is open)"))
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

    /// Creates the value from its members.
    public init(start: Timestamp, end: Timestamp, seconds: Int? = nil, category: String? = nil, note: String? = nil) {
        self.start = start
        self.end = end
        self.seconds = seconds
        self.category = category
        self.note = note
    }

    public static let fields = Fields(
        SessionEntry.init,
        .required("start", \.start, "when it began"),
        .required("end", \.end, "when it ended"),
        .optional("seconds", \.seconds, "the time focused (default: all of it)", .range(1...86_400)),
        .optional("category", \.category, "the category, created if it does not exist (default: Default)", .newName),
        .optional("note", \.note, "a note of one line", .line(500)))
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
