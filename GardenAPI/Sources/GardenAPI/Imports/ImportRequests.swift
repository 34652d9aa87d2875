/// Sends entries of a file ahead, in parts, because a line is bounded; ``ImportCommit`` adds them (RULES I1).
///
/// Nothing is changed and nothing is kept on the disk: the daemon holds the entries for this connection, until it is closed, until
/// they are committed, or for 10 minutes after the last part.
///
/// Errors:
/// - `refused`, reason `too_many`, when all that the connection has sent ahead would exceed 32 MiB.
/// - `refused`, reason `busy`, when what all connections have sent ahead would exceed 32 MiB.
/// - `refused`, reason `out_of_range`, when an earlier part of the import had another ``source``.
public struct ImportApply: Request {
    public static let method = "import.apply"
    public static let summary = "Sends entries of a file ahead, which import.commit adds."
    public typealias Response = StagedImport
    public static let errors: [RequestError] = [.refused(.tooMany), .refused(.outOfRange), .refused(.busy)]

    /// A name that the client chooses, which all parts and the commit have.
    public var `import`: String
    /// Where the entries are from, such as the name of the file. The log and undo say it.
    public var source: String
    /// The next entries.
    public var entries: [ImportEntry]

    /// Creates the request.
    public init(import: String, source: String, entries: [ImportEntry]) {
        self.import = `import`
        self.source = source
        self.entries = entries
    }

    public static let fields = Fields(
        ImportApply.init,
        .required("import", \.import, "a name that the client chooses for the import", .line(64)),
        .required("source", \.source, "where the entries are from, such as the name of the file", .line(100)),
        .required("entries", \.entries, "the next entries"))
}

/// Adds the entries that were sent ahead (``ImportApply``), as one change: one undo takes all of it back (RULES I1).
///
/// What the garden has already is not added again, so an import can be repeated. An entry that cannot be added is left out, and the
/// answer says why. What is imported is of the past: it counts on its own days, and only the import itself is news (RULES I6). Once it
/// has begun, the entries are used up, whatever comes of it; a dry run leaves them. Many entries are added in parts, between the
/// requests of others; until all are there, other imports, undo and redo, and changes of what the import adds are refused as `busy`. If
/// the client leaves before, or the daemon ends, all parts are taken back.
///
/// Errors:
/// - `not_found` when nothing was sent ahead under the name.
/// - `refused`, reason `in_batch`, when the line has other requests and the entries are more than one part.
public struct ImportCommit: ChangeRequest {
    public static let method = "import.commit"
    public static let summary = "Adds the entries that were sent ahead, as one change."
    public typealias Response = ImportReport
    public static let errors: [RequestError] = [.notFound, .refused(.inBatch)]

    /// The name of the import.
    public var `import`: String
    /// True to change nothing and only answer what would be added; the entries stay. `nil` for false.
    public var dryRun: Bool?
    /// True to pay the points of completed tasks and of focus sessions; `nil` for false (RULES I4).
    public var points: Bool?
    /// False for sessions that bring minutes only, and no experience; `nil` for true (RULES I6).
    public var exp: Bool?

    /// Creates the request.
    public init(import: String, dryRun: Bool? = nil, points: Bool? = nil, exp: Bool? = nil) {
        self.import = `import`
        self.dryRun = dryRun
        self.points = points
        self.exp = exp
    }

    public static let fields = Fields(
        ImportCommit.init,
        .required("import", \.import, "the name of the import", .line(64)),
        .optional("dryRun", \.dryRun, "true: only answer what would be added (default: false)"),
        .optional("points", \.points, "true: pay points for what is imported (default: false)"),
        .optional("exp", \.exp, "false: sessions bring no experience (default: true)"))
}
