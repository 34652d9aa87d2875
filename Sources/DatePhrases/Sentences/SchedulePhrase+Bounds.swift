import TimeKit

/// When repetitions begin and end: *every day until 31 dec*, *every tue for 6 weeks*, *daily from monday*, 从明天开始每天.
extension DatePhraseReader {
    /// What limits a repetition, and the tokens that say it.
    enum RepetitionBound {
        case until(Range<Int>)
        case lasting(Amounts, Range<Int>)
    }

    func bound(_ phrase: Phrase, after end: Int) -> RepetitionBound? {
        let tokens = phrase.tokens
        for index in tokens.indices.dropFirst(end) where index + 1 < tokens.count {
            // *Every day from dec 1 until dec 24* is a span.
            if tokens[index].means(.until), !tokens[end..<index].contains(where: { $0.means(.spanStart) }) {
                return .until(index..<tokens.count)
            }
            if tokens[index].means(.lasting),
                let (amounts, isExact, last) = PhraseParser(phrase, .ahead).amounts(at: index + 1), !isExact
            {
                return .lasting(amounts, index..<last)
            }
        }
        return nil
    }

    /// Weekdays with the weeks named after them: *monday and wednesday 2pm every 2 weeks*; `nil` for anything else.
    func everySoManyWeeks(
        _ repetition: SchedulePhrase.Repetition, _ phrase: Phrase, after end: Int
    ) throws(DatePhraseError) -> SchedulePhrase? {
        let (text, tokens) = (phrase.text, phrase.tokens)
        guard case .every(let weekdays) = repetition, weekdays.frequency == .weekly, !weekdays.weekdays.isEmpty,
            weekdays.interval == 1, let second = tokens.indices.dropFirst(end).first(where: tokens.beginsRepetition),
            let (weekly, last) = try? RepetitionParser.repetition(in: phrase, at: second),
            weekly == RepeatPhrase(.weekly, every: weekly.interval)
        else { return nil }
        var found = try schedule(phrase.text(without: second..<last))
        guard case .every(var every)? = found.repetition else { return nil }
        every.interval = weekly.interval
        found.repetition = .every(every)
        return found.saying(text.original(text.characters.indices))
    }

    /// How long something takes: *for 2 hours*, and without a repetition *from friday for 3 days*.
    func length(_ phrase: Phrase) -> (amounts: Amounts, tokens: Range<Int>)? {
        let tokens = phrase.tokens
        let repeats = tokens.indices.contains(where: tokens.beginsRepetition)
        for index in tokens.indices.dropFirst() where tokens[index].means(.lasting) {
            guard let (amounts, isExact, end) = PhraseParser(phrase, .ahead).amounts(at: index + 1) else { continue }
            if isExact || !repeats && tokens[..<index].contains(where: { $0.means(.spanStart) }) {
                return (amounts, index..<end)
            }
        }
        return nil
    }

    /// A date with the time that it takes.
    func lasting(
        _ length: (amounts: Amounts, tokens: Range<Int>), _ phrase: Phrase
    ) throws(DatePhraseError) -> SchedulePhrase {
        let (text, said) = (phrase.text, phrase.tokens[length.tokens])
        let date = try withoutStart(phrase.text(without: length.tokens))
        let found = try schedule(date)
        let words = text.original((said.first?.range.lowerBound ?? 0)..<(said.last?.range.upperBound ?? 0))
        let refusal = DatePhraseError(
            problem: .howLong(date: date), word: words, examples: Language.english.examples.ahead)
        guard found.start == nil, found.end == nil else { throw refusal }
        var lasting = found
        switch found.date {
        case .instant(let begin) where length.amounts.months == 0 && length.amounts.days == 0:
            let end = begin.advanced(byMilliseconds: length.amounts.seconds * 1000)
            guard end > begin, moment.zone.localDate(at: end).year <= 9999 else { throw refusal }
            lasting.end = .instant(end)
        case .day(let first) where length.amounts.seconds == 0:
            let resolver = PhraseResolver(moment: moment, direction: .ahead, parts: PhraseParts())
            guard let last = (try? resolver.advance(first, by: length.amounts))?.advanced(by: -1) else { throw refusal }
            guard last >= first else { throw refusal }
            guard last > first else { return lasting }
            lasting = SchedulePhrase(
                date: .day(last), dateText: found.dateText, repetition: found.repetition,
                repetitionText: found.repetitionText, start: found.date)
        default: throw refusal
        }
        return lasting.saying(text.original(text.characters.indices))
    }

