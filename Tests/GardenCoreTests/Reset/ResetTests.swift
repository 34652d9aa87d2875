import GardenAPI
import TestSupport
import Testing

@testable import GardenCore

/// Beginning again with one garden or with everything (RULES U6).
@Suite struct ResetTests {
    private static let backup = GardenBackup(path: "/b/garden-before-reset.sqlite", restoreCommand: "restore it")

    /// A garden with something in every part of the state.
    private func garden() throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-03-02T10:00:00+01:00", zone: "Europe/Berlin")
        try garden.perform(PointsAdjust(amount: 5000, reason: "begin"))
        try garden.perform(PointsSetMultiplier(multiplier: 2))
        try garden.perform(ShopAdd(name: "Tea", price: 400, category: "Treats", countsAsSpending: true))
        try garden.perform(ShopBuy(name: "Tea"))
        try garden.perform(RateAdd(amount: 3500))
        try garden.perform(ShopSetApplyRate(enabled: false))
        try garden.perform(InventoryAdd(name: "Coffee", count: 3))
        try garden.perform(TaskAdd(title: "Write report", category: "Work", points: 100))
        try garden.perform(TaskAdd(title: "Call mum", remind: "2026-03-03 09:00"))
        try garden.perform(TaskAdd(title: "Read", category: "Old"))
        try garden.perform(TaskComplete(title: "Write report"))
        try garden.perform(TaskComplete(title: "Read"))
        try garden.perform(CategoryRemove(name: "Old"))
        try garden.perform(TimerStart(category: "Work"))
        try garden.perform(TimerStop())
        garden.advance(seconds: 60)
        return garden
    }

    // MARK: Everything

    @Test func everythingBeginsAgainButIdsTheDayAndTheLog() throws {
        let garden = try garden()
        let before = garden.state
        let lines = before.log.inOrder
        let report = try garden.perform(GardenReset(all: true), with: .success(Self.backup))
        #expect(
            report
                == ResetReport(
                    exp: 2, balance: 4800, backup: "/b/garden-before-reset.sqlite", restore: "restore it"))
        #expect(garden.events.map(\.type) == ["garden.reset", "log.written"])

        var expected = GardenState()
        expected.seq = before.seq + 2
        expected.lastChangeAt = garden.moment.wall
        expected.lastResetSeq = before.seq + 1
        (expected.identity, expected.clock, expected.day) = (before.identity, before.clock, before.day)
        expected.rateTable = before.rateTable
        expected.lastSessionId = before.lastSessionId
        let after = garden.state
        // Compared below.
        expected.categories = after.categories
        expected.shop = after.shop
        expected.inventory = after.inventory
        expected.tasks = after.tasks
        expected.log = after.log
        #expect(after == expected)

        #expect(after.categories.entries.inOrder == CategoryBook().entries.inOrder)
        #expect(after.categories.retired.inOrder == [] && after.categories.lastUsedId == CategoryBook.defaultId)
        #expect(before.categories.lastUsedId == 3)
        #expect(after.shop.inOrder == [] && after.inventory.items.inOrder == [] && after.tasks.inOrder == [])
        #expect(after.tasks.firings.isEmpty && after.tasks.dueDates.isEmpty)
        #expect(
            try garden.refusal(of: ShopRefund(purchaseId: 1))
                == Refusal(.refused, ["reason": "not_today", "purchaseId": 1]))
        #expect(after.log.subtotal == .none && after.log.closedThrough == before.log.closedThrough)
        #expect(after.log.archives == before.log.archives && after.log.unarchived == before.log.unarchived)
        let added = try #require(after.log.inOrder.last)
        #expect(after.log.inOrder == lines + [added])
        #expect(
            added.text == "[10:01] reset: everything; the backup is garden-before-reset.sqlite" && added.kind == .reset)
    }

    @Test func noIdIsGivenAgain() throws {
        let garden = try garden()
        try garden.perform(GardenReset(all: true), with: .success(Self.backup))
        #expect(try garden.perform(TaskAdd(title: "Next")).id == 4)
        #expect(try garden.perform(CategoryAdd(name: "Work")).id == 5)
        #expect(try garden.perform(ShopAdd(name: "Tea", price: 1)).id == 2)
        #expect(try garden.perform(InventoryAdd(name: "Coffee")).id == 2)
        #expect(try garden.perform(PointsAdjust(amount: 1, reason: "x")).balance == 1)
        #expect(try garden.perform(ShopBuy(name: "Tea")).purchaseId == 2)
    }

    @Test func thePhaseInProgressStopsWithoutEarnings() throws {
        let garden = try garden()
        try garden.perform(TimerStart(category: "Work"))
        garden.advance(seconds: 600)
        try garden.perform(GardenReset(all: true), with: .success(Self.backup))
        #expect(garden.events.summary == ["10:11:00 timer.stopped", "10:11:00 garden.reset"])
        #expect(garden.state.timer == .stopped(number: 0))
        #expect(garden.state.lastSessionId == 2)
        garden.advance(seconds: 3600)
        #expect(garden.state.points.balance == 0)
        #expect(garden.state.gardens.map(\.exp) == [0])
    }

    @Test func completedTasksAreGone() throws {
        let garden = try garden()
        #expect(try garden.ask(TaskList(status: .done)).tasks.map(\.title) == ["Read", "Write report"])
        try garden.perform(GardenReset(all: true), with: .success(Self.backup))
        #expect(
            try garden.ask(TaskList(status: .all))
                == TaskPage(
                    tasks: [], more: false, next: nil, counts: garden.ask(DaemonStatus()).tasks, hidden: 0))
        #expect(throws: GardenError.notFound(kind: "task", id: 1)) { try garden.ask(TaskGet(id: 1)) }
        #expect(try garden.refusal(of: TaskReopen(id: 1)) == Refusal(.notFound, ["kind": "task", "id": 1]))
        // Those completed afterwards are there.
        try garden.perform(TaskAdd(title: "Next"))
        try garden.perform(TaskComplete(id: 4))
        #expect(try garden.ask(TaskList(status: .all)).tasks.map(\.id) == [4])
    }

    @Test func subscribersGetTheSumsBefore() throws {
        let garden = try garden()
        try garden.perform(GardenReset(all: true), with: .success(Self.backup))
        let published = try garden.published(.gardenReset)
        #expect(
            published.map(\.data) == [
                GardenWasReset(exp: 2, balance: 4800, meter: 3900, backup: "garden-before-reset.sqlite")
            ])
    }

    @Test func valuesAreExplained() throws {
        let garden = try garden()
        try garden.perform(GardenReset(all: true), with: .success(Self.backup))
        let balance = try #require(garden.ask(JournalExplain(what: .balance, limit: 1)).first)
        #expect(balance.rule == "U6" && balance.text == "balance 4800 → 0, everything was reset")
        #expect(balance.cause == "garden.reset")
        let rate = try #require(garden.ask(JournalExplain(what: .rate, limit: 1)).first)
        #expect(rate.rule == "U6" && rate.text == "meter 3900 → 0, everything was reset")
    }

    // MARK: One garden

    @Test func oneGardenGoesToZeroAndNothingElse() throws {
        let garden = try garden()
        let before = garden.state
        let report = try garden.perform(GardenReset(category: "work"), with: .success(Self.backup))
        #expect(
            report
                == ResetReport(
                    category: "Work", exp: 1, backup: "/b/garden-before-reset.sqlite", restore: "restore it"))
        #expect(
            garden.state.gardens.map { "\($0.category) \($0.exp) \($0.taskExp)" } == [
                "Default 0 0", "Treats 0 0", "Work 0 0", "Old 1 1",
            ])
        var expected = before
        expected.seq += 2
        expected.lastChangeAt = garden.moment.wall
        expected.categories = garden.state.categories
        expected.log = garden.state.log
        expected.undo = UndoBook()
        #expect(garden.state == expected)
        let line = try #require(garden.state.log.inOrder.last)
        #expect(line.text == "[10:01] reset: the garden of Work, −1 exp" && line.categoryId == 3)
        #expect(
            try garden.published(.gardenReset).map(\.data) == [
                GardenWasReset(
                    categoryId: 3, categoryUid: before.categories[3]?.uid, category: "Work", exp: 1,
                    backup: "garden-before-reset.sqlite")
            ])
    }

    @Test func theGardenOfARemovedCategoryGoes() throws {
        let garden = try garden()
        let report = try garden.perform(GardenReset(category: "OLD"), with: .success(Self.backup))
        #expect(report.category == "Old" && report.exp == 1)
        #expect(garden.state.gardens.map(\.category) == ["Default", "Treats", "Work"])
        #expect(garden.state.log.inOrder.last?.categoryId == nil)
        // A new category of that name begins with nothing.
        try garden.perform(CategoryAdd(name: "Old"))
        #expect(garden.state.gardens.last?.exp == 0)
    }

    @Test func nothingToResetNeedsNoBackupAndChangesNothing() throws {
        let garden = try garden()
        let before = garden.state
        #expect(
            try garden.perform(GardenReset(category: "treats"), with: .success(Self.backup))
                == ResetReport(category: "Treats", exp: 0))
        #expect(garden.state == before && garden.events == [])
    }

    @Test func aGardenThatIsNotThereIsRefused() throws {
        let garden = try garden()
        #expect(throws: GardenError.notFound(kind: "category", name: "Nope")) {
            try garden.perform(GardenReset(category: "Nope"), with: .success(Self.backup))
        }
        let missing = "category is missing; give a category, or all: true"
        for (request, message) in [
            (GardenReset(), missing), (GardenReset(all: false), missing),
            (GardenReset(category: "Work", all: true), "all conflicts with category; give one of them"),
        ] {
            let error = #expect(throws: GardenError.self) { try garden.perform(request, with: .success(Self.backup)) }
            #expect(error?.code == .invalidParams && error?.message == message)
        }
    }

    // MARK: Undo

    @Test(arguments: [GardenReset(all: true), GardenReset(category: "Work")])
    func whatWasBeforeAResetCannotBeUndone(_ request: GardenReset) throws {
        let garden = try garden()
        _ = try garden.undo()
        try garden.perform(request, with: .success(Self.backup))
        #expect(try garden.ask(JournalUndoable()) == [])
        let nothing = Refusal(.refused, ["reason": "cannot_undo", "why": "nothing"])
        #expect(try garden.refusal(of: JournalUndo()) == nothing)
        #expect(try garden.refusal(of: JournalRedo()) == nothing)
        // What comes after it can.
        try garden.perform(TaskAdd(title: "Next"))
        #expect(try garden.undo().map(\.what) == ["added Next"])
    }
}
