import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Two lives of the same person: in one of them everything is recorded when it happens, in the other much of it is entered afterwards,
/// in any order. In the end, both have the same past (RULES P22, P31 to P33), in points but for prices.
@Suite("A life that is entered late")
struct LateLifeTests {
    private static let seeds = 1...sizeOfRun("LIFE_SEEDS", usually: 2)
    private static let steps = sizeOfRun("LIFE_STEPS", usually: 100)

    private static let categories = ["Default", "Maths", "Thesis", "Reading"]
    private static let zones = [
        "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo", "America/St_Johns",
        "Africa/Casablanca",
    ]
    /// Some days before the clocks change in some of the zones.
    private static let beginnings = [
        "2026-03-05T09:30:00Z", "2026-03-27T22:10:00Z", "2026-10-23T01:00:00Z", "2026-10-30T03:05:00Z",
    ]

    /// What a person did.
    private enum Deed {
        case session(minutes: Int, categoryId: Int, taskId: Int?)
        /// A task that is completed once, or a standing one, any number of times.
        case task(Int)
        /// The occurrence of the day.
        case habit(Int)
        case purchase(itemId: Int)
        case money(Int)
        case points(Int)
        case counter(Int)
        case note(Int)
        case visit(Int)
        /// Two categories, two items or two tasks exchange their names. That happens when it is recorded, in both lives.
        case exchange(Exchanged)

        /// Names are those at the time of the entering.
        ///
        /// - Parameter at: when it happened; `nil` for now.
        func command(_ at: String?, in garden: CoreGarden) throws -> any Command {
            switch self {
            case .session(let minutes, let categoryId, let taskId):
                let category = Exchanged.categories.name(of: categoryId, in: garden)
                return at.map { SessionAdd(start: $0, minutes: minutes, category: category, taskId: taskId) }
                    ?? TimerStart(category: category, taskId: taskId, minutes: minutes)
            case .task(let id) where standing.contains(id):
                return TaskComplete(title: Exchanged.tasks.name(of: id, in: garden), at: at)
            case .task(let id), .habit(let id): return TaskComplete(id: id, at: at)
            case .purchase(let id): return ShopBuy(name: Exchanged.items.name(of: id, in: garden), at: at)
            case .money(let amount): return RateAdd(amount: amount, at: at)
            case .points(let amount): return PointsAdjust(amount: amount, reason: "found", at: at)
            case .counter(let amount): return InventoryAdjust(name: "Stamps", amount: amount, at: at)
            case .note(let number): return LogNote(text: "note \(number)", at: at)
            case .visit(let number):
                return VisitAdd(
                    at: at, latitude: DecimalNumber(52), longitude: DecimalNumber(Double(number % 180)),
                    title: "visit \(number)")
            case .exchange: preconditionFailure("an exchange is several commands")
            }
        }
    }

    /// Things that a person calls by their names.
    private enum Exchanged: CaseIterable {
        case categories, items, tasks

        private var ids: (Int, Int) {
            switch self {
            case .categories: (2, 3)
            case .items: (1, 2)
            case .tasks: (standing.lowerBound, standing.upperBound)
            }
        }

        func name(of id: Int, in garden: CoreGarden) -> String {
            let state = garden.state
            return switch self {
            case .categories: state.label(ofCategory: id).name
            case .items: state.shop[id]?.name ?? ""
            case .tasks: state.tasks[id]?.details.title ?? ""
            }
        }

        func exchange(in garden: CoreGarden) throws {
            func rename(_ id: Int, _ name: String) throws {
                switch self {
                case .categories: try garden.perform(CategoryEdit(id: id, newName: name))
                case .items: try garden.perform(ShopEdit(id: id, newName: name))
                case .tasks: try garden.perform(TaskEdit(id: id, newTitle: name))
                }
            }
            let (first, second) = (name(of: ids.0, in: garden), name(of: ids.1, in: garden))
            try rename(ids.0, "meanwhile")
            try rename(ids.1, first)
            try rename(ids.0, second)
        }
    }

    private struct Step {
        var deed: Deed
        var at: Instant
        /// When it is entered; `nil` for when it happened.
        var entered: Instant?
    }

