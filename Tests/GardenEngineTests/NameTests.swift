import GardenAPI
import Testing

/// One way to compare names, for categories, items and counters alike (RULES G1).
@Suite struct NameTests {
    static let pairs = [
        ("Éclair", "e\u{301}CLAIR"), ("Straße", "STRASSE"), ("ΟΔΟΣ", "οδος"), ("Deep  work", " deep work "),
    ]

    @Test(arguments: pairs)
    func aCategoryIsFoundByEverySpellingOfItsName(name: String, other: String) throws {
        let garden = try Garden()
        let id = try garden.ask("category.add", ["name": .string(name)])["id"]
        #expect(try garden.refusal("category.add", ["name": .string(other)]) == "already_exists")
        #expect(try garden.ask("category.edit", ["name": .string(other), "color": "red"])["id"] == id)
        try garden.ask("timer.start", ["category": .string(other)])
        try garden.ask("shop.add", ["name": "Tea", "price": 0, "category": .string(other)])
        #expect(try garden.ask("category.list").arrayValue?.count == 2)
        // A garden that lies fallow is taken up again, under the new spelling.
        try garden.tell(["advance": 1500])
        try garden.ask("category.remove", ["name": .string(name)])
        try garden.ask("category.add", ["name": .string(other)])
        #expect(try garden.ask("garden.list").arrayValue?.last?["exp"] == 1)
        #expect(try garden.ask("garden.list").arrayValue?.count == 2)
    }

    @Test(arguments: pairs)
    func itemsAndCountersAreFoundByEverySpellingOfTheirNames(name: String, other: String) throws {
        let garden = try Garden()
        let item = try garden.ask("shop.add", ["name": .string(name), "price": 0])["id"]
        #expect(try garden.ask("shop.edit", ["name": .string(other), "price": 1])["id"] == item)
        let counter = try garden.ask("inventory.add", ["name": .string(name)])["id"]
        #expect(try garden.refusal("inventory.add", ["name": .string(other)]) == "already_exists")
        #expect(try garden.ask("inventory.adjust", ["name": .string(other), "amount": 2])["id"] == counter)
    }

    /// What is named so already goes by its id; nothing new is named so, wherever a name is given.
    @Test(
        arguments: [
            ("category.add", ["name": "42"]), ("category.edit", ["id": 1, "newName": "42"]),
            ("timer.start", ["category": "42"]), ("shop.add", ["name": "42", "price": 1]),
            ("shop.add", ["name": "Tea", "price": 1, "category": "42"]), ("shop.edit", ["id": 1, "newName": "42"]),
            ("shop.edit", ["id": 1, "category": "42"]), ("inventory.add", ["name": "42"]),
            ("inventory.set", ["id": 1, "newName": "42"]),
        ] as [(String, JSON)])
    func nothingIsNamedByDigitsAlone(method: String, params: JSON) throws {
        let garden = try Garden()
        let error = try garden.answer(method, params)["error"]
        #expect(error?["data"]?["code"] == "invalid_params")
        #expect(
            error?["message"]?.stringValue?.hasSuffix(" must not consist only of digits: 42 is read as an id") == true
        )
        #expect(try garden.refusal("category.remove", ["name": "42"]) == "not_found")
    }
}
