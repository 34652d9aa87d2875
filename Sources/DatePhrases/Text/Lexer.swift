/// Splits a phrase into tokens; the longest word wins. Its time is linear in the length of the text, because the length
/// of a word is bounded by the vocabulary.
struct Lexer {
    private let characters: [Character]
    private let vocabulary: Vocabulary
    private var index = 0
    private var tokens: [Token] = []

    /// The tokens of a text. Spaces and punctuation between them are left out.
    static func tokens(of text: PhraseText, _ vocabulary: Vocabulary) -> [Token] {
        var lexer = Lexer(characters: text.characters, vocabulary: vocabulary)
        while lexer.index < lexer.characters.count { lexer.readNext() }
        return lexer.tokens
    }

    private init(characters: [Character], vocabulary: Vocabulary) {
        self.characters = characters
        self.vocabulary = vocabulary
    }

    /// Characters that say nothing between two words.
    private static let punctuation: Set<Character> = [" ", ",", ".", "(", ")", "、", "。"]

    private mutating func readNext() {
        let character = characters[index]
        if Self.punctuation.contains(character) {
            index += 1
        } else if let (delay, end) = DelayPhrase.read(characters, from: index) {
            append(.delay(delay), until: end)
        } else if NumericLiteral.isDigit(character) {
            let end = NumericLiteral.end(in: characters, from: index)
            // *15th of every month*
            if let word = vocabulary.longestWord(in: characters, at: index), word.range.upperBound > end {
                return append(.word(word.senses), until: word.range.upperBound)
            }
            if readClock(until: end) { return }
            if let date = NumericLiteral.dottedDate(characters, index..<end) {
                return append(.date(date.content), until: date.end)
            }
            let content = NumericLiteral.content(of: characters[index..<end])
            append(content, until: end)
            if case .date = content { skipTimeDesignator() }
        } else {
            readWord()
        }
    }

    /// The time of `9.45am`, `17h30` and `4:30p`; nothing is read if none begins here.
    ///
    /// - Parameter end: of the digits and what joins them.
    private mutating func readClock(until end: Int) -> Bool {
        let fields = characters[index..<end].split { !NumericLiteral.isDigit($0) }.map { Int(String($0)) ?? 99 }
        let separators = characters[index..<end].filter { !NumericLiteral.isDigit($0) }
        let next = characters[end...].prefix(5)
        let isWordEnd = { (count: Int) in next.dropFirst(count).first.map { !$0.isLetter && !$0.isNumber } ?? true }
        // 1230pm
        let digits = characters[index..<end]
        if separators.isEmpty, (3...4).contains(digits.count), (1...12).contains(fields[0] / 100), fields[0] % 100 < 60,
            let half = next.drop(while: { $0 == " " }).first, "ap".contains(half), isHalfOfDay(next)
        {
            append(.time(hour: fields[0] / 100, minute: fields[0] % 100), until: end)
            return true
        }
        if separators.isEmpty, fields[0] < 24, next.first == "h" {
            let digits = next.dropFirst().prefix(while: NumericLiteral.isDigit)
            guard digits.count == 2, let minute = Int(String(digits)), minute < 60, isWordEnd(3) else { return false }
            append(.time(hour: fields[0], minute: minute), until: end + 3)
            return true
        }
        guard fields.count == 2, fields[0] <= 12, fields[1] < 60,
            characters[..<end].suffix(2).allSatisfy(NumericLiteral.isDigit)
        else { return false }
        if separators == ["."], let half = next.drop(while: { $0 == " " }).first, "ap".contains(half) {
            guard isHalfOfDay(next) else { return false }
            append(.time(hour: fields[0], minute: fields[1]), until: end)
            return true
        }
        if separators == [":"], let half = next.first, "ap".contains(half), isWordEnd(1),
            let word = vocabulary.longestWord(in: [half, "m"], at: 0)
        {
            append(.time(hour: fields[0], minute: fields[1]), until: end)
            append(.word(word.senses), until: end + 1)
            return true
        }
        return false
    }

    /// Whether *am* or *pm* begins a text, after blanks.
    private func isHalfOfDay(_ text: ArraySlice<Character>) -> Bool {
        let word = vocabulary.longestWord(in: characters, at: text.drop { $0 == " " }.startIndex)
        return word?.senses.contains { sense in
            if case .part(let part) = sense.meaning { part.alone == nil } else { false }
        } ?? false
    }

    /// A word, a written-out number, or something unknown.
    private mutating func readWord() {
        let word = vocabulary.longestWord(in: characters, at: index)
        let endOfNumeral = endOfNumeral()
        if let word, word.range.upperBound >= endOfNumeral {
            append(.word(word.senses), until: word.range.upperBound)
        } else if endOfNumeral > index {
            append(number(of: characters[index..<endOfNumeral]), until: endOfNumeral)
        } else {
            append(.unknown, until: endOfUnknown())
        }
    }

    private mutating func append(_ content: Token.Content, until end: Int) {
        tokens.append(Token(content: content, range: index..<end))
        index = end
    }

    /// The `T` of ISO 8601 between a date and a time.
    private mutating func skipTimeDesignator() {
        guard index + 1 < characters.count, characters[index] == "t", NumericLiteral.isDigit(characters[index + 1])
        else { return }
        index += 1
    }

    /// The end of what is not understood: of the word, or before the next one of at least two characters, because a
    /// single one is more likely a part of what is unknown.
    private func endOfUnknown() -> Int {
        var end = index + 1
        while end < characters.count {
            let character = characters[end]
            if Self.punctuation.contains(character) || NumericLiteral.isDigit(character) { break }
            let isInsideWord =
                vocabulary.isSeparatedLetter(character) && vocabulary.isSeparatedLetter(characters[end - 1])
            if !isInsideWord, let word = vocabulary.longestWord(in: characters, at: end), word.range.count > 1 { break }
            end += 1
        }
        return end
    }
}

// MARK: - Written-out numbers

extension Lexer {
    private func endOfNumeral() -> Int {
        characters[index...].firstIndex { vocabulary.numeral($0) == nil } ?? characters.count
    }

    /// 十二, 二十五: up to 99. 三, 零五, 二〇二六: digit by digit.
    private func number(of signs: ArraySlice<Character>) -> Token.Content {
        let values = signs.compactMap(vocabulary.numeral)
        if let ten = values.firstIndex(of: 10) {
            let (tens, ones) = (values[..<ten], values[(ten + 1)...])
            guard tens.count <= 1, ones.count <= 1, tens.first != 0, ones.first != 0, ones.first != 10 else {
                return .unknown
            }
            let value = (tens.first ?? 1) * 10 + (ones.first ?? 0)
            return .number(Token.Number(value: value, digits: 2, hasHalf: false))
        }
        let isMinute = values.count == 2 && values[0] == 0
        guard values.count == 1 || isMinute || values.count == 4 else { return .unknown }
        let value = values.reduce(0) { $0 * 10 + $1 }
        return .number(Token.Number(value: value, digits: values.count, hasHalf: false))
    }
}
