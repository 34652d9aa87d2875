import GardenAPI
import Testing

@testable import GardenCore

@Suite("The inventory")
struct InventoryRuleTests {
    @Test("M14: a counter is never negative, publishes its changes, and changes no other state")
    func countersChangeNoOtherState() throws {
        let garden = try CoreGarden()
        let before = garden.state
        var item = InventoryItem(id: 1, uid: "00000000-2", name: "Tickets", count: 2)
        #expect(try garden.perform(InventoryAdd(name: "Tickets", count: 2)) == item)
        #expect(garden.events.map(\.type) == ["inventory.added", "log.written"])
        let full = item
        item.count = 0
        #expect(try garden.perform(InventoryAdjust(name: "tickets", amount: -2)) == item)
        #expect(
            try garden.published(EventKind.inventoryAdjusted) == [
                Published(
                    at: "2026-01-01T09:00:00Z", data: InventoryChanged(item: item, amount: -2),
                    before: InventoryChanged(item: full, amount: -2))
            ])
        #expect(
            try garden.refusal(of: InventoryAdjust(id: 1, amount: -1)) == .refused(.outOfRange, ["count": 0]))
        #expect(try garden.ask(InventoryList()) == [item])
        #expect(try garden.lines() == ["[09:00] inventory Tickets 2, new", "[09:00] inventory Tickets 0 (−2)"])
        let after = garden.state
        #expect(after.points == before.points)
        #expect(after.rate == before.rate)
        #expect(after.shop == before.shop)
        #expect(after.categories == before.categories)
        #expect(after.timer == before.timer)
        #expect(after.day == before.day)
    }
}
