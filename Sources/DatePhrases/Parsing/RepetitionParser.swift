/// Reads how often something repeats, from a token of a phrase on: *every 2 weeks on monday*, 3日ごと, 每週一、四.
struct RepetitionParser {
    private let phrase: Phrase
    private let text: PhraseText
    private let tokens: [Token]
    private var index: Int

    init(_ phrase: Phrase, at start: Int = 0) {
        self.phrase = phrase
        text = phrase.text
        tokens = phrase.tokens
        index = start
    }

    /// The longest repetition that begins here, and the index after its last token.
    static func repetition(in phrase: Phrase, at start: Int) throws(Refusal) -> (RepeatPhrase, end: Int) {
        var parser = RepetitionParser(phrase, at: start)
        let repetition = try parser.read()
        return (repetition, parser.index)
    }

    /// The repetition that is the whole phrase.
    static func wholePhrase(_ phrase: Phrase) throws(Refusal) -> RepeatPhrase {
        var parser = RepetitionParser(phrase)
        let repetition = try parser.read()
        parser.skipFillers()
        if let token = parser.peek() { throw Refusal(problem: .unknown, range: token.range) }
        return repetition
    }

    private func peek(_ distance: Int = 0) -> Token? {
        tokens.indices.contains(index + distance) ? tokens[index + distance] : nil
    }

    private mutating func skipFillers() {
        while let token = peek(), token.isFiller, !token.means(.and) { index += 1 }
    }

    private mutating func read() throws(Refusal) -> RepeatPhrase {
        skipFillers()
        let start = index
        var repetition = try readRepetition()
        if let token = peek(), token.means(.except) {
            index += 1
            repetition = try without(repetition, token)
        }
        if [.daily, .weekly].contains(repetition.frequency), repetition.times == nil,
            let times = phrase.timesOfDay(from: index)
        {
            (repetition.hours, repetition.minute) = (times.hours, times.minute)
            index = times.end
        }
        // *Weekdays every morning*, 平日毎朝7時
        if let token = peek(), token.means(.every), peek(1)?.part != nil,
            [.daily, .weekly].contains(repetition.frequency)
        {
            index += 1
        }
        if repetition.times == nil { repetition.count = try readCount() }
        // 毎日3回: three times a day.
        if let number = peek(), number.number != nil, let times = peek(1), times.means(.times),
            tokens[index - 1].range.upperBound == number.range.lowerBound
        {
            throw Refusal(problem: .times, range: tokens[start].range.lowerBound..<times.range.upperBound)
        }
        return repetition
    }

    /// How many times altogether: *every day for 10 times*, *every day, 10 times in all*. *Every day 3 times* can be each day.
    private mutating func readCount() throws(Refusal) -> Int? {
        let isMarked = peek()?.means(.lasting) ?? false
        let first = isMarked ? 1 : 0
        guard let number = peek(first), let count = number.number, !count.hasHalf, let times = peek(first + 1),
            times.means(.total) || times.means(.times) && times.isOfSeparatedWords
        else { return nil }
        guard isMarked || times.means(.total), (2...RepeatPhrase.mostPeriods).contains(count.value) else {
            throw Refusal(problem: .times, range: number.range.lowerBound..<times.range.upperBound)
        }
        index += first + 2
        return count.value
    }

