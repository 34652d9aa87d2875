/// The beginning or the end of a sentence as tokens, with the places at which its words begin.
struct SentenceTokens {
    /// The longest part of a sentence that is searched, in words and in characters.
    private static let (mostWords, mostCharacters) = (16, 120)

    /// The longest run of tokens that is searched for a phrase, so that its time is bounded. A date has at most half of them.
    static let mostTokens = 24

    let words: [String]
    let text: PhraseText
    let tokens: [Token]
    /// The index in ``PhraseText/characters`` at which each word begins.
    let starts: [Int]

    /// The last words of a sentence; `nil` if there are none that can be searched.
    init?(endOf words: [String]) {
        var count = 0
        let last = words.reversed().prefix { word in
            count += word.count + 1
            return count <= Self.mostCharacters
        }.prefix(Self.mostWords)
        self.init(Array(last.reversed()))
    }

    /// The first words of a sentence; a last one that is too long is cut.
    init?(beginningOf words: [String]) {
        var count = 0
        var first: [String] = []
        for word in words.prefix(Self.mostWords) where count < Self.mostCharacters {
            first.append(String(word.prefix(Self.mostCharacters - count)))
            count += word.count + 1
        }
        self.init(first)
    }

    private init?(_ words: [String]) {
        // A word that begins with a combining mark joins it to the blank before.
        guard !words.isEmpty, let text = PhraseText(words.joined(separator: " ")),
            text.characters.count == words.reduce(words.count - 1, { $0 + $1.count })
        else { return nil }
        self.words = words
        self.text = text
        tokens = Lexer.tokens(of: text, .all)
        var start = 0
        var starts: [Int] = []
        for word in words {
            starts.append(start)
            start += word.count + 1
        }
        self.starts = starts
    }

    /// The word that begins where a token does; `nil` if the token is inside a word.
    func word(beginningAt token: Int) -> Int? { starts.firstIndex(of: tokens[token].range.lowerBound) }

    /// The word that a token is in.
    func word(of token: Int) -> Int { (starts.firstIndex { $0 > tokens[token].range.lowerBound } ?? starts.count) - 1 }

    /// Whether Japanese or Chinese words are in it.
    var hasUnspacedWords: Bool { text.characters.contains { $0.isHiragana || $0.isKatakana || $0.isIdeograph } }

    /// A token as it is compared, in lower case.
    func spelling(_ token: Int) -> String { String(text.characters[tokens[token].range]) }

    /// The text from a token to the end, or of some tokens.
    func original(from token: Int) -> String {
        text.original(tokens[token].range.lowerBound..<text.characters.count)
    }

    func original(_ range: Range<Int>) -> String {
        text.original(tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound)
    }

    func original(until token: Int) -> String { text.original(0..<tokens[token - 1].range.upperBound) }

    /// Whether a token can be a part of a date. The sign + is the mark of points in a sentence, and *Tom* a name.
    func isKnown(_ token: Int) -> Bool {
        // *To* is a word of a date only between weekdays.
        let isSign = tokens[token].content.isUnknown || (tokens[token].means(.through) && !tokens[token].means(.from))
        if tokens[token].means(.lasting) || tokens[token].means(.except), !limitsRepetition(token), !saysHowLong(token)
        {
            return false
        }
        if isDottedTime(token), !isAfterDate(token) { return false }
        return (!isSign || joinsWeekdays(token) || joinsDates(token) || endsTime(token)) && spelling(token) != "+"
            && !isName(token)
    }

    /// Whether a token is a name: *Tom*, and *Tod* but not *tod*.
    private func isName(_ token: Int) -> Bool {
        let word = spelling(token)
        let isCapital = text.original(tokens[token].range).first?.isUppercase ?? false
        return Language.all.contains { $0.names.contains(word) || isCapital && $0.capitalNames.contains(word) }
    }

    /// Whether a token is a time that can be another number, too: 12.30.
    private func isDottedTime(_ token: Int) -> Bool {
        guard case .time = tokens[token].content, token + 1 == tokens.count || !tokens[token + 1].isOfHour else {
            return false
        }
        return text.characters[tokens[token].range].contains(".")
    }

