/// Takes back the last changes that a person made to entities and points, the newest first, or one of them alone (RULES U1 … U4, U7).
///
/// Each gets one event `change.undone` and a line in the log. Sums go back by their amount, everything else to its
/// previous value. If one of them cannot be taken back exactly, none is. A phase that was stopped, skipped or restarted is back,
/// paused, unless another one has begun since; then undo passes over that change, and the answer names it (RULES P25).
///
/// Errors:
/// - `refused`, reason `cannot_undo`, with `why` (see ``UndoableChange/why``) and, if a later change is the cause, its
///   number as `change` and its `method`; `nothing` when there is no change to take back, or no such one; `parts` when one of several
///   changes has many parts, such as an import: it is taken back by itself.
/// - `refused`, reason `in_batch`, when the change has many parts, and the line has other requests.
public struct JournalUndo: ChangeRequest {
    public static let method = "journal.undo"
    public static let summary =
        "Takes back the last changes, the newest first: all that there are, or none; or one change alone."
    public typealias Response = UndoneChanges
    public static let errors: [RequestError] = [.refused(.cannotUndo), .refused(.inBatch)]

    /// How many changes, 1 … 100; fewer if there are not so many. `nil` for 1.
    public var count: Int?
    /// The number of the one change to take back (``UndoableChange/seq``), whatever has been changed since; `nil` for the last ones.
    public var change: Int?
    /// False to refuse, with the reason `cannot_undo` and `why` `passed`, instead of passing over such a change; `nil` for true.
    public var passing: Bool?

    /// Creates the request.
    public init(count: Int? = nil, change: Int? = nil, passing: Bool? = nil) {
        self.count = count
        self.change = change
        self.passing = passing
    }

    public static let fields = Fields(
        JournalUndo.init,
        .optional("count", \.count, "how many changes (default: 1)", .range(1...100, "changes")),
        .optional("change", \.change, "the number of one change, instead of the last ones", .id),
        .optional("passing", \.passing, "false: refuse rather than pass over a stop or skip (default: true)"))

    public static var paramsSchema: [(String, JSON)] { [("not", given("count", "change"))] }

    /// Checks that the last changes or one change are given.
    public func validate() throws(ValidationError) {
        guard count == nil || change == nil else {
            throw ValidationError(path: ["change"], problem: "conflicts with count; give one of them")
        }
    }
}

/// Makes the changes again that were undone last, the last one undone first (RULES U3).
///
/// Errors:
/// - `refused`, reason `cannot_undo`, as for ``JournalUndo``; `nothing` also when another change has followed the undo.
/// - `refused`, reason `in_batch`, as for ``JournalUndo``.
public struct JournalRedo: ChangeRequest {
    public static let method = "journal.redo"
    public static let summary = "Makes the changes again that were undone last: all that there are, or none."
    public typealias Response = RedoneChanges
    public static let errors: [RequestError] = [.refused(.cannotUndo), .refused(.inBatch)]

    /// How many changes, 1 … 100; fewer if there are not so many. `nil` for 1.
    public var count: Int?

    /// Creates the request.
    public init(count: Int? = nil) { self.count = count }

    public static let fields = Fields(
        JournalRedo.init,
        .optional("count", \.count, "how many changes (default: 1)", .range(1...100, "changes")))
}

/// Lists the changes that ``JournalUndo`` would take back, the newest first.
///
/// The last 1000 changes are remembered.
public struct JournalUndoable: Request {
    public static let method = "journal.undoable"
    public static let looksThrough: [LookedThrough] = [.changes]
    public static let summary = "Lists the changes that undo would take back, newest first, and whether it can."
    public typealias Response = [UndoableChange]

    /// At most this many, 1 … 100; `nil` for 10.
    public var limit: Int?

    /// Creates the request.
    public init(limit: Int? = nil) { self.limit = limit }

    public static let fields = Fields(
        JournalUndoable.init,
        .optional("limit", \.limit, "at most this many (default: 10)", .range(1...100, "changes")))
}
