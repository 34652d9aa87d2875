import DatePhrases
import GardenAPI
import TimeKit
import WorkKit

/// A range of logical days, inclusive (RULES S5, S8).
struct DayRange {
    let span: ClosedRange<CalendarDay>
    /// The range of the calendar that it is; `nil` if it is of another length.
    private let calendar: CalendarRange?
    private let today: CalendarDay

    var count: Int { span.upperBound.daysSinceEpoch - span.lowerBound.daysSinceEpoch + 1 }

    var all: [CalendarDay] {
        Work.note(count, .values)
        return (span.lowerBound.daysSinceEpoch...span.upperBound.daysSinceEpoch).map(CalendarDay.init(daysSinceEpoch:))
    }

    /// How many of its days have begun; at least 1.
    var countOfBegun: Int {
        max(1, min(span.upperBound, today).daysSinceEpoch - span.lowerBound.daysSinceEpoch + 1)
    }

    /// The range to compare it with: that of equal length before it, or the range of the calendar before it up to the same number
    /// of days.
    var before: DayRange {
        guard let calendar else {
            return DayRange(
                span: span.lowerBound.advanced(by: -count)...span.lowerBound.advanced(by: -1), calendar: nil,
                today: today)
        }
        let days = calendar.before.days
        let last = min(days.upperBound, days.lowerBound.advanced(by: countOfBegun - 1))
        return DayRange(span: days.lowerBound...last, calendar: nil, today: today)
    }

    /// - Throws: `out_of_range` if the range ends before it begins, or is longer than `most` days.
    init(
        _ first: CalendarDay, _ last: CalendarDay, most: Int, calendar: CalendarRange? = nil, today: CalendarDay
    ) throws(GardenError) {
        let days: [(String, JSON)] = [("from", first.json), ("to", last.json)]
        guard first <= last else {
            throw .refused(.outOfRange, "the range ends on \(last), before it begins on \(first)", days)
        }
        (span, self.calendar, self.today) = (first...last, calendar, today)
        guard count <= most else {
            throw .refused(.outOfRange, "the range has \(count) days; the most is \(most)", days)
        }
    }

    private init(span: ClosedRange<CalendarDay>, calendar: CalendarRange?, today: CalendarDay) {
        (self.span, self.calendar, self.today) = (span, calendar, today)
    }
}

extension QueryContext {
    /// A range of days that look back.
    ///
    /// - Parameter count: how many days it has if only its end is known.
    func days(_ from: String?, _ to: String?, count: Int, most: Int) throws(GardenError) -> DayRange {
        let today = state.day.day
        let named = from.flatMap(calendarRange)
        if let named, to == nil {
            let days = named.days
            return try DayRange(days.lowerBound, days.upperBound, most: most, calendar: named, today: today)
        }
        let last = try day(to, "to") { $0.days.upperBound } ?? today
        let first = try day(from, "from") { $0.days.lowerBound } ?? last.advanced(by: 1 - count)
        return try DayRange(first, last, most: most, today: today)
    }

    /// - Parameter bound: the day that is meant by a range of the calendar.
    private func day(
        _ text: String?, _ param: String, _ bound: (CalendarRange) -> CalendarDay
    ) throws(GardenError) -> CalendarDay? {
        if let range = text.flatMap(calendarRange) { return bound(range) }
        return try pastDay(text, param)
    }

    /// The range of the calendar that a param names; `nil` if it names none.
    private func calendarRange(_ text: String) -> CalendarRange? {
        CalendarRange(text, today: state.day.day, firstWeekday: environment.settings.statistics.weekStart.firstWeekday)
    }
}
