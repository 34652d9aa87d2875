import TimeKit

/// The data of `log.written`, `log.edited` and `log.removed`: the line, and the day of its log.
public struct LogLineChanged: WireObject, Equatable {
    public static let name = "LogLineChanged"

    /// The line after the change, or the removed line.
    public var line: LogLine
    /// The day of the log.
    public var day: CalendarDay

    /// Creates the value from its members.
    public init(line: LogLine, day: CalendarDay) {
        self.line = line
        self.day = day
    }

    public static let fields = Fields(
        LogLineChanged.init,
        .inlined(\.line),
        .required("day", \.day, "the day of the log"))
}

/// The data of `log.closed`: the log of a day that ended (RULES L5).
public struct LogClosed: WireObject, Equatable {
    public static let name = "LogClosed"

    /// The day that ended.
    public var day: CalendarDay
    /// The number of lines in its log.
    public var lines: Int
    /// Whether the lines are archived in a file; false for a day with only a header (RULES A5).
    public var archives: Bool

    /// Creates the value from its members.
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

/// The data of `log.moved`: the open lines moved to the corrected day (RULES L10).
public struct LogMoved: WireObject, Equatable {
    public static let name = "LogMoved"

    /// The day on which they were written.
    public var from: CalendarDay
    /// The day that they now belong to.
    public var to: CalendarDay

    /// Creates the value from its members.
    public init(from: CalendarDay, to: CalendarDay) {
        self.from = from
        self.to = to
    }

    public static let fields = Fields(
        LogMoved.init,
        .required("from", \.from, "the day they were written on"),
        .required("to", \.to, "the day that they now belong to"))
}

/// The data of `archive.pruned`: archives past their retention were removed (RULES A6).
public struct ArchivesPruned: WireObject, Equatable {
    public static let name = "ArchivesPruned"

    /// The first day that is kept.
    public var keptFrom: CalendarDay
    /// The days that were removed.
    public var days: [CalendarDay]

    /// Creates the value from its members.
    public init(keptFrom: CalendarDay, days: [CalendarDay]) {
        self.keptFrom = keptFrom
        self.days = days
    }

    public static let fields = Fields(
        ArchivesPruned.init,
        .required("keptFrom", \.keptFrom, "the first day that is kept"),
        .required("days", \.days, "the days of the removed files"))
}
