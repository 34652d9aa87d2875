import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Runs, answers, outcomes, stars and records (RULES D2 … D7).
struct DrillRuleTests {
    @Test("D2: the levels of a deck follow from the number of its entries")
    func levels() throws {
        let garden = try CoreGarden(decks: [.letters(3), .letters(9, name: "nine")])
        func summary(_ deck: String) throws -> [String] {
            try garden.ask(DrillLevels(deck: deck)).map { level in
                "\(level.id) \(level.questions)×\(level.choices) \(level.penalty.rawValue) \(level.starSeconds)/"
                    + "\(level.limitSeconds)\(level.isLocked ? " locked" : "")"
            }
        }
        #expect(try summary("letters") == ["basic 10×3 shuffle 20/60", "challenge 20×3 end 30/60 locked"])
        #expect(
            try summary("nine") == [
                "basic 10×4 shuffle 20/60", "advanced-4 15×4 shuffle 30/60 locked",
                "advanced-6 15×6 shuffle 30/60 locked", "advanced-9 15×9 shuffle 30/60 locked",
                "challenge 20×9 end 30/60 locked",
            ])
        #expect(
            try garden.ask(DrillLevels(deck: "flags")).map(\.id).suffix(3) == [
                "advanced-12", "advanced-16", "challenge",
            ])
    }

    @Test("D2: a locked level is refused; clearing the one before it opens it")
    func locked() throws {
        let garden = try CoreGarden(decks: [.letters(3)])
        #expect(
            try garden.refusal(of: DrillStart(deck: "letters", level: "challenge"))
                == .refused(.locked, ["level": "challenge", "opens": "basic"]))
        #expect(try garden.play("letters", "basic", milliseconds: 25_000).opened == "challenge")
        #expect(
            try garden.published(EventKind.drillLevelOpened).map(\.data) == [
                DrillLevelOpened(deck: "letters", level: "challenge")
            ])
        #expect(try garden.perform(DrillStart(deck: "letters", level: "challenge")).level == "challenge")
        try garden.perform(DrillQuit())
        // It opens only once.
        #expect(try garden.play("letters", "basic", milliseconds: 19_000).opened == nil)
    }

    @Test("D2: unknown decks, levels and languages are named")
    func unknownNames() throws {
        let garden = try CoreGarden(decks: [.letters(3)])
        func notFound(_ kind: String, _ name: String) -> Refusal {
            Refusal(.notFound, ["kind": .string(kind), "name": .string(name)])
        }
        #expect(try garden.refusal(of: DrillStart(deck: "flag-s", level: "basic")) == notFound("deck", "flag-s"))
        #expect(try garden.refusal(of: DrillStart(deck: "letters", level: "hard")) == notFound("level", "hard"))
        let german = DrillStart(deck: "flags", level: "basic", language: "de")
        #expect(try garden.refusal(of: german) == notFound("language", "de"))
        // One word in a language is not enough to be asked in it.
        let (mars, kasei) = (
            DrillWord(text: "Mars", say: "Mars", language: "en"), DrillWord(text: "火星", say: "火星", language: "ja")
        )
        let entries = [Deck.Entry(shows: ["♂"], words: [mars, kasei]), Deck.Entry(shows: ["♃"], words: [mars])]
        let planets = Deck(name: "planets", entries: entries)
        #expect(planets.languages == ["en"])
        #expect { try planets.asked(in: "ja") } throws: { error in
            (error as? GardenError)?.message
                == #"the deck planets cannot be asked in "ja": only 1 of its 2 entries has a word in it"#
        }
        // The beginning of a name is enough.
        #expect(try garden.perform(DrillStart(deck: "fruits", level: "basic")).deck == "fruits-and-vegetables")
    }

    @Test("D6: basic cleared within 20.000 s without a mistake wins all stars, one millisecond later two")
    func starsOfBasic() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        #expect(try garden.play("letters", "basic", milliseconds: 20_000).stars == [1, 2, 3])
        #expect(try garden.play("letters", "basic", milliseconds: 20_001).stars == [1, 2])
        #expect(try garden.play("letters", "basic", milliseconds: 20_000, mistakes: 1).stars == [1, 3])
        #expect(try garden.play("letters", "basic", milliseconds: 20_001, mistakes: 1).stars == [1])
    }

    @Test("D6: where a mistake ends the drill, the second star is for 1.5 times the time of the third")
    func starsOfAChallenge() throws {
        let garden = try CoreGarden(decks: [.letters(3)])
        try garden.play("letters", "basic", milliseconds: 25_000)
        #expect(try garden.play("letters", "challenge", milliseconds: 30_000).stars == [1, 2, 3])
        #expect(try garden.play("letters", "challenge", milliseconds: 30_001).stars == [1, 2])
        #expect(try garden.play("letters", "challenge", milliseconds: 45_000).stars == [1, 2])
        #expect(try garden.play("letters", "challenge", milliseconds: 45_001).stars == [1])
    }

    @Test("D7: a clear takes the least time and adds its stars; any other end only counts")
    func records() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        let first = try garden.play("letters", "basic", milliseconds: 18_000)
        #expect((first.isRecord, first.newStars) == (true, [1, 2, 3]))
        var record = LevelRecord(bestMilliseconds: 18_000, stars: [1, 2, 3], runs: 1, clears: 1)
        #expect(try garden.level("basic", of: "letters").record == record)

        let second = try garden.play("letters", "basic", milliseconds: 25_000, mistakes: 2)
        #expect((second.isRecord, second.newStars) == (false, []))
        record = LevelRecord(bestMilliseconds: 18_000, stars: [1, 2, 3], runs: 2, clears: 2)
        #expect(try garden.level("basic", of: "letters").record == record)

        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        try garden.perform(DrillQuit())
        record.runs = 3
        #expect(try garden.level("basic", of: "letters").record == record)
        #expect(try garden.play("letters", "basic", milliseconds: 18_000).isRecord == false)
        #expect(try garden.play("letters", "basic", milliseconds: 17_999).isRecord)
    }

    @Test("D5: a wrong answer in a challenge is game over, and opens nothing")
    func gameOver() throws {
        let garden = try CoreGarden(decks: [.letters(3)])
        try garden.play("letters", "basic", milliseconds: 25_000)
        try garden.perform(DrillStart(deck: "letters", level: "challenge"))
        garden.advance(seconds: 5)
        let answered = try garden.answer(right: false)
        #expect(!answered.isRight)
        #expect((answered.drill.outcome, answered.drill.elapsedMilliseconds) == (.gameOver, 5000))
        #expect(answered.drill.stars == [])
        #expect(garden.events.map(\.type) == ["drill.answered", "drill.finished"])
        #expect(try garden.ask(DrillGet()) == answered.drill)
        #expect(try garden.level("challenge", of: "letters").record == LevelRecord(runs: 1))
    }

    @Test("D5: a wrong answer shuffles the places, and answers are refused for 250 ms")
    func wrongAnswers() throws {
        let garden = try CoreGarden()
        let drill = try garden.perform(DrillStart(deck: "flags", level: "basic"))
        let wrong = try garden.answer(right: false)
        #expect(!wrong.isRight)
        #expect((wrong.drill.question, wrong.drill.mistakes, wrong.drill.asked) == (1, 1, drill.asked))
        #expect(wrong.drill.missed == [drill.asked])
        #expect(Set(wrong.drill.places.map(\.text)) == Set(drill.places.map(\.text)))

        garden.advance(milliseconds: 249)
        let soon = DrillAnswer(question: 1, place: garden.rightPlace)
        #expect(try garden.refusal(of: soon) == .refused(.tooSoon, ["milliseconds": 1]))
        garden.advance(milliseconds: 1)
        #expect(try garden.perform(soon).drill.question == 2)
        // After a right answer nothing has to be waited for.
        #expect(try garden.answer(right: true).drill.question == 3)
    }

    @Test("D5: an answer to another question, to another drill or to a place that is not there changes nothing")
    func wrongQuestions() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        #expect(try garden.refusal(of: DrillAnswer(question: 1, place: 0)) == Refusal(.notRunning))
        let drill = try garden.perform(DrillStart(deck: "letters", level: "basic"))
        let other = Refusal.refused(.notThisQuestion, ["question": 1, "drill": .integer(drill.id)])
        #expect(try garden.refusal(of: DrillAnswer(question: 2, place: 0)) == other)
        #expect(try garden.refusal(of: DrillAnswer(question: 1, place: 0, drill: drill.id + 1)) == other)
        #expect(try garden.refusal(of: DrillAnswer(question: 1, place: 4)) == .invalid("place"))
        #expect(try garden.perform(DrillAnswer(question: 1, place: garden.rightPlace, drill: drill.id)).isRight)
    }

    @Test("D6: an answer at the millisecond of the limit comes too late")
    func theLimitComesFirst() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        for _ in 1..<10 { try garden.answer(right: true) }
        let last = DrillAnswer(question: 10, place: garden.rightPlace)
        garden.advance(milliseconds: 60_000)
        #expect(garden.events.map(\.type) == ["drill.warning", "drill.finished"])
        #expect(try garden.refusal(of: last) == Refusal(.notRunning))
        let drill = try garden.ask(DrillGet())
        #expect((drill.outcome, drill.question, drill.elapsedMilliseconds) == (.timeOver, 10, 60_000))

        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        for _ in 1..<10 { try garden.answer(right: true) }
        garden.advance(milliseconds: 59_999)
        #expect(try garden.answer(right: true).drill.outcome == .cleared)
    }

    @Test("D6: at the limit's millisecond the answer is also too late where nothing that falls due was performed")
    func theLimitComesFirstInTheCommand() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        garden.isServed = false
        garden.advance(milliseconds: 60_000)
        #expect(try garden.refusal(of: DrillAnswer(question: 1, place: garden.rightPlace)) == Refusal(.notRunning))
    }

    @Test("D4, D6: the last right answer at 59.8 s clears; the warning comes at 50.0 s")
    func lateClear() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        for _ in 1..<10 { try garden.answer(right: true) }
        garden.advance(milliseconds: 49_999)
        #expect(garden.events == [])
        garden.advance(milliseconds: 1)
        #expect(garden.events.summary == ["09:00:50 drill.warning"])
        #expect(try garden.published(EventKind.drillWarning).map(\.data.elapsedMilliseconds) == [50_000])
        garden.advance(milliseconds: 9800)
        let drill = try garden.answer(right: true).drill
        #expect((drill.outcome, drill.elapsedMilliseconds, drill.stars) == (.cleared, 59_800, [1, 2]))
    }

    @Test("D4: one drill at a time, unless it is to be replaced")
    func oneAtATime() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        #expect(
            try garden.refusal(of: DrillStart(deck: "flags", level: "basic"))
                == Refusal(.alreadyRunning, ["deck": "letters", "level": "basic"]))
        let other = try garden.perform(DrillStart(deck: "flags", level: "basic", restart: true))
        #expect(garden.events.map(\.type) == ["drill.finished", "drill.started"])
        #expect(try garden.published(EventKind.drillFinished).map(\.data.outcome) == [.quit])
        #expect(try garden.ask(DaemonStatus()).drill == other)
        try garden.perform(DrillQuit())
        #expect(try garden.ask(DaemonStatus()).drill == nil)
        #expect(try garden.refusal(of: DrillQuit()) == Refusal(.notRunning))
    }

    @Test("D9: the first clear of a level grows a garden")
    func experience() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        garden.changeSettings { $0.drillRewards = DrillRewards(expPerDrill: 12, category: "Learning") }
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        try garden.perform(DrillQuit())
        #expect(!garden.events.contains { $0.type == "garden.grew" })
        try garden.play("letters", "basic", milliseconds: 25_000)
        #expect(
            garden.events.map(\.type) == [
                "drill.answered", "drill.finished", "drill.levelOpened", "category.added", "garden.grew",
                "garden.leveledUp", "log.written",
            ])
        let learning = try #require(try garden.ask(GardenList()).last)
        #expect((learning.category, learning.exp, learning.level, learning.taskExp) == ("Learning", 12, 1, 0))
        try garden.play("letters", "basic", milliseconds: 19_000)
        #expect(try garden.ask(GardenList()).last?.exp == 12)
        try garden.play("letters", "advanced-4", milliseconds: 19_000)
        #expect(try garden.ask(GardenList()).last?.exp == 24)
    }

    @Test("U1, U6: a drill cannot be undone; a reset of everything ends and forgets it")
    func undoAndReset() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        try garden.play("letters", "basic", milliseconds: 25_000)
        #expect(try garden.ask(JournalUndoable()) == [])
        try garden.perform(DrillStart(deck: "letters", level: "advanced-4"))
        try garden.perform(
            GardenReset(all: true),
            with: .success(GardenBackup(path: "/backup.sqlite", restoreCommand: "gardend restore")))
        #expect(garden.events.prefix(2).map(\.type) == ["drill.finished", "garden.reset"])
        #expect(try garden.level("basic", of: "letters").record == nil)
        #expect(throws: GardenError(.notRunning, "no drill was started yet")) { try garden.ask(DrillGet()) }
        #expect(garden.state.drills == DrillBook())
    }
}
