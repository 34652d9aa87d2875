import ArgumentParser
import GardenAPI

/// `spend AMOUNT [NOTE]`, which is also `rate add`.
struct SpendCommand: SpendingCommand {
    static let configuration = CommandConfiguration(
        commandName: "spend",
        abstract: "Record money that you have spent.",
        usage: """
            gardenctl spend <±amount> [<note> ...] [--at <when>] [--force] [--json] [--socket <path>] [--timeout <seconds>]
            """,
        discussion: """
            The meter goes up by the amount, and with it the rate that multiplies the prices of the shop. Your points do \
            not change. A negative amount takes back money recorded by mistake. With --at, the rate is counted again from \
            that day on.

              gardenctl spend 1200 lunch at noon
              gardenctl spend -200
              gardenctl spend 1200 shoes --at yesterday
            """)

    @OptionGroup var spending: SpendingArguments
    @OptionGroup var common: CommonOptions
}

/// The amount spent, and an optional note.
struct SpendingArguments: ParsableArguments {
    @Argument(
        parsing: .allUnrecognized,
        help: ArgumentHelp(
            "The amount (negative to take back), and optionally a note.",
            valueName: "±amount note"))
    var words: [String]

    @Flag(help: "Also take back money recorded on earlier days.")
    var force = false

    @OptionGroup var past: PastTimeOption
}

protocol SpendingCommand: AskingCommand where Asked == RateAdd {
    var spending: SpendingArguments { get }
}

extension SpendingCommand {
    func request() throws -> RateAdd {
        let spent = try SignedAmount(spending.words, name: "amount")
        return RateAdd(
            amount: spent.amount, force: spending.force ? true : nil, note: spent.text, at: spending.past.text)
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let request = try validRequest()
        let amount = request.amount
        let answer = try answer(from: client)
        let reported = client.meta[RateAdd.takenBackName]?.integerValue
        let meterOfDay = client.meta[RateAdd.meterOfDayName]
        try show(answer, in: context)
        if !common.json {
            if let text = meterOfDay.flatMap(meterOfDayText) { try context.print(text) }
            try spending.past.printDay(in: request.note, client, context)
        }
        // The answer has the meter of now.
        guard amount < 0, !common.json else { return }
        if spending.past.isGiven {
            guard let taken = answer.isUnchanged ? 0 : reported, taken < amount.magnitude else { return }
            // A time has a colon in any language.
            let hint = spending.past.text?.contains(":") == true ? "." : "; a day alone is its noon: --at \"tue 18:00\""
            return try context.output.print(
                "Took back \(taken) of \(amount.magnitude), because the meter was \(taken) then\(hint)")
        }
        guard try answer.value().meter == 0 else { return }
        // A meter that was 0 did not change, and the answer says nothing.
        let taken = reported ?? 0
        guard taken < amount.magnitude else { return }
        try context.output.print("Took back \(taken) of \(amount.magnitude), because the meter was \(taken).")
    }
}
