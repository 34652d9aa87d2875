import ArgumentParser
import GardenAPI

/// The commands for the inventory.
struct InventoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inventory",
        abstract: "Count anything you like: tickets, favours, film nights.",
        discussion: """
            Counters affect nothing else. Every change is logged. A number is an id, anything else is a name.

              gardenctl inventory
              gardenctl inventory add Tickets --icon 🎟
              gardenctl inventory adjust Tickets -1
            """,
        subcommands: [List.self, Add.self, Set.self, Adjust.self, Remove.self],
        defaultSubcommand: List.self)

    struct List: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the counters.",
            discussion: """
                  gardenctl inventory list
                  gardenctl inventory list --json
                """,
            aliases: ["ls"])

        @OptionGroup var common: CommonOptions

        func request() -> InventoryList { InventoryList() }

        func rendered(_ response: [InventoryItem], _ style: Style) -> String { inventoryText(response, style) }
    }

    struct Add: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a counter.",
            discussion: """
                  gardenctl inventory add Tickets
                  gardenctl inventory add Film nights --icon 🎬 --count 2
                """)

        @OptionGroup var name: NameWords
        @OptionGroup var icon: IconOption

        @Option(help: ArgumentHelp("The initial count (default: 0).", valueName: "count"))
        var count: Int?

        @OptionGroup var common: CommonOptions

        func request() -> InventoryAdd { InventoryAdd(name: name.text, icon: icon.icon, count: count) }

        func rendered(_ response: InventoryItem, _ style: Style) -> String { counterText("Added", response, style) }
    }

    struct Set: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change a counter's count, name or icon.",
            discussion: """
                An empty icon, --icon '', removes the icon.

                  gardenctl inventory set Tickets 5
                  gardenctl inventory set Tickets --name Vouchers --icon 🧾
                  gardenctl inventory set Tickets 3 --at yesterday
                """)

        @OptionGroup var target: TargetArgument

        @Argument(help: "The new count.")
        var count: Int?

        @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
        var name: String?

        @OptionGroup var icon: IconOption
        @OptionGroup var past: PastTimeOption
        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            guard count != nil || name != nil || icon.icon != nil else {
                throw ValidationError("nothing to change: give a count, --name or --icon")
            }
            try validateRequest()
        }

        func request() -> InventorySet {
            InventorySet(
                id: target.counter.id, name: target.counter.name, count: count, newName: name, icon: icon.icon,
                at: past.text)
        }

        func rendered(_ response: InventoryItem, _ style: Style) -> String { counterText("Set", response, style) }
    }

    struct Adjust: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "adjust",
            abstract: "Add to or subtract from a counter.",
            usage: """
                gardenctl inventory adjust <name or id> <±amount> [--at <when>] [--json] [--socket <path>] [--timeout <seconds>]
                """,
            discussion: """
                A count cannot go below 0; what you enter afterwards, with --at, stops there.

                  gardenctl inventory adjust Tickets -1
                  gardenctl inventory adjust Tickets +3
                  gardenctl inventory adjust Tickets -2 --at sunday 20:00
                """)

        @OptionGroup var target: TargetArgument

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp("The amount to add; negative to subtract.", valueName: "±amount"))
        var amount: [String]

        @OptionGroup var past: PastTimeOption
        @OptionGroup var common: CommonOptions

        func request() throws -> InventoryAdjust {
            let amount = try SignedAmount.alone(amount, name: "amount")
            return InventoryAdjust(
                id: target.counter.id, name: target.counter.name, amount: amount, at: past.text)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let amount = try validRequest().amount
            let answer = try answer(from: client)
            let meta = client.meta
            let reported = meta[InventoryAdjust.countedName]?.integerValue
            try show(answer, in: context)
            if !common.json { try past.printTime(meta, in: context) }
            guard past.isGiven, amount < 0, !common.json, try answer.value().count == 0 else { return }
            // A count that was 0 did not change, and the answer says nothing.
            let counted = (reported ?? 0).magnitude
            guard counted < amount.magnitude else { return }
            try context.output.print("Counted \(counted) of \(amount.magnitude), because there were no more.")
        }

        func rendered(_ response: InventoryItem, _ style: Style) -> String { counterText("Adjusted", response, style) }
    }

    struct Remove: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove a counter.",
            discussion: """
                  gardenctl inventory remove Tickets
                """,
            aliases: ["rm", "delete"])

        @OptionGroup var target: ReferenceWords<NamedCounter>
        @OptionGroup var common: CommonOptions

        func request() -> InventoryRemove {
            InventoryRemove(id: target.reference.id, name: target.reference.name)
        }

        func rendered(_ response: InventoryItem, _ style: Style) -> String { counterText("Removed", response, style) }
    }

    /// The counter, where a number follows it.
    struct TargetArgument: ParsableArguments {
        @Argument(
            help: ArgumentHelp("The counter, by name or id.", valueName: "name or id"), completion: Completions.counters
        )
        var counter: Reference
    }

    struct IconOption: ParsableArguments {
        @Option(help: ArgumentHelp("Its icon, such as an emoji.", valueName: "icon"))
        var icon: String?
    }
}
