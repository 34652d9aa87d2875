import TimeKit

/// A date, a repetition, or both: `tomorrow 18:00`, `every week`, 毎日9時.
///
/// A repetition without a date begins today; one on a weekday begins on the first such day, which can be today.
public struct SchedulePhrase: Hashable, Sendable {
    /// The date, or the day on which the repetition begins.
    public let date: DatePhrase
    /// The words that name the date, as they were written; `nil` if only a repetition is named.
    public let dateText: String?
    /// How it repeats; `nil` if it does not.
    public internal(set) var repetition: Repetition?
    /// The words that say how often, as they were written; `nil` if it does not repeat.
    public let repetitionText: String?
    /// When something begins that lasts until ``date``: *from tomorrow until friday*; `nil` if it is not said.
    public internal(set) var start: DatePhrase?
    /// When something ends that begins at ``date``: *3pm-4pm*; `nil` if it is not said.
    public internal(set) var end: DatePhrase?

    /// A repetition of dates, or a delay after each completion.
    public enum Repetition: Hashable, Sendable {
        /// `every 2 weeks`.
        case every(RepeatPhrase)
        /// `after 4d`.
        case afterCompletion(DelayPhrase)
    }
}

extension DatePhraseReader {
    /// The date and the repetition that a phrase names, in whatever order. It looks ahead.
    ///
    /// - Throws: if any part of the phrase is not understood, if the date is not on a weekday of the repetition, or if it
    ///   is an instant that is past.
    public func schedule(_ text: String) throws(DatePhraseError) -> SchedulePhrase {
        let found = try anySchedule(text)
        if case .instant(let instant) = found.date, instant < moment.now.roundedDownToMinute {
            let phrase = try Phrase(text) { $0.ahead }
            throw phrase.error(
                Refusal(problem: .alreadyPast(found.date.text(in: moment.zone)), range: phrase.text.characters.indices))
        }
        return found
    }

    private func anySchedule(_ text: String) throws(DatePhraseError) -> SchedulePhrase {
        let phrase = try Phrase(text) { $0.ahead }
        let tokens = phrase.tokens
        if let length = length(phrase) { return try lasting(length, phrase) }
        guard var start = tokens.indices.first(where: tokens.beginsRepetition) else {
            if let span = span(phrase) { return SchedulePhrase(span, text) }
            return SchedulePhrase(
                date: try read(text, looking: .ahead), dateText: text, repetition: nil, repetitionText: nil)
        }
        var (repetition, end) = try Self.repetition(in: phrase, at: start)
        if let found = try everySoManyWeeks(repetition, phrase, after: end) { return found }
        // A month end is no day of the month: the 30th of November would be followed by December 30.
        if case .every(let every) = repetition, every.frequency == .monthly, every.daysOfMonth.isEmpty,
            tokens[..<start].contains(where: \.isMonthEnd) || tokens[end...].contains(where: \.isMonthEnd)
        {
            repetition = .every(RepeatPhrase(.monthly, every: every.interval, isOnLastDay: true))
        }
        // *8am and 8pm daily*
        let first = tokens[..<start].firstIndex { !$0.isFiller } ?? start
        if case .every(var every) = repetition, every.hours.isEmpty, [.daily, .weekly].contains(every.frequency),
            let times = phrase.timesOfDay(from: first), times.end == start
        {
            (every.hours, every.minute) = (times.hours, times.minute)
            repetition = .every(every)
            start = first
        }
        if case .every(let every) = repetition, every.times == nil, let bound = bound(phrase, after: end) {
            return try bounded(every, phrase, start..<end, bound)
        }
        let before = phrase.text.original(0..<tokens[start].range.lowerBound)
        let after = phrase.text.original(tokens[end - 1].range.upperBound..<phrase.text.characters.count)
        // *Monday mornings at 9* is the morning of each Monday.
        let part = tokens[start..<end].compactMap(\.singular).first ?? ""
        let rest = [before, part, after].map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
        let saysMore = try !Phrase(rest) { $0.ahead }.tokens.allSatisfy(\.isFiller)
        let repeats = phrase.text.original(tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound)
        if let span = span(try Phrase(rest) { $0.ahead }, isOfRepetition: true) {
            return try spanning(span, rest, repetition, repeats)
        }
        // *Every day at 8am and friday*
        let others = try Phrase(rest) { $0.repeats }
        if let and = others.tokens.first(where: { $0.means(.and) }) {
            throw others.error(Refusal(problem: .unknown, range: and.range))
        }
        return SchedulePhrase(
            date: try beginning(of: repetition, repeats, saysMore ? try withoutStart(rest) : ""),
            dateText: saysMore && part.isEmpty ? rest : nil,
            repetition: repetition, repetitionText: saysMore && part.isEmpty ? repeats : text)
    }

