import TimeKit

/// What the history knows of the events that the table of figures lacks. Those after it are to be added.
public struct StatisticsTailQuery: HistoryQuery {
    /// The last event that may be in it.
    public let through: Int

    public init(through: Int) { self.through = through }

    public struct Answer: Sendable {
        /// The last event in the table or in the tail; 0 before the first.
        public var through: Int
        /// The figures of the events after the table.
        public var tally: StatisticsTally
        /// The last names of the categories that were removed by the events in the table.
        public var removedNames: [Int: String]

        public init(through: Int, tally: StatisticsTally, removedNames: [Int: String]) {
            self.through = through
            self.tally = tally
            self.removedNames = removedNames
        }
    }
}

/// Sums of the table of figures.
public struct FiguresQuery: HistoryQuery {
    public typealias Answer = [Int: DayFigures]

    public let days: ClosedRange<CalendarDay>
    /// Only these categories; `nil` for all.
    public let categoryIds: [Int]?
    public let grouping: Grouping

    public init(days: ClosedRange<CalendarDay>, categoryIds: [Int]?, grouping: Grouping) {
        self.days = days
        self.categoryIds = categoryIds
        self.grouping = grouping
    }

    /// What is summed up. Only ``all`` has the hours: to group rows, SQLite sorts them, and 24 columns more make that slow.
    public enum Grouping: Sendable {
        /// All categories of a day, by its number.
        case day
        /// All days of a category, by its id.
        case category
        /// Everything, under 0.
        case all
    }
}

/// The days of the table that reached a goal, by their numbers (RULES S4).
public struct ReachedDaysQuery: HistoryQuery {
    public typealias Answer = [Int]

    /// In minutes; 0 for one session that brought experience.
    public let goalMinutes: Int

    func isReached(_ figures: DayFigures) -> Bool {
        goalMinutes == 0 ? figures.earning > 0 : figures.minutes >= goalMinutes
    }
}

/// The last day of the table on which some categories had a session that brought experience, or a completed task.
public struct LastGrowthQuery: HistoryQuery {
    public typealias Answer = CalendarDay?

    public let categoryIds: [Int]
    /// The day after the last that counts; `nil` for all.
    public let end: CalendarDay?

    public init(categoryIds: [Int], before end: CalendarDay?) { (self.categoryIds, self.end) = (categoryIds, end) }
}

/// The ends of the days of the table, by the numbers of the days (RULES S7).
public struct ClosingsQuery: HistoryQuery {
    public typealias Answer = [Int: DayClosing]

    public let days: ClosedRange<CalendarDay>

    public init(days: ClosedRange<CalendarDay>) { self.days = days }
}

/// The last day of the table that ended, up to a day (RULES S7).
public struct LastClosingQuery: HistoryQuery {
    public typealias Answer = DayClosing?

    public let day: CalendarDay

    public init(day: CalendarDay) { self.day = day }
}

/// By how much the balance and the experience changed on days of the table, by the ids of the categories (RULES S7).
///
/// Its figures have nothing else.
public struct LaterChangesQuery: HistoryQuery {
    public typealias Answer = [Int: DayFigures]

    /// The day before the first that counts.
    public let day: CalendarDay
    /// The last day that counts; `nil` for all.
    public let last: CalendarDay?

    public init(after day: CalendarDay, through last: CalendarDay?) { (self.day, self.last) = (day, last) }
}
