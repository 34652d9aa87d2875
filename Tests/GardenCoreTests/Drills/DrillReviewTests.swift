import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// What is learned of each entry, and its review (RULES D8).
struct DrillReviewTests {
    @Test("D8: a right answer at the first try moves an entry up, at most once a day")
    func boxes() {
        var entry = EntryProgress(word: "A", answeredOn: "2026-01-01")
        entry.box = 3
        entry = entry.answered(isRight: true, on: "2026-01-01").answered(isRight: true, on: "2026-01-01")
        #expect((entry.box, entry.asked, entry.missed) == (4, 2, 0))
        for day in ["2026-01-02", "2026-01-03", "2026-01-04"] as [CalendarDay] {
            entry = entry.answered(isRight: true, on: day)
        }
        #expect((entry.box, entry.dueOn) == (5, "2026-01-20"))
        entry = entry.answered(isRight: false, on: "2026-01-04")
        #expect((entry.box, entry.missed, entry.dueOn) == (1, 1, "2026-01-05"))
        // It has moved up on this day already.
        entry = entry.answered(isRight: true, on: "2026-01-04")
        #expect((entry.box, entry.asked) == (1, 7))
    }

    @Test("D8: entries are due after 1, 2, 4, 8 and 16 days", arguments: zip(1...5, [1, 2, 4, 8, 16]))
    func intervals(box: Int, days: Int) {
        var entry = EntryProgress(word: "A", answeredOn: "2026-01-01")
        entry.box = box
        let due = CalendarDay(daysSinceEpoch: entry.answeredOn.daysSinceEpoch + days)
        #expect(entry.dueOn == due)
        #expect(entry.isDue(on: due))
        #expect(!entry.isDue(on: CalendarDay(daysSinceEpoch: due.daysSinceEpoch - 1)))
        // A day that began under a wrong clock does not hide an entry for years.
        #expect(entry.isDue(on: "2025-12-01"))
    }

    @Test("D8: only the first answer to a question counts")
    func firstTries() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        let word = try garden.perform(DrillStart(deck: "letters", level: "basic")).asked.text
        try garden.answer(right: false)
        var expected = DrillEntry(
            shows: [word.lowercased()], word: DrillWord(text: word, say: word), asked: 1, missed: 1, box: 1,
            dueOn: "2026-01-02")
        #expect(try garden.entry(word, of: "letters") == expected)
        garden.advance(milliseconds: 250)
        try garden.answer(right: false)
        garden.advance(milliseconds: 250)
        try garden.answer(right: true)
        #expect(try garden.entry(word, of: "letters") == expected)
        let next = try garden.ask(DrillGet()).asked.text
        try garden.answer(right: true)
        expected = DrillEntry(
            shows: [next.lowercased()], word: DrillWord(text: next, say: next), asked: 1, missed: 0, box: 2,
            dueOn: "2026-01-03")
        #expect(try garden.entry(next, of: "letters") == expected)
    }

    @Test("D8: the review asks what is due, the most missed first, and keeps no record")
    func review() throws {
        let garden = try CoreGarden(decks: [.letters(12)])
        let review = DrillStart(deck: "letters", level: "review")
        #expect(try garden.refusal(of: review) == .refused(.nothingDue, ["deck": "letters"]))
        try garden.perform(DrillStart(deck: "letters", level: "basic"))
        // The first two are missed.
        var missed: [String] = []
        for question in 1...10 {
            if question <= 2 {
                missed.append(try garden.ask(DrillGet()).asked.text)
                try garden.answer(right: false)
                garden.advance(milliseconds: 250)
            }
            try garden.answer(right: true)
        }
        #expect(try garden.refusal(of: review) == .refused(.nothingDue, ["deck": "letters"]))
        garden.at("2026-01-02T09:00:00Z")
        #expect(try garden.ask(DrillDecks()).last?.due == 2)
        let drill = try garden.perform(review)
        #expect((drill.level, drill.of, drill.places.count, drill.limitMilliseconds) == ("review", 2, 4, 60_000))
        let asked = [drill.asked.text, try garden.answer(right: true).drill.asked.text]
        #expect(asked == missed.sorted())
        let ended = try garden.answer(right: true).drill
        #expect((ended.outcome, ended.isRecord, ended.newStars, ended.opened) == (.cleared, false, [], nil))
        #expect(try garden.ask(DrillLevels(deck: "letters")).map(\.record?.runs) == [1, nil, nil, nil, nil, nil])
        #expect(try garden.refusal(of: review) == .refused(.nothingDue, ["deck": "letters"]))
        // Those that were right are due a day later, ten at most at once.
        garden.at("2026-01-03T09:00:00Z")
        #expect(try garden.perform(review).of == 8)
    }

    @Test("D8: of more than ten that are due, the review asks the ten that were missed most")
    func mostMissedFirst() throws {
        let garden = try CoreGarden(decks: [.letters(16)])
        func missAll(_ drill: Drill) throws -> [String] {
            var (missed, drill) = ([String](), drill)
            while drill.outcome == nil {
                missed.append(drill.asked.text)
                try garden.answer(right: false)
                garden.advance(milliseconds: 250)
                drill = try garden.answer(right: true).drill
            }
            return missed
        }
        let first = try missAll(try garden.perform(DrillStart(deck: "letters", level: "basic")))
        let second = try missAll(try garden.perform(DrillStart(deck: "letters", level: "basic")))
        garden.at("2026-01-02T09:00:00Z")
        let review = try missAll(try garden.perform(DrillStart(deck: "letters", level: "review")))
        let twice = Set(first).intersection(second).sorted()
        let once = Set(first).symmetricDifference(second).sorted()
        #expect(review == Array((twice + once).prefix(10)))
    }

    @Test("D8: languages of a deck are learned separately")
    func languages() throws {
        let garden = try CoreGarden()
        try garden.play("colours", "basic", in: "ja", milliseconds: 15_000)
        #expect(try garden.ask(DrillLevels(deck: "colours", language: "ja")).first?.record?.clears == 1)
        #expect(try garden.ask(DrillLevels(deck: "colours")).first?.record == nil)
        // The language that a deck asks in by default is no other one.
        try garden.play("colours", "basic", in: "en", milliseconds: 15_000)
        #expect(try garden.ask(DrillLevels(deck: "colours")).first?.record?.clears == 1)
        #expect(try garden.ask(DrillEntries(deck: "colours", language: "zh")).map(\.asked).max() == 0)
    }

    @Test("G4: what was learned of decks and words that no longer exist does not grow without end")
    func bounds() {
        var book = DrillBook()
        for number in 0..<600 { book.update("deck \(number)", in: nil) { _ in } }
        #expect(book.decks.count == 512)
        #expect(book.decks.first?.deck == "deck 88")
        book.update("deck 88", in: nil) { progress in
            for number in 0..<1100 { progress.put(EntryProgress(word: "\(number)", answeredOn: "2026-01-01")) }
            for number in 0..<300 { progress.put(LevelRecord(runs: 1), of: "level \(number)") }
        }
        #expect(book.decks.last?.entries.count == 1024)
        #expect(book.decks.last?.levels.count == 256)
    }
}