    /// The first ids: tasks that are completed once, standing ones, habits.
    private static let (once, standing, habits) = (1...40, 41...42, 43...44)

    private static func garden(_ zone: String, from start: String) throws -> CoreGarden {
        let garden = try CoreGarden(at: start, zone: zone) {
            $0.pointsPerFocus = 10
            ($0.startRest, $0.startFocus, $0.askAfterLockedMinutes) = (.never, .never, 0)
        }
        for name in categories.dropFirst() { try garden.perform(CategoryAdd(name: name)) }
        for number in once {
            let category = categories[number % categories.count]
            try garden.perform(TaskAdd(title: "task \(number)", category: category, points: number))
        }
        for number in standing {
            try garden.perform(TaskAdd(title: "water \(number)", category: "Maths", points: 3, standing: true))
        }
        for number in habits {
            try garden.perform(
                TaskAdd(title: "habit \(number)", category: "Reading", points: 5, due: "today", repeat: "daily"))
        }
        try garden.perform(ShopAdd(name: "Tea", price: 120))
        try garden.perform(ShopAdd(name: "Shoes", price: 1500, countsAsSpending: true))
        try garden.perform(InventoryAdd(name: "Stamps", count: 1_000_000))
        try garden.perform(PointsAdjust(amount: 100_000_000, reason: "begin"))
        return garden
    }

    /// One deed after the other, each session ended before the next deed; the habits once on every day.
    private static func plan(_ generator: inout SeededGenerator, in garden: CoreGarden) -> [Step] {
        var (now, steps, open) = (garden.moment.wall, [Step](), Array(once))
        var day = garden.state.day.day
        let calendar = garden.environment.calendar
        for number in 0..<Self.steps {
            // The first one comes at once, on the first day of the habits.
            let seconds = number == 0 ? 60 : Int.random(in: 300...14_000, using: &generator)
            now = now.advanced(byMilliseconds: 1000 * seconds)
            let today = calendar.day(of: now)
            // The habits of a day come with its first deed. A day without any ends the life of a habit.
            if number == 0 || today != day {
                guard number == 0 || today == day.advanced(by: 1) else { break }
                for id in habits {
                    // One that is recorded now would be for the occurrence that is open, of a day that is not entered yet.
                    let entered = late(now, 60, &generator) ?? now.advanced(byMilliseconds: 200_000)
                    steps.append(Step(deed: .habit(id), at: now, entered: entered))
                    now = now.advanced(byMilliseconds: 60_000)
                }
                day = today
            }
            let deed: Deed
            switch generator.below(10) {
            case 0...3:
                deed = .session(
                    minutes: Int.random(in: 25...49, using: &generator), categoryId: generator.below(4) + 1,
                    taskId: generator.chance(30) ? standing.lowerBound : nil)
            case 4:
                deed = .task(
                    open.isEmpty || generator.chance(40)
                        ? generator.pick(Array(standing)) : open.remove(at: generator.below(open.count)))
            case 5: deed = .purchase(itemId: generator.below(2) + 1)
            case 6, 7: deed = .money(generator.pick([100, 900, 1500, 3000, 3500]))
            case 8: deed = generator.chance(50) ? .points(generator.below(50) + 1) : .counter(generator.below(9) + 1)
            default:
                deed =
                    switch generator.below(4) {
                    case 0: .exchange(generator.pick(Exchanged.allCases))
                    case 1: .visit(number)
                    default: .note(number)
                    }
            }
            var step = Step(deed: deed, at: now, entered: nil)
            if case .session(let minutes, _, _) = deed { now = now.advanced(byMilliseconds: minutes * 60_000) }
            if case .exchange = deed {} else { step.entered = late(now, 40, &generator) }
            steps.append(step)
        }
        return steps
    }

    /// - Parameter percent: how often it is entered afterwards.
    private static func late(_ end: Instant, _ percent: Int, _ generator: inout SeededGenerator) -> Instant? {
        guard generator.chance(percent) else { return nil }
        return end.advanced(byMilliseconds: 1000 * Int.random(in: 200...800_000, using: &generator))
    }

