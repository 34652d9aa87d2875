import GardenAPI

/// What the screen of a drill shows, and what its keys do. Time is an argument: milliseconds of any clock that goes on.
struct DrillGame {
    /// What a key asks for.
    enum Action: Equatable {
        case answer(question: Int, place: Int)
        case speak(DrillWord)
        /// Plays a level of the same deck.
        case start(level: String)
        /// Ends the drill if it runs, and leaves.
        case leave
    }

    /// What is heard.
    enum Sound: Equatable { case right, wrong, won, lost }

    /// A panel that was wrong, until it has shaken.
    struct Shake: Equatable {
        var place: Int
        var places: [Drill.Place]
        var since: Int
    }

    /// The keys of the panels, in their order: as many as a question can have places.
    static let panelKeys = Array("123456789abcdefg")
    static let shakeMilliseconds = 320

    private(set) var drill: Drill
    /// The level before this drill; `nil` for a review.
    var level: DrillLevel?
    /// What is shown for the words of the deck.
    var shows: [String: String] = [:]
    var isAway = false
    /// Why a key did nothing; one line.
    var message: String?
    private(set) var shake: Shake?
    private(set) var showsHelp = false
    /// When ``drill`` was read.
    private var readAt: Int

    init(_ drill: Drill, level: DrillLevel? = nil, at now: Int) {
        (self.drill, self.level, readAt) = (drill, level, now)
    }

    /// The time since the start of the drill.
    func elapsed(at now: Int) -> Int {
        guard drill.outcome == nil else { return drill.elapsedMilliseconds }
        return min(drill.limitMilliseconds, saturatingSum(drill.elapsedMilliseconds, max(0, now - readAt)))
    }

    /// When the screen changes next without a key; `nil` for never.
    func nextChange(after now: Int) -> Int? {
        if let shake, now < shake.since + Self.shakeMilliseconds { return now + 40 }
        guard drill.outcome == nil, !isAway else { return nil }
        return now + (100 - elapsed(at: now) % 100)
    }

    /// How many columns the wrong panel is moved now; `nil` when none shakes.
    func shift(at now: Int) -> Int? {
        guard let shake, now < shake.since + Self.shakeMilliseconds else { return nil }
        return [1, 0, -1, 0][(now - shake.since) / 40 % 4]
    }

    /// What the panels show: while one shakes, still the places before.
    func places(at now: Int) -> [Drill.Place] { shift(at: now) == nil ? drill.places : shake?.places ?? drill.places }

    // MARK: News

    /// Takes a drill as the daemon has it now.
    ///
    /// - Parameter isRight: whether this was the answer to the place that was chosen; `nil` for other news.
    /// - Returns: what is heard, and the word to speak.
    mutating func take(
        _ new: Drill, at now: Int, isRight: Bool? = nil, place: Int? = nil
    ) -> (sound: Sound?, word: DrillWord?) {
        let old = drill
        (drill, readAt) = (new, now)
        let isOther = new.id != old.id
        if isOther { (shake, message) = (nil, nil) }
        let isNews =
            isOther || new.question != old.question || new.mistakes != old.mistakes || new.outcome != old.outcome
        guard isNews else { return (nil, nil) }
        if let outcome = new.outcome { return (outcome == .cleared ? .won : outcome == .quit ? nil : .lost, nil) }
        if isRight == false || (!isOther && new.mistakes > old.mistakes) {
            if let place { shake = Shake(place: place, places: old.places, since: now) }
            return (.wrong, nil)
        }
        shake = nil
        return (isRight == true ? .right : nil, new.asked)
    }

    // MARK: Keys

    /// - Returns: what to do now; `nil` for nothing, or if the key changed only what is shown.
    mutating func press(_ key: Key, at now: Int) -> Action? {
        message = nil
        if showsHelp {
            showsHelp = false
            return nil
        }
        switch key {
        case .character("q"), .character("Q"), .escape: return .leave
        case .character("?"), .character("h"):
            showsHelp = true
            return nil
        default: break
        }
        guard drill.outcome == nil else { return pressAtEnd(key) }
        switch key {
        case .character(" "), .enter, .character("r"): return .speak(drill.asked)
        case .character(let character):
            guard let place = Self.panelKeys.firstIndex(of: Character(character.lowercased())) else { return nil }
            return choose(place, at: now)
        default: return nil
        }
    }

    /// Chooses a panel.
    mutating func choose(_ place: Int, at now: Int) -> Action? {
        guard drill.outcome == nil, drill.places.indices.contains(place), shift(at: now) == nil else { return nil }
        return .answer(question: drill.question, place: place)
    }

    private func pressAtEnd(_ key: Key) -> Action? {
        switch key {
        case .character(" "), .enter, .character("r"): return .start(level: drill.level)
        case .character("n"): return drill.opened.map { .start(level: $0) }
        default: return nil
        }
    }
}
