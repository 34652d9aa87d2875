import ArgumentParser
import GardenAPI

/// The commands for the logical day.
struct DayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "day",
        abstract: "Show the current day, or correct it after the clock was wrong.",
        discussion: """
            A day begins at day.start_hour (04:00), so a late evening counts for the day before.

              gardenctl day
              gardenctl day correct
            """,
        subcommands: [Show.self, Correct.self],
        defaultSubcommand: Show.self)

    struct Show: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show the current day and when it ends.",
            discussion: """
                  gardenctl day show
                """)

        @OptionGroup var common: CommonOptions

        func request() -> DayGet { DayGet() }

        func rendered(_ response: Today, _ style: Style) -> String { dayText(response) }

        func text(_ response: Today, at present: Present?, asking client: Client, _ style: Style)
            throws(CommandError) -> String
        {
            [rendered(response, style), present.flatMap { dayAheadHint(response.day, at: $0.now) }].compactMap(\.self)
                .joined(separator: "\n")
        }
    }

    struct Correct: AskingCommand {
        static let configuration = CommandConfiguration(
            commandName: "correct",
            abstract: "Set the current day back to match the clock.",
            discussion: """
                Use this if the clock was wrong for a while and the day is now ahead. Nothing else is undone.

                  gardenctl day correct
                """)

        @OptionGroup var common: CommonOptions

        func request() -> DayCorrect { DayCorrect() }

        func rendered(_ response: Today, _ style: Style) -> String { dayText(response) }

        /// The text for people also names the day before the correction.
        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            guard !common.json else { return try show(client.ask(request()), in: context) }
            let before = try client.ask(DayGet()).value()
            let after = try client.ask(request()).value()
            try context.print(dayCorrectionText(from: before, to: after))
        }
    }
}
