import GardenAPI

/// The decks that come with Pocket Garden (RULES D1). Each line of a table is an entry: what is shown, and its names in English,
/// Japanese and Chinese.
enum BuiltInDecks {
    static let all: [Deck] = [
        deck("shapes", shapes), deck("colours", colours), deck("animals", animals),
        deck("fruits-and-vegetables", fruits + vegetables), deck("vehicles", vehicles),
        deck("flags", flags, shownBy: flag), deck("numbers", numbers), hiraganaDeck,
    ]

    private static let languages = ["en", "ja", "zh"]

    /// - Parameter shownBy: what is shown for the first column.
    private static func deck(
        _ name: String, _ table: String, shownBy shows: (Substring) -> [String] = depictions
    ) -> Deck {
        let entries = rows(table).map { columns in
            Deck.Entry(
                shows: shows(columns[0]),
                words: zip(columns.dropFirst(), languages).map { word($0, in: $1) })
        }
        return Deck(name: name, entries: entries, isBuiltIn: true)
    }

    /// A word; after `=` what is spoken, because programs that speak Japanese read kana only.
    private static func word(_ column: Substring, in language: String) -> DrillWord {
        let parts = column.split(separator: "=")
        return DrillWord(text: String(parts[0]), say: String(parts[parts.count - 1]), language: language)
    }

    /// The columns of each line.
    private static func rows(_ table: String) -> [[Substring]] {
        table.split(separator: "\n").map { $0.split(separator: " | ") }
    }

    private static func depictions(_ column: Substring) -> [String] { column.split(separator: ", ").map(String.init) }

    /// The flag of a country, by its code (ISO 3166-1): two regional indicator symbols.
    private static func flag(_ code: Substring) -> [String] {
        let symbols = code.unicodeScalars.compactMap {
            Unicode.Scalar(0x1F1E6 + $0.value - ("A" as Unicode.Scalar).value)
        }
        return [String(String.UnicodeScalarView(symbols))]
    }

    /// Asked by sound: the words are Latin letters, and what is spoken is Japanese. A row is a group with a level of its own.
    private static var hiraganaDeck: Deck {
        var entries: [Deck.Entry] = []
        var levels: [DeckLevel] = []
        for row in hiragana.split(separator: "\n") {
            let parts = row.split(separator: " ")
            let group = String(parts[0])
            for pair in parts.dropFirst() {
                let kana = String(pair.prefix(1))
                let word = DrillWord(text: String(pair.dropFirst()), say: kana, language: "ja")
                entries.append(Deck.Entry(shows: [kana], words: [word], group: group))
            }
            levels.append(
                DeckLevel(
                    id: "row-\(group)", group: group, questions: 10, choices: parts.count - 1, starSeconds: 20,
                    isOwn: true))
        }
        return Deck(name: "hiragana", entries: entries, levels: levels, isBuiltIn: true)
    }
}
