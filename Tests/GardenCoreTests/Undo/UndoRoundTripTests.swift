import GardenAPI
import Testing

@testable import GardenCore

/// U5: a change and its undo give the state before it, field for field, and redo the state after it.
@Suite struct UndoRoundTripTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let method: String
        let testDescription: String
        /// Performs a change.
        let change: @Sendable (CoreGarden) throws -> Void
        /// What it was in words, with the sums.
        let line: String
        /// The same as the log says it, after the time.
        let logLine: String

        init<C: Command>(_ description: String, _ command: C, _ line: String, inLog logLine: String? = nil) {
            method = C.method
            testDescription = "\(C.method): \(description)"
            change = { garden in _ = try garden.perform(command) }
            self.line = line
            self.logLine = logLine ?? line
        }

        init(
            _ description: String, _ method: String, _ line: String, inLog logLine: String? = nil,
            _ change: @escaping @Sendable (CoreGarden) throws -> Void
        ) {
            self.method = method
            testDescription = "\(method): \(description)"
            self.change = change
            self.line = line
            self.logLine = logLine ?? line
        }
    }

    /// A garden with something of everything, in which a focus on a task runs.
    private func garden() throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-03-02T10:00:00+01:00", zone: "Europe/Berlin")
        try garden.perform(PointsAdjust(amount: 20_000, reason: "begin"))
        for name in ["Work", "Home", "Music"] { try garden.perform(CategoryAdd(name: name)) }
        for name in ["Tea", "Cake", "Book"] {
            try garden.perform(ShopAdd(name: name, price: 500, category: "Work", countsAsSpending: true))
        }
        try garden.perform(ShopAdd(name: "Pen", price: 5))
        try garden.perform(TaskAdd(title: "report", category: "Work", points: 50, due: "tomorrow 9:00"))
        try garden.perform(TaskAdd(title: "read", category: "Work", points: 7, remind: "12:00", repeat: "daily"))
        try garden.perform(TaskAdd(title: "sweep", category: "Work", points: 3, standing: true))
        try garden.perform(TaskAdd(title: "call", category: "Home", points: 500))
        try garden.perform(TaskAdd(title: "old", category: "Work", points: 20))
        try garden.perform(TaskComplete(id: 5))
        try garden.perform(InventoryAdd(name: "Vouchers", count: 3))
        try garden.perform(LogNote(text: "a note"))
        try garden.perform(ShopBuy(name: "Tea"))
        try garden.perform(CategoryAdd(name: "Past"))
        try garden.perform(TaskAdd(title: "once", category: "Past", points: 1))
        try garden.perform(TaskComplete(title: "once"))
        try garden.perform(CategoryRemove(name: "Past"))
        try garden.perform(
            VisitAdd(
                latitude: DecimalNumber("35.681236"), longitude: DecimalNumber(139.767125), title: "Station",
                labels: ["park"], group: "Trip", members: ["Ann"]))
        try garden.perform(VisitAdd(latitude: DecimalNumber(1), longitude: DecimalNumber(2), facility: "Café"))
        try garden.perform(VisitAddPhoto(id: 1, upload: "u"), with: .success(Self.photo("a")))
        try garden.perform(VisitRemove(id: 2))
        try garden.perform(SessionAdd(start: "8:00", minutes: 50, taskId: 1, note: "alone"))
        try garden.perform(TimerStart(taskId: 1))
        garden.advance(seconds: 60)
        return garden
    }

    private static func photo(_ digit: Character) -> VisitPhoto {
        VisitPhoto(name: String(repeating: digit, count: 64), bytes: 5, type: .jpeg)
    }

    private static func noteId(_ garden: CoreGarden) throws -> Int {
        try #require(garden.state.log.inOrder.first { $0.text.hasSuffix(" a note") }).id
    }

    static let rows: [Row] = [
        Row("a new one", CategoryAdd(name: "New"), "added the category New"),
        Row("one that adopts a garden", CategoryAdd(name: "past"), "added the category past"),
        Row("its name", CategoryEdit(name: "Home", newName: "House"), "renamed the category Home to House"),
        Row(
            "a name that adopts a garden", CategoryEdit(name: "Home", newName: "Past"),
            "renamed the category Home to Past, −1 exp Home"),
        Row("up", CategoryMove(name: "Music", position: 1), "moved the category Music"),
        Row("down", CategoryMove(name: "Work", position: 3), "moved the category Work"),
        Row(
            "one with items, tasks, a garden and the running focus", CategoryRemove(name: "Work"),
            "removed the category Work"),
        Row("an empty one", CategoryRemove(name: "Music"), "removed the category Music"),
        Row(
            "one with items, tasks, a garden and the running focus", CategoryMerge(name: "Work", into: "Home"),
            "merged the category Work into Home, −3 exp Home"),
        Row("an empty one", CategoryMerge(name: "Music", into: "Default"), "merged the category Music into Default"),
        Row("with points", PointsAdjust(amount: 50, reason: "gift"), "adjusted the balance by +50: gift, −50 points"),
        Row("two", PointsSetMultiplier(multiplier: 2), "set the multiplier to 2"),
        Row(
            "at the end of a new category", ShopAdd(name: "Mug", price: 3, category: "Kitchen"),
            "added the category Kitchen, added the item Mug"),
        Row("its price", ShopEdit(name: "Tea", price: 4), "changed the price of Tea from 500 to 4"),
        Row("its category", ShopEdit(name: "Tea", category: "Home"), "edited the item Tea"),
        Row("down", ShopMove(name: "Tea", position: 2), "moved the item Tea"),
        Row("to another category", ShopMove(name: "Book", position: 0, category: "Default"), "moved the item Book"),
        Row("the first", ShopRemove(name: "Tea"), "removed the item Tea"),
        Row("that raises the meter", ShopBuy(name: "Cake"), "bought Cake, +500 points, meter 1000 → 500"),
        Row("that lowers the meter", ShopRefund(purchaseId: 1), "refunded Tea, −500 points, meter 0 → 500"),
        Row("off", ShopSetApplyRate(enabled: false), "switched the rate off"),
        Row("to the next tier", RateAdd(amount: 3500), "spent +3500, meter 4000 → 500, tier 1 → 0"),
        Row("down", RateSet(amount: 10), "set the meter to 10, meter 10 → 500"),
        Row("up", RateForce(tier: 2), "set the tier to 2, meter 6000 → 500, tier 2 → 0"),
        Row("with an icon", InventoryAdd(name: "Keys", icon: "🔑", count: 2), "added the counter Keys"),
        Row("its name", InventorySet(name: "Vouchers", newName: "Coupons"), "changed the counter Coupons"),
        Row("its count", InventorySet(name: "Vouchers", count: 9), "set Vouchers 3 → 9"),
        Row("one more", InventoryAdjust(name: "Vouchers", amount: 1), "counted Vouchers 3 → 4"),
        Row("one", InventoryRemove(name: "Vouchers"), "removed the counter Vouchers"),
        Row(
            "to a new category", TaskAdd(title: "bake", category: "Kitchen", points: 1, remind: "tomorrow"),
            "added the category Kitchen, added bake"),
        Row(
            "of a sentence", TaskQuickAdd(text: "boil eggs tomorrow 9:00 every week #Kitchen +1"),
            "added the category Kitchen, added boil eggs"),
        Row("its title", TaskEdit(title: "report", newTitle: "essay"), "edited essay"),
        Row("its dates", TaskEdit(title: "read", remind: .set("13:00"), repeat: .set("weekly")), "edited read"),
        Row("its category", TaskEdit(title: "report", category: "Home"), "edited report"),
        Row("down", TaskMove(title: "report", position: 2), "moved report"),
        Row("to another category", TaskMove(title: "read", position: 0, category: "Home"), "moved read"),
        Row("that the focus is on", TaskRemove(title: "report"), "removed report"),
        Row("a closed one", TaskRemove(id: 5), "removed old"),
        Row("one hour", TaskSnooze(title: "read", minutes: 60), "snoozed read"),
        Row("a single one", TaskComplete(title: "report"), "done report, −50 points, −1 exp Work"),
        Row("an occurrence", TaskComplete(title: "read"), "done read, −7 points, −1 exp Work"),
        Row("a standing one", TaskComplete(title: "sweep", doubled: true), "done sweep, −6 points, −1 exp Work"),
        Row("all", TaskCompleteAll(category: "Work"), "done report, −50 points, −1 exp Work"),
        Row("a closed one", TaskReopen(id: 5), "reopened old"),
        Row("an occurrence", TaskSkip(title: "read"), "skipped read"),
        Row("a line", LogNote(text: "another"), "noted [10:01] another"),
        Row("a line", LogEdit.method, "edited the line [10:00] a note to [10:00] changed") { garden in
            try garden.perform(LogEdit(id: try noteId(garden), text: "changed"))
        },
        Row("a line", LogRemove.method, "removed the line [10:00] a note") { garden in
            try garden.perform(LogRemove(id: try noteId(garden)))
        },
        Row(
            "with a new label", VisitAdd(latitude: DecimalNumber(3), longitude: DecimalNumber(4), labels: ["new"]),
            "added the label new, added the visit 3.0000, 4.0000", inLog: "added the label new, added visit 3"),
        Row(
            "at the place of the machine", VisitHere.method, "added the visit 3.0000, 4.0000", inLog: "added visit 3"
        ) {
            let place = LocatedPlace(
                latitude: DecimalNumber(3), longitude: DecimalNumber(4), accuracy: nil, source: .geoclue)
            try $0.perform(VisitHere(), with: .init(.success(place), key: .simulated))
        },
        Row(
            "its title and group", VisitEdit(id: 1, title: .set("Hall"), group: .clear), "edited the visit Hall",
            inLog: "edited visit 1"),
        Row("a second one", VisitAddPhoto.method, "edited the visit Station", inLog: "edited visit 1") {
            try $0.perform(VisitAddPhoto(id: 1, upload: "u"), with: .success(photo("b")))
        },
        Row(
            "the only one", VisitRemovePhoto(id: 1, photo: "aaaa"), "edited the visit Station",
            inLog: "edited visit 1"),
        Row("one", VisitRemove(id: 1), "removed the visit Station", inLog: "removed visit 1"),
        Row("one", VisitRestore(id: 2), "restored the visit Café", inLog: "restored visit 2"),
        Row("a label", LabelAdd(name: "sea"), "added the label sea"),
        Row("its colour", LabelEdit(name: "park", color: CategoryColor("red")), "changed the label park"),
        Row("a label of a visit", LabelRemove(name: "park"), "removed the label park"),
        Row("a group", GroupAdd(name: "Work"), "added the group Work"),
        Row("its name", GroupEdit(name: "Trip", newName: "Tour"), "changed the group Tour"),
        Row("a group of a visit", GroupRemove(name: "Trip"), "removed the group Trip"),
        Row("a member", MemberAdd(name: "Bob"), "added the member Bob"),
        Row("its name", MemberEdit(name: "Ann", newName: "Anna"), "changed the member Anna"),
        Row("a member of a visit", MemberRemove(name: "Ann"), "removed the member Ann"),
        Row(
            "one", SessionAdd(start: "9:00", minutes: 25, category: "Home"),
            "added 25 min of Home, 2026-03-02 09:00–09:25, −1 exp Home"),
        Row(
            "its category, its end and its task",
            SessionEdit(id: 1, end: "8:25", category: "Home", taskId: .set(4), note: .clear),
            "corrected session 1: Work → Home, 2026-03-02 08:00–08:50 → 2026-03-02 08:00–08:25, 50 → 25 min, "
                + "report → call, note removed, +2 exp Work, −1 exp Home"),
        Row(
            "its outcome", SessionEdit(id: 1, outcome: .stopped),
            "corrected session 1: completed → stopped, +2 exp Work"),
        Row(
            "one", SessionSplit(id: 1, at: "8:20"),
            "split session 1 at 08:20: 50 min of Work, 2026-03-02 08:00–08:50"),
        Row("one", SessionRemove(id: 1), "removed 50 min of Work, 2026-03-02 08:00–08:50, +2 exp Work"),
        Row("days off", StatsOff.method, "took 2026-01-03 off") { try $0.perform(StatsOff(from: "2026-01-03")) },
    ]

    @Test func everyUndoableMethodHasARow() {
        #expect(Set(Self.rows.map(\.method)) == Features.undoableMethods)
    }

    @Test(arguments: rows) func aChangeIsUndoneAndRedone(_ row: Row) throws {
        let garden = try garden()
        let before = garden.revertible
        let closedBefore = try tables(garden)
        try row.change(garden)
        let after = garden.revertible
        let closedAfter = try tables(garden)
        #expect(before != after || closedBefore != closedAfter || row.method.hasPrefix("log."))
        for _ in 1...2 {
            let undone = try garden.undo()
            #expect(undone.map(\.what) == [row.line])
            #expect(undone.map(\.method) == [row.method])
            #expect(garden.differences(from: before) == [])
            #expect(try tables(garden) == closedBefore)
            #expect(garden.state.log.inOrder.last?.text == "[10:01] undone: \(row.logLine)")
            #expect(try garden.redo().map(\.method) == [row.method])
            #expect(garden.differences(from: after) == [])
            #expect(try tables(garden) == closedAfter)
        }
    }

    @Test(arguments: rows) func aChangeIsUndoneWithOnesThatFollow(_ row: Row) throws {
        let garden = try garden()
        let before = garden.revertible
        try row.change(garden)
        try garden.perform(CategoryAdd(name: "Later"))
        try garden.perform(TaskAdd(title: "later", category: "Later", points: 4))
        try garden.perform(TaskComplete(title: "later"))
        try garden.perform(ShopBuy(name: "Pen"))
        let after = garden.revertible
        #expect(try garden.undo(5).count == 5)
        #expect(garden.differences(from: before) == [])
        #expect(try garden.redo(5).count == 5)
        #expect(garden.differences(from: after) == [])
    }

    /// What only the history has.
    private func tables(_ garden: CoreGarden) throws -> [JSON] {
        try garden.ask(TaskList(status: .done)).tasks.map(\.json)
            + garden.ask(SessionList()).sessions.map(\.json) + garden.ask(StatsHeatMap(from: "2026-03-01")).map(\.json)
            + [false, true].flatMap { try garden.ask(VisitList(trashed: $0)).visits.map(\.json) }
    }
}
