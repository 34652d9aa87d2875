/// Which words of a sentence can only be a date.
///
/// `may`, `sat`, `second` or 水 can also be words of a title. A phrase is a date only if at least one of its words cannot.
extension SentenceTokens {
    /// Whether a repetition begins with a token. *Each other* begins one only before a period or a weekday.
    func beginsRepetition(_ index: Int) -> Bool {
        guard tokens.beginsRepetition(index) else { return false }
        guard tokens[index].means(.every), index + 1 < tokens.count, tokens[index + 1].means(.other) else {
            return true
        }
        return index + 2 < tokens.count && tokens[index + 2].isSpanOrWeekday
    }

    /// English words of dates that are ordinary words or names, too.
    private static let uncertain: Set = ["sat", "sun"]
    private static let plurals: Set = [
        "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays",
    ]
    private static let prepositions: Set = ["on", "by", "at", "@", "no later than", "not later than"]
    /// Words after a date, which make it one.
    static let particles = Language.all.reduce(into: Set<String>()) { $0.formUnion($1.particles.union($1.deadlines)) }

    /// Whether a phrase has a certain word.
    func isCertain(_ range: Range<Int>) -> Bool { range.contains { isCertain($0, in: range) } }

    /// Whether a token can only be a part of a date, beside the other tokens of a phrase.
    func isCertain(_ index: Int, in range: Range<Int>) -> Bool {
        let token = tokens[index]
        switch token.content {
        case .unknown: return false
        case .time, .timeSpan, .date(.yearFirst), .delay: return true
        case .date(.undecided(_, _, _?)), .date(.dayFirst(_, _, _, isCertain: true)): return true
        // *Python 3.10*, *at 9.10*
        case .date(.dayFirst):
            let isAfterAt = self.token(index - 1, in: range) != nil && ["at", "@"].contains(spelling(index - 1))
            return hasPreposition(index, in: range) && !isAfterAt
        case .date(.undecided):
            return hasPreposition(index, in: range) || hasParticle(index + 1, in: range)
                || isMonthAndDay(index, in: range)
                || (spelling(index).contains("-") && isBesideMonth(index, in: range)) || isBeforeVerb(index)
                || isClearDate(index)
                || (spelling(index).contains("-") && self.token(index + 1, in: range)?.isOfHour ?? false)
        case .number: return isCertainNumber(index, in: range)
        case .word: return isCertainWord(index, in: range)
        }
    }

    /// Whether a date such as 2/24 begins the sentence, and a verb follows it.
    private func isBeforeVerb(_ index: Int) -> Bool {
        guard index == 0, words.count > 2, starts[1] > tokens[0].range.upperBound,
            case .date(let date) = tokens[0].content, spelling(0).contains("/"), date.onlyOrder != nil
        else { return false }
        return TitleBeginnings.isEnglishVerb(words[1], before: words[2])
    }

    /// Whether a date such as 25/9 at the end has one meaning, and is no ratio.
    private func isClearDate(_ index: Int) -> Bool {
        guard case .date(let date) = tokens[index].content, index > 0, spelling(index).contains("/") else {
            return false
        }
        return date.onlyOrder != nil && !Self.ratios.contains(spelling(index)) && !isCounted(index)
    }

    /// Of screens and opening hours, and sizes of tools.
    private static let ratios: Set = [
        "24/7", "16/9", "16/10", "21/9", "1/16", "3/16", "5/16", "7/16", "9/16", "11/16",
    ]

    /// Whether a number belongs to the word before it: *chapter 5/20*.
    private func isCounted(_ index: Int) -> Bool {
        let word = word(of: index)
        return word > 0 && Language.all.contains { $0.countedWords.contains(words[word - 1].lowercased()) }
    }

    /// *14-16 january*
    private func isBesideMonth(_ index: Int, in range: Range<Int>) -> Bool {
        token(index - 1, in: range)?.month != nil || token(index + 1, in: range)?.month != nil
    }

    /// Whether 12/8 is a date for readers of Japanese and Chinese. 3/4 alone is rather a fraction.
    private func isMonthAndDay(_ index: Int, in range: Range<Int>) -> Bool {
        guard hasUnspacedWords, case .date(.undecided(let month, let day, nil)) = tokens[index].content,
            spelling(index).contains("/"), (1...12).contains(month), (1...31).contains(day)
        else { return false }
        return month >= day || day > 4 || hasTime(range)
    }

    private func token(_ index: Int, in range: Range<Int>) -> Token? { range.contains(index) ? tokens[index] : nil }

