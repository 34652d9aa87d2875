/// Durations: *in 25m*, *2 hours ago*, 一個半小時後.
extension PhraseParser {
    /// *in 2 hours*; the word itself is the current token.
    mutating func readDurationAhead(_ token: Token) throws(Refusal) {
        guard let (amounts, isExact, end) = amounts(at: index + 1) else { throw noDuration(after: token) }
        let last = phrase.tokens[end - 1]
        index = end
        if let after = peek(), after.means(.later) { index += 1 }
        try setDuration(amounts, isExact, at: range(token, last))
    }

    /// Why no duration follows the word for ahead, which is the current token.
    private func noDuration(after token: Token) -> Refusal {
        if let next = peek(1) {
            let characters = phrase.text.characters[next.range]
            if characters.allSatisfy(NumericLiteral.isDigit), characters.count > "\(PhraseText.mostOfUnit)".count {
                return Refusal(problem: .tooLarge, range: next.range)
            }
            if characters.elementsEqual("-"), let (_, _, end) = amounts(at: index + 2) {
                return Refusal(problem: .negative, range: range(next, phrase.tokens[end - 1]))
            }
        }
        return Refusal(problem: .incomplete(example: "in 25m"), range: token.range)
    }

    /// A number, its unit and a word such as *ago* behind them.
    ///
    /// - Returns: whether the current token begins such a duration; otherwise nothing is read.
    mutating func readDuration(from token: Token) throws(Refusal) -> Bool {
        guard let (amounts, isExact, end) = amounts(at: index), end < phrase.tokens.count else { return false }
        let last = phrase.tokens[end]
        guard last.means(.later) || last.means(.ago) else { return false }
        index = end + 1
        try setDuration(last.means(.later) ? amounts : -amounts, isExact, at: range(token, last))
        return true
    }

    private mutating func setDuration(_ amounts: Amounts, _ isExact: Bool, at range: Range<Int>) throws(Refusal) {
        if direction == .ahead, amounts.isNegative { throw Refusal(problem: .past, range: range) }
        if isExact {
            try parts.noteExact(amounts, at: range, in: phrase.text)
        } else {
            try parts.note(.relative, at: range, in: phrase.text)
            parts.relative = amounts
        }
    }

    /// Counts of units, the largest unit first, each at most once: *1 hour and 30 minutes*.
    ///
    /// - Returns: the sum, whether a unit is shorter than a day, and the index of the next token; `nil` if there is no
    ///   duration at `start`.
    func amounts(at start: Int) -> (amounts: Amounts, isExact: Bool, end: Int)? {
        var sum = Amounts()
        var lastUnit: Meaning.Unit?
        var end = start
        while let (unit, halves, next) = amount(at: end), lastUnit.map({ $0 < unit }) ?? true {
            guard add(unit, halves: halves, to: &sum) else { return nil }
            lastUnit = unit
            end = next
            if token(end)?.means(.filler) ?? false, amount(at: end + 1) != nil { end += 1 }
        }
        guard let lastUnit else { return nil }
        return (sum, lastUnit > .day, end)
    }

    /// One count of a unit, in halves: *25m*, *half an hour*, *1.5h*, 一個半小時, 2時間半.
    private func amount(at start: Int) -> (unit: Meaning.Unit, halves: Int, end: Int)? {
        guard let first = token(start) else { return nil }
        if first.means(.half) {
            let hasArticle = token(start + 1)?.number?.value == 1
            let end = hasArticle ? start + 2 : start + 1
            return token(end)?.unit.map { ($0, 1, end + 1) }
        }
        guard let number = first.number, number.value <= PhraseText.mostOfUnit, let next = token(start + 1) else {
            return nil
        }
        let halves = number.value * 2 + (number.hasHalf ? 1 : 0)
        if next.means(.half), !number.hasHalf, let unit = token(start + 2)?.unit {
            return (unit, halves + 1, start + 3)
        }
        if let unit = next.meaning({ if case .unitAndHalf(let unit) = $0 { unit } else { nil } }) {
            return (unit, halves + 1, start + 2)
        }
        guard let unit = next.unit else { return nil }
        if !number.hasHalf, token(start + 2)?.means(.half) ?? false, token(start + 3)?.unit == nil {
            return (unit, halves + 1, start + 3)
        }
        return (unit, halves, start + 2)
    }

    /// Adds halves of a unit.
    ///
    /// - Returns: whether the unit has a half: a day, for example, has none.
    private func add(_ unit: Meaning.Unit, halves: Int, to sum: inout Amounts) -> Bool {
        switch unit {
        case .year: sum.months += halves * 6
        case .hour: sum.seconds += halves * 1800
        case .minute: sum.seconds += halves * 30
        case .month, .week, .day, .quarterHour, .second:
            guard halves.isMultiple(of: 2) else { return false }
            let count = halves / 2
            switch unit {
            case .month: sum.months += count
            case .week: sum.days += count * 7
            case .day: sum.days += count
            case .quarterHour: sum.seconds += count * 900
            case .year, .hour, .minute, .second: sum.seconds += count
            }
        }
        return true
    }

    private func token(_ index: Int) -> Token? {
        phrase.tokens.indices.contains(index) ? phrase.tokens[index] : nil
    }
}
