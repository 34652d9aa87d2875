import GardenAPI
import Testing

@testable import GardenCore

/// A garden has only so many entities that no answer and no change takes long (`daemon.hello`).
struct LimitTests {
    /// The error of a request that would be the first too many; `nil` if it is granted.
    private func refusal<C: Command>(of command: C, in garden: CoreGarden) -> GardenError? {
        do { _ = try garden.perform(command) } catch { return error }
        return nil
    }

    @Test func categoriesAreLimited() throws {
        let garden = try CoreGarden()
        for number in 2...Limits.categories { try garden.perform(CategoryAdd(name: "n\(number)")) }
        let error = GardenError.tooMany("category", named: "categories", limit: 1000)
        #expect(refusal(of: CategoryAdd(name: "one more"), in: garden) == error)
        #expect(
            error.message == "the garden already has 1000 categories, the maximum; remove one first")
        #expect(error.details == JSONObject([("reason", "too_many"), ("kind", "category"), ("limit", 1000)]))
        // A name that would create it.
        #expect(refusal(of: ShopAdd(name: "Tea", price: 1, category: "one more"), in: garden) == error)
        #expect(garden.state.categories.entries.count == Limits.categories)
        #expect(garden.state.shop.count == 0)
        try garden.perform(CategoryRemove(name: "n7"))
        #expect(refusal(of: CategoryAdd(name: "one more"), in: garden) == nil)
    }

    @Test func countersAreLimited() throws {
        let garden = try CoreGarden()
        for number in 1...Limits.counters { try garden.perform(InventoryAdd(name: "n\(number)")) }
        #expect(
            refusal(of: InventoryAdd(name: "one more"), in: garden)
                == .tooMany("counter", named: "counters", limit: 1000))
    }

    /// A change of a state that was filled without commands, because so many would take minutes.
    private func change(of state: GardenState, in garden: CoreGarden) -> Transition {
        Transition(state: state, moment: garden.moment, environment: garden.environment, history: garden.history)
    }

    @Test func itemsAreLimited() throws {
        let garden = try CoreGarden()
        try garden.perform(ShopAdd(name: "Tea", price: 1))
        var state = garden.state
        var item = try #require(state.shop[1])
        for id in 2..<Limits.items {
            (item.id, item.name, item.position) = (id, "n\(id)", id - 1)
            state.shop.place(item)
        }
        var change = change(of: state, in: garden)
        _ = try ShopAdd(name: "Cake", price: 1).perform(in: &change)
        let error = GardenError.tooMany("item", named: "items", limit: 20_000)
        #expect(throws: error) { try ShopAdd(name: "one more", price: 1).perform(in: &change) }
        #expect(change.state.shop.count == Limits.items)
    }

    @Test func openTasksAreLimited() throws {
        let garden = try CoreGarden()
        try garden.perform(TaskAdd(title: "Read"))
        var state = garden.state
        var task = try #require(state.tasks[1])
        for id in 2..<Limits.openTasks {
            (task.id, task.details.title) = (id, "n\(id)")
            state.tasks.put(task)
        }
        var change = change(of: state, in: garden)
        _ = try TaskAdd(title: "Write").perform(in: &change)
        let error = GardenError.tooMany("task", named: "open tasks", limit: 20_000)
        #expect(throws: error) { try TaskAdd(title: "one more").perform(in: &change) }
        #expect(change.state.tasks.count == Limits.openTasks)
    }

    @Test func aLogIsReturnedInPagesUnlessAsked() throws {
        let garden = try CoreGarden()
        for number in 1...Limits.logLines + 1 { try garden.perform(LogNote(text: "note \(number)")) }
        let log = try garden.ask(LogList())
        #expect(log.lines.map(\.id) == Array(2...501))
        #expect(log.more)
        #expect(try garden.ask(LogList(before: 2)).lines.map(\.id) == [1])
    }
}
