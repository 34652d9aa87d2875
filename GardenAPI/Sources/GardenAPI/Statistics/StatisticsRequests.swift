import TimeKit

/// Returns the focused minutes of each day in a range (RULES S1, S2, S5), for a heat map.
///
/// Every day of the range is in the answer, oldest first, also one without any focus session.
///
/// Errors:
/// - `not_found` when the garden never had the category.
/// - `refused`, reason `not_understood`, when a day is not understood; reason `out_of_range`, when the range ends before it
///   begins, or is longer than ``Limits/heatMapDays``.
/// - those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct StatsHeatMap: DatedRequest {
    public static let method = "stats.heatmap"
    public static let summary = "Returns the focused minutes of each day in a range."
    public typealias Response = [HeatMapDay]
    public static let errors: [RequestError] = [.notFound, .refused(.outOfRange)] + RequestError.ofPastTime

    /// The first logical day, as `YYYY-MM-DD` or in words that look back (RULES T9); `nil` for a year before the last one.
    public var from: String?
    /// The last logical day; `nil` for the current one.
    public var to: String?
    /// Only this category, by its name; `nil` for all.
    public var category: String?
    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(from: String? = nil, to: String? = nil, category: String? = nil, asOf: String? = nil) {
        self.from = from
        self.to = to
        self.category = category
        self.asOf = asOf
    }

    public static let fields = Fields(
        StatsHeatMap.init,
        .optional("from", \.from, "the first logical day (default: 365 days in all)", .phrase),
        .optional("to", \.to, "the last logical day (default: the current one)", .phrase),
        .optional("category", \.category, "only this category (default: all)", .name),
        .asOf)
}

/// Returns what happened on one day, with its minutes by the hour (RULES S1, S3).
///
/// Errors:
/// - `not_found` when the garden never had the category.
/// - `refused`, reason `not_understood`, when the day is not understood.
/// - those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct StatsDay: DatedRequest {
    public static let method = "stats.day"
    public static let summary = "Returns what happened on one day, with its minutes by the hour."
    public typealias Response = DayStatistics
    public static let errors: [RequestError] = [.notFound] + RequestError.ofPastTime

    /// The logical day, as `YYYY-MM-DD` or in words that look back (RULES T9); `nil` for the current one.
    public var day: String?
    /// Only this category, by its name; `nil` for all.
    public var category: String?
    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(day: String? = nil, category: String? = nil, asOf: String? = nil) {
        self.day = day
        self.category = category
        self.asOf = asOf
    }

    public static let fields = Fields(
        StatsDay.init,
        .optional("day", \.day, "the logical day, such as yesterday (default: the current one)", .phrase),
        .optional("category", \.category, "only this category (default: all)", .name),
        .asOf)
}

/// Returns the totals of a range of days, by category, and those of the range before it (RULES S1, S5, S8).
///
/// Errors:
/// - `not_found` when the garden never had the category.
/// - `refused`, reason `not_understood`, when a day is not understood; reason `out_of_range`, when the range ends before it
///   begins, or is longer than ``Limits/summaryDays``.
/// - those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct StatsSummary: DatedRequest {
    public static let method = "stats.summary"
    public static let summary = "Returns the totals of a range of days, and those of the range before it."
    public typealias Response = StatisticsSummary
    public static let errors: [RequestError] = [.notFound, .refused(.outOfRange)] + RequestError.ofPastTime

    /// The first logical day, as `YYYY-MM-DD` or in words that look back (RULES T9), or a range of the calendar, such as
    /// `last month` (S8); `nil` for a week in all.
    public var from: String?
    /// The last logical day; `nil` for the current one.
    public var to: String?
    /// Only this category, by its name; `nil` for all.
    public var category: String?
    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(from: String? = nil, to: String? = nil, category: String? = nil, asOf: String? = nil) {
        self.from = from
        self.to = to
        self.category = category
        self.asOf = asOf
    }

    public static let fields = Fields(
        StatsSummary.init,
        .optional("from", \.from, "the first logical day (default: 7 days in all)", .phrase),
        .optional("to", \.to, "the last logical day (default: the current one)", .phrase),
        .optional("category", \.category, "only this category (default: all)", .name),
        .asOf)
}

