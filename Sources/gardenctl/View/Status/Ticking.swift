import GardenAPI

/// A running phase between two answers of the daemon: the end is known, so the client counts down by itself.
///
/// Sleeps of the machine need no care: the daemon records each with an event.
struct Ticking {
    private let status: GardenStatus
    private let endsAt: ContinuousClock.Instant

    /// - Parameter read: when the status was read.
    /// - Returns: `nil` if no phase is running.
    init?(_ status: GardenStatus, read: ContinuousClock.Instant) {
        guard let end = status.timer.endsAt else { return nil }
        self.status = status
        endsAt = read + .milliseconds(max(0, end.instant.milliseconds - status.now.instant.milliseconds))
    }

    /// The status at a moment.
    func status(at moment: ContinuousClock.Instant) -> GardenStatus {
        var current = status
        let left = min(status.timer.totalSeconds, wholeSeconds(moment))
        current.timer.remainingSeconds = left
        current.timer.elapsedSeconds = saturatingDifference(status.timer.totalSeconds, left)
        return current
    }

    /// The next moment after one at which the time left is a multiple of so many seconds; `nil` once the phase has ended.
    func nextTick(after moment: ContinuousClock.Instant, every seconds: Int) -> ContinuousClock.Instant? {
        let left = wholeSeconds(moment)
        guard left > 0 else { return nil }
        return endsAt - .seconds((left - 1) / seconds * seconds)
    }

    /// The time left, rounded up.
    private func wholeSeconds(_ moment: ContinuousClock.Instant) -> Int {
        let left = moment.duration(to: endsAt).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        return Int(left.seconds) + (left.attoseconds > 0 ? 1 : 0)
    }
}
