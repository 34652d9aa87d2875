import GardenAPI
import GardenCore
import Testing

/// The dates of a plant follow corrected sessions (RULES S6, P30).
struct PlantCorrectionTests {
    /// A garden of the category Piano with a session of 250 minutes on each of three days, in the tables of the journal.
    private func garden() throws -> Garden {
        var settings = Settings.standard
        settings.startFocus = .never
        let garden = try Garden(start: "2026-02-26T20:00:00Z", settings: settings)
        try garden.ask("category.add", ["name": "Piano"])
        for _ in 1...3 {
            try garden.ask("session.add", ["category": "Piano", "start": "12:00", "minutes": 250])
            try garden.send(["advance": 86_400])
        }
        for number in 1...300 {
            try garden.ask("category.edit", ["name": "Default", "color": number % 2 == 0 ? "red" : "blue"])
        }
        return garden
    }

    private func dates(_ garden: Garden) throws -> JSON {
        try garden.ask("garden.plant", ["category": "Piano"]).only("season", "lastGrewOn", "lastLevelAt")
    }

    @Test func theLastDaysOfGrowthAreRemoved() throws {
        let garden = try garden()
        let thirdDay: JSON = [
            "season": "winter", "lastGrewOn": "2026-02-28", "lastLevelAt": "2026-02-28T16:10:00.000+00:00",
        ]
        #expect(try dates(garden) == thirdDay)
        try garden.ask("session.remove", ["ids": [3]])
        #expect(
            try dates(garden) == [
                "season": "winter", "lastGrewOn": "2026-02-27", "lastLevelAt": "2026-02-27T16:10:00.000+00:00",
            ])
        try garden.ask("session.remove", ["ids": [2]])
        #expect(
            try dates(garden) == [
                "season": "winter", "lastGrewOn": "2026-02-26", "lastLevelAt": "2026-02-26T16:10:00.000+00:00",
            ])
        try garden.ask("session.remove", ["ids": [1]])
        #expect(try dates(garden) == ["season": "spring", "lastGrewOn": nil, "lastLevelAt": nil])
        for _ in 1...3 { try garden.ask("journal.undo") }
        #expect(try dates(garden).only("season", "lastGrewOn") == thirdDay.only("season", "lastGrewOn"))
        #expect(try garden.ask("journal.verify")["ok"] == true)
    }

    @Test func aDayThatOnlyMovedIsTheLastOne() throws {
        let garden = try garden()
        try garden.ask("session.edit", ["id": 3, "category": "Default"])
        try garden.ask("session.add", ["category": "Piano", "start": "2026-02-25 12:00", "minutes": 25])
        #expect(try dates(garden)["lastGrewOn"] == "2026-02-27")
    }
}