/// Returns what happened on each day of a range, with the balance and the rate at its end, and the minutes of the range by
/// the hour (RULES S1, S3, S5, S9).
///
/// Every day of the range is in the answer, oldest first, also one on which nothing happened.
///
/// Errors:
/// - `not_found` when the garden never had the category.
/// - `refused`, reason `not_understood`, when a day is not understood; reason `out_of_range`, when the range ends before it
///   begins, or is longer than ``Limits/trendDays``.
/// - those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct StatsTrend: DatedRequest {
    public static let method = "stats.trend"
    public static let looksThrough: [LookedThrough] = [.days]
    public static let summary = "Returns what happened on each day of a range, and the balance and rate at its end."
    public typealias Response = StatisticsTrend
    public static let errors: [RequestError] = [.notFound, .refused(.outOfRange)] + RequestError.ofPastTime

    /// The first logical day, as `YYYY-MM-DD` or in words that look back (RULES T9); `nil` for a year before the last one.
    public var from: String?
    /// The last logical day; `nil` for the current one.
    public var to: String?
    /// Only the minutes, sessions, tasks and points of this category, by its name; the balance, the rate and the money are those of the
    /// whole garden. `nil` for all.
    public var category: String?
    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(from: String? = nil, to: String? = nil, category: String? = nil, asOf: String? = nil) {
        self.from = from
        self.to = to
        self.category = category
        self.asOf = asOf
    }

    public static let fields = Fields(
        StatsTrend.init,
        .optional("from", \.from, "the first logical day (default: 365 days in all)", .phrase),
        .optional("to", \.to, "the last logical day (default: the current one)", .phrase),
        .optional("category", \.category, "only the sums of this category (default: all)", .name), .asOf)
}

/// Returns for how many days in a row the goal has been reached (RULES S4).
///
/// Errors: those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct StatsStreak: DatedRequest {
    public static let method = "stats.streak"
    public static let looksThrough: [LookedThrough] = [.days]
    public static let summary = "Returns for how many days in a row the goal has been reached."
    public typealias Response = StreakStatistics
    public static let errors: [RequestError] = RequestError.ofPastTime

    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(asOf: String? = nil) { self.asOf = asOf }
    public static let fields = Fields(
        StatsStreak.init,
        .asOf)
}

/// Returns the days that do not count for streaks (RULES S4).
///
/// Errors: those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct StatsDaysOff: DatedRequest {
    public static let method = "stats.daysOff"
    public static let summary = "Returns the days that do not count for streaks."
    public typealias Response = DaysOff
    public static let errors: [RequestError] = RequestError.ofPastTime

    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(asOf: String? = nil) { self.asOf = asOf }
    public static let fields = Fields(
        StatsDaysOff.init,
        .asOf)
}

/// Makes days that do not count for streaks, or makes them count again, and returns all of them (RULES S4).
///
/// Errors:
/// - `refused`, reason `not_understood`, when a day is not understood; reason `out_of_range`, when the range ends before it
///   begins, or is longer than ``Limits/daysOffAtOnce``; reason `too_many`, when there would be more than
///   ``Limits/daysOff``.
public struct StatsOff: ChangeRequest {
    public static let method = "stats.off"
    public static let summary = "Makes days that do not count for streaks, or makes them count again."
    public typealias Response = DaysOff
    public static let errors: [RequestError] = [.refused(.notUnderstood), .refused(.outOfRange), .refused(.tooMany)]

    /// The first logical day, as `YYYY-MM-DD` or in words: a weekday is the next one, `yesterday` is past (RULES T9).
    public var from: String
    /// The last logical day; `nil` for the first one only.
    public var to: String?
    /// Whether the days count again; `nil` for no.
    public var remove: Bool?

    /// Creates the request.
    public init(from: String, to: String? = nil, remove: Bool? = nil) {
        self.from = from
        self.to = to
        self.remove = remove
    }

    public static let fields = Fields(
        StatsOff.init,
        .required("from", \.from, "the first logical day, such as tomorrow", .phrase),
        .optional("to", \.to, "the last logical day (default: only the first one)", .phrase),
        .optional("remove", \.remove, "true if the days count again (default: false)"))
}
