import CSystemd
import Glibc

/// Pings the service manager's watchdog while the loop runs: sd_watchdog_enabled(3).
///
/// A timer of the loop sends a ping every half of the unit's interval (`WatchdogSec=`), so that the manager detects a
/// hanging loop. `sd_event_set_watchdog` does the same inside libsystemd, but without a callback: a daemon that records
/// a heartbeat at each ping would need a second wake-up for it.
@MainActor
public final class Watchdog {
    /// Time from one ping to the next, in microseconds: half of the unit's interval.
    public let intervalMicroseconds: UInt64

    private let onPing: @MainActor () -> Void
    private var timer: TimerSource?

    /// Starts pinging, the first time in the next turn of the loop; returns `nil` if the unit has no watchdog.
    ///
    /// `onPing` is called after each ping. Pinging ends when the object is released.
    /// Throws `EINVAL` when `$WATCHDOG_USEC` is not a number.
    public static func start(
        on loop: EventLoop, onPing: @escaping @MainActor () -> Void
    ) throws(SystemError) -> Watchdog? {
        var microseconds: UInt64 = 0
        guard try check(sd_watchdog_enabled(0, &microseconds), "sd_watchdog_enabled") > 0 else { return nil }
        return try Watchdog(loop: loop, intervalMicroseconds: max(microseconds / 2, 1), onPing: onPing)
    }

    private init(
        loop: EventLoop, intervalMicroseconds: UInt64, onPing: @escaping @MainActor () -> Void
    ) throws(SystemError) {
        self.intervalMicroseconds = intervalMicroseconds
        self.onPing = onPing
        timer = try loop.timer(on: .monotonic) { [weak self] in self?.ping() }
        timer?.arm(atMicroseconds: Clocks.monotonicMicroseconds)
    }

    private func ping() {
        timer?.arm(atMicroseconds: Clocks.monotonicMicroseconds + intervalMicroseconds)
        // A manager that is unreachable now may be reachable at the next ping; if not, it notices the missing pings.
        _ = try? Notify.watchdog()
        onPing()
    }
}