    private func isCertainNumber(_ index: Int, in range: Range<Int>) -> Bool {
        let (before, next) = (token(index - 1, in: range), token(index + 1, in: range))
        if namesTime(index, in: range) || isInDuration(index, in: range) { return true }
        if range.contains(index + 2), tokens.isInterval(index) { return true }
        if next?.means(.clock) ?? false { return true }
        if tokens[index].number.map({ $0.digits <= 2 }) ?? false, next?.month != nil || before?.month != nil {
            return true
        }
        guard next != nil else { return false }
        if next?.means(.mark(.month)) ?? false, token(index + 2, in: range)?.number != nil,
            token(index + 3, in: range)?.means(.mark(.day)) ?? false
        {
            return true
        }
        guard next?.means(.mark(.day)) ?? false else { return false }
        let hasMonth = [index + 2, index + 3].contains { token($0, in: range)?.month != nil && spelling($0).count > 1 }
        return hasMonth || hasPreposition(index, in: range) || hasParticle(index + 2, in: range)
    }

    /// In 3 days, 3 days later, 3日後.
    private func isInDuration(_ index: Int, in range: Range<Int>) -> Bool {
        guard let next = token(index + 1, in: range), next.unit != nil || next.means(.unitAndHalf(.hour)) else {
            return false
        }
        return token(index - 1, in: range)?.means(.ahead) ?? false
            || [index + 2, index + 3].contains { token($0, in: range)?.means(.later) ?? false }
            || token(index + 2, in: range)?.means(.afterCompletion) ?? false
    }

    private func isCertainWord(_ index: Int, in range: Range<Int>) -> Bool {
        let token = tokens[index]
        let (before, next) = (self.token(index - 1, in: range), self.token(index + 1, in: range))
        // *I hate mondays*
        if Self.plurals.contains(spelling(index)) { return hasTime(range) || hasPreposition(index, in: range) }
        if tokens.isBeforePlural(index) { return true }
        if names(index, in: range) || token.repetition != nil || token.means(.everyCompletion) { return true }
        if token.minutes != nil { return next?.number != nil }
        if token.weekday != nil {
            return hasPreposition(index, in: range) || (isEnglish(token) && before?.shift != nil)
        }
        if token.means(.every) {
            let second = self.token(index + 2, in: range)
            if next?.means(.other) ?? false { return second?.isSpanOrWeekday ?? false }
            return next?.isSpanOrWeekday ?? false || next?.part != nil || next?.weekdaySet != nil
                || next?.means(.end(.month)) ?? false || next?.means(.times) ?? false
                || (next?.number != nil && (second?.unit?.period != nil || isOrdinalPeriod(index + 2, in: range)))
        }
        if let shift = token.shift, shift >= 0 {
            let isEnd = next?.meaning { if case .end(_?) = $0 { true } else { nil } } ?? false
            return isEnd || next?.weekday != nil || next?.weekdaySet != nil || next?.span.map { $0 != .day } ?? false
                || (shift == 0 && next?.part != nil)
        }
        if token.means(.end(nil)), next?.month != nil { return true }
        if token.unclearInterval != nil, next?.number != nil { return self.token(index + 2, in: range)?.unit != nil }
        if token.means(.half) { return before?.means(.ahead) ?? false || isInDuration(index, in: range) }
        // *Rome in a day*, but *in an hour*.
        let isLong = [.hour, .week, .month, .year].contains(next?.unit)
        if let number = token.number, number.value > 1 || (isLong && before?.means(.ahead) ?? false) {
            return isInDuration(index, in: range)
        }
        if !isEnglish(token), token.part?.alone != nil, hasParticle(index + 1, in: range) { return true }
        return token.part?.hours.count == 1 && hasPreposition(index, in: range)
    }

    /// The rest of *2nd day*.
    private func isOrdinalPeriod(_ index: Int, in range: Range<Int>) -> Bool {
        token(index, in: range)?.means(.mark(.day)) ?? false && token(index + 1, in: range)?.unit?.period != nil
    }

    /// Whether a token is a word or a name by itself, too: *sat*, 水.
    func isUncertainWord(_ index: Int) -> Bool {
        Self.uncertain.contains(spelling(index)) || spelling(index).count == 1
    }

    /// Whether a token names a day from today on by itself: `tomorrow`, `friday`, 来週, `eom`.
    func names(_ index: Int, in range: Range<Int>) -> Bool {
        let token = tokens[index]
        guard !isUncertainWord(index) else { return false }
        return token.weekday != nil
            || token.meaning {
                switch $0 {
                case .day(let days, _): days >= 0 ? true : nil
                case .weekend(let week): week >= 0 ? true : nil
                case .endOfDay: true
                // *Watch Last Christmas*
                case .holiday:
                    !isEnglish(token) || isAfterPreposition(index, in: range) || isHeading(index) ? true : nil
                case .period(_, let count): count >= 0 ? true : nil
                case .end(_?): true
                default: nil
                }
            } ?? false
    }

