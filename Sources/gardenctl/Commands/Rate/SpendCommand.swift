import ArgumentParser
import GardenAPI

/// `spend AMOUNT [NOTE]`, which is also `rate add`.
struct SpendCommand: SpendingCommand {
    static let configuration = CommandConfiguration(
        commandName: "spend",
        abstract: "Count money that you have spent.",
        usage: "gardenctl spend [--force] [--json] [--socket <path>] <±amount> [<note> ...]",
        discussion: """
            The meter goes up by it, and with the meter the rate that prices are multiplied by. Points stay as they are. \
            A negative amount takes back what was counted by mistake.

              gardenctl spend 1200 lunch at noon
              gardenctl spend -200
            """)

    @OptionGroup var spending: SpendingArguments
    @OptionGroup var common: CommonOptions
}

/// What was spent, and on what.
struct SpendingArguments: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "How much was spent, or is taken back with a minus sign; and what for, if you like.",
            valueName: "±amount note"))
    var words: [String]

    @Flag(help: "Take back even what earlier days left on the meter.")
    var force = false
}

protocol SpendingCommand: AskingCommand where Asked == RateAdd {
    var spending: SpendingArguments { get }
}

extension SpendingCommand {
    mutating func validate() throws {
        _ = try SignedAmount(spending.words, name: "amount")
        try validateRequest()
    }

    func request() -> RateAdd {
        // validate() has read it once.
        let spent = try? SignedAmount(spending.words, name: "amount")
        return RateAdd(amount: spent?.amount ?? 0, force: spending.force ? true : nil, note: spent?.text)
    }
}
