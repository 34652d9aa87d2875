import ArgumentParser
import GardenAPI

/// The commands for the shop.
struct ShopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shop",
        abstract: "List, add, edit and buy the items of the shop.",
        discussion: """
            A number is an id, anything else is a name. A name of several words needs no quotes if no number follows it.

              gardenctl shop
              gardenctl shop add Coffee 500 -c Treats
              gardenctl shop buy Coffee
            """,
        subcommands: [List.self, Add.self, Edit.self, Move.self, Remove.self, Buy.self, Refund.self],
        defaultSubcommand: List.self)

    struct List: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the items by category, with their current prices.",
            discussion: """
                It shows the base price, the current price at the rate, and how many points you are short.

                  gardenctl shop list
                  gardenctl shop list --json
                """,
            aliases: ["ls"])

        @OptionGroup var common: CommonOptions

        func request() -> ShopList { ShopList() }

        func rendered(_ response: [ShopItem], _ style: Style) -> String { shopText(response, style) }
    }

    struct Buy: BuyingCommand {
        static let configuration = CommandConfiguration(
            commandName: "buy",
            abstract: "Buy an item; the same as `gardenctl buy`.",
            discussion: """
                  gardenctl shop buy Coffee
                """)

        @OptionGroup var purchase: PurchaseArguments
        @OptionGroup var common: CommonOptions
    }

    struct Refund: RefundingCommand {
        static let configuration = CommandConfiguration(
            commandName: "refund",
            abstract: "Return a purchase made today; the same as `gardenctl refund`.",
            discussion: """
                  gardenctl shop refund
                  gardenctl shop refund 7
                """)

        @OptionGroup var purchase: RefundArguments
        @OptionGroup var common: CommonOptions
    }

    /// The item, where a number follows it.
    struct TargetArgument: ParsableArguments {
        @Argument(
            help: ArgumentHelp("The item, by name or id.", valueName: "name or id"), completion: Completions.items)
        var item: Reference
    }

    struct SpendingFlag: ParsableArguments {
        @Flag(
            name: .customLong("counts-as-spending"), inversion: .prefixedNo,
            help: "Whether buying it counts as money spent and raises the meter.")
        var countsAsSpending: Bool?
    }
}
