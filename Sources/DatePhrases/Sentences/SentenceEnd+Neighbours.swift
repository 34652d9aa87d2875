/// The word before a time that names no day, as in *gym tuesdays 18:00*: if it looks like a date, the time is only a part of
/// what was meant.
extension SentenceEnd {
    /// Refuses a phrase without a day after a word that looks like a date.
    func refuseDate(before first: Int, word: Int) throws(DatePhraseError) {
        guard word > 0, !sentence.namesDay(first..<sentence.tokens.count) else { return }
        let beside = sentence.original(from: first)
        if let (text, instead) = vagueDuration(before: word) ?? otherDate(word - 1) {
            throw Self.dateBeside(beside, text, instead)
        }
        if let (text, instead) = try writtenDate(word - 1) { throw Self.dateBeside(beside, text, instead) }
    }

    /// Refuses a repetition after a date such as 12/7, which can be read in two ways.
    func refuseDoubtfulDate(_ word: Int) throws(DatePhraseError) {
        let written = sentence.words[word]
        guard written.contains("/"),
            let token = sentence.tokens.indices.first(where: { sentence.word(of: $0) == word }),
            sentence.isNumericDate(token)
        else { return }
        do throws(DatePhraseError) { _ = try reader.schedule(written) } catch {
            if case .ambiguous = error.problem { throw error }
        }
    }

    /// Refuses *every day for 10 minutes*, where how long follows how often.
    func refuseHowLong(_ last: Range<Int>) throws(DatePhraseError) {
        let (tokens, words) = (sentence.tokens, sentence.words)
        guard let every = last.last(where: sentence.beginsRepetition), let unit = last.last, unit > every + 2,
            tokens[unit].unit != nil, tokens[unit - 1].number != nil, sentence.word(beginningAt: every) != nil,
            let word = sentence.word(beginningAt: unit - 1) ?? sentence.word(beginningAt: unit), word > 0,
            Language.all.contains(where: { $0.durations.contains(words[word - 1].lowercased()) })
        else { return }
        let date = sentence.original(every..<unit - 2)
        guard (try? reader.schedule(date)) != nil else { return }
        throw DatePhraseError(
            problem: .howLong(date: date), word: words[(word - 1)...].joined(separator: " "),
            examples: Language.english.examples.ahead)
    }

    /// Refuses a time such as `3:16` after a name, which is rather a verse, and one such as `5:45`, which is rather in the afternoon
    /// than before dawn.
    func refuseDoubtfulHour(_ first: Int, word: Int) throws(DatePhraseError) {
        let phrase = first..<sentence.tokens.count
        guard word > 0, let index = phrase.first(where: { sentence.isTime($0) }) else { return }
        let text = sentence.spelling(index)
        let fields = text.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
        guard fields.count == 2 else { return }
        let (hour, minute) = (fields[0], fields[1])
        let isVerse =
            index == first && (1...3).contains(hour) && word > 1
            && (sentence.words[word - 1].first?.isUppercase ?? false)
        let isDoubtful =
            (1...5).contains(hour) && !sentence.hasUnspacedWords
            && !phrase.contains { sentence.beginsRepetition($0) || sentence.isNumericDate($0) }
        guard isVerse || isDoubtful, text.contains(":"), !text.hasPrefix("0"),
            !phrase.contains(where: { sentence.tokens[$0].part != nil || sentence.tokens[$0].namesPartOfDay })
        else { return }
        let clock = ":\(twoDigits(minute))"
        throw DatePhraseError(
            problem: .ambiguous(twoDigits(hour) + clock, twoDigits(hour + 12) + clock), word: text,
            examples: Language.english.examples.ahead)
    }

    static func dateBeside(_ date: String, _ word: String, _ instead: String?) -> DatePhraseError {
        DatePhraseError(
            problem: .dateBeside(date, instead: instead), word: word, examples: Language.english.examples.ahead)
    }

    /// *In a few days*, *within 2 weeks*.
    func vagueDuration(before end: Int) -> (String, instead: String)? {
        let words = sentence.words.map { $0.lowercased() }
        for language in Language.all where language.isUnit(words[end - 1]) {
            let counts = words[..<(end - 1)].reversed().prefix { word in
                language.vague.counts.contains(word) || word.allSatisfy(NumericLiteral.isDigit)
            }
            let first = end - 2 - counts.count
            if first >= 0, !counts.isEmpty, language.vague.words.contains(words[first]) {
                return (sentence.words[first..<end].joined(separator: " "), "in 3 days")
            }
        }
        return nil
    }

    /// A word for a date that is not understood, or a slip of one that is.
    func otherDate(_ word: Int) -> (String, instead: String)? {
        guard word == 0 || !isBinding(word - 1) || isAnd(word - 1) else { return nil }
        let written = sentence.words[word]
        let lower = written.lowercased().filter { !",.:;!?()".contains($0) }
        for language in Language.all {
            if let instead = language.otherDates[lower] { return (written, instead) }
            if language.names.contains(written) { return (written, "tomorrow") }
            guard !language.separatesWords else { continue }
            let found = language.otherDates.keys.sorted().first { written.hasSuffix($0) }
            if let found, let instead = language.otherDates[found] { return (written, instead) }
        }
        return Slip.meant(by: written).map { (written, $0) }
    }

    /// A date in digits, or one with which an unseparated word begins: `24.12.`, 12月3日(四).
    private func writtenDate(_ word: Int) throws(DatePhraseError) -> (String, instead: String?)? {
        let written = sentence.words[word]
        if NumericLiteral.looksLikeDate(written) { return (written, "24 dec") }
        let tokens = sentence.tokens.indices.filter { sentence.word(of: $0) == word }
        guard let first = tokens.first, let last = tokens.last else { return nil }
        if case .date = sentence.tokens[first].content, sentence.word(beginningAt: first) == word {
            _ = try reader.schedule(sentence.original(first..<first + 1))
            return (written, nil)
        }
        let certain = tokens.filter { sentence.isCertain($0, in: first..<last + 1) && !sentence.isOfSeparatedWords($0) }
        guard let begin = certain.first, let end = certain.last else { return nil }
        // 明天买牛奶 18:00: the date at the beginning of the sentence has the time.
        let rest = sentence.text.characters[sentence.tokens[end].range.upperBound...].prefix { $0 != " " }
        if word == 0, begin == first, TitleBeginnings.begins(rest, after: sentence.text.characters[rest.startIndex - 1])
        {
            return nil
        }
        let isAtEnd = (end...last).allSatisfy(sentence.isKnown)
        return isAtEnd || (begin == first && !goesOn(after: last)) ? (written, nil) : nil
    }

    /// Whether a particle joins the date to the rest of its word: 明日の会議.
    private func goesOn(after last: Int) -> Bool {
        sentence.tokens.indices[...last].contains { ["の", "的", "に"].contains(sentence.spelling($0)) }
    }
}

extension Language {
    /// Whether a word is a unit of at least a day.
    fileprivate func isUnit(_ word: String) -> Bool {
        words.contains { meaning, words in
            if case .unit(let unit) = meaning { unit.period != nil && words.contains(word) } else { false }
        }
    }
}

extension NumericLiteral {
    /// Whether a word has the form of a date that is not understood: `24.12.`, `24.12`.
    static func looksLikeDate(_ word: String) -> Bool {
        let fields = word.split(separator: ".")
        guard word.allSatisfy({ isDigit($0) || $0 == "." }), fields.count == 2, let day = Int(fields[0]),
            let month = Int(fields[1])
        else { return false }
        return (1...31).contains(day) && (1...12).contains(month) && (fields[1].count == 2 || word.hasSuffix("."))
    }
}
