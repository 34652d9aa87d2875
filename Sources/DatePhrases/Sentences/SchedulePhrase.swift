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
    public let repetition: Repetition?
    /// The words that say how often, as they were written; `nil` if it does not repeat.
    public let repetitionText: String?

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
        guard let start = tokens.indices.first(where: tokens.beginsRepetition) else {
            return SchedulePhrase(
                date: try read(text, looking: .ahead), dateText: text, repetition: nil, repetitionText: nil)
        }
        var (repetition, end) = try Self.repetition(in: phrase, at: start)
        // A month end is no day of the month: the 30th of November would be followed by December 30.
        if case .every(let every) = repetition, every.frequency == .monthly,
            tokens[..<start].contains(where: \.isMonthEnd) || tokens[end...].contains(where: \.isMonthEnd)
        {
            repetition = .every(RepeatPhrase(.monthly, every: every.interval, isOnLastDay: true))
        }
        if case .every(var every) = repetition, every.times == nil, end + 1 < tokens.count, tokens[end].means(.until) {
            let range = tokens[end + 1].range.lowerBound..<phrase.text.characters.count
            every.until = day(of: try read(phrase.text.original(range), looking: .ahead))
            repetition = .every(every)
            let text = phrase.text.original(0..<tokens[end - 1].range.upperBound)
            let found = try anySchedule(text)
            return SchedulePhrase(
                date: found.date, dateText: found.dateText, repetition: repetition,
                repetitionText: phrase.text.original(tokens[start].range.lowerBound..<phrase.text.characters.count))
        }
        let before = phrase.text.original(0..<tokens[start].range.lowerBound)
        let after = phrase.text.original(tokens[end - 1].range.upperBound..<phrase.text.characters.count)
        let rest = [before, after].map(\.trimmed).filter { !$0.isEmpty }.joined(separator: " ")
        let saysMore = try !Phrase(rest) { $0.ahead }.tokens.allSatisfy(\.isFiller)
        let repeats = phrase.text.original(tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound)
        return SchedulePhrase(
            date: try beginning(of: repetition, repeats, saysMore ? rest : ""), dateText: saysMore ? rest : nil,
            repetition: repetition, repetitionText: saysMore ? repeats : text)
    }

    /// The longest repetition that begins at a token, and the index after its last token.
    private static func repetition(
        in phrase: Phrase, at start: Int
    ) throws(DatePhraseError) -> (SchedulePhrase.Repetition, Int) {
        let tokens = phrase.tokens
        if case .delay(let delay) = tokens[start].content { return (.afterCompletion(delay), start + 1) }
        do throws(Refusal) {
            let (found, end) = try RepetitionParser.repetition(in: phrase, at: start)
            return (.every(found), end)
        } catch {
            // Every morning is every day, and the morning is the time.
            if tokens[start].means(.every), start + 1 < tokens.count, tokens[start + 1].part != nil {
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
    private func beginning(
        of repetition: SchedulePhrase.Repetition, _ repeats: String, _ text: String
    ) throws(DatePhraseError) -> DatePhrase {
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
        guard phrase.weekdayOfMonth != nil || phrase.dayOfMonth != nil else { return nil }
        let longestWait = 62
        for offset in 0...longestWait {
            let day = moment.today.advanced(by: offset)
            guard phrase.weekdayOfMonth?.includes(day) ?? (phrase.dayOfMonth == day.day) else { continue }
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

extension [Token] {
    /// Whether a repetition begins at an index: *every*, *weekdays*, `after 4d`, or the number of 3日ごと.
    func beginsRepetition(_ index: Int) -> Bool {
        if self[index].saysHowOften || isInterval(index) { return true }
        return self[index].unclearInterval != nil && index + 1 < count && self[index + 1].number != nil
    }

    /// Whether the number, the unit and the word of an interval are at an index: 3日ごと, 3日おき.
    func isInterval(_ index: Int) -> Bool {
        guard index + 2 < count, self[index].number != nil, self[index + 1].unit?.period != nil,
            self[index + 2].endsInterval, self[index].range.upperBound == self[index + 1].range.lowerBound,
            self[index + 1].range.upperBound == self[index + 2].range.lowerBound
        else { return false }
        // 25日毎月: the word can also begin the next repetition.
        let isFollowed = index + 3 < count && (self[index + 3].span != nil || self[index + 3].weekday != nil)
        return !(self[index + 2].means(.every) && isFollowed)
    }
}

extension Token {
    fileprivate var isMonthEnd: Bool { means(.end(.month)) || means(.end(nil)) }
}

extension String {
    /// Without blanks and commas at both ends.
    fileprivate var trimmed: String {
        let isBlank = { (character: Character) in " ,、，".contains(character) }
        return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
