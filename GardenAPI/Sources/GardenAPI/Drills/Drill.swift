import TimeKit

/// A drill: a run through the questions of a level against the clock (API §2; RULES D3 … D6).
public struct Drill: WireObject, Equatable {
    public static let name = "Drill"

    /// A place of the question.
    public struct Place: WireObject, Equatable {
        public static let name = "DrillPlace"

        /// What it shows.
        public var text: String

        /// Creates the value from its members.
        public init(text: String) { self.text = text }

        public static let fields = Fields(Place.init, .required("text", \.text, "what it shows"))
    }

    /// The seq of the event that started it.
    public var id: Int
    /// The name of the deck.
    public var deck: String
    /// The language that it asks in; `nil` for the deck's default.
    public var language: String?
    /// The name of the level; `review` for a review.
    public var level: String
    /// The number of the question, from 1; the last one asked if the drill has ended.
    public var question: Int
    /// The number of questions.
    public var of: Int
    /// What is asked.
    public var asked: DrillWord
    /// What can be chosen. A place's number is its position here, from 0.
    public var places: [Place]
    /// The wrong answers so far.
    public var mistakes: Int
    /// The words that were wrong at the first try so far, each once.
    public var missed: [DrillWord]
    /// The time awake since the start; until the end if the drill has ended.
    public var elapsedMilliseconds: Int
    /// The limit, in milliseconds.
    public var limitMilliseconds: Int
    /// When the limit is reached.
    public var endsAt: Timestamp
    /// How it ended; `nil` while it runs.
    public var outcome: DrillOutcome?
    /// Those of the stars 1, 2 and 3 that it won (RULES D6).
    public var stars: [Int]
    /// Those of them that no run of the level won before.
    public var newStars: [Int]
    /// Whether it was cleared in the shortest time so far.
    public var isRecord: Bool
    /// The level that it opened; `nil` for none.
    public var opened: String?

    /// Creates the value from its members.
    public init(
        id: Int, deck: String, language: String? = nil, level: String, question: Int, of: Int, asked: DrillWord,
        places: [Place], mistakes: Int = 0, missed: [DrillWord] = [], elapsedMilliseconds: Int = 0,
        limitMilliseconds: Int, endsAt: Timestamp, outcome: DrillOutcome? = nil, stars: [Int] = [],
        newStars: [Int] = [], isRecord: Bool = false, opened: String? = nil
    ) {
        self.id = id
        self.deck = deck
        self.language = language
        self.level = level
        self.question = question
        self.of = of
        self.asked = asked
        self.places = places
        self.mistakes = mistakes
        self.missed = missed
        self.elapsedMilliseconds = elapsedMilliseconds
        self.limitMilliseconds = limitMilliseconds
        self.endsAt = endsAt
        self.outcome = outcome
        self.stars = stars
        self.newStars = newStars
        self.isRecord = isRecord
        self.opened = opened
    }

    public static let fields = Fields(
        Drill.init,
        .required("id", \.id, "the seq of the event that started it"),
        .required("deck", \.deck, "the name of the deck"),
        .nullable("language", \.language, "the language that it asks in, unless it is the deck's default"),
        .required("level", \.level, "the name of the level"),
        .required("question", \.question, "the number of the question, from 1"),
        .required("of", \.of, "the number of questions"),
        .required("asked", \.asked, "what is asked"),
        .required("places", \.places, "what can be chosen"),
        .required("mistakes", \.mistakes, "the wrong answers so far"),
        .required("missed", \.missed, "the words that were wrong at the first try"),
        .required("elapsedMilliseconds", \.elapsedMilliseconds, "the time awake since the start"),
        .required("limitMilliseconds", \.limitMilliseconds, "the limit"),
        .required("endsAt", \.endsAt, "when the limit is reached"),
        .nullable("outcome", \.outcome, "how it ended"),
        .required("stars", \.stars, "those of the stars 1, 2 and 3 that it won"),
        .required("newStars", \.newStars, "those of them that no run of the level won before"),
        .required("isRecord", \.isRecord, "whether it was cleared in the shortest time so far"),
        .nullable("opened", \.opened, "the level that it opened"))
}

/// The answer to `drill.answer`.
public struct DrillAnswered: WireObject, Equatable {
    public static let name = "DrillAnswered"

    /// Whether the place showed what was asked.
    public var isRight: Bool
    /// The drill after it: at the next question, at the same with other places, or ended.
    public var drill: Drill

    /// Creates the value from its members.
    public init(isRight: Bool, drill: Drill) {
        self.isRight = isRight
        self.drill = drill
    }

    public static let fields = Fields(
        DrillAnswered.init,
        .required("right", \.isRight, "whether the place showed what was asked"),
        .required("drill", \.drill, "the drill after it"))
}
