import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// What a garden's plant is drawn from (RULES S6).
struct PlantQueryTests {
    @Test("S6: the seed stays when the category is renamed, removed or added again; growth and levels are dated")
    func thePlantStays() throws {
        let garden = try CoreGarden()
        garden.changeSettings { $0.startRest = .never }
        try garden.perform(TaskAdd(title: "Practise", category: "Piano", standing: true))
        let seed = try garden.ask(GardenPlant(category: "Piano"))
        #expect(seed.garden.exp == 0)
        #expect(seed.lastGrewOn == nil && seed.lastLevelAt == nil)
        #expect(try garden.ask(GardenPlant(category: "Default")).seed != seed.seed)
        for _ in 1...10 { try garden.perform(TaskComplete(title: "Practise")) }
        garden.at("2026-03-05T10:00:00Z")
        try garden.perform(TimerStart(category: "Piano"))
        garden.advance(seconds: 1500)
        garden.at("2026-03-09T10:00:00Z")
        try garden.perform(CategoryEdit(name: "Piano", newName: "Keys"))
        let grown = try garden.ask(GardenPlant(category: "keys"))
        #expect(grown.seed == seed.seed)
        #expect([grown.garden.focusExp, grown.garden.taskExp, grown.garden.level] == [1, 10, 1])
        #expect(grown.lastGrewOn?.description == "2026-03-05")
        #expect(grown.lastLevelAt?.description == "2026-01-01T09:00:00.000+00:00")
        try garden.perform(CategoryRemove(name: "Keys"))
        #expect(try garden.ask(GardenPlant(category: "Keys")).seed == seed.seed)
        try garden.perform(CategoryAdd(name: "Keys"))
        var again = try garden.ask(GardenPlant(category: "Keys"))
        #expect(again.garden.categoryId != grown.garden.categoryId)
        again.garden = grown.garden
        #expect(again == grown)
        #expect(throws: GardenError.notFound(kind: "category", name: "Nope")) {
            try garden.ask(GardenPlant(category: "Nope"))
        }
    }
}
