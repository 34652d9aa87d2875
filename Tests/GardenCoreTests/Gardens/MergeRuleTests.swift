import GardenAPI
import TestSupport
import Testing

@testable import GardenCore

/// A category that was merged into another one (RULES T26). It is Friday, 2026-03-06, 12:00: Maths (id 2) has 3 exp, and Mahts
/// (id 3), a typing error of last month, 7.
@Suite struct MergeRuleTests {
    static func garden() throws -> CoreGarden {
        let garden = try CoreGarden(at: "2026-03-06T12:00:00Z") { $0.startRest = .never }
        try garden.perform(SessionAdd(text: "yesterday 9:00-10:15 Maths"))
        try garden.perform(SessionAdd(text: "yesterday 13:00-13:50 Mahts"))
        try garden.perform(SessionAdd(text: "2026-02-10 9:00-11:05 Mahts"))
        return garden
    }

    /// Name and exp of each garden.
    static func gardens(_ garden: CoreGarden) throws -> [String] {
        try garden.ask(GardenList()).map { "\($0.category) \($0.exp)" }
    }

    static func minutes(_ garden: CoreGarden, _ category: String) throws -> Int {
        try garden.ask(StatsSummary(from: "2026-01-01", to: "2026-03-06", category: category)).range.totals.minutes
    }

