import ArgumentParser
import GardenAPI

/// The commands around points.
struct PointsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "points",
        abstract: "Show the points at hand, or put them right.",
        discussion: """
              gardenctl points
              gardenctl points adjust +500 "the points of the old notebook"
              gardenctl points multiplier 2
            """,
        subcommands: [Show.self, Adjust.self, Multiplier.self],
        defaultSubcommand: Show.self)

    struct Show: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the balance, the multiplier and today's sums.",
            discussion: """
                  gardenctl points show
                """)

        @OptionGroup var common: CommonOptions

        func request() -> PointsGet { PointsGet() }
    }

    struct Adjust: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "adjust",
            abstract: "Put the balance right, for a reason that is kept.",
            usage: "gardenctl points adjust [--json] [--socket <path>] <±amount> <reason> ...",
            discussion: """
                The balance never goes below 0. The log says by how much it changed, and why.

                  gardenctl points adjust +500 "the points of the old notebook"
                  gardenctl points adjust -50 counted twice
                """)

        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp(
                "How many points more, or fewer with a minus sign, and why.", valueName: "±amount reason"))
        var words: [String]

        @OptionGroup var common: CommonOptions

        mutating func validate() throws {
            guard try SignedAmount(words, name: "amount").text != nil else {
                throw ValidationError("the reason is missing: say why, after the amount")
            }
            try validateRequest()
        }

        func request() -> PointsAdjust {
            // validate() has read it once.
            let adjustment = try? SignedAmount(words, name: "amount")
            return PointsAdjust(amount: adjustment?.amount ?? 0, reason: adjustment?.text ?? "")
        }
    }

    struct Multiplier: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "multiplier",
            abstract: "Set what doing a task pays: its points once, or twice.",
            discussion: """
                It stays as it is set until you set it again.

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
