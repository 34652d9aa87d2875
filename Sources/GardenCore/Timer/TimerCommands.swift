import GardenAPI

extension TimerGet: Query {
    public func answer(from view: View) -> FocusTimer {
        view.state.timerView(at: view.moment, view.conditions.zone)
    }
}

extension TimerStart: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        switch phase ?? .focus {
        case .focus: try t.startFocus(self)
        case .rest: try t.startRest(self)
        }
        return t.timerView
    }
}

extension TimerPause: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        switch t.state.timer {
        case .stopped: throw GardenError(.notRunning, "nothing runs that could be paused")
        case .paused(let run, _): throw GardenError(.notRunning, "the \(run.phase.rawValue) is paused already")
        case .running(let run, _):
            let remaining = t.state.timer.remainingMilliseconds(at: t.moment)
            let pause = Pause(since: t.moment.wall, remainingMilliseconds: remaining)
            t.emit(.timerPaused, t.change(to: .paused(run, pause)))
        }
        return t.timerView
    }
}

extension TimerResume: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        switch t.state.timer {
        case .stopped: throw GardenError(.notRunning, "nothing is paused that could be resumed")
        case .running(let run, _): throw GardenError(.alreadyRunning, "the \(run.phase.rawValue) is running")
        case .paused(let run, let pause):
            t.resume(run, pause, countingAbsence: countAbsence ?? false)
        }
        return t.timerView
    }
}

extension TimerToggle: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        switch t.state.timer {
        case .stopped: return try TimerStart().perform(in: &t)
        case .running: return try TimerPause().perform(in: &t)
        case .paused: return try TimerResume().perform(in: &t)
        }
    }
}

extension TimerSkip: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        guard let run = t.state.timer.run else { throw GardenError(.notRunning, "nothing runs that could be skipped") }
        t.skip(run)
        t.beginPhase(after: run, cause: "timer.skipped")
        return t.timerView
    }
}

extension TimerStop: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        guard let run = t.state.timer.run else { throw GardenError(.notRunning, "nothing runs that could be stopped") }
        t.emit(
            .timerStopped, t.change(to: .stopped(number: 0), interrupted: t.interruption(of: run, outcome: .stopped)))
        return t.timerView
    }
}

extension TimerExtend: Command {
    private static let leastMilliseconds = 60_000
    private static let mostMilliseconds = 1440 * 60_000

    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        guard let run = t.state.timer.run else { throw GardenError(.notRunning, "nothing runs that could be extended") }
        let left = t.state.timer.remainingMilliseconds(at: t.moment)
        let added = minutes * 60_000
        guard added != 0 else { throw .invalidParam("minutes", "must not be 0") }
        guard left + added >= Self.leastMilliseconds else {
            let message =
                "\(minutes) minutes would leave less than a minute of the \(run.phase.rawValue);"
                + " \((left + 999) / 1000) seconds are left"
            throw .refused(.nothingLeft, message, [("remainingSeconds", .integer((left + 999) / 1000))])
        }
        guard run.totalMilliseconds + added <= Self.mostMilliseconds else {
            throw .refused(
                .outOfRange,
                "the \(run.phase.rawValue) would last \((run.totalMilliseconds + added) / 60_000) minutes; 1440 is the most"
            )
        }
        var longer = run
        longer.totalMilliseconds += added
        switch t.state.timer {
        case .stopped: break
        case .running:
            let deadline = t.deadline(of: longer, remaining: left + added)
            t.emit(.timerExtended, t.change(to: .running(longer, deadline)))
        case .paused(_, var pause):
            pause.remainingMilliseconds += added
            t.emit(.timerExtended, t.change(to: .paused(longer, pause)))
        }
        return t.timerView
    }
}

extension Transition {
    fileprivate mutating func startFocus(_ request: TimerStart) throws(GardenError) {
        if let taskId = request.taskId { throw .notFound(kind: "task", id: taskId) }
        let run = state.timer.run
        if let run, run.phase == .focus, request.restart != true {
            let word = if case .paused = state.timer { "paused" } else { "running" }
            let message =
                "a focus is \(word), with \((state.timer.remainingMilliseconds(at: moment) + 999) / 1000) seconds left;"
                + " restart throws it away"
            throw GardenError(.alreadyRunning, message)
        }
        let named = try request.category.map { (name) throws(GardenError) in try category(named: name) }
        let number = state.timer.number
        let (next, cause): (Int, String?)
        switch run?.phase {
        case nil: (next, cause) = (number + 1, nil)
        case .focus:
            throwAwayFocus()
            (next, cause) = (number, "timer.stopped")
        case .rest:
            if let run { skip(run) }
            (next, cause) = (number + 1, "timer.skipped")
        }
        beginFocus(
            categoryId: named ?? state.categories.lastUsedId, taskId: nil, minutes: request.minutes, number: next,
            cause: cause)
    }

    fileprivate mutating func startRest(_ request: TimerStart) throws(GardenError) {
        if let run = state.timer.run {
            throw GardenError(.alreadyRunning, "a \(run.phase.rawValue) is running or paused; skip or stop it first")
        }
        let number = state.timer.number
        beginRest(
            categoryId: state.categories.lastUsedId, taskId: nil, minutes: request.minutes, number: number,
            isLong: request.minutes == nil && CyclePolicy.isLongRest(after: number, settings))
    }

    /// Ends the focus in progress for a restart: it earns nothing, and its number is taken by the next.
    private mutating func throwAwayFocus() {
        guard let run = state.timer.run else { return }
        let stopped = TimerState.stopped(number: run.number)
        emit(.timerStopped, change(to: stopped, interrupted: interruption(of: run, outcome: .restarted)))
    }

    fileprivate mutating func skip(_ run: PhaseRun) {
        let stopped = TimerState.stopped(number: run.number)
        emit(.timerSkipped, change(to: stopped, interrupted: interruption(of: run, outcome: .skipped)))
    }

    fileprivate mutating func resume(_ run: PhaseRun, _ pause: Pause, countingAbsence: Bool) {
        let counted = countingAbsence ? min(pause.absenceMilliseconds, pause.remainingMilliseconds) : 0
        let deadline = deadline(of: run, remaining: pause.remainingMilliseconds - counted)
        emit(.timerResumed, change(to: .running(run, deadline)))
    }

    /// A new deadline for a phase already begun.
    func deadline(of run: PhaseRun, remaining: Int) -> Deadline {
        Deadline(of: run.phase, remaining: remaining, at: moment, settings: settings)
    }
}
