import ArgumentParser
import GardenAPI

struct DrillPlay: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Play a level of a deck.",
        discussion: """
            Fills the terminal with panels, each with its key; the mouse works, too. It speaks what it asks for, if \
            spd-say or espeak-ng is installed, or the setting drills.speak_command names a program. Without LEVEL, it plays the \
            open level that was not cleared yet, or else the last one; the level review asks what is due for review.

            Without DECK, it continues the drill that is running, wherever it was started.

              gardenctl drill play flags
              gardenctl drill play flags challenge
              gardenctl drill play animals --language ja
              gardenctl drill play flags review
              gardenctl drill play
            """)

    @Argument(help: "The deck.", completion: Completions.decks)
    var deck: String?

    @Argument(help: "The level.", completion: Completions.levels)
    var level: String?

    @OptionGroup var language: LanguageOption

    @Flag(help: "End the drill that is running.")
    var restart = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard !common.json else {
            throw ValidationError("drill play has no --json; programs use: gardenctl call drill.start")
        }
        guard deck != nil || (language.language == nil && !restart) else {
            throw ValidationError("the deck is missing: gardenctl drill play DECK")
        }
    }

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        guard FullScreen.isPossible(in: context) else {
            throw .usage("a drill is played on a terminal; programs use: gardenctl call drill.start")
        }
        let commands = client.sibling()
        let screen = try DrillScreen(try drill(from: commands), client, commands, in: context)
        try screen.run()
        try context.print(endText(screen.drill, context.style))
    }

    /// The drill to play: a new one, or the one that is running.
    private func drill(from client: Client) throws(CommandError) -> Drill {
        let running = try client.ask(DaemonStatus()).value().drill
        guard let deck else {
            guard let running else {
                throw .usage(
                    "no drill is running; name a deck: gardenctl drill play DECK. To list them: gardenctl drill")
            }
            return running
        }
        let levels = try client.ask(DrillLevels(deck: deck, language: language.language)).value()
        let open = levels.filter { !$0.isLocked }
        let next = open.first { $0.record?.clears ?? 0 == 0 } ?? open.last
        let request = DrillStart(
            deck: deck, level: level ?? next?.id ?? "basic", language: language.language,
            restart: restart ? true : nil)
        return try client.ask(request).value()
    }
}

struct DrillPractice: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "practice",
        abstract: "Show and speak all entries of a deck, without questions.",
        discussion: """
            On a terminal, entry by entry; otherwise, it prints them.

              gardenctl drill practice hiragana
              gardenctl drill practice animals --language zh
            """)

    @Argument(help: "The deck.", completion: Completions.decks)
    var deck: String

    @OptionGroup var language: LanguageOption
    @OptionGroup var common: CommonOptions

    func perform(with client: Client, in context: ProcessContext) throws(CommandError) {
        let answer = try client.ask(DrillEntries(deck: deck, language: language.language))
        guard !common.json else { return try context.output.printData(answer.json.text) }
        let entries = try answer.value()
        guard FullScreen.isPossible(in: context), !entries.isEmpty else {
            return try context.print(entriesText(entries, context.style))
        }
        let settings = try client.ask(SettingsGet()).value()
        try PracticeScreen(PracticeView(deck, entries), settings, in: context).run()
    }
}
