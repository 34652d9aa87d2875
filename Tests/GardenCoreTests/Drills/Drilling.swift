import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

extension CoreGarden {
    /// A garden with decks of the person's own.
    convenience init(decks: [Deck], at start: String = "2026-01-01T09:00:00Z") throws {
        try self.init(at: start)
        changeDecks(DeckLibrary(own: decks))
    }

    /// The place of the asked entry.
    var rightPlace: Int { state.drills.run.map { $0.questions.all[$0.index].right } ?? 0 }

    var wrongPlace: Int { rightPlace == 0 ? 1 : 0 }

    /// Chooses a place of the open question.
    @discardableResult
    func answer(right: Bool) throws -> DrillAnswered {
        let question = try #require(state.drills.run).index + 1
        return try perform(DrillAnswer(question: question, place: right ? rightPlace : wrongPlace))
    }

    /// Plays a drill to its end: the last answer comes that long after its start.
    ///
    /// - Parameter mistakes: at the first question.
    @discardableResult
    func play(
        _ deck: String, _ level: String, in language: String? = nil, milliseconds: Int, mistakes: Int = 0
    ) throws -> Drill {
        var drill = try perform(DrillStart(deck: deck, level: level, language: language))
        for _ in 0..<mistakes {
            try answer(right: false)
            advance(milliseconds: 250)
        }
        for _ in 1..<drill.of { try answer(right: true) }
        advance(milliseconds: milliseconds - mistakes * 250)
        drill = try answer(right: true).drill
        #expect(drill.outcome == .cleared)
        return drill
    }

    func level(_ id: String, of deck: String) throws -> DrillLevel {
        try #require(try ask(DrillLevels(deck: deck)).first { $0.id == id })
    }

    func entry(_ word: String, of deck: String) throws -> DrillEntry {
        try #require(try ask(DrillEntries(deck: deck)).first { $0.word.text == word })
    }
}

extension Deck {
    /// A deck with the entries A, B, C …, each shown as its letter in lower case.
    static func letters(_ count: Int, name: String = "letters", levels: [DeckLevel] = []) -> Deck {
        Deck(
            name: name,
            entries: (0..<count).map { number in
                let letter = String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(number)))
                return Entry(shows: [letter.lowercased()], words: [DrillWord(text: letter, say: letter)])
            }, levels: levels)
    }
}
