import GardenAPI
import TimeKit

extension Feature {
    /// What focus sessions, tasks and the shop add up to, by day.
    static let statistics = Feature(
        "statistics", undo: .possible, parts: [.dayOff],
        methods: [
            .query(StatsHeatMap.self), .query(StatsDay.self), .query(StatsSummary.self), .query(StatsStreak.self),
            .query(StatsDaysOff.self), .command(StatsOff.self), .query(GardenPlant.self),
        ],
        events: { EventKind.daysOffChanged })
}

extension StatsHeatMap: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> [HeatMapDay] {
        let reading = try StatisticsReading(context)
        let days = try context.days(from, to, count: 365, most: Limits.heatMapDays)
        let category = try category.map { name throws(GardenError) in try reading.category(named: name) }
        let sums = try reading.sums(days.span, of: category, by: .day)
        return days.all.map { day in
            let figures = sums[day.daysSinceEpoch] ?? DayFigures()
            let minutes = figures.seconds / 60
            return HeatMapDay(
                day: day, minutes: minutes, bucket: HeatMapDay.bucket(ofMinutes: minutes), sessions: figures.sessions,
                tasks: figures.tasks)
        }
    }
}

extension HeatMapDay {
    /// The bucket of a day (RULES S2).
    static func bucket(ofMinutes minutes: Int) -> Int {
        switch minutes {
        case ...0: 0
        case ...25: 1
        case ...50: 2
        case ...100: 3
        default: 4
        }
    }
}

extension StatsDay: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> DayStatistics {
        let reading = try StatisticsReading(context)
        let day = try context.pastDay(day, "day") ?? context.state.day.day
        let category = try category.map { name throws(GardenError) in try reading.category(named: name) }
        let figures = try reading.sums(day...day, of: category, by: .category).values.reduce(into: DayFigures(), +=)
        let settings = context.environment.settings
        return DayStatistics(
            day: day, totals: StatisticsTotals(figures), goalMinutes: settings.statistics.dailyGoalMinutes,
            isOff: DaysOff(context.state, settings).contains(day),
            hours: (0..<24).map { ($0 + settings.dayStartHour) % 24 }.map { hour in
                DayStatistics.Hour(hour: hour, minutes: figures.hours[hour] / 60)
            })
    }
}

extension StatsSummary: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> StatisticsSummary {
        let reading = try StatisticsReading(context)
        let days = try context.days(from, to, count: 7, most: Limits.summaryDays)
        let category = try category.map { name throws(GardenError) in try reading.category(named: name) }
        let startHour = context.environment.settings.dayStartHour
        func range(_ days: DayRange, _ sums: [Int: DayFigures]) -> RangeStatistics {
            RangeStatistics(days, sums.values.reduce(into: DayFigures(), +=), dayStartHour: startHour)
        }
        let sums = try reading.sums(days.span, of: category, by: .category)
        let before = days.before
        return StatisticsSummary(
            range: range(days, sums), categories: reading.categories(sums),
            before: range(before, try reading.sums(before.span, of: category, by: .category)))
    }
}

extension StatisticsReading {
    /// The sums by the categories that they count for, those with the most minutes first.
    fileprivate func categories(_ sums: [Int: DayFigures]) -> [CategoryStatistics] {
        var byName: [String: (id: Int?, figures: DayFigures)] = [:]
        for (id, figures) in sums {
            let (name, id) = category(ofId: id)
            byName[name, default: (id, DayFigures())].figures += figures
        }
        return byName.filter { !$0.value.figures.isZero }
            .sorted { first, second in
                let (one, other) = (first.value.figures, second.value.figures)
                return (-one.seconds, -one.tasks, -one.earned, first.key)
                    < (-other.seconds, -other.tasks, -other.earned, second.key)
            }
            .map {
                CategoryStatistics(
                    category: $0.key, categoryId: $0.value.id, totals: StatisticsTotals($0.value.figures))
            }
    }
}

extension StatsStreak: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> StreakStatistics {
        let settings = context.environment.settings
        let today = context.state.day.day
        let goal = settings.statistics.dailyGoalMinutes
        let reading = try StatisticsReading(context)
        let reached = try reading.daysReaching(goalMinutes: goal)
        let streak = Streak(reached: reached, off: DaysOff(context.state, settings), today: today)
        let figures = try reading.sums(today...today, of: nil, by: .day)[today.daysSinceEpoch] ?? DayFigures()
        return StreakStatistics(
            current: streak.current, longest: streak.longest, goalMinutes: goal, todayMinutes: figures.seconds / 60,
            reachedToday: reached.contains(today))
    }
}

extension StatisticsTotals {
    fileprivate init(_ figures: DayFigures) {
        self.init(
            minutes: figures.seconds / 60, sessions: figures.sessions, interruptions: figures.interruptions,
            tasks: figures.tasks, earned: figures.earned, spent: figures.spent)
    }
}

extension RangeStatistics {
    fileprivate init(_ days: DayRange, _ figures: DayFigures, dayStartHour: Int) {
        let hours = (0..<24).map { ($0 + dayStartHour) % 24 }
        let most = hours.map { figures.hours[$0] }.max() ?? 0
        let totals = StatisticsTotals(figures)
        self.init(
            from: days.span.lowerBound, to: days.span.upperBound, days: days.count, totals: totals,
            averagePerDay: totals.minutes / days.count,
            bestHour: most > 0 ? hours.first { figures.hours[$0] == most } : nil)
    }
}
