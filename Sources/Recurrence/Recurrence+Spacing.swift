/// The rule that occurrences are at least five minutes apart (RULES T5).
extension OccurrencePattern {
    /// Checks the times of a day, and of two days in succession within the range. COUNT and UNTIL do not matter, nor
    /// which of the times BYSETPOS chooses in a week, month or year.
    ///
    /// - Throws: ``RecurrenceError/tooFrequent(minuteOfDay:nextMinuteOfDay:)`` for the first two that are too close.
    func checkFrequency(in range: Range<Int>) throws(RecurrenceError) {
        switch times {
        case .stepping(let steps):
            // Slots are at least 7 minutes apart: the shorter steps divide a day.
            try check(steps.offsets)
        case .fixed(let times):
            try check(times)
            guard let first = times.first, let last = times.last,
                first + WallTime.minutesPerDay - last < Recurrence.leastMinutes, hasSuccessiveDays(in: range)
            else { return }
            throw .tooFrequent(minuteOfDay: last, nextMinuteOfDay: first)
        }
    }

    private func check(_ times: [Int]) throws(RecurrenceError) {
        for (time, next) in zip(times, times.dropFirst()) where next - time < Recurrence.leastMinutes {
            throw .tooFrequent(minuteOfDay: time, nextMinuteOfDay: next)
        }
    }

    private func hasSuccessiveDays(in range: Range<Int>) -> Bool {
        var matching = MatchingDays(filter: filter, periods: periods)
        var days = days(touchedBy: range)
        while let day = matching.first(in: days) {
            if matching.contains(day + 1) { return true }
            days = day + 1..<max(day + 1, days.upperBound)
        }
        return false
    }
}
