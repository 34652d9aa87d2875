import ArgumentParser
import GardenAPI

/// The commands around the shop.
struct ShopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shop",
        abstract: "List what points can buy, arrange it, buy it.",
        discussion: """
            Digits are taken for an id, anything else for a name.

              gardenctl shop
              gardenctl shop add Coffee 500 -c Treats
              gardenctl shop buy Coffee
            """,
        subcommands: [List.self, Add.self, Edit.self, Move.self, Remove.self, Buy.self, Refund.self],
        defaultSubcommand: List.self)

    struct List: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the items, by category, with today's prices.",
            discussion: """
                Beside each price stands what is asked now, at the rate that the shop applies, and what you lack for it.

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
            abstract: "Give back a purchase of today.",
            discussion: """
                You get exactly what was charged; what it fed to the meter is taken back.

                  gardenctl shop refund 7
                """)

        @Argument(help: ArgumentHelp("The number of the purchase, as buying told it.", valueName: "purchase"))
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
            help: "Whether buying it feeds the meter of the rate.")
        var countsAsSpending: Bool?
    }

    struct CategoryOption: ParsableArguments {
        @Option(
            name: .shortAndLong, help: ArgumentHelp("Its category, by name or id.", valueName: "category"),
            completion: Completions.categories)
        var category: Reference?
    }
}
