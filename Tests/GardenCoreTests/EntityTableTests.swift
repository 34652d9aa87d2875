import Testing

@testable import GardenCore

@Suite struct EntityTableTests {
    private struct Plant: PositionedEntity {
        var id: Int
        var name: String
        var position = 0
    }

    private let table = EntityTable([
        Plant(id: 3, name: "Fern", position: 0), Plant(id: 1, name: "fern", position: 1),
        Plant(id: 2, name: "Éclair", position: 2),
    ])

    @Test func entriesAreFoundByIdAndByName() {
        #expect(table[2]?.name == "Éclair")
        #expect(table[4] == nil)
        #expect(table.named("FERN").map(\.id) == [1, 3])
        #expect(table.named("e\u{301}clair").map(\.id) == [2])
        #expect(table.named("Moss") == [])
    }

    @Test func entriesHaveTwoOrders() {
        #expect(table.inOrder.map(\.id) == [1, 2, 3])
        #expect(table.byPosition.map(\.id) == [3, 1, 2])
    }

    @Test func aRenamedEntryIsFoundByItsNewNameOnly() {
        var table = table
        table.put(Plant(id: 1, name: "Moss"))
        #expect(table.named("fern").map(\.id) == [3])
        #expect(table.named("moss").map(\.id) == [1])
        #expect(table.count == 3)
    }

    @Test func aRemovedEntryIsGone() {
        var table = table
        #expect(table.remove(3)?.name == "Fern")
        #expect(table.remove(3) == nil)
        #expect(table[3] == nil)
        #expect(table.named("fern").map(\.id) == [1])
    }

    @Test func tablesWithTheSameEntriesAreEqual() {
        var table = table
        table.put(Plant(id: 4, name: "FERN"))
        table.put(Plant(id: 4, name: "Moss"))
        table.remove(4)
        table.remove(1)
        table.put(Plant(id: 1, name: "fern", position: 1))
        #expect(table == EntityTable(self.table.inOrder))
    }

    @Test func positionsAreShiftedTogether() {
        var table = table
        table.shift(by: 1) { $0.position >= 1 }
        #expect(table.byPosition.map(\.position) == [0, 2, 3])
    }
}
