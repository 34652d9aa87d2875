import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// Drills that were played elsewhere, and are recorded now or afterwards (RULES D10).
struct DrillRecordTests {
    private struct Row: Sendable {
        var level = "basic"
        /// The mistakes of each answer.
        var mistakes: [Int]
        var milliseconds: Int
        var outcome: DrillOutcome
        var stars: [Int]
    }

    private static let rows = [
        Row(mistakes: Array(repeating: 0, count: 10), milliseconds: 20_000, outcome: .cleared, stars: [1, 2, 3]),
        Row(mistakes: [1] + Array(repeating: 0, count: 9), milliseconds: 20_001, outcome: .cleared, stars: [1]),
        Row(mistakes: Array(repeating: 0, count: 9), milliseconds: 5000, outcome: .quit, stars: []),
        Row(mistakes: Array(repeating: 0, count: 9), milliseconds: 60_000, outcome: .timeOver, stars: []),
        Row(level: "review", mistakes: [0, 2], milliseconds: 5000, outcome: .cleared, stars: [1, 3]),
    ]

    private func answers(_ mistakes: [Int]) -> DrillAnswerList {
        DrillAnswerList(
            mistakes.enumerated().map { .init(word: ["A", "B", "C", "D"][$0.offset % 4], mistakes: $0.element) })
    }

    @Test("D10: the outcome and the stars follow from the answers and the time", arguments: rows.indices)
    func outcomes(index: Int) throws {
        let row = Self.rows[index]
        let garden = try CoreGarden(decks: [.letters(4)])
        let drill = try garden.perform(
            DrillRecord(
                deck: "letters", level: row.level, answers: answers(row.mistakes), milliseconds: row.milliseconds))
        #expect(drill.outcome == row.outcome)
        #expect(drill.stars == row.stars)
        #expect(drill.elapsedMilliseconds == row.milliseconds)
        #expect(drill.mistakes == row.mistakes.reduce(0, +))
        #expect((drill.question, drill.of) == (row.mistakes.count, row.level == "basic" ? 10 : 2))
        let isClear = row.outcome == .cleared && row.level == "basic"
        #expect(drill.opened == (isClear ? "advanced-4" : nil))
        let level = try #require(try garden.ask(DrillLevels(deck: "letters")).first)
        #expect(level.record?.runs ?? 0 == (row.level == "basic" ? 1 : 0))
        #expect(level.record?.bestMilliseconds == (isClear ? row.milliseconds : nil))
        // The drill in progress and the last one that ran here stay.
        #expect(garden.state.drills.last == nil)
    }

    @Test("D10: what a level does not allow is refused, and changes nothing")
    func refusals() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        func problem(
            _ level: String, _ mistakes: [Int], _ milliseconds: Int = 1000, word: String? = nil, at: String? = nil
        ) throws -> String {
            let list = word.map { DrillAnswerList([.init(word: $0)]) } ?? answers(mistakes)
            let record = DrillRecord(
                deck: "letters", level: level, answers: list, milliseconds: milliseconds, at: at)
            do { try garden.perform(record) } catch { return error.message }
            return "none"
        }
        let seq = garden.state.seq
        #expect(
            try problem("basic", Array(repeating: 0, count: 11))
                .hasSuffix("answers must not be more than the 10 questions of the level, not 11"))
        #expect(
            try problem("basic", [0], 60_001)
                .hasSuffix("milliseconds must be at most the limit of the level, 60000, not 60001"))
        #expect(try problem("basic", [.max, .max]).contains("must be an integer from 0 to 1000"))
        #expect(try problem("basic", [], word: "Z") == "the level basic of the deck letters asks no word \"Z\"")
        #expect(
            try problem("advanced-4", [0])
                == "the level advanced-4 of the deck letters is locked; clear basic first")
        #expect(try problem("basic", [0], at: "2026-01-02").contains("lies ahead of now"))
        #expect(garden.state.seq == seq)
    }

    @Test("D10: a mistake ends a challenge, so no answer follows it")
    func aChallenge() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        for level in ["basic", "advanced-4"] {
            let all = answers(Array(repeating: 0, count: level == "basic" ? 10 : 15))
            try garden.perform(DrillRecord(deck: "letters", level: level, answers: all, milliseconds: 9000))
        }
        func record(_ mistakes: [Int]) -> DrillRecord {
            DrillRecord(deck: "letters", level: "challenge", answers: answers(mistakes), milliseconds: 9000)
        }
        for mistakes in [[0, 1, 0], [0, 2]] {
            #expect(try garden.refusal(of: record(mistakes)).code == .invalidParams)
        }
        #expect(try garden.perform(record([0, 1])).outcome == .gameOver)
        let cleared = try garden.perform(record(Array(repeating: 0, count: 20)))
        #expect((cleared.outcome, cleared.stars, cleared.opened) == (.cleared, [1, 2, 3], nil))
    }

    @Test("D9, D10: the first clear pays on its day")
    func theRewardIsOfItsDay() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        garden.changeSettings { $0.drillRewards = DrillRewards(expPerDrill: 4, category: "Default") }
        garden.at("2026-01-03T10:00:00Z")
        let all = answers(Array(repeating: 0, count: 10))
        for at in ["yesterday", "yesterday 13:00"] {
            try garden.perform(
                DrillRecord(deck: "letters", level: "basic", answers: all, milliseconds: 9000, at: at))
        }
        func exp(_ day: String) throws -> [Int] { try garden.ask(GardenList(asOf: day)).map(\.exp) }
        #expect(try exp("2026-01-01") == [0])
        #expect(try exp("2026-01-02") == [4])
    }

    @Test("D8, D10: drills that are entered in any order equal those in the order of their times", arguments: 1...20)
    func anyOrderIsTheSame(seed: Int) throws {
        var random = SeededGenerator(seed: seed)
        let runs = (0..<12).map { _ -> (at: String, answers: DrillAnswerList) in
            let (day, hour) = (2 + random.below(6), 8 + random.below(12))
            let answers = (0..<(1 + random.below(6))).map { _ in
                DrillAnswerList.Element(
                    word: random.pick(["A", "B", "C", "D"]), mistakes: random.chance(20) ? 1 : 0)
            }
            return ("2026-01-0\(day) \(hour < 10 ? "0" : "")\(hour):00", DrillAnswerList(answers))
        }
        // Those of one time are in the order in which they are entered.
        var times: Set<String> = []
        let different = runs.filter { times.insert($0.at).inserted }
        func learned(_ runs: [(at: String, answers: DrillAnswerList)]) throws -> [DrillEntry] {
            let garden = try CoreGarden(decks: [.letters(4)])
            garden.at("2026-01-09T10:00:00Z")
            for run in runs {
                try garden.perform(
                    DrillRecord(deck: "letters", level: "basic", answers: run.answers, milliseconds: 9000, at: run.at))
            }
            return try garden.ask(DrillEntries(deck: "letters"))
        }
        let inOrder = try learned(different.sorted { $0.at < $1.at })
        #expect(try learned(different.shuffled(using: &random)) == inOrder)
        #expect(Set(inOrder.compactMap(\.box)).count > 1)
    }
}
