import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Questions (RULES D3).
struct DrillQuestionTests {
    private func questions(_ level: DeckLevel, of deck: Deck, seq: Int, device: String = "device") throws
        -> DrillQuestions
    {
        var random = DrillRandom(deviceId: device, seq: seq)
        return DrillQuestions(level, of: try deck.asked(in: nil).entries, &random)
    }

    @Test("D3: the random numbers of a device and an event are the same everywhere")
    func randomNumbers() {
        var random = DrillRandom(deviceId: "00000000000000000000000000000002", seq: 2)
        #expect((0..<12).map { _ in random.index(below: 10) } == [6, 5, 6, 2, 2, 8, 2, 0, 6, 2, 3, 1])
        #expect(random.permutation(10) == [5, 2, 3, 6, 0, 9, 4, 1, 7, 8])
        #expect(random.sample(3, of: 16) == [0, 10, 6])
        var other = DrillRandom(deviceId: "00000000000000000000000000000002", seq: 3)
        #expect((0..<12).map { _ in other.index(below: 10) } != [6, 5, 6, 2, 2, 8, 2, 0, 6, 2, 3, 1])
    }

    @Test("D3: 10 questions about 4 entries ask each at least twice, and the entries begin again in another order")
    func permutations() throws {
        let level = DeckLevel(id: "basic", questions: 10, choices: 4, starSeconds: 20)
        for seq in 1...100 {
            let questions = try questions(level, of: .letters(4), seq: seq)
            let asked = questions.all.map { questions.words[$0.word].text }
            #expect(Set(asked[0..<4]) == ["A", "B", "C", "D"])
            #expect(Set(asked[4..<8]) == ["A", "B", "C", "D"])
            #expect(Set(asked[8..<10]).count == 2)
        }
    }

    @Test("D3: each question shows as many different entries as it has places, with the asked one at its place")
    func places() throws {
        let level = DeckLevel(id: "advanced-16", questions: 15, choices: 16, starSeconds: 30)
        for seq in 1...50 {
            let questions = try questions(level, of: .letters(20), seq: seq)
            for number in questions.all.indices {
                let texts = questions.places(of: number).map(\.text)
                #expect(Set(texts).count == 16)
                #expect(texts[questions.all[number].right].uppercased() == questions.word(of: number).text)
            }
        }
    }

    @Test("D3: the same event of the same device has the same questions; they are replayed without the deck")
    func replay() throws {
        let level = DeckLevel(id: "basic", questions: 10, choices: 4, starSeconds: 20)
        let once = try questions(level, of: .letters(9), seq: 7)
        #expect(try questions(level, of: .letters(9), seq: 7) == once)
        #expect(try questions(level, of: .letters(9), seq: 8) != once)
        #expect(try questions(level, of: .letters(9), seq: 7, device: "other") != once)

        let garden = try CoreGarden(decks: [.letters(9)])
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        try garden.answer(right: false)
        garden.changeDecks(DeckLibrary())
        garden.advance(milliseconds: 250)
        for _ in 1...10 { try garden.answer(right: true) }
        #expect(try garden.ask(DrillGet()).outcome == .cleared)
        var state = GardenState()
        for change in garden.history.changes { try state.replay(change) }
        #expect(state.drills == garden.state.drills)
    }

    @Test("D1: one of several depictions is shown")
    func depictions() throws {
        let level = DeckLevel(id: "basic", questions: 1, choices: 2, starSeconds: 20)
        let deck = Deck(
            name: "two",
            entries: [
                .init(shows: ["1", "①", "Ⅰ"], words: [DrillWord(text: "one", say: "one")]),
                .init(shows: ["2", "②"], words: [DrillWord(text: "two", say: "two")]),
            ])
        let shown = try (1...200).flatMap { seq in try questions(level, of: deck, seq: seq).texts }
        let counts = Dictionary(grouping: shown, by: \.self).mapValues(\.count)
        #expect(Set(counts.keys) == ["1", "①", "Ⅰ", "2", "②"])
        #expect(counts.values.allSatisfy { $0 >= 40 }, "\(counts)")
    }

    @Test("D2: a level of a group asks and shows only that group")
    func groups() throws {
        let garden = try CoreGarden()
        let drill = try garden.perform(DrillStart(deck: "hiragana", level: "row-a"))
        #expect(Set(drill.places.map(\.text)) == ["あ", "い", "う", "え", "お"])
        #expect(
            try garden.refusal(of: DrillStart(deck: "hiragana", level: "row-sa", restart: true))
                == .refused(.locked, ["level": "row-sa", "opens": "row-ka"]))
        try garden.perform(DrillQuit())
        #expect(try garden.play("hiragana", "row-a", milliseconds: 15_000).opened == "row-ka")
        #expect(
            try garden.ask(DrillLevels(deck: "hiragana")).filter { !$0.isLocked }.map(\.id) == [
                "basic", "row-a", "row-ka",
            ])
    }

    // MARK: Fairness

    /// The sum of (observed - expected)² / expected.
    private func chiSquare(_ counts: [Int]) -> Double {
        let expected = Double(counts.reduce(0, +)) / Double(counts.count)
        return counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    }

    /// What a chi-square value of that many degrees of freedom exceeds once in 10,000 (Wilson and Hilferty, 1931).
    private func bound(_ degrees: Int) -> Double {
        let (k, z) = (Double(degrees), 3.719)
        let root = 1 - 2 / (9 * k) + z * (2 / (9 * k)).squareRoot()
        return k * root * root * root
    }

    @Test("D3: over fifty runs of 72 flags, entries and places are uniform", arguments: [(100, 4), (20, 16)])
    func uniformity(count: Int, choices: Int) throws {
        let flags = try #require(BuiltInDecks.all.first { $0.name == "flags" })
        #expect(flags.entries.count == 72)
        let level = DeckLevel(id: "level", questions: count, choices: choices, starSeconds: 30)
        var (entries, shown, places) = ([String: Int](), [String: Int](), Array(repeating: 0, count: choices))
        let seed = 41
        for run in 0..<50 {
            let questions = try questions(level, of: flags, seq: seed + 1000 * run)
            var inRun: [String: Int] = [:]
            for number in questions.all.indices {
                inRun[questions.word(of: number).text, default: 0] += 1
                places[questions.all[number].right] += 1
                for place in questions.places(of: number) { shown[place.text, default: 0] += 1 }
            }
            let counts = flags.entries.map { inRun[$0.words[0].text] ?? 0 }
            #expect(counts.allSatisfy { (count / 72...count / 72 + 1).contains($0) })
            entries.merge(inRun, uniquingKeysWith: +)
        }
        // Whole rounds ask every flag once, so that only the last questions of each run are random.
        let (random, asPlaces, asShown) = (
            chiSquare(entries.values.map { $0 - count / 72 * 50 }), chiSquare(places), chiSquare(Array(shown.values))
        )
        print(
            "seed \(seed), 50 runs of 72 flags, \(count) questions, \(choices) places: asked χ² \(random) of 71"
                + " degrees (bound \(bound(71))), places χ² \(asPlaces) of \(choices - 1) (bound \(bound(choices - 1))),"
                + " shown χ² \(asShown) of 71 (bound \(bound(71)))")
        #expect(random < bound(71))
        #expect(asPlaces < bound(choices - 1))
        #expect(asShown < bound(71))
    }
}