    private mutating func readRepetition() throws(Refusal) -> RepeatPhrase {
        if let word = peek(), word.means(.repeating) { index += 1 }
        guard let first = peek() else { throw Refusal(problem: .empty, range: 0..<0) }
        if let repetition = first.repetition {
            index += 1
            if let times = repetition.times {
                try check(times, each: repetition.frequency, first)
                return repetition
            }
            guard repetition.frequency == .weekly else { return onDays(repetition) }
            return repetition.weekdays.isEmpty ? try onWeekdays(repetition) : withOthers(repetition)
        }
        if first.means(.every) {
            index += 1
            return try readAfterEvery(first)
        }
        if tokens.isBeforePlural(index) {
            index += 2
            return RepeatPhrase(.weekly, on: first.weekdaySet ?? Set([first.weekday].compactMap(\.self)))
        }
        if tokens.isListOfWeekdays(index) { return try onWeekdays(RepeatPhrase(.weekly)) }
        if let list = tokens.daysOfMonth(from: index), list.namesMonth, list.days.count > 1 {
            return onDays(RepeatPhrase(.monthly))
        }
        if first.unclearInterval != nil, peek(1)?.number != nil { throw unclear(first, peek(1), peek(2)) }
        if let (count, period) = try countedPeriod() {
            if let last = peek(), last.unclearInterval != nil { throw unclear(last, first, tokens[index - 1]) }
            if let last = peek(), last.means(.everyAfter) {
                index += 1
                return try onWeekdays(RepeatPhrase(RepeatPhrase.Frequency(period), every: count))
            }
        }
        throw Refusal(problem: first.content.isUnknown ? .unknown : .noRepetition, range: first.range)
    }

    /// *Mondays and thursdays*
    private mutating func withOthers(_ repetition: RepeatPhrase) -> RepeatPhrase {
        guard repetition.weekdays.count == 1, repetition.interval == 1 else { return repetition }
        var weekdays = repetition.weekdays
        while let joint = peek(), joint.means(.and), let other = peek(1)?.repetition, other.weekdays.count == 1,
            other.interval == 1
        {
            weekdays.formUnion(other.weekdays)
            index += 2
        }
        return RepeatPhrase(.weekly, on: weekdays)
    }

    /// The same repetition on the days that follow, if it is monthly: *on the 1st and 15th*, 1日と15日.
    private mutating func onDays(_ repetition: RepeatPhrase) -> RepeatPhrase {
        guard repetition.frequency == .monthly, !repetition.isOnLastDay, repetition.weekdayOfMonth == nil,
            repetition.times == nil
        else { return repetition }
        let start = index
        while let token = peek(), token.isFiller || token.means(.and) { index += 1 }
        guard let (days, _, end) = tokens.daysOfMonth(from: index, after: repetition.daysOfMonth), days.count > 1 else {
            index = start
            return repetition
        }
        index = end
        return RepeatPhrase(monthlyOnDays: days, every: repetition.interval)
    }

    /// A repetition without the weekdays that follow: *every weekday except friday*.
    private mutating func without(_ repetition: RepeatPhrase, _ except: Token) throws(Refusal) -> RepeatPhrase {
        let isDaily = repetition.frequency == .daily && repetition.interval == 1
        let days = isDaily ? Set(1...7) : repetition.weekdays
        var others = peek()?.weekdaySet ?? peek()?.repetition?.weekdays ?? []
        if others.isEmpty { others = try onWeekdays(RepeatPhrase(.weekly)).weekdays } else { index += 1 }
        let left = days.subtracting(others)
        guard !others.isEmpty, !left.isEmpty, left != days, repetition.interval == 1 else {
            throw Refusal(problem: .unknown, range: except.range.lowerBound..<(peek() ?? except).range.upperBound)
        }
        return RepeatPhrase(.weekly, on: left)
    }

    /// Several times a day say no time, and there is no day for an eighth time in a week.
    private func check(_ times: Int, each frequency: RepeatPhrase.Frequency, _ token: Token) throws(Refusal) {
        guard let counts = RepeatPhrase.counts[frequency] else { throw Refusal(problem: .times, range: token.range) }
        guard counts.contains(times) else { throw Refusal(problem: .timesOutOfRange(counts), range: token.range) }
    }

