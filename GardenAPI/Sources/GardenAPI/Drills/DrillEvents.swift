/// The data of `drill.answered`: the answer, and the drill after it.
public struct DrillAnswerGiven: WireObject, Equatable {
    public static let name = "DrillAnswerGiven"

    /// Whether the place showed what was asked.
    public var isRight: Bool
    /// The question that was answered.
    public var answered: Int
    /// The place that was chosen, from 0.
    public var place: Int
    /// The drill after it.
    public var drill: Drill

    /// Creates the value from its members.
    public init(isRight: Bool, answered: Int, place: Int, drill: Drill) {
        self.isRight = isRight
        self.answered = answered
        self.place = place
        self.drill = drill
    }

    public static let fields = Fields(
        DrillAnswerGiven.init,
        .required("right", \.isRight, "whether the place showed what was asked"),
        .required("answered", \.answered, "the number of the question that was answered"),
        .required("place", \.place, "the place that was chosen, from 0"),
        .inlined(\.drill))
}

/// The data of `drill.levelOpened`: a level that can be played from now on.
public struct DrillLevelOpened: WireObject, Equatable {
    public static let name = "DrillLevelOpened"

    /// The name of the deck.
    public var deck: String
    /// The language, unless it is the deck's default.
    public var language: String?
    /// The name of the level.
    public var level: String

    /// Creates the value from its members.
    public init(deck: String, language: String? = nil, level: String) {
        self.deck = deck
        self.language = language
        self.level = level
    }

    public static let fields = Fields(
        DrillLevelOpened.init,
        .required("deck", \.deck, "the name of the deck"),
        .nullable("language", \.language, "the language, unless it is the deck's default"),
        .required("level", \.level, "the name of the level"))
}
