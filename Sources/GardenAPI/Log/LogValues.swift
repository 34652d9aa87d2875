import TimeKit

/// What a line of the log is about (RULES A1). Each feature adds its own kinds; a reader passes over those it does not know.
public struct LogKind: WireValue, Hashable {
    public let word: String

    public init(_ word: String) { self.word = word }

    /// The beginning of a day (RULES A3).
    public static let header = LogKind("header")
    /// The points earned in the hours before (RULES A4).
    public static let subtotal = LogKind("subtotal")
    public static let earn = LogKind("earn")
    public static let buy = LogKind("buy")
    public static let refund = LogKind("refund")
    public static let adjust = LogKind("adjust")
    public static let meter = LogKind("meter")
    public static let rate = LogKind("rate")
    public static let inventory = LogKind("inventory")
    public static let focus = LogKind("focus")
    public static let level = LogKind("level")
    public static let note = LogKind("note")
    public static let day = LogKind("day")

    public static var schema: JSON { ["type": "string"] }

    public init(json: JSON) throws(ValidationError) { word = try String(json: json) }
    public func write(to writer: inout JSONWriter) { writer.string(word) }
    public var json: JSON { .string(word) }
}

/// One line of a day's log (API §2, LogLine).
public struct LogLine: WireObject, Equatable {
    public static let name = "LogLine"

    public var id: Int
    public var uid: String
    public var at: Timestamp
    public var kind: LogKind
    public var text: String
    /// The category it is about; `nil` where it is about none.
    public var categoryId: Int?
    public var categoryUid: String?

    public init(
        id: Int, uid: String, at: Timestamp, kind: LogKind, text: String, categoryId: Int? = nil,
        categoryUid: String? = nil
    ) {
        self.id = id
        self.uid = uid
        self.at = at
        self.kind = kind
        self.text = text
        self.categoryId = categoryId
        self.categoryUid = categoryUid
    }

    public static let fields = Fields(
        LogLine.init,
        .required("id", \.id, "the line's id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("at", \.at, "when it was written"),
        .required("kind", \.kind, "what the line is about"),
        .required("text", \.text, "the complete line, as written at that time"),
        .nullable("categoryId", \.categoryId, "the id of the category it is about, or null"),
        .nullable("categoryUid", \.categoryUid, "the category's uid"))
}

public struct DayLog: WireObject, Equatable {
    public static let name = "DayLog"

    public var day: CalendarDay
    public var lines: [LogLine]
    public var archived: Bool

    public init(day: CalendarDay, lines: [LogLine], archived: Bool) {
        self.day = day
        self.lines = lines
        self.archived = archived
    }

    public static let fields = Fields(
        DayLog.init,
        .required("day", \.day, "the logical day"),
        .required("lines", \.lines, "its lines, oldest first"),
        .required("archived", \.archived, "whether its file is in the archive"))
}

/// A day whose lines stand in a file (RULES A5).
public struct ArchivedDay: WireObject, Equatable {
    public static let name = "ArchivedDay"

    public var day: CalendarDay
    public var lines: Int
    public var file: String

    public init(day: CalendarDay, lines: Int, file: String) {
        self.day = day
        self.lines = lines
        self.file = file
    }

    public init(day: CalendarDay, lines: Int) {
        self.init(day: day, lines: lines, file: Self.file(of: day))
    }

    public static let fields = Fields(
        ArchivedDay.init,
        .required("day", \.day, "the logical date of the lines"),
        .required("lines", \.lines, "the number of lines in the file"),
        .required("file", \.file, "its name in archive/ in the data directory"))

    /// The name of the file of a day.
    public static func file(of day: CalendarDay) -> String { "\(day).log" }
}
