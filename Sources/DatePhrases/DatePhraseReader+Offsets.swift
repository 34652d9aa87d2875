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
        guard let word = tokens.firstIndex(where: { $0.offset != nil }), word + 1 < tokens.count,
            let sign = tokens[word].offset
        else { return nil }
        let text = phrase.text.original(tokens[word + 1].range.lowerBound..<phrase.text.characters.count)
        let start = tokens[..<word].firstIndex { !$0.isFiller } ?? word
        guard start < word else {
            // *After friday* says no day.
            guard sign < 0 else { return nil }
            return try dayBefore(text, looking: direction, timeOfDay: timeOfDay)
        }
        guard let amounts = amounts(of: phrase, from: start, to: word) else { return nil }
        let distance = sign < 0 ? -amounts : amounts
        return moved(try read(text, looking: direction, timeOfDay: timeOfDay), by: distance)
    }

    /// The last day on which something is before a date; before a time, it is that time.
    private func dayBefore(
        _ text: String, looking direction: DatePhrase.Direction, timeOfDay: TimeOfDay?
    ) throws(DatePhraseError) -> DatePhrase? {
        guard case .day = try read(text, looking: direction) else {
            return try read(text, looking: direction, timeOfDay: timeOfDay)
        }
        let date = try read(text, looking: direction, timeOfDay: timeOfDay)
        // The end of a month is its last day itself.
        let isEnd = try Phrase(text, examples: { $0.ahead }).tokens.contains { token in
            token.means(.endOfDay) || token.meaning { if case .end = $0 { true } else { nil } } ?? false
        }
        return isEnd ? date : moved(date, by: Amounts(days: -1))
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
            return .instant(onWall.advanced(byMilliseconds: amounts.seconds * 1000))
        }
    }
}

extension Token {
    /// The direction in which a word counts days from the date after it.
    var offset: Int? { meaning { if case .offset(let sign) = $0 { sign } else { nil } } }
}
