import GardenAPI

/// How phases begin and end, whoever asks for it: a client or the clock.
extension Transition {
    mutating func beginFocus(
        categoryId: Int, taskId: Int?, minutes: Int?, number: Int, cause: String? = nil
    ) {
        var run = PhaseRun()
        run.phase = .focus
        run.number = number
        run.categoryId = categoryId
        run.taskId = taskId
        run.totalMilliseconds = (minutes ?? settings.focusMinutes) * 60_000
        begin(run, cause: cause)
    }

    mutating func beginRest(
        categoryId: Int, taskId: Int?, minutes: Int? = nil, number: Int, isLong: Bool, cause: String? = nil
    ) {
        var run = PhaseRun()
        run.phase = .rest
        run.longRest = isLong
        run.number = number
        run.categoryId = categoryId
        run.taskId = taskId
        run.totalMilliseconds =
            minutes.map { $0 * 60_000 } ?? CyclePolicy.restMilliseconds(isLong: isLong, settings)
        begin(run, cause: cause)
    }

    private mutating func begin(_ run: PhaseRun, cause: String?) {
        var run = run
        run.startedAt = moment.wall
        run.startedOn = state.day.day
        let deadline = Deadline(of: run.phase, remaining: run.totalMilliseconds, at: moment, settings: settings)
        emit(.timerStarted, change(to: .running(run, deadline), cause: cause))
    }

    /// Starts the phase that follows `run`: after a focus its rest, after a rest the next focus.
    mutating func beginPhase(after run: PhaseRun, cause: String) {
        switch run.phase {
        case .focus:
            let isLong = CyclePolicy.isLongRest(after: run.number, settings)
            beginRest(
                categoryId: run.categoryId, taskId: run.taskId, number: run.number, isLong: isLong, cause: cause)
        case .rest:
            beginFocus(
                categoryId: run.categoryId, taskId: run.taskId, minutes: nil, number: run.number + 1, cause: cause)
        }
    }

    /// The end of a focus: credited once, with its garden (RULES P4, P11).
    mutating func completeFocus(_ run: PhaseRun) {
        var completion = FocusCompletion()
        completion.session = session(of: run, attended: run.totalMilliseconds, outcome: .completed)
        completion.number = run.number
        emit(.focusCompleted, completion)
        writeLine(.focus, LogText.focus(completion.session), cause: "focus.completed")
        growGarden(categoryId: run.categoryId, cause: "focus.completed")
        earnForFocus(in: completion.session.category)
    }

    /// The record of a focus that has ended; `nil` for a rest, which leaves none.
    func interruption(of run: PhaseRun, outcome: SessionOutcome) -> Session? {
        guard run.phase == .focus else { return nil }
        let attended = run.totalMilliseconds - state.timer.remainingMilliseconds(at: moment)
        return session(of: run, attended: attended, outcome: outcome)
    }

    private func session(of run: PhaseRun, attended: Int, outcome: SessionOutcome) -> Session {
        var session = Session()
        session.id = state.lastSessionId + 1
        session.start = timestamp(run.startedAt)
        session.end = timestamp(moment.wall)
        session.day = run.startedOn
        session.seconds = attended / 1000
        session.minutes = attended / 60_000
        session.category = state.categories[run.categoryId]?.name ?? CategoryBook.defaultName
        session.taskId = run.taskId
        session.outcome = outcome
        return session
    }
}
