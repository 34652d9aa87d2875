/// Reads the tokens of a phrase into its parts, in whatever order they come.
struct PhraseParser {
    let phrase: Phrase
    let direction: DatePhrase.Direction
    var index = 0
    var parts = PhraseParts()
    /// The order of `3/4` where the phrase does not say it.
    var numericOrder: Language.NumericOrder?
    /// A number that becomes the hour if a part of the day is said.
    var bareNumber: (value: Int, range: Range<Int>)?

    init(_ phrase: Phrase, _ direction: DatePhrase.Direction) {
        self.phrase = phrase
        self.direction = direction
    }

    /// The parts of the whole phrase.
    mutating func parse() throws(Refusal) -> PhraseParts {
        while let token = peek() { try read(token) }
        try settleBareNumber()
        if let range = parts.endOfDay, parts.kinds.isEmpty, parts.exact == nil, !parts.hasTime {
            try parts.note(.relative, at: range, in: phrase.text)
            parts.relative = Amounts()
        }
        if parts.kinds.isEmpty && !parts.hasTime && parts.exact == nil {
            let all = phrase.text.characters.indices
            throw Refusal(problem: phrase.tokens.isEmpty ? .empty : .unknown, range: all)
        }
        return parts
    }

    func peek(_ distance: Int = 0) -> Token? {
        index + distance < phrase.tokens.count ? phrase.tokens[index + distance] : nil
    }

    /// The range from one token to another that may come before it.
    func range(_ first: Token, _ last: Token) -> Range<Int> {
        first.range.lowerBound..<max(first.range.upperBound, last.range.upperBound)
    }

    private mutating func read(_ token: Token) throws(Refusal) {
        switch token.content {
        case .unknown: throw Refusal(problem: .unknown, range: token.range)
        case .timeSpan: throw span(at: token.range)
        case .delay: throw Refusal(problem: .repetition, range: token.range)
        case .date(let date): try readNumericDate(date, token)
        case .time(let hour, let minute):
            // *1.25 hours*
            if phrase.text.characters[token.range].contains("."), peek(1)?.unit != nil {
                throw Refusal(problem: .unknown, range: token.range)
            }
            index += 1
            try setTime(hour: hour, minute: minute, at: token.range)
        case .number: try readNumber(token)
        case .word: try readWord(token)
        }
    }

    private mutating func readWord(_ token: Token) throws(Refusal) {
        if try readWeekdayOfMonth(token) { return }
        if try readDateWord(token) { return }
        if try readShift(token) { return }
        if let minutes = token.minutes { return try readHour(after: minutes, token) }
        if (token.means(.filler) && !isMinutesBefore(token)) || token.means(.starting)
            || ((token.means(.from) || token.isOpenEnd && peek(1) == nil) && followsTime(token))
        {
            index += 1
        } else if token.number != nil || token.means(.half) {
            try readNumber(token)
        } else if token.means(.ahead) {
            try readDurationAhead(token)
        } else if token.means(.now) {
            index += 1
            try parts.noteExact(Amounts(), at: token.range, in: phrase.text)
        } else if let part = token.part {
            index += 1
            try parts.noteTime(at: token.range, in: phrase.text)
            parts.dayParts.append(part)
        } else if token.saysHowOften {
            throw Refusal(problem: .repetition, range: token.range)
        } else {
            throw Refusal(problem: .unknown, range: token.range)
        }
    }

    /// A word that names a date or a part of one by itself.
    private mutating func readDateWord(_ token: Token) throws(Refusal) -> Bool {
        let text = phrase.text
        if let (days, part) = token.meaning({ if case .day(let days, let part) = $0 { (days, part) } else { nil } }) {
            try parts.note(.relative, at: token.range, in: text)
            parts.relative = Amounts(days: days)
            if let part {
                try parts.noteTime(at: token.range, in: text)
                parts.dayParts.append(part)
            }
        } else if let (period, count) = token.meaning({
            if case .period(let period, let count) = $0 { (period, count) } else { nil }
        }) {
            try setPeriod(period, count, at: token.range)
        } else if let weekday = token.weekday {
            try parts.note(.weekday, at: token.range, in: text)
            parts.weekday = weekday
        } else if let month = token.month {
            try parts.note(.month, at: token.range, in: text)
            parts.month = month
        } else if let period = token.meaning({ if case .end(let period) = $0 { Optional.some(period) } else { nil } }) {
            try parts.note(.end, at: token.range, in: text)
            parts.endingPeriod = period
        } else {
            return try readNamedDay(token)
        }
        index += 1
        return true
    }