    /// What follows *every*: a period, some of them, weekdays.
    private mutating func readAfterEvery(_ every: Token) throws(Refusal) -> RepeatPhrase {
        guard let next = peek() else { throw Refusal(problem: .noRepetition, range: every.range) }
        if next.means(.times) {
            throw Refusal(problem: .times, range: every.range.lowerBound..<next.range.upperBound)
        }
        if let days = next.weekdaySet {
            index += 1
            return RepeatPhrase(.weekly, on: days)
        }
        if next.means(.other) {
            index += 1
            if let period = peek()?.span {
                index += 1
                return try onWeekdays(RepeatPhrase(RepeatPhrase.Frequency(period), every: 2))
            }
            guard peek()?.weekday != nil else { throw Refusal(problem: .unknown, range: next.range) }
            return try onWeekdays(RepeatPhrase(.weekly, every: 2))
        }
        if next.means(.end(.month)) {
            index += 1
            return RepeatPhrase(.monthly, isOnLastDay: true)
        }
        if let period = next.span {
            index += 1
            return try onWeekdays(RepeatPhrase(RepeatPhrase.Frequency(period)))
        }
        if next.weekday != nil { return try onWeekdays(RepeatPhrase(.weekly)) }
        if let (count, period) = try countedPeriod() {
            return try onWeekdays(RepeatPhrase(RepeatPhrase.Frequency(period), every: count))
        }
        throw Refusal(problem: .unknown, range: next.range)
    }

    /// *2 weeks*, 3日; `nil`, and nothing is read, if no number with a period of days follows.
    private mutating func countedPeriod() throws(Refusal) -> (count: Int, Meaning.Period)? {
        // *Every 2nd day*, but *every 1st week* is one of a month.
        let isOrdinal = peek(1).map { $0.means(.mark(.day)) && $0.unit == nil } ?? false
        guard let token = peek(), let number = token.number, !number.hasHalf, !isOrdinal || number.value > 1,
            let period = peek(isOrdinal ? 2 : 1)?.unit?.period
        else { return nil }
        // *Every a week* is a slip.
        if number.value == 1, token.isWord { return nil }
        guard (1...RepeatPhrase.mostPeriods).contains(number.value) else {
            throw Refusal(problem: .intervalOutOfRange, range: token.range)
        }
        index += isOrdinal ? 3 : 2
        return (number.value, period)
    }

    /// 3日おき: every 3 days or every 4.
    private func unclear(_ word: Token, _ count: Token?, _ unit: Token?) -> Refusal {
        let parts = [word, count, unit].compactMap(\.self)
        let start = parts.map(\.range.lowerBound).min() ?? word.range.lowerBound
        let end = parts.map(\.range.upperBound).max() ?? word.range.upperBound
        guard let count, let unit, let number = count.number, let instead = word.unclearInterval else {
            return Refusal(problem: .unknown, range: start..<end)
        }
        let forms = [number.value, number.value + 1].map { value in
            let period = "\(value)\(text.original(unit.range))"
            return word.range.lowerBound < count.range.lowerBound ? instead + period : period + instead
        }
        return Refusal(problem: .ambiguous(forms[0], forms[1]), range: start..<end)
    }
}

// MARK: - Weekdays

extension RepetitionParser {
    /// The same repetition on the weekdays that follow, if it is weekly: *on mon, wed and fri*, 月・木, 週一、四.
    private mutating func onWeekdays(_ repetition: RepeatPhrase) throws(Refusal) -> RepeatPhrase {
        guard repetition.frequency == .weekly else { return onDays(repetition) }
        let start = index
        skipFillers()
        // *Fortnightly on fridays*
        if let days = peek()?.repetition, days == RepeatPhrase(.weekly, on: days.weekdays), !days.weekdays.isEmpty {
            index += 1
            return RepeatPhrase(.weekly, every: repetition.interval, on: days.weekdays)
        }
        guard let first = peek()?.weekday else {
            index = start
            return repetition
        }
        var weekdays: Set = [first]
        index += 1
        if let (last, end) = endOfSpan() {
            weekdays.formUnion(first < last ? Array(first...last) : Array(first...7) + Array(1...last))
            index = end
        }
        while let (more, end) = nextOfList() {
            for weekday in more where !weekdays.insert(weekday).inserted {
                throw Refusal(problem: .unknown, range: tokens[end - 1].range)
            }
            index = end
        }
        if let token = peek(), token.means(.and), let next = peek(1) {
            throw Refusal(problem: .unknown, range: next.range)
        }
        if let token = peek(), token.singular != nil { index += 1 }
        return RepeatPhrase(.weekly, every: repetition.interval, on: weekdays)
    }

