import TimeKit

/// The occurrences of a schedule from an anchor on (RULES T5): days, or wall times to the minute.
///
/// The first occurrence is the anchor if it matches the schedule, and otherwise the next match. A search looks at most
/// ``searchYears`` years ahead or back and never beyond the year 9999; it takes less than a millisecond. Creating a value
/// validates it and resolves COUNT and UNTIL into ``last``; a caller that keeps ``first`` and ``last`` can restore the
/// value without doing that again.
public struct Recurrence: Sendable {
    /// The least distance of two occurrences, in minutes of the wall clock.
    public static let leastMinutes = 5

    /// The first occurrence is at most this many years after the anchor.
    public static let firstWithinYears = 100

    /// How many years a search covers: a cycle of the Gregorian calendar, after which dates and weekdays repeat. A
    /// schedule with COUNT or UNTIL ends at the latest this long after its anchor.
    public static let searchYears = 400

    /// The schedule.
    public let schedule: Schedule

    /// The date that the schedule begins with. It need not be an occurrence.
    public let anchor: OccurrenceDate

    /// The first occurrence, in the form of the anchor.
    public let first: OccurrenceDate

    /// The last occurrence; `nil` if the schedule has neither COUNT nor UNTIL.
    public let last: OccurrenceDate?

    let pattern: OccurrencePattern

    /// Creates the recurrence, and computes its first and last occurrence.
    ///
    /// - Parameter zone: the zone of the wall clock. It matters only for an UNTIL in UTC, which becomes the wall time
    ///   there. When the zone changes, create the recurrence again.
    /// - Throws: why the schedule cannot be used with the anchor.
    public init(_ schedule: Schedule, anchor: OccurrenceDate, zone: ZoneRules) throws(RecurrenceError) {
        pattern = try OccurrencePattern(schedule, anchor: anchor)
        self.schedule = schedule
        self.anchor = anchor
        var search = pattern.search

        let start = anchor.position
        let searchEnd = Self.position(afterDay: anchor.day, years: Self.firstWithinYears)
        try pattern.checkFrequency(in: start..<max(start, searchEnd))
        guard let position = search.first(in: start..<max(start, searchEnd)) else {
            throw .noOccurrence(anchor: anchor)
        }
        let isDay = anchor.time == nil
        let first = OccurrenceDate(position: position, isDay: isDay)
        self.first = first

        guard let end = schedule.end else {
            last = nil
            return
        }
        let limit = Self.position(afterDay: anchor.day, years: Self.searchYears)
        let found: Int?
        if case .count(let count) = end {
            found = search.occurrence(at: count - 1, in: position..<limit) ?? search.last(in: position..<limit)
        } else {
            let until = end.lastPosition(areDays: isDay, zone: zone)
            found = search.last(in: position..<max(position, min(until + 1, limit)))
            if found == nil { throw .endsBeforeFirst(until: end.untilText ?? "", first: first) }
        }
        last = found.map { OccurrenceDate(position: $0, isDay: isDay) }
    }

    /// Restores a recurrence from its known first and last occurrence, without validating or searching.
    ///
    /// - Throws: ``RecurrenceError/needsTime(part:)`` if the schedule does not go with the form of the anchor.
    public init(
        restoring schedule: Schedule, anchor: OccurrenceDate, first: OccurrenceDate, last: OccurrenceDate?
    ) throws(RecurrenceError) {
        pattern = try OccurrencePattern(schedule, anchor: anchor)
        self.schedule = schedule
        self.anchor = anchor
        self.first = first
        self.last = last
    }

    /// The end of the day that many years later, but at most the end of the year 9999.
    static func position(afterDay day: CalendarDay, years: Int) -> Int {
        let later = day.daysSinceEpoch + years * 146_097 / 400 + 1
        return min(later, daysUntilYear10000) * WallTime.minutesPerDay
    }

    static let daysUntilYear10000 = CalendarDay(firstOfMonth: 1, inYear: 10_000).daysSinceEpoch
}

extension Schedule {
    /// COUNT or UNTIL.
    fileprivate var end: RecurrenceRule.End? {
        if case .rule(let rule) = self { rule.end } else { nil }
    }
}

extension RecurrenceRule.End {
    /// The last position that UNTIL allows. A date allows the whole day; among days, a time allows its day.
    fileprivate func lastPosition(areDays: Bool, zone: ZoneRules) -> Int {
        switch self {
        case .count: .max
        case .untilDay(let day): OccurrenceDate.day(day).lastPosition(areDays: areDays)
        case .untilTime(let time, _): time.minutesSinceEpoch
        case .untilInstant(let instant): WallTime(instant, in: zone).minutesSinceEpoch
        }
    }
}