    /// Something that did not happen. It is undone when one of the next things is recorded, often on a later day (RULES U4, U7).
    ///
    /// - Returns: its number; `nil` if it changed nothing, as a meter that is set to what it is.
    private static func mistake(in garden: CoreGarden, _ generator: inout SeededGenerator) throws -> Int? {
        let mistakes: [any Command] = [
            TaskComplete(id: standing.upperBound), ShopBuy(id: 1), ShopBuy(id: 2), RateAdd(amount: 3500),
            RateSet(amount: 9000), RateForce(tier: 1), PointsAdjust(amount: -70, reason: "lost"),
            InventoryAdjust(name: "Stamps", amount: -3),
        ]
        let seq = garden.state.seq
        try garden.run(generator.pick(mistakes))
        return garden.state.undo.done.last.flatMap { $0.change > seq ? $0.change : nil }
    }

    private static func takeBack(_ mistake: Int, in garden: CoreGarden, _ generator: inout SeededGenerator) throws {
        _ = try garden.undo(change: mistake)
        guard generator.chance(30) else { return }
        _ = (try garden.redo(), try garden.undo(change: mistake))
    }

    /// - Parameters:
    ///   - isInOrder: whether everything is recorded when it happens, without mistakes.
    ///   - mistakes: when they were made.
    private static func live(
        _ steps: [Step], in garden: CoreGarden, isInOrder: Bool, _ generator: inout SeededGenerator,
        mistakes: inout Set<Instant>
    ) throws {
        var open: [Int] = []
        let sorted =
            isInOrder
            ? steps
            : steps.enumerated().sorted {
                ($0.element.entered ?? $0.element.at, $0.offset) < ($1.element.entered ?? $1.element.at, $1.offset)
            }.map(\.element)
        for step in sorted {
            let entered = isInOrder ? nil : step.entered
            let now = entered ?? step.at
            if now > garden.moment.wall {
                garden.advance(milliseconds: Instant.milliseconds(from: garden.moment.wall, to: now))
            }
            while !open.isEmpty, generator.chance(60) {
                try takeBack(open.remove(at: generator.below(open.count)), in: garden, &generator)
            }
            let at = entered.map { _ in garden.environment.zone.timestamp(step.at).description }
            do {
                if case .exchange(let things) = step.deed {
                    try things.exchange(in: garden)
                } else {
                    try garden.run(step.deed.command(at, in: garden))
                }
                if let at { try enterAgain(step, at, in: garden) }
            } catch {
                Issue.record("\(step.deed), \(at ?? "now"), entered \(now): \(error)")
            }
            if !isInOrder, generator.chance(25) {
                if let mistake = try mistake(in: garden, &generator) { open.append(mistake) }
                mistakes.insert(garden.moment.wall)
            }
            // What is entered for an ended day leaves the sums of today.
            if entered != nil {
                #expect(try garden.ask(StatsDay()).totals.earned == garden.state.points.earnedToday)
            }
        }
        for mistake in open { try takeBack(mistake, in: garden, &generator) }
        // Both end at the same time.
        let last = steps.map { $0.entered ?? $0.at }.max() ?? garden.moment.wall
        let end = last.advanced(byMilliseconds: 24 * 3_600_000)
        garden.advance(milliseconds: Instant.milliseconds(from: garden.moment.wall, to: end))
    }

