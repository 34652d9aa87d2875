/// The search for a date at the end of a sentence.
struct SentenceEnd {
    let sentence: SentenceTokens
    let reader: DatePhraseReader

    /// The date that the longest possible part of the last words names.
    func schedule() throws(DatePhraseError) -> FoundSchedule? {
        let end = sentence.tokens.count
        guard end > 0, !sentence.isPreposition(end - 1) else { return nil }
        // 每天 水
        if sentence.isWeakWeekday(end - 1), !sentence.isOfSeparatedWords(end - 1) { return nil }
        var start = end
        while start > 0, end - start < SentenceTokens.mostTokens, sentence.isKnown(start - 1) { start -= 1 }
        for first in start..<end where mayBegin(first) {
            guard let word = sentence.word(beginningAt: first) else { continue }
            let text = sentence.original(from: first)
            guard let schedule = try? reader.schedule(text), sentence.isCertain(first..<end) else { continue }
            // *Say good night tomorrow*: the night belongs to the title, the rest does not.
            if word > 0, isBinding(word - 1), !sentence.isCertain(first, in: first..<end) { continue }
            guard try !isBound(first, word: word, after: start) else { return nil }
            return FoundSchedule(schedule: schedule, text: text, count: sentence.words.count - word)
        }
        try refuse(start..<end)
        return nil
    }

    /// A phrase does not begin with the article of a title: *read the daily*.
    private func mayBegin(_ index: Int) -> Bool {
        if sentence.tokens[index].weekday != nil, sentence.tokens[index].range.count == 1 {
            // 水 10時, but not 水 毎日.
            let tokens = sentence.tokens.indices
            return tokens.contains(index + 1) && sentence.namesTime(index + 1, in: tokens)
        }
        switch sentence.spelling(index) {
        case "and", "of", "o'clock", "oclock": return false
        case "the":
            guard index + 1 < sentence.tokens.count else { return false }
            let next = sentence.tokens[index + 1]
            return next.number != nil || next.means(.day(2))
        default: return true
        }
    }

    /// Whether a word needs what follows it, so that a date after it belongs to the title.
    private func isBinding(_ word: Int) -> Bool {
        let text = sentence.words[word]
        let (lower, last) = (text.lowercased(), text.last)
        return Language.all.contains { language in
            language.binding.words.contains(lower) || last.map(language.binding.endings.contains) ?? false
        }
    }

    /// Whether the words before a phrase, which are words of dates too, make it a part of the title.
    ///
    /// - Throws: if they are a part of the date that is not understood together with the rest.
    private func isBound(_ first: Int, word: Int, after start: Int) throws(DatePhraseError) -> Bool {
        let tokens = sentence.tokens
        if let every = (start..<first).last(where: sentence.beginsRepetition) {
            try refuse(from: every)
            return true
        }
        if word > 0, isBinding(word - 1) { return true }
        guard let last = (start..<first).last(where: { !tokens[$0].isFiller }) else { return false }
        let isDate =
            tokens[last].shift != nil
            || tokens[last].meaning {
                switch $0 {
                case .day, .period: true
                default: nil
                }
            } ?? false
        if isDate || sentence.isCertain(last, in: start..<first) {
            try refuse(from: last)
            return true
        }
        if tokens[last].number != nil, last > start, ["at", "@", "by", "on"].contains(sentence.spelling(last - 1)) {
            try refuse(from: last - 1)
            return true
        }
        return false
    }

    /// Refuses words that begin or contain a date and are not understood.
    private func refuse(_ known: Range<Int>) throws(DatePhraseError) {
        let tokens = sentence.tokens
        let last = tokens.indices.suffix(SentenceTokens.mostTokens)
        if let every = last.last(where: { tokens[$0].means(.every) }), isRepetition(every) {
            try refuse(from: every)
            return
        }
        guard var first = known.first(where: { sentence.isCertain($0, in: known) }) else { return }
        let belongsBefore = { (index: Int) in
            tokens[index].shift != nil || tokens[index].means(.ahead) || tokens[index].isFiller
        }
        while first > known.lowerBound, belongsBefore(first - 1), mayBegin(first - 1) { first -= 1 }
        try refuse(from: first)
    }

    /// A longer one has only words of dates.
    private static let mostTokensOfRepetition = 5

    /// Whether the words from *every* to the end say how often, but are not understood: *every third day*, *every 5 minutes*,
    /// but not *every second*.
    private func isRepetition(_ every: Int) -> Bool {
        let tokens = sentence.tokens
        let rest = tokens.indices.dropFirst(every + 1)
        guard let last = rest.last else { return false }
        let isShort = rest.count < Self.mostTokensOfRepetition && rest.allSatisfy(isKnownOrWord)
        guard isShort || rest.allSatisfy(sentence.isKnown) else { return false }
        let token = tokens[last]
        // 每周一三五
        let isNumeral = sentence.spelling(last).allSatisfy { Vocabulary.all.numeral($0) != nil }
        return token.span != nil || token.weekday != nil || token.part != nil || token.weekdaySet != nil
            || (token.unit != nil && rest.dropLast().contains { tokens[$0].number != nil })
            || (isNumeral && tokens[last - 1].weekday != nil)
            || Language.all.contains { $0.otherIntervals.contains(sentence.spelling(last)) }
    }

    private func isKnownOrWord(_ token: Int) -> Bool {
        sentence.isKnown(token) || sentence.spelling(token).allSatisfy { $0.isLetter || $0 == "-" }
    }

    /// Refuses the words from a token on if they are a date that is not understood. A date in the past, or after a word that
    /// needs it, belongs to the title.
    private func refuse(from token: Int) throws(DatePhraseError) {
        guard let word = sentence.word(beginningAt: token), word == 0 || !isBinding(word - 1) else { return }
        do throws(DatePhraseError) { _ = try reader.schedule(sentence.original(from: token)) } catch {
            if error.problem != .past { throw error }
        }
    }
}
