import ArgumentParser
import GardenAPI
import GardenCore
import GardenDaemon
import GardenEngine

struct CheckDeck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-deck", abstract: "Check the file of a deck.",
        discussion: """
            EXAMPLES
              gardend check-deck ~/.config/garden/decks/planets.toml
            """)

    @Argument(help: ArgumentHelp("The file.", valueName: "FILE"), completion: .file(extensions: ["toml"]))
    var file: String

    func validate() throws { try refuseEmpty(file, of: "FILE") }

    mutating func run() throws {
        do throws(SettingsProblem) {
            let deck = try DeckFolder.deck(at: absolute(file))
            let levels =
                deck.levels.isEmpty ? "" : ", levels of its own: \(deck.levels.map(\.id).joined(separator: ", "))"
            printText("\(absolute(file)) is valid: the deck \(deck.name), \(deck.entries.count) entries\(levels)")
        } catch {
            throw failure(error.message, ExitStatus.usage)
        }
    }
}

extension PageSection {
    static let decks = PageSection(
        heading: "DECKS",
        paragraphs: [
            """
            A file in the directory decks beside config.toml, such as decks/planets.toml, is a deck for `gardenctl drill`. It \
            has 2 to 256 entries: each with what is shown (a text; of a list, one is chosen at random) and what is \
            asked (a word, or one for each language), and optionally how it is spoken, its language, and a group. It can have \
            levels of its own, besides the standard ones; of these, only id is required.
            """,
            """
            A deck is read again when you save it. A file with an error is refused with the name of the entry; other decks \
            stay. `gardenctl drill deck check` checks one beforehand.
            """,
        ],
        example: [
            "language = \"en\"", "", "[[entries]]", "show = \"☿\"", "ask = \"Mercury\"", "group = \"inner\"", "",
            "[[entries]]", "show = [\"♀\", \"🟡\"]", "ask = { en = \"Venus\", ja = \"金星\" }", "group = \"inner\"", "",
            "[[entries]]", "show = \"♄\"", "ask = \"土星\"", "say = \"どせい\"", "language = \"ja\"", "", "[[levels]]",
            "id = \"inner\"", "group = \"inner\"", "questions = 6", "choices = 2", "limit_seconds = 30",
            "penalty = \"end\"", "star_seconds = 10",
        ])
}
