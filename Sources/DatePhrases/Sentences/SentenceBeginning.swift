/// The search for a date at the beginning of a sentence.
///
/// Japanese and Chinese put the date there, often without a blank: 明日9時に牛乳を買う. In English, *Friday* is more often
/// a word of the title there, so that a phrase counts only with a day and a time, before a colon, or before a verb.
struct SentenceBeginning {
    let sentence: SentenceTokens
    let reader: DatePhraseReader
    /// Whether the sentence ends with a date: *weekly review every friday*.
    let hasEnding: Bool
    /// Whether the sentence ends with a time: *Friday dinner 19:00*.
    let isBeforeTime: Bool

    /// What is at the end of a phrase.
    private enum Boundary {
        /// A blank, a comma or a particle, with the number of characters until the rest.
        case separated(Int)
        /// The next word, after a day and a time, or a word that can only be the next: 明天9点开会, 明天买牛奶.
        case joined
        /// The next word, which can as well be the rest of a longer one: 毎日新聞.
        case doubtful
        /// A word that makes the phrase a part of the title: 明日の会議.
        case title
    }

    /// The date that the longest possible part of the first words names.
    ///
    /// A phrase that is separated from the rest wins over a longer one that is not: 9時 木村 is not 9時 木 and 村.
    func schedule() throws(DatePhraseError) -> FoundSchedule? {
        let known = sentence.tokens.indices.prefix(SentenceTokens.mostTokens).prefix(while: sentence.isKnown)
        guard !known.isEmpty, !sentence.isPreposition(0) || isBeginningWord(0) else { return nil }
        var refusal: DatePhraseError?
        for end in (0..<known.count).reversed().map({ $0 + 1 }) where isPhrase(end) {
            let text = sentence.original(until: end)
            let schedule: SchedulePhrase
            do throws(DatePhraseError) { schedule = try reader.schedule(text) } catch {
                // 每周三次: no shorter phrase is meant.
                if error.problem == .times || (isAlreadyPast(error) && isEnded(end)) { throw error }
                refusal = refusal ?? error
                continue
            }
            if let refusal, end < known.count, isPartOfDate(end, in: known) { throw refusal }
            if !isSeparated(end), isSpan(end) { throw dateBeside(end, instead: repetition(through: end)) }
            let separatedPart = (1..<end).last {
                (isSeparated($0) || isEndedByParticle($0)) && sentence.isCertain(0..<$0)
            }
            switch boundary(end) {
            case .separated(let count):
                if end < known.count, isPartOfDate(end, in: known) { throw dateBeside(end) }
                return FoundSchedule(
                    schedule: schedule, text: text, count: count, namesDay: sentence.namesDay(0..<end))
            case .joined where hasEnding: return nil
            case .joined:
                // 明日9時 30分走る: the minutes are those of the title.
                if let separatedPart, !sentence.isCertain(separatedPart..<end) { continue }
                if let start = sentence.doubtfulStart(ofEnd: end) { throw try unseparated(end, or: start) }
                return FoundSchedule(
                    schedule: schedule, text: text, count: sentence.tokens[end - 1].range.upperBound,
                    namesDay: sentence.hasTime(0..<end) || sentence.namesDay(0..<end))
            case .doubtful:
                if let times = times(in: sentence.text.characters[sentence.tokens[end - 1].range.upperBound...]) {
                    throw dateBeside(end, instead: text + times)
                }
                if separatedPart == nil { throw try unseparated(end, or: sentence.doubtfulStart(ofEnd: end)) }
            case .title:
                if let refusal, areWeekdays(known) { throw refusal }
                // 明天9点半在图书馆开会
                if sentence.spelling(end - 1) == "在" { continue }
                if separatedPart == nil { return nil }
            }
        }
        if let refusal, areWeekdays(known) { throw refusal }
        // 3日おきに: read in two ways, also without its last word.
        if let refusal, case .ambiguous = refusal.problem, sentence.isUnspaced(known) { throw refusal }
        return nil
    }

