import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// A past day as it ended, by what is known now (RULES S7). The gardens begin on Thursday, 2026-01-01, at 09:00 in UTC.
struct PastDayTests {
    private static let backup = GardenBackup(path: "/b/before.sqlite", restoreCommand: "restore it")
    private static let (friday, saturday) = ("2026-01-02T09:00:00Z", "2026-01-03T09:00:00Z")

    private func gardens(_ garden: CoreGarden, _ day: String?) throws -> [String] {
        try garden.ask(GardenList(asOf: day)).map { "\($0.category) \($0.focusExp)+\($0.taskExp)" }
    }

    private func tasks(_ garden: CoreGarden, _ day: String?, _ status: TaskStatus? = nil) throws -> [String] {
        try garden.ask(TaskList(status: status, asOf: day)).tasks.map(\.title)
    }

    @Test func pointsAreThoseOfTheEndOfTheDay() throws {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 500, reason: "begin"))
        try garden.perform(TaskAdd(title: "Wash", points: 30))
        try garden.perform(ShopAdd(name: "Tea", price: 20))
        garden.at(Self.friday)
        try garden.perform(PointsSetMultiplier(multiplier: 2))
        try garden.perform(TaskComplete(title: "Wash"))
        try garden.perform(ShopBuy(name: "Tea"))
        garden.at(Self.saturday)
        try garden.perform(PointsSetMultiplier(multiplier: 1))
        let thursday = PointsSummary(balance: 500, multiplier: 1, earnedToday: 0, spentToday: 0)
        let friday = PointsSummary(balance: 540, multiplier: 2, earnedToday: 60, spentToday: 20)
        #expect(try garden.ask(PointsGet(asOf: "2026-01-01")) == thursday)
        #expect(try garden.ask(PointsGet(asOf: "yesterday")) == friday)
        // What is entered afterwards counts from its day on.
        try garden.perform(PointsAdjust(amount: 5, reason: "found", at: "thu 15:00"))
        try garden.perform(ShopBuy(name: "Tea", at: "fri 15:00"))
        #expect(try garden.ask(PointsGet(asOf: "thu")).balance == 505)
        #expect(
            try garden.ask(PointsGet(asOf: "fri"))
                == PointsSummary(balance: 525, multiplier: 2, earnedToday: 60, spentToday: 40))
        // What is undone does not.
        try garden.perform(JournalUndo(count: 2))
        #expect(try garden.ask(PointsGet(asOf: "thu")) == thursday)
        #expect(try garden.ask(PointsGet(asOf: "fri")) == friday)
        #expect(try garden.ask(PointsGet(asOf: "today")) == garden.state.points)
    }

    @Test func theRateIsThatOfTheEndOfTheDay() throws {
        let garden = try CoreGarden()
        garden.at(Self.friday)
        try garden.perform(RateAdd(amount: 3500))
        let then = try garden.ask(RateGet())
        garden.at(Self.saturday)
        try garden.perform(RateAdd(amount: 3500))
        garden.at("2026-01-10T09:00:00Z")
        #expect(try garden.ask(RateGet()).tier == 0)
        #expect(try garden.ask(RateGet(asOf: "2026-01-02")) == then)
        let first = try garden.ask(RateGet(asOf: "2026-01-01"))
        #expect(
            first == Rate(tier: 0, rate: Tenths(tenths: 10), meter: 0, daysLeft: 0, applied: true, nextTierFrom: 3000))
        // Whether the shop applies it is that of the day, too.
        try garden.perform(ShopSetApplyRate(enabled: false))
        garden.at("2026-01-11T09:00:00Z")
        try garden.perform(ShopSetApplyRate(enabled: true))
        #expect(try ["2026-01-09", "2026-01-10"].map { try garden.ask(RateGet(asOf: $0)).applied } == [true, false])
        // Money of Thursday lets Friday begin at a higher meter.
        try garden.perform(RateAdd(amount: 3500, at: "2026-01-01 15:00"))
        let thursday = try garden.ask(RateGet(asOf: "2026-01-01"))
        #expect([thursday.meter, thursday.tier, thursday.daysLeft] == [3500, 1, 2])
        let friday = try garden.ask(RateGet(asOf: "2026-01-02"))
        #expect([friday.meter, friday.tier, friday.daysLeft] == [6500, 2, 2])
        #expect(friday.decaysAt == Timestamp("2026-01-04T04:00:00Z"))
    }

    @Test func gardensHaveWhatTheyHadByThen() throws {
        let garden = try CoreGarden { $0.startRest = .never }
        try garden.focus(minutes: 25)
        try garden.perform(CategoryAdd(name: "Maths"))
        garden.at(Self.friday)
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        try garden.perform(TaskAdd(title: "Sum", category: "Maths"))
        try garden.perform(TaskComplete(title: "Sum"))
        garden.at(Self.saturday)
        try garden.perform(TaskAdd(title: "Product", category: "Maths"))
        try garden.perform(TaskComplete(title: "Product"))
        #expect(try gardens(garden, "thu") == ["Default 1+0", "Maths 0+0"])
        #expect(try gardens(garden, "fri") == ["Default 1+0", "Maths 1+1"])
        #expect(try gardens(garden, nil) == ["Default 1+0", "Maths 1+2"])
        // A correction of the category, and a session of two days ago.
        try garden.perform(SessionEdit(id: 1, category: "Maths"))
        try garden.perform(SessionAdd(start: "2026-01-01 20:00", minutes: 50, category: "Maths"))
        #expect(try gardens(garden, "thu") == ["Default 0+0", "Maths 3+0"])
        #expect(try gardens(garden, "fri") == ["Default 0+0", "Maths 4+1"])
        // A garden of a removed category stays, and is continued by one of its name.
        try garden.perform(CategoryRemove(name: "Maths"))
        #expect(try gardens(garden, "fri") == ["Default 0+0", "Maths 4+1"])
        try garden.perform(CategoryAdd(name: "maths"))
        #expect(try gardens(garden, "fri") == ["Default 0+0", "maths 4+1"])
        try garden.perform(CategoryEdit(name: "maths", newName: "Algebra"))
        #expect(try gardens(garden, nil) == ["Default 0+0", "Algebra 4+2"])
        #expect(try gardens(garden, "fri") == ["Default 0+0", "Algebra 4+1"])
        // One into which it is merged has it from the first day.
        try garden.perform(CategoryMerge(name: "Algebra", into: "Default"))
        #expect(try gardens(garden, "fri") == ["Default 4+1"])
        #expect(try gardens(garden, "thu") == ["Default 3+0"])
        _ = try garden.undo()
        #expect(try gardens(garden, "fri") == ["Default 0+0", "Algebra 4+1"])
    }

    /// The experience moves with the session, although the garden has as much as before.
    @Test func aSessionThatIsMovedToAnotherDayTakesItsExperienceAlong() throws {
        let garden = try CoreGarden { $0.startRest = .never }
        garden.at(Self.friday)
        try garden.perform(SessionAdd(start: "2026-01-01 20:00", minutes: 50))
        #expect(try gardens(garden, "thu") == ["Default 2+0"])
        garden.at(Self.saturday)
        try garden.perform(SessionEdit(id: 1, start: "2026-01-02 08:00", end: "2026-01-02 08:50"))
        #expect(try gardens(garden, "thu") == ["Default 0+0"])
        #expect(try gardens(garden, "fri") == ["Default 2+0"])
        try garden.perform(JournalUndo())
        #expect(try gardens(garden, "thu") == ["Default 2+0"])
        try garden.perform(JournalRedo())
        #expect(try gardens(garden, "thu") == ["Default 0+0"])
        // The parts of one that is split over the beginning of a day.
        try garden.perform(SessionEdit(id: 1, start: "2026-01-02 03:00", end: "2026-01-02 04:50"))
        #expect(try gardens(garden, "thu") == ["Default 0+0"])
        try garden.perform(SessionSplit(id: 1, at: "2026-01-02 03:55"))
        #expect(try gardens(garden, "thu") == ["Default 2+0"])
        #expect(try gardens(garden, "fri") == ["Default 4+0"])
    }

    @Test func aGardenThatWasResetHadItsExperienceBefore() throws {
        let garden = try CoreGarden { $0.startRest = .never }
        try garden.focus(minutes: 25)
        try garden.perform(TaskAdd(title: "Wash"))
        try garden.perform(TaskComplete(title: "Wash"))
        garden.at(Self.friday)
        try garden.perform(GardenReset(category: "Default"), with: .success(Self.backup))
        garden.at(Self.saturday)
        try garden.focus(minutes: 25)
        #expect(try gardens(garden, "thu") == ["Default 1+1"])
        #expect(try gardens(garden, "fri") == ["Default 0+0"])
        #expect(try gardens(garden, nil) == ["Default 1+0"])
    }

    @Test func tasksAreThoseThatWereOpen() throws {
        let garden = try CoreGarden()
        for title in ["stays", "done on friday", "done on thursday", "done, entered late", "reopened", "removed"] {
            try garden.perform(TaskAdd(title: title))
        }
        try garden.perform(TaskComplete(title: "done on thursday"))
        try garden.perform(TaskComplete(title: "reopened"))
        garden.at(Self.friday)
        try garden.perform(TaskAdd(title: "new", due: "2026-01-02 18:00"))
        try garden.perform(TaskComplete(title: "done on friday"))
        try garden.perform(TaskReopen(id: 5))
        try garden.perform(TaskRemove(title: "removed"))
        garden.at(Self.saturday)
        try garden.perform(TaskComplete(title: "done, entered late", at: "2026-01-01 20:00"))
        try garden.perform(TaskEdit(title: "stays", newTitle: "renamed"))
        #expect(try tasks(garden, "thu") == ["renamed", "reopened", "done on friday"])
        #expect(try tasks(garden, "thu", .done) == ["done, entered late", "done on thursday"])
        #expect(
            try Set(tasks(garden, "thu", .all))
                == ["renamed", "reopened", "done on friday", "done, entered late", "done on thursday"])
        #expect(try tasks(garden, "fri") == ["renamed", "new", "reopened"])
        let counts = try garden.ask(TaskList(asOf: "fri")).counts
        #expect(counts == TaskCounts(open: 3, dueToday: 0, overdue: 1, next: nil, nextDueAt: nil))
        #expect(try garden.ask(TaskList(asOf: "thu")).counts?.open == 3)
        // With a day, those that were due on it; a task that was closed since is not due any more.
        garden.at("2026-01-04T09:00:00Z")
        try garden.perform(TaskComplete(title: "new"))
        #expect(try garden.ask(TaskList(day: "2026-01-02", asOf: "fri")).tasks.map(\.title) == ["new"])
        #expect(try garden.ask(TaskList(day: "2026-01-04", asOf: "fri")).tasks == [])
        #expect(try garden.ask(TaskList(asOf: "fri")).counts == counts)
        #expect(
            try garden.ask(TaskList(status: .done, day: "thu", asOf: "fri")).tasks.map(\.title)
                == ["done, entered late", "done on thursday"])
        // Page by page.
        let first = try garden.ask(TaskList(limit: 2, asOf: "thu"))
        #expect(first.tasks.map(\.title) == ["renamed", "reopened"])
        let second = try garden.ask(TaskList(limit: 2, before: first.next, asOf: "thu"))
        #expect(second.tasks.map(\.title) == ["done on friday"])
        #expect([first.more, second.more] == [true, false])
    }

    @Test func theStatusHasAllOfItAndNothingThatRuns() throws {
        let garden = try CoreGarden { $0.startRest = .never }
        try garden.focus(minutes: 25)
        try garden.perform(PointsAdjust(amount: 500, reason: "begin"))
        try garden.perform(TaskAdd(title: "Wash"))
        let before = try garden.ask(DaemonStatus())
        garden.at(Self.friday)
        try garden.perform(TaskComplete(title: "Wash"))
        try garden.perform(TimerStart())
        let now = try garden.ask(DaemonStatus())
        #expect(now.timer.phase == .focus)
        var expected = before
        expected.now = Timestamp("2026-01-02T03:59:59.999Z")
        expected.seq = now.seq
        expected.timer = try CoreGarden().ask(DaemonStatus()).timer
        #expect(try garden.ask(DaemonStatus(asOf: "yesterday")) == expected)
    }

    @Test func statisticsKnowNothingLater() throws {
        let garden = try CoreGarden { ($0.startRest, $0.statistics.dailyGoalMinutes) = (.never, 25) }
        for day in 1...4 {
            if day != 3 { try garden.focus(minutes: 25) }
            garden.at("2026-01-0\(day + 1)T09:00:00Z")
        }
        try garden.focus(minutes: 50)
        let streak = try garden.ask(StatsStreak(asOf: "2026-01-02"))
        #expect(
            streak
                == StreakStatistics(current: 2, longest: 2, goalMinutes: 25, todayMinutes: 25, reachedToday: true))
        // The third day ended without a session; the present one can still have one.
        #expect(try garden.ask(StatsStreak(asOf: "2026-01-03")).current == 0)
        #expect(try garden.ask(StatsStreak(asOf: "2026-01-04")).current == 1)
        #expect(try garden.ask(StatsStreak()).current == 2)
        let week = try garden.ask(StatsSummary(asOf: "2026-01-02")).range
        #expect([week.from.description, week.to.description] == ["2025-12-27", "2026-01-02"])
        #expect(week.totals.minutes == 50)
        // Also in a range that ends later.
        let days = try garden.ask(StatsHeatMap(from: "2026-01-01", to: "2026-01-05", asOf: "2026-01-02"))
        #expect(days.map(\.minutes) == [25, 25, 0, 0, 0])
        #expect(try garden.ask(StatsDay(asOf: "2026-01-04")).totals.sessions == 1)
        #expect(try garden.ask(StatsDay(day: "yesterday", asOf: "2026-01-04")).totals.sessions == 0)
        let trend = try garden.ask(StatsTrend(from: "2025-12-31", to: "2026-01-03", asOf: "2026-01-02"))
        #expect(trend.days.map(\.balance) == [nil, 0, 0, nil])
        #expect(try garden.ask(StatsDaysOff(asOf: "2026-01-02")) == garden.ask(StatsDaysOff()))
    }

    @Test func aDayBeforeTheGardenHasOnlyWhatWasEnteredForIt() throws {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 5, reason: "found", at: "2025-12-30 12:00"))
        try garden.perform(PointsAdjust(amount: 7, reason: "now"))
        #expect(
            try garden.ask(PointsGet(asOf: "2025-12-31"))
                == PointsSummary(balance: 5, multiplier: 1, earnedToday: 0, spentToday: 0))
        #expect(try garden.ask(RateGet(asOf: "2025-12-31")).meter == 0)
        try garden.perform(RateAdd(amount: 3500, at: "2025-12-30 12:00"))
        let rates = try ["2025-12-29", "2025-12-30", "2025-12-31"].map { try garden.ask(RateGet(asOf: $0)) }
        #expect(rates.map { [$0.meter, $0.tier, $0.daysLeft] } == [[0, 0, 0], [3500, 1, 2], [3000, 1, 1]])
        #expect(try tasks(garden, "2025-12-31") == [])
    }

    @Test func refusals() throws {
        let garden = try CoreGarden()
        func error(_ day: String) -> GardenError? {
            do { _ = try garden.ask(PointsGet(asOf: day)) } catch { return error }
            return nil
        }
        garden.at(Self.friday)
        #expect(error("2026-01-03")?.message == "2026-01-03 lies ahead; today is 2026-01-02")
        #expect(error("2026-01-03").map(Refusal.init)?.reason == .inTheFuture)
        #expect(error("blue").map(Refusal.init)?.reason == .notUnderstood)
        try garden.perform(GardenReset(all: true), with: .success(Self.backup))
        garden.at(Self.saturday)
        #expect(error("fri") == nil)
        #expect(
            error("thu")?.message == "everything was reset at 2026-01-02 09:00; nothing is known of 2026-01-01")
        #expect(error("thu").map(Refusal.init)?.reason == .beforeReset)
    }
}
