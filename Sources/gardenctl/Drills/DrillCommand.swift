import ArgumentParser
import GardenAPI

/// The commands for drills (RULES D1 … D9).
struct DrillCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drill",
        abstract: "Learn words and signs against the clock.",
        discussion: """
            A drill asks for one thing after the other, each among several choices. A deck has levels; clearing one opens the \
            next. Your own decks are files; see garden-config(5).

              gardenctl drill
              gardenctl drill play flags
              gardenctl drill play animals advanced-4 --language ja
              gardenctl drill practice hiragana
              gardenctl drill records
            """,
        subcommands: [List.self, DrillPlay.self, DrillPractice.self, Records.self, DeckCommand.self],
        defaultSubcommand: List.self)

    struct List: ShowingCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the decks.",
            discussion: """
                  gardenctl drill list
                """)

        @OptionGroup var common: CommonOptions

        func request() -> DrillDecks { DrillDecks() }

        func rendered(_ response: [DrillDeck], _ style: Style) -> String { decksText(response, style) }
    }

    struct Records: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "records",
            abstract: "Show the levels of a deck with their records, or those of all decks.",
            discussion: """
                  gardenctl drill records
                  gardenctl drill records flags
                """)

        @Argument(help: "The deck.", completion: Completions.decks)
        var deck: String?

        @OptionGroup var language: LanguageOption
        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let decks = try client.ask(DrillDecks()).value().filter { deck == nil || $0.name == deck }
            let names = decks.isEmpty ? [deck].compactMap(\.self) : decks.map(\.name)
            var all: [(deck: String, levels: [DrillLevel])] = []
            for name in names {
                // Without a deck, those that cannot be asked in the language are left out.
                let isAskable =
                    deck != nil
                    || language.language.map { language in
                        decks.contains { $0.name == name && $0.languages.contains(language) }
                    } ?? true
                guard isAskable else { continue }
                all.append((name, try client.ask(DrillLevels(deck: name, language: language.language)).value()))
            }
            guard !common.json else {
                let report = all.map { ($0.deck, JSON.array($0.levels.map(\.json))) }
                return try context.output.printData(JSON.object(JSONObject(report)).text)
            }
            let played = deck == nil ? all.filter { $0.levels.contains { $0.record != nil } } : all
            let text =
                played.isEmpty
                ? "No drill was played yet: gardenctl drill play flags"
                : played.map { levelsText($0.levels, of: $0.deck, context.style) }.joined(separator: "\n\n")
            try context.print(text)
        }
    }

    struct DeckCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "deck",
            abstract: "Check the file of a deck of your own.",
            subcommands: [Check.self])
    }

    struct Check: ClientCommand {
        static let configuration = CommandConfiguration(
            commandName: "check",
            abstract: "Check the file of a deck.",
            discussion: """
                gardend reads the file; gardenctl exits with the status of gardend.

                  gardenctl drill deck check ~/.config/garden/decks/planets.toml
                """)

        @Argument(help: ArgumentHelp("The file.", valueName: "FILE"), completion: .file(extensions: ["toml"]))
        var file: String

        @OptionGroup var common: CommonOptions

        func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
            let output = common.json ? Program.Destination.standardError : .sameAsOurs
            // A name that begins with a hyphen is no option.
            let status = try Program.gardend(in: context).run(["check-deck", "--", file], output: output)
            if common.json {
                let report: JSON = ["file": .string(file), "ok": .bool(status == 0)]
                try context.output.printData(report.text)
            }
            if status != 0 { throw .alreadyReported(status: status) }
        }
    }
}

struct LanguageOption: ParsableArguments {
    @Option(name: .shortAndLong, help: "The language of the words, such as ja.")
    var language: String?
}
