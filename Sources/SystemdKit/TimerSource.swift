import CSystemd
import Glibc

/// A clock that cannot be set: clock_gettime(2).
public enum TimerClock: Sendable {
    /// Time the machine has been awake (`CLOCK_MONOTONIC`).
    case monotonic

    /// Time since boot, including sleep (`CLOCK_BOOTTIME`). It does not wake the machine.
    case boottime

    var id: clockid_t {
        switch self {
        case .monotonic: CLOCK_MONOTONIC
        case .boottime: CLOCK_BOOTTIME
        }
    }
}

/// A one-shot timer; made by ``EventLoop/timer(on:handler:)``.
///
/// If the moments of two timers have both passed, either may fire first: actions that need an order belong to one
/// timer.
@MainActor
public final class TimerSource: EventSource {
    /// How late the timer may fire to save a wake-up, in microseconds. 0 would mean sd-event's default, 250 ms.
    private static let accuracyMicroseconds: UInt64 = 1

    init(
        loop: EventLoop, clock: TimerClock, handler: @escaping @MainActor () -> Void
    ) throws(SystemError) {
        try super.init(Handler(handler), "sd_event_add_time") { source, userdata in
            sd_event_add_time(
                loop.pointer, source, clock.id, UInt64.max, Self.accuracyMicroseconds,
                { _, _, userdata in Handler<Void>.call(userdata, ()) }, userdata)
        }
        disarm()
    }

    /// Fires once, when the timer's clock reads `atMicroseconds` or more; at once if it already does.
    ///
    /// Arming an armed timer replaces its moment. `UInt64.max` never fires. See sd_event_source_set_time(3).
    public func arm(atMicroseconds: UInt64) {
        guard let pointer else { return }
        demand(sd_event_source_set_time(pointer, atMicroseconds), "sd_event_source_set_time")
        demand(sd_event_source_set_enabled(pointer, Int32(SD_EVENT_ONESHOT)), "sd_event_source_set_enabled")
    }

    /// Forgets the moment, even one that has come but has not been reported yet. The timer can be armed again.
    public func disarm() {
        guard let pointer else { return }
        demand(sd_event_source_set_enabled(pointer, Int32(SD_EVENT_OFF)), "sd_event_source_set_enabled")
    }
}
