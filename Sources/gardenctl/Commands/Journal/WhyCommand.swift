import ArgumentParser
import GardenAPI

struct WhyCommand: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain the current rate, balance or day.",
        discussion: """
            Lists the changes that led to it, newest first. Each line has the rule, the change, what caused it, and \
            the number of its event in the journal. `gardenctl help concepts` explains the codes of the rules.

              gardenctl why rate
              gardenctl why balance --limit 5
              gardenctl why day
            """)

    @Argument(help: "The value to explain.")
    var what: Explained

    @Option(help: ArgumentHelp("At most this many changes (default: 50).", valueName: "count"))
    var limit: Int?

    @OptionGroup var common: CommonOptions

    func request() -> JournalExplain { JournalExplain(what: what, limit: limit) }

    func rendered(_ response: [ExplainedChange], _ style: Style) -> String { explanationText(response, style) }
}

extension Explained: ExpressibleByArgument {}