    /// A repetition with its last day.
    ///
    /// - Parameter range: the tokens that say how often.
    func bounded(
        _ every: RepeatPhrase, _ phrase: Phrase, _ range: Range<Int>, _ bound: RepetitionBound
    ) throws(DatePhraseError) -> SchedulePhrase {
        let (text, tokens) = (phrase.text, phrase.tokens)
        let said: Range<Int>
        switch bound {
        case .until(let range), .lasting(_, let range): said = range
        }
        let found = try schedule(phrase.text(without: said))
        var every = every
        let limit = tokens[said.lowerBound].range.lowerBound..<tokens[said.upperBound - 1].range.upperBound
        if case .every(let inner)? = found.repetition, inner.until != nil || inner.count != nil {
            throw phrase.error(Refusal(problem: .unknown, range: limit))
        }
        switch bound {
        case .until:
            let last = text.original(tokens[said.lowerBound + 1].range.lowerBound..<text.characters.count)
            every.until = day(of: try read(last, looking: .ahead))
        case .lasting(let amounts, _):
            let resolver = PhraseResolver(moment: moment, direction: .ahead, parts: PhraseParts())
            do throws(Refusal) {
                every.until = try resolver.advance(day(of: found.date), by: amounts).advanced(by: -1)
            } catch {
                throw phrase.error(error)
            }
        }
        guard every.count == nil else { throw phrase.error(Refusal(problem: .unknown, range: limit)) }
        if let until = every.until, until < day(of: found.date) {
            let first = found.date.text(in: moment.zone)
            throw phrase.error(Refusal(problem: .contradiction(instead: first), range: limit))
        }
        // Between the two can be a time: *every day at 9:00 until friday*.
        let isTogether = said.lowerBound == range.upperBound
        let words = tokens[range.lowerBound].range.lowerBound..<limit.upperBound
        return SchedulePhrase(
            date: found.date, dateText: isTogether ? found.dateText : nil, repetition: .every(every),
            repetitionText: text.original(isTogether ? words : text.characters.indices), start: found.start,
            end: found.end)
    }

    /// A repetition with a span: of the days on which it is, or of its time on each.
    func spanning(
        _ span: PhraseSpan, _ text: String, _ repetition: SchedulePhrase.Repetition, _ repeats: String
    ) throws(DatePhraseError) -> SchedulePhrase {
        if case .every(let every) = repetition, every.times != nil, case .day = span.end {
            throw DatePhraseError(problem: .unknown, word: text, examples: Language.english.examples.repeats)
        }
        let date: DatePhrase
        if case .day = span.end {
            date = try first(of: repetition, repeats, from: span.begin)
        } else {
            date = try beginning(of: repetition, repeats, span.beginText)
        }
        // *Trip from friday to sunday every month*: each of them has these days.
        if case .every(let every) = repetition, case .day(let first) = span.begin, case .day(let last) = span.end,
            every.weekdays.isEmpty, last < first.advanced(by: every.leastDays)
        {
            return SchedulePhrase(
                date: span.end, dateText: text, repetition: repetition, repetitionText: repeats, start: span.begin)
        }
        switch (repetition, date, span.end) {
        case (.every(var every), _, .day(let last)):
            every.until = last
            return SchedulePhrase(date: date, dateText: text, repetition: .every(every), repetitionText: repeats)
        case (_, .instant(let start), .instant(let last)):
            return SchedulePhrase(
                date: date, dateText: text, repetition: repetition, repetitionText: repeats,
                end: .instant(sameTime(as: last, after: start)))
        default:
            return SchedulePhrase(date: date, dateText: text, repetition: repetition, repetitionText: repeats)
        }
    }

    /// The first instant after another one at the time of the wall that an instant has.
    func sameTime(as last: Instant, after start: Instant) -> Instant {
        let (day, seconds) = (moment.zone.wallTime(at: start).day, moment.zone.wallTime(at: last).secondsOfDay)
        let end = moment.zone.instant(of: day, secondsOfDay: seconds)
        return end > start ? end : moment.zone.instant(of: day.advanced(by: 1), secondsOfDay: seconds)
    }

    /// The first date of a repetition from a date on.
    func first(
        of repetition: SchedulePhrase.Repetition, _ repeats: String, from date: DatePhrase
    ) throws(DatePhraseError) -> DatePhrase {
        var time = ""
        if case .instant(let instant) = date {
            let seconds = moment.zone.wallTime(at: instant).secondsOfDay
            time = "\(seconds / 3600):\(twoDigits(seconds / 60 % 60))"
        }
        return try reader(from: day(of: date)).beginning(of: repetition, repeats, time)
    }

    /// The date without *from*: 明日から, 从明天开始.
    func withoutStart(_ text: String) throws(DatePhraseError) -> String {
        let phrase = try Phrase(text) { $0.ahead }
        let tokens = phrase.tokens
        var range = tokens.indices
        if let first = tokens.first, first.means(.spanStart), tokens.count > 1 { range = range.dropFirst() }
        if let last = tokens.last, last.means(.from), range.count > 1 { range = range.dropLast() }
        guard range != tokens.indices, let first = range.first, let last = range.last else { return text }
        return phrase.text.original(tokens[first].range.lowerBound..<tokens[last].range.upperBound)
    }
}

extension RepeatPhrase {
    /// The days between two of its dates, at least.
    fileprivate var leastDays: Int {
        switch frequency {
        case .hourly, .daily: 1
        case .weekly: 7 * interval
        case .monthly: 28 * interval
        case .yearly: 365 * interval
        }
    }
}

extension SchedulePhrase {
    /// The same with the whole phrase as the words of the date, or of the repetition without one.
    fileprivate func saying(_ text: String) -> SchedulePhrase {
        SchedulePhrase(
            date: date, dateText: repetition == nil ? text : nil, repetition: repetition,
            repetitionText: repetition == nil ? nil : text, start: start, end: end)
    }

    /// A span of days is done by its last one; one of times is at its beginning.
    init(_ span: PhraseSpan, _ text: String) {
        self.init(
            date: span.isOfDays ? span.end : span.begin, dateText: text, repetition: nil, repetitionText: nil,
            start: span.isOfDays ? span.begin : nil, end: span.isOfDays ? nil : span.end)
    }
}
