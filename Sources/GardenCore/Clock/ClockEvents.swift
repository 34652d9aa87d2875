import GardenAPI
import TextKit

/// The wall clock was set (RULES P10).
struct ClockStepEffect: WireObject {
    static let name = "ClockStepEffect"

    var stepMilliseconds: Int

    static let fields = Fields(
        ClockStepEffect.init,
        .required("stepMilliseconds", \.stepMilliseconds, "the step of the wall clock; negative: backwards"))
}

/// The machine fell asleep or was switched off; both have the same effect (RULES P9).
struct SleepEffect: WireObject {
    static let name = "SleepEffect"

    /// If it was switched off: the clocks of the new boot as they would have read at that time.
    var clock: ClockReference?

    static let fields = Fields(
        SleepEffect.init,
        .optional("clock", \.clock, "the readings of the new boot's clocks at that time"))
}

struct WakeEffect: WireObject {
    static let name = "WakeEffect"

    var asleepMilliseconds: Int

    static let fields = Fields(
        WakeEffect.init,
        .required("asleepMilliseconds", \.asleepMilliseconds, "how long the machine slept or was off"))
}

extension EventKind where Effect == ClockStepEffect, Published == ClockStepped {
    static let clockStepped = EventKind(
        "clock.stepped", "The clock was set by {stepMilliseconds:step}"
    ) { step, _, state in
        state.clock.wallMinusBootMilliseconds += step.stepMilliseconds
        state.longRestCycle.step(milliseconds: step.stepMilliseconds)
    } publish: { step, _ in
        Publication(ClockStepped(stepMilliseconds: step.stepMilliseconds))
    }.explaining(.day) { step, _ in
        ExplainedStep("L7", "the clock was set by \(signed(step.stepMilliseconds / 1000)) s")
    }
}

extension EventKind where Effect == SleepEffect, Published == SystemSlept {
    static let systemSlept = EventKind(
        "system.slept", "The machine went to sleep at {since:clock}"
    ) { sleep, origin, state in
        state.asleepSince = origin.at.instant
        if let clock = sleep.clock {
            // What was reported in the boot that ended says nothing of the next one.
            state.notePersonWasThere(until: origin.at.instant)
            state.clock = clock
        }
    } publish: { _, context in
        Publication(SystemSlept(since: context.origin.at))
    }
}

extension EventKind where Effect == WakeEffect, Published == SystemWoke {
    static let systemWoke = EventKind(
        "system.woke", "The machine woke after {asleepSeconds:length}"
    ) { wake, _, state in
        state.asleepSince = nil
        state.clock.bootMinusAwakeMilliseconds += wake.asleepMilliseconds
    } publish: { wake, _ in
        Publication(SystemWoke(asleepSeconds: wake.asleepMilliseconds / 1000))
    }
}
