import GardenAPI

/// A deck as a person writes it: the values of a file, and what is wrong with them (RULES D1).
public struct DeckFile {
    private static let mostShows = 16
    private static let mostLanguages = 16
    private static let mostLevels = 64
    /// The longest text of a place: more would not fit into one.
    private static let mostShownCharacters = 40

    public let deck: Deck

    /// - Parameters:
    ///   - name: the name of the file without its extension.
    ///   - json: its values.
    /// - Throws: the problem, with the entry or level that has it.
    public init(named name: String, _ json: JSON) throws(ValidationError) {
        let form = try DeckForm(json: json)
        let name = try Self.deckName(name)
        guard Deck.entryCounts.contains(form.entries.count) else {
            let (least, most) = (Deck.entryCounts.lowerBound, Deck.entryCounts.upperBound)
            throw ValidationError(problem: "must have \(least) to \(most) entries, not \(form.entries.count)")
        }
        var entries: [Deck.Entry] = []
        var seen = SeenTexts()
        for (index, json) in form.entries.enumerated() {
            do throws(ValidationError) {
                let entry = try Self.entry(json, in: form.language)
                try seen.add(entry, number: index + 1)
                entries.append(entry)
            } catch {
                throw ValidationError(problem: "entry \(index + 1)\(Self.title(of: json)): \(error.message)")
            }
        }
        var levels: [DeckLevel] = []
        guard form.levels?.count ?? 0 <= Self.mostLevels else {
            throw ValidationError(
                problem: "has \(form.levels?.count ?? 0) levels; a deck has at most \(Self.mostLevels)")
        }
        for (index, json) in (form.levels ?? []).enumerated() {
            do throws(ValidationError) {
                levels.append(try LevelForm(json: json).level(in: entries, after: levels))
            } catch {
                throw ValidationError(problem: "level \(index + 1): \(error.message)")
            }
        }
        deck = Deck(name: name, entries: entries, levels: levels)
    }

    private static func deckName(_ name: String) throws(ValidationError) -> String {
        let form: NameForm
        do { form = try NameForm(json: ["name": .string(name)]) } catch {
            throw ValidationError(problem: "is not the name of a deck: it \(error.problem)")
        }
        if let deck = BuiltInDecks.all.first(where: { $0.name.folded == form.name.folded }) {
            throw ValidationError(problem: "has the name of a built-in deck, \(deck.name); rename it")
        }
        return form.name
    }

    /// The word of an entry, for a message; empty if it has none.
    private static func title(of json: JSON) -> String {
        guard let word = json["ask"]?.stringValue ?? json["show"]?.stringValue else { return "" }
        return " (\(JSON.string(String(word.prefix(40))).text))"
    }

    private static func entry(_ json: JSON, in language: String?) throws(ValidationError) -> Deck.Entry {
        let form = try EntryForm(json: json)
        let shows = try lines(form.show, "show")
        guard (1...mostShows).contains(shows.count) else {
            throw ValidationError(path: ["show"], problem: "must have 1 to \(mostShows) texts, not \(shows.count)")
        }
        return Deck.Entry(shows: shows, words: try words(form, in: language), group: form.group)
    }

    private static func words(_ form: EntryForm, in language: String?) throws(ValidationError) -> [DrillWord] {
        guard case .object(let words) = form.ask else {
            let text = try word(form.ask, "ask")
            return [DrillWord(text: text, say: form.say ?? text, language: form.language ?? language)]
        }
        guard form.say == nil, form.language == nil else {
            let name = form.say == nil ? "language" : "say"
            throw ValidationError(path: [name], problem: "is not allowed with words in several languages")
        }
        guard (1...mostLanguages).contains(words.members.count) else {
            throw ValidationError(
                path: ["ask"], problem: "must have words in 1 to \(mostLanguages) languages, not \(words.members.count)"
            )
        }
        var all: [DrillWord] = []
        for member in words.members {
            let text = try word(member.value, "ask.\(member.name.prefix(40))")
            let language: String
            do { language = try LanguageForm(json: ["language": .string(member.name)]).language } catch {
                throw ValidationError(path: ["ask"], problem: "has a language that \(error.problem)")
            }
            all.append(DrillWord(text: text, say: text, language: language))
        }
        // The deck's language comes first.
        return all.filter { $0.language == language } + all.filter { $0.language != language }
    }

    /// A text, or a list of texts.
    private static func lines(_ json: JSON, _ name: String) throws(ValidationError) -> [String] {
        guard case .array(let texts) = json else { return [try shown(json, name)] }
        var lines: [String] = []
        for (index, text) in texts.enumerated() { lines.append(try shown(text, "\(name).\(index + 1)")) }
        return lines
    }

    private static func shown(_ json: JSON, _ name: String) throws(ValidationError) -> String {
        do { return try ShownForm(json: ["text": json]).text } catch {
            throw ValidationError(path: [name], problem: error.problem)
        }
    }

    private static func word(_ json: JSON, _ name: String) throws(ValidationError) -> String {
        do { return try WordForm(json: ["text": json]).text } catch {
            throw ValidationError(path: [name], problem: error.problem)
        }
    }

