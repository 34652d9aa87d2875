import GardenAPI

/// A question of a drill. Words and texts are in the lists of ``DrillQuestions``.
struct DrillQuestion: WireObject, Equatable {
    static let name = "DrillQuestion"

    /// The word that is asked.
    var word: Int
    /// The texts of its places.
    var shown: [Int]
    /// The place of the asked entry.
    var right: Int

    static let fields = Fields(
        DrillQuestion.init,
        .required("word", \.word, "the number of the word that is asked"),
        .required("shown", \.shown, "the numbers of the texts of its places"),
        .required("right", \.right, "the place of the asked entry"))

    /// The same with its places in another order.
    ///
    /// - Parameter order: the places as they were, in the order in which they are now.
    func arranged(_ order: [Int]) -> DrillQuestion {
        DrillQuestion(word: word, shown: order.map { shown[$0] }, right: order.firstIndex(of: right) ?? right)
    }
}

/// The questions of a drill, complete without its deck (RULES D3).
struct DrillQuestions: WireObject, Equatable {
    static let name = "DrillQuestions"

    var words: [DrillWord]
    var texts: [String]
    var all: [DrillQuestion]

    static let fields = Fields(
        DrillQuestions.init,
        .required("words", \.words, "the words that are asked"),
        .required("texts", \.texts, "what places show"),
        .required("questions", \.all, "the questions"))

    func validate() throws(ValidationError) {
        for (index, question) in all.enumerated() {
            let isComplete =
                words.indices.contains(question.word) && question.shown.allSatisfy(texts.indices.contains)
                && question.shown.indices.contains(question.right)
            guard isComplete else {
                throw ValidationError(path: ["questions", "\(index)"], problem: "has no such word, text or place")
            }
        }
        guard !all.isEmpty else { throw ValidationError(path: ["questions"], problem: "must not be empty") }
    }

    func word(of question: Int) -> DrillWord { words[all[question].word] }

    func places(of question: Int) -> [Drill.Place] { all[question].shown.map { Drill.Place(text: texts[$0]) } }
}

extension DrillQuestions {
    /// The questions of a level: all entries in random order, again and again, until there are enough.
    init(_ level: DeckLevel, of entries: [AskedEntry], _ random: inout DrillRandom) {
        var asked: [Int] = []
        while asked.count < level.questions { asked += random.permutation(entries.count) }
        self.init(asking: Array(asked.prefix(level.questions)), of: entries, choices: level.choices, &random)
    }

    /// - Parameter asked: the entries in the order in which they are asked.
    init(asking asked: [Int], of entries: [AskedEntry], choices: Int, _ random: inout DrillRandom) {
        self.init(words: [], texts: [], all: [])
        var wordNumbers: [Int: Int] = [:]
        var textNumbers: [String: Int] = [:]
        for entry in asked {
            // The others, without the asked entry: it takes a place of its own.
            let others = random.sample(choices - 1, of: entries.count - 1).map { $0 < entry ? $0 : $0 + 1 }
            let right = random.index(below: choices)
            let shown = others[..<right] + [entry] + others[right...]
            let numbers = shown.map { entry -> Int in
                let shows = entries[entry].shows
                let text = shows[random.index(below: shows.count)]
                let number = textNumbers[text] ?? texts.count
                if textNumbers.updateValue(number, forKey: text) == nil { texts.append(text) }
                return number
            }
            let word = wordNumbers[entry] ?? words.count
            if wordNumbers.updateValue(word, forKey: entry) == nil { words.append(entries[entry].word) }
            all.append(DrillQuestion(word: word, shown: numbers, right: right))
        }
    }
}
