import ArgumentParser
import GardenAPI

/// The commands for points.
struct PointsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "points",
        abstract: "Show or adjust your points.",
        discussion: """
              gardenctl points
              gardenctl points adjust +500 "points from my old notebook"
              gardenctl points multiplier 2
            """,
        subcommands: [Show.self, Adjust.self, Multiplier.self],
        defaultSubcommand: Show.self)

    struct Show: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the balance, the multiplier, and the points earned and spent today.",
            discussion: """
                  gardenctl points show
                  gardenctl points show --as-of yesterday
                """)

        @OptionGroup var asOf: AsOfOption
        @OptionGroup var common: CommonOptions

        var shownDay: String? { asOf.text }

        func request() -> PointsGet { PointsGet(asOf: asOf.text) }

        func text(_ response: PointsSummary, at present: Present?, asking client: Client, _ style: Style) -> String {
            pointsText(response, isPast: asOf.isGiven, style)
        }
    }

    struct Adjust: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "adjust",
            abstract: "Add or subtract points, with a reason.",
            usage: """
                gardenctl points adjust <±amount> <reason> ... [--at <when>] [--json] [--socket <path>] [--timeout <seconds>]
                """,
            discussion: """
                The balance cannot go below 0. The amount and the reason are logged. With --at, they count on the day on \
                which it happened.

                  gardenctl points adjust +500 "points from my old notebook"
                  gardenctl points adjust -50 counted twice
                  gardenctl points adjust +200 washed the car --at yesterday
                """)

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp(
                "The points to add (negative to subtract), and why.", valueName: "±amount reason"))
        var words: [String]

        @OptionGroup var past: PastTimeOption
        @OptionGroup var common: CommonOptions

        func request() throws -> PointsAdjust {
            let adjustment = try SignedAmount(words, name: "amount")
            guard let reason = adjustment.text else {
                throw ValidationError("the reason is missing; give it after the amount")
            }
            return PointsAdjust(amount: adjustment.amount, reason: reason, at: past.text)
        }

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let reason = try validRequest().reason
            let answer = try answer(from: client)
            let meta = client.meta
            try show(answer, in: context)
            guard !common.json else { return }
            try past.printTime(meta, in: context)
            try past.printDay(in: reason, client, context)
        }
    }

    struct Multiplier: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "multiplier",
            abstract: "Set the multiplier for the points of tasks.",
            discussion: """
                It stays in effect until you change it.

                  gardenctl points multiplier 2
                  gardenctl points multiplier 1
                """)

        @Argument(help: "1 or 2.", completion: .list(["1", "2"]))
        var multiplier: Int

        @OptionGroup var common: CommonOptions

        func request() -> PointsSetMultiplier { PointsSetMultiplier(multiplier: multiplier) }
    }
}

extension AskingCommand where Asked.Response == PointsSummary {
    func rendered(_ response: PointsSummary, _ style: Style) -> String { pointsText(response, style) }
}
