import TimeKit

/// Dates that are counted from another one: *3 days before 31 dec*, *a week from friday*, *the day after christmas*, *before friday*.
extension DatePhraseReader {
    /// The date of such a phrase; `nil` if it is another one.
    ///
    /// - Parameter timeOfDay: as of ``read(_:looking:)``.
    func offsetDate(
        _ phrase: Phrase, looking direction: DatePhrase.Direction, timeOfDay: TimeOfDay?
    ) throws(DatePhraseError) -> DatePhrase? {
        let tokens = phrase.tokens
        guard let word = tokens.firstIndex(where: { $0.offsetSign != nil }), word + 1 < tokens.count,
            let sign = tokens[word].offsetSign,
            // One such word is enough for a person.
            !tokens[(word + 1)...].contains(where: { $0.offsetSign != nil })
        else { return nil }
        let text = phrase.text.original(tokens[word + 1].range.lowerBound..<phrase.text.characters.count)
        let start = tokens[..<word].firstIndex { !$0.isFiller } ?? word
        // *After friday* says no day.
        let amounts = start < word ? amounts(of: phrase, from: start, to: word) : sign < 0 ? Amounts() : nil
        // *Tomorrow before 2pm*, *tomorrow after 5pm*
        let before = phrase.text.original(0..<tokens[word].range.lowerBound)
        if amounts == nil, isTimeAlone(text), (try? read(before, looking: direction))?.isDay ?? false {
            return try read("\(before) \(text)", looking: direction, timeOfDay: timeOfDay)
        }
        guard let amounts else { return nil }
        let base = try read(text, looking: direction)
        let date =
            start < word
            ? moved(base, by: sign < 0 ? -amounts : amounts) : lastBefore(base, tokens[(word + 1)...])
        guard let date else { return nil }
        guard case .day(let day) = date else { return date }
        if direction == .ahead, day < moment.today {
            throw phrase.error(Refusal(problem: .past, range: phrase.text.characters.indices))
        }
        return timeOfDay.map { .instant(instant(of: date, at: $0)) } ?? date
    }

    /// The last day on which something is before a date; the time itself, and the end of a month, which is its last day.
    private func lastBefore(_ date: DatePhrase, _ tokens: ArraySlice<Token>) -> DatePhrase? {
        let isEnd = tokens.contains { token in
            token.means(.endOfDay) || token.meaning { if case .end = $0 { true } else { nil } } ?? false
        }
        return isEnd || !date.isDay ? date : moved(date, by: Amounts(days: -1))
    }

    /// *3 days*, *the day*; `nil` if the tokens say anything else.
    private func amounts(of phrase: Phrase, from start: Int, to end: Int) -> Amounts? {
        if let (amounts, _, last) = PhraseParser(phrase, .ahead).amounts(at: start) {
            return last == end ? amounts : nil
        }
        guard start + 1 == end, let period = phrase.tokens[start].unit?.period else { return nil }
        switch period {
        case .day: return Amounts(days: 1)
        case .week: return Amounts(days: 7)
        case .month: return Amounts(months: 1)
        case .year: return Amounts(months: 12)
        }
    }

    /// - Returns: `nil` if hours would be counted from a day, or the date is out of range.
    private func moved(_ date: DatePhrase, by amounts: Amounts) -> DatePhrase? {
        let resolver = PhraseResolver(moment: moment, direction: .ahead, parts: PhraseParts())
        switch date {
        case .day(let day):
            guard amounts.seconds == 0 else { return nil }
            return (try? resolver.advance(day, by: amounts)).map { .day($0) }
        case .instant(let instant):
            let (day, seconds) = moment.zone.wallTime(at: instant)
            guard let moved = try? resolver.advance(day, by: amounts) else { return nil }
            let onWall = moment.zone.instant(of: moved, secondsOfDay: seconds)
            let result = onWall.advanced(byMilliseconds: amounts.seconds * 1000)
            return (1...9999).contains(moment.zone.localDate(at: result).year) ? .instant(result) : nil
        }
    }
}

extension Token {
    /// The direction in which a word counts days from the date after it.
    var offsetSign: Int? { meaning { if case .offset(let sign) = $0 { sign } else { nil } } }
}
