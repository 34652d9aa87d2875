import GardenAPI

extension GardenState {
    /// The timer as its methods tell it, at a moment.
    func timerView(at moment: Moment, _ zone: ZoneRules) -> FocusTimer {
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
        var after = state
        after.timer = next
        var change = TimerChange()
        change.timer = after.timerView(at: moment, conditions.zone)
        change.state = next
        change.interrupted = interrupted
        change.before = timerView.fieldsDiffering(from: change.timer)
        change.cause = cause
        return change
    }
}
