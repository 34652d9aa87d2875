import GardenAPI

/// A running phase between two answers of the daemon: its end, or the beginning of an open session, is known, so the client counts by
/// itself.
///
/// Sleeps of the machine need no care: the daemon records each with an event.
struct Ticking {
    private let status: GardenStatus
    /// The end of a phase; of an open session, when it began, without its pauses.
    private let origin: ContinuousClock.Instant
    private var countsUp: Bool { status.timer.open }

    /// - Parameter read: when the status was read.
    /// - Returns: `nil` if no phase is running.
    init?(_ status: GardenStatus, read: ContinuousClock.Instant) {
        let timer = status.timer
        if let end = timer.endsAt {
            origin = read + .milliseconds(max(0, end.instant.milliseconds - status.now.instant.milliseconds))
        } else if timer.open, !timer.paused, let start = timer.startedAt {
            // Without pauses, the start shows the fraction of a second, so that it ticks as the seconds pass.
            let wall = status.now.instant.milliseconds - start.instant.milliseconds
            origin = read - .milliseconds(wall / 1000 == timer.elapsedSeconds ? wall : timer.elapsedSeconds * 1000)
        } else {
            return nil
        }
        self.status = status
    }

    /// The status at a moment.
    func status(at moment: ContinuousClock.Instant) -> GardenStatus {
        var current = status
        guard !countsUp else {
            current.timer.elapsedSeconds = secondsPassed(moment)
            return current
        }
        let left = min(status.timer.totalSeconds, secondsLeft(moment))
        current.timer.remainingSeconds = left
        current.timer.elapsedSeconds = saturatingDifference(status.timer.totalSeconds, left)
        return current
    }

    /// The next moment after one at which the time shown is a multiple of so many seconds; `nil` once the phase has ended.
    func nextTick(after moment: ContinuousClock.Instant, every seconds: Int) -> ContinuousClock.Instant? {
        guard !countsUp else { return origin + .seconds((secondsPassed(moment) / seconds + 1) * seconds) }
        let left = secondsLeft(moment)
        guard left > 0 else { return nil }
        return origin - .seconds((left - 1) / seconds * seconds)
    }

    /// The time that has passed, rounded down.
    private func secondsPassed(_ moment: ContinuousClock.Instant) -> Int {
        max(0, Int(origin.duration(to: moment).components.seconds))
    }

    /// The time left, rounded up.
    private func secondsLeft(_ moment: ContinuousClock.Instant) -> Int {
        let left = moment.duration(to: origin).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        return Int(left.seconds) + (left.attoseconds > 0 ? 1 : 0)
    }
}
