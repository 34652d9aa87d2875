/// The reason why a schedule cannot be used with an anchor.
public enum RecurrenceError: Error, Hashable, Sendable {
    /// The part needs a time, but the anchor is a day.
    case needsTime(part: String)

    /// Two occurrences would be less than ``Recurrence/leastMinutes`` apart: at these minutes of a day, or of a day and
    /// the next.
    case tooFrequent(minuteOfDay: Int, nextMinuteOfDay: Int)

    /// There is no occurrence within ``Recurrence/firstWithinYears`` years after the anchor.
    case noOccurrence(anchor: OccurrenceDate)

    /// UNTIL is before the first occurrence.
    case endsBeforeFirst(until: String, first: OccurrenceDate)
}

extension RecurrenceError: CustomStringConvertible {
    /// A sentence without a full stop.
    public var description: String {
        switch self {
        case .needsTime(let part):
            "\(part) needs a time of day, and the task has only a day; set a time, or use "
                + (part.hasPrefix("after ") ? "days, weeks or months" : "days, weeks, months or years")
        case .tooFrequent(let minute, let next):
            "\(clockText(minuteOfDay: minute)) and \(clockText(minuteOfDay: next)) are less than "
                + "\(Recurrence.leastMinutes) minutes apart; use fewer times or a longer INTERVAL"
        case .noOccurrence(let anchor):
            "this rule has no occurrence within \(Recurrence.firstWithinYears) years after \(anchor); "
                + "check that its parts can be true of one date"
        case .endsBeforeFirst(let until, let first):
            "UNTIL=\(until) is before the first occurrence, \(first)"
        }
    }
}
