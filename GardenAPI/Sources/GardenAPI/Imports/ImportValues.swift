/// An entry of a file that is imported: something of one kind, as the method that adds one takes it. One without anything is left
/// out.
public struct ImportEntry: WireObject {
    public static let name = "ImportEntry"
    public static var refusesUnknownNames: Bool { true }

    /// Its line in the file, by which the answer names it; `nil` if it has none.
    public var line: Int?
    /// A visit, as `visit.add` takes it.
    public var visit: VisitAdd?

    /// Creates the value from its members.
    public init(line: Int? = nil, visit: VisitAdd? = nil) {
        self.line = line
        self.visit = visit
    }

    public static let fields = Fields(
        ImportEntry.init,
        .optional("line", \.line, "its line in the file, by which the answer names it", .id),
        .optional("visit", \.visit, "a visit, as visit.add takes it"))
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
    /// How many entries were left out.
    public var skipped: Int
    /// The first 1000 of those.
    public var skippedEntries: [SkippedEntry]

    /// Creates the value from its members.
    public init(added: [ImportCount], known: Int, skipped: Int, skippedEntries: [SkippedEntry]) {
        self.added = added
        self.known = known
        self.skipped = skipped
        self.skippedEntries = skippedEntries
    }

    public static let fields = Fields(
        ImportReport.init,
        .required("added", \.added, "what was added, by kind"),
        .required("known", \.known, "how many entries the garden had already"),
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
