import GardenAPI
import Testing

@testable import gardenctl

extension Drill {
    /// A drill with the places a, b, c … of which the entry with the letter of its question is asked.
    static func sample(
        question: Int = 1, of count: Int = 10, places: [String] = ["a", "b", "c", "d"],
        _ change: (inout Drill) -> Void = { _ in }
    ) -> Drill {
        var drill = Drill(
            id: 7, deck: "letters", level: "basic", question: question, of: count,
            asked: DrillWord(text: "B", say: "bee", language: "en"), places: places.map(Drill.Place.init),
            limitMilliseconds: 60_000, endsAt: .sample(9, 1))
        change(&drill)
        return drill
    }
}

extension DrillLevel {
    static func sample(best: Int?) -> DrillLevel {
        DrillLevel(
            id: "basic", questions: 10, choices: 4, limitSeconds: 60, penalty: .shuffle, starSeconds: 20,
            isLocked: false, record: best.map { LevelRecord(bestMilliseconds: $0, stars: [1], runs: 1, clears: 1) })
    }
}

/// What the keys and the news do to the screen of a drill.
struct DrillGameTests {
    @Test func panelsHaveDigitsThenLetters() {
        var game = DrillGame(.sample(places: (0..<16).map { "\($0)" }), at: 0)
        for (place, key) in "123456789abcdefg".enumerated() {
            #expect(game.press(.character(key), at: 0) == .answer(question: 1, place: place))
        }
        #expect(game.press(.character("G"), at: 0) == .answer(question: 1, place: 15))
        var small = DrillGame(.sample(), at: 0)
        #expect(small.press(.character("4"), at: 0) == .answer(question: 1, place: 3))
        #expect(small.press(.character("5"), at: 0) == nil)
        #expect(small.choose(4, at: 0) == nil)
    }

    @Test func theWordIsRepeatedAndTheDrillLeft() {
        var game = DrillGame(.sample(), at: 0)
        let word = DrillWord(text: "B", say: "bee", language: "en")
        for key in [Key.character(" "), .enter, .character("r")] { #expect(game.press(key, at: 0) == .speak(word)) }
        for key in [Key.character("q"), .escape] { #expect(game.press(key, at: 0) == .leave) }
        #expect(game.press(.up, at: 0) == nil)
    }

    @Test func anyKeyClosesTheHelp() {
        var game = DrillGame(.sample(), at: 0)
        #expect(game.press(.character("?"), at: 0) == nil)
        #expect(game.showsHelp)
        #expect(game.press(.character("1"), at: 0) == nil)
        #expect(!game.showsHelp)
        #expect(game.press(.character("1"), at: 0) == .answer(question: 1, place: 0))
    }

    @Test func theTimeGoesOnFromTheLastReading() {
        var game = DrillGame(.sample { $0.elapsedMilliseconds = 5000 }, at: 1000)
        #expect(game.elapsed(at: 1000) == 5000)
        #expect(game.elapsed(at: 1750) == 5750)
        #expect(game.elapsed(at: 1_000_000) == 60_000)
        #expect(game.nextChange(after: 1750) == 1800)
        game.isAway = true
        #expect(game.nextChange(after: 1750) == nil)
    }

    @Test func aRightAnswerSoundsAndSpeaksTheNextWord() {
        var game = DrillGame(.sample(), at: 0)
        let next = Drill.sample(question: 2) { $0.asked = DrillWord(text: "C", say: "see") }
        let (sound, word) = game.take(next, at: 500, isRight: true, place: 1)
        #expect((sound, word) == (.right, DrillWord(text: "C", say: "see")))
        // The event of the same answer is no news.
        #expect(game.take(next, at: 510) == (nil, nil))
    }

    @Test func aWrongPanelShakesBeforeThePlacesAreShuffled() {
        var game = DrillGame(.sample(), at: 0)
        let shuffled = Drill.sample(places: ["d", "c", "b", "a"]) { $0.mistakes = 1 }
        let (sound, word) = game.take(shuffled, at: 1000, isRight: false, place: 0)
        #expect((sound, word) == (.wrong, nil))
        #expect(game.places(at: 1100).map(\.text) == ["a", "b", "c", "d"])
        #expect([1000, 1040, 1080, 1120, 1160].map { game.shift(at: $0) } == [1, 0, -1, 0, 1])
        #expect(game.nextChange(after: 1000) == 1040)
        // Meanwhile panels have no keys.
        #expect(game.press(.character("3"), at: 1319) == nil)
        #expect(game.shift(at: 1320) == nil)
        #expect(game.places(at: 1320).map(\.text) == ["d", "c", "b", "a"])
        #expect(game.press(.character("3"), at: 1320) == .answer(question: 1, place: 2))
    }

    @Test func theEndOffersAnotherRunAndTheNextLevel() {
        var game = DrillGame(.sample(), at: 0)
        var end = Drill.sample(question: 10) { $0.outcome = .cleared }
        #expect(game.take(end, at: 9000, isRight: true, place: 1) == (.won, nil))
        #expect(game.nextChange(after: 9000) == nil)
        #expect(game.press(.enter, at: 9000) == .start(level: "basic"))
        #expect(game.press(.character("n"), at: 9000) == nil)
        #expect(game.press(.character("1"), at: 9000) == nil)
        end.opened = "advanced-4"
        _ = game.take(end, at: 9000)
        #expect(game.press(.character("n"), at: 9000) == .start(level: "advanced-4"))
        #expect(game.press(.character("q"), at: 9000) == .leave)
    }

    @Test func newsOfAnotherClientAreShownToo() {
        var game = DrillGame(.sample(), at: 0)
        let wrong = Drill.sample { $0.mistakes = 1 }
        #expect(game.take(wrong, at: 100) == (.wrong, nil))
        #expect(game.shake == nil)
        #expect(
            game.take(
                .sample {
                    $0.outcome = .timeOver
                    $0.mistakes = 1
                }, at: 200) == (.lost, nil))
        let other = Drill.sample { $0.id = 9 }
        #expect(game.take(other, at: 300) == (nil, other.asked))
        #expect(
            game.take(
                .sample {
                    $0.id = 9
                    $0.outcome = .quit
                }, at: 400) == (nil, nil))
    }
}