    /// Whether words are several weekdays, which together are no date: 火曜と木曜 19時.
    private func areWeekdays(_ known: Range<Int>) -> Bool {
        known.filter { sentence.tokens[$0].weekday != nil }.count > 1 && sentence.isUnspaced(known)
            && isSeparated(known.endIndex)
    }

    private static let separators: Set<Character> = [" ", "、", "，", ",", "：", ":", ")"]

    /// Whether the first tokens can be a date. A weekday of one character after it is rather the beginning of a word, and so is
    /// a part of the day after an hour: 18点晚饭.
    private func isPhrase(_ end: Int) -> Bool {
        guard sentence.isCertain(0..<end) || isPartOfToday(end), !sentence.isPreposition(end - 1),
            !sentence.isWeakWeekday(end - 1)
        else {
            return false
        }
        let isPart = sentence.tokens[end - 1].part != nil && sentence.spelling(end - 1).count == 1
        return !(isPart && !isSeparated(end) && sentence.hasTime(0..<end - 1))
    }

    /// Whether a phrase is a part of today before a verb: 中午取外卖.
    private func isPartOfToday(_ end: Int) -> Bool {
        let last = sentence.tokens[end - 1]
        let rest = sentence.text.characters[last.range.upperBound...]
        return end == 1 && last.part?.alone != nil && last.range.count > 1 && sentence.hasUnspacedWords
            && TitleBeginnings.begins(rest, after: sentence.text.characters[last.range.upperBound - 1])
    }

    /// Whether a blank or a comma follows a phrase.
    private func isSeparated(_ end: Int) -> Bool {
        let after = sentence.tokens[end - 1].range.upperBound
        return after < sentence.text.characters.count && Self.separators.contains(sentence.text.characters[after])
    }

    /// Whether a phrase ends with a particle, so that no blank is needed: 9時に水を飲む, 3日ごとに水をやる.
    private func isEndedByParticle(_ end: Int) -> Bool {
        let last = sentence.tokens[end - 1]
        guard sentence.spelling(end - 1).hasSuffix("に"), sentence.isUnspaced(0..<end) else { return false }
        return last.endsInterval || (last.isFiller && canEnd(end))
    }

    private func isPartOfDate(_ index: Int, in known: Range<Int>) -> Bool {
        sentence.namesTime(index, in: known) || sentence.names(index, in: known)
            || sentence.isCertain(index, in: index..<known.upperBound)
    }

    private func isAlreadyPast(_ error: DatePhraseError) -> Bool {
        if case .alreadyPast = error.problem { true } else { false }
    }

    /// Whether a phrase has a visible end.
    private func isEnded(_ end: Int) -> Bool {
        isSeparated(end) || isEndedByParticle(end) || sentence.endsWithTime(end)
    }

    /// Whether a time is the beginning of a span: 14点到15点.
    private func isSpan(_ end: Int) -> Bool {
        let next = sentence.tokens.indices[end...].prefix(2)
        guard let sign = next.first, let time = next.dropFirst().first else { return false }
        guard sentence.tokens[sign].means(.through) || sentence.spelling(sign) == "-" else { return false }
        let token = sentence.tokens[time]
        if case .time = token.content { return true }
        let isMarked = time + 1 < sentence.tokens.count && sentence.tokens[time + 1].isMark
        let isNumber = token.number != nil && (isMarked || sentence.spelling(time).allSatisfy(NumericLiteral.isDigit))
        return isNumber || token.part != nil || (token.weekday != nil && !sentence.isUncertainWord(time))
    }

    /// How to write 周一到周五: 每周一到周五.
    private func repetition(through end: Int) -> String? {
        let day = sentence.tokens[end - 1]
        guard day.weekday != nil, sentence.tokens[end + 1].weekday != nil, let language = day.senses.first?.language
        else { return nil }
        return Language.all[language].every + sentence.original(end - 1..<end + 2)
    }