    /// *first monday of june*, *last friday of next month*; the month itself is read later.
    mutating func readWeekdayOfMonth(_ token: Token) throws(Refusal) -> Bool {
        var count = 1
        var position = token.position
        if position == nil, let number = token.number, (1...5).contains(number.value),
            peek(1)?.means(.mark(.day)) ?? false
        {
            (position, count) = (number.value, 2)
        }
        guard let position, let day = peek(count), let weekday = day.weekday,
            let next = peek(count + 1), next.isFiller, !next.means(.and)
        else { return false }
        guard let month = peek(count + 2), month.month != nil || month.shift != nil else { return false }
        try parts.note(.position, at: range(token, day), in: phrase.text)
        (parts.position, parts.positionedWeekday) = (position, weekday)
        index += count + 1
        return true
    }

    /// *next weekend*, *christmas*, *end of day*
    private mutating func readNamedDay(_ token: Token) throws(Refusal) -> Bool {
        if let week = token.meaning({ if case .weekend(let week) = $0 { week } else { nil } }) {
            try parts.note(.weekday, at: token.range, in: phrase.text)
            try parts.note(.week, at: token.range, in: phrase.text)
            (parts.weekday, parts.shift, parts.isWeekend) = (6, week, true)
        } else if let (month, day) = token.holiday {
            try parts.note(.month, at: token.range, in: phrase.text)
            try parts.note(.day, at: token.range, in: phrase.text)
            (parts.month, parts.day) = (month, day)
        } else if token.means(.endOfDay), parts.endOfDay == nil {
            parts.endOfDay = token.range
        } else {
            return false
        }
        index += 1
        return true
    }

    /// *next friday*, *this month*, *this evening*, *last week*, 下週.
    private mutating func readShift(_ token: Token) throws(Refusal) -> Bool {
        let shift = token.meaning { if case .shift(let shift) = $0 { shift } else { nil } }
        guard let shift else { return false }
        guard let next = peek(1) else { throw Refusal(problem: .unknown, range: token.range) }
        let range = range(token, next)
        if let weekday = next.weekday, next.span == nil {
            try parts.note(.weekday, at: range, in: phrase.text)
            parts.weekday = weekday
            if token.means(.previous) {
                parts.isPreviousWeekday = true
            } else {
                try parts.note(.week, at: token.range, in: phrase.text)
                parts.shift = shift
            }
        } else if let span = next.span, span != .day {
            try setPeriod(span, shift, at: range)
        } else if let period = next.meaning({ if case .end(let period?) = $0 { period } else { nil } }) {
            try setPeriod(period, shift, at: token.range)
            try parts.note(.end, at: next.range, in: phrase.text)
            parts.endingPeriod = period
        } else if shift == 0, let part = next.part {
            try parts.note(.relative, at: range, in: phrase.text)
            parts.relative = Amounts()
            try parts.noteTime(at: range, in: phrase.text)
            parts.dayParts.append(part)
        } else {
            throw Refusal(problem: .unknown, range: range)
        }
        index += 2
        return true
    }

    private mutating func setPeriod(_ period: Meaning.Period, _ count: Int, at range: Range<Int>) throws(Refusal) {
        let kind: PhraseParts.DateKinds
        switch period {
        case .day: throw Refusal(problem: .unknown, range: range)
        case .week: kind = .week
        case .month: kind = .monthPeriod
        case .year: kind = .yearPeriod
        }
        try parts.note(kind, at: range, in: phrase.text)
        parts.shift = count
    }
}
