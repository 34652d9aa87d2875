import GardenAPI
import GardenCore
import SystemdKit

/// The loop's timers, armed for the next thing due on each clock and for nothing else.
final class WakeupTimers {
    var onDue: () -> Void = {}
    var onRecovery: () -> Void = {}

    private let clock: MachineClock
    private var awake: TimerSource?
    private var boot: TimerSource?
    private var wall: WallClockTimer?
    private var recovery: TimerSource?
    private var armed = Wakeups()
    private var isRecovering = false
    private var isRecoveryArmed = false

    init(loop: EventLoop, clock: MachineClock) throws(SystemError) {
        self.clock = clock
        awake = try loop.timer(on: .monotonic) { [unowned self] in self.fired { $0.awakeMilliseconds = nil } }
        boot = try loop.timer(on: .boottime) { [unowned self] in self.fired { $0.bootMilliseconds = nil } }
        // A clock that was set always fires, because any due date may have changed.
        wall = try loop.wallClockTimer { [unowned self] _ in self.fired { $0.wall = nil } }
        recovery = try loop.timer(on: .monotonic) { [unowned self] in
            self.isRecoveryArmed = false
            self.onRecovery()
        }
    }

    /// Arms the timers with changed due moments.
    func arm(_ wakeups: Wakeups) {
        if wakeups.awakeMilliseconds != armed.awakeMilliseconds {
            arm(awake, atMilliseconds: wakeups.awakeMilliseconds)
        }
        if wakeups.bootMilliseconds != armed.bootMilliseconds { arm(boot, atMilliseconds: wakeups.bootMilliseconds) }
        if wakeups.wall != armed.wall {
            if let instant = wakeups.wall {
                wall?.arm(atMicroseconds: UInt64(max(0, instant.milliseconds)) * 1000)
            } else {
                wall?.disarm()
            }
        }
        armed = wakeups
    }

    /// Arms the timer for the next try of the disk.
    ///
    /// - Returns: whether this is the disk's first refusal.
    func awaitRecovery(delaySeconds: Int) -> Bool {
        defer { isRecovering = true }
        if !isRecoveryArmed {
            isRecoveryArmed = true
            arm(recovery, atMilliseconds: clock.awakeMilliseconds + delaySeconds * 1000)
        }
        return !isRecovering
    }

    /// - Returns: whether the disk had refused until now.
    func endRecovery() -> Bool {
        defer {
            isRecovering = false
            isRecoveryArmed = false
        }
        if isRecoveryArmed { recovery?.disarm() }
        return isRecovering
    }

    /// Forgets all that is armed.
    func disarm() {
        arm(Wakeups())
        _ = endRecovery()
    }

    private func fired(_ forget: (inout Wakeups) -> Void) {
        // A fired timer is disarmed, so it must be armed again even for the same moment.
        forget(&armed)
        onDue()
    }

    private func arm(_ timer: TimerSource?, atMilliseconds milliseconds: Int?) {
        if let milliseconds {
            timer?.arm(atMicroseconds: UInt64(max(0, milliseconds)) * 1000)
        } else {
            timer?.disarm()
        }
    }
}
