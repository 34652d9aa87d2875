import GardenAPI
import TimeKit

extension Feature {
    /// What focus sessions, tasks and the shop add up to, by day.
    static let statistics = Feature(
        "statistics", undo: .possible, parts: [.dayOff],
        methods: [
            .query(StatsHeatMap.self), .query(StatsDay.self), .query(StatsSummary.self), .query(StatsTrend.self),
            .query(StatsStreak.self), .query(StatsDaysOff.self), .command(StatsOff.self), .query(GardenPlant.self),
        ],
        events: { EventKind.daysOffChanged },
        additions: [ImportedKind.dayOff, PastState.statistics, RemovedPredecessors.statistics],
        reset: { $0.daysOff = $1.daysOff })
}

extension StatsHeatMap: DatedQuery {
    static let datedParts: Set<DatedPart> = []

    public func answer(in context: QueryContext) throws(GardenError) -> [HeatMapDay] {
        let reading = try StatisticsReading(context)
        let days = try context.days(from, to, count: 365, most: Limits.heatMapDays)
        let sums = try reading.sums(days.span, of: reading.ids(ofCategory: category), by: .day)
        return days.all.map { day in
            let figures = sums[day.daysSinceEpoch] ?? DayFigures()
            return HeatMapDay(
                day: day, minutes: figures.minutes, bucket: HeatMapDay.bucket(ofMinutes: figures.minutes),
                sessions: figures.sessions, tasks: figures.tasks)
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

extension StatsDay: DatedQuery {
    static let datedParts: Set<DatedPart> = []

    public func answer(in context: QueryContext) throws(GardenError) -> DayStatistics {
        let reading = try StatisticsReading(context)
        let day = try context.pastDay(day, "day") ?? context.state.day.day
        let figures = try reading.total(day...day, of: reading.ids(ofCategory: category))
        let settings = context.environment.settings
        return DayStatistics(
            day: day, totals: StatisticsTotals(figures), goalMinutes: settings.statistics.dailyGoalMinutes,
            isOff: DaysOff(context.state, settings).contains(day),
            hours: settings.hours(figures.hours))
    }
}

extension StatsTrend: DatedQuery {
    static let datedParts: Set<DatedPart> = [.points, .rate]

    public func answer(in context: QueryContext) throws(GardenError) -> StatisticsTrend {
        let reading = try StatisticsReading(context)
        let days = try context.days(from, to, count: 365, most: Limits.trendDays)
        let all = try reading.sums(days.span, of: nil, by: .day)
        let ids = try reading.ids(ofCategory: category)
        let sums = ids == nil ? all : try reading.sums(days.span, of: ids, by: .day)
        let closings = try reading.closings(days.span)
        let balances = try reading.balances(days.span, all)
        let hours = try reading.total(days.span, of: ids).hours
        return StatisticsTrend(
            days: days.all.map { day in
                let figures = sums[day.daysSinceEpoch] ?? DayFigures()
                let closing = closings[day.daysSinceEpoch]
                return TrendDay(
                    day: day, totals: StatisticsTotals(figures),
                    money: all[day.daysSinceEpoch]?.money ?? 0,
                    balance: closing == nil ? nil : balances[day.daysSinceEpoch],
                    meter: closing?.meter, tier: closing?.tier, rate: closing?.rate)
            },
            hours: context.environment.settings.hours(hours))
    }
}

extension StatsSummary: DatedQuery {
    static let datedParts: Set<DatedPart> = []

    public func answer(in context: QueryContext) throws(GardenError) -> StatisticsSummary {
        let reading = try StatisticsReading(context)
        let days = try context.days(from, to, count: 7, most: Limits.summaryDays)
        let ids = try reading.ids(ofCategory: category)
        let sums = try reading.sums(days.span, of: ids, by: .category)
        let hours = context.environment.settings.hoursOfDay
        func statistics(of days: DayRange) throws(GardenError) -> RangeStatistics {
            RangeStatistics(days, try reading.total(days.span, of: ids), hours)
        }
        return StatisticsSummary(
            range: try statistics(of: days), categories: reading.categories(sums),
            before: try statistics(of: days.before))
    }
}

extension Settings {
    /// The hours of the wall clock from the one at which days begin (RULES S3).
    fileprivate var hoursOfDay: [Int] { (0..<24).map { ($0 + dayStartHour) % 24 } }

    /// The minutes of the hours of a day, which are together those of all of them: what an hour has beyond its minutes counts in the
    /// next one (RULES S3).
    ///
    /// - Parameter seconds: by the hour of the wall clock.
    fileprivate func hours(_ seconds: [Int]) -> [DayStatistics.Hour] {
        var passed = 0
        return hoursOfDay.map { hour in
            let minutes = passed / 60
            passed = passed.addingUpToLimit(seconds[hour])
            return DayStatistics.Hour(hour: hour, minutes: passed / 60 - minutes)
        }
    }
}

extension StatisticsReading {
    /// The ids of the category that a param names; `nil` for all if it is missing.
    fileprivate func ids(ofCategory name: String?) throws(GardenError) -> [Int]? {
        try name.map { name throws(GardenError) in try categoryIds(named: name) }
    }

    /// The sums by the categories that they count for, those with the most minutes first.
    fileprivate func categories(_ sums: [Int: DayFigures]) -> [CategoryStatistics] {
        // Of several removed categories with the same name, the spelling of the last one.
        var byName: [String: (name: String, id: Int?, figures: DayFigures)] = [:]
        for (id, figures) in sums.sorted(by: { $0.key > $1.key }) {
            let (name, id) = category(ofId: id)
            byName[name.folded, default: (name, id, DayFigures())].figures += figures
        }
        return byName.values.filter { !$0.figures.ofCategory.isZero }
            .sorted { first, second in
                let (one, other) = (first.figures, second.figures)
                return (-one.seconds, -one.tasks, -one.earned, first.name)
                    < (-other.seconds, -other.tasks, -other.earned, second.name)
            }
            .map { CategoryStatistics(category: $0.name, categoryId: $0.id, totals: StatisticsTotals($0.figures)) }
    }
}

extension StatsStreak: DatedQuery {
    static let datedParts: Set<DatedPart> = []

    public func answer(in context: QueryContext) throws(GardenError) -> StreakStatistics {
        let settings = context.environment.settings
        let today = context.state.day.day
        let goal = settings.statistics.dailyGoalMinutes
        let reading = try StatisticsReading(context)
        let reached = try reading.daysReaching(goalMinutes: goal)
        let streak = Streak(
            reached: reached, off: DaysOff(context.state, settings), today: today, isOver: context.askedDay != nil)
        return StreakStatistics(
            current: streak.current, longest: streak.longest, goalMinutes: goal,
            todayMinutes: try reading.total(today...today).minutes, reachedToday: reached.contains(today))
    }
}

extension StatisticsTotals {
    fileprivate init(_ figures: DayFigures) {
        self.init(
            minutes: figures.minutes, sessions: figures.sessions, interruptions: figures.interruptions,
            tasks: figures.tasks, earned: figures.earned, spent: figures.spent)
    }
}

extension RangeStatistics {
    /// - Parameter hours: in the order of the day.
    fileprivate init(_ days: DayRange, _ figures: DayFigures, _ hours: [Int]) {
        let most = hours.map { figures.hours[$0] }.max() ?? 0
        let totals = StatisticsTotals(figures)
        self.init(
            from: days.span.lowerBound, to: days.span.upperBound, days: days.count, totals: totals,
            averagePerDay: totals.minutes / days.countOfBegun,
            bestHour: most > 0 ? hours.first { figures.hours[$0] == most } : nil)
    }
}
