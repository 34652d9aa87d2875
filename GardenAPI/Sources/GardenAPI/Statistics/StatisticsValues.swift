import TimeKit

/// The focus sessions of a day in a heat map (API §2; RULES S1, S2).
public struct HeatMapDay: WireObject, Equatable {
    public static let name = "HeatMapDay"

    /// The logical day.
    public var day: CalendarDay
    /// The focused minutes of its completed sessions.
    public var minutes: Int
    /// 0 for none, 1 up to 25 minutes, 2 up to 50, 3 up to 100, 4 above.
    public var bucket: Int
    /// The completed focus sessions.
    public var sessions: Int
    /// The completed tasks.
    public var tasks: Int

    /// Creates the value from its members.
    public init(day: CalendarDay, minutes: Int, bucket: Int, sessions: Int, tasks: Int) {
        self.day = day
        self.minutes = minutes
        self.bucket = bucket
        self.sessions = sessions
        self.tasks = tasks
    }

    public static let fields = Fields(
        HeatMapDay.init,
        .required("day", \.day, "the logical day"),
        .required("minutes", \.minutes, "the focused minutes"),
        .required("bucket", \.bucket, "0 for none, 1 up to 25 minutes, 2 up to 50, 3 up to 100, 4 above"),
        .required("sessions", \.sessions, "the completed focus sessions"),
        .required("tasks", \.tasks, "the completed tasks"))
}

/// What happened in some days (RULES S1).
public struct StatisticsTotals: WireObject, Equatable {
    public static let name = "StatisticsTotals"

    /// The focused minutes of completed sessions.
    public var minutes: Int
    /// The completed focus sessions.
    public var sessions: Int
    /// The focus sessions that were stopped, skipped, replaced or discarded.
    public var interruptions: Int
    /// The completed tasks, each completion of a repeating or standing task counted; a reopened one is not.
    public var tasks: Int
    /// The points earned with tasks and focus sessions.
    public var earned: Int
    /// The points that the shop and standing tasks took, without refunded purchases.
    public var spent: Int

    /// Creates the value from its members.
    public init(minutes: Int, sessions: Int, interruptions: Int, tasks: Int, earned: Int, spent: Int) {
        self.minutes = minutes
        self.sessions = sessions
        self.interruptions = interruptions
        self.tasks = tasks
        self.earned = earned
        self.spent = spent
    }

    public static let fields = Fields(
        StatisticsTotals.init,
        .required("minutes", \.minutes, "the focused minutes of completed sessions"),
        .required("sessions", \.sessions, "the completed focus sessions"),
        .required("interruptions", \.interruptions, "the sessions that did not run to their end"),
        .required("tasks", \.tasks, "the completed tasks"),
        .required("earned", \.earned, "the points earned"),
        .required("spent", \.spent, "the points spent"))
}

/// What happened on a day, with its minutes by the hour (API §2; RULES S1, S3).
public struct DayStatistics: WireObject, Equatable {
    public static let name = "DayStatistics"

    /// The minutes of focus that passed in an hour of the wall clock.
    public struct Hour: WireObject, Equatable {
        public static let name = "HourStatistics"

        /// 0 … 23.
        public var hour: Int
        /// The focused minutes.
        public var minutes: Int

        /// Creates the value from its members.
        public init(hour: Int, minutes: Int) {
            self.hour = hour
            self.minutes = minutes
        }

        public static let fields = Fields(
            Hour.init,
            .required("hour", \.hour, "the hour of the wall clock, 0 to 23"),
            .required("minutes", \.minutes, "the minutes of the sessions that began in it"))
    }

    /// The logical day.
    public var day: CalendarDay
    /// What happened.
    public var totals: StatisticsTotals
    /// The goal of a day in minutes, as currently set; 0 if one completed session is enough.
    public var goalMinutes: Int
    /// Whether the day does not count for streaks (RULES S4).
    public var isOff: Bool
    /// All 24 hours, from the hour at which days begin.
    public var hours: [Hour]

    /// Creates the value from its members.
    public init(day: CalendarDay, totals: StatisticsTotals, goalMinutes: Int, isOff: Bool, hours: [Hour]) {
        self.day = day
        self.totals = totals
        self.goalMinutes = goalMinutes
        self.isOff = isOff
        self.hours = hours
    }

