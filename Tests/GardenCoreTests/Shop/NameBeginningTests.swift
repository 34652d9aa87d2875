import GardenAPI
import Testing

@testable import GardenCore

/// Items and counters by the beginning of their names, and what an answer says of levels (API §2).
@Suite("Beginnings of names, and levels in answers")
struct NameBeginningTests {
    @Test("an item is found by the unique beginning of its name; the whole name comes first")
    func items() throws {
        let garden = try CoreGarden()
        try garden.perform(PointsAdjust(amount: 1000, reason: "begin"))
        for (name, price) in [("Switch 2", 300), ("Tea", 5), ("Tea pot", 50), ("コーヒー", 7)] {
            try garden.perform(ShopAdd(name: name, price: price))
        }
        #expect(try garden.perform(ShopBuy(name: "switch")).item == "Switch 2")
        #expect(try garden.perform(ShopBuy(name: "コー")).item == "コーヒー")
        #expect(try garden.perform(ShopBuy(name: "tea")).item == "Tea")
        #expect(try garden.perform(ShopEdit(name: "Tea p", price: 60)).price == 60)
        let candidates: JSON = [
            ["id": 2, "name": "Tea", "category": "Default", "price": 5],
            ["id": 3, "name": "Tea pot", "category": "Default", "price": 60],
        ]
        #expect(
            try garden.refusal(of: ShopRemove(name: "te")) == .refused(.ambiguous, ["candidates": candidates]))
        #expect(
            try garden.refusal(of: ShopBuy(name: "pot")) == Refusal(.notFound, ["kind": "item", "name": "pot"]))
    }

    @Test("a counter is found by the unique beginning of its name; the whole name comes first")
    func counters() throws {
        let garden = try CoreGarden()
        for name in ["Movie tickets", "Stamps", "Stamps (old)"] {
            try garden.perform(InventoryAdd(name: name, count: 3))
        }
        #expect(try garden.perform(InventoryAdjust(name: "movie", amount: -1)).count == 2)
        #expect(try garden.perform(InventorySet(name: "stamps", count: 7)).name == "Stamps")
        let candidates: JSON = [
            ["id": 2, "name": "Stamps", "count": 7], ["id": 3, "name": "Stamps (old)", "count": 3],
        ]
        #expect(
            try garden.refusal(of: InventoryRemove(name: "st")) == .refused(.ambiguous, ["candidates": candidates]))
        #expect(
            try garden.refusal(of: InventoryAdjust(name: "x", amount: 1))
                == Refusal(.notFound, ["kind": "counter", "name": "x"]))
    }

    @Test("the answer to a change says which levels gardens reached, the highest of each")
    func levels() throws {
        let garden = try CoreGarden()
        for index in 1...21 {
            try garden.perform(TaskAdd(title: "\(index)", category: index % 2 == 0 ? "A" : "B"))
        }
        func meta() -> JSON? { garden.state.answerMeta(after: garden.events).flatMap { try? JSON.parse($0) } }
        try garden.performOnAll(TaskComplete(ids: IDList(Array(1...18))))
        #expect(meta()?["levels"] == nil)
        try garden.performOnAll(TaskComplete(ids: [19, 20, 21]))
        #expect(meta()?["levels"] == [["category": "B", "level": 1], ["category": "A", "level": 1]])
    }
}
