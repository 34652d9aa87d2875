import GardenAPI
import TestSupport
import Testing

@testable import GardenCore

/// The rules of undo and redo as scripts of values (RULES U1 … U5).
@Suite struct UndoRuleTests {
    private func garden(points: Int = 0) throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-03-02T10:00:00+01:00", zone: "Europe/Berlin")
        if points > 0 { try garden.perform(PointsAdjust(amount: points, reason: "begin")) }
        return garden
    }

    private func cannotUndo(_ why: String, _ change: Int? = nil, _ method: String? = nil) -> Refusal {
        var details: [(String, JSON)] = [("reason", "cannot_undo"), ("why", .string(why))]
        if let change, let method { details += [("change", .integer(change)), ("method", .string(method))] }
        return Refusal(.refused, .object(JSONObject(details)))
    }

    /// How often the undo of a completion of so many tasks asks the history, when it was undone and done again before.
    private func questions(undoingTasks count: Int) throws -> Int {
        let garden = try garden()
        for number in 1...count { try garden.perform(TaskAdd(title: "task \(number)", category: "Home", points: 1)) }
        try garden.perform(TaskCompleteAll(category: "Home"))
        for _ in 1...2 { _ = (try garden.undo(), try garden.redo()) }
        let before = garden.history.asked.count
        _ = try garden.undo()
        return garden.history.asked.count - before
    }

    @Test("an undo asks the history no more often for a change of many values")
    func anUndoAsksTheHistoryOnce() throws {
        let few = try questions(undoingTasks: 2)
        #expect(few > 0)
        #expect(try questions(undoingTasks: 50) == few)
    }

    // MARK: The examples

    @Test("U1: buy Coffee (500 of 2000), then a focus pays 10, undo: 2010")
    func sumsGoBackByTheirAmount() throws {
        let garden = try CoreGarden(at: "2026-03-02T10:00:00Z") { $0.pointsPerFocus = 10 }
        try garden.perform(PointsAdjust(amount: 2000, reason: "begin"))
        try garden.perform(ShopAdd(name: "Coffee", price: 500))
        try garden.perform(ShopBuy(name: "Coffee"))
        try garden.perform(TimerStart())
        garden.advance(seconds: 1500)
        #expect(garden.state.points.balance == 1510)
        let bought = try #require(garden.history.changes.last { $0.method == "shop.buy" })
        #expect(
            try garden.undo() == [
                RevertedChange(seq: bought.seq, method: "shop.buy", what: "bought Coffee, +500 points")
            ])
        #expect(
            garden.state.points == PointsSummary(balance: 2010, multiplier: 1, earnedToday: 10, spentToday: 0))
    }

    @Test("U1: spend 3500 (tier 1), spend 3000 (tier 2), undo: tier 1, days left as before")
    func theRateGoesBack() throws {
        let garden = try garden()
        try garden.perform(RateAdd(amount: 3500))
        let before = garden.state.rate
        #expect(before.tier == 1)
        try garden.perform(RateAdd(amount: 3000))
        #expect(garden.state.rate.tier == 2)
        _ = try garden.undo()
        #expect(garden.state.rate == before)
    }

    @Test("U4: note a line, the day is corrected, undo: refused, as the line has moved")
    func aLineOfACorrectedDay() throws {
        let garden = try garden()
        garden.stepClock(seconds: 3 * 86_400)
        try garden.perform(LogNote(text: "call"))
        garden.stepClock(seconds: -3 * 86_400)
        try garden.perform(DayCorrect())
        let corrected = try #require(garden.history.changes.last { $0.method == "day.correct" })
        #expect(try garden.refusal(of: JournalUndo()) == cannotUndo("new_day", corrected.seq, "day.correct"))
    }

    @Test("U1: add A, add B, move B before A, undo 2: only A, at place 0")
    func theNewestGoFirst() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "A"))
        let before = garden.revertible
        try garden.perform(TaskAdd(title: "B"))
        try garden.perform(TaskMove(title: "B", position: 0))
        #expect(try garden.undo(2).map(\.what) == ["moved B", "added B"])
        #expect(garden.differences(from: before) == [])
        #expect(try garden.ask(TaskList()).tasks.map(\.title) == ["A"])
        #expect(try garden.ask(TaskList()).tasks.map(\.position) == [0])
    }

    @Test("U2, U3: done (+500), buy Tea 400, undo: Tea is back; undo: -500; redo, redo: as before")
    func undoAndRedoGoThroughTheChanges() throws {
        let garden = try garden(points: 1000)
        try garden.perform(ShopAdd(name: "Tea", price: 400))
        try garden.perform(TaskAdd(title: "report", points: 500))
        let first = garden.revertible
        try garden.perform(TaskComplete(title: "report"))
        let second = garden.revertible
        try garden.perform(ShopBuy(name: "Tea"))
        let third = garden.revertible
        #expect(try garden.undo().map(\.what) == ["bought Tea, +400 points"])
        #expect(garden.differences(from: second) == [])
        #expect(try garden.undo().map(\.what) == ["done report, −500 points, −1 exp Default"])
        #expect(garden.differences(from: first) == [])
        #expect(try garden.redo().map(\.what) == ["done report, +500 points, +1 exp Default"])
        #expect(garden.differences(from: second) == [])
        #expect(try garden.redo().map(\.what) == ["bought Tea, −400 points"])
        #expect(garden.differences(from: third) == [])
        #expect(
            garden.state.log.inOrder.suffix(4).map(\.text) == [
                "[10:00] undone: bought Tea, +400 points",
                "[10:00] undone: done report, −500 points, −1 exp Default",
                "[10:00] redone: done report, +500 points, +1 exp Default",
                "[10:00] redone: bought Tea, −400 points",
            ])
    }

    @Test("U2: a task that was undone pays again")
    func aTaskPaysAgainAfterUndo() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "report", points: 500))
        try garden.perform(TaskComplete(title: "report"))
        _ = try garden.undo()
        #expect(try garden.perform(TaskComplete(title: "report")).paid == 500)
        #expect(garden.state.points.balance == 500)
    }

    // MARK: Redo

    @Test("U3: another change ends redo")
    func aNewChangeEndsRedo() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "a"))
        _ = try garden.undo()
        try garden.perform(TaskAdd(title: "b"))
        #expect(try garden.refusal(of: JournalRedo()) == cannotUndo("nothing"))
        #expect(try garden.ask(JournalUndoable()).map(\.what) == ["added b"])
    }

    @Test("U3: the timer does not end redo")
    func theTimerDoesNotEndRedo() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "a"))
        _ = try garden.undo()
        try garden.perform(TimerStart())
        #expect(try garden.redo().map(\.what) == ["added a"])
    }

    @Test("U3: undo twice is undo 2, and nothing is left then")
    func undoEnds() throws {
        let garden = try garden()
        #expect(try garden.refusal(of: JournalUndo()) == cannotUndo("nothing"))
        try garden.perform(TaskAdd(title: "a"))
        try garden.perform(TaskAdd(title: "b"))
        #expect(try garden.undo(50).map(\.what) == ["added b", "added a"])
        #expect(try garden.refusal(of: JournalUndo()) == cannotUndo("nothing"))
        #expect(try garden.redo(50).map(\.what) == ["added a", "added b"])
        #expect(try garden.refusal(of: JournalRedo()) == cannotUndo("nothing"))
    }

    // MARK: Refusals

    @Test("U4: the balance does not fall below 0")
    func theBalanceIsNotOverdrawn() throws {
        let garden = try garden(points: 10)
        // Every change that takes points can be undone itself, so this needs a state that no requests lead to.
        var state = garden.state
        state.points.balance = 3
        var transition = Transition(
            state: state, moment: garden.moment, environment: garden.environment, history: garden.history)
        #expect(
            throws: GardenError.refused(
                .cannotUndo,
                "cannot undo \"adjusted the balance by +10: begin\": it would take 10 from a balance of 3; nothing was changed",
                [("why", "balance")])
        ) { try JournalUndo().perform(in: &transition) }
        #expect(transition.events == [])
    }

    @Test("U4: the balance does not exceed the largest number")
    func theBalanceDoesNotOverflow() throws {
        let garden = try CoreGarden(at: "2026-03-02T10:00:00Z") { $0.pointsPerFocus = 10 }
        try garden.perform(PointsAdjust(amount: .max, reason: "begin"))
        try garden.perform(PointsAdjust(amount: -5, reason: "lost"))
        try garden.perform(TimerStart())
        garden.advance(seconds: 1500)
        #expect(try garden.refusal(of: JournalUndo()) == cannotUndo("balance"))
    }

    @Test("U4: a later change that cannot be undone lies between")
    func aValueThatFocusChangedSince() throws {
        let garden = try garden()
        try garden.perform(CategoryAdd(name: "Work"))
        try garden.perform(TimerStart(category: "Work"))
        #expect(try garden.refusal(of: JournalUndo()) == cannotUndo("in_use"))
        garden.advance(seconds: 1500)
        let focus = try #require(garden.history.changes.last { $0.method == "focus.completed" })
        #expect(
            try garden.refusal(of: JournalUndo()) == cannotUndo("changed_since", focus.seq, "focus.completed"))
    }

    @Test("U4: a reminder that fired meanwhile has changed the task")
    func aReminderThatFiredSince() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "a", remind: "10:30"))
        try garden.perform(TaskSnooze(title: "a", minutes: 60))
        garden.at("11:30:00")
        let fired = try #require(garden.history.changes.last { $0.method == "task.reminded" })
        #expect(try garden.refusal(of: JournalUndo()) == cannotUndo("changed_since", fired.seq, "task.reminded"))
    }

    @Test("U4: a name that is taken again")
    func aNameThatIsTaken() throws {
        let garden = try garden()
        try garden.perform(CategoryAdd(name: "Work"))
        try garden.perform(CategoryRemove(name: "Work"))
        try garden.perform(TimerStart(category: "work"))
        #expect(try garden.refusal(of: JournalUndo()) == cannotUndo("taken"))
    }

    /// The reminder of a task fires, so that its last change cannot be undone.
    private func gardenWithAChangeThatRemains() throws -> CoreGarden {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "call", remind: "10:30"))
        try garden.perform(TaskSnooze(title: "call", minutes: 60))
        garden.at("11:30:00")
        return garden
    }

    @Test("U4: none of several is undone if one cannot be")
    func noneOfThemIsUndone() throws {
        let garden = try gardenWithAChangeThatRemains()
        try garden.perform(TaskAdd(title: "a"))
        try garden.perform(TaskAdd(title: "b"))
        let before = garden.state
        let fired = try #require(garden.history.changes.last { $0.method == "task.reminded" })
        #expect(
            try garden.refusal(of: JournalUndo(count: 3)) == cannotUndo("changed_since", fired.seq, "task.reminded"))
        #expect(garden.state == before)
        let list = try garden.ask(JournalUndoable())
        #expect(list.map(\.possible) == [true, true, false, false])
        #expect(list.map(\.why) == [nil, nil, "changed_since", "behind"])
        #expect(
            list[2].problem == "what it changed has been changed since by task.reminded (change \(fired.seq))")
        #expect(try garden.undo(2).map(\.what) == ["added b", "added a"])
    }

    @Test("U4: changes behind one that cannot be undone are listed as such")
    func changesBehindOne() throws {
        let garden = try gardenWithAChangeThatRemains()
        let list = try garden.ask(JournalUndoable())
        #expect(list.map(\.why) == ["changed_since", "behind"])
        #expect(list.map(\.what) == ["snoozed call", "added call"])
    }

    // MARK: What follows a change

    @Test("U1: the phase in progress follows, if it is the same one")
    func thePhaseInProgress() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "a", category: "Work"))
        try garden.perform(TimerStart(taskId: 1))
        try garden.perform(CategoryRemove(name: "Work"))
        #expect(garden.state.timer.run?.categoryId == 1)
        _ = try garden.undo()
        #expect(garden.state.timer.run?.categoryId == 2)
        try garden.perform(TaskRemove(title: "a"))
        #expect(garden.state.timer.run?.taskId == nil)
        garden.advance(seconds: 60)
        try garden.perform(TimerStop())
        try garden.perform(TimerStart())
        _ = try garden.undo()
        #expect(garden.state.timer.run?.taskId == nil)
        #expect(garden.state.tasks[1]?.categoryId == 2)
    }

    @Test("U5, T7: a reminder that has passed does not fire after an undo; the next one is armed")
    func aReminderThatHasPassed() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "a", remind: "12:00", repeat: "daily"))
        try garden.perform(TaskRemove(title: "a"))
        garden.at("13:00:00")
        _ = try garden.undo()
        #expect(garden.events.map(\.type) == ["change.undone", "log.written"])
        #expect(try garden.task(1).remind == "2026-03-03T12:00:00.000+01:00")
    }

    @Test("U4, U5: a reminder that another undo has moved on has not changed the task", arguments: [nil, "daily"])
    func aReminderThatUndoMovedOn(rule: String?) throws {
        let garden = try garden()
        let before = garden.revertible
        try garden.perform(TaskAdd(title: "a", remind: "11:00", repeat: rule))
        try garden.perform(TaskEdit(id: 1, remind: .set("12:00")))
        try garden.perform(TaskRemove(id: 1))
        garden.at("13:00:00")
        #expect(try garden.ask(JournalUndoable()).map(\.possible) == [true, true, true])
        _ = try garden.undo()
        garden.advance(seconds: 60)
        _ = try garden.undo()
        garden.advance(seconds: 60)
        _ = try garden.undo()
        #expect(garden.differences(from: before) == [])
        _ = try garden.redo(3)
        #expect(garden.differences(from: before) == [])
        #expect(garden.state.tasks.inOrder == [])
    }

    @Test("U4: the cause is the change that is in effect, not one that was undone")
    func theCauseIsInEffect() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "a", remind: "11:00", repeat: "daily"))
        garden.at("11:30:00")
        let fired = try #require(garden.history.changes.last { $0.method == "task.reminded" })
        try garden.perform(TaskRemove(title: "a"))
        _ = try garden.undo()
        #expect(try garden.refusal(of: JournalUndo()) == cannotUndo("changed_since", fired.seq, "task.reminded"))
    }

    @Test("U1: a change in a category that was renamed since")
    func aCategoryThatWasRenamed() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "a", category: "Work", points: 5))
        let before = garden.revertible
        try garden.perform(TaskComplete(title: "a"))
        try garden.perform(CategoryEdit(name: "Work", newName: "Job"))
        #expect(
            try garden.undo(2).map(\.what) == ["renamed the category Work to Job", "done a, −5 points, −1 exp Work"])
        #expect(garden.differences(from: before) == [])
    }

    @Test("the balance and the rate are explained with what was undone")
    func theBalanceIsExplained() throws {
        let garden = try garden(points: 1000)
        try garden.perform(ShopAdd(name: "Tea", price: 400, countsAsSpending: true))
        try garden.perform(ShopBuy(name: "Tea"))
        _ = try garden.undo()
        garden.advance(seconds: 60)
        _ = try garden.redo()
        #expect(
            try garden.ask(JournalExplain(what: .balance)).map(\.text) == [
                "balance 1000 → 600, redone: bought Tea", "balance 600 → 1000, undone: bought Tea",
                "−400 for Tea (400 ×1.0), purchase 1 → 600", "+1000 adjusted: begin → 1000",
            ])
        #expect(
            try garden.ask(JournalExplain(what: .rate)).map(\.text) == [
                "meter 0 → 400, redone: bought Tea", "meter 400 → 0, undone: bought Tea", "meter 0 → 400",
            ])
        #expect(try garden.ask(JournalUndoable(limit: 1)).map(\.at) == ["2026-03-02T10:00:00.000+01:00"])
    }

    @Test("U1: the hourly subtotal goes back while its hour lasts")
    func theSubtotal() throws {
        let garden = try garden()
        try garden.perform(TaskAdd(title: "a", points: 5))
        try garden.perform(TaskAdd(title: "b", points: 7))
        try garden.perform(TaskComplete(title: "a"))
        try garden.perform(TaskComplete(title: "b"))
        _ = try garden.undo()
        #expect(garden.state.log.subtotal == HourlySubtotal(hour: 10, points: 5))
        _ = try garden.undo()
        #expect(garden.state.log.subtotal == HourlySubtotal(hour: 10, points: 0))
    }

    @Test("U1: a day's work is undone at once")
    func fiftyChanges() throws {
        let garden = try garden(points: 5000)
        try garden.perform(ShopAdd(name: "Tea", price: 3))
        let before = garden.revertible
        for number in 1...16 {
            try garden.perform(TaskAdd(title: "task \(number)", category: number % 3 == 0 ? "Work" : "Home", points: 5))
            try garden.perform(TaskComplete(title: "task \(number)"))
            try garden.perform(ShopBuy(name: "Tea"))
        }
        try garden.perform(CategoryRemove(name: "Home"))
        try garden.perform(PointsSetMultiplier(multiplier: 2))
        let after = garden.revertible
        #expect(try garden.undo(50).count == 50)
        #expect(garden.differences(from: before) == [])
        #expect(try garden.redo(50).count == 50)
        #expect(garden.differences(from: after) == [])
    }

    @Test("U1: the last thousand changes are remembered")
    func theMemoryIsBounded() {
        var book = UndoBook()
        for change in 1...1003 { book.note(change) }
        #expect(book.done.map(\.change) == Array(4...1003))
    }
}
