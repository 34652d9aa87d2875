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
        let start = startOfKnown()
        for first in start..<end where mayBegin(first) && !isNumberOfTitle(first) {
            guard let word = sentence.word(beginningAt: first) else { continue }
            let text = sentence.original(from: first)
            guard let schedule = try? reader.schedule(text), sentence.isCertain(first..<end) else { continue }
            // *Say good night tomorrow*: the night belongs to the title, the rest does not.
            if word > 0, isBinding(word - 1), !sentence.isCertain(first, in: first..<end) { continue }
            guard try !isBound(first, word: word, after: start), !isName(first, word: word), !isNegated(word) else {
                return nil
            }
            try refuseDate(before: first, word: word)
            if schedule.dateText == nil, word > 0 { try refuseDoubtfulDate(word - 1) }
            try refuseDoubtfulHour(first, word: word)
            // *Put the goose in at 10:30*
            let begin = first > start && word > 1 && sentence.isWordBeforeTime(first - 1) ? first - 1 : first
            return FoundSchedule(
                schedule: schedule, text: sentence.original(from: begin),
                count: sentence.words.count - (begin == first ? word : word - 1),
                namesDay: sentence.namesDay(first..<end))
        }
        try refuse(start..<end)
        return nil
    }

    /// The first of the tokens at the end that can all be parts of a date.
    private func startOfKnown() -> Int {
        let end = sentence.tokens.count
        var start = end
        while start > 0, end - start < SentenceTokens.mostTokens, sentence.isKnown(start - 1) { start -= 1 }
        // A date inside another word does not count: foo_today, pre-friday.
        while start < end, sentence.isInsideWord(start) { start += 1 }
        // *Read the weekly on friday*
        let noun = (start..<end).last { token in
            guard sentence.tokens[token].repetition != nil, let word = sentence.word(beginningAt: token), word > 0
            else {
                return false
            }
            return Language.all.contains { $0.binding.articles.contains(sentence.words[word - 1].lowercased()) }
        }
        return noun.map { $0 + 1 } ?? start
    }

    /// A phrase does not begin with the article of a title: *read the daily*.
    private func mayBegin(_ index: Int) -> Bool {
        if sentence.tokens[index].weekday != nil, sentence.tokens[index].range.count == 1 {
            // 水 10時, but not 水 毎日.
            let tokens = sentence.tokens.indices
            return tokens.contains(index + 1) && sentence.namesTime(index + 1, in: tokens)
        }
        // *Python 3.11 18:00*
        if case .date(.dayFirst(_, _, _, isCertain: false)) = sentence.tokens[index].content { return false }
        // *Pack 3 days before tomorrow*: that day is over.
        if index > 0 {
            let (token, before) = (sentence.tokens[index], sentence.tokens[index - 1])
            if token.unit != nil && before.number != nil || token.offsetSign != nil && before.unit != nil {
                return false
            }
        }
        // *1 day after tomorrow*
        if sentence.tokens[index].means(.day(2)), index > 0, sentence.tokens[index - 1].number != nil { return false }
        switch sentence.spelling(index) {
        case "and", "of", "o'clock", "oclock": return false
        // *Around 3pm*, but not *walk around tomorrow*.
        case "around":
            return index + 1 < sentence.tokens.count && sentence.namesTime(index + 1, in: sentence.tokens.indices)
        // *Movie night friday*, *parents evening 18:30*
        case "morning", "afternoon", "evening", "night": return index + 1 == sentence.tokens.count
        case "the":
            guard index + 1 < sentence.tokens.count else { return false }
            let next = sentence.tokens[index + 1]
            // *The day before 23 dec*
            let isOffset =
                next.unit != nil && index + 2 < sentence.tokens.count && sentence.tokens[index + 2].offsetSign != nil
            return next.number != nil || next.means(.day(2)) || isOffset
        default: return true
        }
    }

    /// Whether a word needs what follows it, so that a date after it belongs to the title.
    func isBinding(_ word: Int) -> Bool {
        let text = sentence.words[word]
        let (lower, last) = (text.lowercased(), text.last)
        // *Vitamin A*: an article has no capital inside of a title.
        let isName = word > 0 && text != lower && Language.all.contains { $0.binding.articles.contains(lower) }
        guard !isName else { return false }
        return Language.all.contains { language in
            language.binding.words.contains(lower) || last.map(language.binding.endings.contains) ?? false
        }
    }

    /// Whether the words before a phrase, which are words of dates too, make it a part of the title.
    ///
    /// - Throws: if they are a part of the date that is not understood together with the rest.
    private func isBound(_ first: Int, word: Int, after start: Int) throws(DatePhraseError) -> Bool {
        let tokens = sentence.tokens
        if word > 0, isBinding(word - 1) { return true }
        if followsDateOfTitle(first, after: start) { return false }
        if let every = (start..<first).last(where: sentence.beginsRepetition) {
            try refuse(from: every)
            return true
        }
        guard let last = (start..<first).last(where: { !tokens[$0].isFiller }) else { return false }
        if let weekdays = weekdays(before: first, after: start) {
            let date = sentence.original(from: first)
            let all = (weekdays.split(separator: " ") + [date[...]]).joined(separator: ", ").lowercased()
            throw Self.dateBeside(date, weekdays, "every \(all)")
        }
        // *Do this tomorrow*
        let isOfTitle =
            tokens[first].meaning { if case .day = $0 { true } else { nil } } ?? false && tokens[last].weekday == nil
        let isDate =
            tokens[last].shift != nil && !(isOfTitle && tokens[last].shift == 0)
            || tokens[last].position != nil && tokens[first].weekday != nil
            || tokens[last].meaning {
                switch $0 {
                case .day, .period: true
                default: nil
                }
            } ?? false
        if isDate || sentence.isCertain(last, in: start..<first) {
            // 会議明日 10時: the date is the end of another word.
            if sentence.word(of: last) < word, sentence.isInsideWord(last, of: start..<first) { return false }
            try refuse(from: last)
            return true
        }
        // *Lunch 12-1pm friday*
        if tokens[last].isOfHour, last > start, sentence.isCertain(last - 1, in: start..<first) {
            try refuse(from: last - 1)
            return true
        }
        // *Conference 7-9 dec 9:00-17:00*
        if tokens[last].month != nil, last > start, sentence.isCertain(last - 1, in: start..<first) {
            try refuse(from: last - 1)
            return true
        }
        if tokens[last].number != nil, last > start, ["at", "@", "by", "on"].contains(sentence.spelling(last - 1)) {
            try refuse(from: last - 1)
            return true
        }
        return false
    }

    /// *Gym every day, not on sunday*, *cancel what is not due friday*
    private func isNegated(_ word: Int) -> Bool {
        sentence.words[..<word].suffix(2).contains { word in
            Language.all.contains { $0.negations.contains(word.lowercased()) }
        }
    }

    /// Whether a phrase is written as a name in a sentence that is not: *rewatch 28 Days Later*, *watch Saturday Nights*.
    private func isName(_ first: Int, word: Int) -> Bool {
        let isDuration = sentence.tokens[first...].contains {
            $0.means(.later) || $0.means(.ago) || $0.singular != nil
        }
        let words = sentence.words[word...].filter { $0.first?.isLetter ?? false }
        return isDuration && words.count > 1 && words.allSatisfy { $0.first?.isUppercase ?? false }
            && (word == 1 || sentence.words[..<word].contains { $0.first?.isLowercase ?? false })
    }

    /// The weekdays right before another one: *mon wed* in *gym mon wed fri*.
    private func weekdays(before first: Int, after start: Int) -> String? {
        guard sentence.tokens[first].weekday != nil, sentence.isOfSeparatedWords(first) else { return nil }
        let weekdays = (start..<first).reversed().prefix { token in
            sentence.tokens[token].weekday != nil && sentence.isOfSeparatedWords(token)
        }
        guard let begin = weekdays.last else { return nil }
        return sentence.original(begin..<first)
    }

    /// Whether the words of dates before a phrase are a date of the title: *slides for monday* tomorrow.
    private func followsDateOfTitle(_ first: Int, after start: Int) -> Bool {
        (start..<first).contains { token in
            guard let word = sentence.word(beginningAt: token), word > 0, isBinding(word - 1), !isAnd(word - 1) else {
                return false
            }
            let rest = sentence.tokens.indices[first...].filter { !sentence.tokens[$0].isFiller }
            return isDate(token..<first) && !rest.contains { isDate(token..<$0 + 1) }
        }
    }

    func isAnd(_ word: Int) -> Bool { ["and", "&"].contains(sentence.words[word].lowercased()) }

    private func isDate(_ range: Range<Int>) -> Bool {
        do throws(DatePhraseError) { _ = try reader.schedule(sentence.original(range)) } catch {
            return error.problem == .past
        }
        return true
    }

    /// Whether a number is rather a part of the title than an hour: *chapter 12 tonight*, but *at 8 tonight*.
    private func isNumberOfTitle(_ first: Int) -> Bool {
        let tokens = sentence.tokens
        guard let index = tokens.indices[first...].first(where: { !tokens[$0].isFiller }), tokens[index].number != nil,
            !(first..<index).contains(where: { ["at", "@"].contains(sentence.spelling($0)) }), index + 1 < tokens.count
        else { return false }
        let next = tokens[index + 1]
        let isHour = next.isMark || next.part.map { $0.alone == nil } ?? false
        // *5 to 20 July*
        let isSpan =
            next.means(.through) && index + 3 < tokens.count && tokens[index + 2].number != nil
            && tokens[(index + 3)...].prefix(2).contains { $0.month != nil }
        let isDate = next.month != nil || next.unit != nil || next.means(.end(.month)) || isSpan
        let isDuration = next.means(.half) || next.means(.unitAndHalf(.hour))
        return !(isHour || isDate || isDuration || ["of", "o'clock", "oclock"].contains(sentence.spelling(index + 1)))
    }

    /// Refuses words that begin or contain a date and are not understood.
    private func refuse(_ known: Range<Int>) throws(DatePhraseError) {
        let tokens = sentence.tokens
        let last = tokens.indices.suffix(SentenceTokens.mostTokens)
        try refuseHowLong(last)
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
