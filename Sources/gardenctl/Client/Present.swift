import GardenAPI
import TimeKit

/// The present moment and logical day, to which texts relate their dates.
struct Present {
    var now: Timestamp
    var today: Today
    /// Whether the disk refuses changes, so that answers show the last state that it accepted.
    var isStale = false
}

extension Present {
    /// - Returns: `nil` if a daemon of an earlier release does not say it.
    init?(_ hello: Hello) {
        guard let now = hello.now, let today = hello.day else { return nil }
        self.init(now: now, today: today, isStale: hello.stale ?? false)
    }
}