    /// The last weekday of *mon-fri* or 周一至五; `nil` if no other weekday follows a dash or such a word.
    private func endOfSpan() -> (weekday: Int, end: Int)? {
        guard let sign = peek(), sign.means(.through) || text.characters[sign.range].elementsEqual("-"),
            let next = peek(1), let last = next.weekday ?? numeralOfWeekday(next), last != tokens[index - 1].weekday
        else { return nil }
        return (last, index + 2)
    }

    /// The weekday of the last numeral of 周一至五.
    private func numeralOfWeekday(_ token: Token) -> Int? {
        guard token.range.count == 1, index + 2 == tokens.count || !tokens[index + 2].isMark,
            text.characters[tokens[index - 1].range].last.flatMap(Vocabulary.all.numeral) != nil
        else { return nil }
        return Vocabulary.all.numeral(text.characters[token.range.lowerBound]).flatMap {
            (1...6).contains($0) ? $0 : nil
        }
    }

    /// The next weekdays of a list, after a comma, *and*, or nothing at all in a language without blanks.
    private func nextOfList() -> (weekdays: [Int], end: Int)? {
        let last = tokens[index - 1]
        var next = index
        while next < tokens.count, tokens[next].means(.and) { next += 1 }
        guard next < tokens.count else { return nil }
        let gap = text.characters[tokens[next - 1].range.upperBound..<tokens[next].range.lowerBound]
        let isSeparated =
            next > index || gap.contains { [",", "、", "/"].contains($0) }
            || gap.elementsEqual(" ") && last.weekday != nil && tokens[next].isOfSeparatedWords
        if let weekday = tokens[next].weekday {
            let isJoined = gap.isEmpty && tokens[next].isWord && !tokens[next].isOfSeparatedWords
            return isSeparated || isJoined ? ([weekday], next + 1) : nil
        }
        // 週一、四 and 週一三五: the numbers of weekdays, unless they are an hour.
        let numerals = text.characters[tokens[next].range].map(Vocabulary.all.numeral)
        guard numerals.allSatisfy({ (1...6).contains($0 ?? 0) }), isSeparated ? numerals.count == 1 : gap.isEmpty,
            text.characters[last.range].last.flatMap(Vocabulary.all.numeral) != nil,
            next + 1 == tokens.count || !tokens[next + 1].isMark
        else { return nil }
        return (numerals.compactMap(\.self), next + 1)
    }
}

extension Token {
    /// The repetition that it names by itself: *daily*, *weekdays*, 隔週.
    var repetition: RepeatPhrase? {
        meaning {
            switch $0 {
            case .repeats(let frequency, let interval): RepeatPhrase(frequency, every: interval)
            case .repeatsOn(let weekdays): RepeatPhrase(.weekly, on: weekdays)
            case .repetition(let phrase): phrase
            default: nil
            }
        }
    }

    /// The weekdays that it names after *every*: *weekday*, 週末.
    var weekdaySet: Set<Int>? { meaning { if case .weekdays(let days) = $0 { days } else { nil } } }

    /// What to write instead of a word for an interval that people read in two ways: ごと for おき.
    var unclearInterval: String? { meaning { if case .unclearInterval(let instead) = $0 { instead } else { nil } } }

    /// Whether a repetition begins with it.
    var saysHowOften: Bool {
        if case .delay = content { return true }
        return means(.every) || means(.everyCompletion) || repetition != nil
    }

    /// Whether it ends an interval: ごと.
    var endsInterval: Bool { means(.everyAfter) || unclearInterval != nil }

    var isFiller: Bool { means(.filler) }

    /// Whether a number before it is an hour: *pm*, 時.
    var isOfHour: Bool { means(.mark(.hour)) || (part.map { $0.alone == nil } ?? false) }

    /// Whether it says that something begins at the time before it: 13:00〜.
    var isOpenEnd: Bool { means(.openEnd) }

    /// Whether it can be between two weekdays: *and*, a dash.
    var isJointOfWeekdays: Bool {
        means(.and) || means(.through) || content.isUnknown && range.count == 1
    }

    var isMark: Bool { meaning { if case .mark = $0 { true } else { nil } } ?? false }

    var isOfSeparatedWords: Bool { senses.contains { Language.all[$0.language].separatesWords } }
}
