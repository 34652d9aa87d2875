import CSystemd
import Glibc
import Testing

@testable import SystemdKit

@MainActor
@Suite("Timers")
struct TimerTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test(arguments: [TimerClock.monotonic, .boottime])
    func aTimerFiresOnceAndNotEarly(clock: TimerClock) throws {
        let due = now(clock) + 20_000
        var readings: [UInt64] = []
        let timer = try loop.timer(on: clock) { [loop] in
            readings.append(now(clock))
            loop.defer { loop.defer { loop.exit(code: 0) } }
        }
        timer.arm(atMicroseconds: due)
        _ = try loop.runToEnd()
        timer.cancel()
        #expect(readings.count == 1)
        #expect(readings.allSatisfy { $0 >= due })
    }

    @Test func aWallClockTimerFiresOnceAndNotEarly() throws {
        let due = microseconds(CLOCK_REALTIME) + 20_000
        var readings: [UInt64] = []
        var reasons: [WallClockTimer.Reason] = []
        let timer = try loop.wallClockTimer { [loop] reason in
            reasons.append(reason)
            readings.append(microseconds(CLOCK_REALTIME))
            loop.defer { loop.defer { loop.exit(code: 0) } }
        }
        timer.arm(atMicroseconds: due)
        _ = try loop.runToEnd()
        timer.cancel()
        #expect(reasons == [.due])
        #expect(readings.allSatisfy { $0 >= due })
    }

    @Test func theEarlierOfTwoTimersFiresFirst() throws {
        let start = Clocks.monotonicMicroseconds
        var fired: [String] = []
        let late = try loop.timer(on: .monotonic) { [loop] in
            fired.append("late")
            loop.exit(code: 0)
        }
        let early = try loop.timer(on: .monotonic) { fired.append("early") }
        // Far apart: two timers that are overdue in the same turn may fire in either order.
        late.arm(atMicroseconds: start + 200_000)
        early.arm(atMicroseconds: start + 1000)
        _ = try loop.runToEnd()
        for timer in [late, early] { timer.cancel() }
        #expect(fired == ["early", "late"])
    }

    @Test func aTimerHasAMicrosecondAccuracy() throws {
        let timer = try loop.timer(on: .monotonic) {}
        var accuracyMicroseconds: UInt64 = 0
        #expect(sd_event_source_get_time_accuracy(timer.pointer, &accuracyMicroseconds) >= 0)
        #expect(accuracyMicroseconds == 1)
    }

    @Test(arguments: [UInt64(0), 1])
    func aTimerArmedInThePastFiresImmediately(moment: UInt64) throws {
        var fired: [String] = []
        func fire(_ name: String) {
            fired.append(name)
            if fired.count == 2 { loop.exit(code: 0) }
        }
        let timer = try loop.timer(on: .boottime) { fire("boottime") }
        let wallClock = try loop.wallClockTimer { reason in fire("wall clock \(reason)") }
        timer.arm(atMicroseconds: moment)
        wallClock.arm(atMicroseconds: moment)
        _ = try loop.runToEnd()
        timer.cancel()
        wallClock.cancel()
        #expect(fired.sorted() == ["boottime", "wall clock due"])
    }

    @Test func aDisarmedTimerDoesNotFireAndCanBeRearmed() throws {
        var fired: [String] = []
        let timer = try loop.timer(on: .monotonic) { fired.append("monotonic") }
        let wallClock = try loop.wallClockTimer { _ in fired.append("wall clock") }
        timer.arm(atMicroseconds: 1)
        wallClock.arm(atMicroseconds: 1)
        timer.disarm()
        wallClock.disarm()
        let last = try loop.timer(on: .monotonic) { [loop] in
            if !fired.isEmpty { return loop.exit(code: 0) }
            fired.append("both are silent")
            timer.arm(atMicroseconds: 1)
            wallClock.arm(atMicroseconds: 1)
            loop.defer { loop.defer { loop.defer { loop.exit(code: 0) } } }
        }
        last.arm(atMicroseconds: Clocks.monotonicMicroseconds + 5000)
        _ = try loop.runToEnd()
        for source in [timer, last] { source.cancel() }
        wallClock.cancel()
        #expect(fired.first == "both are silent")
        #expect(Set(fired) == ["both are silent", "monotonic", "wall clock"])
        #expect(fired.count == 3)
    }

    @Test func rearmingReplacesTheDeadline() throws {
        var fired = 0
        let timer = try loop.timer(on: .monotonic) { [loop] in
            fired += 1
            loop.exit(code: 0)
        }
        timer.arm(atMicroseconds: .max)
        timer.arm(atMicroseconds: 1)
        _ = try loop.runToEnd()
        timer.cancel()
        #expect(fired == 1)
    }

    @Test func aTimerMayRearmInItsHandler() throws {
        var fired = 0
        var timer: TimerSource?
        var wallClock: WallClockTimer?
        func step() {
            fired += 1
            if fired == 6 { return loop.exit(code: 0) }
            if fired % 2 == 0 { timer?.arm(atMicroseconds: 1) } else { wallClock?.arm(atMicroseconds: 1) }
        }
        timer = try loop.timer(on: .monotonic) { step() }
        wallClock = try loop.wallClockTimer { _ in step() }
        timer?.arm(atMicroseconds: 1)
        _ = try loop.runToEnd()
        timer = nil
        wallClock = nil
        #expect(fired == 6)
    }

    private func now(_ clock: TimerClock) -> UInt64 {
        switch clock {
        case .monotonic: Clocks.monotonicMicroseconds
        case .boottime: microseconds(CLOCK_BOOTTIME)
        }
    }

    private func microseconds(_ clock: clockid_t) -> UInt64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
    }
}
