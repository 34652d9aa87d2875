import TimeKit

/// The days on which a rule can have occurrences: those in periods with occurrences that the filter allows. Days are
/// numbers since the epoch.
///
/// It keeps what it computed: the allowed days of each shape of year, and the days of the last year it looked at.
struct MatchingDays {
    /// One year of the series.
    struct Year {
        var number: Int
        /// January 1.
        var first: Int
        var shape: YearShape
        var days: DaysOfYear

        /// January 1 of the year after.
        var end: Int { first + shape.length }
    }

    private let filter: DayFilter
    private let periods: Periods
    private var allowed: [DaysOfYear?]
    private var year: Year?

    init(filter: DayFilter, periods: Periods) {
        self.filter = filter
        self.periods = periods
        allowed = Array(repeating: nil, count: YearShape.count)
    }

    /// The year that contains a day.
    mutating func year(containing day: Int) -> Year {
        if let year, (year.first..<year.end).contains(day) { return year }
        let number = year.flatMap { $0.end == day ? $0.number + 1 : nil } ?? CalendarDay(daysSinceEpoch: day).year
        let first = CalendarDay(firstOfMonth: 1, inYear: number).daysSinceEpoch
        let shape = YearShape(year: number, firstWeekday: CalendarDay(daysSinceEpoch: first).weekday)
        let found = Year(number: number, first: first, shape: shape, days: days(ofYear: number, first: first, shape))
        year = found
        return found
    }

    private mutating func days(ofYear year: Int, first: Int, _ shape: YearShape) -> DaysOfYear {
        let aligned = periods.alignedDays(ofYear: year, first: first, length: shape.length)
        guard !aligned.isEmpty else { return aligned }
        let allowedDays = allowed[shape.index] ?? filter.days(of: shape)
        allowed[shape.index] = allowedDays
        return allowedDays.intersection(aligned)
    }

    /// The first matching day within a range.
    mutating func first(in range: Range<Int>) -> Int? {
        var day = range.lowerBound
        while day < range.upperBound {
            let year = year(containing: day)
            if let found = year.days.first(in: day - year.first..<min(range.upperBound, year.end) - year.first) {
                return year.first + found
            }
            day = year.end
        }
        return nil
    }

    /// The last matching day within a range.
    mutating func last(in range: Range<Int>) -> Int? {
        var end = range.upperBound
        while end > range.lowerBound {
            let year = year(containing: end - 1)
            if let found = year.days.last(in: max(range.lowerBound, year.first) - year.first..<end - year.first) {
                return year.first + found
            }
            end = year.first
        }
        return nil
    }

    /// The number of matching days within a range.
    mutating func count(in range: Range<Int>) -> Int {
        var day = range.lowerBound
        var count = 0
        while day < range.upperBound {
            let year = year(containing: day)
            count += year.days.count(in: day - year.first..<min(range.upperBound, year.end) - year.first)
            day = year.end
        }
        return count
    }

    /// Whether a day matches.
    mutating func contains(_ day: Int) -> Bool {
        let year = year(containing: day)
        return year.days.contains(day - year.first)
    }

    /// The matching day with `index` matching days before it in the range; `nil` if there are fewer.
    mutating func day(at index: Int, in range: Range<Int>) -> Int? {
        var day = range.lowerBound
        var remaining = index
        while day < range.upperBound {
            let year = year(containing: day)
            let part = day - year.first..<min(range.upperBound, year.end) - year.first
            if let found = year.days.day(at: remaining, in: part) { return year.first + found }
            remaining -= year.days.count(in: part)
            day = year.end
        }
        return nil
    }
}
