import GardenAPI
import TimeKit

/// What a report is made from: answers of the daemon about the same days.
struct GardenReport: WireObject, Equatable {
    static let name = "Report"

    /// The first logical day.
    var from: CalendarDay
    /// The last logical day.
    var to: CalendarDay
    /// The category that it is about; `nil` for all.
    var category: String?
    /// When it was made.
    var madeAt: Timestamp
    var trend: StatisticsTrend
    var heatMap: [HeatMapDay]
    var summary: StatisticsSummary
    /// Whether the garden had begun when the range before this one began, so that the two can be compared.
    var isComparable: Bool
    /// As of the current day, whatever the range.
    var streak: StreakStatistics
    /// The gardens that have grown, those of removed categories among them.
    var gardens: [Garden]
    /// The plants of as many of them as a page shows.
    var plants: [PlantData]

    static let fields = Fields(
        GardenReport.init,
        .required("from", \.from, "the first logical day"),
        .required("to", \.to, "the last logical day"),
        .optional("category", \.category, "the only category, if it is about one"),
        .required("madeAt", \.madeAt, "when it was made"),
        .required("trend", \.trend, "the answer of stats.trend"),
        .required("heatMap", \.heatMap, "the answer of stats.heatmap"),
        .required("summary", \.summary, "the answer of stats.summary"),
        .required("comparable", \.isComparable, "whether the garden was as old as the range before"),
        .required("streak", \.streak, "the answer of stats.streak"),
        .required("gardens", \.gardens, "the gardens that have grown"),
        .required("plants", \.plants, "the answers of garden.plant"))

    var days: [TrendDay] { trend.days }

    /// Where the garden's history begins in the days of a trend: `nil` if it has not begun in any of them.
    static func beginning(of days: [TrendDay]) -> CalendarDay? {
        days.first { $0.balance != nil || $0.totals.minutes > 0 }?.day
    }
}

/// What else a page of a report depends on.
struct ReportLook {
    /// 1 for weeks that begin on Monday, 7 for Sunday.
    var firstWeekday: Int
    /// The colours of the categories by their ids.
    var colors: [Int: CategoryColor]
    /// The table of the rate in force.
    var tiers: [RateTable.Tier]
    /// Whether it shows points, the rate and the money: those of the whole garden.
    var showsPoints = true
    /// Whether the disk refuses changes, so that the figures are those of the last saved state.
    var isStale: Bool
}
