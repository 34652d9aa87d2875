import CSystemd
import Glibc

/// Keeps the service manager's watchdog fed for as long as the loop turns: sd_watchdog_enabled(3).
///
/// A ping is sent from a timer of the loop, every half of the interval the unit asks for (`WatchdogSec=`), so that a loop
/// which hangs is noticed. `sd_event_set_watchdog` does the same inside libsystemd, but it does not tell when: a daemon
/// that wants to leave a sign of life of its own at each ping would have to wake up a second time for it.
@MainActor
public final class Watchdog {
    /// Time from one ping to the next, in microseconds: half of what the unit asks for.
    public let intervalMicroseconds: UInt64

    private let onPing: @MainActor () -> Void
    private var timer: TimerSource?

    /// Starts pinging, the first time in the next turn of the loop; answers `nil` when no watchdog is asked for.
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
        // A manager that cannot be reached now may be at the next ping; if not, it acts on the silence.
        _ = try? Notify.watchdog()
        onPing()
    }
}
