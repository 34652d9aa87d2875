import ArgumentParser
import GardenAPI

/// The commands around the shop rate.
struct RateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: "Show what prices are multiplied by, and why; or set it right.",
        discussion: """
            Money spent feeds a meter, and the meter has tiers: the higher, the more the shop asks. Every second day \
            brings it down by one.

              gardenctl rate
              gardenctl rate add 1200 lunch at noon
              gardenctl rate off
            """,
        subcommands: [Show.self, Add.self, Set.self, Force.self, On.self, Off.self],
        defaultSubcommand: Show.self)

    struct Show: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the tiers, where the meter stands, and when the rate falls.",
            discussion: """
                  gardenctl rate show
                  gardenctl rate show --json
                """)

        @OptionGroup var common: CommonOptions

        func request() -> RateGet { RateGet() }

        /// People are also shown the table, which is a setting.
        func text(_ response: Rate, beside status: GardenStatus, asking client: Client, _ style: Style)
            throws(CommandError) -> String
        {
            rateText(response, try client.ask(SettingsGet()).value().rateTable, style)
        }
    }

    struct Add: SpendingCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Count money spent; the same as `gardenctl spend`.",
            usage: "gardenctl rate add [--force] [--json] [--socket <path>] <±amount> [<note> ...]",
            discussion: """
                What is taken back must have been counted today: what earlier days left on the meter stays, unless you \
                give --force.

                  gardenctl rate add 1200 lunch at noon
                  gardenctl rate add -500
                """)

        @OptionGroup var spending: SpendingArguments
        @OptionGroup var common: CommonOptions
    }

    struct Set: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Put the meter to an amount, whatever it was.",
            discussion: """
                  gardenctl rate set 3200
                """)

        @Argument(help: "What the meter is to show, from 0.")
        var amount: Int

        @OptionGroup var common: CommonOptions

        func request() -> RateSet { RateSet(amount: amount) }
    }

    struct Force: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "force",
            abstract: "Put the rate to a tier, and the meter to where that begins.",
            discussion: """
                A door for trying things out. Like all of these it is logged.

                  gardenctl rate force --tier 3
                  gardenctl rate force --tier 3 --days 1
                """)

        @Option(help: ArgumentHelp("The tier, from 0.", valueName: "tier"))
        var tier: Int

        @Option(help: ArgumentHelp("Its days left, 1 or 2; 2 when left out, none at tier 0.", valueName: "days"))
        var days: Int?

        @OptionGroup var common: CommonOptions

        func request() -> RateForce { RateForce(tier: tier, days: days) }
    }

    struct On: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "on",
            abstract: "Have the shop multiply its prices by the rate.",
            discussion: """
                  gardenctl rate on
                """)

        @OptionGroup var common: CommonOptions

        func request() -> ShopSetApplyRate { ShopSetApplyRate(enabled: true) }
    }

    struct Off: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "off",
            abstract: "Have the shop ask its plain prices, whatever the rate.",
            discussion: """
                The meter goes on counting, and the rate goes on changing with it.

                  gardenctl rate off
                """)

        @OptionGroup var common: CommonOptions

        func request() -> ShopSetApplyRate { ShopSetApplyRate(enabled: false) }
    }
}

extension AskingCommand where Asked.Response == Rate {
    func rendered(_ response: Rate, _ style: Style) -> String { rateText(response, style) }
}
