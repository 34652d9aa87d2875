import GardenAPI
import TimeKit
import WorkKit

/// A range of logical days, inclusive (RULES S5).
struct DayRange {
    let span: ClosedRange<CalendarDay>

    var count: Int { span.upperBound.daysSinceEpoch - span.lowerBound.daysSinceEpoch + 1 }

    var all: [CalendarDay] {
        Work.note(count, .values)
        return (span.lowerBound.daysSinceEpoch...span.upperBound.daysSinceEpoch).map(CalendarDay.init(daysSinceEpoch:))
    }

    /// The range of equal length before it.
    var before: DayRange {
        DayRange(span: span.lowerBound.advanced(by: -count)...span.lowerBound.advanced(by: -1))
    }

    /// - Throws: `out_of_range` if the range ends before it begins, or is longer than `most` days.
    init(_ first: CalendarDay, _ last: CalendarDay, most: Int) throws(GardenError) {
        let days: [(String, JSON)] = [("from", first.json), ("to", last.json)]
        guard first <= last else {
            throw .refused(.outOfRange, "the range ends on \(last), before it begins on \(first)", days)
        }
        span = first...last
        guard count <= most else {
            throw .refused(.outOfRange, "the range has \(count) days; the most is \(most)", days)
        }
    }

    private init(span: ClosedRange<CalendarDay>) { self.span = span }
}

extension QueryContext {
    /// A range of days that look back.
    ///
    /// - Parameter count: how many days it has if only its end is known.
    func days(_ from: String?, _ to: String?, count: Int, most: Int) throws(GardenError) -> DayRange {
        let last = try pastDay(to, "to") ?? state.day.day
        return try DayRange(try pastDay(from, "from") ?? last.advanced(by: 1 - count), last, most: most)
    }
}
