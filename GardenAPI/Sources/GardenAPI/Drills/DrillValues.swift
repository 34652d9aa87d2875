import TimeKit

/// The effect of a wrong answer (RULES D5).
public enum DrillPenalty: String, WireWord {
    /// The same question again, with its places shuffled.
    case shuffle
    /// The drill is over.
    case end
}

/// How a drill ended (RULES D6).
public enum DrillOutcome: String, WireWord {
    /// All questions were answered.
    case cleared
    /// The limit was reached.
    case timeOver
    /// A mistake ended it.
    case gameOver
    /// A person ended it.
    case quit
    /// The machine slept or was off.
    case abandoned
}

/// A word that a drill asks for.
public struct DrillWord: WireObject, Equatable {
    public static let name = "DrillWord"

    /// The word as it is printed.
    public var text: String
    /// The word as it is spoken.
    public var say: String
    /// The language in which it is spoken, such as `ja`; `nil` if unknown.
    public var language: String?

    /// Creates the value from its members.
    public init(text: String, say: String, language: String? = nil) {
        self.text = text
        self.say = say
        self.language = language
    }

    public static let fields = Fields(
        DrillWord.init,
        .required("text", \.text, "the word as it is printed"),
        .required("say", \.say, "the word as it is spoken"),
        .nullable("language", \.language, "the language in which it is spoken"))
}

/// A list of things to learn (API §2; RULES D1).
public struct DrillDeck: WireObject, Equatable {
    public static let name = "DrillDeck"

    /// Its name.
    public var name: String
    /// The number of its entries.
    public var entries: Int
    /// The languages of its words. Where entries have words in several, the first is asked by default.
    public var languages: [String]
    /// Whether it comes with Pocket Garden; the others are files of the person.
    public var isBuiltIn: Bool
    /// The entries that the level `review` would ask today, in any language (RULES D8).
    public var due: Int

    /// Creates the value from its members.
    public init(name: String, entries: Int, languages: [String], isBuiltIn: Bool, due: Int) {
        self.name = name
        self.entries = entries
        self.languages = languages
        self.isBuiltIn = isBuiltIn
        self.due = due
    }

    public static let fields = Fields(
        DrillDeck.init,
        .required("name", \.name, "its name"),
        .required("entries", \.entries, "the number of its entries"),
        .required("languages", \.languages, "the languages of its words, the default one first"),
        .required("builtIn", \.isBuiltIn, "false for a file of the person"),
        .required("due", \.due, "the entries that are due for review"))
}

/// The record of a level (API §2; RULES D7).
public struct LevelRecord: WireObject, Equatable {
    public static let name = "LevelRecord"

    /// The shortest time in which it was cleared, in milliseconds; `nil` before the first clear.
    public var bestMilliseconds: Int?
    /// Those of the stars 1, 2 and 3 that were ever won.
    public var stars: [Int]
    /// How often it was begun and ended.
    public var runs: Int
    /// How often it was cleared.
    public var clears: Int

    /// Creates the value from its members.
    public init(bestMilliseconds: Int? = nil, stars: [Int] = [], runs: Int = 0, clears: Int = 0) {
        self.bestMilliseconds = bestMilliseconds
        self.stars = stars
        self.runs = runs
        self.clears = clears
    }

    public static let fields = Fields(
        LevelRecord.init,
        .nullable("bestMilliseconds", \.bestMilliseconds, "the shortest time in which it was cleared"),
        .required("stars", \.stars, "those of the stars 1, 2 and 3 that were ever won"),
        .required("runs", \.runs, "how often it was begun and ended"),
        .required("clears", \.clears, "how often it was cleared"))
}

/// A level of a deck (API §2; RULES D2).
public struct DrillLevel: WireObject, Equatable {
    public static let name = "Level"

    /// Its name, unique in its deck.
    public var id: String
    /// The group of entries that it asks; `nil` for all.
    public var group: String?
    /// The number of questions.
    public var questions: Int
    /// The number of places of each question.
    public var choices: Int
    /// The limit of the whole drill, in seconds.
    public var limitSeconds: Int
    /// The effect of a wrong answer.
    public var penalty: DrillPenalty
    /// The time within which the third star is won, in seconds (RULES D6).
    public var starSeconds: Int
    /// Whether the level before it was not cleared yet.
    public var isLocked: Bool
    /// Its record; `nil` before its first run has ended.
    public var record: LevelRecord?

    /// Creates the value from its members.
    public init(
        id: String, group: String? = nil, questions: Int, choices: Int, limitSeconds: Int, penalty: DrillPenalty,
        starSeconds: Int, isLocked: Bool, record: LevelRecord? = nil
    ) {
        self.id = id
        self.group = group
        self.questions = questions
        self.choices = choices
        self.limitSeconds = limitSeconds
        self.penalty = penalty
        self.starSeconds = starSeconds
        self.isLocked = isLocked
        self.record = record
    }

    public static let fields = Fields(
        DrillLevel.init,
        .required("id", \.id, "its name"),
        .nullable("group", \.group, "the group of entries that it asks"),
        .required("questions", \.questions, "the number of questions"),
        .required("choices", \.choices, "the number of places of each question"),
        .required("limitSeconds", \.limitSeconds, "the limit of the drill"),
        .required("penalty", \.penalty, "the effect of a wrong answer"),
        .required("starSeconds", \.starSeconds, "the time within which the third star is won"),
        .required("locked", \.isLocked, "whether the level before it was not cleared yet"),
        .nullable("record", \.record, "its record"))
}

/// An entry of a deck, with what a person has learned of it (RULES D1, D8).
public struct DrillEntry: WireObject, Equatable {
    public static let name = "DrillEntry"

    /// What can be shown for it; one is chosen for each question.
    public var shows: [String]
    /// What is asked.
    public var word: DrillWord
    /// Its group in the deck; `nil` for none.
    public var group: String?
    /// How many of its questions were answered.
    public var asked: Int
    /// How many of them were wrong at the first try.
    public var missed: Int
    /// How well it is known, 1 … 5; `nil` before the first answer.
    public var box: Int?
    /// The logical day from which it is due for review; `nil` before the first answer.
    public var dueOn: CalendarDay?

    /// Creates the value from its members.
    public init(
        shows: [String], word: DrillWord, group: String? = nil, asked: Int, missed: Int, box: Int? = nil,
        dueOn: CalendarDay? = nil
    ) {
        self.shows = shows
        self.word = word
        self.group = group
        self.asked = asked
        self.missed = missed
        self.box = box
        self.dueOn = dueOn
    }

    public static let fields = Fields(
        DrillEntry.init,
        .required("shows", \.shows, "what can be shown for it"),
        .required("word", \.word, "what is asked"),
        .nullable("group", \.group, "its group in the deck"),
        .required("asked", \.asked, "how many of its questions were answered"),
        .required("missed", \.missed, "how many of them were wrong at the first try"),
        .nullable("box", \.box, "how well it is known, 1 to 5"),
        .nullable("dueOn", \.dueOn, "the logical day from which it is due for review"))
}
