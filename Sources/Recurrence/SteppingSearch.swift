/// Finds occurrences that step through the day, on matching days.
struct SteppingSearch: OccurrenceSearch {
    private var matching: MatchingDays
    private let steps: MinuteSteps

    init(matching: MatchingDays, steps: MinuteSteps) {
        self.matching = matching
        self.steps = steps
    }

    mutating func first(in range: Range<Int>) -> Int? {
        var days = days(touchedBy: range)
        while let day = firstDay(in: days) {
            if let position = positions(on: day, within: range).first { return position }
            days = day + 1..<days.upperBound
        }
        return nil
    }

    mutating func last(in range: Range<Int>) -> Int? {
        var days = days(touchedBy: range)
        while let day = lastDay(in: days) {
            if let position = positions(on: day, within: range).last { return position }
            days = days.lowerBound..<day
        }
        return nil
    }

    mutating func count(in range: Range<Int>) -> Int {
        let days = days(touchedBy: range)
        guard let first = days.first, let last = days.last else { return 0 }
        if first == last { return count(on: first, within: range) }
        var count = count(on: first, within: range) + count(on: last, within: range)
        var day = first + 1
        while day < last {
            let year = matching.year(containing: day)
            let end = min(year.end, last)
            if !year.days.isEmpty {
                count += steps.count(
                    on: year.days, in: day - year.first..<end - year.first, phase: steps.phase(of: day))
            }
            day = end
        }
        return count
    }

    private mutating func count(on day: Int, within range: Range<Int>) -> Int {
        guard matching.contains(day) else { return 0 }
        let minutes = minutes(of: day, within: range)
        let phase = steps.phase(of: day)
        return minutes.count == WallTime.minutesPerDay
            ? steps.count(atPhase: phase) : steps.minutes(atPhase: phase, in: minutes).count
    }

    /// The occurrences of a matching day within a range.
    private func positions(on day: Int, within range: Range<Int>) -> [Int] {
        steps.minutes(atPhase: steps.phase(of: day), in: minutes(of: day, within: range))
            .map { day * WallTime.minutesPerDay + $0 }
    }

    /// The minutes of a day that are within a range of positions.
    private func minutes(of day: Int, within range: Range<Int>) -> Range<Int> {
        let midnight = day * WallTime.minutesPerDay
        let part = range.clamped(to: midnight..<midnight + WallTime.minutesPerDay)
        return part.lowerBound - midnight..<part.upperBound - midnight
    }

    /// The first matching day with occurrences.
    private mutating func firstDay(in days: Range<Int>) -> Int? {
        var day = days.lowerBound
        while day < days.upperBound {
            let year = matching.year(containing: day)
            let end = min(year.end, days.upperBound)
            if !year.days.isEmpty {
                var phase = steps.phase(of: day)
                for dayOfYear in day - year.first..<end - year.first {
                    if year.days.contains(dayOfYear), steps.count(atPhase: phase) > 0 { return year.first + dayOfYear }
                    phase = steps.nextPhase(phase)
                }
            }
            day = end
        }
        return nil
    }

    /// The last matching day with occurrences.
    private mutating func lastDay(in days: Range<Int>) -> Int? {
        var end = days.upperBound
        while end > days.lowerBound {
            let year = matching.year(containing: end - 1)
            let start = max(year.first, days.lowerBound)
            if !year.days.isEmpty {
                var phase = steps.phase(of: end - 1)
                for dayOfYear in (start - year.first..<end - year.first).reversed() {
                    if year.days.contains(dayOfYear), steps.count(atPhase: phase) > 0 { return year.first + dayOfYear }
                    phase = steps.previousPhase(phase)
                }
            }
            end = start
        }
        return nil
    }
}
