import GardenAPI
import TestSupport
import TimeKit

/// An independent account of what drills are, following RULES D2, D6, D7 and D8 literally.
struct DrillModel {
    /// A level as the rules define it.
    struct Level {
        var id: String
        var questions: Int
        var choices: Int
        var limit: Int
        var isEndedByMistake: Bool
        var star: Int
    }

    struct Record: Equatable {
        var best: Int?
        var stars: Set<Int> = []
        var runs = 0
        var clears = 0
    }

    struct Entry: Equatable {
        var asked = 0
        var missed = 0
        var box = 1
        var answeredOn: Int
        var raisedOn: Int?

        func isDue(on day: Int) -> Bool { answeredOn + [1, 2, 4, 8, 16][box - 1] <= day || answeredOn > day }

        mutating func answer(isRight: Bool, on day: Int) {
            asked += 1
            answeredOn = day
            guard isRight else {
                missed += 1
                box = 1
                return
            }
            guard raisedOn != day else { return }
            box = min(5, box + 1)
            raisedOn = day
        }
    }

    /// A deck in one language: what is shown for each word, in the order of the deck.
    struct Deck {
        var words: [(text: String, shows: Set<String>)]
        /// Its own levels, and the words that they ask.
        var own: [(level: Level, words: Set<String>)] = []

        /// The levels that open one after the other.
        var standard: [Level] {
            let counts = [4, 6, 9, 12, 16].filter { $0 <= words.count }
            let challenge = Level(
                id: "challenge", questions: 20, choices: counts.last ?? words.count, limit: 60_000,
                isEndedByMistake: true, star: 30_000)
            let basic = Level(
                id: "basic", questions: 10, choices: min(4, words.count), limit: 60_000, isEndedByMistake: false,
                star: 20_000)
            return [basic]
                + counts.map { count in
                    Level(
                        id: "advanced-\(count)", questions: 15, choices: count, limit: 60_000, isEndedByMistake: false,
                        star: 30_000)
                } + [challenge]
        }

        /// The lists in which levels open.
        var series: [[Level]] { [standard, own.map(\.level)] }

        func words(of level: String) -> Set<String> {
            own.first { $0.level.id == level }?.words ?? Set(words.map(\.text))
        }
    }

    /// By the name of the deck, and the language where it is not the default.
    private(set) var decks: [String: Deck] = [:]
    var records: [String: [String: Record]] = [:]
    var entries: [String: [String: Entry]] = [:]
    /// The first answers to questions, in the order of their times.
    private var answers: [String: [String: [Answer]]] = [:]
    /// The times of all answers in the order of the journal, and whether each was given in a drill that ran here.
    private var journal: [(at: Instant, isOfRun: Bool)] = []

    struct Answer {
        var at: Instant
        var day: Int
        var isRight: Bool
    }

    init() {
        func level(_ id: String, _ questions: Int, _ choices: Int, _ limit: Int, _ isEnded: Bool, _ star: Int) -> Level
        {
            Level(id: id, questions: questions, choices: choices, limit: limit, isEndedByMistake: isEnded, star: star)
        }
        decks["pairs"] = Deck(
            words: [("A", ["a", "(a)"]), ("B", ["b", "(b)"]), ("C", ["c", "(c)"])],
            own: [(level("two", 2, 2, 12_000, true, 5000), ["A", "B"])])
        let (english, japanese) = (Self.colours.map(\.english), Self.colours.map(\.japanese))
        for (name, words) in [("colours", english), ("colours/ja", japanese)] {
            decks[name] = Deck(words: zip(words, Self.colours).map { ($0, Set($1.shows.map(String.init))) })
        }
        let rows = [
            "あaいiうuえeおo", "かkaきkiくkuけkeこko", "さsaしshiすsuせseそso", "たtaちchiつtsuてteとto",
            "なnaにniぬnuねneのno", "はhaひhiふfuへheほho", "まmaみmiむmuめmeもmo", "やyaゆyuよyo",
            "らraりriるruれreろro", "わwaをwoんn",
        ]
        let kana = rows.map(Self.kana)
        let names = ["a", "ka", "sa", "ta", "na", "ha", "ma", "ya", "ra", "wa"]
        decks["hiragana"] = Deck(
            words: kana.flatMap(\.self).map { ($0.word, [$0.sign]) },
            own: zip(names, kana).map { name, row in
                (level("row-\(name)", 10, row.count, 60_000, false, 20_000), Set(row.map(\.word)))
            })
    }

