/// The words of one language: the form of a language's table.
///
/// The parser knows no language. To add one, write a table and append it to ``all``.
struct Language: Sendable {
    /// The name in English.
    let name: String

    /// Whether words are separated by spaces: `monday` is then not found in `mondayish`.
    let separatesWords: Bool

    /// The order of `3/4` where every reader of the language agrees on it; `nil` where they do not.
    let numericOrder: NumericOrder?

    /// What each word means. A word can be listed under several meanings; the parser chooses by position. A word is
    /// written in lower case and can contain single spaces.
    let words: KeyValuePairs<Meaning, [String]>

    /// Phrases that say how often as a whole: *every first monday*. They are written as ``words``.
    var repetitions: [String: RepeatPhrase] = [:]

    /// The digits of written-out numbers (二十五), from 0; 10 is the sign for ten.
    let numerals: [Character: Int]

    /// Three phrases to show with a refusal.
    let examples: Examples

    /// What makes a date after it a part of the title.
    var binding = Binding()

    /// Words after a date until which something is due: まで, 之前.
    var deadlines: Set<String> = []

    /// Words after a date that make it one: に, ごろ.
    var particles: Set<String> = []

    /// Words before a date until which something is due, but which are more often a part of the title: *before*.
    var limits: Set<String> = []

    /// What makes a weekday a repetition: *every*.
    var every = ""

    /// Words before a date at the end of a sentence that say what the date is: *due*.
    var dueWords: Set<String> = []

    /// Words before the date from which on something can be done: *not before*.
    var startWords: Set<String> = []

    /// Those that are words of titles, too, so that they count only before a due date: *start monday due friday*.
    var startWordsBesideDue: Set<String> = []

    /// Words before the time that something takes: *for*.
    var durations: Set<String> = []

    /// Words after *every* that say how often, but are not understood: *every hour*.
    var otherIntervals: Set<String> = []

    /// Words that deny the date after them: *not*.
    var negations: Set<String> = []

    /// Words after which 5/20 is no date: *chapter*.
    var countedWords: Set<String> = []

    /// Words for a repetition that people read in two ways: *biweekly*.
    var doubtfulRepetitions: Set<String> = []

    /// Words for dates that are names in a sentence: *tom*.
    var names: Set<String> = []

    /// Words for dates that are names if they begin with a capital: *Tod*.
    var capitalNames: Set<String> = []

    /// Words that name dates but are not understood, each with an example that is: *tuesdays*.
    var otherDates: [String: String] = [:]

    /// The words of durations without a number: *within a few days*.
    var vague = (words: Set<String>(), counts: Set<String>())

    /// The last signs of a time that words of a title begin with, too, and the next characters of such words: 半价.
    var beginnings: [Character: Set<Character>] = [:]

    /// All languages, in the order in which their examples are chosen. English is the fallback.
    static let all: [Language] = [.english, .japanese, .chinese]
}

extension Language {
    /// Three phrases for each kind of param.
    struct Examples: Sendable {
        /// For a param that looks ahead.
        let ahead: [String]
        /// For a param that looks back.
        let back: [String]
        /// For a repetition.
        let repeats: [String]
    }

    /// What needs the words that follow it, so that in a sentence a date after it belongs to the title.
    struct Binding: Sendable {
        /// Whole words, in lower case: *slides for monday*.
        var words: Set<String> = []
        /// Words after which a repetition is a noun: *the daily*.
        var articles: Set<String> = []
        /// The last characters of words: 会議は 明日.
        var endings: Set<Character> = []
    }

    /// The order of month and day in `3/4`.
    enum NumericOrder: Sendable {
        case monthFirst
        case dayFirst
    }

    /// Whether a sign that ends a time begins a word instead, if another one follows it: 前端.
    static func canBegin(_ sign: Character, _ next: Character) -> Bool {
        all.contains { $0.beginnings[sign]?.contains(next) ?? false }
    }

    /// Every combination of a prefix and a stem: 下週 from 下 and 週.
    static func combine(_ prefixes: [String], _ stems: [String]) -> [String] {
        prefixes.flatMap { prefix in stems.map { prefix + $0 } }
    }
}
