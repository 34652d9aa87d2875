import Glibc
import SystemPackage

/// Readings of the machine's clocks: clock_gettime(2).
public enum Clocks {
    /// Milliseconds the machine has been awake since boot (`CLOCK_MONOTONIC`).
    public static var monotonicMilliseconds: Int64 { milliseconds(CLOCK_MONOTONIC) }

    /// Milliseconds since boot, including sleep (`CLOCK_BOOTTIME`).
    public static var boottimeMilliseconds: Int64 { milliseconds(CLOCK_BOOTTIME) }

    /// Milliseconds since 1970, UTC (`CLOCK_REALTIME`). May jump either way when the clock is set.
    public static var realtimeMilliseconds: Int64 { milliseconds(CLOCK_REALTIME) }

    /// Microseconds the machine has been awake since boot, for a ``TimerSource``.
    public static var monotonicMicroseconds: UInt64 {
        let now = read(CLOCK_MONOTONIC)
        return UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
    }

    private static func milliseconds(_ clock: clockid_t) -> Int64 {
        let now = read(clock)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }

    private static func read(_ clock: clockid_t) -> timespec {
        var now = timespec()
        // It only fails for an unknown clock or a bad pointer.
        precondition(clock_gettime(clock, &now) == 0, "clock_gettime(\(clock)): \(Errno(rawValue: errno))")
        return now
    }
}
