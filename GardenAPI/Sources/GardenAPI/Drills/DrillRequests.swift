/// Returns the decks: the built-in ones, then the person's own by name (RULES D1).
public struct DrillDecks: Request {
    public static let method = "drill.decks"
    public static let summary = "Returns the decks, the person's own ones last."
    public typealias Response = [DrillDeck]
    public static let fields = Fields(DrillDecks.init)

    /// Creates the request.
    public init() {}
}

/// Returns the levels of a deck with their records, in the order in which they open (RULES D2, D7).
///
/// Errors:
/// - `not_found` when no deck has the name, or it has no words in the language.
public struct DrillLevels: Request {
    public static let method = "drill.levels"
    public static let summary = "Returns the levels of a deck with their records."
    public typealias Response = [DrillLevel]
    public static let errors: [RequestError] = [.notFound]

    /// The name of the deck.
    public var deck: String
    /// The language to ask in; `nil` for the deck's default.
    public var language: String?

    /// Creates the request.
    public init(deck: String, language: String? = nil) {
        self.deck = deck
        self.language = language
    }

    public static let fields = Fields(
        DrillLevels.init,
        .required("deck", \.deck, "the name of the deck", .name),
        .optional("language", \.language, "the language to ask in (default: the deck's first)", .name))
}

/// Returns the entries of a deck, with what a person has learned of them (RULES D1, D8).
///
/// Errors:
/// - `not_found` when no deck has the name, or it has no words in the language.
public struct DrillEntries: Request {
    public static let method = "drill.entries"
    public static let summary = "Returns the entries of a deck, with what a person has learned of them."
    public typealias Response = [DrillEntry]
    public static let errors: [RequestError] = [.notFound]

    /// The name of the deck.
    public var deck: String
    /// The language to ask in; `nil` for the deck's default.
    public var language: String?

    /// Creates the request.
    public init(deck: String, language: String? = nil) {
        self.deck = deck
        self.language = language
    }

    public static let fields = Fields(
        DrillEntries.init,
        .required("deck", \.deck, "the name of the deck", .name),
        .optional("language", \.language, "the language to ask in (default: the deck's first)", .name))
}

/// Starts a drill, and returns it with its first question (RULES D3, D4).
///
/// Errors:
/// - `not_found` when no deck has the name, the deck has no such level, or no words in the language.
/// - `already_running` when a drill is running and ``restart`` is not true.
/// - `refused`, reason `locked`, when the level before it was not cleared yet; `opens` names that one.
/// - `refused`, reason `nothing_due`, when no entry is due for the level `review` (RULES D8).
public struct DrillStart: ChangeRequest {
    public static let method = "drill.start"
    public static let summary = "Starts a drill, and returns it with its first question."
    public typealias Response = Drill
    public static let errors: [RequestError] = [.notFound, .alreadyRunning, .refused(.locked), .refused(.nothingDue)]

    /// The name of the deck.
    public var deck: String
    /// The name of the level, or `review`.
    public var level: String
    /// The language to ask in; `nil` for the deck's default.
    public var language: String?
    /// Whether a running drill is ended first; `nil` for no.
    public var restart: Bool?

    /// Creates the request.
    public init(deck: String, level: String, language: String? = nil, restart: Bool? = nil) {
        self.deck = deck
        self.level = level
        self.language = language
        self.restart = restart
    }

    public static let fields = Fields(
        DrillStart.init,
        .required("deck", \.deck, "the name of the deck", .name),
        .required("level", \.level, "the name of the level, or review", .name),
        .optional("language", \.language, "the language to ask in (default: the deck's first)", .name),
        .optional("restart", \.restart, "whether a running drill is ended first (default: false)"))
}

/// Chooses a place of a question (RULES D5).
///
/// Errors:
/// - `not_running` when no drill is running; it may just have reached its limit.
/// - `refused`, reason `not_this_question`, when another question is open; `question` is its number.
/// - `refused`, reason `too_soon`, within 250 ms of a wrong answer; `milliseconds` is how long to wait.
/// - `invalid_params` when the question does not have the place.
public struct DrillAnswer: ChangeRequest {
    public static let method = "drill.answer"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Chooses a place of a question."
    public typealias Response = DrillAnswered
    public static let errors: [RequestError] = [.notRunning, .refused(.notThisQuestion), .refused(.tooSoon)]

    /// The number of the question, from 1.
    public var question: Int
    /// The place, from 0.
    public var place: Int
    /// The drill that is meant, see ``Drill/id``; `nil` for the one that is running.
    public var drill: Int?

    /// Creates the request.
    public init(question: Int, place: Int, drill: Int? = nil) {
        self.question = question
        self.place = place
        self.drill = drill
    }

