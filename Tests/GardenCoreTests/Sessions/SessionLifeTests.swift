import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Two lives with the same sessions: in one of them the timer runs when they happen, in the other they are entered and corrected
/// afterwards (RULES P22, P30). In the end, both are equal.
@Suite struct SessionLifeTests {
    private static let categories = ["Default", "Maths", "Thesis", "Reading"]

    /// What happens in a life, hour by hour.
    private struct Plan {
        /// A session of some minutes, in a category, on a task or on none.
        struct Focus {
            let minutes: Int
            let category: String
            let taskId: Int?
        }

        /// The hours from the beginning with the sessions in them; an hour has one at most.
        var sessions: [Int: Focus] = [:]
        let hours: Int

        init(_ generator: inout SeededGenerator, hours: Int) {
            self.hours = hours
            for hour in 0..<hours where generator.chance(25) {
                // The timer gives 1 exp for them, and so does a session that is added (P24).
                sessions[hour] = Focus(
                    minutes: Int.random(in: 25...49, using: &generator), category: generator.pick(categories),
                    taskId: generator.chance(30) ? generator.pick([1, 2]) : nil)
            }
        }
    }

    private static let zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo"]

    /// Some days before the clocks change in one of the zones.
    private static let beginnings = [
        "2026-03-05T09:30:00Z", "2026-03-27T22:10:00Z", "2026-10-23T01:00:00Z", "2026-11-01T03:05:00Z",
    ]

    private static func garden(_ generator: inout SeededGenerator) throws -> CoreGarden {
        let garden = try CoreGarden(at: generator.pick(beginnings), zone: generator.pick(zones)) {
            $0.pointsPerFocus = 10
            ($0.startRest, $0.startFocus, $0.askAfterLockedMinutes) = (.never, .never, 0)
        }
        for name in categories.dropFirst() { try garden.perform(CategoryAdd(name: name)) }
        for title in ["one", "two"] { try garden.perform(TaskAdd(title: title)) }
        return garden
    }

    /// The timer runs when a session happens; some sessions are stopped at first, in the wrong category, or too long, and all of it is
    /// corrected later.
    private static func live(
        _ plan: Plan, in garden: CoreGarden, _ generator: inout SeededGenerator, withMistakes: Bool
    ) throws {
        var mistakes: [any Command] = []
        for hour in 0..<plan.hours {
            let end = garden.moment.wall.advanced(byMilliseconds: 3_600_000)
            if let focus = plan.sessions[hour] {
                let isWrong = withMistakes && generator.chance(40)
                let category = isWrong ? generator.pick(categories) : focus.category
                let taskId = isWrong ? generator.pick([nil, 1, 2]) : focus.taskId
                let minutes = isWrong ? Int.random(in: 25...49, using: &generator) : focus.minutes
                try garden.perform(TimerStart(category: category, taskId: taskId, minutes: minutes))
                let start = garden.moment.wall
                garden.advance(seconds: minutes * 60)
                if isWrong {
                    mistakes.append(
                        SessionEdit(
                            id: garden.state.lastSessionId,
                            end: garden.environment.zone.timestamp(
                                start.advanced(byMilliseconds: focus.minutes * 60_000)
                            )
                            .description,
                            category: focus.category, taskId: focus.taskId.map { .set($0) } ?? .clear))
                }
            }
            if plan.sessions[hour] == nil, withMistakes, generator.chance(10) {
                // One that never was.
                let minutes = Int.random(in: 25...49, using: &generator)
                try garden.perform(TimerStart(category: generator.pick(categories), minutes: minutes))
                garden.advance(seconds: minutes * 60)
                mistakes.append(SessionRemove(id: garden.state.lastSessionId))
            }
            garden.advance(milliseconds: Instant.milliseconds(from: garden.moment.wall, to: end))
            // Corrections come at any time, in any order, some are undone and made again.
            while !mistakes.isEmpty, generator.chance(20) {
                try correct(
                    mistakes.remove(at: Int.random(in: mistakes.indices, using: &generator)), garden, &generator)
            }
        }
        for mistake in mistakes.shuffled(using: &generator) { try correct(mistake, garden, &generator) }
    }

