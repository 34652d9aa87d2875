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
            name: "a task before its category is renamed", undone: TaskComplete(title: "a"),
            kept: CategoryEdit(name: "Work", newName: "Job")),
        Row(
            name: "an adjustment before the multiplier", undone: PointsAdjust(amount: 30, reason: "found"),
            kept: PointsSetMultiplier(multiplier: 2)),
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
        try garden.perform(TaskAdd(title: "w", category: "Work", points: 5))
        try garden.perform(TaskAdd(title: "b", points: 7))
        try garden.perform(TaskAdd(title: "daily", points: 5, due: "2026-01-01", repeat: "daily"))
        try garden.perform(InventoryAdd(name: "Stamps", count: 10))
        return garden
    }

    /// Its category has become shorter than its position by then.
    @Test func aTaskAndAnItemComeBackToAShorterCategory() throws {
        let garden = try Self.garden()
        func change(by command: some Command) throws -> Int {
            try garden.perform(command)
            return try #require(garden.state.undo.done.last?.change)
        }
        try garden.perform(TaskAdd(title: "c"))
        let completion = try change(by: TaskComplete(title: "c"))
        for title in ["a", "b"] { try garden.perform(TaskComplete(title: title)) }
        #expect(garden.state.tasks.order(ofCategory: 1) == [1, 5])
        #expect(try garden.undo(change: completion).map(\.seq) == [completion])
        #expect(garden.state.tasks.order(ofCategory: 1) == [1, 5, 6])

        let additions = try ["Cake", "Pie"].map { try change(by: ShopAdd(name: $0, price: 1)) }
        try garden.perform(ShopAdd(name: "Jam", price: 1))
        let removal = try change(by: ShopRemove(name: "Jam"))
        for change in additions.reversed() + [removal] {
            #expect(try garden.undo(change: change).map(\.seq) == [change])
        }
        #expect(garden.state.shop.order(ofCategory: 1) == [1, 2, 5])
        #expect(garden.state.shop[5]?.position == 2)
    }

    /// Of three days, so that each completion replaces the day of the one before.
    @Test func eachCompletionOfAStandingTaskIsUndoneAlone() throws {
        for number in 0..<3 {
            let (garden, other) = (try Self.garden(), try Self.garden())
            var changes: [Int] = []
            for day in 0..<3 {
                for life in [garden, other] { life.advance(seconds: 86_400) }
                try garden.perform(TaskComplete(title: "water"))
                changes.append(try #require(garden.state.undo.done.last?.change))
                if day != number { try other.perform(TaskComplete(title: "water")) }
            }
            #expect(try garden.undo(change: changes[number]).map(\.seq) == [changes[number]])
            let (one, two) = (garden.state.tasks[1]?.progress, other.state.tasks[1]?.progress)
            #expect(one?.doneCount == 2)
            #expect(one?.lastCompletion == two?.lastCompletion)
            #expect(garden.state.points.balance == other.state.points.balance)
        }
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
            #expect(try Self.isAlone(change, garden))
            #expect(try garden.undo(change: change).map(\.seq) == [change])
            #expect(garden.state.rate == other.state.rate)
            #expect(garden.state.inventory == other.state.inventory)
            #expect(try Self.accounts(garden) == Self.accounts(other), "\(secondsBetween)")
            _ = try garden.redo()
            #expect(garden.differences(from: before) == [], "\(secondsBetween)")
        }
    }

    /// What the list of changes says about one.
    private static func isAlone(_ change: Int, _ garden: CoreGarden) throws -> Bool {
        let list = try garden.ask(JournalUndoable(limit: 100))
        #expect(list.first.map { $0.alone == $0.possible } ?? true)
        return try #require(list.first { $0.seq == change }).alone
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

    /// What is done first is asked to be undone, after the rest.
    static let refused: [(String, [any Command])] = [
        ("a task that was edited", [TaskAdd(title: "c"), TaskEdit(title: "c", points: 3)]),
        ("a task that is done", [TaskAdd(title: "c"), TaskComplete(title: "c")]),
        ("a category with a task", [CategoryAdd(name: "New"), TaskAdd(title: "c", category: "New")]),
        (
            "a category with an item",
            [ShopAdd(name: "Pen", price: 1, category: "New"), ShopAdd(name: "Ink", price: 1, category: "New")]
        ),
        (
            "a category with a session",
            [CategoryAdd(name: "New"), SessionAdd(text: "6:00-6:04 New")]
        ),
        (
            "a category of a session that was corrected",
            [CategoryAdd(name: "New"), SessionAdd(text: "6:00-6:04 Work"), SessionEdit(id: 1, category: "New")]
        ),
        ("a purchase that was returned", [ShopBuy(name: "Tea"), ShopRefund()]),
        ("a session that was corrected", [SessionAdd(text: "6:00-6:50 Work"), SessionEdit(id: 1, end: "7:00")]),
        (
            "a correction",
            [SessionAdd(text: "6:00-6:50 Work"), SessionEdit(id: 1, category: "Default"), RateAdd(amount: 1)]
        ),
        ("a removal", [TaskRemove(title: "a"), RateAdd(amount: 1)]),
        ("a removed category", [CategoryRemove(name: "Work"), RateAdd(amount: 1)]),
        (
            "a completion that was made again",
            [TaskComplete(title: "a"), TaskReopen(id: 2), TaskComplete(title: "a")]
        ),
        (
            "a day off that was taken again",
            [StatsOff(from: "2026-01-05"), StatsOff(from: "2026-01-05", remove: true), StatsOff(from: "2026-01-05")]
        ),
        (
            "a counter that was counted again",
            [InventoryAdjust(name: "Stamps", amount: -3), InventorySet(name: "Stamps", count: 20)]
        ),
        ("an edit", [TaskEdit(title: "a", points: 3), TaskEdit(title: "b", points: 3)]),
        (
            "a completion of a repeating task with another one since",
            [TaskComplete(title: "daily"), TaskComplete(title: "daily", early: true)]
        ),
        ("a completion whose category is gone", [TaskComplete(title: "w"), CategoryRemove(name: "Work")]),
    ]

    @Test("what a later change builds on is refused, and names it", arguments: refused.indices)
    func whatALaterChangeBuildsOn(_ index: Int) throws {
        for secondsBetween in [60, 86_400] {
            let garden = try Self.garden()
            let (name, commands) = Self.refused[index]
            let first = commands.count - (name == "a correction" ? 2 : commands.count)
            var change = 0
            for (number, command) in commands.enumerated() {
                // A purchase can be returned on its day only.
                if number > 0, !(command is ShopRefund) { garden.advance(seconds: secondsBetween) }
                try garden.run(command)
                if number == first { change = try #require(garden.state.undo.done.last?.change) }
            }
            if commands.contains(where: { $0 is ShopRefund }) { garden.advance(seconds: secondsBetween) }
            let state = garden.state
            #expect(try !Self.isAlone(change, garden), "\(name)")
            let refusal = try garden.refusal(of: JournalUndo(change: change))
            #expect(refusal.details["why"] == "changed_since", "\(name): \(refusal.message)")
            let cause = try #require(refusal.details["change"]?.integerValue, "\(name)")
            #expect(cause > change, "\(name)")
            #expect(garden.state == state, "\(name)")
        }
    }

    @Test("the explanation of the rate names what was undone, also of a day that has ended")
    func theExplanationOfTheRate() throws {
        let garden = try Self.garden()
        garden.advance(seconds: 3 * 86_400)
        try garden.perform(RateAdd(amount: 300, note: "tea", at: "yesterday"))
        let change = try #require(garden.state.undo.done.last?.change)
        try garden.perform(RateAdd(amount: 200))
        _ = try garden.undo(change: change)
        let texts = try garden.ask(JournalExplain(what: .rate)).map(\.text)
        #expect(texts.prefix(2) == ["undone: spent +300", "meter 0 → 200"], "\(texts)")
        _ = try garden.redo()
        #expect(try garden.ask(JournalExplain(what: .rate)).first?.text == "redone: spent +300")
    }

    @Test("a number that is no change to take back")
    func otherNumbers() throws {
        let garden = try Self.garden()
        let change = try #require(garden.state.undo.done.last?.change)
        _ = try garden.undo(change: change)
        let state = garden.state
        for (number, problem) in [
            (change, "it is undone"), (change + 1, "it is not among the last 1000 changes of a person since a reset"),
            (1_000_000, "it is not among the last 1000 changes of a person since a reset"),
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