    public static let fields = Fields(
        DayStatistics.init,
        .required("day", \.day, "the logical day"),
        .inlined(\.totals),
        .required("goalMinutes", \.goalMinutes, "the goal of a day in minutes; 0 for one session"),
        .required("off", \.isOff, "whether the day does not count for streaks"),
        .required("hours", \.hours, "all 24 hours, from the one at which days begin"))
}

/// The totals of a range of days (API §2; RULES S5).
public struct RangeStatistics: WireObject, Equatable {
    public static let name = "RangeStatistics"

    /// The first logical day.
    public var from: CalendarDay
    /// The last logical day.
    public var to: CalendarDay
    /// How many days they are.
    public var days: Int
    /// What happened.
    public var totals: StatisticsTotals
    /// The minutes by the number of days that have begun, rounded down (RULES S8).
    public var averagePerDay: Int
    /// The hour of the wall clock, 0 … 23, in which sessions of the most minutes began, the earliest of the day if there are
    /// several; `nil` without a session.
    public var bestHour: Int?

    /// Creates the value from its members.
    public init(
        from: CalendarDay, to: CalendarDay, days: Int, totals: StatisticsTotals, averagePerDay: Int, bestHour: Int?
    ) {
        self.from = from
        self.to = to
        self.days = days
        self.totals = totals
        self.averagePerDay = averagePerDay
        self.bestHour = bestHour
    }

    public static let fields = Fields(
        RangeStatistics.init,
        .required("from", \.from, "the first logical day"),
        .required("to", \.to, "the last logical day"),
        .required("days", \.days, "how many days they are"),
        .inlined(\.totals),
        .required("averagePerDay", \.averagePerDay, "the minutes by the number of days that have begun, rounded down"),
        .nullable("bestHour", \.bestHour, "the hour in which sessions of the most minutes began"))
}

/// The totals of a category in a range of days (RULES S1).
public struct CategoryStatistics: WireObject, Equatable {
    public static let name = "CategoryStatistics"

    /// Its name: that of now, or for a removed category its last one. Empty for points without a category.
    public var category: String
    /// Its id; `nil` for a removed category, and for points without a category.
    public var categoryId: Int?
    /// What happened.
    public var totals: StatisticsTotals

    /// Creates the value from its members.
    public init(category: String, categoryId: Int?, totals: StatisticsTotals) {
        self.category = category
        self.categoryId = categoryId
        self.totals = totals
    }

    public static let fields = Fields(
        CategoryStatistics.init,
        .required("category", \.category, "its name; empty for points without a category"),
        .nullable("categoryId", \.categoryId, "its id, unless it was removed"),
        .inlined(\.totals))
}

/// The totals of a range of days and of the range before it (API §2; RULES S5).
public struct StatisticsSummary: WireObject, Equatable {
    public static let name = "StatisticsSummary"

    /// The totals of the range.
    public var range: RangeStatistics
    /// The categories with any total other than 0, those with the most minutes first.
    public var categories: [CategoryStatistics]
    /// The range before it: of equal length, or for a range of the calendar the one before it there (RULES S8).
    public var before: RangeStatistics

    /// Creates the value from its members.
    public init(range: RangeStatistics, categories: [CategoryStatistics], before: RangeStatistics) {
        self.range = range
        self.categories = categories
        self.before = before
    }

    public static let fields = Fields(
        StatisticsSummary.init,
        .inlined(\.range),
        .required("categories", \.categories, "the categories, those with the most minutes first"),
        .required("before", \.before, "the range before it: of equal length, or the one before it in the calendar"))
}

/// What happened on a day, with the balance and the rate at its end (RULES S1, S7).
public struct TrendDay: WireObject, Equatable {
    public static let name = "TrendDay"

    /// The logical day.
    public var day: CalendarDay
    /// What happened.
    public var totals: StatisticsTotals
    /// The real money spent, by which the meter rose.
    public var money: Int
    /// The balance when the day ended, at present for the current day; `nil`, like the next three, for a day before the garden began
    /// or was reset, and for a day to come.
    public var balance: Int?
    /// The meter at that time.
    public var meter: Int?
    /// The tier of the rate at that time.
    public var tier: Int?
    /// The price multiplier of that tier, by the table in force.
    public var rate: Tenths?

    /// Creates the value from its members.
    public init(
        day: CalendarDay, totals: StatisticsTotals, money: Int, balance: Int?, meter: Int?, tier: Int?, rate: Tenths?
    ) {
        self.day = day
        self.totals = totals
        self.money = money
        self.balance = balance
        self.meter = meter
        self.tier = tier
        self.rate = rate
    }