    private static func correct(
        _ correction: any Command, _ garden: CoreGarden, _ generator: inout SeededGenerator
    ) throws {
        let (before, seq) = (try account(garden, isWhole: false), garden.state.seq)
        try garden.run(correction)
        guard garden.state.seq > seq, generator.chance(50) else { return }
        let after = try account(garden, isWhole: false)
        _ = try garden.undo()
        #expect(try account(garden, isWhole: false) == before)
        _ = try garden.redo()
        #expect(try account(garden, isWhole: false) == after)
    }

    /// Nothing runs; the sessions are entered at any later time, in any order.
    private static func enter(
        _ plan: Plan, in garden: CoreGarden, _ generator: inout SeededGenerator
    ) throws {
        var late: [SessionAdd] = []
        for hour in 0..<plan.hours {
            if let focus = plan.sessions[hour] {
                late.append(
                    SessionAdd(
                        start: garden.environment.zone.timestamp(garden.moment.wall).description,
                        minutes: focus.minutes,
                        category: focus.category, taskId: focus.taskId))
            }
            garden.advance(seconds: 3600)
            while !late.isEmpty, generator.chance(20) {
                try garden.perform(late.remove(at: Int.random(in: late.indices, using: &generator)))
            }
        }
        for session in late.shuffled(using: &generator) { try garden.perform(session) }
    }

    /// All that people see of the past.
    private static func account(_ garden: CoreGarden, isWhole: Bool = true) throws -> [String] {
        let first = garden.state.day.day.advanced(by: -9).description
        let trend = try garden.ask(StatsTrend(from: first))
        var account = trend.days.map { "\($0.day): \($0.totals)" } + trend.hours.map { "\($0)" }
        for category in categories {
            let days = try garden.ask(StatsHeatMap(from: first, category: category))
            account.append("\(category): \(days.map(\.minutes)) \(days.map(\.sessions))")
        }
        account += try garden.ask(GardenList()).map { "\($0.category): \($0.exp)" }
        // Those of past days are many questions to a history without tables.
        for back in isWhole ? [3] : [] {
            let day = garden.state.day.day.advanced(by: -back).description
            let gardens = try garden.ask(GardenList(asOf: day)).map { "\($0.category): \($0.exp)" }
            account.append("\(day): \(gardens) \(try garden.ask(PointsGet(asOf: day)))")
        }
        account.append("\(garden.state.points) \(try garden.ask(StatsStreak()))")
        account += try [1, 2].map { id in
            let task = try garden.ask(TaskGet(id: id))
            return "\(task.title): \(task.focuses), \(task.minutes)"
        }
        let today = garden.state.focusSums.today(garden.state.day.day, goalMinutes: 0)
        return account + ["\(today)"]
    }

    private static let seeds = 1...sizeOfRun("LIFE_SEEDS", usually: 3)
    private static let hours = sizeOfRun("LIFE_STEPS", usually: 100)

    @Test("P30: a life with corrections equals the one without the mistakes", arguments: seeds)
    func correctedLives(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let plan = Plan(&generator, hours: Self.hours)
        var (one, other) = (generator, generator)
        let (garden, second) = (try Self.garden(&one), try Self.garden(&other))
        try Self.live(plan, in: garden, &one, withMistakes: false)
        try Self.live(plan, in: second, &other, withMistakes: true)
        for (one, other) in zip(try Self.account(second), try Self.account(garden)) { #expect(one == other) }
    }

    @Test("P22: a life that is entered afterwards equals the one in true order", arguments: seeds)
    func enteredLives(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(1000 + seed))
        let plan = Plan(&generator, hours: Self.hours)
        var (one, other) = (generator, generator)
        let (garden, second) = (try Self.garden(&one), try Self.garden(&other))
        try Self.live(plan, in: garden, &one, withMistakes: false)
        try Self.enter(plan, in: second, &other)
        for (one, other) in zip(try Self.account(second), try Self.account(garden)) { #expect(one == other) }
    }
}
