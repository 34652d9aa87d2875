import GardenAPI
import TimeKit

/// What the garden knows about drills: the one in progress, and what was learned of each deck.
public struct DrillBook: WireObject, Equatable {
    public static let name = "DrillBook"
    /// Of more decks, those that were not played for longest are forgotten.
    private static let mostDecks = 512

    var run: DrillRun?
    /// The drill that ended last.
    var last: Drill?
    /// Those that were played last come last.
    private(set) var decks: [DeckProgress]

    public static let fields = Fields(
        DrillBook.init,
        .nullable("run", \.run, "the drill in progress"),
        .nullable("last", \.last, "the drill that ended last"),
        .required("decks", \.decks, "what was learned of each deck"))

    func progress(of deck: String, in language: String?) -> DeckProgress? {
        decks.last { $0.deck == deck && $0.language == language }
    }

    /// Changes what was learned of a deck, which is then the one played last.
    mutating func update(_ deck: String, in language: String?, _ change: (inout DeckProgress) -> Void) {
        let index = decks.lastIndex { $0.deck == deck && $0.language == language }
        var progress = index.map { decks.remove(at: $0) } ?? DeckProgress(deck: deck, language: language)
        change(&progress)
        decks.append(progress)
        if decks.count > Self.mostDecks { decks.removeFirst() }
    }
}

extension DrillBook {
    /// Nothing was learned.
    init() { self.init(run: nil, last: nil, decks: []) }
}

/// What was learned of a deck in one language.
struct DeckProgress: WireObject, Equatable {
    static let name = "DeckProgress"
    /// Words that a deck no longer has are forgotten, the oldest first.
    private static let mostEntries = 1024
    private static let mostLevels = 256

    /// A level with its record.
    struct Level: WireObject, Equatable {
        static let name = "LevelProgress"

        var id: String
        var record: LevelRecord

        static let fields = Fields(
            Level.init,
            .required("id", \.id, "its name"),
            .required("record", \.record, "its record"))
    }

    var deck: String
    var language: String?
    private(set) var levels: [Level] = []
    private(set) var entries: [EntryProgress] = []

    static let fields = Fields(
        DeckProgress.init,
        .required("deck", \.deck, "the name of the deck"),
        .nullable("language", \.language, "the language, unless it is the deck's default"),
        .required("levels", \.levels, "the levels that were played"),
        .required("entries", \.entries, "the entries that were asked"))

    func record(of level: String) -> LevelRecord? { levels.first { $0.id == level }?.record }

    func entry(_ word: String) -> EntryProgress? { entries.first { $0.word == word } }

    mutating func put(_ record: LevelRecord, of level: String) {
        levels.removeAll { $0.id == level }
        levels.append(Level(id: level, record: record))
        if levels.count > Self.mostLevels { levels.removeFirst() }
    }

    mutating func put(_ entry: EntryProgress) {
        if let index = entries.firstIndex(where: { $0.word == entry.word }) {
            entries[index] = entry
        } else {
            entries.append(entry)
            if entries.count > Self.mostEntries { entries.removeFirst() }
        }
    }
}

extension DeckProgress {
    init(deck: String, language: String?) {
        self.init(deck: deck, language: language, levels: [], entries: [])
    }
}

/// What was learned of an entry (RULES D8).
struct EntryProgress: WireObject, Equatable {
    static let name = "EntryProgress"
    static let boxes = 1...5

    /// The word that is asked, which identifies the entry in its deck.
    var word: String
    var asked = 0
    var missed = 0
    var box = EntryProgress.boxes.lowerBound
    /// The logical day of the last answer.
    var answeredOn: CalendarDay
    /// The last logical day on which it moved up.
    var raisedOn: CalendarDay?

    static let fields = Fields(
        EntryProgress.init,
        .required("word", \.word, "the word that is asked"),
        .required("asked", \.asked, "how many of its questions were answered"),
        .required("missed", \.missed, "how many of them were wrong at the first try"),
        .required("box", \.box, "how well it is known, 1 to 5"),
        .required("answeredOn", \.answeredOn, "the logical day of the last answer"),
        .nullable("raisedOn", \.raisedOn, "the last logical day on which it moved up"))

    /// The first logical day on which it is due for review: after 1, 2, 4, 8 or 16 days.
    var dueOn: CalendarDay { CalendarDay(daysSinceEpoch: answeredOn.daysSinceEpoch + (1 << (box - 1))) }

    /// Also entries from days ahead, which began under a wrong clock, are due.
    func isDue(on day: CalendarDay) -> Bool { dueOn <= day || answeredOn > day }

    /// The same after a question about it was answered.
    ///
    /// - Parameter isRight: whether the first answer was right.
    func answered(isRight: Bool, on day: CalendarDay) -> EntryProgress {
        var entry = self
        entry.asked += 1
        entry.answeredOn = day
        if !isRight {
            entry.missed += 1
            entry.box = Self.boxes.lowerBound
        } else if raisedOn != day {
            entry.box = min(box + 1, Self.boxes.upperBound)
            entry.raisedOn = day
        }
        return entry
    }
}
