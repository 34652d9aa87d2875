import ArgumentParser
import GardenAPI

/// The commands for the shop rate.
struct RateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: "Show or change the rate, which multiplies the prices.",
        discussion: """
            The meter counts the money that you spend. The more you spend, the higher the tier, and with it the prices \
            of the shop. The tier drops by one every two days.

              gardenctl rate
              gardenctl rate add 1200 lunch at noon
              gardenctl rate off
            """,
        subcommands: [Show.self, Add.self, Set.self, Force.self, On.self, Off.self],
        defaultSubcommand: Show.self)

    struct Show: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the tiers, the meter, and when the tier drops.",
            discussion: """
                  gardenctl rate show
                  gardenctl rate show --json
                  gardenctl rate show --as-of last friday
                """)

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var common: CommonOptions

        var shownDay: String? { asOf.text }

        func request() -> RateGet { RateGet(asOf: asOf.text) }

        /// The text for people also shows the rate table, which is a setting.
        func text(_ response: Rate, at present: Present?, asking client: Client, _ style: Style)
            throws(CommandError) -> String
        {
            rateText(response, try client.ask(SettingsGet()).value().rateTable, style)
        }
    }

    struct Add: SpendingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Record money spent; the same as `gardenctl spend`.",
            usage: """
                gardenctl rate add <±amount> [<note> ...] [--at <when>] [--force] [--json] [--socket <path>] [--timeout <seconds>]
                """,
            discussion: """
                A negative amount takes back money recorded today. To take back money of earlier days, add --force.

                  gardenctl rate add 1200 lunch at noon
                  gardenctl rate add -500
                  gardenctl rate add 1200 shoes --at yesterday
                """)

        @OptionGroup var spending: SpendingArguments
        @OptionGroup var common: CommonOptions
    }

    struct Set: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Set the meter to an amount.",
            discussion: """
                  gardenctl rate set 3200
                """)

        @Argument(help: "The new meter, from 0.")
        var amount: Int

        @OptionGroup var common: CommonOptions

        func request() -> RateSet { RateSet(amount: amount) }
    }

    struct Force: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "force",
            abstract: "Set the tier, and the meter to where the tier begins.",
            discussion: """
                It is meant for testing. The log records it like any other change.

                  gardenctl rate force --tier 3
                  gardenctl rate force --tier 3 --days 1
                """)

        @Option(help: ArgumentHelp("The tier, from 0.", valueName: "tier"))
        var tier: Int

        @Option(help: ArgumentHelp("The days until it drops, 1 or 2 (default: 2). Not for tier 0.", valueName: "days"))
        var days: Int?

        @OptionGroup var common: CommonOptions

        func request() -> RateForce { RateForce(tier: tier, days: days) }
    }

    struct On: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "on",
            abstract: "Apply the rate to the prices of the shop.",
            discussion: """
                  gardenctl rate on
                """)

        @OptionGroup var common: CommonOptions

        func request() -> ShopSetApplyRate { ShopSetApplyRate(enabled: true) }
    }

    struct Off: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "off",
            abstract: "Charge base prices and ignore the rate.",
            discussion: """
                The meter and the rate still change.

                  gardenctl rate off
                """)

        @OptionGroup var common: CommonOptions

        func request() -> ShopSetApplyRate { ShopSetApplyRate(enabled: false) }
    }
}

extension AskingCommand where Asked.Response == Rate {
    func rendered(_ response: Rate, _ style: Style) -> String { rateText(response, style) }
}
