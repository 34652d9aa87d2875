import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// What focus sessions, tasks and the shop add up to (RULES S1 … S5).
struct StatisticsTests {
    /// A garden at a local time, with a focus session of that many minutes begun at each of some times.
    private func garden(_ sessions: [(at: String, minutes: Int)], from start: String? = nil) throws -> CoreGarden {
        let garden = try CoreGarden()
        garden.changeSettings { $0.startRest = .never }
        if let start { garden.at(start) }
        for (at, minutes) in sessions {
            garden.at(at)
            try garden.focus(minutes: minutes)
        }
        return garden
    }

    @Test("S1, S3: minutes are of the logical day on which a session began, and of the hours of the wall clock")
    func minutesAreOfTheDayOfTheBeginning() throws {
        let garden = try garden([
            ("2026-03-10T23:50:00Z", 25), ("2026-03-11T01:00:00Z", 25), ("2026-03-11T04:10:00Z", 25),
        ])
        let days = try garden.ask(StatsHeatMap(from: "2026-03-10", to: "2026-03-11"))
        #expect(
            days == [
                HeatMapDay(day: CalendarDay("2026-03-10"), minutes: 50, bucket: 2, sessions: 2, tasks: 0),
                HeatMapDay(day: CalendarDay("2026-03-11"), minutes: 25, bucket: 1, sessions: 1, tasks: 0),
            ])
        let tenth = try garden.ask(StatsDay(day: "2026-03-10"))
        #expect(tenth.hours.map(\.hour) == Array(4...23) + Array(0...3))
        #expect(
            tenth.hours.filter { $0.minutes != 0 } == [
                .init(hour: 23, minutes: 10), .init(hour: 0, minutes: 15), .init(hour: 1, minutes: 25),
            ])
        let eleventh = try garden.ask(StatsDay())
        #expect(eleventh.hours.filter { $0.minutes != 0 } == [.init(hour: 4, minutes: 25)])
    }

    @Test("S3: the hours of a day have together its minutes, also if each has seconds beyond them")
    func theHoursAddUp() throws {
        let garden = try garden([
            ("2026-03-10T08:55:01Z", 25), ("2026-03-10T09:50:30Z", 25), ("2026-03-10T12:40:20Z", 50),
        ])
        let day = try garden.ask(StatsDay())
        let minutes = day.hours.filter { $0.minutes != 0 }.map { [$0.hour, $0.minutes] }
        #expect(minutes == [[8, 4], [9, 30], [10, 16], [12, 19], [13, 31]])
        #expect(day.totals.minutes == 100)
        #expect(try garden.ask(StatsTrend(from: "2026-03-10", to: "2026-03-10")).hours == day.hours)
    }

    @Test("S2: the buckets of a heat map", arguments: zip([0, 1, 25, 26, 50, 51, 100, 101], [0, 1, 1, 2, 2, 3, 3, 4]))
    func buckets(minutes: Int, bucket: Int) { #expect(HeatMapDay.bucket(ofMinutes: minutes) == bucket) }

    @Test("S1: a session that did not run to its end counts as an interruption only")
    func anInterruptedSessionHasNoMinutes() throws {
        let garden = try garden([("2026-03-10T10:00:00Z", 25)])
        try garden.perform(TimerStart())
        garden.advance(seconds: 600)
        try garden.perform(TimerSkip())
        try garden.perform(TimerStop())
        try garden.perform(TimerStart())
        try garden.perform(TimerStop())
        let day = try garden.ask(StatsDay())
        #expect(
            day.totals
                == StatisticsTotals(minutes: 25, sessions: 1, interruptions: 2, tasks: 0, earned: 0, spent: 0))
        #expect(try garden.ask(StatsStreak()).current == 1)
    }

    @Test("S1: tasks and points are of the day on which they happened; what is reopened, refunded or undone is not")
    func tasksAndPoints() throws {
        let garden = try garden([], from: "2026-03-10T10:00:00Z")
        try garden.perform(TaskAdd(title: "Wash", category: "Home", points: 200))
        try garden.perform(TaskAdd(title: "Read", category: "Study", points: 300))
        try garden.perform(TaskAdd(title: "Run", category: "Health", points: 50, standing: true))
        try garden.perform(ShopAdd(name: "Coffee", price: 100, category: "Treats"))
        for title in ["Wash", "Read", "Run", "Run"] { try garden.perform(TaskComplete(title: title)) }
        try garden.perform(ShopBuy(name: "Coffee"))
        try garden.perform(ShopBuy(name: "Coffee"))
        try garden.perform(ShopRefund())
        #expect(
            try garden.ask(StatsDay()).totals
                == StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 4, earned: 600, spent: 100))
        // On the next day, what happened on the day before is corrected there.
        garden.at("2026-03-11T10:00:00Z")
        try garden.perform(TaskReopen(id: 2))
        #expect(
            try garden.ask(StatsDay(day: "2026-03-10")).totals
                == StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 3, earned: 600, spent: 100))
        try garden.perform(TaskComplete(id: 2))
        #expect(try garden.ask(StatsDay()).totals.tasks == 1)
        try garden.perform(JournalUndo(count: 1))
        #expect(try garden.ask(StatsDay()).totals.tasks == 0)
        try garden.perform(JournalUndo(count: 1))
        #expect(try garden.ask(StatsDay(day: "2026-03-10")).totals.tasks == 4)
        try garden.perform(JournalRedo(count: 2))
        #expect(try garden.ask(StatsDay(day: "2026-03-10")).totals.tasks == 3)
        #expect(try garden.ask(StatsDay()).totals.tasks == 1)
        let home = try garden.ask(StatsDay(day: "2026-03-10", category: "home"))
        #expect(
            home.totals == StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 1, earned: 200, spent: 0))
    }

    /// The balance, the rate and the money have no category.
    @Test func aTrendOfOneCategoryHasItsSumsOnly() throws {
        let garden = try garden([("2026-03-10T10:00:00Z", 25)])
        try garden.focus(minutes: 30, category: "ACME")
        try garden.perform(PointsAdjust(amount: 50, reason: "found"))
        try garden.perform(RateAdd(amount: 100))
        let all = try garden.ask(StatsTrend(from: "today"))
        let one = try garden.ask(StatsTrend(from: "today", category: "acme"))
        var expected = all.days[0]
        (expected.totals.minutes, expected.totals.sessions) = (30, 1)
        #expect(one.days == [expected])
        #expect([all.days[0].totals.minutes, all.days[0].money, all.days[0].balance] == [55, 100, 50])
        #expect(one.hours.reduce(0) { $0 + $1.minutes } == 30)
        #expect(garden.refusalOfQuery(StatsTrend(category: "Nope")) == "no category is named \"Nope\"")
    }

    @Test("S1: today's figures are those of the points and the status")
    func todayAgrees() throws {
        let garden = try garden([("2026-03-10T10:00:00Z", 25)])
        garden.changeSettings { $0.pointsPerFocus = 7 }
        try garden.focus(minutes: 30)
        let day = try garden.ask(StatsDay())
        let points = try garden.ask(PointsGet())
        #expect([day.totals.earned, day.totals.spent] == [points.earnedToday, points.spentToday])
        let today = try garden.ask(DaemonStatus()).today
        #expect([day.totals.minutes, day.totals.sessions] == [today.minutes, today.sessions])
        #expect(day.totals.earned == 7)
    }

    @Test("S1: a rename keeps the history, and a category added again under a removed one's name continues it")
    func categoriesKeepTheirHistory() throws {
        let garden = try CoreGarden()
        garden.changeSettings { $0.startRest = .never }
        try garden.focus(minutes: 25, category: "Reading")
        try garden.perform(CategoryEdit(name: "Reading", newName: "Books"))
        func minutes(_ name: String) throws -> Int { try garden.ask(StatsDay(category: name)).totals.minutes }
        #expect(try minutes("Books") == 25)
        #expect(throws: GardenError.notFound(kind: "category", name: "Reading")) { try minutes("Reading") }
        try garden.perform(CategoryRemove(name: "Books"))
        #expect(try minutes("books") == 25)
        let removed = try garden.ask(StatsSummary()).categories
        #expect(removed.map(\.category) == ["Books"])
        #expect(removed.map(\.categoryId) == [nil])
        try garden.focus(minutes: 10, category: "BOOKS")
        #expect(try minutes("books") == 35)
        let continued = try garden.ask(StatsSummary()).categories
        #expect(continued.map(\.category) == ["BOOKS"])
        #expect(continued.map(\.totals.minutes) == [35])
        #expect(continued.map(\.categoryId) == [garden.state.categories.category(named: "books")?.id])
    }

    @Test("S1: removed categories with the same name are one, in the spelling of the last one")
    func removedCategoriesOfTheSameName() throws {
        let garden = try CoreGarden()
        garden.changeSettings { $0.startRest = .never }
        for (name, minutes) in [("Reading", 25), ("READING", 10)] {
            try garden.focus(minutes: minutes, category: name)
            try garden.perform(CategoryRemove(name: name))
        }
        let categories = try garden.ask(StatsSummary()).categories
        #expect(categories.map(\.category) == ["READING"])
        #expect(categories.map(\.totals.minutes) == [35])
        #expect(try garden.ask(StatsDay(category: "reading")).totals.minutes == 35)
    }

    @Test("S5: a summary is compared with the range of equal length before it")
    func aSummaryIsCompared() throws {
        let garden = try garden([
            ("2026-03-01T10:00:00Z", 60), ("2026-03-03T09:00:00Z", 25), ("2026-03-04T14:30:00Z", 50),
            ("2026-03-04T20:00:00Z", 25),
        ])
        let summary = try garden.ask(StatsSummary(from: "2026-03-03", to: "2026-03-04"))
        #expect(
            summary.range
                == RangeStatistics(
                    from: CalendarDay("2026-03-03"), to: CalendarDay("2026-03-04"), days: 2,
                    totals: StatisticsTotals(
                        minutes: 100, sessions: 3, interruptions: 0, tasks: 0, earned: 0, spent: 0),
                    averagePerDay: 50, bestHour: 14))
        #expect(
            summary.before
                == RangeStatistics(
                    from: CalendarDay("2026-03-01"), to: CalendarDay("2026-03-02"), days: 2,
                    totals: StatisticsTotals(minutes: 60, sessions: 1, interruptions: 0, tasks: 0, earned: 0, spent: 0),
                    averagePerDay: 30, bestHour: 10))
        #expect(try garden.ask(StatsHeatMap()).count == 365)
        #expect(
            garden.refusalOfQuery(StatsSummary(from: "2026-03-04", to: "2026-03-03"))
                == "the range ends on 2026-03-03, before it begins on 2026-03-04")
        #expect(
            garden.refusalOfQuery(StatsHeatMap(from: "2020-01-01"))
                == "the range has 2255 days; the most is 1098")
    }

    @Test("S7: a trend has the balance and the rate at the end of each day, and the money that raised the meter")
    func aTrendHasTheEndsOfDays() throws {
        let garden = try garden([("2026-03-10T10:00:00Z", 25)], from: "2026-03-10T09:00:00Z")
        try garden.perform(PointsAdjust(amount: 2000, reason: "to begin with"))
        try garden.perform(ShopAdd(name: "Headphones", price: 500, category: "Things", countsAsSpending: true))
        try garden.perform(ShopBuy(name: "Headphones"))
        try garden.perform(RateAdd(amount: 3000))
        try garden.perform(RateAdd(amount: 200))
        try garden.perform(JournalUndo(count: 1))
        // Nothing happens on the 11th; the tier falls on the 12th.
        garden.at("2026-03-12T10:00:00Z")
        try garden.perform(ShopBuy(name: "Headphones"))
        try garden.perform(ShopRefund())
        try garden.perform(JournalUndo(count: 1))
        let none = StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 0, earned: 0, spent: 0)
        func totals(_ change: (inout StatisticsTotals) -> Void) -> StatisticsTotals {
            var totals = none
            change(&totals)
            return totals
        }
        let trend = try garden.ask(StatsTrend(from: "2026-03-09", to: "2026-03-13"))
        let (even, half) = (Tenths(tenths: 10), Tenths(tenths: 15))
        #expect(
            trend.days == [
                TrendDay(
                    day: CalendarDay("2026-03-09"), totals: none, money: 0, balance: 0, meter: 0, tier: 0,
                    rate: even
                ),
                TrendDay(
                    day: CalendarDay("2026-03-10"),
                    totals: totals { ($0.minutes, $0.sessions, $0.spent) = (25, 1, 500) },
                    money: 3500, balance: 1500, meter: 3500, tier: 1, rate: half),
                TrendDay(
                    day: CalendarDay("2026-03-11"), totals: none, money: 0, balance: 1500, meter: 3000, tier: 1,
                    rate: half
                ),
                TrendDay(
                    day: CalendarDay("2026-03-12"), totals: totals { $0.spent = 500 }, money: 500, balance: 1000,
                    meter: 500, tier: 0, rate: even),
                TrendDay(
                    day: CalendarDay("2026-03-13"), totals: none, money: 0, balance: nil, meter: nil, tier: nil,
                    rate: nil
                ),
            ])
        #expect(trend.hours.map(\.hour) == Array(4...23) + Array(0...3))
        #expect(trend.hours.filter { $0.minutes != 0 } == [.init(hour: 10, minutes: 25)])
        // Money alone is no category's.
        #expect(try garden.ask(StatsSummary(from: "2026-03-10", to: "2026-03-10")).categories.count == 2)
        #expect(
            garden.refusalOfQuery(StatsTrend(from: "2024-03-01"))
                == "the range has 742 days; the most is 366")
    }

    @Test("S7: a changed table changes the rate of that day; before a reset of everything, no day has an end")
    func theTableAndAReset() throws {
        let garden = try garden([], from: "2026-03-10T09:00:00Z")
        try garden.perform(RateAdd(amount: 3000))
        let table = try RateTable(json: [["from": 0, "rate": 1.2], ["from": 100, "rate": 2]])
        garden.at("2026-03-11T09:00:00Z")
        garden.changeSettings { $0.rateTable = table }
        func rates() throws -> [Int?] {
            try garden.ask(StatsTrend(from: "2026-03-10", to: "2026-03-12")).days.map(\.rate?.tenths)
        }
        #expect(try rates() == [15, 20, nil])
        garden.at("2026-03-12T09:00:00Z")
        try garden.perform(GardenReset(all: true), with: .success(GardenBackup(path: "b", restoreCommand: "r")))
        #expect(try rates() == [nil, nil, 12])
    }

    @Test("A reset of everything leaves no statistics")
    func aResetLeavesNothing() throws {
        let garden = try garden([("2026-03-10T10:00:00Z", 25)])
        try garden.perform(StatsOff(from: "tomorrow"))
        try garden.perform(GardenReset(all: true), with: .success(GardenBackup(path: "b", restoreCommand: "r")))
        #expect(
            try garden.ask(StatsDay()).totals
                == StatisticsTotals(minutes: 0, sessions: 0, interruptions: 0, tasks: 0, earned: 0, spent: 0))
        #expect(try garden.ask(StatsSummary()).categories == [])
        #expect(try garden.ask(StatsDaysOff()).days == [])
    }
}

