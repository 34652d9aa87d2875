import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The timer while the clocks change.
@Suite("The timer and the clocks")
struct TimerClockTests {
    @Test(
        "P10: a clock that is set moves endsAt by the step and nothing else", arguments: [3600, -7200, 1, 86_400 * 3])
    func aClockStepKeepsThePhaseLength(step: Int) throws {
        let garden = try CoreGarden(at: "2026-01-05T09:00:00Z")
        var timer = try garden.perform(TimerStart())
        garden.stepClock(seconds: step)
        #expect(garden.events.first?.type == "clock.stepped")
        #expect(
            try garden.published(EventKind.clockStepped).map(\.data) == [ClockStepped(stepMilliseconds: step * 1000)])
        timer.endsAt = Timestamp(
            instant: Timestamp("2026-01-05T09:25:00Z").instant.advanced(byMilliseconds: step * 1000), offsetSeconds: 0)
        #expect(try garden.timer == timer)
        garden.advance(seconds: 1499)
        #expect(garden.events.times(of: "focus.completed") == [])
        garden.advance(seconds: 1)
        #expect(garden.events.first?.type == "focus.completed")
    }

    @Test("P10: a step forward and one back move no deadline")
    func twoStepsMoveNoDeadline() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.stepClock(seconds: 7200)
        #expect(
            try garden.timer == .focus(1, left: 1500, from: "2026-01-01T09:00:00Z", until: "2026-01-01T11:25:00Z"))
        garden.stepClock(seconds: -10_800)
        #expect(
            try garden.timer == .focus(1, left: 1500, from: "2026-01-01T09:00:00Z", until: "2026-01-01T08:25:00Z"))
        garden.advance(seconds: 1499)
        #expect(try garden.exp == 0)
        garden.advance(seconds: 1)
        #expect(try garden.exp == 1)
    }

    @Test("P10: a step under a second is ignored")
    func aStepUnderASecondIsIgnored() throws {
        let garden = try CoreGarden()
        let timer = try garden.perform(TimerStart())
        garden.stepClock(milliseconds: 999)
        #expect(garden.events == [])
        #expect(try garden.timer == timer)
    }

    @Test("P10: a small step before a phase does not move its end when a later step is noticed")
    func aSmallStepBeforeThePhaseMovesNothing() throws {
        let garden = try CoreGarden()
        garden.stepClock(milliseconds: 600)
        #expect(
            try garden.perform(TimerStart(minutes: 1))
                == .focus(1, of: 60, left: 60, from: "2026-01-01T09:00:00.600Z", until: "2026-01-01T09:01:00.600Z"))
        garden.stepClock(milliseconds: 600)
        #expect(
            try garden.timer
                == .focus(1, of: 60, left: 60, from: "2026-01-01T09:00:00.600Z", until: "2026-01-01T09:01:01.200Z"))
        garden.advance(seconds: 60)
        #expect(garden.events.first?.at == "2026-01-01T09:01:01.200Z")
    }

    @Test("P10: a sleep under a second before a phase moves neither its end nor those of the phases after it")
    func aTinySleepBeforeThePhaseMovesNothing() throws {
        let garden = try CoreGarden()
        garden.suspend(milliseconds: 865)
        #expect(
            try garden.perform(TimerStart())
                == .focus(1, left: 1500, from: "2026-01-01T09:00:00.865Z", until: "2026-01-01T09:25:00.865Z"))
        garden.advance(seconds: 1500)
        #expect(
            try garden.perform(TimerExtend(minutes: 5))
                == .rest(1, of: 600, left: 600, from: "2026-01-01T09:25:00.865Z", until: "2026-01-01T09:35:00.865Z"))
        garden.advance(milliseconds: 599_999)
        #expect(garden.events == [])
        // A minute late, as for a daemon that was busy: when the next phase began does not depend on that.
        garden.advance(milliseconds: 60_001)
        #expect(
            try garden.timer
                == .focus(2, left: 1440, from: "2026-01-01T09:35:00.865Z", until: "2026-01-01T10:00:00.865Z"))
        garden.advance(milliseconds: 1_439_999)
        #expect(garden.events == [])
        garden.advance(milliseconds: 1)
        #expect(garden.events.first?.at == "2026-01-01T10:00:00.865Z")
    }

    @Test("P10: after a sleep under a second in a phase, the phases after it end when they say")
    func aTinySleepInThePhaseDoesNotMoveTheNextOnes() throws {
        let garden = try CoreGarden()
        let timer = try garden.perform(TimerStart())
        garden.suspend(milliseconds: 865)
        #expect(try garden.timer == timer)
        garden.advance(milliseconds: 1_499_999)
        #expect(garden.events == [])
        garden.advance(milliseconds: 1)
        #expect(garden.events.first?.at == "2026-01-01T09:25:00Z")
        // The rest ends 5 minutes after the end that the focus had announced.
        garden.advance(milliseconds: 299_134)
        #expect(garden.events == [])
        garden.advance(seconds: 60)
        #expect(
            try garden.timer == .focus(2, left: 1441, from: "2026-01-01T09:30:00Z", until: "2026-01-01T09:55:00Z"))
        garden.advance(milliseconds: 1_440_000)
        #expect(garden.events == [])
        garden.advance(milliseconds: 1)
        #expect(garden.events.first?.at == "2026-01-01T09:55:00Z")
    }

    @Test("P10: a sleep under a second before a phase does not move its end when the clock is set")
    func aTinySleepBeforeThePhaseDoesNotAddToAStep() throws {
        let garden = try CoreGarden()
        garden.suspend(milliseconds: 55)
        try garden.perform(TimerStart())
        garden.stepClock(seconds: -3600)
        #expect(
            try garden.timer
                == .focus(1, left: 1500, from: "2026-01-01T09:00:00.055Z", until: "2026-01-01T08:25:00.055Z"))
        garden.advance(seconds: 1500)
        #expect(garden.events.first?.at == "2026-01-01T08:25:00.055Z")
    }

    @Test(
        "A7, L8: with the clock set back by less than a second, the rollover still precedes a focus that ends at 04:00")
    func theRolloverPrecedesTheFocusAfterASmallStep() throws {
        let garden = try CoreGarden(at: "2026-01-02T03:50:00Z")
        try garden.perform(TimerStart(minutes: 10))
        garden.stepClock(milliseconds: -600)
        garden.advance(seconds: 600)
        #expect(
            garden.events.summary
                == [
                    "04:00:00 day.rolledOver", "04:00:00 focus.completed", "04:00:00 garden.grew",
                    "04:00:00 timer.started",
                ])
    }

    @Test("P9: a power cut soon after a late rollover is dated by the time of its record")
    func aPowerCutAfterALateRollover() throws {
        let garden = try CoreGarden(at: "2026-03-28T20:00:00Z", zone: "America/New_York")
        try garden.perform(TimerStart())
        garden.advance(seconds: 60)
        try garden.travel(to: "Pacific/Auckland")
        garden.reboot(seconds: 30)
        // The half minute without power is within the grace, and moves the end.
        #expect(
            try garden.timer
                == .focus(1, left: 1440, from: "2026-03-29T09:00:00+13:00", until: "2026-03-29T09:25:30+13:00"))
    }

    @Test("P8, P10: a clock set while nothing could be written moves the end of a phase that was over by then")
    func aStepWhileUnservedMovesTheEndOfAFinishedPhase() throws {
        let garden = try CoreGarden()
        try garden.perform(TimerStart())
        garden.advance(seconds: 600)
        garden.isServed = false
        garden.advance(seconds: 1020)
        garden.stepClock(seconds: 2)
        garden.isServed = true
        garden.advance(seconds: 1)
        #expect(
            garden.events.summary == [
                "09:27:03 clock.stepped", "09:27:03 timer.edited", "09:25:02 focus.completed", "09:25:02 garden.grew",
                "09:25:02 timer.started",
            ])
        #expect(
            try garden.timer == .rest(1, left: 179, from: "2026-01-01T09:25:02Z", until: "2026-01-01T09:30:02Z"))
    }
}
