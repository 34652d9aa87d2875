import ArgumentParser
import GardenAPI

/// The commands for the shop.
struct ShopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shop",
        abstract: "List, add, edit and buy the items of the shop.",
        discussion: """
            A number is an id, anything else is a name.

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
                Shows the base price, the current price at the rate, and how many points you are short.

                  gardenctl shop list
                  gardenctl shop list --json
                """)

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

    struct Refund: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "refund",
            abstract: "Return a purchase of today.",
            discussion: """
                You get back what you paid. If it counted as spending, the meter goes down again.

                  gardenctl shop refund 7
                """)

        @Argument(help: ArgumentHelp("The number of the purchase, as shown by `buy`.", valueName: "purchase"))
        var purchase: Int

        @OptionGroup var common: CommonOptions

        func request() -> ShopRefund { ShopRefund(purchaseId: purchase) }

        func rendered(_ response: Purchase, _ style: Style) -> String { refundText(response, style) }
    }

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

    struct CategoryOption: ParsableArguments {
        @Option(
            name: .shortAndLong, help: ArgumentHelp("Its category, by name or id.", valueName: "category"),
            completion: Completions.categories)
        var category: Reference?
    }
}
