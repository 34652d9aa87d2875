import GardenAPI

/// A named list of things to learn (RULES D1).
public struct Deck: Sendable, Equatable {
    /// How many entries a deck can have.
    public static let entryCounts = 2...256

    /// One thing to learn.
    public struct Entry: Sendable, Equatable {
        /// What is shown for it: one of them, chosen at random.
        public var shows: [String]
        /// What is asked, in each language. The first is the default.
        public var words: [DrillWord]
        public var group: String?

        public init(shows: [String], words: [DrillWord], group: String? = nil) {
            self.shows = shows
            self.words = words
            self.group = group
        }
    }

    public var name: String
    public var entries: [Entry]
    /// The levels that it has besides the standard ones, in the order in which they open.
    public var levels: [DeckLevel]
    public var isBuiltIn: Bool

    public init(name: String, entries: [Entry], levels: [DeckLevel] = [], isBuiltIn: Bool = false) {
        self.name = name
        self.entries = entries
        self.levels = levels
        self.isBuiltIn = isBuiltIn
    }

    /// The languages in which it can be asked, the default one first.
    var languages: [String] {
        let defaults = entries.compactMap { $0.words.first?.language }
        let all = entries.flatMap(\.words).compactMap(\.language)
        return (defaults + all).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
            .filter { isDefault($0) || count(in: $0) >= Self.entryCounts.lowerBound }
    }

    /// How many of its entries have a word in a language.
    private func count(in language: String) -> Int {
        entries.count { entry in entry.words.contains { $0.language == language } }
    }

    /// The deck as it is asked in a language.
    ///
    /// - Parameter language: `nil` for the first word of each entry.
    func asked(in language: String?) throws(GardenError) -> AskedDeck {
        guard let language, !isDefault(language) else {
            return AskedDeck(deck: self, language: nil, entries: entries.map { AskedEntry($0, $0.words[0]) })
        }
        let asked = entries.compactMap { entry in
            entry.words.first { $0.language == language }.map { AskedEntry(entry, $0) }
        }
        guard asked.count >= Self.entryCounts.lowerBound else {
            let known =
                if !asked.isEmpty { "only \(asked.count) of its \(entries.count) entries has a word in it" } else {
                    languages.isEmpty ? "it names no language" : "it has \(languages.joined(separator: ", "))"
                }
            throw GardenError(
                .notFound, "the deck \(name) cannot be asked in \(JSON.string(language).text): \(known)",
                [("kind", "language"), ("name", .string(language))])
        }
        return AskedDeck(deck: self, language: language, entries: asked)
    }

    private func isDefault(_ language: String) -> Bool { entries.allSatisfy { $0.words[0].language == language } }
}

/// A deck in one language. Records and boxes belong to it.
struct AskedDeck {
    let deck: Deck
    /// `nil` for the default.
    let language: String?
    let entries: [AskedEntry]

    /// Its levels, in the order in which they open (RULES D2).
    var levels: [DeckLevel] {
        DeckLevel.standard(entries: entries.count)
            + deck.levels.compactMap { level in
                var level = level
                level.choices = min(level.choices, entries(of: level).count)
                return level.choices >= 2 ? level : nil
            }
    }

    /// The entries that a level asks.
    func entries(of level: DeckLevel) -> [AskedEntry] {
        guard let group = level.group else { return entries }
        return entries.filter { $0.group == group }
    }
}

/// An entry in one language.
struct AskedEntry {
    let shows: [String]
    let word: DrillWord
    let group: String?

    init(_ entry: Deck.Entry, _ word: DrillWord) {
        shows = entry.shows
        group = entry.group
        self.word = word
    }
}

/// All decks: the built-in ones and the person's own.
public struct DeckLibrary: Sendable, Equatable {
    /// A file that is not a valid deck.
    public struct Problem: Sendable, Equatable {
        /// The name that the deck would have.
        public var deck: String
        /// The file, the entry, and what would be right.
        public var message: String

        public init(deck: String, message: String) {
            self.deck = deck
            self.message = message
        }
    }

    /// The person's own decks, by name.
    public var own: [Deck]
    /// The files that were refused.
    public var problems: [Problem]

    public init(own: [Deck] = [], problems: [Problem] = []) {
        self.own = own
        self.problems = problems
    }

    var all: [Deck] { BuiltInDecks.all + own }

    /// The deck of that name, or the only one that begins with it.
    func deck(named name: String) throws(GardenError) -> Deck {
        let (all, folded) = (all, name.folded)
        if let deck = all.first(where: { $0.name.folded == folded }) { return deck }
        if let problem = problems.first(where: { $0.deck.folded == folded }) {
            throw GardenError(
                .notFound, "the deck \(JSON.string(name).text) is refused: \(problem.message)",
                [("kind", "deck"), ("name", .string(name))])
        }
        let beginning = all.filter { $0.name.folded.hasPrefix(folded) }
        if beginning.count == 1 { return beginning[0] }
        let near =
            beginning.isEmpty ? Suggestion.allNearest(to: name, among: all.map(\.name)) : beginning.map(\.name)
        let hint =
            near.isEmpty
            ? ""
            : "; did you mean \(near.prefix(3).joined(separator: " or "))?"
        throw GardenError(
            .notFound, "no deck is named \(JSON.string(name).text)\(hint)",
            [("kind", "deck"), ("name", .string(name))])
    }
}

/// The decks are read together with the settings (RULES D1).
extension Environment {
    public var decks: DeckLibrary {
        get { self[DeckEnvironment.self].library }
        set { self[DeckEnvironment.self].library = newValue }
    }
}

private struct DeckEnvironment: EnvironmentPart {
    static let initial = DeckEnvironment(library: DeckLibrary())
    static let isReported = false

    var library: DeckLibrary

    var problems: [String] { library.problems.map(\.message) }
}