    /// The longest repetition that begins at a token, and the index after its last token.
    private static func repetition(
        in phrase: Phrase, at start: Int
    ) throws(DatePhraseError) -> (SchedulePhrase.Repetition, Int) {
        let tokens = phrase.tokens
        if case .delay(let delay) = tokens[start].content { return (.afterCompletion(delay), start + 1) }
        if let (delay, end) = tokens.delay(at: start) { return (.afterCompletion(delay), end) }
        do throws(Refusal) {
            let (found, end) = try RepetitionParser.repetition(in: phrase, at: start)
            if end < tokens.count, tokens[end].means(.afterCompletion), let delay = DelayPhrase(found) {
                return (.afterCompletion(delay), end + 1)
            }
            return (.every(found), end)
        } catch {
            if tokens[start].means(.every), tokens.isDateOfYear(start + 1) {
                return (.every(RepeatPhrase(.yearly)), start + 1)
            }
            // Every morning is every day, and the morning is the time.
            if tokens[start].means(.every), start + 1 < tokens.count, tokens[start + 1].part != nil {
                // *Every morning and evening*
                if let times = phrase.timesOfDay(from: start + 1) {
                    var daily = RepeatPhrase(.daily)
                    (daily.hours, daily.minute) = (times.hours, times.minute)
                    return (.every(daily), times.end)
                }
                return (.every(RepeatPhrase(.daily)), start + 1)
            }
            throw try Phrase(phrase.text.original(phrase.text.characters.indices)) { $0.repeats }.error(error)
        }
    }

    /// The first date of a repetition.
    ///
    /// - Parameters:
    ///   - repeats: its words, for a refusal.
    ///   - text: the date or the time beside it; empty if there is none.
    func beginning(
        of repetition: SchedulePhrase.Repetition, _ repeats: String, _ text: String
    ) throws(DatePhraseError) -> DatePhrase {
        if case .every(var phrase) = repetition, !phrase.hours.isEmpty {
            let hours = phrase.hours
            phrase.hours = []
            var dates: [DatePhrase] = []
            for hour in hours {
                let words = "\(text) \(hour):\(twoDigits(phrase.minute))"
                dates.append(try beginning(of: .every(phrase), repeats, words))
            }
            if let first = dates.min(by: { start(of: $0) < start(of: $1) }) { return first }
        }
        if case .every(let phrase) = repetition, phrase.isOnLastDay {
            let hasEnd = try Phrase(text) { $0.ahead }.tokens.contains(where: \.isMonthEnd)
            return try read(hasEnd ? text : "end of month \(text)", looking: .ahead)
        }
        if case .every(let phrase) = repetition, let first = try firstDate(of: phrase, text) { return first }
        guard case .every(let phrase) = repetition, !phrase.weekdays.isEmpty else {
            return text.isEmpty ? .day(moment.today) : try read(text, looking: .ahead)
        }
        // *Friday, every weekday*
        if !text.isEmpty, !isTimeAlone(text), let date = try? read(text, looking: .ahead),
            phrase.weekdays.contains(day(of: date).weekday)
        {
            return date
        }
        let weekdays = phrase.weekdays.sorted { daysUntil($0) < daysUntil($1) }
        guard !text.isEmpty else { return .day(moment.today.advanced(by: daysUntil(weekdays[0]))) }
        var dates: [DatePhrase] = []
        var refusal: DatePhraseError?
        for weekday in weekdays {
            // Together, so that a date on another weekday contradicts it.
            do throws(DatePhraseError) {
                dates.append(try read("\(Self.weekdayNames[weekday - 1]) \(text)", looking: .ahead))
            } catch {
                refusal = refusal ?? error
            }
        }
        if let first = dates.min(by: { start(of: $0) < start(of: $1) }) { return first }
        // *Every monday starting 5 dec*
        if let refusal, case .contradiction = refusal.problem,
            try Phrase(text, examples: { $0.ahead }).tokens.contains(where: { $0.means(.starting) }),
            let date = try? read(text, looking: .ahead)
        {
            return try first(of: repetition, repeats, from: date)
        }
        guard let refusal, case .contradiction = refusal.problem, weekdays.count > 1 else {
            throw refusal ?? DatePhraseError(problem: .unknown, word: text, examples: [])
        }
        throw DatePhraseError(problem: refusal.problem, word: repeats, examples: refusal.examples)
    }

    /// The first date of a repetition on a day of the month, or at an interval of hours; `nil` for others.
    ///
    /// - Parameter text: the time beside it, or an empty text.
    private func firstDate(of phrase: RepeatPhrase, _ text: String) throws(DatePhraseError) -> DatePhrase? {
        if phrase.frequency == .hourly {
            guard text.isEmpty else { return try read(text, looking: .ahead) }
            let now = moment.now.advanced(byMilliseconds: 59_999).roundedDownToMinute
            return .instant(now.advanced(byMilliseconds: phrase.interval * 3_600_000))
        }
        guard phrase.weekdayOfMonth != nil || !phrase.daysOfMonth.isEmpty else { return nil }
        let longestWait = 62
        for offset in 0...longestWait {
            let day = moment.today.advanced(by: offset)
            // The 31st among others is the last day of a shorter month.
            let isLast = phrase.daysOfMonth.count > 1 && day.advanced(by: 1).day == 1 && phrase.daysOfMonth.contains(31)
            guard phrase.weekdayOfMonth?.includes(day) ?? (phrase.daysOfMonth.contains(day.day) || isLast) else {
                continue
            }
            guard !text.isEmpty else { return .day(day) }
            let date = try read("\(day) \(text)", looking: .ahead)
            if case .instant(let instant) = date, instant < moment.now.roundedDownToMinute { continue }
            return date
        }
        return nil
    }

    /// The days from today to the first such weekday, 0 … 6.
    private func daysUntil(_ weekday: Int) -> Int { (weekday - moment.today.weekday + 7) % 7 }

    private func start(of date: DatePhrase) -> Instant {
        switch date {
        case .instant(let instant): instant
        case .day(let day): moment.zone.instant(of: day, secondsOfDay: 0)
        }
    }

    private static let weekdayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
}

extension String {
    /// Without blanks and commas at both ends.
    var trimmed: String {
        let isBlank = { (character: Character) in " ,、，".contains(character) }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
