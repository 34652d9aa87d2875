import TimeKit

/// Lists the lines of a day's log (RULES A1): the newest, and with `before` those before them.
///
/// A day without a log, or past its retention, has no lines; this is not an error.
///
/// Errors:
/// - `refused`, reason `not_understood`, when the day is not understood.
public struct LogList: Request {
    public static let method = "log.list"
    public static let summary = "Lists the lines of a day's log."
    public typealias Response = DayLog
    public static let errors: [RequestError] = [.refused(.notUnderstood)]

    /// The logical day, as `YYYY-MM-DD` or in words that look back (RULES T9); `nil` for the current one.
    public var day: String?
    /// At most this many lines, the newest; `nil` for ``Limits/logLines``.
    public var limit: Int?
    /// Only lines before the one with this id; `nil` for all.
    public var before: Int?

    /// Creates the request.
    public init(day: String? = nil, limit: Int? = nil, before: Int? = nil) {
        self.day = day
        self.limit = limit
        self.before = before
    }

    public static let fields = Fields(
        LogList.init,
        .optional("day", \.day, "the logical day, such as yesterday (default: the current one)", .phrase),
        .optional(
            "limit", \.limit, "at most this many lines, the newest (default: \(Limits.logLines))",
            .range(1...Limits.logLines, "lines")),
        .optional("before", \.before, "only lines before the one with this id", .range(1...Int.max)))
}

/// Adds a note to the log of the day on which it happened, and returns the line (RULES A1, P22).
///
/// Errors:
/// - those of ``at``, which protect the garden: `refused`, reason `not_understood`; `in_the_future`, when it lies after now;
///   `before_reset`.
public struct LogNote: ChangeRequest {
    public static let method = "log.note"
    public static let summary = "Adds a note to the log, now or afterwards."
    public typealias Response = LogLine
    public static let errors: [RequestError] = RequestError.ofPastTime

    /// The note, 1 … 1000 characters. The line begins with the time.
    public var text: String
    /// When it happened, looking back (RULES P22, T9); `nil` for now.
    public var at: String?

    /// Creates the request.
    public init(text: String, at: String? = nil) {
        self.text = text
        self.at = at
    }

    public static let fields = Fields(
        LogNote.init,
        .required("text", \.text, "the note; the line begins with the time", .line(Limits.logLineCharacters)),
        .optional("at", \.at, "when it happened, looking back (default: now)", .phrase))
}

/// Changes a line of today's log, and returns it. The journal keeps what happened (RULES A1).
///
/// Errors:
/// - `not_found` when no line has the id.
/// - `refused`, reason `archived`, when the line is not in the log of today.
public struct LogEdit: ChangeRequest {
    public static let method = "log.edit"
    public static let summary = "Changes a line of today's log; the journal keeps what happened."
    public typealias Response = LogLine
    public static let errors: [RequestError] = [.notFound, .refused(.archived)]

    /// The line's id.
    public var id: Int
    /// The new text, 1 … 1000 characters. Without a time such as `[09:05]`, the line keeps its time.
    public var text: String

    /// Creates the request.
    public init(id: Int, text: String) {
        self.id = id
        self.text = text
    }

    public static let fields = Fields(
        LogEdit.init,
        .required("id", \.id, "the line's id", .id),
        .required(
            "text", \.text, "the new text; without a time in brackets, the line keeps its time",
            .line(Limits.logLineCharacters)))
}

/// Removes a line from today's log, and returns it as it was. The journal keeps what happened (RULES A1).
///
/// Errors:
/// - `not_found` when no line has the id.
/// - `refused`, reason `archived`, when the line is not in the log of today.
public struct LogRemove: ChangeRequest {
    public static let method = "log.remove"
    public static let summary = "Removes a line from today's log; the journal keeps what happened."
    public typealias Response = LogLine
    public static let errors: [RequestError] = [.notFound, .refused(.archived)]

    /// The line's id.
    public var id: Int

    /// Creates the request.
    public init(id: Int) { self.id = id }

    public static let fields = Fields(
        LogRemove.init,
        .required("id", \.id, "the line's id", .id))
}

/// Lists the archived days (RULES A5).
public struct LogArchives: Request {
    public static let method = "log.archives"
    public static let summary = "Lists the archived days."
    public typealias Response = [ArchivedDay]
    public static let fields = Fields(LogArchives.init)

    /// Creates the request.
    public init() {}
}