    @Test("T26: its tasks, items, sessions, exp, history and the phase in progress continue under the target")
    func everythingContinues() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "algebra", category: "Maths"))
        try garden.perform(TaskAdd(title: "sums", category: "Mahts"))
        try garden.perform(TaskAdd(title: "proof", category: "Mahts"))
        try garden.perform(TaskComplete(title: "sums"))
        try garden.perform(ShopAdd(name: "Ruler", price: 5, category: "Mahts"))
        try garden.perform(TimerStart(category: "Mahts"))
        let (days, streak) = (try garden.ask(StatsHeatMap(from: "2026-02-01")), try garden.ask(StatsStreak()))

        let target = try garden.perform(CategoryMerge(name: "mahts", into: "maths"))
        #expect(
            target
                == Category(
                    id: 2, uid: "00000000-2", name: "Maths", color: CategoryColor("blue") ?? .green, position: 1))
        #expect(
            garden.events.map(\.type) == [
                "category.merged", "log.written", "timer.edited", "shop.itemsMoved", "task.allMoved",
                "garden.leveledUp",
                "log.written",
            ])
        #expect(
            try garden.published(EventKind.categoryMerged) == [
                Published(
                    at: "2026-03-06T12:00:00Z",
                    data: CategoryMerged(
                        category: target, exp: 11, amount: 8, from: "Mahts", fromId: 3, fromUid: "00000000-6"),
                    before: CategoryMerged(
                        category: target, exp: 3, amount: 8, from: "Mahts", fromId: 3, fromUid: "00000000-6"))
            ])
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 11"])
        #expect(try garden.ask(TaskList(category: "Maths")).tasks.map(\.title) == ["algebra", "proof"])
        let done = try garden.ask(TaskList(category: "Maths", status: .done)).tasks
        #expect(
            done.map { "\($0.title), \($0.category) \($0.categoryId) \($0.categoryUid)" }
                == ["sums, Maths 2 00000000-2"])
        #expect(try garden.ask(ShopList()).map { "\($0.name) in \($0.category)" } == ["Ruler in Maths"])
        #expect(try garden.timer.category == "Maths")
        #expect(garden.state.categories.lastUsedId == 2)
        let sessions = try garden.ask(SessionList(category: "Maths")).sessions
        #expect(
            sessions.map { "\($0.id) \($0.category) \($0.categoryId) \($0.categoryUid)" }
                == [2, 1, 3].map { "\($0) Maths 2 00000000-2" })
        #expect(try garden.ask(SessionGet(id: 3)) == sessions[2])
        // From the first day, and in no sum twice.
        #expect(try Self.minutes(garden, "Maths") == 250)
        #expect(try garden.ask(StatsDay(day: "2026-02-10", category: "Maths")).totals.minutes == 125)
        let categories = try garden.ask(StatsSummary(from: "2026-01-01", to: "2026-03-06")).categories
        #expect(
            categories.map { "\($0.category) \($0.categoryId ?? 0) \($0.totals.minutes) \($0.totals.tasks)" }
                == ["Maths 2 250 1"])
        #expect(try garden.ask(StatsHeatMap(from: "2026-02-01")) == days)
        #expect(try garden.ask(StatsStreak()) == streak)
        // What the phase earns comes to the target.
        garden.advance(seconds: 1500)
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 12"])
    }

    @Test("T26: the name is free: a new category of the name has nothing of the old one")
    func theNameIsFree() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        #expect(throws: GardenError.notFound(kind: "category", name: "Mahts")) { try Self.minutes(garden, "Mahts") }
        try garden.perform(SessionAdd(text: "today 9:00-9:50 Mahts"))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 10", "Mahts 2"])
        #expect(try [Self.minutes(garden, "Mahts"), Self.minutes(garden, "Maths")] == [50, 250])
        let sessions = try garden.ask(SessionList()).sessions
        #expect(sessions.map { "\($0.category) \($0.categoryId)" } == ["Mahts 4", "Maths 2", "Maths 2", "Maths 2"])
    }

    @Test("T26: what cannot be merged")
    func refusals() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryAdd(name: "Gone"))
        try garden.perform(CategoryRemove(name: "Gone"))
        func refusal(_ name: String, into other: String) throws -> Refusal {
            try garden.refusal(of: CategoryMerge(name: name, into: other))
        }
        #expect(try refusal("Default", into: "Maths") == .refused(.defaultCategory))
        #expect(try refusal("Maths", into: "MATHS") == .refused(.sameCategory, ["id": 2]))
        #expect(try refusal("Default", into: "default") == .refused(.sameCategory, ["id": 1]))
        #expect(try refusal("Gone", into: "Maths") == Refusal(.notFound, ["kind": "category", "name": "Gone"]))
        #expect(try refusal("Maths", into: "Gone") == Refusal(.notFound, ["kind": "category", "name": "Gone"]))
        func refusal(_ id: Int) throws -> Refusal { try garden.refusal(of: CategoryMerge(id: id, into: "Maths")) }
        #expect(try refusal(4) == Refusal(.notFound, ["kind": "category", "id": 4]))
        #expect(try garden.perform(CategoryMerge(id: 3, into: "Default")).id == 1)
        #expect(try Self.gardens(garden) == ["Default 7", "Maths 3"])
        #expect(try refusal(3) == Refusal(.notFound, ["kind": "category", "id": 3]))
    }

    @Test("T26: the target's plant stays, also if it is the younger one; the last growth can be the other's")
    func thePlantStays() throws {
        let garden = try Self.garden()
        let before = try garden.ask(GardenPlant(category: "Mahts"))
        try garden.perform(SessionAdd(text: "today 9:00-9:50 Maths"))
        try garden.perform(CategoryMerge(name: "Maths", into: "Mahts"))
        let after = try garden.ask(GardenPlant(category: "Mahts"))
        #expect(after.seed == before.seed)
        #expect([before.lastGrewOn, after.lastGrewOn].map(\.?.description) == ["2026-03-05", "2026-03-06"])
        #expect(after.garden.exp == 12 && after.lastLevelAt == "2026-03-06T12:00:00Z")
    }

    @Test("T26, P11: each level that the target reaches is announced once, also after undo and redo")
    func levels() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "2026-02-11 9:00-17:20 Mahts"))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 3", "Mahts 27"])
        func levels() -> [String] {
            garden.history.changes.flatMap(\.events).compactMap { try? EventKind.gardenLeveledUp.effect(of: $0) }
                .map { "\($0.category.name) \($0.level ?? 0)" }
        }
        let before = levels()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        #expect(levels() == before + ["Maths 1", "Maths 2", "Maths 3"])
        _ = try garden.undo()
        _ = try garden.redo()
        #expect(levels() == before + ["Maths 1", "Maths 2", "Maths 3"])
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 30"])
    }

    // MARK: Undo

    @Test("T26: undo gives the history back, and what was earned after the merge stays with the target")
    func undo() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        try garden.perform(TimerStart(category: "Maths"))
        garden.advance(seconds: 1500)
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 11"])
        let undone = try garden.undo()
        #expect(undone.map(\.what) == ["merged the category Mahts into Maths, −7 exp Maths"])
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 4", "Mahts 7"])
        #expect(try [Self.minutes(garden, "Mahts"), Self.minutes(garden, "Maths")] == [175, 100])
        #expect(try garden.ask(SessionList(category: "Mahts")).sessions.map(\.id) == [2, 3])
        #expect(try garden.redo().map(\.what) == ["merged the category Mahts into Maths, +7 exp Maths"])
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 11"])
        #expect(try Self.minutes(garden, "Maths") == 275)
    }

    @Test("T26, U4: undo is refused if the name is used")
    func undoIsRefused() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        try garden.perform(TimerStart(category: "Mahts"))
        #expect(try garden.refusal(of: JournalUndo()) == .refused(.cannotUndo, ["why": "taken"]))
        #expect(try garden.ask(JournalUndoable(limit: 1)).map(\.why) == ["taken"])
    }

    @Test("T26: a phase that was begun in it after the undo keeps redo from taking the category, as for a removal")
    func redoNeedsTheCategory() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        _ = try garden.undo()
        try garden.perform(TimerStart(category: "Mahts"))
        #expect(try garden.refusal(of: JournalRedo()) == .refused(.cannotUndo, ["why": "in_use"]))
        garden.advance(seconds: 1500)
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 3", "Mahts 8"])
        try garden.perform(CategoryRemove(name: "Mahts"))
        _ = try garden.undo()
        try garden.perform(TimerStart(category: "Mahts"))
        #expect(try garden.refusal(of: JournalRedo()) == .refused(.cannotUndo, ["why": "in_use"]))
    }

    @Test("T26: A into B, then B into C: undo goes back one by one, the last one first")
    func oneAfterTheOther() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "today 9:00-9:25 Science"))
        let before = garden.revertible
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        try garden.perform(CategoryMerge(name: "Maths", into: "Science"))
        #expect(try Self.gardens(garden) == ["Default 0", "Science 11"])
        #expect(try Self.minutes(garden, "Science") == 275)
        #expect(try Set(garden.ask(SessionList(category: "Science")).sessions.map(\.category)) == ["Science"])
        #expect(try garden.undo().map(\.what) == ["merged the category Maths into Science, −10 exp Science"])
        #expect(try [Self.minutes(garden, "Science"), Self.minutes(garden, "Maths")] == [25, 250])
        #expect(try garden.undo().map(\.what) == ["merged the category Mahts into Maths, −7 exp Maths"])
        #expect(garden.differences(from: before) == [])
        #expect(try garden.redo(2).count == 2)
        #expect(try Self.minutes(garden, "Science") == 275)
    }

    // MARK: Readings of the past

    @Test("T26: why session names the merges in effect by which it came there; why day says what was said then")
    func why() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        _ = try garden.undo()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        try garden.perform(CategoryAdd(name: "Science"))
        try garden.perform(CategoryMerge(name: "Maths", into: "Science"))
        func why(_ session: Int) throws -> [String] {
            try garden.ask(JournalExplain(what: .session, id: session)).map { "\($0.rule) \($0.text)" }
        }
        let (first, second) = ("T26 Maths was merged into Science", "T26 Mahts was merged into Maths")
        #expect(
            try why(2) == [first, second, "P22 added: 50 min of Mahts, 2026-03-05 13:00–13:50"])
        #expect(try why(1) == [first, "P22 added: 75 min of Maths, 2026-03-05 09:00–10:15"])
        try garden.perform(SessionAdd(text: "today 9:00-9:25 Science"))
        #expect(try why(4) == ["P22 added: 25 min of Science, 2026-03-06 09:00–09:25"])
        let day = try garden.ask(JournalExplain(what: .day)).map(\.text)
        #expect(day.contains { $0.contains("Mahts") } && !day.contains { $0.contains("merged") })
    }

    @Test("T26, P30: what is corrected after a merge is named by the category in which it was then")
    func correctionsAfterIt() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        try garden.perform(CategoryAdd(name: "Thesis"))
        try garden.perform(SessionEdit(id: 2, category: "Thesis"))
        let undone = try garden.undo().map(\.what)
        #expect(undone == ["corrected session 2: Maths → Thesis, +2 exp Maths, −2 exp Thesis"])
        _ = try garden.redo()
        try garden.perform(SessionSplit(id: 3, at: "2026-02-10 10:00"))
        try garden.perform(SessionRemove(ids: [3]))
        let listed = try garden.ask(JournalUndoable(limit: 2)).map(\.what)
        #expect(
            listed == [
                "removed 60 min of Maths, 2026-02-10 09:00–10:00, +2 exp Maths",
                "split session 3 at 10:00: 125 min of Maths, 2026-02-10 09:00–11:05",
            ])
        let steps = try garden.ask(JournalExplain(what: .session, id: 2)).map(\.text)
        #expect(
            steps == [
                "redone: corrected session 2: Maths → Thesis", "undone: corrected session 2: Maths → Thesis",
                "corrected: Maths → Thesis", "added: 50 min of Mahts, 2026-03-05 13:00–13:50",
            ])
    }

    @Test("T26: lines of the log keep their words, and have the id of the category that continues theirs")
    func lines() throws {
        let garden = try Self.garden()
        try garden.perform(SessionAdd(text: "today 9:00-9:25 Mahts"))
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        let line = try #require(try garden.ask(LogList()).lines.first { $0.kind == .focus })
        let text = "\(line.text) \(line.categoryId ?? 0) \(line.categoryUid ?? "")"
        #expect(text == "[09:25] focus 25 min Mahts (entered 2026-03-06 12:00) 2 00000000-2")
        _ = try garden.undo()
        #expect(try garden.ask(LogList()).lines.first { $0.kind == .focus }?.categoryId == 3)
    }

    // MARK: Removed categories

    @Test("T26: if the target is removed and added again, it continues what was merged into it")
    func aRemovedTarget() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        try garden.perform(CategoryRemove(name: "Maths"))
        #expect(try Self.minutes(garden, "Maths") == 250)
        #expect(try garden.ask(SessionGet(id: 3)).category == "Maths")
        try garden.perform(CategoryAdd(name: "Maths"))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 10"])
        #expect(try Self.minutes(garden, "Maths") == 250)
        try garden.perform(SessionEdit(id: 3, end: "2026-02-10 10:40"))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 9"])
    }

    @Test("T26: a removed category that it had continued by its name goes with it, also if the name is used again")
    func removedPredecessors() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryRemove(name: "Mahts"))
        try garden.perform(SessionAdd(text: "today 9:00-9:25 Mahts"))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 3", "Mahts 8"])
        let before = garden.revertible
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        try garden.perform(SessionAdd(text: "today 10:00-10:25 Mahts"))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 11", "Mahts 1"])
        #expect(try [Self.minutes(garden, "Mahts"), Self.minutes(garden, "Maths")] == [25, 275])
        try garden.perform(SessionRemove(id: 2))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 9", "Mahts 1"])
        _ = try garden.undo(3)
        #expect(garden.differences(from: before) == [])
        #expect(try [Self.minutes(garden, "Mahts"), Self.minutes(garden, "Maths")] == [200, 75])
    }

    // MARK: What is entered afterwards

    @Test("T26, P30: corrections follow the merge: the target's garden, and its name in answers, events and the log")
    func correctionsFollow() throws {
        let garden = try Self.garden()
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        let edited = try garden.perform(SessionEdit(id: 3, end: "2026-02-10 10:40"))
        #expect("\(edited.category) \(edited.categoryId) \(edited.exp)" == "Maths 2 4")
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 9"])
        let event = try #require(try garden.published(EventKind.sessionEdited).first)
        #expect(event.data == edited)
        #expect([event.before?.category, event.before?.categoryUid] == ["Maths", "00000000-2"])
        #expect(
            garden.state.log.inOrder.last?.text
                == "[12:00] corrected session 3: 2026-02-10 09:00–11:05 → 2026-02-10 09:00–10:40, 125 → 100 min")
        #expect(garden.state.log.inOrder.last?.categoryId == 2)
        // It has that category already.
        #expect(try garden.perform(SessionEdit(id: 3, category: "Maths")) == edited)
        #expect(garden.events == [])
        #expect(try garden.perform(SessionSplit(id: 3, at: "2026-02-10 9:50")).map(\.category) == ["Maths", "Maths"])
        try garden.perform(SessionEdit(id: 2, category: "Art"))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 7", "Art 2"])
        try garden.perform(SessionRemove(id: 3))
        let removed = garden.state.log.inOrder.last { $0.text.contains("removed") }
        #expect(removed?.text == "[12:00] removed session 3: 50 min of Maths, 2026-02-10 09:00–09:50")
        // All of that goes back, and then the merge.
        _ = try garden.undo(5)
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 3", "Mahts 7"])
        #expect(try Self.minutes(garden, "Mahts") == 175)
    }

    @Test("T26: a completed task is reopened in the target")
    func reopening() throws {
        let garden = try Self.garden()
        try garden.perform(TaskAdd(title: "sums", category: "Mahts"))
        try garden.perform(TaskComplete(title: "sums"))
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        let session = try garden.perform(SessionAdd(start: "9:00", minutes: 25, taskId: 1))
        #expect(session.category == "Maths")
        #expect(try garden.perform(TaskReopen(id: 1)).category == "Maths")
        #expect(try garden.ask(StatsDay(category: "Maths")).totals.tasks == 0)
        #expect(try garden.ask(TaskList(category: "Maths")).tasks.map(\.title) == ["sums"])
    }

    @Test("T26, U6: a reset before the merge was of one of the two gardens, one after it is of both")
    func resets() throws {
        let garden = try Self.garden()
        try garden.change { t in t.emit(.gardenReset, .ofGarden(2, "Maths", .own(2), exp: 3)) }
        try garden.perform(CategoryMerge(name: "Mahts", into: "Maths"))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 7"])
        // The experience of the first session was reset, that of the third was not.
        try garden.perform(SessionRemove(id: 1))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 7"])
        try garden.perform(SessionEdit(id: 3, end: "2026-02-10 10:40"))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 6"])
        try garden.change { t in t.emit(.gardenReset, .ofGarden(2, "Maths", .own(2), exp: 6)) }
        try garden.perform(SessionRemove(ids: [2, 3]))
        #expect(try Self.gardens(garden) == ["Default 0", "Maths 0"])
        // Undo ends at the reset.
        #expect(try garden.undo(3).map(\.method) == ["session.remove"])
    }
}
