import GardenAPI
import TimeKit

extension TimerGet: Query {
    public func answer(in context: QueryContext) -> FocusTimer {
        context.state.timerView(at: context.moment, context.environment)
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
        case .stopped: throw .timerStopped
        case .paused(let run, _): throw GardenError(.notRunning, "the \(run.phase.rawValue) is already paused")
        case .running(let run, _):
            let remaining = t.state.remainingMilliseconds(at: t.moment)
            let pause = Pause(since: t.moment.wall, remainingMilliseconds: remaining)
            t.changeTimer(.timerPaused, to: .paused(run, pause))
        }
        return t.timerView
    }
}

extension TimerResume: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        switch t.state.timer {
        case .stopped: throw .timerStopped
        case .running(let run, _):
            throw GardenError(.alreadyRunning, "nothing is paused: the \(run.phase.rawValue) is running")
        case .paused(let run, let pause):
            try t.resume(run, pause, countingAbsence: countAbsence ?? false)
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
        guard let run = t.state.timer.run else {
            throw .timerStopped
        }
        let skipped = t.skip(run)
        t.beginPhase(after: run, because: skipped)
        return t.timerView
    }
}

extension TimerStop: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        guard t.state.timer.run != nil else {
            throw .timerStopped
        }
        t.endEarly(.timerStopped, to: .stopped(number: 0), .stopped)
        return t.timerView
    }
}

extension TimerExtend: Command {
    private static let leastMilliseconds = 60_000
    private static let mostMilliseconds = 1440 * 60_000

    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        guard let run = t.state.timer.run else {
            throw .timerStopped
        }
        guard !run.isOpen else {
            throw .refused(.open, "an open session has no end to move; finish or stop it")
        }
        let left = t.state.remainingMilliseconds(at: t.moment)
        let added = minutes * 60_000
        guard left + added >= Self.leastMilliseconds else {
            let message =
                "cannot shorten by \(minutes.magnitude) min: \(minutesAndSeconds(left)) left,"
                + " at least 1 min must remain"
            throw .refused(.nothingLeft, message, [("remainingSeconds", .integer((left + 999) / 1000))])
        }
        guard run.totalMilliseconds + added <= Self.mostMilliseconds else {
            throw .refused(
                .outOfRange,
                "the \(run.phase.rawValue) would last \((run.totalMilliseconds + added) / 60_000) min; at most 1440 min"
            )
        }
        var longer = run
        longer.totalMilliseconds += added
        switch t.state.timer {
        case .stopped: break
        case .running:
            let deadline = t.deadline(of: longer, remaining: left + added)
            t.changeTimer(.timerExtended, to: .running(longer, deadline))
        case .paused(_, var pause):
            pause.remainingMilliseconds += added
            t.changeTimer(.timerExtended, to: .paused(longer, pause))
        }
        return t.timerView
    }
}

extension Transition {
    fileprivate mutating func startFocus(_ request: TimerStart) throws(GardenError) {
        let task = try focusedTask(request)
        let run = state.timer.run
        if let run, run.phase == .focus, request.restart != true {
            let category = state.categories[run.categoryId].map { " on \($0.name)" } ?? ""
            let left = progressText(of: run)
            guard case .paused(_, let pause) = state.timer else {
                throw GardenError(
                    .alreadyRunning,
                    "already focusing\(category) (\(left)); use retag to correct the category, --restart to discard the session"
                )
            }
            // Whoever starts a paused session means to go on with it.
            guard names(request, task?.label, nothingBut: run) else {
                throw GardenError(
                    .alreadyRunning,
                    "a session\(category) is paused (\(left)); use resume to go on with it, --restart to discard it"
                )
            }
            var run = run
            if let idle = request.idle { run.countsIdle = idle == .count ? true : nil }
            return try resume(run, pause, countingAbsence: false)
        }
        let start = try request.ago.map { (minutes) throws(GardenError) in
            let length = request.isOpen ? nil : request.minutes ?? settings.focusMinutes
            return try beginning(minutesAgo: minutes, lasting: length, named: request.category)
        }
        let named = try request.category.map { (name) throws(GardenError) in try category(named: name) }
        let number = state.timer.number
        let (next, cause): (Int, EventReference?)
        switch run?.phase {
        case nil: (next, cause) = (number + 1, nil)
        case .focus:
            // It earns nothing, and the next focus reuses its number.
            let stopped = TimerState.stopped(number: number)
            (next, cause) = (number, endEarly(.timerStopped, to: stopped, .restarted))
        case .rest:
            (next, cause) = (number + 1, run.map { skip($0) })
        }
        beginFocus(
            categoryId: named ?? task?.categoryId ?? state.categories.lastUsedId, task: task?.label,
            minutes: request.minutes, isOpen: request.isOpen, number: next,
            countsIdle: request.idle == .count ? true : nil, at: start,
            because: cause)
    }

