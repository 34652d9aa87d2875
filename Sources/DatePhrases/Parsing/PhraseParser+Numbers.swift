import TimeKit

/// Numbers: fields of dates, hours and minutes.
extension PhraseParser {
    /// A number together with what follows it.
    mutating func readNumber(_ token: Token) throws(Refusal) {
        if try readWeekdayOfMonth(token) { return }
        // 12月3日前 is before that date, not 3 days ago.
        if !followsMonthMark, try readDuration(from: token) { return }
        guard let number = token.number, !number.hasHalf else {
            throw Refusal(problem: .unknown, range: token.range)
        }
        guard let next = peek(1) else { return try readBareNumber(number, token) }
        if next.means(.mark(.hour)) {
            try readClock(number, token, next)
        } else if next.means(.mark(.year)), number.digits == 4 {
            try setYear(number, at: range(token, next), tokens: 2)
        } else if next.means(.mark(.month)) {
            try setMonth(number, at: range(token, next))
        } else if next.means(.end(.month)), !parts.kinds.contains(.month) {
            // 12月底: the word for the end contains the mark of the month.
            try setMonth(number, at: token.range)
            try parts.note(.end, at: next.range, in: phrase.text)
            parts.endingPeriod = .month
        } else if next.means(.mark(.day)) {
            try setDay(number, at: range(token, next), tokens: 2)
        } else if next.unit != nil {
            throw Refusal(problem: .noDirection, range: range(token, next))
        } else {
            try readBareNumber(number, token)
        }
    }

    /// Whether the current token is the day after 12月.
    private var followsMonthMark: Bool {
        index > 0 && phrase.tokens[index - 1].means(.mark(.month)) && parts.kinds.contains(.month)
    }

    /// *1 dec*, *dec 1*, *1 dec 2026*, or an hour before or after a part of the day.
    private mutating func readBareNumber(_ number: Token.Number, _ token: Token) throws(Refusal) {
        let next = peek(1)
        let previous = index > 0 ? phrase.tokens[index - 1] : nil
        let isAfterMonth = previous?.month != nil || followsMonthMark
        // *dec 9am*: these words need an hour.
        let isHour = next?.part.map { $0.alone == nil } ?? false
        if number.digits == 4, parts.kinds.contains(.month), !parts.kinds.contains(.year) {
            try setYear(number, at: token.range, tokens: 1)
        } else if number.digits <= 2, !parts.kinds.contains(.day), next?.month != nil || (isAfterMonth && !isHour) {
            try setDay(number, at: token.range, tokens: 1)
        } else if number.digits <= 2, next?.part != nil || previous?.part != nil {
            index += 1
            try setTime(hour: number.value, minute: 0, at: token.range)
        } else if previous?.weekday != nil, phrase.tokens.contains(where: \.isTime), !parts.kinds.contains(.day) {
            // *Sunday 13 17:00*
            try setDay(number, at: token.range, tokens: 1)
        } else if number.digits <= 2, bareNumber == nil, parts.hour == nil {
            index += 1
            bareNumber = (number.value, token.range)
        } else {
            throw Refusal(problem: number.digits <= 2 ? .bareNumber : .unknown, range: token.range)
        }
    }

    /// The hour of *tonight 8*, once everything is read.
    mutating func settleBareNumber() throws(Refusal) {
        guard let (value, range) = bareNumber else { return }
        guard !parts.dayParts.isEmpty else {
            let clock = phrase.tokens.first { $0.range.lowerBound >= range.upperBound }
            guard let clock, clock.means(.clock) else { throw Refusal(problem: .bareNumber, range: range) }
            let ends = range.lowerBound..<clock.range.upperBound
            if value > 12 || value == 0 { return try setTime(hour: value, minute: 0, at: ends) }
            let hours = value == 12 ? ("noon", "midnight") : ("\(value)am", "\(value)pm")
            throw Refusal(problem: .ambiguous(hours.0, hours.1), range: ends)
        }
        try setTime(hour: value, minute: 0, at: range)
    }

    /// *Quarter past 3 pm*: the hour, with the minutes that the current word says.
    mutating func readHour(after minutes: Int, _ word: Token) throws(Refusal) {
        guard let token = peek(1), let hour = token.number, !hour.hasHalf, (1...23).contains(hour.value) else {
            throw Refusal(problem: .unknown, range: word.range)
        }
        let range = range(word, token)
        if hour.value <= 12, !phrase.tokens.contains(where: { $0.part != nil }) {
            let times = [0, 720].map { half in
                let minute = (hour.value % 12 * 60 + half + minutes + 1440) % 1440
                return "\(minute / 60):\(twoDigits(minute % 60))"
            }
            throw Refusal(problem: .ambiguous(times[0], times[1]), range: range)
        }
        index += 2
        try setTime(hour: hour.value, minute: 0, at: range)
        parts.minutesBeside = minutes
    }

    mutating func setTime(hour: Int, minute: Int, at range: Range<Int>) throws(Refusal) {
        if parts.hour != nil {
            throw Refusal(problem: .secondTime(first: phrase.text.original(parts.timeRange ?? range)), range: range)
        }
        guard hour < 24 || (hour == 24 && minute == 0), minute < 60 else {
            // Some count the hours on after midnight.
            let instead = (24...30).contains(hour) && minute < 60 ? "\(hour - 24):\(twoDigits(minute))" : nil
            throw Refusal(problem: .noSuchTime(instead: instead), range: range)
        }
        try parts.noteTime(at: range, in: phrase.text)
        parts.hour = hour
        parts.minute = minute
    }

    private mutating func setYear(_ number: Token.Number, at range: Range<Int>, tokens: Int) throws(Refusal) {
        try parts.note(.year, at: range, in: phrase.text)
        parts.year = number.value
        index += tokens
    }

