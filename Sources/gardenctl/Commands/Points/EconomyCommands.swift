import ArgumentParser

/// The commands around what points are earned for and spent on. A new one of them stands in a file of its own.
enum EconomyCommands {
    static let group = CommandGroup(
        name: "Points and shop",
        subcommands: [
            PointsCommand.self, ShopCommand.self, BuyCommand.self, SpendCommand.self, RateCommand.self,
            InventoryCommand.self,
        ])
}