    /// Whether a token is the hour of a time: `18:00`, `9am`, 9時, 下午3.
    func namesTime(_ index: Int, in range: Range<Int>) -> Bool {
        if case .time = tokens[index].content { return true }
        guard tokens[index].number != nil, case .number = tokens[index].content else { return false }
        let (before, next) = (token(index - 1, in: range), token(index + 1, in: range))
        if next?.means(.mark(.hour)) ?? false || before?.minutes != nil { return true }
        return next?.part.map { $0.alone == nil } ?? false || before?.part.map { _ in !isEnglish(before) } ?? false
    }

    /// Whether a token is a time with minutes, or a span of such times: `5:45`, `5:00-5:45`.
    func isTime(_ index: Int) -> Bool {
        switch tokens[index].content {
        case .time, .timeSpan: true
        case .word, .number, .date, .delay, .unknown: false
        }
    }

    /// Whether a token is a date in digits.
    func isNumericDate(_ index: Int) -> Bool { if case .date = tokens[index].content { true } else { false } }

    /// Whether a phrase names a time of the day.
    func hasTime(_ range: Range<Int>) -> Bool { range.contains { namesTime($0, in: range) } }

    /// Whether a phrase names a day or says how often.
    func hasDay(_ range: Range<Int>) -> Bool {
        range.contains { index in
            if case .date = tokens[index].content { return true }
            return (isCertain(index, in: range) && !namesTime(index, in: range)) || tokens[index].weekday != nil
        }
    }

    /// Whether a phrase names a date or says how often, not only a time.
    func namesDay(_ range: Range<Int>) -> Bool {
        range.contains { index in
            tokens[index].weekday != nil
                || (tokens[index].part == nil && isCertain(index, in: range) && !namesTime(index, in: range))
        }
    }

    /// Whether a phrase has more than digits.
    func hasWords(_ range: Range<Int>) -> Bool { range.contains { tokens[$0].isWord } }

    /// Whether a certain word of the phrase is Japanese or Chinese.
    func isUnspaced(_ range: Range<Int>) -> Bool {
        range.contains { index in
            guard isCertain(index, in: range) else { return false }
            if case .word = tokens[index].content { return !isEnglish(tokens[index]) }
            return token(index + 1, in: range).map { $0.isWord && !isEnglish($0) } ?? false
        }
    }

    /// Whether a token is a word such as *at*, after which more must follow.
    func isPreposition(_ index: Int) -> Bool {
        tokens[index].isFiller && isEnglish(tokens[index]) && !tokens[index].means(.clock)
    }

    /// Whether a token is *at* by itself, before a time.
    func isWordBeforeTime(_ index: Int) -> Bool {
        ["at", "@"].contains(spelling(index)) && word(beginningAt: index) != nil
            && namesTime(index + 1, in: tokens.indices)
    }

    func isOfSeparatedWords(_ index: Int) -> Bool { isEnglish(tokens[index]) }

    private func isEnglish(_ token: Token?) -> Bool {
        token?.senses.contains { Language.all[$0.language].separatesWords } ?? false
    }

    private func hasPreposition(_ index: Int, in range: Range<Int>) -> Bool {
        let before = range.contains(index - 1) && spelling(index - 1) == "the" ? index - 2 : index - 1
        return range.contains(before) && Self.prepositions.contains(spelling(before))
    }

    /// Whether a colon follows the first word: *New year's eve: buy a raclette grill*.
    private func isHeading(_ index: Int) -> Bool {
        let end = tokens[index].range.upperBound
        return index == 0 && end < text.characters.count && text.characters[end] == ":"
    }

    /// Whether a word for a date follows one that needs it: *on christmas eve*, *before christmas*, *every christmas*.
    private func isAfterPreposition(_ index: Int, in range: Range<Int>) -> Bool {
        guard range.contains(index - 1) else { return false }
        return hasPreposition(index, in: range) || tokens[index - 1].offsetSign != nil
            || tokens[index - 1].means(.every)
            || tokens[index - 1].means(.until)
    }

    private func hasParticle(_ index: Int, in range: Range<Int>) -> Bool {
        range.contains(index) && Self.particles.contains(spelling(index))
    }
}

extension Token {
    /// The weeks, months or years that it moves the next word by: *next* is 1.
    var shift: Int? { meaning { if case .shift(let shift) = $0 { shift } else { nil } } }

    var isSpanOrWeekday: Bool { span != nil || weekday != nil }

    var isWord: Bool { !senses.isEmpty }

    /// The meanings of a word with their languages; empty for anything else.
    var senses: [Vocabulary.Sense] { if case .word(let senses) = content { senses } else { [] } }
}
