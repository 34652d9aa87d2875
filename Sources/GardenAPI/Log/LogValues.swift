/// What a line of the log tells of (RULES A1).
public enum LogKind: String, WireWord {
    /// The beginning of a day (RULES A3).
    case header
    /// The points earned in the hours before (RULES A4).
    case subtotal
    case earn, buy, refund, adjust, meter, rate, inventory, focus, level, reminder, note, day
}

/// One line of a day's log (API §2, LogLine).
public struct LogLine: WireObject, Equatable {
    public static let name = "LogLine"

    public var id = 0
    public var at = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0)
    public var kind = LogKind.note
    public var text = ""

    public init() {}

    public static let fields: [Field<LogLine>] = [
        .required("id", \.id, "the line's id, never used again"),
        .required("at", \.at, "when it was written"),
        .required("kind", \.kind, "what it tells of"),
        .required("text", \.text, "the whole line, as it was fixed then"),
    ]
}

public struct DayLog: WireObject, Equatable {
    public static let name = "DayLog"

    public var day = CalendarDay(daysSinceEpoch: 0)
    public var lines: [LogLine] = []
    public var archived = false

    public init() {}

    public static let fields: [Field<DayLog>] = [
        .required("day", \.day, "the logical day"),
        .required("lines", \.lines, "its lines, oldest first"),
        .required("archived", \.archived, "whether its file stands in the archive"),
    ]
}

/// A day whose lines stand in a file (RULES A5).
public struct ArchivedDay: WireObject, Equatable {
    public static let name = "ArchivedDay"

    public var day = CalendarDay(daysSinceEpoch: 0)
    public var lines = 0
    public var file = ""

    public init() {}

    public init(day: CalendarDay, lines: Int) {
        self.day = day
        self.lines = lines
        file = Self.file(of: day)
    }

    public static let fields: [Field<ArchivedDay>] = [
        .required("day", \.day, "the logical date of the lines"),
        .required("lines", \.lines, "how many lines the file has"),
        .required("file", \.file, "its name in the folder archive/ of the data folder"),
    ]

    /// The name of the file of a day.
    public static func file(of day: CalendarDay) -> String { "\(day).log" }
}