    /// The blanks and signs from an index on; a dash is one between blanks.
    private func separators(from start: Int) -> ArraySlice<Character> {
        let characters = sentence.text.characters
        var end = start
        while end < characters.count {
            let isDash =
                characters[end] == "-" && end > start && characters[end - 1] == " "
                && end + 1 < characters.count && characters[end + 1] == " "
            guard isDash || Self.separators.contains(characters[end]) else { break }
            end += 1
        }
        return characters[start..<end]
    }

    private func boundary(_ end: Int) -> Boundary {
        let characters = sentence.text.characters
        let phrase = 0..<end
        let last = sentence.tokens[end - 1]
        guard last.range.upperBound < characters.count else { return .title }
        let isUnspaced =
            sentence.isUnspaced(phrase) || sentence.hasUnspacedWords && !sentence.hasWords(phrase)
            || isPartOfToday(end)
        let isFull = sentence.hasTime(phrase) && sentence.hasDay(phrase)
        let separators = separators(from: last.range.upperBound)
        if last.endsInterval, isEndedByParticle(end) { return .separated(separators.endIndex) }
        if last.isFiller || last.means(.from), isUnspaced {
            guard canEnd(end) else { return .title }
            // 周五前端: the word can be the beginning of the next.
            let isDoubtful = separators.isEmpty && sentence.doubtfulStart(ofEnd: end) != nil
            return isDoubtful ? .doubtful : .separated(separators.endIndex)
        }
        if !separators.isEmpty {
            // *At 19:00, water the flowers*
            let isOfTime = isBeginningWord(0) || sentence.tokens[0].means(.ahead)
            // *At 2 pm I need to go*
            let isMarked =
                isOfTime && (separators.contains(",") || sentence.hasTime(phrase) && isBeforeVerb(separators))
            let isEnglishDate = isMarked || sentence.namesDay(phrase) && isBeforeTitle(separators, phrase)
            return isUnspaced || isFull || isEnglishDate || sentence.hasUnspacedWords
                ? .separated(separators.endIndex) : .title
        }
        let next = characters[last.range.upperBound]
        guard isUnspaced, !next.isHiragana, next != "的" else { return .title }
        let rest = characters[last.range.upperBound...]
        let isClear =
            sentence.doubtfulStart(ofEnd: end) == nil && times(in: rest) == nil
            && TitleBeginnings.begins(rest, after: characters[last.range.upperBound - 1])
        return isFull && sentence.endsWithTime(end) || isClear ? .joined : .doubtful
    }

    /// How many times, if the rest says that after a repetition: 3次 in 每周健身3次, but not in 每两周剪一次头发.
    private func times(in rest: ArraySlice<Character>) -> String? {
        guard sentence.tokens.indices.contains(where: sentence.beginsRepetition) else { return nil }
        return zip(rest, rest.dropFirst()).first { number, sign in
            sign == "次" && !"1一".contains(number)
                && (NumericLiteral.isDigit(number) || Vocabulary.all.numeral(number) != nil)
        }.map { "\($0)\($1)" }
    }

    /// Whether an English phrase can begin with a word: *on friday pick up the suit*.
    private func isBeginningWord(_ index: Int) -> Bool { ["on", "by", "at"].contains(sentence.spelling(index)) }

    /// Whether a title follows an English date for certain: after a colon, or with a verb. *Tomorrow: bread*, *tomorrow call Anna*.
    private func isBeforeTitle(_ separators: ArraySlice<Character>, _ phrase: Range<Int>) -> Bool {
        let rest = sentence.text.characters[separators.endIndex...]
        if separators.contains(where: { ":：-".contains($0) }) { return rest.first?.isNumber == false }
        // *Monthly review* is a noun.
        let (first, every) = (sentence.tokens[0], ["every ", "each "])
        let saysEvery = first.means(.every) || every.contains { sentence.spelling(0).hasPrefix($0) }
        guard !hasEnding, saysEvery || first.repetition == nil else { return false }
        if isBeforeVerb(separators) { return true }
        let title = sentence.text.original(rest.startIndex..<rest.endIndex)
        guard let next = title.split(separator: " ").first.map(String.init), !TitleBeginnings.continues(next) else {
            return false
        }
        if isBeforeTime, first.repetition == nil, !saysEvery { return true }
        // *On friday drinks with Bob*
        if isBeginningWord(0), phrase.contains(where: { sentence.names($0, in: phrase) }) { return true }
        // *Every day carry*, but *every first monday team lunch*.
        if saysEvery { return first.repetition != nil || phrase.contains { isOfExactRepetition($0) } }
        return isDayFromToday(0) && next.first?.isLowercase == true
    }

