import GardenAPI
import TimeKit

extension GardenState {
    /// The timer as its methods return it, at a moment.
    func timerView(at moment: Moment, _ environment: Environment) -> FocusTimer {
        let category = timer.run.flatMap { categories[$0.categoryId] }
        var view = FocusTimer(
            timer, category: category.map { ($0.name, $0.uid) }, remaining: remainingMilliseconds(at: moment),
            environment.zone)
        view.toLongRest = CyclePolicy.sessionsUntilLongRest(in: longRestCycle, at: moment.wall, environment.settings)
        return view
    }
}

extension FocusTimer {
    init(_ timer: TimerState, category label: (name: String, uid: String)?, remaining: Int, _ zone: ZoneRules) {
        let (run, deadline, pause): (ActivePhase, Deadline?, Pause?)
        switch timer {
        case .stopped(let number):
            self.init(
                phase: .stopped, paused: false, longRest: false, open: false, session: number, totalSeconds: 0,
                elapsedSeconds: 0, remainingSeconds: 0)
            return
        case .paused(let paused, let its): (run, deadline, pause) = (paused, nil, its)
        case .running(let running, let end): (run, deadline, pause) = (running, end, nil)
        }
        var totalSeconds = run.totalMilliseconds / 1000
        var remainingSeconds = remaining / 1000 + (remaining % 1000 > 0 ? 1 : 0)
        let elapsedSeconds = totalSeconds - remainingSeconds
        // The end of an open session is no goal.
        if run.isOpen { (totalSeconds, remainingSeconds) = (0, 0) }
        self.init(
            phase: run.phase == .focus ? .focus : .rest, paused: pause != nil, pauseReason: pause?.reason,
            longRest: run.longRest, open: run.isOpen, session: run.number, category: label?.name,
            categoryId: run.categoryId,
            categoryUid: label?.uid,
            taskId: run.taskId, taskTitle: run.task?.title, totalSeconds: totalSeconds,
            elapsedSeconds: elapsedSeconds,
            remainingSeconds: remainingSeconds, startedAt: zone.timestamp(run.startedAt.instant),
            endsAt: run.isOpen ? nil : deadline.map { zone.timestamp($0.endsAt) },
            pausedAt: pause.map { zone.timestamp($0.since) },
            absenceSeconds: pause?.absenceMilliseconds.map { $0 / 1000 })
    }
}

extension Transition {
    /// The timer in the working copy, at the moment of the change.
    var timerView: FocusTimer { state.timerView(at: moment, environment) }

    /// Emits a timer event that leads to `next`.
    @discardableResult
    mutating func changeTimer(
        _ kind: EventKind<TimerEffect, TimerChanged>, to next: TimerState, interrupted: SessionOutcome? = nil,
        was: TimerEffect.Past = TimerEffect.Past(), because cause: EventReference? = nil
    ) -> EventReference {
        var effect = state.timerEffect(to: next, at: moment, was: was)
        if let interrupted, let run = state.timer.run, run.phase == .focus {
            let span = attendedSpan(of: run)
            let day = day(of: span, run)
            var interruption = Interruption(
                id: state.lastSessionId + 1, outcome: interrupted, day: day == run.startedOn ? nil : day)
            if interrupted == .partial {
                let seconds = (run.totalMilliseconds - state.remainingMilliseconds(at: moment)) / 1000
                let exp = settings.exp(ofFocus: seconds, isTimed: false)
                interruption.hours = hours(of: span, seconds, run)
                (interruption.exp, interruption.points) = exp > 0 ? (exp, pointsForFocus(exp: exp)) : (nil, nil)
                if day != state.day.day { interruption.paidOn = state.day.day }
            }
            effect.interruption = interruption
        }
        return emit(kind, effect, because: cause)
    }

    /// The time of a focus which ends now, without a pause that goes on.
    func attendedSpan(of run: ActivePhase) -> FocusSpan {
        guard case .paused(_, let pause) = state.timer else { return run.span(until: moment.wall) }
        return run.span(until: pause.since)
    }

    /// The logical day that a focus which ends now counts for (RULES P13).
    func day(of span: FocusSpan, _ run: ActivePhase) -> CalendarDay {
        span.day(from: run.startedOn, to: state.day.day, environment.calendar)
    }

    /// The hours in which a focus passed (RULES S3).
    func hours(of span: FocusSpan, _ seconds: Int, _ run: ActivePhase) -> [FocusHour]? {
        span.hours(ofFocus: seconds, zone(of: run.startedAt))
    }
}