    /// A person forgets that a habit was entered, or reopens a task by mistake: that pays nothing twice (RULES P33).
    private static func enterAgain(_ step: Step, _ at: String, in garden: CoreGarden) throws {
        let id: Int
        switch step.deed {
        case .habit(let habit): id = habit
        case .task(let task) where once.contains(task): id = task
        default: return
        }
        let completion = TaskComplete(id: id, at: at)
        if case .habit = step.deed {
            do {
                try garden.perform(completion)
                Issue.record("the occurrence of \(at) was completed twice")
            } catch { #expect(error.message.hasSuffix("is already done")) }
        }
        // Only the occurrence that was completed last can be reopened.
        guard once.contains(id) else { return }
        let balance = garden.state.points.balance
        try garden.perform(TaskReopen(id: id))
        try garden.perform(completion)
        #expect(garden.state.points.balance == balance)
    }

    /// All that people see of the past, without prices and what follows from them.
    ///
    /// - Parameter mistakes: lines of these times are left out.
    private static func account(
        _ garden: CoreGarden, from first: CalendarDay, without mistakes: Set<Instant>
    ) throws -> [String] {
        let days = try garden.ask(StatsTrend(from: first.description)).days
        var (account, spent) = ([String](), 0)
        for day in days {
            spent += day.totals.spent
            let totals = day.totals
            account.append(
                """
                \(day.day): \(totals.minutes) min, \(totals.sessions), \(totals.interruptions), \(totals.tasks) tasks, \
                \(totals.earned) earned, money \(day.money), \((day.balance ?? 0) + spent) in all, meter \(day.meter ?? -1), \
                tier \(day.tier ?? -1), \(day.rate.map { "\($0)" } ?? "")
                """)
            let gardens = try garden.ask(GardenList(asOf: day.day.description))
            account.append("\(day.day): \(gardens.map { "\($0.category) \($0.focusExp)+\($0.taskExp)" }.sorted())")
            account.append("\(day.day): \(try lines(garden, day.day, without: mistakes))")
        }
        account += try garden.ask(StatsTrend(from: first.description)).hours.map { "\($0)" }
        account += try garden.ask(SessionList(from: first.description, limit: 1000)).sessions.map {
            "\($0.start) \($0.end) \($0.day) \($0.category) \($0.taskTitle ?? "") \($0.exp)"
        }
        account += try garden.ask(VisitList(from: first.description, limit: 1000)).visits.map {
            "\($0.visit.at) \($0.visit.day) \($0.visit.details.title ?? "")"
        }
        for category in categories {
            let days = try garden.ask(StatsHeatMap(from: first.description, category: category))
            account.append("\(category): \(days.map(\.minutes)) \(days.map(\.sessions)) \(days.map(\.tasks))")
        }
        account.append("\(try garden.ask(StatsStreak()))")
        account += try garden.ask(InventoryList()).map { "\($0.name) \($0.count)" }
        for id in once.lowerBound...habits.upperBound {
            let task = try garden.ask(TaskGet(id: id))
            account.append(
                "\(task.title): done \(task.doneCount), \(task.focuses), \(task.minutes), open \(String(describing: task.occurrence))"
            )
        }
        account += try garden.ask(TaskList(status: .done, limit: 1000)).tasks.map {
            "\($0.title) \($0.completedAt?.instant.milliseconds ?? 0)"
        }
        let rate = garden.state.rate
        account.append("\(rate.meter) \(rate.tier) \(rate.daysLeft)")
        return account
    }

    /// The lines of a day in no order: their times, kinds and categories. Their words have prices and balances. Levels, subtotals
    /// and a rise of the rate are announced when they come. A task that is completed once more pays nothing, and has a line of its own.
    private static func lines(
        _ garden: CoreGarden, _ day: CalendarDay, without mistakes: Set<Instant>
    ) throws -> [String] {
        try garden.history.read(LogLinesQuery(of: day, through: .max, limit: .max))
            .filter { ![.level, .header, .subtotal, .rate, .task, .undo].contains($0.kind) }
            .filter { !mistakes.contains($0.at.instant) }
            .reduce(into: Set()) { $0.insert("\($1.at.wallText) \($1.kind) \($1.categoryId ?? 0)") }.sorted()
    }

    @Test("P22, P31 to P33: it equals the life in true order", arguments: seeds)
    func lateLivesEqualThoseInOrder(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (zone, start) = (generator.pick(Self.zones), generator.pick(Self.beginnings))
        let (late, inOrder) = (try Self.garden(zone, from: start), try Self.garden(zone, from: start))
        let steps = Self.plan(&generator, in: inOrder)
        let first = inOrder.state.day.day
        var mistakes = Set<Instant>()
        try Self.live(steps, in: inOrder, isInOrder: true, &generator, mistakes: &mistakes)
        try Self.live(steps, in: late, isInOrder: false, &generator, mistakes: &mistakes)
        let (one, other) = (
            try Self.account(late, from: first, without: mistakes),
            try Self.account(inOrder, from: first, without: mistakes)
        )
        for (late, inOrder) in zip(one, other) { #expect(late == inOrder, "\(zone)") }
        #expect(one.count == other.count)
        #expect(steps.contains { $0.entered != nil })
        #expect(!mistakes.isEmpty)
    }
}
