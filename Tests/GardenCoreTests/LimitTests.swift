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
            error.message == "the garden has 1000 categories, which is the most it can have; remove one first")
        #expect(error.details == JSONObject([("reason", "too_many"), ("kind", "category"), ("limit", 1000)]))
        // A name that would create it.
        #expect(refusal(of: ShopAdd(name: "Tea", price: 1, category: "one more"), in: garden) == error)
        #expect(garden.state.categories.entries.count == Limits.categories)
        #expect(garden.state.shop.entries.count == 0)
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
}
