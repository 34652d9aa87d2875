import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Changes that are undone on a later day (RULES U4). These gardens begin on Thursday, 2026-01-01, at 09:00 in UTC.
@Suite("Undo on a later day")
struct LaterUndoTests {
    struct Row: CustomTestStringConvertible {
        var name: String
        var command: any Command
        /// Lines that it adds to the log of Thursday.
        var lines: [String]
        /// What its undo adds to them.
        var undone: String
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "a task", command: TaskComplete(title: "report"),
            lines: ["[10:00] +500 pt ×1 report → 10400"],
            undone: "[10:00] undone: done report, −500 points, −1 exp Default (entered 2026-01-02 10:30)"),
        Row(
            name: "an occurrence", command: TaskComplete(title: "run"), lines: ["[10:00] +20 pt ×1 run → 9920"],
            undone: "[10:00] undone: done run, −20 points, −1 exp Default (entered 2026-01-02 10:30)"),
        Row(
            name: "a purchase", command: ShopBuy(name: "Tea"), lines: ["[10:00] −60 pt ×1.5 Tea → 9840"],
            undone: "[10:00] undone: bought Tea, +60 points (entered 2026-01-02 10:30)"),
        Row(
            name: "a purchase that counts as spending", command: ShopBuy(name: "Shoes"),
            lines: [
                "[10:00] −4500 pt ×1.5 Shoes → 5400", "[10:00] meter 6100 (+3000)",
                "[10:00] rate ×1.5 → ×2.0 (2 days left)",
            ],
            undone: """
                [10:00] undone: bought Shoes, +4500 points (entered 2026-01-02 10:30)
                """),
        Row(
            name: "a refund", command: ShopRefund(),
            lines: ["[10:00] +100 pt ×1.0 refund: Cake → 10000"],
            undone: "[10:00] undone: refunded Cake, −100 points (entered 2026-01-02 10:30)"),
        Row(
            name: "an adjustment", command: PointsAdjust(amount: -200, reason: "lost"),
            lines: ["[10:00] −200 pt adjusted: lost → 9700"],
            undone: "[10:00] undone: adjusted the balance by −200: lost, +200 points (entered 2026-01-02 10:30)"),
        Row(
            name: "money", command: RateAdd(amount: 4000),
            lines: [
                "[10:00] meter 7100 (+4000)", "[10:00] rate ×1.5 → ×2.0 (2 days left)",
            ],
            undone: "[10:00] undone: spent +4000 (entered 2026-01-02 10:30)"),
        Row(
            name: "a meter that was set", command: RateSet(amount: 0),
            lines: ["[10:00] meter 0 (−3100) set", "[10:00] rate ×1.5 → ×1.0"],
            undone: "[10:00] undone: set the meter to 0 (entered 2026-01-02 10:30)"),
        Row(
            name: "a tier that was set", command: RateForce(tier: 3),
            lines: [
                "[10:00] meter 9000 (+5900) forced: tier 3 ×3.0, 2 days left", "[10:00] rate ×1.5 → ×3.0 (2 days left)",
            ],
            undone: """
                [10:00] undone: set the tier to 3 (entered 2026-01-02 10:30)
                """),
        Row(
            name: "a counter", command: InventoryAdjust(name: "Tickets", amount: -2),
            lines: ["[10:00] inventory Tickets 1 (−2)"],
            undone: "[10:00] undone: counted Tickets 3 → 1 (entered 2026-01-02 10:30)"),
    ]

    /// It is Thursday, 10:00; the meter is 3100, tier 1.
    private static func garden() throws -> CoreGarden {
        let garden = try CoreGarden {
            $0.pointsPerFocus = 10
            ($0.startRest, $0.startFocus) = (.never, .never)
        }
        try garden.perform(PointsAdjust(amount: 10_000, reason: "begin"))
        try garden.perform(TaskAdd(title: "report", points: 500))
        try garden.perform(TaskAdd(title: "run", points: 20, due: "today", repeat: "daily"))
        try garden.perform(ShopAdd(name: "Tea", price: 40))
        try garden.perform(ShopAdd(name: "Shoes", price: 3000, countsAsSpending: true))
        try garden.perform(ShopAdd(name: "Cake", price: 100))
        try garden.perform(InventoryAdd(name: "Tickets", count: 3))
        try garden.perform(ShopBuy(name: "Cake"))
        try garden.perform(RateAdd(amount: 3100))
        garden.at("2026-01-01T10:00:00Z")
        return garden
    }

    /// A focus session pays in the hour of the change, on Friday.
    private static func friday(in garden: CoreGarden) throws {
        garden.at("2026-01-02T09:40:00Z")
        try garden.perform(TimerStart())
        garden.at("2026-01-02T10:30:00Z")
    }

    /// What people see of both days, without the words of the log.
    private func account(_ garden: CoreGarden) throws -> [String] {
        let days = try garden.ask(StatsTrend(from: "2026-01-01", to: "2026-01-02")).days.map { "\($0)" }
        let tasks = try garden.ask(TaskList(status: .all, limit: 100)).tasks
        return days
            + tasks.map { "\($0.title) \($0.doneCount) \($0.due.map { "\($0)" } ?? "") \($0.completedAt != nil)" }
            .sorted()
            + ["\(garden.state.points)", "\(garden.state.rate)", "\(garden.state.log.subtotal)"]
            + (try garden.ask(GardenList()).map { "\($0)" })
            + (try garden.ask(InventoryList()).map { "\($0.name) \($0.count)" })
            + (try garden.ask(GardenList(asOf: "2026-01-01")).map { "\($0)" })
            + ["\(try garden.ask(PointsGet(asOf: "2026-01-01")))", "\(try garden.ask(RateGet(asOf: "2026-01-01")))"]
    }

    @Test("U4: the garden is as if it had not been done, on its day and since; redo does it again", arguments: rows)
    func itIsTakenBack(_ row: Row) throws {
        let (garden, without) = (try Self.garden(), try Self.garden())
        let before = try garden.lines()
        try garden.run(row.command)
        for garden in [garden, without] { try Self.friday(in: garden) }
        let (thursday, after) = (before + row.lines, try account(garden))
        #expect(try garden.lines(of: "2026-01-01") == thursday)
        _ = try garden.undo()
        #expect(try account(garden) == account(without))
        #expect(try garden.lines(of: "2026-01-01") == thursday + [row.undone])
        _ = try garden.redo()
        #expect(try account(garden) == after)
        _ = try garden.undo()
        #expect(try account(garden) == account(without))
        #expect(garden.state.log.unarchived == ["2026-01-01"])
    }

    @Test("U4: a purchase before the table of the rate changed, on the same day: the meter is counted by both tables")
    func theTableChanged() throws {
        let garden = try Self.garden()
        let table = try RateTable(json: [
            ["from": 0, "rate": 1], ["from": 3000, "rate": 2], ["from": 3100, "rate": 5],
        ])
        try garden.perform(RateAdd(amount: 4000))
        garden.changeSettings { $0.rateTable = table }
        #expect(try garden.rate == "7100/T2/2")
        _ = try garden.undo()
        #expect(try garden.rate == "3100/T2/2")
        _ = try garden.redo()
        #expect(try garden.rate == "7100/T2/2")
    }

    @Test("U4: several of both days in one request, and made again; the meter is counted once")
    func severalOfBothDays() throws {
        let garden = try Self.garden()
        var before = [try account(garden)]
        let commands: [any Command] = [
            RateAdd(amount: 4000), ShopBuy(name: "Shoes"), RateAdd(amount: 500), ShopBuy(name: "Tea"),
            RateSet(amount: 100), RateAdd(amount: 3000, at: "yesterday"), RateAdd(amount: 10),
        ]
        for (index, command) in commands.enumerated() {
            if index == 3 {
                try Self.friday(in: garden)
                before.removeAll()
            }
            before.append(try account(garden))
            try garden.run(command)
        }
        let after = try account(garden)
        for count in 1...4 {
            let undone = try garden.undo(count)
            #expect(undone.count == count)
            for (one, other) in zip(try account(garden), before[4 - count]) { #expect(one == other, "\(count)") }
            #expect(garden.events.filter { $0.type == EventKind.rateRecounted.type }.count <= 1)
            _ = try garden.redo(count)
            #expect(try account(garden) == after)
        }
        // Those of Thursday, too: nothing but Cake and 3100 was before.
        _ = try garden.undo(7)
        let without = try Self.garden()
        try Self.friday(in: without)
        #expect(try account(garden) == account(without))
        _ = try garden.redo(7)
        #expect(try account(garden) == after)
    }

    /// How often the undo of changes of the day before asks the history, and the list of them.
    private func questions(undoing count: Int) throws -> (undo: Int, list: Int) {
        let garden = try Self.garden()
        for _ in 1...count { try garden.perform(RateAdd(amount: 10)) }
        garden.at("2026-01-02T10:00:00Z")
        let first = garden.history.asked.count
        _ = try garden.ask(JournalUndoable(limit: count))
        let second = garden.history.asked.count
        _ = try garden.undo(count)
        return (garden.history.asked.count - second, second - first)
    }

    @Test("the work of an undo grows with the changes only")
    func theWorkGrowsWithTheChanges() throws {
        let (few, many) = (try questions(undoing: 10), try questions(undoing: 100))
        #expect(many.undo <= 10 * few.undo)
        #expect(many.list <= 10 * few.list)
    }

    @Test("U4: lines of the log that a person wrote, edited or removed on an earlier day, and made again")
    func linesOfTheLog() throws {
        let garden = try Self.garden()
        let first = try garden.perform(LogNote(text: "one"))
        let second = try garden.perform(LogNote(text: "two"))
        var thursday = [try garden.lines()]
        try garden.perform(LogEdit(id: first.id, text: "uno"))
        thursday.append(try garden.lines())
        try garden.perform(LogRemove(id: second.id))
        thursday.append(try garden.lines())
        try garden.perform(LogNote(text: "three"))
        thursday.append(try garden.lines())
        try Self.friday(in: garden)
        for lines in thursday.dropLast().reversed() {
            _ = try garden.undo()
            #expect(try garden.lines(of: "2026-01-01") == lines)
        }
        for lines in thursday.dropFirst() {
            _ = try garden.redo()
            #expect(try garden.lines(of: "2026-01-01") == lines)
        }
        // The log of Friday says what was undone and redone.
        let friday = try garden.lines().compactMap { $0.split(separator: "] ", maxSplits: 1).last }
        #expect(
            friday.suffix(6) == [
                "undone: noted [10:00] three", "undone: removed the line [10:00] two",
                "undone: edited the line [10:00] one to [10:00] uno",
                "redone: edited the line [10:00] one to [10:00] uno", "redone: removed the line [10:00] two",
                "redone: noted [10:00] three",
            ])
    }

    @Test("U4: points that were spent since are missing: it is refused, and nothing changes")
    func pointsAreMissing() throws {
        let garden = try Self.garden()
        try garden.perform(TaskComplete(title: "report"))
        garden.at("2026-01-02T10:00:00Z")
        _ = try garden.change { t throws(GardenError) in
            t.changePoints(
                .pointsAdjusted, to: PointsSummary(balance: 499, multiplier: 1, earnedToday: 0, spentToday: 0))
        }
        let before = garden.state
        #expect(
            try garden.refusal(of: JournalUndo())
                == Refusal(.refused, ["reason": "cannot_undo", "why": "balance"]))
        #expect(garden.state == before)
    }

    // MARK: Under a wrong clock

    /// A change of a day that a correction takes back: it is done while the clock is ahead.
    private static func wrongDay(_ days: Int, _ command: any Command) throws -> CoreGarden {
        let garden = try Self.garden()
        garden.stepClock(seconds: days * 86_400)
        try garden.run(command)
        garden.stepClock(seconds: -days * 86_400)
        try garden.perform(DayCorrect())
        return garden
    }

    @Test("U4, L10: after a correction of the day, today's sums are still those of today, and go back")
    func aCorrectedDay() throws {
        for command in [ShopBuy(name: "Shoes"), SessionAdd(text: "9:10-9:40")] as [any Command] {
            let garden = try Self.garden()
            garden.stepClock(seconds: 2 * 86_400)
            let before = garden.revertible
            try garden.run(command)
            garden.stepClock(seconds: -2 * 86_400)
            try garden.perform(DayCorrect())
            let points = garden.state.points
            #expect(points.spentToday > 0 || points.earnedToday > 0)
            _ = try garden.undo()
            let others = [".day.", ".clock.", ".lastSessionId"]
            #expect(garden.differences(from: before).filter { line in !others.contains(where: line.hasPrefix) } == [])
        }
    }

    @Test("U4: what was earned before a wrong day began is no part of the sums since")
    func earnedBeforeAWrongDay() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "9:10-9:40"))
        #expect(garden.state.points.earnedToday == 10)
        garden.stepClock(seconds: 86_400)
        garden.stepClock(seconds: -86_400)
        try garden.perform(DayCorrect())
        #expect(garden.state.points.earnedToday == 0)
        _ = try garden.undo()
        #expect(garden.state.points.earnedToday == 0)
    }

    @Test(
        "U4, L10: money of a wrong day, undone on each of the days that follow",
        arguments: [(1, 3500), (2, 15_000)], [1, 2, 3, 4, 5])
    func moneyOfAWrongDay(_ wrong: (days: Int, amount: Int), undoneOn day: Int) throws {
        let garden = try Self.wrongDay(wrong.days, RateAdd(amount: wrong.amount))
        let without = try Self.wrongDay(wrong.days, LogNote(text: "nothing"))
        for garden in [garden, without] { garden.at("2026-01-0\(day)T20:00:00Z") }
        let rate = garden.state.rate
        _ = try garden.undo()
        #expect(garden.state.rate == without.state.rate)
        #expect(try garden.trend("2026-01-01", "2026-01-05") == without.trend("2026-01-01", "2026-01-05"))
        _ = try garden.redo()
        #expect(garden.state.rate == rate)
        _ = try garden.undo()
        #expect(garden.state.rate == without.state.rate)
    }

    @Test(
        "U2, L10: the log that has the lines of a wrong day says what was undone, and no day ahead does",
        arguments: [1, 2, 3])
    func linesOfAWrongDay(undoneOn day: Int) throws {
        let garden = try Self.wrongDay(2, TaskComplete(title: "report"))
        garden.at("2026-01-0\(day)T20:00:00Z")
        _ = try garden.undo()
        #expect(try garden.lines(of: "2026-01-01").filter { $0.contains("undone: done report") }.count == 1)
        let days: [CalendarDay] = ["2026-01-02", "2026-01-03", "2026-01-04"]
        let logs = try days.filter { $0 != garden.state.day.day }.flatMap { try garden.lines(of: $0) }
        #expect(logs.filter { $0.contains("report") } == [])
        #expect(garden.state.log.archivable(on: garden.state.day.day).allSatisfy { $0 < garden.state.day.day })
    }

    @Test("U2: the line in the log of its day has the time of the change, in the zone of then")
    func theTimeOfTheChange() throws {
        let garden = try Self.garden()
        try garden.perform(TaskComplete(title: "report"))
        garden.at("2026-01-02T10:00:00Z")
        try garden.travel(to: "Asia/Tokyo")
        _ = try garden.undo()
        #expect(
            try garden.lines(of: "2026-01-01").last
                == "[10:00] undone: done report, −500 points, −1 exp Default (entered 2026-01-02 19:00)")
    }

    @Test("P22, U5: a note that was entered afterwards keeps that through an edit and its undo")
    func anEditedLateNote() throws {
        let garden = try Self.garden()
        let line = try garden.perform(LogNote(text: "call", at: "9:30"))
        #expect(line.enteredAt != nil)
        let before = garden.revertible
        try garden.perform(LogEdit(id: line.id, text: "called"))
        #expect(garden.state.log[line.id]?.enteredAt == line.enteredAt)
        _ = try garden.undo()
        #expect(garden.differences(from: before) == [])
        try garden.perform(LogRemove(id: line.id))
        _ = try garden.undo()
        #expect(garden.differences(from: before) == [])
    }
}
