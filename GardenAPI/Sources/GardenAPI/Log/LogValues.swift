import TimeKit

/// The subject of a line of the log (RULES A1). Later releases can add kinds; clients ignore those that they do not
/// know.
public struct LogKind: WireValue, Hashable {
    /// The word on the wire.
    public let word: String

    /// Creates a kind from its word.
    public init(_ word: String) { self.word = word }

    /// The first line of a day (RULES A3).
    public static let header = LogKind("header")
    /// The points earned since the previous subtotal (RULES A4).
    public static let subtotal = LogKind("subtotal")
    /// Points earned.
    public static let earn = LogKind("earn")
    /// A purchase.
    public static let buy = LogKind("buy")
    /// A refund of a purchase.
    public static let refund = LogKind("refund")
    /// The balance adjusted with a reason (RULES M1).
    public static let adjust = LogKind("adjust")
    /// A change of the meter (RULES M8).
    public static let meter = LogKind("meter")
    /// A change of the tier (RULES M10, M11).
    public static let rate = LogKind("rate")
    /// A change of a counter (RULES M14).
    public static let inventory = LogKind("inventory")
    /// A completed focus session.
    public static let focus = LogKind("focus")
    /// A garden that reached a level (RULES P11).
    public static let level = LogKind("level")
    /// A completed task that paid nothing (RULES T8).
    public static let task = LogKind("task")
    /// A reminder of a task (RULES T8).
    public static let reminder = LogKind("reminder")
    /// A note, or a header that a person edited.
    public static let note = LogKind("note")
    /// A correction of the day (RULES L10).
    public static let day = LogKind("day")
    /// A change that was undone or done again (RULES U2).
    public static let undo = LogKind("undo")
    /// A garden, or everything, that was reset (RULES U6).
    public static let reset = LogKind("reset")
    /// An import (RULES I6).
    public static let imported = LogKind("import")

    public static var schema: JSON { ["type": "string"] }

    public init(json: JSON) throws(ValidationError) { word = try String(json: json) }
    public func write(to writer: inout JSONWriter) { writer.string(word) }
    public var json: JSON { .string(word) }
}

/// One line of a day's log (API §2, LogLine).
public struct LogLine: WireObject, Equatable {
    public static let name = "LogLine"

    /// The line's id, from 1, never reused.
    public var id: Int
    /// An id that is unique across devices (RULES G2).
    public var uid: String
    /// When it was written, or what it says happened.
    public var at: Timestamp
    /// The subject of the line.
    public var kind: LogKind
    /// The complete line, `[09:05] …`, as written at that time (RULES A2).
    public var text: String
    /// The id of the category that the line is about; `nil` if it is about none.
    public var categoryId: Int?
    /// The category's uid; `nil` like ``categoryId``.
    public var categoryUid: String?
    /// When it was entered (RULES P22); `nil` if that is ``at``.
    public var enteredAt: Timestamp?

    /// Creates the value from its members.
    public init(
        id: Int, uid: String, at: Timestamp, kind: LogKind, text: String, categoryId: Int? = nil,
        categoryUid: String? = nil, enteredAt: Timestamp? = nil
    ) {
        self.id = id
        self.uid = uid
        self.at = at
        self.kind = kind
        self.text = text
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.enteredAt = enteredAt
    }

    public static let fields = Fields(
        LogLine.init,
        .required("id", \.id, "the line's id, never reused"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("at", \.at, "when it was written, or what it says happened"),
        .required("kind", \.kind, "what the line is about"),
        .required("text", \.text, "the complete line, as written at that time"),
        .nullable("categoryId", \.categoryId, "the id of the category it is about, or null"),
        .nullable("categoryUid", \.categoryUid, "the category's uid"),
        .nullable("enteredAt", \.enteredAt, "when it was entered, if later; null otherwise"))
}

/// The log of a day.
///
/// ``source`` may get more words in a later release.
public struct DayLog: WireObject, Equatable {
    public static let name = "DayLog"

    /// The logical day.
    public var day: CalendarDay
    /// Its lines, oldest first.
    public var lines: [LogLine]
    /// Whether the archive has a file of the day.
    public var archived: Bool
    /// Whether the day has earlier lines.
    public var more: Bool
    /// Where the lines are, besides the journal.
    public var source: LogSource
    /// The next day that has lines, up to the current one; `nil` if none has, and of the current day.
    public var nextDay: CalendarDay?

    /// Creates the value from its members.
    public init(
        day: CalendarDay, lines: [LogLine], archived: Bool, more: Bool = false, source: LogSource,
        nextDay: CalendarDay? = nil
    ) {
        self.nextDay = nextDay
        self.day = day
        self.lines = lines
        self.archived = archived
        self.more = more
        self.source = source
    }

    public static let fields = Fields(
        { DayLog(day: $0, lines: $1, archived: $2, more: $3, source: $4, nextDay: $5) },
        .required("day", \.day, "the logical day"),
        .required("lines", \.lines, "its newest lines, oldest first"),
        .required("archived", \.archived, "whether its file is in the archive"),
        .required("more", \.more, "whether there are earlier lines"),
        .required("source", \.source, "where the lines are, besides the journal"),
        .optional("nextDay", \.nextDay, "the next day that has lines, up to the current one"))
}

/// Where the lines of a day are (RULES A6).
public enum LogSource: String, WireWord, CaseIterable {
    /// The day is the current one.
    case day
    /// The archive has a file of the day.
    case archive
    /// Only the journal has them: their file is not written yet, retention has removed it, or a day with only its header has none.
    case journal
}

/// A day with a file in the archive (RULES A5).
public struct ArchivedDay: WireObject, Equatable {
    public static let name = "ArchivedDay"

    /// The logical day.
    public var day: CalendarDay
    /// The number of lines in the file.
    public var lines: Int
    /// The name of the file in `archive/` in the data directory.
    public var file: String

    /// Creates an archived day with a file of this name.
    public init(day: CalendarDay, lines: Int, file: String) {
        self.day = day
        self.lines = lines
        self.file = file
    }

    /// Creates an archived day with the usual name of its file.
    public init(day: CalendarDay, lines: Int) {
        self.init(day: day, lines: lines, file: Self.file(of: day))
    }

    public static let fields = Fields(
        ArchivedDay.init,
        .required("day", \.day, "the logical date of the lines"),
        .required("lines", \.lines, "the number of lines in the file"),
        .required("file", \.file, "its name in archive/ in the data directory"))

    /// The name of the file of a day: `2026-03-10.log`.
    public static func file(of day: CalendarDay) -> String { "\(day).log" }
}