    /// When a session began that a person remembers to start (RULES P28): not before the end of the last one that counts, nor of a
    /// sleep that would have paused it, nor before a reset.
    ///
    /// - Parameters:
    ///   - minutes: `nil` for an open session.
    ///   - category: as the request names it, for the refusal.
    private func beginning(
        minutesAgo ago: Int, lasting minutes: Int?, named category: String?
    ) throws(GardenError) -> Instant {
        var start = moment.wall.advanced(byMilliseconds: -ago * 60_000)
        start = try endOfSessions(since: start) ?? start
        if let last = state.lastFocus, last.hasMinutes { start = max(start, last.end.instant) }
        let earliest = start
        let limits = try readingJournal { () throws -> [Instant] in
            let reset = state.lastResetSeq > 0 ? try history.event(state.lastResetSeq) : nil
            let sleeps = try history.newestEvents(
                before: nil, limit: Self.mostSleeps, types: [EventKind.systemWoke.type])
            let ends = try sleeps.filter { event in
                guard event.at.instant > earliest, let woke = try EventKind.systemWoke.effect(of: event) else {
                    return false
                }
                return woke.asleepMilliseconds >= settings.sleepGraceSeconds * 1000
            }
            return (ends + [reset].compactMap(\.self)).map(\.at.instant)
        }
        // A wall clock that was set back shows ends that are still to come.
        start = min(limits.reduce(start, max), moment.wall)
        guard let minutes else { return start }
        let passed = moment.wall.milliseconds - start.milliseconds
        let left = minutes * 60_000 - passed
        guard left >= Self.leastLeftMilliseconds else {
            throw .refused(
                .nothingLeft,
                "a session of \(minutes) min that began at \(timestamp(start).wallText) is over, or has less than a minute "
                    + "left; give it more minutes, or enter it as a session that has ended",
                [
                    ("remainingSeconds", .integer(max(0, (left + 999) / 1000))), ("start", timestamp(start).json),
                ] + (category.map { [("category", .string($0))] } ?? []))
        }
        return start
    }

    /// How many sleeps are looked at: more than these are hardly within a session.
    private static let mostSleeps = 100
    private static let leastLeftMilliseconds = 60_000

    /// Whether a request names nothing else than a phase.
    private func names(_ request: TimerStart, _ task: FocusedTask?, nothingBut run: ActivePhase) -> Bool {
        if request.ago != nil { return false }
        if let task, task.id != run.taskId { return false }
        if let open = request.open, open != run.isOpen { return false }
        if let minutes = request.minutes, run.isOpen || minutes * 60_000 != run.totalMilliseconds { return false }
        guard let name = request.category else { return true }
        return state.categories.category(named: name)?.id == run.categoryId
    }

    /// The open task that a request names, and its category.
    private func focusedTask(_ request: TimerStart) throws(GardenError) -> (label: FocusedTask, categoryId: Int)? {
        guard request.taskId != nil || request.task != nil else { return nil }
        let task = try openTask(TaskGet(id: request.taskId, title: request.task))
        return (FocusedTask(id: task.id, title: task.details.title), task.categoryId)
    }

    fileprivate mutating func startRest(_ request: TimerStart) throws(GardenError) {
        if let run = state.timer.run {
            throw GardenError(
                .alreadyRunning,
                "a \(run.phase == .focus ? "focus session" : "rest") is running or paused; skip or stop it first")
        }
        let number = state.timer.number
        beginRest(
            categoryId: state.categories.lastUsedId, task: nil, minutes: request.minutes, number: number,
            isLong: request.minutes == nil && CyclePolicy.isLongRest(in: state.longRestCycle, at: moment.wall, settings)
        )
    }

    fileprivate mutating func skip(_ run: ActivePhase) -> EventReference {
        endEarly(.timerSkipped, to: .stopped(number: run.number), .skipped)
    }

    /// - Parameter countingAbsence: whether the time counts in which the machine slept or no sign of the person came. Parts of it that
    ///   other sessions have, because they were entered meanwhile, are pauses of this one (RULES P23).
    mutating func resume(
        _ run: ActivePhase, _ pause: Pause, countingAbsence: Bool, because cause: EventReference? = nil
    ) throws(GardenError) {
        let absence = pause.absenceMilliseconds ?? pause.unattendedMilliseconds(at: moment) ?? 0
        let counted = countingAbsence ? max(0, min(absence, pause.remainingMilliseconds)) : 0
        let grace = settings.sleepGraceSeconds * 1000
        var (run, end, left) = (run, pause.since, pause.remainingMilliseconds)
        if counted > 0 {
            let time = pause.since..<pause.since.advanced(byMilliseconds: absence)
            for part in run.phase == .focus ? try freeParts(of: time) : [time] where left > 0 {
                run = run.paused(from: timestamp(end), to: timestamp(part.lowerBound), longerThan: grace)
                let length = min(left, Instant.milliseconds(from: part.lowerBound, to: part.upperBound))
                (left, end) = (left - length, part.lowerBound.advanced(byMilliseconds: length))
            }
        }
        run = run.paused(from: timestamp(end), to: now, longerThan: grace)
        changeTimer(.timerResumed, to: .running(run, deadline(of: run, remaining: left)), because: cause)
    }

    /// A new deadline for a phase already begun.
    func deadline(of run: ActivePhase, remaining: Int) -> Deadline {
        Deadline(of: run, remaining: remaining, at: moment, settings: settings)
    }

    /// How far the phase in progress is: "12:30 left", or of an open session "12:30 so far".
    private func progressText(of run: ActivePhase) -> String {
        let left = state.remainingMilliseconds(at: moment)
        return run.isOpen
            ? "\(minutesAndSeconds(run.totalMilliseconds - left)) so far" : "\(minutesAndSeconds(left)) left"
    }
}

extension ActivePhase {
    /// The same phase after a sign of the person (RULES P18).
    var attended: ActivePhase {
        var run = self
        run.automatic = nil
        return run
    }
}

/// Formats a length for people, rounded up to the second: "20:25", "1:30:00".
func minutesAndSeconds(_ milliseconds: Int) -> String {
    let seconds = (milliseconds + 999) / 1000
    func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    guard seconds >= 3600 else { return "\(seconds / 60):\(twoDigits(seconds % 60))" }
    return "\(seconds / 3600):\(twoDigits(seconds / 60 % 60)):\(twoDigits(seconds % 60))"
}

extension GardenError {
    /// There is no phase to change.
    static var timerStopped: GardenError {
        GardenError(.notRunning, "the timer is stopped", [("phase", .string(Phase.stopped.rawValue))])
    }
}
