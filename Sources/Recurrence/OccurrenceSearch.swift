import TimeKit

/// A way to find the occurrences of a rule, without its beginning and end. Positions are minutes since the epoch of the
/// wall clock.
protocol OccurrenceSearch {
    /// The first occurrence within a range of positions.
    mutating func first(in range: Range<Int>) -> Int?

    /// The last occurrence within a range of positions.
    mutating func last(in range: Range<Int>) -> Int?

    /// The number of occurrences within a range of positions.
    mutating func count(in range: Range<Int>) -> Int
}

/// The days that a range of positions touches.
func days(touchedBy range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return 0..<0 }
    let first = range.lowerBound.flooredDivision(by: WallTime.minutesPerDay).quotient
    let last = (range.upperBound - 1).flooredDivision(by: WallTime.minutesPerDay).quotient
    return first..<last + 1
}

extension OccurrenceSearch {
    /// The occurrences within a range of positions that is at most a few days long.
    mutating func all(in range: Range<Int>) -> [Int] {
        var found: [Int] = []
        var rest = range
        while let position = first(in: rest) {
            found.append(position)
            rest = position + 1..<range.upperBound
        }
        return found
    }

    /// The occurrence with `index` occurrences before it in the range; `nil` if there are fewer.
    ///
    /// It counts year by year, and then halves the year in which the occurrence is.
    mutating func occurrence(at index: Int, in range: Range<Int>) -> Int? {
        var remaining = index
        var start = range.lowerBound
        while start < range.upperBound {
            let firstDay = start.flooredDivision(by: WallTime.minutesPerDay).quotient
            // It ends at midnight, because parts of days are counted minute by minute.
            var part = start..<min((firstDay + 366) * WallTime.minutesPerDay, range.upperBound)
            let count = count(in: part)
            guard remaining < count else {
                remaining -= count
                start = part.upperBound
                continue
            }
            while part.count > 1 {
                let middle = part.lowerBound + part.count / 2
                let count = self.count(in: part.lowerBound..<middle)
                if remaining < count {
                    part = part.lowerBound..<middle
                } else {
                    remaining -= count
                    part = middle..<part.upperBound
                }
            }
            return part.lowerBound
        }
        return nil
    }
}
