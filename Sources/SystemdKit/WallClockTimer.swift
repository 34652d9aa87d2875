import CSystemd
import Glibc

/// A one-shot timer on the wall clock that notices when the clock is set; made by ``EventLoop/wallClockTimer(handler:)``.
///
/// sd-event's own `CLOCK_REALTIME` source does not notice. This is a timer descriptor with `TFD_TIMER_CANCEL_ON_SET`
/// (timerfd_create(2)) as an io source. The kernel also reports a set clock when the machine wakes from suspend.
@MainActor
public final class WallClockTimer {
    /// Why the handler of a ``WallClockTimer`` is called.
    public enum Reason: Equatable, Sendable {
        /// The moment has come; the timer is no longer armed.
        case due
        /// The clock was set, or the machine has woken up. An armed timer stays armed for the same wall clock time.
        case clockWasSet
    }

    /// Late enough never to come (the year 2200), early enough not to overflow when an offset is added.
    private static let farFutureMicroseconds: UInt64 = 7_258_118_400_000_000

    private let descriptor: Int32
    private let loop: EventLoop
    private let handler: @MainActor (Reason) -> Void
    private var source: IOSource?
    private var armedMicroseconds: UInt64?

    init(loop: EventLoop, handler: @escaping @MainActor (Reason) -> Void) throws(SystemError) {
        self.loop = loop
        self.handler = handler
        descriptor = try checkErrno(
            timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC)), "timerfd_create")
        do throws(SystemError) {
            source = try loop.io(descriptor, .readable) { [weak self] _ in self?.descriptorIsReadable() }
        } catch {
            close(descriptor)
            throw error
        }
        set()
    }

    isolated deinit { cancel() }

    /// Fires `.due` once, when the wall clock reads `atMicroseconds` (since 1970, UTC) or more; at once if it already does.
    ///
    /// Arming an armed timer replaces its moment.
    public func arm(atMicroseconds: UInt64) {
        armedMicroseconds = atMicroseconds
        set()
    }

    /// Forgets the moment. A set clock is still reported.
    public func disarm() {
        armedMicroseconds = nil
        set()
    }

    /// Ends the timer permanently: it reports nothing more. Harmless when repeated.
    public func cancel() {
        guard let source else { return }
        source.cancel()
        self.source = nil
        close(descriptor)
    }

    /// Passes the armed moment to the kernel. Without one it passes the far future, because a disarmed timer does not
    /// notice a set clock.
    private func set() {
        guard source != nil else { return }
        // A value of 0 would disarm.
        let microseconds = min(max(armedMicroseconds ?? .max, 1), Self.farFutureMicroseconds)
        var value = itimerspec()
        value.it_value.tv_sec = Int(microseconds / 1_000_000)
        value.it_value.tv_nsec = Int(microseconds % 1_000_000) * 1000
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        guard timerfd_settime(descriptor, flags, &value, nil) < 0 else { return }
        // The clock was set since the last read. The timer is armed anyway, but this was the only report of it: a read
        // would not report it again.
        precondition(errno == ECANCELED, "\(SystemError(code: errno, call: "timerfd_settime"))")
        loop.defer { [weak self] in self?.notify(.clockWasSet) }
    }

    private func descriptorIsReadable() {
        var expirations: UInt64 = 0
        if read(descriptor, &expirations, MemoryLayout.size(ofValue: expirations)) > 0 {
            guard armedMicroseconds != nil else { return set() }
            armedMicroseconds = nil
            set()
            notify(.due)
        } else if errno == ECANCELED {
            // That read also consumed an expiry that came with it. Setting the timer again makes a past moment fire at
            // once.
            set()
            notify(.clockWasSet)
        }
        // Otherwise EAGAIN: the timer was armed again after it became readable.
    }

    private func notify(_ reason: Reason) {
        guard source != nil else { return }
        handler(reason)
    }
}