    private struct ShownForm: WireObject {
        static let name = "Shown"
        var text: String
        static let fields = Fields(
            ShownForm.init, .required("text", \.text, "what is shown", .line(DeckFile.mostShownCharacters)))
    }
}

/// The texts of a deck so far: a question must have one right place only.
private struct SeenTexts {
    private var shows: [String: Int] = [:]
    private var words: [String: Int] = [:]

    mutating func add(_ entry: Deck.Entry, number: Int) throws(ValidationError) {
        for text in entry.shows {
            if let other = shows.updateValue(number, forKey: text) {
                let place = other == number ? "twice" : "by entry \(other), too"
                throw ValidationError(path: ["show"], problem: "\(JSON.string(text).text) is shown \(place)")
            }
        }
        for word in entry.words {
            if let other = words.updateValue(number, forKey: "\(word.language ?? "")/\(word.text.folded)") {
                throw ValidationError(
                    path: ["ask"], problem: "\(JSON.string(word.text).text) is asked by entry \(other), too")
            }
        }
    }
}

/// The values of a file of a deck.
private struct DeckForm: WireObject {
    static let name = "DeckFile"
    static let refusesUnknownNames = true

    var language: String?
    var entries: [JSON]
    var levels: [JSON]?

    static let fields = Fields(
        DeckForm.init,
        .optional("language", \.language, "the language of its words", .language),
        .required("entries", \.entries, "its entries"),
        .optional("levels", \.levels, "its own levels"))
}

private struct EntryForm: WireObject {
    static let name = "DeckEntry"
    static let refusesUnknownNames = true

    var show: JSON
    var ask: JSON
    var say: String?
    var language: String?
    var group: String?

    static let fields = Fields(
        EntryForm.init,
        .required("show", \.show, "what is shown"),
        .required("ask", \.ask, "what is asked"),
        .optional("say", \.say, "what is spoken", .name),
        .optional("language", \.language, "the language of the word", .language),
        .optional("group", \.group, "its group", .name))
}

private struct LevelForm: WireObject {
    static let name = "DeckLevel"
    static let refusesUnknownNames = true

    var id: String
    var group: String?
    var questions: Int?
    var choices: Int?
    var limitSeconds: Int?
    var penalty: DrillPenalty?
    var starSeconds: Int?

    static let fields = Fields(
        LevelForm.init,
        .required("id", \.id, "its name", .newName),
        .optional("group", \.group, "the group of entries that it asks", .name),
        .optional("questions", \.questions, "the number of questions", .range(1...100)),
        .optional("choices", \.choices, "the number of places", .range(2...16)),
        .optional("limit_seconds", \.limitSeconds, "the limit", .range(5...3600)),
        .optional("penalty", \.penalty, "the effect of a wrong answer"),
        .optional("star_seconds", \.starSeconds, "the time for the third star", .range(1...3600)))

    func level(in entries: [Deck.Entry], after others: [DeckLevel]) throws(ValidationError) -> DeckLevel {
        guard !DeckLevel.isReserved(id), !others.contains(where: { $0.id.folded == id.folded }) else {
            throw ValidationError(path: ["id"], problem: "\(JSON.string(id).text) is the name of another level")
        }
        let count = entries.count { group == nil || $0.group == group }
        guard count >= max(2, choices ?? 2) else {
            let place = group.map { "the group \(JSON.string($0).text)" } ?? "the deck"
            throw ValidationError(
                path: [choices == nil ? "group" : "choices"],
                problem: "needs \(max(2, choices ?? 2)) entries; \(place) has \(count)")
        }
        let limit = limitSeconds ?? DeckLevel.limitSeconds
        if let starSeconds, starSeconds > limit {
            throw ValidationError(
                path: ["star_seconds"], problem: "must be at most the limit, \(limit), not \(starSeconds)")
        }
        return DeckLevel(
            id: id, group: group, questions: questions ?? 10, choices: choices ?? min(4, count), limitSeconds: limit,
            penalty: penalty ?? .shuffle, starSeconds: starSeconds ?? min(20, limit), isOwn: true)
    }
}

private struct NameForm: WireObject {
    static let name = "DeckName"
    var name: String
    static let fields = Fields(NameForm.init, .required("name", \.name, "its name", .newName))
}

private struct WordForm: WireObject {
    static let name = "Word"
    var text: String
    static let fields = Fields(WordForm.init, .required("text", \.text, "the word", .name))
}

private struct LanguageForm: WireObject {
    static let name = "Language"
    var language: String
    static let fields = Fields(LanguageForm.init, .required("language", \.language, "the language", .language))
}

extension Constraint where Value == String {
    /// A language as in BCP 47, which is passed to programs that speak.
    fileprivate static var language: Constraint {
        Constraint("a language such as \"en\" or \"pt-BR\"") { text in
            let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            let isValid = parts.allSatisfy { part in
                (1...8).contains(part.count)
                    && part.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    }
            }
            return isValid && parts.count <= 4 && parts[0].count >= 2 ? text : nil
        }
    }
}
