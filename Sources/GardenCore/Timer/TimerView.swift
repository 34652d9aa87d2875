import GardenAPI

extension GardenState {
    /// The timer as its methods tell it, at a moment.
    func timerView(at moment: Moment, _ zone: ZoneRules) -> FocusTimer { view(of: timer, at: moment, zone) }

    /// A timer of this garden, as its methods would tell it.
    func view(of timer: TimerState, at moment: Moment, _ zone: ZoneRules) -> FocusTimer {
        var view = FocusTimer()
        view.session = timer.number
        guard let run = timer.run else { return view }
        view.phase = run.phase == .focus ? .focus : .rest
        view.longRest = run.longRest
        view.category = categories[run.categoryId]?.name
        view.taskId = run.taskId
        let remaining = timer.remainingMilliseconds(at: moment)
        view.totalSeconds = run.totalMilliseconds / 1000
        view.remainingSeconds = (remaining + 999) / 1000
        view.elapsedSeconds = view.totalSeconds - view.remainingSeconds
        view.startedAt = zone.timestamp(run.startedAt)
        switch timer {
        case .stopped: break
        case .paused: view.paused = true
        case .running(_, let deadline): view.endsAt = zone.timestamp(deadline.endsAt)
        }
        return view
    }
}

extension Transition {
    /// The timer as it stands now in the working copy.
    var timerView: FocusTimer { state.timerView(at: moment, conditions.zone) }

    /// The payload of a timer event that leads to `next`.
    func change(to next: TimerState, interrupted: Session? = nil, cause: String? = nil) -> TimerChange {
        var change = TimerChange()
        change.timer = state.view(of: next, at: moment, conditions.zone)
        change.state = next
        change.interrupted = interrupted
        change.before = timerBefore(change.timer)
        change.cause = cause
        return change
    }

    /// The timer for an event about something else that leads to `next`.
    func moved(to next: TimerState) -> MovedTimer {
        moved(to: next, state.view(of: next, at: moment, conditions.zone))
    }

    /// The same where more than the timer changes: `after` is the state the event leads to.
    func moved(in after: GardenState) -> MovedTimer {
        moved(to: after.timer, after.timerView(at: moment, conditions.zone))
    }

    private func moved(to next: TimerState, _ view: FocusTimer) -> MovedTimer {
        var moved = MovedTimer()
        moved.timer = view
        moved.timerState = next
        moved.timerBefore = timerBefore(view)
        return moved
    }

    private func timerBefore(_ after: FocusTimer) -> JSON? {
        let before = timerView.fieldsDiffering(from: after)
        // Spelt out, for a bare nil would be the JSON null.
        return before == [:] ? Optional.none : before
    }
}
