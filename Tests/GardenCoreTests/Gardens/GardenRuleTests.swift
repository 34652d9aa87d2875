import GardenAPI
import Testing

@testable import GardenCore

/// The examples of RULES on categories and their gardens.
@Suite("The gardens")
struct GardenRuleTests {
    @Test("G2: the answer names the categories that were created, and others that differ in a letter")
    func createdCategoriesAreNamed() throws {
        let garden = try CoreGarden()
        func meta(_ category: String) throws -> String? {
            _ = try garden.perform(TaskAdd(title: "Read", category: category))
            return garden.state.answerMeta(after: garden.events).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(try meta("Reading") == #"{"created":[{"name":"Reading","similar":null}]}"#)
        #expect(try meta("reading") == nil)
        #expect(try meta("Rading") == #"{"created":[{"name":"Rading","similar":"Reading"}]}"#)
    }

    @Test("T2: removing a category moves the running phase and its items to Default and keeps its garden")
    func removingACategoryKeepsItsGarden() throws {
        let garden = try CoreGarden()
        let piano = try garden.perform(CategoryAdd(name: "Piano"))
        try garden.perform(ShopAdd(name: "tea", price: 1))
        try garden.perform(ShopAdd(name: "metronome", price: 2, category: "piano"))
        try garden.perform(TimerStart(category: "Piano"))
        garden.advance(seconds: 1800)
        #expect(try garden.perform(CategoryRemove(id: piano.id)) == piano)
        #expect(garden.events.map(\.type) == ["category.removed", "timer.edited", "shop.itemsMoved"])
        let focus = FocusTimer.focus(2, left: 1500, from: "2026-01-01T09:30:00Z", until: "2026-01-01T09:55:00Z")
        let before = FocusTimer.focus(
            2, in: piano, left: 1500, from: "2026-01-01T09:30:00Z", until: "2026-01-01T09:55:00Z")
        #expect(
            try garden.published(EventKind.timerEdited) == [
                Published(
                    at: "2026-01-01T09:30:00Z", data: TimerChanged(timer: focus), before: TimerChanged(timer: before),
                    cause: "category.removed")
            ])
        #expect(try garden.timer == focus)
        #expect(
            try garden.published(EventKind.shopItemsMoved) == [
                Published(
                    at: "2026-01-01T09:30:00Z",
                    data: ItemsMoved(
                        from: "Piano", fromId: 2, fromUid: piano.uid, to: "Default", toId: 1, toUid: "00000000-0",
                        items: [ItemsMoved.Item(id: 2, uid: "00000000-4")]),
                    cause: "category.removed")
            ])
        #expect(try garden.ask(ShopList()).map { "\($0.name) at \($0.position)" } == ["tea at 0", "metronome at 1"])
        #expect(try garden.ask(CategoryList()) == [ListedCategory(category: .standard, open: 0)])
        #expect(try garden.ask(GardenList()).map(\.category) == ["Default", "Piano"])
        #expect(try garden.ask(GardenList()).map(\.exp) == [0, 1])
        #expect(try garden.refusal(of: CategoryRemove(id: 1)) == .refused(.defaultCategory))
        #expect(try garden.refusal(of: CategoryEdit(id: 1, newName: "Home")) == .refused(.defaultCategory))
    }

    @Test("P11, T2: a garden that adopts a fallow one emits the levels it crosses")
    func adoptingAFallowGardenEmitsLevelEvents() throws {
        let garden = try CoreGarden {
            $0.focusMinutes = 1
            $0.restMinutes = 1
            $0.unattendedSessions = 0
        }
        try garden.perform(TimerStart(category: "A"))
        garden.advance(seconds: 7 * 120)
        try garden.perform(CategoryRemove(name: "A"))
        #expect(garden.events.map(\.type) == ["category.removed", "timer.edited", "timer.asked"])
        try garden.perform(TimerStart(category: "B", restart: true))
        let b = try #require(try garden.ask(CategoryList()).last).category
        garden.advance(seconds: 5 * 120)
        var renamed = b
        renamed.name = "a"
        #expect(try garden.perform(CategoryEdit(name: "B", newName: "a")) == renamed)
        #expect(garden.events.map(\.type) == ["category.edited", "garden.leveledUp", "log.written", "timer.asked"])
        let grown = Garden(
            categoryId: b.id, categoryUid: b.uid, category: "a", color: b.color, exp: 12, level: 1, expInLevel: 2,
            expToNext: 8, focusExp: 12, taskExp: 0)
        #expect(try garden.ask(GardenList()).last == grown)
        let leveledUp = try #require(try garden.published(EventKind.gardenLeveledUp).first)
        #expect(leveledUp.data == GardenChanged(garden: grown))
        #expect(leveledUp.cause == "category.edited")
    }
}
