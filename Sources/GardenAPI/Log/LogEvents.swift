import TimeKit

/// What `log.written`, `log.edited` and `log.removed` hold: the line, and the day whose log it is in.
public struct LogLineChanged: WireObject, Equatable {
    public static let name = "LogLineChanged"

    public var line: LogLine
    public var day: CalendarDay

    public init(line: LogLine, day: CalendarDay) {
        self.line = line
        self.day = day
    }

    public static let fields = Fields(
        LogLineChanged.init,
        .inlined(\.line),
        .required("day", \.day, "the day of the log"))
}

/// What `log.closed` holds: the log of a day that ended.
public struct LogClosed: WireObject, Equatable {
    public static let name = "LogClosed"

    public var day: CalendarDay
    public var lines: Int
    public var archives: Bool

    public init(day: CalendarDay, lines: Int, archives: Bool) {
        self.day = day
        self.lines = lines
        self.archives = archives
    }

    public static let fields = Fields(
        LogClosed.init,
        .required("day", \.day, "the day that ended"),
        .required("lines", \.lines, "the number of lines in its log"),
        .required("archives", \.archives, "whether they are archived in a file"))
}

/// What `log.moved` holds: the open lines went along to the corrected day.
public struct LogMoved: WireObject, Equatable {
    public static let name = "LogMoved"

    public var from: CalendarDay
    public var to: CalendarDay

    public init(from: CalendarDay, to: CalendarDay) {
        self.from = from
        self.to = to
    }

    public static let fields = Fields(
        LogMoved.init,
        .required("from", \.from, "the day they were written on"),
        .required("to", \.to, "the day that they now belong to"))
}

/// What `archive.pruned` holds: archives that have outlived their retention.
public struct ArchivesPruned: WireObject, Equatable {
    public static let name = "ArchivesPruned"

    public var keptFrom: CalendarDay
    public var days: [CalendarDay]

    public init(keptFrom: CalendarDay, days: [CalendarDay]) {
        self.keptFrom = keptFrom
        self.days = days
    }

    public static let fields = Fields(
        ArchivesPruned.init,
        .required("keptFrom", \.keptFrom, "the first day that is kept"),
        .required("days", \.days, "the days whose files were removed"))
}