    private static let colours: [(shows: [Character], english: String, japanese: String)] = [
        (["🔴", "🟥"], "red", "赤"), (["🟠", "🟧", "🧡"], "orange", "オレンジ"), (["🟡", "🟨", "💛"], "yellow", "黄色"),
        (["🟢", "🟩", "💚"], "green", "緑"), (["🔵", "🟦", "💙"], "blue", "青"), (["🟣", "🟪", "💜"], "purple", "紫"),
        (["🟤", "🟫", "🤎"], "brown", "茶色"), (["⚫", "⬛", "🖤"], "black", "黒"), (["⚪", "⬜", "🤍"], "white", "白"),
    ]

    private static func kana(_ row: String) -> [(sign: String, word: String)] {
        row.reduce(into: []) { signs, character in
            if character.isASCII {
                signs[signs.count - 1].word.append(character)
            } else {
                signs.append((String(character), ""))
            }
        }
    }

    // MARK: Names

    /// The key of a deck that a request names, or why there is none.
    func deck(_ name: String, _ language: String?) -> String? {
        let matching = ["colours", "pairs", "hiragana"].filter { $0.hasPrefix(name.lowercased()) }
        guard matching.count == 1 else { return nil }
        let base = matching[0]
        switch (base, language) {
        case (_, nil), ("colours", "en"), ("hiragana", "ja"): return base
        case ("colours", "ja"): return "colours/ja"
        default: return nil
        }
    }

    func level(_ id: String, of deck: String) -> Level? { decks[deck]?.series.flatMap(\.self).first { $0.id == id } }

    /// The level that must be cleared first; `nil` if it is open.
    func lock(of id: String, in deck: String) -> String? {
        for series in decks[deck]?.series ?? [] {
            guard let index = series.firstIndex(where: { $0.id == id }), index > 0 else { continue }
            let before = series[index - 1].id
            if records[deck]?[before]?.clears ?? 0 == 0 { return before }
        }
        return nil
    }

    func next(after id: String, in deck: String) -> String? {
        for series in decks[deck]?.series ?? [] {
            guard let index = series.firstIndex(where: { $0.id == id }), index + 1 < series.count else { continue }
            return series[index + 1].id
        }
        return nil
    }

    // MARK: Answers

    /// An answer that is given now.
    mutating func answer(_ deck: String, _ word: String, _ answer: Answer) {
        answers[deck, default: [:]][word, default: []].append(answer)
        entries[deck, default: [:]][word, default: Entry(answeredOn: answer.day)]
            .answer(isRight: answer.isRight, on: answer.day)
    }

    /// An answer that was given at its time, wherever that is among the others: all of them are counted again.
    mutating func insert(_ deck: String, _ word: String, _ answer: Answer) {
        var all = answers[deck]?[word] ?? []
        let place = all.firstIndex { $0.at > answer.at } ?? all.count
        all.insert(answer, at: place)
        answers[deck, default: [:]][word] = all
        var entry = Entry(answeredOn: all[0].day)
        for answer in all { entry.answer(isRight: answer.isRight, on: answer.day) }
        entry.answeredOn = max(entries[deck]?[word]?.answeredOn ?? answer.day, answer.day)
        entries[deck, default: [:]][word] = entry
    }

    /// Whether the times of the answers to a word are not in their order.
    func isDisordered(_ deck: String, _ word: String) -> Bool {
        let all = answers[deck]?[word] ?? []
        return zip(all, all.dropFirst()).contains { $0.at > $1.at || $0.day > $1.day }
    }

    mutating func note(at instant: Instant, isOfRun: Bool) { journal.append((instant, isOfRun)) }

    /// Whether answers since an instant are behind one that a drill gave earlier, under a clock that was set back.
    func areHidden(since begin: Instant) -> Bool {
        guard let last = journal.lastIndex(where: { $0.isOfRun && $0.at < begin }) else { return false }
        return journal[..<last].contains { $0.at >= begin }
    }

    /// The words that a review asks, in order.
    func due(in deck: String, on day: Int) -> [String] {
        let words = decks[deck]?.words.map(\.text) ?? []
        let due = words.enumerated().filter { entries[deck]?[$0.element]?.isDue(on: day) ?? false }
        func missed(_ word: String) -> Int { entries[deck]?[word]?.missed ?? 0 }
        return due.sorted {
            ($1.offset == $0.offset) ? false : (missed($0.element), -$0.offset) > (missed($1.element), -$1.offset)
        }
        .prefix(10).map(\.element)
    }

    func shows(_ word: String, _ deck: String) -> Set<String> {
        decks[deck]?.words.first { $0.text == word }?.shows ?? []
    }

    /// The stars of a clear.
    static func stars(_ level: Level, elapsed: Int, mistakes: Int) -> Set<Int> {
        var stars: Set = [1]
        if level.isEndedByMistake ? Double(elapsed) <= 1.5 * Double(level.star) : mistakes == 0 { stars.insert(2) }
        if elapsed <= level.star { stars.insert(3) }
        return stars
    }
}
