import ArgumentParser

/// The commands for earning and spending points. A new one goes into its own file.
enum EconomyCommands {
    static let group = CommandGroup(
        name: "Points and shop",
        subcommands: [
            PointsCommand.self, ShopCommand.self, BuyCommand.self, RefundCommand.self, SpendCommand.self,
            RateCommand.self, InventoryCommand.self,
        ])
}
