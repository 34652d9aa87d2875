import TimeKit

/// Finds the occurrences that BYSETPOS chooses among those of each period.
///
/// The candidates of a period are numbered from 0: all times of its first matching day, then those of the next. Which
/// numbers are chosen depends only on how many candidates there are.
struct PositionSearch: OccurrenceSearch {
    private var matching: MatchingDays
    private let periods: Periods

    /// Minutes of the day, ascending.
    private let times: [Int]

    /// BYSETPOS.
    private let positions: [Int]

    /// The chosen numbers, by the number of matching days, as far as they are known.
    private var chosenNumbers: [[Int]?] = Array(repeating: nil, count: 367)

    init(matching: MatchingDays, periods: Periods, times: [Int], positions: [Int]) {
        self.matching = matching
        self.periods = periods
        self.times = times
        self.positions = positions
    }

    /// The places, from 0, that BYSETPOS chooses among `count`, ascending.
    static func chosen(_ positions: [Int], of count: Int) -> [Int] {
        Set(positions.map { $0 > 0 ? $0 - 1 : count + $0 }.filter { (0..<count).contains($0) }).sorted()
    }

    mutating func first(in range: Range<Int>) -> Int? {
        guard let bounds = periodNumbers(range) else { return nil }
        var number = periods.aligned(from: bounds.lowerBound)
        while number <= bounds.upperBound {
            let days = periods.days(of: number)
            let chosen = chosen(in: days)
            let index = partitionPoint(chosen, days, range.lowerBound)
            if index < chosen.count { return within(range, position(of: chosen[index], in: days)) }
            number += periods.interval
        }
        return nil
    }

    mutating func last(in range: Range<Int>) -> Int? {
        guard let bounds = periodNumbers(range) else { return nil }
        var number = periods.aligned(through: bounds.upperBound)
        while number >= bounds.lowerBound {
            let days = periods.days(of: number)
            let chosen = chosen(in: days)
            let index = partitionPoint(chosen, days, range.upperBound)
            if index > 0 { return within(range, position(of: chosen[index - 1], in: days)) }
            number -= periods.interval
        }
        return nil
    }

    mutating func count(in range: Range<Int>) -> Int {
        guard let bounds = periodNumbers(range) else { return 0 }
        var count = 0
        var number = periods.aligned(from: bounds.lowerBound)
        while number <= bounds.upperBound {
            let days = periods.days(of: number)
            let chosen = chosen(in: days)
            if days.upperBound * WallTime.minutesPerDay <= range.upperBound {
                count += chosen.count
            } else {
                count += partitionPoint(chosen, days, range.upperBound)
            }
            if days.lowerBound * WallTime.minutesPerDay < range.lowerBound {
                count -= partitionPoint(chosen, days, range.lowerBound)
            }
            number += periods.interval
        }
        return count
    }

    /// The numbers of the first and last periods that a range of positions touches.
    private func periodNumbers(_ range: Range<Int>) -> ClosedRange<Int>? {
        let days = days(touchedBy: range)
        guard let first = days.first, let last = days.last else { return nil }
        let firstNumber = periods.number(of: CalendarDay(daysSinceEpoch: first))
        return firstNumber...periods.number(of: CalendarDay(daysSinceEpoch: last))
    }

    private mutating func chosen(in days: Range<Int>) -> [Int] {
        let count = matching.count(in: days)
        if let known = chosenNumbers[count] { return known }
        let chosen = Self.chosen(positions, of: count * times.count)
        chosenNumbers[count] = chosen
        return chosen
    }

    /// How many of the chosen candidates of a period are before a position.
    private mutating func partitionPoint(_ chosen: [Int], _ days: Range<Int>, _ position: Int) -> Int {
        if position <= days.lowerBound * WallTime.minutesPerDay { return 0 }
        var (low, high) = (0, chosen.count)
        while low < high {
            let middle = (low + high) / 2
            if self.position(of: chosen[middle], in: days) < position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private mutating func position(of candidate: Int, in days: Range<Int>) -> Int {
        let (day, time) = candidate.quotientAndRemainder(dividingBy: times.count)
        guard let found = matching.day(at: day, in: days) else {
            preconditionFailure("candidate \(candidate) of a period with fewer days")
        }
        return found * WallTime.minutesPerDay + times[time]
    }

    private func within(_ range: Range<Int>, _ position: Int) -> Int? { range.contains(position) ? position : nil }
}
