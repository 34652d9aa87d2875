import DatePhrases
import GardenAPI
import TimeKit

extension Environment {
    /// Reads dates as a person writes them at a moment (RULES T9).
    func phrases(at now: Instant, today: CalendarDay) -> DatePhraseReader {
        DatePhraseReader(now: now, today: today, zone: zone, dayStartHour: settings.dayStartHour)
    }
}

extension GardenError {
    /// A date that is not understood.
    init(_ error: DatePhraseError, param: String) {
        self = .refused(
            .notUnderstood, "\(param): \(error.description)",
            [
                ("param", .string(param)), ("word", .string(error.word)),
                ("examples", .array(error.examples.map(JSON.string))),
            ])
    }
}

/// Reads the date params of a request.
struct DateReader {
    private let reader: DatePhraseReader
    private let zone: ZoneRules
    private let today: CalendarDay

    /// The time of a reminder for which only a day is given (RULES T9).
    static let reminderTime = TimeOfDay(hour: 9, minute: 0)

    /// The time of a past instant for which only a day is given.
    private static let middayTime = TimeOfDay(hour: 12, minute: 0)

    init(_ environment: Environment, at now: Instant, today: CalendarDay) {
        reader = environment.phrases(at: now, today: today)
        zone = environment.zone
        self.today = today
    }

    /// An instant ahead, or a day if the phrase has no time.
    func date(
        _ text: String, _ param: String, looking direction: DatePhrase.Direction = .ahead
    ) throws(GardenError) -> DatePhrase {
        do throws(DatePhraseError) { return try reader.read(text, looking: direction) } catch {
            throw GardenError(error, param: param)
        }
    }

    /// An instant; 09:00 if the phrase has no time.
    func reminder(_ text: String, _ param: String) throws(GardenError) -> Instant {
        do throws(DatePhraseError) {
            return try reader.instant(text, looking: .ahead, at: Self.reminderTime)
        } catch {
            throw GardenError(error, param: param)
        }
    }

    /// The distance from a due date that a phrase names; `nil` if it names none (RULES T17).
    func distance(_ text: String) -> ReminderDistance? { reader.distance(text) }

    /// Refuses what is nearly a distance: *1h after*, *1 month before*. A duration ahead, *in 1h*, is a date.
    func refuseDistance(_ text: String, _ param: String) throws(GardenError) {
        guard reader.isLikeDistance(text), (try? reader.read(text, looking: .ahead)) == nil else { return }
        throw GardenError(DatePhraseError(noDistance: text), param: param)
    }

    /// An instant in a param that looks back; the beginning of the day if the phrase has no time.
    func pastBeginning(_ text: String, _ param: String, _ calendar: LogicalDay) throws(GardenError) -> Instant {
        do throws(DatePhraseError) {
            switch try reader.read(text, looking: .back) {
            case .instant(let instant): return instant
            // A date that the calendar skipped has no boundary.
            case .day(let day):
                return calendar.boundary(of: day) ?? zone.firstInstant(reaching: day, secondsOfDay: 0)
            }
        } catch {
            throw GardenError(error, param: param)
        }
    }

    /// An instant that looks back; 12:00 if the phrase has no time.
    ///
    /// A timestamp is exact, to the millisecond.
    func pastInstant(_ text: String, _ param: String) throws(GardenError) -> Instant {
        if let timestamp = Timestamp(text) { return try instant(of: timestamp, text, param) }
        do throws(DatePhraseError) {
            return try reader.instant(text, looking: .back, at: Self.middayTime)
        } catch {
            throw GardenError(error, param: param)
        }
    }

    /// The instants that are within the years 1 to 9999 in any zone, so that every answer with one can be read.
    private static let writable = -62_135_510_400_000...253_402_214_400_000

    private func instant(of timestamp: Timestamp, _ text: String, _ param: String) throws(GardenError) -> Instant {
        guard Self.writable.contains(timestamp.instant.milliseconds) else {
            throw .refused(
                .notUnderstood, "\(param): \(JSON.string(text).excerpt) is not between 0001-01-02 and 9999-12-31",
                [("param", .string(param)), ("word", .string(text)), ("examples", [])])
        }
        return timestamp.instant
    }

    /// When something happened that is entered afterwards: 12:00 of a day alone; `nil` for the current one.
    ///
    /// A timestamp is exact, to the millisecond.
    func happened(_ text: String, _ param: String) throws(GardenError) -> Instant? {
        if Timestamp(text) == nil {
            do throws(DatePhraseError) {
                if case .day(today) = try reader.read(text, looking: .back) { return nil }
            } catch {
                throw GardenError(error, param: param)
            }
        }
        return try pastInstant(text, param)
    }

