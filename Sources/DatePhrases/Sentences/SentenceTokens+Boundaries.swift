/// Where the words of a date end, in languages that do not separate words.
extension SentenceTokens {
    /// Whether a weekday at the end of a phrase is rather a word of the title: 每天 水, *every day 9:00 sun salutation*. It is
    /// one in a list, after a week, or in brackets: 毎週月・木, 来週の月, 12月1日(火).
    func isWeakWeekday(_ index: Int) -> Bool {
        guard index > 0, tokens[index].weekday != nil, isUncertainWord(index), !isPeriod(index) else { return false }
        let before = tokens[index - 1]
        let gap = text.characters[before.range.upperBound..<tokens[index].range.lowerBound]
        if before.means(.and) || gap.contains("(") { return false }
        if before.means(.through), index > 1, tokens[index - 2].weekday != nil { return false }
        if isOfSeparatedWords(index) {
            return before.weekday == nil && before.shift == nil && !before.means(.every) && !isPreposition(index - 1)
        }
        if before.weekday != nil, !isPeriod(index - 1) { return isWeakWeekday(index - 1) }
        return !(gap.isEmpty && (spelling(index - 1) == "の" || before.isOfWeek || before.means(.every)))
    }

    /// Whether a token that can be a weekday is the period of 毎日 or the mark of 1日.
    private func isPeriod(_ index: Int) -> Bool {
        guard index > 0 else { return false }
        return tokens[index - 1].number != nil || (tokens[index - 1].means(.every) && tokens[index].span != nil)
    }

    /// Whether a phrase ends with its time: 9:00, 9点, 9点半, 9点30分. What belongs to it follows without a blank.
    func endsWithTime(_ end: Int) -> Bool {
        let last = tokens[end - 1]
        if case .time = last.content { return true }
        guard end > 1, tokens[end - 2].range.upperBound == last.range.lowerBound else { return false }
        let before = tokens[end - 2]
        if last.means(.mark(.hour)) || (last.part.map { $0.alone == nil } ?? false) { return before.number != nil }
        if last.means(.half) || last.number != nil { return before.means(.mark(.hour)) }
        let isSmall = last.means(.mark(.minute)) || last.means(.mark(.second)) || last.means(.mark(.quarter))
        return isSmall && before.number != nil
    }

    /// Where the next word can begin instead of at the end of a phrase, if the last sign of a time can be a part of it:
    /// 8点|半价, 8点|20个, 9点|整理.
    func doubtfulStart(ofEnd end: Int) -> Int? {
        let last = tokens[end - 1]
        if case .number = last.content { return last.range.lowerBound }
        if last.weekday != nil, last.range.count == 1, !isPeriod(end - 1) { return last.range.lowerBound }
        let after = last.range.upperBound
        // 之前 is whole, also before 提交.
        guard after < text.characters.count, !last.isFiller || last.range.count == 1 else { return nil }
        let (sign, next) = (text.characters[after - 1], text.characters[after])
        // 20日前提交: the verb, not 前提.
        if last.isFiller, TitleBeginnings.isDeadlineVerb(text.characters[after...]) { return nil }
        guard Language.canBegin(sign, next) else { return nil }
        return last.means(.mark(.minute)) ? tokens[end - 2].range.lowerBound : after - 1
    }
}

extension Token {
    /// Whether a weekday after it belongs to a week: 来週, 毎週.
    fileprivate var isOfWeek: Bool {
        meaning {
            switch $0 {
            case .period(.week, _), .repeats(.weekly, _), .unit(.week): true
            default: nil
            }
        } ?? false
    }
}
