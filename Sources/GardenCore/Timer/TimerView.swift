import GardenAPI
import TimeKit

extension GardenState {
    /// The timer as its methods tell it, at a moment.
    func timerView(at moment: Moment, _ zone: ZoneRules) -> FocusTimer {
        let category = timer.run.flatMap { categories[$0.categoryId] }
        return FocusTimer(
            timer, category: category.map { ($0.name, $0.uid) }, remaining: remainingMilliseconds(at: moment), zone)
    }
}

extension FocusTimer {
    init(_ timer: TimerState, category label: (name: String, uid: String)?, remaining: Int, _ zone: ZoneRules) {
        self.init()
        session = timer.number
        guard let run = timer.run else { return }
        phase = run.phase == .focus ? .focus : .rest
        longRest = run.longRest
        category = label?.name
        categoryId = run.categoryId
        categoryUid = label?.uid
        taskId = run.taskId
        totalSeconds = run.totalMilliseconds / 1000
        remainingSeconds = remaining / 1000 + (remaining % 1000 > 0 ? 1 : 0)
        elapsedSeconds = totalSeconds - remainingSeconds
        startedAt = zone.timestamp(run.startedAt.instant)
        switch timer {
        case .stopped: break
        case .paused: paused = true
        case .running(_, let deadline): endsAt = zone.timestamp(deadline.endsAt)
        }
    }
}

extension Transition {
    /// The timer in the working copy, at the moment of the change.
    var timerView: FocusTimer { state.timerView(at: moment, environment.zone) }

    /// Emits a timer event that leads to `next`.
    @discardableResult
    mutating func changeTimer(
        _ kind: EventKind<TimerEffect, TimerChanged>, to next: TimerState, interrupted: SessionOutcome? = nil,
        was: TimerEffect.Past = TimerEffect.Past(), because cause: EventReference? = nil
    ) -> EventReference {
        var effect = TimerEffect(to: next, in: state, at: moment, was: was)
        if let interrupted, state.timer.run?.phase == .focus {
            var interruption = Interruption()
            (interruption.id, interruption.outcome) = (state.lastSessionId + 1, interrupted)
            effect.interruption = interruption
        }
        return emit(kind, effect, because: cause)
    }
}