    /// An instant that looks back, for which a time alone is one near another instant.
    ///
    /// A timestamp is exact, to the millisecond.
    func pastInstant(_ text: String, near anchor: TimeAnchor, _ param: String) throws(GardenError) -> Instant {
        guard isTimeAlone(text) else { return try pastInstant(text, param) }
        func instant(seenFrom instant: Instant, looking direction: DatePhrase.Direction) throws(GardenError) -> Instant
        {
            do throws(DatePhraseError) {
                return try reader.seen(from: instant).instant(text, looking: direction, at: Self.middayTime)
            } catch {
                throw GardenError(error, param: param)
            }
        }
        switch anchor {
        case .after(let other): return try instant(seenFrom: other, looking: .ahead)
        case .before(let other): return try instant(seenFrom: other, looking: .back)
        case .near(let other, let now):
            let (back, ahead) = (
                try instant(seenFrom: other, looking: .back), try instant(seenFrom: other, looking: .ahead)
            )
            let isBackNearer =
                Instant.milliseconds(from: back, to: other) <= Instant.milliseconds(from: other, to: ahead)
            return isBackNearer || ahead > now ? back : ahead
        }
    }

    /// Whether words name a time and no day.
    func isTimeAlone(_ text: String) -> Bool { Timestamp(text) == nil && reader.isTimeAlone(text) }

    /// Whether words name a day and no time, looking ahead.
    func isDayAlone(_ text: String) -> Bool {
        if case .day? = try? reader.read(text, looking: .ahead) { true } else { false }
    }

    /// The day that words name without a time, looking back, and whether that is a date of the calendar and not a logical day; `nil` if
    /// they name none, or a time.
    func pastDayAlone(_ text: String) -> (day: CalendarDay, isOfCalendar: Bool)? {
        guard Timestamp(text) == nil, case .day(let day)? = try? reader.read(text, looking: .back) else { return nil }
        return (day, reader.isDateOfCalendar(text))
    }

    /// A session that is over, in words.
    func session(_ text: String, _ param: String) throws(GardenError) -> SessionPhrase {
        do throws(DatePhraseError) { return try reader.session(text) } catch { throw GardenError(error, param: param) }
    }

    /// The word of what a session has besides its times that was meant as a part of a date, and is not understood as one.
    ///
    /// - Parameter isName: whether words are the name of something, so that words of dates beside them name nothing.
    func wordThatIsNoName(in rest: String, _ isName: (String) -> Bool) -> String? {
        if let word = reader.misspelledDate(in: rest) { return word }
        let words = rest.split(separator: " ").map(String.init)
        for count in words.indices.dropFirst() {
            let (first, last) = (words[..<count].joined(separator: " "), words[count...].joined(separator: " "))
            if isName(first), reader.areOfDates(last) { return last }
            if isName(last), reader.areOfDates(first) { return first }
        }
        return nil
    }

    /// The error for such a word.
    func unknown(_ word: String, _ param: String) -> GardenError { GardenError(reader.unknown(word), param: param) }

    /// A bound of a range that looks back.
    ///
    /// A timestamp is exact, to the millisecond.
    func pastBound(_ text: String, _ param: String) throws(GardenError) -> DateBound {
        if let timestamp = Timestamp(text) { return .instant(try instant(of: timestamp, text, param)) }
        do throws(DatePhraseError) {
            switch try reader.read(text, looking: .back) {
            case .instant(let instant): return .instant(instant)
            case .day(let day): return .day(day)
            }
        } catch {
            throw GardenError(error, param: param)
        }
    }

    /// A day ahead, or a past one in words that name the past: *yesterday*.
    func dayAheadOrPast(_ text: String, _ param: String, _ calendar: LogicalDay) throws(GardenError) -> CalendarDay {
        do throws(GardenError) { return try day(text, param, calendar, looking: .ahead) } catch {
            guard let past = try? day(text, param, calendar, looking: .back) else { throw error }
            return past
        }
    }

    func day(
        _ text: String, _ param: String, _ calendar: LogicalDay, looking direction: DatePhrase.Direction
    ) throws(GardenError) -> CalendarDay {
        do throws(DatePhraseError) {
            switch try reader.read(text, looking: direction) {
            case .instant(let instant): return calendar.day(of: instant)
            case .day(let day): return day
            }
        } catch {
            throw GardenError(error, param: param)
        }
    }
}

/// From where a time alone is looked for.
enum TimeAnchor {
    /// The first one after it, or the last one before it.
    case after(Instant), before(Instant)
    /// The nearest one that has passed.
    case near(Instant, now: Instant)
}

/// A bound of a range in time, inclusive.
public enum DateBound: Sendable {
    case instant(Instant)
    /// A whole logical day.
    case day(CalendarDay)

    /// An instant that is not after any in the bound, whatever the zone.
    public var earliest: Instant {
        switch self {
        case .instant(let instant): instant
        case .day(let day): Instant(secondsSinceEpoch: (day.daysSinceEpoch - Self.marginDays) * 86_400)
        }
    }

    /// An instant that is not before any in the bound, whatever the zone.
    public var latest: Instant {
        switch self {
        case .instant(let instant): instant
        case .day(let day): Instant(secondsSinceEpoch: (day.daysSinceEpoch + 1 + Self.marginDays) * 86_400)
        }
    }

    /// Zones differ by up to 26 hours, and days begin up to 23 hours after midnight.
    private static let marginDays = 3
}

extension QueryContext {
    /// A logical day in a param that looks back; `nil` if the param is missing.
    func pastDay(_ text: String?, _ param: String) throws(GardenError) -> CalendarDay? {
        guard let text else { return nil }
        let reader = DateReader(environment, at: moment.wall, today: state.day.day)
        return try reader.day(text, param, environment.calendar, looking: .back)
    }
}
