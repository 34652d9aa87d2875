import ArgumentParser
import GardenAPI

/// The commands for categories, and for all of the garden.
enum CategoryFeature: ClientFeature {
    static let group = CommandGroup(
        name: "Categories", subcommands: [CategoryCommand.self, ResetCommand.self, ExampleCommand.self])

    static var synonyms: [String: [String]] {
        ["list": ["category"], "rename": ["category edit"], "edit": ["category edit"], "merge": ["category merge"]]
    }

    static var listOfKind: [String: String] { ["category": "gardenctl category"] }
}
