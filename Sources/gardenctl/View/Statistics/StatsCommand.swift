import ArgumentParser
import GardenAPI
import TimeKit

/// The commands for statistics (RULES S1 … S5).
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show what focus sessions and tasks add up to.",
        discussion: """
            Minutes count for the day that has most of their session; days begin at day.start_hour (04:00).

              gardenctl stats
              gardenctl stats heatmap
              gardenctl stats day yesterday
              gardenctl stats streak
            """,
        subcommands: [Summary.self, HeatMap.self, Day.self, Streak.self, Off.self],
        defaultSubcommand: Summary.self)

    struct Summary: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "summary",
            abstract: "Show the totals of a range of days, compared with the days before it.",
            discussion: """
                By default, the last 7 days.

                  gardenctl stats summary
                  gardenctl stats summary --from 2026-11-01 --to yesterday
                  gardenctl stats summary -c Reading
                  gardenctl stats summary --as-of last sunday
                """)

        @OptionGroup var range: DayRangeOptions
        @OptionGroup var asOf: AsOfOption
        @OptionGroup var common: CommonOptions

        var shownDay: String? { asOf.text }

        func request() -> StatsSummary {
            StatsSummary(from: range.from, to: range.to, category: range.category, asOf: asOf.text)
        }

        func text(_ response: StatisticsSummary, at present: Present?, asking client: Client, _ style: Style)
            throws(CommandError) -> String
        {
            let gardens = try client.ask(GardenList()).value()
            let colors = Dictionary(gardens.map { ($0.categoryId, $0.color) }, uniquingKeysWith: { $1 })
            return summaryText(response, colors: colors, style)
        }

        func rendered(_ response: StatisticsSummary, _ style: Style) -> String { summaryText(response, style) }
    }

    struct HeatMap: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "heatmap",
            abstract: "Show the focused minutes of each day of a year in a calendar.",
            discussion: """
                A column is a week: as many weeks of the last year as the terminal has room for. --month shows one \
                month with its minutes. Weeks begin on stats.week_start.

                  gardenctl stats heatmap
                  gardenctl stats heatmap -c Reading
                  gardenctl stats heatmap --month
                """)

        @Flag(help: "Show one month with the minutes of each day.")
        var month = false

        @OptionGroup var range: DayRangeOptions
        @OptionGroup var asOf: AsOfOption
        @OptionGroup var common: CommonOptions

        var shownDay: String? { asOf.text }

        func request() -> StatsHeatMap {
            StatsHeatMap(from: range.from, to: range.to, category: range.category, asOf: asOf.text)
        }

        /// The text for people also needs the colour of the category, and the day with which weeks begin.
        func text(_ response: [HeatMapDay], at present: Present?, asking client: Client, _ style: Style)
            throws(CommandError) -> String
        {
            let firstWeekday = try client.ask(SettingsGet()).value().weekStart.firstWeekday(in: style)
            var garden: Garden?
            if let name = range.category {
                garden = try client.ask(GardenList()).value().first { $0.category.folded == name.folded }
            }
            // The month of the day that is given, or the last one.
            let isFrom = range.from != nil && range.to == nil
            guard month, let day = (isFrom ? response.first : response.last)?.day else {
                return heatMapText(response, firstWeekday: firstWeekday, color: garden?.color, style)
            }
            let days = response.filter { ($0.day.year, $0.day.month) == (day.year, day.month) }
            return monthText(days, firstWeekday: firstWeekday, color: garden?.color, style)
        }

        func rendered(_ response: [HeatMapDay], _ style: Style) -> String {
            heatMapText(response, firstWeekday: style.firstWeekday, style)
        }
    }

    struct Day: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "day",
            abstract: "Show a day: its hours, sessions, tasks and points.",
            discussion: """
                  gardenctl stats day
                  gardenctl stats day yesterday
                  gardenctl stats day 2026-11-21
                """)

        @OptionGroup var day: DayArguments
        @OptionGroup var common: CommonOptions

        func request() -> StatsDay { day.request }

        func rendered(_ response: DayStatistics, _ style: Style) -> String { dayStatisticsText(response, style) }
    }

    struct Streak: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "streak",
            abstract: "Show for how many days in a row the goal was reached.",
            discussion: """
                The goal of a day is stats.daily_goal_minutes, or one session that brings exp if that is 0. Days off neither \
                break nor lengthen a streak.

                  gardenctl stats streak
                  gardenctl stats streak --as-of 2026-11-20
                """)

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var common: CommonOptions

        var shownDay: String? { asOf.text }

        func request() -> StatsStreak { StatsStreak(asOf: asOf.text) }

        func text(_ response: StreakStatistics, at present: Present?, asking client: Client, _ style: Style) -> String {
            streakText(response, isPast: asOf.isGiven, style)
        }

        func rendered(_ response: StreakStatistics, _ style: Style) -> String { streakText(response, style) }
    }

    struct Off: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "off",
            abstract: "List days off, take some, or take them back.",
            discussion: """
                Days off neither break nor lengthen a streak. For the same weekdays each week, set stats.days_off.

                  gardenctl stats off
                  gardenctl stats off tomorrow
                  gardenctl stats off yesterday
                  gardenctl stats off 2026-12-24 --to 2027-01-01
                  gardenctl stats off tomorrow --remove
                """)

        @Argument(help: "The first day, such as tomorrow; without it, the command lists all days off.")
        var day: [String] = []

        @Option(
            parsing: .upToNextOption, help: ArgumentHelp("The last day off (default: the first).", valueName: "to"))
        var to: [String] = []

        @Flag(help: "Let the days count again.")
        var remove = false

        @OptionGroup var common: CommonOptions

        func validate() throws {
            guard day.isEmpty, !to.isEmpty || remove else { return }
            throw ValidationError("the day is missing: gardenctl stats off DAY")
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let before = try client.ask(StatsDaysOff())
            guard !day.isEmpty else {
                guard !common.json else { return try context.output.printData(before.json.text) }
                return try context.print(daysOffText(before.value(), context.style))
            }
            let answer: Client.Answer<DaysOff>
            do throws(CommandError) {
                let request = StatsOff(from: day.joined(separator: " "), to: joined(to), remove: remove ? true : nil)
                answer = try client.ask(request)
            } catch {
                // The first day has no name on the command line.
                guard case .refused(var refusal) = error, refusal.message.hasPrefix("from: ") else { throw error }
                refusal.message = String(refusal.message.dropFirst("from: ".count))
                throw .refused(refusal)
            }
            guard !common.json else { return try context.output.printData(answer.json.text) }
            let changed = try changedDaysOffText(from: before.value(), to: answer.value())
            try context.print("\(changed)\n\n\(daysOffText(answer.value(), context.style))")
        }
    }
}

