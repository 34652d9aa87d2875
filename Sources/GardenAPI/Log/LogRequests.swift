import TimeKit

public struct LogList: Request {
    public static let method = "log.list"
    public static let summary = "Lists the lines of a day's log."
    public typealias Response = DayLog

    public var day: CalendarDay?

    public init(day: CalendarDay? = nil) { self.day = day }

    public static let fields = Fields(
        LogList.init,
        .optional("day", \.day, "the logical day (default: the current one)"))
}

public struct LogNote: ChangeRequest {
    public static let method = "log.note"
    public static let summary = "Adds a note to today's log."
    public typealias Response = LogLine

    public var text: String

    public init(text: String) { self.text = text }

    public static let fields = Fields(
        LogNote.init,
        .required("text", \.text, "the note; the line begins with the current time", .line(Limits.logLineCharacters)))
}

public struct LogEdit: ChangeRequest {
    public static let method = "log.edit"
    public static let summary = "Changes a line of today's log; the journal keeps what happened."
    public typealias Response = LogLine

    public var id: Int
    public var text: String

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

public struct LogRemove: ChangeRequest {
    public static let method = "log.remove"
    public static let summary = "Removes a line from today's log; the journal keeps what happened."
    public typealias Response = LogLine

    public var id: Int

    public init(id: Int) { self.id = id }

    public static let fields = Fields(
        LogRemove.init,
        .required("id", \.id, "the line's id", .id))
}

public struct LogArchives: Request {
    public static let method = "log.archives"
    public static let summary = "Lists the archived days."
    public typealias Response = [ArchivedDay]
    public static let fields = Fields(LogArchives.init)
    public init() {}
}
