import GardenAPI
import TestSupport
import Testing

@testable import GardenCore

/// One change that is undone alone, whatever has been changed since (RULES U7). The garden begins on Thursday, 2026-01-01, at 09:00.
@Suite("Undo of one change alone")
struct UndoOfOneChangeTests {
    struct Row: CustomTestStringConvertible {
        var name: String
        /// What is done and then undone.
        var undone: any Command
        /// What is done after it, and stays.
        var kept: any Command
        var isOnAnotherDay = false
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "an older purchase of two", undone: ShopBuy(name: "Tea"), kept: ShopBuy(name: "Tea")),
        Row(name: "money before more money", undone: RateAdd(amount: 3500), kept: RateAdd(amount: 400)),
        Row(name: "money before a tier", undone: RateAdd(amount: 3500), kept: RateForce(tier: 2)),
        Row(name: "money before a meter in its tier", undone: RateAdd(amount: 9500), kept: RateSet(amount: 10_000)),
        Row(name: "a tier before money", undone: RateForce(tier: 2), kept: RateAdd(amount: 400)),
        Row(name: "a meter before money", undone: RateSet(amount: 9000), kept: RateAdd(amount: 400)),
        Row(name: "a purchase before money", undone: ShopBuy(name: "Shoes"), kept: RateAdd(amount: 400)),
        Row(name: "one press of two", undone: TaskComplete(title: "water"), kept: TaskComplete(title: "water")),
        Row(name: "a task before another", undone: TaskComplete(title: "a"), kept: TaskComplete(title: "b")),
        Row(
            name: "a counter", undone: InventoryAdjust(name: "Stamps", amount: -3),
            kept: InventoryAdjust(name: "Stamps", amount: 5)),
        Row(
            name: "an adjustment", undone: PointsAdjust(amount: 30, reason: "found"),
            kept: PointsAdjust(amount: -7, reason: "lost")),
        Row(
            name: "one field of an item", undone: ShopEdit(name: "Tea", newName: "Chai"),
            kept: ShopEdit(id: 1, price: 55)),
        Row(
            name: "a session of two", undone: SessionAdd(text: "6:00-6:50 Work"),
            kept: SessionAdd(text: "7:00-7:30 Work")),
    ]

    private static func garden() throws -> CoreGarden {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 100_000, reason: "begin"))
        try garden.perform(ShopAdd(name: "Tea", price: 40))
        try garden.perform(ShopAdd(name: "Shoes", price: 3000, countsAsSpending: true))
        try garden.perform(CategoryAdd(name: "Work"))
        try garden.perform(TaskAdd(title: "water", points: 5, standing: true))
        try garden.perform(TaskAdd(title: "a", points: 5))
        try garden.perform(TaskAdd(title: "b", points: 7))
        try garden.perform(InventoryAdd(name: "Stamps", count: 10))
        return garden
    }

    @Test("it is as if it had not been done, and redo makes it again", arguments: rows)
    func itIsAsIfItHadNotBeenDone(_ row: Row) throws {
        for secondsBetween in [60, 86_400] {
            let (garden, other) = (try Self.garden(), try Self.garden())
            try garden.run(row.undone)
            for life in [garden, other] {
                life.advance(seconds: secondsBetween)
                try life.run(row.kept)
            }
            let change = try #require(garden.state.undo.done.dropLast().last?.change)
            let before = garden.revertible
            garden.advance(seconds: 60)
            other.advance(seconds: 60)
            #expect(try garden.undo(change: change).map(\.seq) == [change])
            #expect(garden.state.rate == other.state.rate)
            #expect(garden.state.inventory == other.state.inventory)
            #expect(try Self.accounts(garden) == Self.accounts(other), "\(secondsBetween)")
            _ = try garden.redo()
            #expect(garden.differences(from: before) == [], "\(secondsBetween)")
        }
    }

    /// Everything but prices, which stay as they were charged.
    private static func accounts(_ garden: CoreGarden) throws -> [String] {
        let (today, all) = (try garden.ask(StatsDay()), try garden.ask(StatsSummary(from: "2026-01-01")))
        return [
            "\(today.totals.minutes) \(today.totals.tasks) \(today.totals.earned)",
            "\(all.range.totals.minutes) \(all.range.totals.tasks) \(all.range.totals.earned)",
            "\(try garden.ask(GardenList()).map { "\($0.category) \($0.exp)" })",
            "\(try garden.ask(TaskList()).tasks.map { "\($0.title) \($0.doneCount)" })",
            "\(try garden.ask(ShopList()).map { "\($0.name) \($0.price)" })",
        ]
    }

    @Test("of two purchases the older one is taken back by its own price")
    func theOlderOfTwoPurchases() throws {
        let garden = try Self.garden()
        try garden.perform(ShopBuy(name: "Tea"))
        let change = try #require(garden.state.undo.done.last?.change)
        try garden.perform(ShopEdit(name: "Tea", price: 60))
        try garden.perform(ShopBuy(name: "Tea"))
        #expect(garden.state.points.balance == 99_900)
        #expect(try garden.undo(change: change).map(\.what) == ["bought Tea, +40 points"])
        #expect(garden.events.summary == ["09:00:00 change.undone"])
        #expect(garden.state.points.balance == 99_940)
        #expect(garden.state.shop.purchase(1) == nil && garden.state.shop.purchase(2)?.price == 60)
    }

    @Test("what a later change builds on is refused with that change")
    func whatALaterChangeBuildsOn() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "c"))
        let added = try #require(garden.state.undo.done.last?.change)
        try garden.perform(TaskEdit(title: "c", points: 3))
        let edited = try #require(garden.state.undo.done.last?.change)
        try garden.perform(TaskEdit(title: "c", points: 4))
        let last = try #require(garden.state.undo.done.last?.change)
        let state = garden.state
        for change in [added, edited] {
            let refusal = try garden.refusal(of: JournalUndo(change: change))
            #expect(
                refusal.details
                    == [
                        "reason": "cannot_undo", "why": "changed_since", "change": .integer(last),
                        "method": "task.edit",
                    ])
        }
        #expect(garden.state == state)
    }

    @Test("a number that is no change to take back")
    func otherNumbers() throws {
        let garden = try Self.garden()
        let change = try #require(garden.state.undo.done.last?.change)
        _ = try garden.undo(change: change)
        let state = garden.state
        for (number, problem) in [
            (change, "it is undone"), (change + 1, "it is none of the last 1000 changes of a person since a reset"),
            (1_000_000, "it is none of the last 1000 changes of a person since a reset"),
        ] {
            let error = try garden.refusal(of: JournalUndo(change: number))
            #expect(error.message == "cannot undo change \(number): \(problem)")
            #expect(error.details == ["reason": "cannot_undo", "why": "nothing"])
        }
        #expect(try garden.refusal(of: JournalUndo(change: 0)).details["param"] == "change")
        #expect(try garden.refusal(of: JournalUndo(count: 1, change: 3)).details["param"] == "change")
        #expect(garden.state == state)
    }

    @Test("a stop that can be undone no more is refused, not passed over")
    func aStopThatIsPassed() throws {
        let garden = try Self.garden()
        try garden.perform(TimerStart())
        garden.advance(seconds: 600)
        try garden.perform(TimerStop())
        let change = try #require(garden.state.undo.done.last?.change)
        try garden.perform(TimerStart())
        #expect(try garden.refusal(of: JournalUndo(change: change)).details["why"] == "passed")
    }
}