/// The same as `gardenctl stats day`.
struct TodayCommand: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "today",
        abstract: "Show today's hours, sessions, tasks and points; the same as `gardenctl stats day`.",
        discussion: """
              gardenctl today
            """)

    @OptionGroup var day: DayArguments
    @OptionGroup var common: CommonOptions

    func request() -> StatsDay { day.request }

    func rendered(_ response: DayStatistics, _ style: Style) -> String { dayStatisticsText(response, style) }
}

struct DayRangeOptions: ParsableArguments {
    @Option(
        name: .customLong("from"), parsing: .upToNextOption,
        help: ArgumentHelp(
            "The first day, such as 2026-11-01 or last monday, or a range: last month, 2026-W41.", valueName: "from"))
    private var fromWords: [String] = []

    @Option(
        name: .customLong("to"), parsing: .upToNextOption,
        help: ArgumentHelp("The last day (default: today).", valueName: "to"))
    private var toWords: [String] = []

    @OptionGroup var categoryOption: CategoryOption<NamedCategoryFilter>

    var from: String? { joined(fromWords) }
    var to: String? { joined(toWords) }
    var category: String? { categoryOption.name }
}

struct DayArguments: ParsableArguments {
    @Argument(help: "The day, such as yesterday or 2026-11-21 (default: today).")
    var day: [String] = []

    @OptionGroup var categoryOption: CategoryOption<NamedCategoryFilter>

    var request: StatsDay { StatsDay(day: joined(day), category: categoryOption.name) }
}
