/// What `log.written`, `log.edited` and `log.removed` hold: the line, and the day whose log it is in.
public struct LogLineChanged: WireObject, Equatable {
    public static let name = "LogLineChanged"

    public var line = LogLine()
    public var day = CalendarDay(daysSinceEpoch: 0)

    public init() {}

    public static let fields: [Field<LogLineChanged>] =
        .inlined(\LogLineChanged.line) + [.required("day", \.day, "the day of the log")]
}

/// What `log.closed` holds: the log of a day that ended.
public struct LogClosed: WireObject, Equatable {
    public static let name = "LogClosed"

    public var day = CalendarDay(daysSinceEpoch: 0)
    public var lines = 0
    public var archives = false

    public init() {}

    public static let fields: [Field<LogClosed>] = [
        .required("day", \.day, "the day that ended"),
        .required("lines", \.lines, "the number of lines in its log"),
        .required("archives", \.archives, "whether they are archived in a file"),
    ]
}

/// What `log.moved` holds: the open lines went along to the corrected day.
public struct LogMoved: WireObject, Equatable {
    public static let name = "LogMoved"

    public var from = CalendarDay(daysSinceEpoch: 0)
    public var to = CalendarDay(daysSinceEpoch: 0)

    public init() {}

    public static let fields: [Field<LogMoved>] = [
        .required("from", \.from, "the day they were written on"),
        .required("to", \.to, "the day that they now belong to"),
    ]
}

/// What `archive.pruned` holds: archives that have outlived their retention.
public struct ArchivesPruned: WireObject, Equatable {
    public static let name = "ArchivesPruned"

    public var keptFrom = CalendarDay(daysSinceEpoch: 0)
    public var days: [CalendarDay] = []

    public init() {}

    public static let fields: [Field<ArchivesPruned>] = [
        .required("keptFrom", \.keptFrom, "the first day that is kept"),
        .required("days", \.days, "the days whose files were removed"),
    ]
}