    public static let fields = Fields(
        DrillAnswer.init,
        .required("question", \.question, "the number of the question, from 1", .id),
        .required("place", \.place, "the place, from 0", .fromZero),
        .optional("drill", \.drill, "the id of the drill (default: the one that is running)", .id))
}

/// Returns the drill that is running, or the one that ended last.
///
/// Errors:
/// - `not_running` when no drill was ever started, or everything was reset since.
public struct DrillGet: Request {
    public static let method = "drill.get"
    public static let summary = "Returns the drill that is running, or the one that ended last."
    public typealias Response = Drill
    public static let errors: [RequestError] = [.notRunning]
    public static let fields = Fields(DrillGet.init)

    /// Creates the request.
    public init() {}
}

/// Ends the drill that is running, and returns it.
///
/// Errors:
/// - `not_running` when no drill is running.
public struct DrillQuit: ChangeRequest {
    public static let method = "drill.quit"
    public static let summary = "Ends the drill that is running."
    public typealias Response = Drill
    public static let errors: [RequestError] = [.notRunning]
    public static let fields = Fields(DrillQuit.init)

    /// Creates the request.
    public init() {}
}

/// Records a drill that was played elsewhere, now or afterwards, and returns it (RULES D10).
///
/// Errors:
/// - `not_found` when no deck has the name, or the deck has no such level, no words in the language, or no such word.
/// - `refused`, reason `locked`, when the level before it was not cleared yet; `opens` names that one.
/// - `invalid_params` when the level does not allow so many answers, mistakes or milliseconds.
/// - `refused`, reason `not_understood`, `in_the_future` or `before_reset`, for ``at``.
public struct DrillRecord: ChangeRequest {
    public static let method = "drill.record"
    public static let looksThrough: [LookedThrough] = [.categories, .events]
    public static let summary = "Records a drill that was played elsewhere, now or afterwards."
    public typealias Response = Drill
    public static let errors: [RequestError] = [.notFound, .refused(.locked)] + RequestError.ofPastTime

    /// The name of the deck.
    public var deck: String
    /// The name of the level, or `review`.
    public var level: String
    /// The language that it asked in; `nil` for the deck's default.
    public var language: String?
    /// The questions that were answered, in their order.
    public var answers: DrillAnswerList
    /// How long it took, in milliseconds.
    public var milliseconds: Int
    /// When it ended, looking back (RULES P22, T9); `nil` for now.
    public var at: String?

    /// Creates the request.
    public init(
        deck: String, level: String, language: String? = nil, answers: DrillAnswerList, milliseconds: Int,
        at: String? = nil
    ) {
        self.deck = deck
        self.level = level
        self.language = language
        self.answers = answers
        self.milliseconds = milliseconds
        self.at = at
    }

    public static let fields = Fields(
        DrillRecord.init,
        .required("deck", \.deck, "the name of the deck", .name),
        .required("level", \.level, "the name of the level, or review", .name),
        .optional("language", \.language, "the language that it asked in (default: the deck's first)", .name),
        .required("answers", \.answers, "the questions that were answered, in their order"),
        .required("milliseconds", \.milliseconds, "how long it took", .fromZero),
        .optional("at", \.at, "when it ended, looking back (default: now)", .phrase))
}

/// The answers of a drill that was played elsewhere, in their order: 1 … 100.
public struct DrillAnswerList: WireValue, Equatable, ExpressibleByArrayLiteral {
    /// A question that was answered.
    public struct Element: WireObject, Equatable {
        public static let name = "DrillAnswerOfRun"

        /// The word that was asked.
        public var word: String
        /// How many wrong places were chosen; `nil` for none.
        public var mistakes: Int?

        /// Creates the value from its members.
        public init(word: String, mistakes: Int? = nil) {
            self.word = word
            self.mistakes = mistakes
        }

        public static let fields = Fields(
            Element.init,
            .required("word", \.word, "the word that was asked", .name),
            .optional("mistakes", \.mistakes, "how many wrong places were chosen (default: none)", .range(0...1000)))
    }

    /// At least one.
    public let all: [Element]

    /// Creates the list.
    public init(_ all: [Element]) { self.all = all }
    /// Creates the list.
    public init(arrayLiteral elements: Element...) { all = elements }

    /// The most answers of a list.
    static let most = 100

    public static var schema: JSON {
        ["type": "array", "items": Element.schema, "minItems": 1, "maxItems": .integer(most)]
    }

    public static var referredObjects: [any WireObject.Type] { Element.referredObjects }

    public init(json: JSON) throws(ValidationError) {
        guard let values = json.arrayValue else { throw ValidationError(expected: "a list of answers", found: json) }
        guard (1...Self.most).contains(values.count) else {
            throw ValidationError(problem: "must have 1 to \(Self.most) answers, not \(values.count)")
        }
        all = try [Element](json: json)
    }

    public func write(to writer: inout JSONWriter) { all.write(to: &writer) }
}
