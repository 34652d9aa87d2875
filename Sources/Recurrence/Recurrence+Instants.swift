import TimeKit

/// Questions in instants, for a recurrence with a time in its anchor (RULES T5).
///
/// A wall time in a DST gap is shifted by the gap; of a wall time that the clock shows twice, the first instant counts;
/// two occurrences at the same instant are one. A day has no instant here: the caller decides when a day ends, and a
/// call for a recurrence of days is a bug of the caller, which traps.
extension Recurrence {
    /// An occurrence as an instant of a zone.
    public struct ZonedOccurrence: Hashable, Sendable {
        /// The occurrence. If two are at this instant, the one that the clock shows.
        public let time: WallTime

        /// When it is.
        public let instant: Instant
    }

    /// The first occurrence strictly after an instant; `nil` if there is none, or none within ``searchYears`` years.
    public func next(after instant: Instant, in zone: ZoneRules) -> ZonedOccurrence? {
        requireTimes()
        let recent = RecentOffsets(before: instant, in: zone)
        var cursor = OccurrenceCursor(self, fromPosition: recent.lowestPendingPosition)
        var best: ZonedOccurrence?
        // Instants ascend with wall times, except those of gaps: a shifted one can be after the next ones.
        while let position = cursor.nextPosition() {
            let (candidate, isShifted) = zone.occurrence(at: position)
            guard candidate.instant > instant else { continue }
            if best.map({ candidate.instant <= $0.instant }) ?? true { best = candidate }
            if !isShifted { break }
        }
        return best
    }

    /// The last occurrence that is not after an instant; `nil` if there is none, or none within ``searchYears`` years.
    public func last(notAfter instant: Instant, in zone: ZoneRules) -> ZonedOccurrence? {
        requireTimes()
        var search = pattern.search
        let recent = RecentOffsets(before: instant, in: zone)
        var end = min(recent.highestReachedPosition + 1, positions.upperBound)
        var start = max(positions.lowerBound, end - Self.searchMinutes)
        var best: ZonedOccurrence?
        while start < end, let position = search.last(in: start..<end) {
            end = position
            let (candidate, isShifted) = zone.occurrence(at: position)
            guard candidate.instant <= instant else { continue }
            if best.map({ candidate.instant > $0.instant }) ?? true { best = candidate }
            guard !isShifted, start < position - RecentOffsets.windowSeconds / 60 else { continue }
            // One that was shifted over this one is in a gap not long before it.
            guard RecentOffsets(before: candidate.instant, in: zone).hasChange else { break }
            start = position - RecentOffsets.windowSeconds / 60
        }
        return best
    }

    /// The number of different instants of occurrences after `start` and not after `end`; of those in the first hundred
    /// years, if the instants are further apart.
    public func count(after start: Instant, through end: Instant, in zone: ZoneRules) -> Int {
        requireTimes()
        guard start < end else { return 0 }
        var search = pattern.search
        let from = RecentOffsets(before: start, in: zone).highestReachedPosition + 1
        let through = RecentOffsets(before: end, in: zone).highestReachedPosition
        let counted = range(fromPosition: from, through: through, limit: Self.searchMinutes / 4)
        // Those that the clock shows are all in this range. Those in gaps are counted one by one.
        var count = search.count(in: counted)
        for gap in zone.gaps(near: counted) {
            for position in search.all(in: gap.positions.clamped(to: self.positions)) {
                guard let instant = shiftedInstant(position, in: gap, zone) else { continue }
                if counted.contains(position) { count -= 1 }
                if instant > start, instant <= end, !isShown(instant, position, in: gap, zone, &search) { count += 1 }
            }
        }
        return count
    }

    /// The instant of an occurrence in a gap; `nil` if the clock has shown it before.
    private func shiftedInstant(_ position: Int, in gap: DSTGap, _ zone: ZoneRules) -> Instant? {
        if gap.isIsolated { return Instant(secondsSinceEpoch: position * 60 - gap.offsetBefore) }
        let (occurrence, isShifted) = zone.occurrence(at: position)
        return isShifted ? occurrence.instant : nil
    }

    /// Whether the clock shows another occurrence at the instant of one in a gap.
    private func isShown(
        _ instant: Instant, _ position: Int, in gap: DSTGap, _ zone: ZoneRules, _ search: inout any OccurrenceSearch
    ) -> Bool {
        var shown = position * 60 + gap.shiftSeconds
        if !gap.isIsolated {
            let wall = zone.wallTime(at: instant)
            guard zone.instant(of: wall.day, secondsOfDay: wall.secondsOfDay) == instant else { return false }
            shown = wall.day.daysSinceEpoch * 86_400 + wall.secondsOfDay
        }
        let (other, seconds) = shown.flooredDivision(by: 60)
        return seconds == 0 && positions.contains(other) && search.first(in: other..<other + 1) != nil
    }
}
