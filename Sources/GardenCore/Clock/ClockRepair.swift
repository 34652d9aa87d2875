import GardenAPI
import TimeKit

extension Feature {
    /// Changes of the machine's clocks: someone sets them, a sleep stops them, a boot restarts them.
    static let clock = Feature(
        nil, undo: .impossible(because: "it happened to the machine"),
        events: {
            EventKind.clockStepped
            EventKind.systemSlept
            EventKind.systemWoke
        },
        repair: { state, now, _ in
            let step = state.clock.step(at: now)
            return abs(step) >= ClockReference.noticeableMilliseconds ? state.stepClock(by: step, now) : nil
        })
}

/// How the clocks changed, and the event that records it.
struct ClockChange {
    enum Kind {
        /// The wall clock was set.
        case stepped
        /// The machine was switched off; the clocks now count from the new boot.
        ///
        /// - Parameter sign: the last sign of life, on the wall as it was then.
        case poweredOff(since: Instant)
        case woke(asleepMilliseconds: Int, graceMilliseconds: Int, since: Instant)
    }

    let kind: Kind
    let cause: EventReference
}

extension Occasion where Details == ClockChange {
    /// The clocks were set or the machine slept (RULES P9, P10).
    static let clockChange = Occasion("clockChange")
}

extension GardenState {
    fileprivate func stepClock(by step: Int, _ now: Moment) -> DueItem {
        DueItem(cause: EventKind.clockStepped.type, moment: now) { t in
            let stepped = t.emit(.clockStepped, ClockStepEffect(stepMilliseconds: step))
            t.react(to: .clockChange, ClockChange(kind: .stepped, cause: stepped))
        }
    }

    func fallAsleep(_ moment: Moment) -> DueItem {
        DueItem(cause: EventKind.systemSlept.type, moment: moment) { $0.emit(.systemSlept, SleepEffect()) }
    }

    /// After another boot the machine was off. The time off counts as a sleep that began at the last sign of life.
    func powerCut(_ now: Moment, lastSign: Instant, _ environment: Environment) -> DueItem {
        let sign = asleepSince ?? lastSign
        let off = now.wall.milliseconds - sign.milliseconds
        // If the wall clock lags behind the last sign of life, the length of the absence is unknown. It then counts as
        // the shortest absence.
        let asleep = off >= 0 ? off : environment.settings.sleepGraceSeconds * 1000
        let moment = now.beforeSleeping(milliseconds: asleep)
        return DueItem(cause: EventKind.systemSlept.type, moment: moment) { t in
            let slept = t.emit(.systemSlept, SleepEffect(clock: ClockReference(moment)))
            t.react(to: .clockChange, ClockChange(kind: .poweredOff(since: sign), cause: slept))
        }
    }

    func wake(_ now: Moment, asleep: Int, grace: Int) -> DueItem {
        DueItem(cause: EventKind.systemWoke.type, moment: now) { t in
            let since = t.state.asleepSince ?? now.wall
            let woke = t.emit(.systemWoke, WakeEffect(asleepMilliseconds: asleep))
            let kind = ClockChange.Kind.woke(asleepMilliseconds: asleep, graceMilliseconds: grace, since: since)
            t.react(to: .clockChange, ClockChange(kind: kind, cause: woke))
        }
    }
}
