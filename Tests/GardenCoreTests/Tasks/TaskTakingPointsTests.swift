import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Standing tasks that take points (RULES T25).
@Suite("Tasks that take points")
struct TaskTakingPointsTests {
    /// A garden with a balance, and a task that takes 30.
    private func garden(balance: Int) throws -> CoreGarden {
        let garden = try CoreGarden()
        if balance > 0 { try garden.perform(PointsAdjust(amount: balance, reason: "to begin with")) }
        try garden.perform(TaskAdd(title: "Sweets", points: -30, standing: true))
        return garden
    }

    struct Row: Sendable {
        let balance: Int
        var multiplier = 1
        var doubled: Bool?
        let paid: Int
        let line: String
    }

    @Test(
        "T25: it takes its points down to 0, with no experience, whatever multiplies",
        arguments: [
            Row(balance: 100, paid: -30, line: "[09:00] −30 pt Sweets → 70"),
            Row(balance: 100, multiplier: 2, paid: -30, line: "[09:00] −30 pt Sweets → 70"),
            Row(balance: 100, doubled: true, paid: -30, line: "[09:00] −30 pt Sweets → 70"),
            Row(balance: 30, paid: -30, line: "[09:00] −30 pt Sweets → 0"),
            Row(balance: 20, paid: -20, line: "[09:00] −20 pt Sweets → 0"),
            Row(balance: 0, paid: 0, line: "[09:00] done Sweets"),
        ])
    func itTakesItsPoints(_ row: Row) throws {
        let garden = try garden(balance: row.balance)
        if row.multiplier > 1 { try garden.perform(PointsSetMultiplier(multiplier: row.multiplier)) }
        let (rate, before) = (garden.state.rate, garden.state)
        let done = try garden.perform(TaskComplete(title: "Sweets", doubled: row.doubled))
        #expect(done.paid == row.paid && done.exp == 0 && done.balance == row.balance + row.paid)
        #expect(done.task.doneCount == 1 && done.task.completedAt == nil && done.task.points == -30)
        let types =
            row.paid < 0 ? ["task.completed", "points.spent", "log.written"] : ["task.completed", "log.written"]
        #expect(garden.events.map(\.type) == types)
        #expect(try garden.lines().last == row.line)
        #expect(
            garden.state.points
                == PointsSummary(
                    balance: row.balance + row.paid, multiplier: row.multiplier, earnedToday: 0, spentToday: -row.paid))
        // No meter rises, no garden grows, and it is no task done.
        #expect(garden.state.rate == rate && garden.state.categories == before.categories)
        let totals = try garden.ask(StatsDay()).totals
        #expect([totals.tasks, totals.earned, totals.spent] == [0, 0, -row.paid])

        _ = try garden.undo()
        #expect(garden.state.points == before.points)
        #expect(garden.state.tasks[1]?.progress.doneCount == 0)
        #expect(try garden.ask(StatsDay()).totals.spent == 0)
        _ = try garden.redo()
        #expect(garden.state.points.balance == row.balance + row.paid)
    }

    @Test("T25, P22: done afterwards, it counts on its day")
    func lateItCountsOnItsDay() throws {
        let garden = try garden(balance: 100)
        garden.at("2026-01-02T10:00:00Z")
        let done = try garden.perform(TaskComplete(title: "Sweets", at: "yesterday 15:00"))
        #expect(done.paid == -30 && done.balance == 70)
        #expect(garden.state.points.spentToday == 0)
        #expect(try garden.ask(StatsDay(day: "yesterday")).totals.spent == 30)
        #expect(try garden.ask(StatsDay()).totals.spent == 0)
    }

    @Test("T25: the rule of the step is named by why")
    func whyNamesIt() throws {
        let garden = try garden(balance: 100)
        try garden.perform(TaskComplete(title: "Sweets"))
        let newest = try garden.ask(JournalExplain(what: .balance, limit: 1)).first
        #expect(newest?.rule == "T25" && newest?.text == "−30 with Sweets → 70")
    }

    @Test("T25: only a standing task takes points")
    func onlyAStandingTaskTakesPoints() throws {
        let garden = try garden(balance: 100)
        try garden.perform(TaskAdd(title: "Milk", points: 5))
        let before = garden.state
        func problem(_ request: some Command) throws -> String {
            let refusal = try garden.refusal(of: request)
            #expect(refusal.code == .invalidParams && garden.state == before)
            return refusal.message
        }
        #expect(
            try problem(TaskEdit(id: 2, points: -1))
                == #"points must be at least 0, because task 2, "Milk", is not a standing task"#)
        #expect(
            try problem(TaskEdit(id: 1, standing: false))
                == #"standing cannot be false, because task 1, "Sweets", takes points; give it others, too"#)
        for request in [TaskAdd(title: "Tea", points: -1), TaskAdd(title: "Tea", points: -1, standing: false)] {
            let error = #expect(throws: ValidationError.self) { try request.validate() }
            #expect(error?.message == "points must be at least 0, unless standing is true")
        }
        let error = #expect(throws: ValidationError.self) {
            try TaskEdit(id: 1, points: -1, standing: false).validate()
        }
        #expect(error?.message == "points must be at least 0 of a task that is not standing")
        #expect(try garden.perform(TaskEdit(id: 1, points: 30, standing: false)).points == 30)
        #expect(try garden.perform(TaskEdit(id: 2, points: -5, standing: true)).points == -5)
    }
}
