import ArgumentParser
import GardenAPI

struct WhyCommand: ShowingCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain the current rate, balance or day, or a focus session.",
        discussion: """
            It lists the changes that led to it, newest first. Each line has the rule, the change, what caused it, and \
            the number of its event in the journal. `gardenctl help concepts` explains the codes of the rules.

              gardenctl why rate
              gardenctl why balance --limit 5
              gardenctl why day
              gardenctl why session 12
            """)

    @Argument(
        help: ArgumentHelp("The value to explain: rate, balance, day or session.", valueName: "what"),
        completion: .list(Explained.words))
    var word: String

    @Argument(help: ArgumentHelp("The id of a session.", valueName: "id"), completion: Completions.sessions)
    var id: String?

    @Option(help: ArgumentHelp("At most this many changes (default: 50).", valueName: "count"))
    var limit: Int?

    @OptionGroup var common: CommonOptions

    func request() throws -> JournalExplain {
        let what = try Explained(word: word)
        guard let text = id else { return JournalExplain(what: what, limit: limit) }
        guard let id = Int(text) else {
            let day = printable(text)
            if what == .session {
                throw ValidationError(
                    "the id of a session is a number, not \(JSON.string(day).excerpt); to list: gardenctl session")
            }
            throw ValidationError(
                """
                why \(word) explains what is there now, not \(JSON.string(day).excerpt)
                \(Self.advice(what, day))
                """)
        }
        return JournalExplain(what: what, limit: limit, id: id)
    }

    private static func advice(_ what: Explained, _ text: String) -> String {
        if what == .rate {
            return """
                  The price of an item is its base price, which gardenctl shop shows, times the rate: gardenctl why rate
                  The rate at the end of a day: gardenctl rate --as-of yesterday
                """
        }
        return """
              What happened on a day: gardenctl log --day \(text)
              The sums of it, as they are known now: gardenctl stats day \(text)
            """
    }

    func rendered(_ response: [ExplainedChange], _ style: Style) -> String { explanationText(response, style) }
}

extension Explained {
    fileprivate static var words: [String] { allCases.map(\.rawValue) }

    /// Other words for what is explained.
    private static let synonyms: [String: Explained] = [
        "price": .rate, "prices": .rate, "tier": .rate, "meter": .rate, "points": .balance, "today": .day,
    ]

    fileprivate init(word text: String) throws {
        guard let found = Explained(rawValue: text) ?? Self.synonyms[text] else {
            throw ValidationError(
                """
                why explains rate, balance, day or session, not \(JSON.string(printable(text)).excerpt)
                  The price of an item is its base price times the rate: gardenctl why rate
                  The days of a streak: gardenctl stats streak, gardenctl stats heatmap
                """)
        }
        self = found
    }
}