    public static let fields = Fields(
        TrendDay.init,
        .required("day", \.day, "the logical day"),
        .inlined(\.totals),
        .required("money", \.money, "the real money spent"),
        .nullable("balance", \.balance, "the balance at the end of the day; null before the garden began"),
        .nullable("meter", \.meter, "the meter at the end of the day"),
        .nullable("tier", \.tier, "the tier of the rate at the end of the day"),
        .nullable("rate", \.rate, "the price multiplier of that tier"))
}

/// What happened on each day of a range, and its minutes by the hour (RULES S9).
public struct StatisticsTrend: WireObject, Equatable {
    public static let name = "StatisticsTrend"

    /// All days of the range, oldest first.
    public var days: [TrendDay]
    /// All 24 hours, from the hour at which days begin, each with the minutes of all days.
    public var hours: [DayStatistics.Hour]

    /// Creates the value from its members.
    public init(days: [TrendDay], hours: [DayStatistics.Hour]) {
        self.days = days
        self.hours = hours
    }

    public static let fields = Fields(
        StatisticsTrend.init,
        .required("days", \.days, "all days of the range, oldest first"),
        .required("hours", \.hours, "the minutes of all days by the hour, from the one at which days begin"))
}

/// For how many days in a row the goal has been reached (API §2; RULES S4).
public struct StreakStatistics: WireObject, Equatable {
    public static let name = "Streak"

    /// The days of the streak that has not been broken.
    public var current: Int
    /// The days of the longest streak ever, which can be the current one.
    public var longest: Int
    /// The goal of a day in minutes; 0 if one completed session is enough.
    public var goalMinutes: Int
    /// The focused minutes of the current day.
    public var todayMinutes: Int
    /// Whether the current day has reached the goal.
    public var reachedToday: Bool

    /// Creates the value from its members.
    public init(current: Int, longest: Int, goalMinutes: Int, todayMinutes: Int, reachedToday: Bool) {
        self.current = current
        self.longest = longest
        self.goalMinutes = goalMinutes
        self.todayMinutes = todayMinutes
        self.reachedToday = reachedToday
    }

    public static let fields = Fields(
        StreakStatistics.init,
        .required("current", \.current, "the days of the current streak"),
        .required("longest", \.longest, "the days of the longest streak ever"),
        .required("goalMinutes", \.goalMinutes, "the goal of a day in minutes; 0 for one session"),
        .required("todayMinutes", \.todayMinutes, "the focused minutes of the current day"),
        .required("reachedToday", \.reachedToday, "whether the current day has reached the goal"))
}

/// The days that do not count for streaks (RULES S4).
public struct DaysOff: WireObject, Equatable {
    public static let name = "DaysOff"

    /// The weekdays of every week, from `stats.days_off`.
    public var weekdays: [Weekday]
    /// Single days, oldest first.
    public var days: [CalendarDay]

    /// Creates the value from its members.
    public init(weekdays: [Weekday], days: [CalendarDay]) {
        self.weekdays = weekdays
        self.days = days
    }

    public static let fields = Fields(
        DaysOff.init,
        .required("weekdays", \.weekdays, "the weekdays of every week, from the settings"),
        .required("days", \.days, "single days, oldest first"))
}

/// The data of `stats.offChanged`: the days that no longer count for streaks, or count again (RULES S4).
public struct DaysOffChanged: WireObject, Equatable {
    public static let name = "DaysOffChanged"

    /// The days that changed, oldest first.
    public var days: [CalendarDay]
    /// Whether they are days off now.
    public var isOff: Bool

    /// Creates the value from its members.
    public init(days: [CalendarDay], isOff: Bool) {
        self.days = days
        self.isOff = isOff
    }

    public static let fields = Fields(
        DaysOffChanged.init,
        .required("days", \.days, "the days that changed"),
        .required("off", \.isOff, "whether they are days off now"))
}

/// A day of the week.
public enum Weekday: String, WireWord {
    /// In the order of ISO 8601.
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// 1 … 7, from Monday.
    public var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}

/// The day with which a week begins in a calendar on the screen.
public enum WeekStart: String, WireWord {
    /// By the person's locale, or always on that day.
    case system, monday, sunday
}
