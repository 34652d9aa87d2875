/// A phrase as tokens, and what a refusal of it needs.
struct Phrase {
    let text: PhraseText
    let tokens: [Token]
    private let languages: [Language]
    private let examples: (Language.Examples) -> [String]

    /// Splits a text into tokens, with the words of all languages.
    ///
    /// - Parameter examples: chooses the examples that fit the param.
    init(_ text: String, examples: @escaping (Language.Examples) -> [String]) throws(DatePhraseError) {
        guard let phraseText = PhraseText(text) else {
            throw DatePhraseError(
                problem: .tooLong, word: String(text.prefix(20)), examples: examples(Language.english.examples))
        }
        self.text = phraseText
        languages = Language.all
        tokens = Lexer.tokens(of: phraseText, .all)
        self.examples = examples
    }

    /// The text without some of its tokens.
    func text(without tokens: Range<Int>) -> String {
        let before = text.original(0..<self.tokens[tokens.lowerBound].range.lowerBound).trimmed
        let after = text.original(self.tokens[tokens.upperBound - 1].range.upperBound..<text.characters.count).trimmed
        return [before, after].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The languages of each word; a word that several share has them all.
    private var languagesOfWords: [Set<Int>] {
        tokens.compactMap { token in
            guard case .word(let senses) = token.content else { return nil }
            return Set(senses.map(\.language))
        }
    }

    /// The order of `3/4` that every word of the phrase agrees on; `nil` if there is no word, or one of a language
    /// without an order.
    var numericOrder: Language.NumericOrder? {
        let orders = languagesOfWords.map { Set($0.map { languages[$0].numericOrder }) }
        guard let first = orders.first, first.count == 1, orders.allSatisfy({ $0 == first }) else { return nil }
        return first.first ?? nil
    }

    /// The error of a refusal.
    func error(_ refusal: Refusal) -> DatePhraseError {
        DatePhraseError(
            problem: refusal.problem, word: text.original(refusal.range), examples: examples(language.examples))
    }

    /// The language of most words, the first of several; the first of all if no word is known.
    private var language: Language {
        let words = languagesOfWords
        let counts = languages.indices.map { index in words.count { $0.contains(index) } }
        return languages.indices.max { counts[$0] < counts[$1] || (counts[$0] == counts[$1] && $0 > $1) }
            .map { languages[$0] } ?? .english
    }
}
