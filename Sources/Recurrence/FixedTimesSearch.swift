/// Finds occurrences that have the same times on each matching day.
struct FixedTimesSearch: OccurrenceSearch {
    private var matching: MatchingDays

    /// Minutes of the day, ascending.
    private let times: [Int]

    init(matching: MatchingDays, times: [Int]) {
        self.matching = matching
        self.times = times
    }

    mutating func first(in range: Range<Int>) -> Int? {
        guard let earliest = times.first else { return nil }
        var days = days(touchedBy: range)
        guard var day = matching.first(in: days) else { return nil }
        if day == days.lowerBound {
            let minute = range.lowerBound - day * WallTime.minutesPerDay
            if let time = times.first(where: { $0 >= minute }) {
                return within(range, day * WallTime.minutesPerDay + time)
            }
            days = day + 1..<days.upperBound
            guard let next = matching.first(in: days) else { return nil }
            day = next
        }
        return within(range, day * WallTime.minutesPerDay + earliest)
    }

    mutating func last(in range: Range<Int>) -> Int? {
        guard let latest = times.last else { return nil }
        var days = days(touchedBy: range)
        guard var day = matching.last(in: days) else { return nil }
        if day == days.upperBound - 1 {
            let minute = range.upperBound - day * WallTime.minutesPerDay
            if let time = times.last(where: { $0 < minute }) {
                return within(range, day * WallTime.minutesPerDay + time)
            }
            days = days.lowerBound..<day
            guard let previous = matching.last(in: days) else { return nil }
            day = previous
        }
        return within(range, day * WallTime.minutesPerDay + latest)
    }

    mutating func count(in range: Range<Int>) -> Int {
        let days = days(touchedBy: range)
        guard let first = days.first, let last = days.last else { return 0 }
        var count = matching.count(in: days) * times.count
        let lowest = range.lowerBound - first * WallTime.minutesPerDay
        if lowest > 0, matching.contains(first) { count -= times.count { $0 < lowest } }
        let end = range.upperBound - last * WallTime.minutesPerDay
        if end < WallTime.minutesPerDay, matching.contains(last) { count -= times.count { $0 >= end } }
        return count
    }

    private func within(_ range: Range<Int>, _ position: Int) -> Int? { range.contains(position) ? position : nil }
}
