import SystemdKit

/// The timers of ``DoNotDisturb`` on the loop; none runs while nothing has to come through.
final class LiftTimers {
    private let loop: EventLoop
    private var timers: [Bool: TimerSource] = [:]

    init(on loop: EventLoop) { self.loop = loop }

    /// Starts a timer. What waits already is not put off.
    func start(_ timer: DoNotDisturb.Timer, _ handler: @escaping () -> Void) {
        let isEnd = timer == .endOfLift
        guard isEnd || timers[isEnd] == nil else { return }
        let source = try? loop.timer(on: .monotonic) { [weak self] in
            self?.timers[isEnd] = nil
            handler()
        }
        source?.arm(atMicroseconds: Clocks.monotonicMicroseconds + UInt64(timer.seconds) * 1_000_000)
        timers[isEnd] = source
    }
}
