import TimeKit

/// The offsets of a zone shortly before an instant. They decide which wall times the clock has shown by then.
struct RecentOffsets {
    /// Longer than any gap: the whole range of offsets.
    static let windowSeconds = ZoneRules.offsetBounds.upperBound - ZoneRules.offsetBounds.lowerBound + 60

    /// No wall time before this position has an instant after the given one. One in a gap that has just passed has.
    let lowestPendingPosition: Int

    /// No wall time after this position has an instant at or before the given one. The clock can have been put back since
    /// it showed this one.
    let highestReachedPosition: Int

    /// Whether the offset changed within the window.
    let hasChange: Bool

    init(before instant: Instant, in zone: ZoneRules) {
        let seconds = instant.secondsSinceEpoch
        var period = zone.period(at: seconds)
        var lowest = period.localTime.offsetSeconds
        var highestWall = seconds + lowest
        var isChanged = false
        while period.start > seconds - Self.windowSeconds {
            let end = period.start
            period = zone.period(at: end - 1)
            isChanged = true
            lowest = min(lowest, period.localTime.offsetSeconds)
            highestWall = max(highestWall, end - 1 + period.localTime.offsetSeconds)
        }
        lowestPendingPosition = (seconds + lowest).flooredDivision(by: 60).quotient
        highestReachedPosition = highestWall.flooredDivision(by: 60).quotient
        hasChange = isChanged
    }
}

extension ZoneRules {
    /// The occurrence at a position, and whether the clock skips it, so that it is shifted.
    func occurrence(at position: Int) -> (occurrence: Recurrence.ZonedOccurrence, isShifted: Bool) {
        let wall = position * 60
        let match = firstMatch(at: wall)
        return (
            Recurrence.ZonedOccurrence(
                time: WallTime(minutesSinceEpoch: position),
                instant: Instant(secondsSinceEpoch: wall - match.offsetBefore)),
            match.wall != wall
        )
    }

    /// The gaps in and shortly before a range of positions.
    func gaps(near range: Range<Int>) -> [DSTGap] {
        var gaps: [DSTGap] = []
        var period = period(at: range.lowerBound * 60 - 2 * RecentOffsets.windowSeconds)
        let end = range.upperBound * 60 + RecentOffsets.windowSeconds
        while period.end <= end {
            let next = self.period(at: period.end)
            if period.localTime.offsetSeconds < next.localTime.offsetSeconds { gaps.append(DSTGap(period, next)) }
            period = next
        }
        return gaps
    }
}

/// A change that puts the clock forward.
struct DSTGap {
    /// The skipped positions. They were all shown before the change if the clock had been put back shortly before.
    let positions: Range<Int>

    /// The offset before the change, and by how much the clock is put forward.
    let offsetBefore, shiftSeconds: Int

    /// Whether no other change is near. Then each skipped position has the instant of the one that is later by the shift.
    let isIsolated: Bool

    init(_ before: ZoneRules.OffsetPeriod, _ after: ZoneRules.OffsetPeriod) {
        offsetBefore = before.localTime.offsetSeconds
        shiftSeconds = after.localTime.offsetSeconds - offsetBefore
        let first = (before.end + offsetBefore + 59).flooredDivision(by: 60).quotient
        let end = (before.end + offsetBefore + shiftSeconds + 59).flooredDivision(by: 60).quotient
        positions = first..<max(first, end)
        isIsolated =
            before.start <= before.end - RecentOffsets.windowSeconds
            && after.end >= after.start + RecentOffsets.windowSeconds
    }
}

extension Recurrence {
    func requireTimes() { precondition(!isDay, "instants of a recurrence of days, anchored to \(anchor)") }
}
