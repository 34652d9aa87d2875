import GardenAPI
import GardenCore
import TestSupport

/// What a person does with drills.
extension Workload {
    /// Placeholders, which the simulation replaces: the place of the asked entry, another place, and the open question.
    static let rightPlace = JSON.string("(right)")
    static let wrongPlace = JSON.string("(wrong)")
    static let openQuestion = JSON.string("(open)")

    /// A deck of the person's own, with a level of its own that is soon over.
    static let ownDeck = Deck(
        name: "pairs",
        entries: ["A", "B", "C"].map { letter in
            Deck.Entry(
                shows: [letter.lowercased(), "(\(letter.lowercased()))"],
                words: [DrillWord(text: letter, say: letter)], group: letter == "C" ? nil : "two")
        },
        levels: [
            DeckLevel(
                id: "two", group: "two", questions: 2, choices: 2, limitSeconds: 12, penalty: .end, starSeconds: 5,
                isOwn: true)
        ])

    static let drills: [Row] = [
        ("drill.decks", 1, { _ in [:] }),
        ("drill.levels", 2, { deck(&$0) }),
        ("drill.entries", 2, { deck(&$0) }),
        ("drill.start", 6, { start(&$0, level: level(&$0)) }),
        ("drill.answer", 10, { answer(&$0) }),
        ("drill.get", 1, { _ in [:] }),
        ("drill.quit", 1, { _ in [:] }),
        ("drill.record", 4, { record(&$0) }),
    ]

    /// A drill that was played elsewhere, now or in the last days.
    private static func record(_ generator: inout SeededGenerator) -> JSON {
        let (deck, level, count, words) = generator.pick([
            ("pairs", "two", 2, ["A", "B"]), ("pairs", "basic", 10, ["A", "B", "C"]),
            ("pairs", "review", 3, ["A", "B", "C"]), ("pairs", "advanced-4", 1, ["A"]), ("none", "basic", 1, ["A"]),
            ("colours", "basic", 10, ["red", "blue", "green", "Q"]),
        ])
        let number = generator.chance(70) ? count : 1 + generator.below(count + 2)
        let answers = (0..<number).map { _ -> JSON in
            let word = generator.chance(97) ? generator.pick(Array(words.prefix(3))) : generator.pick(words)
            guard generator.chance(15) else { return ["word": .string(word)] }
            return ["word": .string(word), "mistakes": .integer(generator.pick([0, 1, 2]))]
        }
        let milliseconds = generator.pick([0, 4999, 5000, 7500, 11_999, 12_000, 20_000, 60_000, 60_001])
        var params = JSONObject([
            ("deck", .string(deck)), ("level", .string(level)), ("answers", .array(answers)),
            ("milliseconds", .integer(milliseconds)),
        ])
        if generator.chance(50) {
            params.append(
                "at",
                .string(generator.pick(["yesterday", "2 days ago 9:00", "an hour ago", "5 minutes ago", "tomorrow"])))
        }
        return .object(params)
    }

    private static func deck(_ generator: inout SeededGenerator) -> JSON {
        var params = JSONObject([
            ("deck", .string(generator.pick(["colours", "pairs", "pairs", "hiragana", "PAIR", "none"])))
        ])
        if generator.chance(30) { params.append("language", .string(generator.pick(["ja", "en", "de"]))) }
        return .object(params)
    }

    private static func level(_ generator: inout SeededGenerator) -> String {
        generator.pick(["basic", "basic", "two", "two", "challenge", "advanced-4", "row-a", "row-ka", "review", "none"])
    }

    private static func start(_ generator: inout SeededGenerator, level: String) -> JSON {
        guard case .object(var params) = deck(&generator) else { return [:] }
        params.append("level", .string(level))
        if generator.chance(50) { params.append("restart", .bool(generator.chance(80))) }
        return .object(params)
    }

    private static func answer(_ generator: inout SeededGenerator) -> JSON {
        var params = JSONObject()
        params.append("question", generator.chance(85) ? openQuestion : .integer(generator.pick([0, 1, 2, 99])))
        let place: JSON =
            generator.chance(80)
            ? generator.pick([rightPlace, rightPlace, wrongPlace]) : .integer(generator.pick([-1, 0, 1, 3, 16]))
        params.append("place", place)
        if generator.chance(10) { params.append("drill", .integer(generator.pick([1, 7]))) }
        return .object(params)
    }

    /// A drill that is played to its end, or nearly.
    static func played(_ generator: inout SeededGenerator) -> [Step] {
        let (deck, level, count) = generator.pick([
            ("pairs", "two", 2), ("pairs", "two", 2), ("pairs", "basic", 10), ("colours", "basic", 10),
            ("hiragana", "row-a", 10), ("pairs", "challenge", 20), ("pairs", "review", 3),
            ("colours", "advanced-4", 15),
        ])
        var steps: [Step] = [
            .request(method: "drill.start", params: ["deck": .string(deck), "level": .string(level), "restart": true])
        ]
        let hasMistakes = generator.chance(30)
        for _ in 0..<count {
            if generator.chance(40) {
                steps.append(.directive(["advance": .number(Double(generator.below(2000)) / 1000)]))
            }
            if hasMistakes, generator.chance(20) {
                steps.append(.request(method: "drill.answer", params: ["question": openQuestion, "place": wrongPlace]))
                steps.append(.directive(["advance": .number(generator.pick([0.249, 0.25, 0.5]))]))
            }
            steps.append(.request(method: "drill.answer", params: ["question": openQuestion, "place": rightPlace]))
        }
        guard generator.chance(40) else { return steps }
        let disturbance: JSON = generator.pick([
            ["advance": 48], ["advance": 60], ["sleep": 0.9], ["sleep": 2], ["down": 20], ["down": 80], ["reboot": 5],
            ["stepClock": 3600], ["stepClock": -3],
        ])
        steps.insert(.directive(disturbance), at: 1 + generator.below(steps.count))
        return steps
    }
}