/// Runs of days that reached the goal (RULES S4).
struct StreakTests {
    @Test(
        "S4: days off neither break nor lengthen a streak, and the current day breaks none",
        arguments: [
            // Days from Monday, 2026-03-02: x reached, o off, . neither, X reached on a day off; then current, longest.
            ("xxox", 3, 3), ("xx.x", 1, 2), ("xxx.", 3, 3), ("xxx..", 0, 3), ("xxxo", 3, 3), ("xxXx", 3, 3),
            (".", 0, 0), ("x", 1, 1), ("o", 0, 0), ("xooo.", 1, 1), ("xo.", 1, 1), ("x.o", 0, 1), ("X", 0, 0),
            ("xxxxx.xx", 2, 5),
        ])
    func streaks(days: String, current: Int, longest: Int) {
        let monday = CalendarDay("2026-03-02")
        let all = days.enumerated().map { (monday.advanced(by: $0.offset), $0.element) }
        let streak = Streak(
            reached: all.filter { "xX".contains($0.1) }.map(\.0),
            off: DaysOff(weekdays: [], days: all.filter { "oX".contains($0.1) }.map(\.0)), today: all[all.count - 1].0)
        #expect([streak.current, streak.longest] == [current, longest])
    }

    @Test("S4: the goal and the weekdays of now apply to all days; days off can be set ahead, taken back and undone")
    func theGoalAppliesToAllDays() throws {
        let garden = try CoreGarden()
        garden.changeSettings { $0.startRest = .never }
        // Monday, Tuesday and Thursday; Wednesday is off.
        for day in ["02", "03", "05"] {
            garden.at("2026-03-\(day)T10:00:00Z")
            try garden.focus(minutes: 25)
        }
        #expect(try garden.ask(StatsStreak()).current == 1)
        let off = try garden.perform(StatsOff(from: "2026-03-04"))
        #expect(off == DaysOff(weekdays: [], days: [CalendarDay("2026-03-04")]))
        #expect(
            try garden.ask(StatsStreak())
                == StreakStatistics(current: 3, longest: 3, goalMinutes: 0, todayMinutes: 25, reachedToday: true))
        try garden.perform(JournalUndo(count: 1))
        #expect(try garden.ask(StatsStreak()).current == 1)
        garden.changeSettings { $0.statistics.daysOff = [.wednesday] }
        #expect(try garden.ask(StatsStreak()).current == 3)
        garden.changeSettings { $0.statistics.dailyGoalMinutes = 26 }
        #expect(
            try garden.ask(StatsStreak())
                == StreakStatistics(current: 0, longest: 0, goalMinutes: 26, todayMinutes: 25, reachedToday: false))
        #expect(try garden.ask(DaemonStatus()).today == FocusToday(minutes: 25, sessions: 1, goalMinutes: 26))
        // A day that is past, in words; a weekday is the next one.
        let past = try garden.perform(StatsOff(from: "yesterday"))
        #expect(past.days.map(\.description) == ["2026-03-04"])
        try garden.perform(StatsOff(from: "2 days ago", to: "yesterday", remove: true))
        let ahead = try garden.perform(StatsOff(from: "friday"))
        #expect(ahead.days.map(\.description) == ["2026-03-06"])
        try garden.perform(StatsOff(from: "friday", remove: true))
        #expect(
            try garden.refusal(of: StatsOff(from: "yesterdays")).message.hasPrefix("from: \"yesterdays\""))
        // A range ahead, part of which is off already.
        try garden.perform(StatsOff(from: "2026-03-08"))
        let range = try garden.perform(StatsOff(from: "2026-03-07", to: "2026-03-09"))
        #expect(range.days.map(\.description) == ["2026-03-07", "2026-03-08", "2026-03-09"])
        #expect(
            try garden.published(EventKind.daysOffChanged).map { $0.data.days.map(\.description) }
                == [["2026-03-07", "2026-03-09"]])
        let rest = try garden.perform(StatsOff(from: "2026-03-08", remove: true))
        #expect(rest.days.map(\.description) == ["2026-03-07", "2026-03-09"])
        #expect(try garden.perform(StatsOff(from: "2026-03-08", remove: true)) == rest)
        #expect(try garden.published(EventKind.daysOffChanged).isEmpty)
    }
}

extension CoreGarden {
    /// A focus session from now to its end.
    func focus(minutes: Int, category: String? = nil) throws {
        try perform(TimerStart(category: category, minutes: minutes))
        advance(seconds: minutes * 60)
        if state.timer.run != nil { try perform(TimerStop()) }
    }

    fileprivate func refusalOfQuery(_ query: some Query) -> String? {
        do {
            _ = try ask(query)
            return nil
        } catch {
            return error.message
        }
    }
}