    private mutating func setMonth(_ number: Token.Number, at range: Range<Int>) throws(Refusal) {
        guard (1...12).contains(number.value) else { throw Refusal(problem: .noSuchDate, range: range) }
        try parts.note(.month, at: range, in: phrase.text)
        parts.month = number.value
        index += 2
    }

    private mutating func setDay(_ number: Token.Number, at range: Range<Int>, tokens: Int) throws(Refusal) {
        guard (1...31).contains(number.value) else { throw Refusal(problem: .noSuchDate, range: range) }
        try parts.note(.day, at: range, in: phrase.text)
        parts.day = number.value
        index += tokens
    }
}

// MARK: - Clock

extension PhraseParser {
    /// 3點, 3點半, 3點30分, 3點30, 3點一刻, *9 o'clock*.
    private mutating func readClock(_ hour: Token.Number, _ token: Token, _ mark: Token) throws(Refusal) {
        index += 2
        var minute = 0
        var last = mark
        if let next = peek(), next.means(.half) {
            minute = 30
            last = next
            index += 1
        } else if let next = peek(), let number = next.number, !number.hasHalf {
            if let unit = peek(1), unit.means(.mark(.minute)) {
                minute = number.value
                last = unit
                index += 2
                skipSeconds()
            } else if let unit = peek(1), unit.means(.mark(.quarter)) {
                minute = number.value * 15
                last = unit
                index += 2
            } else if number.digits == 2, next.range.lowerBound == mark.range.upperBound,
                !(peek(1)?.means(.mark(.hour)) ?? false)
            {
                minute = number.value
                last = next
                index += 1
            }
        }
        try setTime(hour: hour.value, minute: minute, at: range(token, last))
    }

    /// Seconds are truncated (RULES T9).
    private mutating func skipSeconds() {
        if let seconds = peek()?.number, seconds.value < 60, let mark = peek(1), mark.means(.mark(.second)) {
            index += 2
        }
    }
}

// MARK: - From when to when

extension PhraseParser {
    /// Whether a word follows a time without a blank: 14時から.
    func followsTime(_ token: Token) -> Bool {
        guard index > 0, phrase.tokens[index - 1].range.upperBound == token.range.lowerBound else { return false }
        let previous = phrase.tokens[index - 1]
        if case .time = previous.content { return true }
        return parts.hour != nil && (previous.isMark || previous.means(.half) || previous.number != nil)
    }

    /// Whether it is the last word of 9時5分前, which is 8:55 to some readers.
    func isMinutesBefore(_ token: Token) -> Bool {
        token.means(.ago) && index > 0 && phrase.tokens[index - 1].means(.mark(.minute))
    }

    /// The refusal of `14:00-15:00`. `unit` is what follows: *pm* in *2-3pm*.
    func span(at range: Range<Int>, unit: Token? = nil) -> Refusal {
        let end = phrase.text.characters[range].firstIndex(of: "-") ?? range.upperBound
        let beginning =
            phrase.text.original(range.lowerBound..<end) + (unit.map { phrase.text.original($0.range) } ?? "")
        return Refusal(
            problem: .span(beginning: beginning),
            range: range.lowerBound..<max(range.upperBound, unit?.range.upperBound ?? 0))
    }
}

// MARK: - Dates in digits

extension PhraseParser {
    mutating func readNumericDate(_ date: NumericDate, _ token: Token) throws(Refusal) {
        if let next = peek(1), next.isOfHour, phrase.text.characters[token.range].contains("-"),
            case .undecided(_, _, nil) = date
        {
            throw span(at: token.range, unit: next)
        }
        let (year, month, day) = try fields(of: date, token)
        index += 1
        try parts.note(.day, at: token.range, in: phrase.text)
        try parts.note(.month, at: token.range, in: phrase.text)
        parts.day = day
        parts.month = month
        if let year {
            try parts.note(.year, at: token.range, in: phrase.text)
            parts.year = year
        }
    }

    /// `3/4` is a date only where it has one meaning: if the other order gives no date, if both are the same, or if the
    /// words beside it are of a language with one order.
    private func fields(of date: NumericDate, _ token: Token) throws(Refusal) -> (year: Int?, month: Int, day: Int) {
        switch date {
        case .yearFirst(let year, let month, let day): return (year, month, day)
        case .dayFirst(let day, let month, let year, _):
            guard Self.exists(month: month, day: day) else {
                throw Refusal(problem: .noSuchDate, range: token.range)
            }
            return (year, month, day)
        case .undecided(let first, let second, let year):
            let isMonthFirst = Self.exists(month: first, day: second)
            let isDayFirst = Self.exists(month: second, day: first)
            switch phrase.numericOrder ?? numericOrder {
            case _ where !isMonthFirst && !isDayFirst: throw Refusal(problem: .noSuchDate, range: token.range)
            case .monthFirst where isMonthFirst: return (year, first, second)
            case .dayFirst where isDayFirst: return (year, second, first)
            case _ where isMonthFirst && isDayFirst && first != second:
                throw Refusal(
                    problem: .ambiguous(
                        Self.text(day: second, month: first, year), Self.text(day: first, month: second, year)),
                    range: token.range)
            default: return isMonthFirst ? (year, first, second) : (year, second, first)
            }
        }
    }

    private static func exists(month: Int, day: Int) -> Bool {
        // A leap year, in which every date exists.
        CalendarDay(year: 2000, month: month, day: day) != nil
    }

    /// A date that can be read in one way only: `4 mar`.
    private static func text(day: Int, month: Int, _ year: Int?) -> String {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return "\(day) \(months[month - 1])" + (year.map { " \($0)" } ?? "")
    }
}
