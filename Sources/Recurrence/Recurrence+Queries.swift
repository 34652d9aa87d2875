import TimeKit

/// Questions in the terms of the wall clock. Dates of the other form are allowed: a day is over at its end.
extension Recurrence {
    /// The first occurrence strictly after a date; `nil` if there is none, or none within ``searchYears`` years.
    public func next(after date: OccurrenceDate) -> OccurrenceDate? {
        var cursor = OccurrenceCursor(self, after: date)
        return cursor.next()
    }

    /// The first occurrences strictly after a date, in order; fewer than `limit` if there are no more.
    ///
    /// - Parameter limit: from 0.
    public func occurrences(after date: OccurrenceDate, limit: Int) -> [OccurrenceDate] {
        var cursor = OccurrenceCursor(self, after: date)
        var dates: [OccurrenceDate] = []
        while dates.count < limit, let date = cursor.next() { dates.append(date) }
        return dates
    }

    /// The last occurrence that is not after a date; `nil` if there is none, or none within ``searchYears`` years.
    public func last(notAfter date: OccurrenceDate) -> OccurrenceDate? {
        var search = pattern.search
        let end = min(lastPosition(through: date), positions.upperBound - 1) + 1
        let start = max(positions.lowerBound, end - Self.searchMinutes)
        return search.last(in: min(start, end)..<end).map { OccurrenceDate(position: $0, isDay: isDay) }
    }

    /// Whether a date of the anchor's form is an occurrence.
    public func contains(_ date: OccurrenceDate) -> Bool {
        guard (date.time == nil) == isDay else { return false }
        var search = pattern.search
        let position = date.position
        return positions.contains(position) && search.first(in: position..<position + 1) != nil
    }

    /// The number of occurrences after `start` and not after `end`; of those in the first ``searchYears`` years, if the
    /// dates are further apart.
    public func count(after start: OccurrenceDate, through end: OccurrenceDate) -> Int {
        var search = pattern.search
        return search.count(
            in: range(fromPosition: lastPosition(through: start) + 1, through: lastPosition(through: end)))
    }

    /// The positions between two that can have occurrences, but at most so many.
    func range(fromPosition from: Int, through: Int, limit: Int = searchMinutes) -> Range<Int> {
        let start = max(positions.lowerBound, from)
        return start..<max(start, min(positions.upperBound, through + 1, start + limit))
    }

    // MARK: Positions

    static let searchMinutes = (146_097 * searchYears / 400 + 1) * WallTime.minutesPerDay

    var isDay: Bool { anchor.time == nil }

    /// The positions from the first to the last occurrence, or to the end of the year 9999.
    var positions: Range<Int> {
        let start = first.position
        let end = last.map { $0.position + 1 } ?? Self.daysUntilYear10000 * WallTime.minutesPerDay
        return start..<max(start, end)
    }

    func lastPosition(through date: OccurrenceDate) -> Int { date.lastPosition(areDays: isDay) }
}

/// Goes through occurrences in their order on the wall clock.
struct OccurrenceCursor {
    private var search: any OccurrenceSearch
    private let isDay: Bool
    private var position: Int
    private let end: Int

    init(_ recurrence: Recurrence, after date: OccurrenceDate) {
        self.init(recurrence, fromPosition: recurrence.lastPosition(through: date) + 1)
    }

    /// Begins at the first occurrence at or after a position.
    init(_ recurrence: Recurrence, fromPosition position: Int) {
        search = recurrence.pattern.search
        isDay = recurrence.isDay
        self.position = max(recurrence.positions.lowerBound, position)
        end = recurrence.positions.upperBound
    }

    mutating func nextPosition() -> Int? {
        let range = position..<max(position, min(end, position + Recurrence.searchMinutes))
        guard let found = search.first(in: range) else { return nil }
        position = found + 1
        return found
    }

    mutating func next() -> OccurrenceDate? {
        nextPosition().map { OccurrenceDate(position: $0, isDay: isDay) }
    }
}
