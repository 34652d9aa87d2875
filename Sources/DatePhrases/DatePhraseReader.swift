import TimeKit

/// Reads dates and times as people write them, in all languages at once (RULES T9).
///
/// ```swift
/// let reader = DatePhraseReader(now: now, today: today, zone: zone, dayStartHour: 4)
/// let due = try reader.read("next friday", looking: .ahead)
/// let reminder = try reader.instant("明日", looking: .ahead, at: TimeOfDay(hour: 9, minute: 0))
/// ```
///
/// <doc:DatePhrases> has the words of each language and the rules.
public struct DatePhraseReader: Sendable {
    /// The longest phrase in characters.
    public static let mostCharacters = PhraseText.mostCharacters

    let moment: PhraseMoment
    /// The order of month and day in `3/4` where the phrase does not say it; `nil` if that is not known.
    var numericOrder: Language.NumericOrder?

    /// Creates a reader for one moment.
    ///
    /// - Parameters:
    ///   - now: the instant at which the phrase is said.
    ///   - today: the logical day at that instant (RULES L1): it can be the date before `now`.
    ///   - zone: the zone of the wall clock.
    ///   - dayStartHour: the hour at which a logical day begins, 0 … 23.
    public init(now: Instant, today: CalendarDay, zone: ZoneRules, dayStartHour: Int) {
        precondition((0...23).contains(dayStartHour), "a day that starts at hour \(dayStartHour)")
        moment = PhraseMoment(now: now, today: today, zone: zone, dayStartHour: dayStartHour)
    }

    /// The instant or day that a phrase names, for a param that accepts both.
    ///
    /// - Throws: if any part of the phrase is not understood, or more than one date is named.
    public func read(_ text: String, looking direction: DatePhrase.Direction) throws(DatePhraseError) -> DatePhrase {
        try read(text, looking: direction, timeOfDay: nil)
    }

    /// The instant that a phrase names, for a param that needs an instant.
    ///
    /// It is not always the instant of the day that ``read(_:looking:)`` returns: `fri` at Friday 8:00 is a week ahead as
    /// a day, but today if it means 9:00.
    ///
    /// - Parameter time: the time that is meant where the phrase says none; 9:00 for reminders.
    /// - Throws: as ``read(_:looking:)``.
    public func instant(
        _ text: String, looking direction: DatePhrase.Direction, at time: TimeOfDay
    ) throws(DatePhraseError) -> Instant {
        // With a time for every day, a phrase names an instant; this is the same rule for any other answer.
        instant(of: try read(text, looking: direction, timeOfDay: time), at: time)
    }

    /// The instant of a date; of a day, that at a time.
    public func instant(of date: DatePhrase, at time: TimeOfDay) -> Instant {
        switch date {
        case .instant(let instant): instant
        case .day(let day): moment.zone.instant(of: day, secondsOfDay: time.hour * 3600 + time.minute * 60)
        }
    }

    /// The date of the calendar on which a date is.
    public func day(of date: DatePhrase) -> CalendarDay {
        switch date {
        case .instant(let instant): moment.zone.wallTime(at: instant).day
        case .day(let day): day
        }
    }

    /// A reader of phrases that are said at another instant of the same day of the garden, or of the days around it.
    public func seen(from now: Instant) -> DatePhraseReader {
        DatePhraseReader(now: now, today: moment.today, zone: moment.zone, dayStartHour: moment.dayStartHour)
    }

    /// A reader of phrases that are said at the beginning of a day, or now if it has begun.
    func reader(from day: CalendarDay) -> DatePhraseReader {
        let begin = moment.zone.instant(of: day, secondsOfDay: moment.dayStartHour * 3600)
        var reader = DatePhraseReader(
            now: max(begin, moment.now), today: max(day, moment.today), zone: moment.zone,
            dayStartHour: moment.dayStartHour)
        reader.numericOrder = numericOrder
        return reader
    }

    /// Whether a phrase names a time and no date, such as *10:25*: which instant it is depends on where one looks from.
    public func isTimeAlone(_ text: String) -> Bool {
        parts(text).map { $0.kinds.isEmpty && $0.exact == nil && $0.hasTime } ?? false
    }

    /// Whether a phrase names a date as the calendar has it, such as *2026-11-24* or *24 nov*, and not a day of the garden, such as
    /// *yesterday* and *tue*.
    public func isDateOfCalendar(_ text: String) -> Bool { parts(text)?.isWritten ?? false }

    /// Whether a phrase names a date with a time or a part of the day, such as *yesterday morning*.
    func namesDayAndTime(_ text: String) -> Bool {
        parts(text).map { !$0.kinds.isEmpty && $0.exact == nil && $0.hasTime } ?? false
    }

    private func parts(_ text: String) -> PhraseParts? {
        guard let phrase = try? Phrase(text, examples: { $0.back }) else { return nil }
        var parser = PhraseParser(phrase, .back)
        parser.numericOrder = numericOrder
        return try? parser.parse()
    }

    func read(
        _ text: String, looking direction: DatePhrase.Direction, timeOfDay: TimeOfDay?
    ) throws(DatePhraseError) -> DatePhrase {
        let phrase = try Phrase(text) { direction == .ahead ? $0.ahead : $0.back }
        if let timestamp = DateTimeText.timestamp(phrase.text) {
            return .instant(timestamp.instant.roundedDownToMinute)
        }
        if let date = try offsetDate(phrase, looking: direction, timeOfDay: timeOfDay) { return date }
        do throws(Refusal) {
            var parser = PhraseParser(phrase, direction)
            parser.numericOrder = numericOrder
            let parts = try parser.parse()
            return try PhraseResolver(moment: moment, direction: direction, parts: parts).resolve(orAt: timeOfDay)
        } catch {
            throw phrase.error(error)
        }
    }
}

extension Instant {
    private static let millisecondsPerMinute = 60_000

    /// The beginning of its minute.
    var roundedDownToMinute: Instant {
        let minutes = milliseconds.flooredDivision(by: Self.millisecondsPerMinute).quotient
        return Instant(milliseconds: minutes * Self.millisecondsPerMinute)
    }

    /// The instant itself if a minute begins at it, otherwise the beginning of the next minute.
    var roundedUpToMinute: Instant {
        advanced(byMilliseconds: Self.millisecondsPerMinute - 1).roundedDownToMinute
    }
}
