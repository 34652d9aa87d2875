import GardenAPI
import GardenCore
import TimeKit

/// What the disk has, and when something must happen next.
extension Engine {
    /// The state after the last commit.
    public var state: GardenState { committed.state }

    /// The number of the last committed event.
    public var head: Int { committed.state.seq }

    /// Whether a focus session is in progress.
    public var isFocusing: Bool { committed.sharedState.value.timer.isFocusing }

    /// Whether a focus session without an end is in progress.
    public var isInOpenFocus: Bool { committed.sharedState.value.timer.isInOpenFocus }

    /// The settings and the zone in force.
    public var environment: Environment { committed.environment }

    /// The committed history.
    public var history: any History { store }

    /// Makes the messages of committed events for subscribers.
    public var publisher: EventPublisher { EventPublisher(state, zone: environment.zone) }

    /// Whether nothing waits for ``commit()``: an answer given now depends on committed data only.
    public var isSettled: Bool { stage.isEmpty }

    /// Why the archive's folder refuses; `nil` while it does not.
    public var archiveError: StoreError? { archive.error }

    /// When the loop must wake next; never while the disk refuses: ``recoveryDelaySeconds`` applies then.
    public var wakeups: Wakeups {
        guard storageError == nil else { return Wakeups() }
        var wakeups = Wakeups(for: dueDates)
        if let expiry = stagings.compactMap({ $0.area?.expiryMilliseconds }).min() {
            wakeups.bootMilliseconds = min(wakeups.bootMilliseconds ?? expiry, expiry)
        }
        if let archiving = committed.sharedState.read({ archive.wakeup($0) }) {
            wakeups.bootMilliseconds = min(wakeups.bootMilliseconds ?? archiving, archiving)
        }
        return wakeups
    }

    /// How long to wait before ``retry(at:)``: 1, 2, 4 … 60 s while the disk refuses; `nil` while it does not, and for damage,
    /// which no retry mends.
    public var recoveryDelaySeconds: Int? {
        guard let storageError, storageError.cause != .damaged else { return nil }
        return min(60, 1 << min(failedTries, 6))
    }

    /// Whether a heartbeat may be written now: not while an absence before this run is not on the disk.
    public var allowsHeartbeat: Bool { startup?.allowsHeartbeat(under: environment.settings) ?? true }
}
