import GardenAPI

/// The settings of the statistics (RULES S4; API §6).
public struct StatisticsSettings: WireObject, Equatable {
    public static let name = "StatisticsSettings"

    public var dailyGoalMinutes: Int
    public var daysOff: [Weekday]
    public var weekStart: WeekStart

    static let standard = StatisticsSettings(dailyGoalMinutes: 0, daysOff: [], weekStart: .system)

    public static let fields = Fields(
        StatisticsSettings.init,
        .defaulted(
            "stats.daily_goal_minutes", \.dailyGoalMinutes, in: standard,
            "The focused minutes that are the goal of a day; 0 = one focus session that brings experience.",
            .range(0...1440)),
        .defaulted(
            "stats.days_off", \.daysOff, in: standard,
            "The weekdays that neither break nor lengthen a streak, for example [\"saturday\", \"sunday\"]."),
        .defaulted(
            "stats.week_start", \.weekStart, in: standard,
            "The day with which a week begins: \"monday\", \"sunday\", or \"system\" (by your locale; monday in this week and last week)."
        )
    )
}