    /// *tomorrow call Anna*
    private func isBeforeVerb(_ separators: ArraySlice<Character>) -> Bool {
        let rest = sentence.text.characters.indices[separators.endIndex...]
        let words = sentence.text.original(rest.startIndex..<rest.endIndex).split(separator: " ", maxSplits: 2)
        guard let first = words.first.map(String.init) else { return false }
        return TitleBeginnings.isEnglishVerb(first, before: words.dropFirst().first.map(String.init))
    }

    private func isOfExactRepetition(_ index: Int) -> Bool {
        let token = sentence.tokens[index]
        return token.weekday != nil || token.number != nil || token.weekdaySet != nil
    }

    /// *Today*, *tomorrow*, *next week*; *friday prayers* is a title.
    private func isDayFromToday(_ index: Int) -> Bool {
        let token = sentence.tokens[index]
        let isNext = token.shift == 1 && sentence.tokens.count > index + 1 && sentence.tokens[index + 1].span == .week
        return isNext
            || token.meaning {
                switch $0 {
                case .day, .weekend: true
                default: nil
                }
            } ?? false
    }

    /// Whether the particle at the end of a phrase makes it a date: 9時に, 明日までに, 今日中に, but not 明日の or 明日に備える.
    private func canEnd(_ end: Int) -> Bool {
        let word = sentence.spelling(end - 1)
        // に is also in 明日に備える.
        guard word == "に" else {
            return sentence.tokens[end - 1].means(.from) || SentenceTokens.particles.contains(word)
        }
        return (0..<end - 1).contains { index in
            let token = sentence.tokens[index]
            return sentence.namesTime(index, in: 0..<end) || sentence.spelling(index).hasSuffix("中")
                || token.means(.later) || token.part != nil
                || token.means(.end(.month)) || token.meaning { if case .weekend = $0 { true } else { nil } } ?? false
                || token.weekday != nil && sentence.names(index, in: 0..<end)
                || sentence.beginsRepetition(index) || token.endsInterval
                || (!token.isWord && sentence.isCertain(index, in: 0..<end))
        }
    }
}

// MARK: - Refusals

extension SentenceBeginning {
    /// The error for a date that is not separated from the next word.
    ///
    /// - Parameter start: where the next word may begin instead, inside the phrase: 明天8点|半价.
    private func unseparated(_ end: Int, or start: Int? = nil) throws(DatePhraseError) -> DatePhraseError {
        let text = try Phrase(sentence.original(until: end)) { $0.ahead }
        let other = start.map { "\(sentence.text.original(0..<$0)) \(rest(from: $0))" }
        let title = rest(from: sentence.tokens[end - 1].range.upperBound)
        return text.error(Refusal(problem: .unseparated(from: title, or: other), range: text.text.characters.indices))
    }

    /// The error for a title that begins with a date: 9時 木曜会.
    private func dateBeside(_ end: Int, instead: String? = nil) -> DatePhraseError {
        DatePhraseError(
            problem: .dateBeside(sentence.original(until: end), instead: instead),
            word: rest(from: sentence.tokens[end].range.lowerBound), examples: Language.english.examples.ahead)
    }

    private func rest(from start: Int) -> String {
        let characters = sentence.text.characters
        let end = characters[start...].prefix(12).firstIndex(of: " ") ?? min(start + 12, characters.count)
        return sentence.text.original(start..<end)
    }
}
