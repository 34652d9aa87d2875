import ArgumentParser
import GardenAPI

extension ShopCommand {
    struct Add: CategoryCreatingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add an item.",
            usage: """
                gardenctl shop add <name> <price> [--category <category>] [--[no-]counts-as-spending] [--json] \
                [--socket <path>] [--timeout <seconds>]
                """,
            discussion: """
                The price is the base price, before the rate. A category that does not exist is created. If an item \
                counts as spending, buying it raises the meter; the default is shop.items_count_as_spending.

                  gardenctl shop add Coffee 500
                  gardenctl shop add New headphones 12000 -c Things --counts-as-spending
                """)

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp("Its name, then its price in points, before the rate.", valueName: "name and price"))
        var words: [String]

        @OptionGroup var place: CategoryOption<CategoryOfThing>
        @OptionGroup var spending: SpendingFlag
        @OptionGroup var common: CommonOptions

        var category: Reference? { place.reference }

        private func nameAndPrice() throws -> (name: String, price: Int) {
            let name = try freeText(words.dropLast())
            guard let last = words.last, let price = Int(last), !name.isEmpty else {
                throw ValidationError("an item has a name and then a price: gardenctl shop add NAME PRICE")
            }
            return (name, price)
        }

        /// Names an item that had the name before: it may have been forgotten.
        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            try performAnnouncing(with: client, in: context)
            guard !common.json, let name = try? nameAndPrice().name else { return }
            // The item is added, whatever comes of the hint.
            let items = (try? client.ask(ShopList()).value()) ?? []
            let alike = items.filter { $0.name.folded == name.folded }
            guard alike.count > 1 else { return }
            let ids = alike.map { "id \($0.id) for \(points($0.price))" }.joined(separator: ", ")
            try context.print("Several items have that name: \(ids). To change one: gardenctl shop edit ID")
        }

        func request(in category: String?) throws -> ShopAdd {
            let (name, price) = try nameAndPrice()
            return ShopAdd(name: name, price: price, category: category, countsAsSpending: spending.countsAsSpending)
        }

        func rendered(_ response: ShopItem, _ style: Style) -> String { shopItemText("Added", response, style) }
    }

    struct Edit: CategoryCreatingCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change an item's name, price or category, or whether it counts as spending.",
            discussion: """
                If you change the category, the item goes to the end of the new one.

                  gardenctl shop edit Coffee --price 450
                  gardenctl shop edit 3 --name Espresso -c Treats --no-counts-as-spending
                """)

        @OptionGroup var target: ReferenceWords<NamedItem>

        @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
        var name: String?

        @Option(help: ArgumentHelp("Its new price in points, before the rate.", valueName: "price"))
        var price: Int?

        @OptionGroup var place: CategoryOption<CategoryOfThing>
        @OptionGroup var spending: SpendingFlag
        @OptionGroup var common: CommonOptions

        var category: Reference? { place.reference }

        mutating func validate() throws {
            guard name != nil || price != nil || category != nil || spending.countsAsSpending != nil else {
                throw ValidationError(
                    "nothing to change: give --name, --price, --category or --[no-]counts-as-spending")
            }
            try validateRequest()
        }

        func request(in category: String?) -> ShopEdit {
            ShopEdit(
                id: target.reference.id, name: target.reference.name, newName: name, price: price, category: category,
                countsAsSpending: spending.countsAsSpending)
        }

        func rendered(_ response: ShopItem, _ style: Style) -> String { shopItemText("Changed", response, style) }
    }

    struct Move: CategoryCreatingCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Move an item within its category or to another one.",
            discussion: """
                Positions start at 0; the other entries move up or down.

                  gardenctl shop move Coffee 0
                  gardenctl shop move Coffee 2 -c Treats
                """)

        @OptionGroup var target: TargetArgument

        @Argument(help: "Its new position, from 0.")
        var position: Int

        @OptionGroup var place: CategoryOption<CategoryOfThing>
        @OptionGroup var common: CommonOptions

        var category: Reference? { place.reference }

        func request(in category: String?) -> ShopMove {
            ShopMove(id: target.item.id, name: target.item.name, position: position, category: category)
        }

        func rendered(_ response: ShopItem, _ style: Style) -> String {
            shopItemText("Moved", response, position: true, style)
        }
    }

    struct Remove: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove an item.",
            discussion: """
                Purchases are kept, and you can still return them today.

                  gardenctl shop remove Coffee
                """,
            aliases: ["rm", "delete"])

        @OptionGroup var target: ReferenceWords<NamedItem>
        @OptionGroup var common: CommonOptions

        func request() -> ShopRemove {
            ShopRemove(id: target.reference.id, name: target.reference.name)
        }

        func rendered(_ response: ShopItem, _ style: Style) -> String { shopItemText("Removed", response, style) }
    }
}
