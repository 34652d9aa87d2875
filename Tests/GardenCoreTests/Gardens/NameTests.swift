import GardenAPI
import Testing

@testable import GardenCore

/// One way to compare names, for categories, items and counters alike (RULES G1).
@Suite("Names")
struct NameTests {
    static let pairs = [
        ("Éclair", "e\u{301}CLAIR"), ("Straße", "STRASSE"), ("ΟΔΟΣ", "οδος"), ("Deep  work", " deep work "),
    ]

    @Test("G1, T2: a category and its garden are found by every spelling of the name", arguments: pairs)
    func aCategoryIsFoundByEverySpellingOfItsName(name: String, other: String) throws {
        let garden = try CoreGarden()
        let category = try garden.perform(CategoryAdd(name: name))
        #expect(
            try garden.refusal(of: CategoryAdd(name: other))
                == Refusal(.alreadyExists, ["kind": "category", "name": .string(category.name)]))
        #expect(try garden.perform(CategoryEdit(name: other, color: CategoryColor("red"))).id == category.id)
        try garden.perform(TimerStart(category: other))
        try garden.perform(ShopAdd(name: "Tea", price: 0, category: other))
        #expect(try garden.ask(CategoryList()).map(\.category.id) == [1, category.id])
        // A fallow garden is used again, under the new spelling.
        garden.advance(seconds: 1500)
        try garden.perform(CategoryRemove(name: name))
        let again = try garden.perform(CategoryAdd(name: other))
        #expect(try garden.ask(GardenList()).map(\.category) == ["Default", again.name])
        #expect(try garden.ask(GardenList()).map(\.exp) == [0, 1])
    }

    @Test("G1: items and counters are found by every spelling of their names", arguments: pairs)
    func itemsAndCountersAreFoundByEverySpellingOfTheirNames(name: String, other: String) throws {
        let garden = try CoreGarden()
        let item = try garden.perform(ShopAdd(name: name, price: 0))
        #expect(try garden.perform(ShopEdit(name: other, price: 1)).id == item.id)
        let counter = try garden.perform(InventoryAdd(name: name))
        #expect(
            try garden.refusal(of: InventoryAdd(name: other))
                == Refusal(.alreadyExists, ["kind": "counter", "name": .string(counter.name)]))
        #expect(try garden.perform(InventoryAdjust(name: other, amount: 2)).id == counter.id)
    }

    /// New names of digits alone are refused in every param that takes a name.
    static let digits: [(command: any Command, param: String)] = [
        (CategoryAdd(name: "42"), "name"), (CategoryEdit(id: 1, newName: "42"), "newName"),
        (TimerStart(category: "42"), "category"), (ShopAdd(name: "42", price: 1), "name"),
        (ShopAdd(name: "Tea", price: 1, category: "42"), "category"), (ShopEdit(id: 1, newName: "42"), "newName"),
        (ShopEdit(id: 1, category: "42"), "category"), (InventoryAdd(name: "42"), "name"),
        (InventorySet(id: 1, newName: "42"), "newName"),
    ]

    @Test("G1: a name of digits alone is refused", arguments: digits)
    func aNameOfDigitsAloneIsRefused(command: any Command, param: String) throws {
        let garden = try CoreGarden()
        let refusal = try garden.refusal(of: command)
        #expect(refusal == .invalid(param))
        #expect(refusal.message.hasSuffix(" must not consist only of digits: 42 is read as an id"))
        #expect(
            try garden.refusal(of: CategoryRemove(name: "42"))
                == Refusal(.notFound, ["kind": "category", "name": "42"]))
    }
}
