import ArgumentParser
import GardenAPI

struct WhyCommand: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Show the changes that led to the present rate, balance or day.",
        discussion: """
            The newest comes first. Beside each stands the rule it followed, what was asked for or fell due, and the event \
            of the journal that tells of it.

              gardenctl why rate
              gardenctl why balance --limit 5
              gardenctl why day
            """)

    @Argument(help: "What is to be explained.")
    var what: Explained

    @Option(help: ArgumentHelp("How many changes at most; 50 when left out.", valueName: "count"))
    var limit: Int?

    @OptionGroup var common: CommonOptions

    func request() -> JournalExplain { JournalExplain(what: what, limit: limit) }

    func rendered(_ response: [ExplainedChange], _ style: Style) -> String { explanationText(response, style) }
}

extension Explained: ExpressibleByArgument {}
