import GardenAPI
import TestSupport
import Testing
import TimeKit

@testable import GardenCore

/// The values of a deck's file, and the built-in decks (RULES D1).
struct DeckFileTests {
    private func deck(_ json: JSON, named name: String = "planets") throws -> Deck {
        try DeckFile(named: name, json).deck
    }

    private func problem(_ json: JSON, named name: String = "planets") -> String? {
        do throws(ValidationError) { _ = try DeckFile(named: name, json) } catch { return error.message }
        return nil
    }

    private static func entries(_ count: Int) -> JSON {
        .array((0..<count).map { ["show": .string("s\($0)"), "ask": .string("w\($0)")] })
    }

    @Test func aDeckCanHaveEverything() throws {
        let deck = try deck([
            "language": "ja",
            "entries": [
                ["show": "☿", "ask": "水星", "say": "すいせい", "group": "inner"],
                ["show": ["♀", "🟡"], "ask": ["en": "Venus", "ja": "金星"], "group": "inner"],
                ["show": "♃", "ask": "Jupiter", "language": "en"],
            ],
            "levels": [["id": "inner", "group": "inner", "questions": 4, "limit_seconds": 30, "penalty": "end"]],
        ])
        let inner = DeckLevel(
            id: "inner", group: "inner", questions: 4, choices: 2, limitSeconds: 30, penalty: .end, starSeconds: 20,
            isOwn: true)
        #expect(
            deck
                == Deck(
                    name: "planets",
                    entries: [
                        .init(
                            shows: ["☿"], words: [DrillWord(text: "水星", say: "すいせい", language: "ja")], group: "inner"),
                        .init(
                            shows: ["♀", "🟡"],
                            words: [
                                DrillWord(text: "金星", say: "金星", language: "ja"),
                                DrillWord(text: "Venus", say: "Venus", language: "en"),
                            ], group: "inner"),
                        .init(shows: ["♃"], words: [DrillWord(text: "Jupiter", say: "Jupiter", language: "en")]),
                    ], levels: [inner]))
        #expect(deck.languages == ["ja", "en"])
    }

    @Test("D1: a deck has 2 to 256 entries", arguments: [(1, false), (2, true), (256, true), (257, false)])
    func sizes(count: Int, isValid: Bool) {
        let problem = problem(["entries": Self.entries(count)])
        #expect(problem == (isValid ? nil : "the value must have 2 to 256 entries, not \(count)"))
    }

    private static let a: JSON = ["show": "a", "ask": "A"]

    @Test(
        "D1: what is wrong is named with its entry",
        arguments: [
            ([:], "entries is missing"),
            (["entries": 5], "entries must be a list, not 5"),
            (["entries": [a, 5]], "entry 2: the value must be an object, not 5"),
            (["entries": [a, ["ask": "B"]]], "entry 2 (\"B\"): show is missing"),
            (["entries": [a, ["show": "b"]]], "entry 2 (\"b\"): ask is missing"),
            (
                ["entries": [a, ["show": "", "ask": "B"]]],
                "entry 2 (\"B\"): show must be a line of 1 to 40 characters, not \"\""
            ),
            (["entries": [a, ["show": [], "ask": "B"]]], "entry 2 (\"B\"): show must have 1 to 16 texts, not 0"),
            (
                ["entries": [a, ["show": "b", "ask": "  "]]],
                "entry 2 (\"  \"): ask must be a line of 1 to 100 characters, not \"  \""
            ),
            (
                ["entries": [a, ["show": "b\u{7}", "ask": "B"]]],
                "entry 2 (\"B\"): show contains U+0007 BELL, which is a control character and is not allowed"
            ),
            (
                ["entries": [a, ["show": ["b", "b\u{202E}"], "ask": "B"]]],
                "entry 2 (\"B\"): show.2 contains U+202E RIGHT-TO-LEFT OVERRIDE, which changes the text direction and is not allowed"
            ),
            (["entries": [a, ["show": "b", "ask": "a"]]], "entry 2 (\"a\"): ask \"a\" is asked by entry 1, too"),
            (["entries": [a, ["show": "a", "ask": "B"]]], "entry 2 (\"B\"): show \"a\" is shown by entry 1, too"),
            (["entries": [a, ["show": ["b", "b"], "ask": "B"]]], "entry 2 (\"B\"): show \"b\" is shown twice"),
            (
                ["entries": [a, ["show": "b", "ask": ["e n": "B"]]]],
                "entry 2 (\"b\"): ask has a language that must be a language such as \"en\" or \"pt-BR\", not \"e n\""
            ),
            (
                ["entries": [a, ["show": "b", "ask": [:]]]],
                "entry 2 (\"b\"): ask must have words in 1 to 16 languages, not 0"
            ),
            (
                ["entries": [a, ["show": "b", "ask": ["en": "B"], "say": "bee"]]],
                "entry 2 (\"b\"): say is not allowed with words in several languages"
            ),
            (
                ["entries": [a, ["show": "b", "ask": "B", "language": "-x"]]],
                "entry 2 (\"B\"): language must be a language such as \"en\" or \"pt-BR\", not \"-x\""
            ),
            (
                ["entries": [a, ["show": "b", "ask": "B", "colour": "red"]]],
                "entry 2 (\"B\"): colour is unknown; allowed: show, ask, say, language, group"
            ),
            (["entries": entries(4), "title": "x"], "title is unknown; allowed: language, entries, levels"),
            (
                ["entries": entries(4), "levels": [["id": "basic"]]],
                "level 1: id \"basic\" is the name of another level"
            ),
            (
                ["entries": entries(4), "levels": [["id": "x"], ["id": "X"]]],
                "level 2: id \"X\" is the name of another level"
            ),
            (
                ["entries": entries(4), "levels": [["id": "x", "choices": 5]]],
                "level 1: choices needs 5 entries; the deck has 4"
            ),
            (
                ["entries": entries(4), "levels": [["id": "x", "group": "g"]]],
                "level 1: group needs 2 entries; the group \"g\" has 0"
            ),
            (
                ["entries": entries(4), "levels": [["id": "x", "penalty": "death"]]],
                "level 1: penalty must be one of \"shuffle\", \"end\", not \"death\""
            ),
            (
                ["entries": entries(4), "levels": [["id": "x", "limit_seconds": 10, "star_seconds": 11]]],
                "level 1: star_seconds must be at most the limit, 10, not 11"
            ),
        ] as [(JSON, String)])
    func problems(json: JSON, message: String) {
        #expect(
            problem(json)?.replacing("the value entry", with: "entry").replacing("the value level", with: "level")
                == message)
    }

    @Test("D1: the name of a file is the name of its deck")
    func names() {
        let json: JSON = ["entries": Self.entries(2)]
        #expect(problem(json, named: "Planets of ours") == nil)
        #expect(problem(json, named: "flags") == "the value has the name of a built-in deck, flags; rename it")
        #expect(problem(json, named: "FLAGS") == "the value has the name of a built-in deck, flags; rename it")
        #expect(
            problem(json, named: "12")
                == "the value is not the name of a deck: it must not consist only of digits: 12 is read as an id")
    }

    @Test("D1: the built-in decks obey the rules for files", arguments: BuiltInDecks.all)
    func builtIn(deck: Deck) throws {
        let entries: [JSON] = deck.entries.map { entry in
            let words = entry.words.map { ($0.language ?? "en", JSON.string($0.text)) }
            return ["show": .array(entry.shows.map(JSON.string)), "ask": .object(JSONObject(words))]
        }
        let copy = try self.deck(
            ["language": .string(deck.languages[0]), "entries": .array(entries)], named: "copy of \(deck.name)")
        #expect(copy.entries.map(\.shows) == deck.entries.map(\.shows))
        #expect(copy.entries.map { $0.words.map(\.text) } == deck.entries.map { $0.words.map(\.text) })
    }

    @Test func theBuiltInDecks() throws {
        let garden = try CoreGarden()
        #expect(
            try garden.ask(DrillDecks()).map { "\($0.name) \($0.entries) \($0.languages.joined(separator: " "))" } == [
                "shapes 17 en ja zh", "colours 9 en ja zh", "animals 40 en ja zh", "fruits-and-vegetables 31 en ja zh",
                "vehicles 22 en ja zh", "flags 72 en ja zh", "numbers 11 en ja zh", "hiragana 46 ja",
            ])
        let japan = try garden.entry("Japan", of: "flags")
        #expect(japan.shows == ["🇯🇵"])
        let zero = try garden.entry("zero", of: "numbers")
        #expect(zero.shows == ["0", "⓪", "〇"])
        let wo = try garden.entry("wo", of: "hiragana")
        #expect((wo.shows, wo.word, wo.group) == (["を"], DrillWord(text: "wo", say: "を", language: "ja"), "wa"))
    }

    @Test("D1: a deck of a file that is refused is not found, and its problem says why; the others stay")
    func refusedDecks() throws {
        let garden = try CoreGarden()
        garden.changeDecks(
            DeckLibrary(
                own: [.letters(3)], problems: [.init(deck: "bad", message: "/decks/bad.toml: entry 2: show is missing")]
            ))
        let refusal = try garden.refusal(of: DrillStart(deck: "bad", level: "basic"))
        #expect(refusal == Refusal(.notFound, ["kind": "deck", "name": "bad"]))
        #expect(refusal.message == "the deck \"bad\" is refused: /decks/bad.toml: entry 2: show is missing")
        #expect(try garden.perform(DrillStart(deck: "letters", level: "basic")).of == 10)
    }

    @Test("D1: a deck that is edited or removed does not affect a running drill; records stay")
    func editedDecks() throws {
        let garden = try CoreGarden(decks: [.letters(4)])
        try garden.play("letters", "basic", milliseconds: 20_000)
        let drill = try garden.perform(DrillStart(deck: "letters", level: "advanced-4"))
        garden.changeDecks(DeckLibrary())
        #expect(try garden.ask(DrillGet()) == drill)
        for _ in 1...15 { try garden.answer(right: true) }
        #expect(try garden.ask(DrillGet()).opened == "challenge")
        garden.changeDecks(DeckLibrary(own: [.letters(3)]))
        #expect(try garden.ask(DrillLevels(deck: "letters")).map(\.record?.clears) == [1, nil])
    }
}
