import GardenAPI

/// A level of a deck (RULES D2).
public struct DeckLevel: Sendable, Equatable {
    public static let reviewId = "review"
    /// The numbers of places of the standard levels, as far as a deck has enough entries.
    private static let standardChoices = [4, 6, 9, 12, 16]
    public static let limitSeconds = 60

    public var id: String
    /// The group of entries that it asks; `nil` for all.
    public var group: String?
    public var questions: Int
    public var choices: Int
    public var limitSeconds: Int
    public var penalty: DrillPenalty
    public var starSeconds: Int
    /// Whether it is one of the deck's own levels, which open one after the other beside the standard ones.
    public var isOwn: Bool

    public init(
        id: String, group: String? = nil, questions: Int, choices: Int, limitSeconds: Int = DeckLevel.limitSeconds,
        penalty: DrillPenalty = .shuffle, starSeconds: Int, isOwn: Bool = false
    ) {
        self.id = id
        self.group = group
        self.questions = questions
        self.choices = choices
        self.limitSeconds = limitSeconds
        self.penalty = penalty
        self.starSeconds = starSeconds
        self.isOwn = isOwn
    }

    /// The levels of a deck with that many entries.
    static func standard(entries: Int) -> [DeckLevel] {
        let choices = standardChoices.filter { $0 <= entries }
        let basic = DeckLevel(
            id: "basic", questions: 10, choices: min(standardChoices[0], entries), starSeconds: 20)
        let advanced = choices.map { choices in
            DeckLevel(id: "advanced-\(choices)", questions: 15, choices: choices, starSeconds: 30)
        }
        let challenge = DeckLevel(
            id: "challenge", questions: 20, choices: choices.last ?? entries, penalty: .end, starSeconds: 30)
        return [basic] + advanced + [challenge]
    }

    /// Whether a name is one of the standard levels' or of the review.
    static func isReserved(_ id: String) -> Bool {
        id == reviewId || standard(entries: .max).contains { $0.id == id }
    }

    /// The review of entries that are due (RULES D8).
    static func review(entries: Int, questions: Int) -> DeckLevel {
        DeckLevel(
            id: reviewId, questions: questions, choices: min(standardChoices[0], entries), starSeconds: 20)
    }
}

extension [DeckLevel] {
    /// Whether a level can be played: it is the first of its kind, the one before it was cleared, or it was played before the
    /// deck was edited.
    func isOpen(_ index: Int, _ progress: DeckProgress?) -> Bool {
        guard index > 0, self[index - 1].isOwn == self[index].isOwn else { return true }
        return progress?.record(of: self[index - 1].id)?.clears ?? 0 > 0
            || progress?.record(of: self[index].id)?.runs ?? 0 > 0
    }

    /// The level that a clear of another one opens.
    func next(after index: Int) -> DeckLevel? {
        guard index + 1 < count, self[index + 1].isOwn == self[index].isOwn else { return nil }
        return self[index + 1]
    }
}