    /// Whether a date or *at* is before a token, which has the form of a usual time: 12.30, but not 1.59 and 20.50.
    private func isAfterDate(_ token: Int) -> Bool {
        guard token > 0, case .time(let hour, let minute) = tokens[token].content, hour >= 6, minute.isMultiple(of: 15)
        else { return false }
        return isOfDate(token - 1) || ["at", "@"].contains(spelling(token - 1))
    }

    /// Whether the word of a token begins before some tokens.
    func isInsideWord(_ token: Int, of known: Range<Int>) -> Bool {
        starts[word(of: token)] < tokens[known.lowerBound].range.lowerBound
    }

    /// Whether a token is inside a word, after a part that is not Japanese or Chinese: foo_today.
    func isInsideWord(_ token: Int) -> Bool {
        let start = tokens[token].range.lowerBound
        return start > 0 && word(beginningAt: token) == nil && text.characters[start - 1].isASCII
            && text.characters[start - 1] != " " && token > 0 && tokens[token - 1].range.upperBound == start
            && tokens[token - 1].content.isUnknown
    }

    /// Whether a token limits a repetition before it: *for 6 weeks*, *except friday*.
    private func limitsRepetition(_ token: Int) -> Bool {
        guard token + 1 < tokens.count,
            tokens.indices[..<token].suffix(Self.mostTokens).contains(where: beginsRepetition)
        else { return false }
        let next = tokens[token + 1]
        if tokens[token].means(.except) {
            return next.weekday != nil || next.weekdaySet != nil || next.repetition != nil
        }
        return next.number != nil && token + 2 < tokens.count
            && (tokens[token + 2].unit?.period != nil || tokens[token + 2].means(.times))
    }

    /// Whether a token says how long something takes after a date: *tomorrow 3pm for 2 hours*, *from monday for 3 days*.
    private func saysHowLong(_ token: Int) -> Bool {
        guard tokens[token].means(.lasting), token > 0, token + 2 < tokens.count else { return false }
        // *In 2 hours for 45 minutes*
        let isAfterDuration =
            tokens[token - 1].unit != nil && tokens[..<token].suffix(4).contains { $0.means(.ahead) }
        guard isOfDate(token - 1) || isAfterDuration else { return false }
        let isFrom = tokens[..<token].contains { $0.means(.spanStart) }
        let words = tokens[(token + 1)...].prefix(4).prefix { $0.number != nil || $0.unit != nil || $0.means(.half) }
        return words.contains { $0.number != nil || $0.means(.half) }
            && words.contains { $0.unit.map { isFrom || $0.period == nil } ?? false }
    }

    /// Whether a token joins the two ends of a span: *dec 23 to 30*, *3pm - 4pm*.
    private func joinsDates(_ token: Int) -> Bool {
        let isJoint = ["-", "~"].contains(spelling(token)) || tokens[token].means(.through)
        guard isJoint, token > 0, token + 1 < tokens.count else { return false }
        return isOfDate(token - 1) && isOfDate(token + 1)
    }

    /// Whether it says that something begins at the time before it: 13:00〜.
    private func endsTime(_ token: Int) -> Bool {
        guard token > 0, tokens[token].isOpenEnd, tokens[token].range.lowerBound == tokens[token - 1].range.upperBound
        else { return false }
        if case .time = tokens[token - 1].content { return true }
        return tokens[token - 1].means(.mark(.hour))
    }

    private func isOfDate(_ index: Int) -> Bool {
        let token = tokens[index]
        switch token.content {
        case .time, .date, .number: return true
        case .timeSpan, .delay, .unknown: return false
        case .word:
            return token.weekday != nil || token.month != nil || token.isMark || token.isOfHour || token.holiday != nil
                || token.part?.alone != nil
                || token.meaning { if case .day = $0 { true } else { nil } } ?? false
        }
    }

    /// Whether a token has a meaning only after a weekday: *mon-fri*, 周一三五.
    private func joinsWeekdays(_ token: Int) -> Bool {
        guard token > 0, tokens[token - 1].weekday != nil else { return false }
        let isSign = spelling(token) == "-" || tokens[token].means(.through)
        return isSign && token + 1 < tokens.count
            && (tokens[token + 1].weekday != nil
                || Vocabulary.all.numeral(Character(String(spelling(token + 1).prefix(1)))) != nil)
            || spelling(token).allSatisfy { Vocabulary.all.numeral($0) != nil }
    }
}
