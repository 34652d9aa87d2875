import GardenAPI

extension Feature {
    /// The focus timer: its phases, their ends, and the effects of clocks and days.
    static let timer = Feature(
        "timer", undo: .onlyWith(StoredSession.interruptingTypes), parts: [.phase, .interruption, .longRestCycle],
        methods: [
            .command(TimerStart.self), .command(TimerPause.self), .command(TimerResume.self),
            .command(TimerToggle.self), .command(TimerSkip.self), .command(TimerStop.self),
            .command(TimerFinish.self),
            .command(TimerExtend.self), .command(TimerEdit.self), .query(TimerGet.self),
        ],
        events: {
            EventKind.timerStarted
            EventKind.timerPaused
            EventKind.timerResumed
            EventKind.timerExtended
            EventKind.timerEdited
            EventKind.timerEndingSoon
            EventKind.timerStillPaused
            EventKind.timerSkipped
            EventKind.timerStopped
            EventKind.focusCompleted
            EventKind.restCompleted
        },
        repair: { state, now, environment in state.unattendedQuestion(at: now, environment) },
        dueDates: { state, environment in
            [state.phaseEnd, state.openSessionPause, state.pauseMention(under: environment.settings)].compactMap(\.self)
        },
        additions: [
            NotificationSource.timer, StoredSession.timerChanges, SessionInProgress.timer, ReversalConsequence.timer,
            AnswerNote.movedPhase,
        ] + AnswerNote.partial,
        reset: { state, new in
            (state.timer, state.lastFocus) = (new.timer, nil)
            (state.longRestCycle, state.interruptions) = (new.longRestCycle, new.interruptions)
        },
        reactions: [
            .to(.dayBegin) { t, crossing in
                // A crossing resets the number of a stopped timer (RULES P5).
                guard case .stopped(let number) = t.state.timer, number > 0 else { return }
                t.changeTimer(.timerEdited, to: .stopped(number: 0), because: crossing.cause)
            },
            .to(.categoryRemoval) { t, removed in
                guard let timer = t.state.timer.moved(from: removed.category.id, to: removed.heirId) else { return }
                let was = TimerEffect.Past(category: removed.label)
                t.changeTimer(.timerEdited, to: timer, was: was, because: removed.cause)
            },
            .to(.taskRemoval) { t, removed in
                guard let timer = t.state.timer.detached(from: removed.id) else { return }
                t.changeTimer(.timerEdited, to: timer, because: removed.cause)
            },
            .to(.presenceChange) { t, change in t.followPresence(change) },
            .to(.clockChange) { t, change in t.followClocks(change) },
            .to(.resetBegin) { t, _ in
                switch t.state.timer {
                case .stopped(number: 0): break
                case .stopped: t.changeTimer(.timerEdited, to: .stopped(number: 0))
                case .running, .paused: t.changeTimer(.timerStopped, to: .stopped(number: 0), interrupted: .stopped)
                }
            },
        ])
}

extension Feature {
    /// The questions about focus that a person may not have seen. Undo takes back what an answer did to sessions that have ended,
    /// if that is what its change is about.
    static let questions = Feature(
        "questions", undo: .likeItsEvents, methods: [.command(TimerResolve.self)],
        events: {
            EventKind.timerAsked
            EventKind.timerResolved
        },
        additions: [AnswerNote.keptOften, NotificationSource.questions],
        reset: { $0.questions = $1.questions })
}

extension AnswerNote {
    /// The phase in progress is in another category, because its own was removed or merged (RULES T26).
    fileprivate static let movedPhase = AnswerNote(
        name: MovedContent.phaseName, event: EventKind.timerEdited.type
    ) { events, _ in
        let effects = events.filter(\.followsFromRemovedCategory).compactMap {
            try? EventKind.timerEdited.effect(of: $0)
        }
        return effects.last?.after.run.map { .string($0.phase.rawValue) }
    }
}

extension GardenState {
    /// The end of the phase in progress, or the warning before it; `nil` when none runs.
    fileprivate var phaseEnd: DueDate? {
        guard case .running(let run, let deadline) = timer else { return nil }
        let clock: DueDate.ClockID =
            switch run.phase {
            case .focus: .awake
            case .rest: .boot
            }
        if let warning = deadline.warningMilliseconds {
            let at = deadline.endsAt.advanced(byMilliseconds: warning - deadline.clockMilliseconds)
            return DueDate(on: clock, warning, at: at, cause: EventKind.timerEndingSoon.type) { t, _ in
                var deadline = deadline
                deadline.warningMilliseconds = nil
                t.changeTimer(.timerEndingSoon, to: .running(run, deadline))
            }
        }
        switch run.phase {
        case .focus:
            let cause = EventKind.focusCompleted.type
            return DueDate(on: clock, deadline.clockMilliseconds, at: deadline.endsAt, cause: cause) { t, context in
                let completed = t.completeFocus(run)
                // An open session that lasts so long was forgotten.
                if !run.isOpen, t.restMayBegin(after: run, context.availability) {
                    t.beginPhase(after: run, because: completed)
                }
            }
        case .rest:
            let cause = EventKind.restCompleted.type
            return DueDate(on: clock, deadline.clockMilliseconds, at: deadline.endsAt, cause: cause) { t, context in
                let completed = t.changeTimer(.restCompleted, to: .stopped(number: run.number))
                if t.focusMayBegin(after: run, context.availability) {
                    t.beginPhase(after: run, because: completed)
                }
            }
        }
    }
}

extension Transition {
    fileprivate func restMayBegin(after run: ActivePhase, _ availability: Availability) -> Bool {
        guard CyclePolicy.restStartsByItself(settings, state.presence.current) else { return false }
        switch availability {
        case .served, .asleep: return true
        case .absent(let now):
            let isLong = CyclePolicy.isLongRest(in: state.longRestCycle, at: moment.wall, settings)
            let end = moment.bootMilliseconds + CyclePolicy.restMilliseconds(isLong: isLong, settings)
            return end > now.bootMilliseconds
        }
    }

    fileprivate func focusMayBegin(after rest: ActivePhase, _ availability: Availability) -> Bool {
        switch availability {
        case .served:
            return CyclePolicy.focusStartsByItself(settings, state.presence.current)
                && CyclePolicy.isAttended(after: rest.automatic ?? 0, settings, state.provedPresence)
        case .absent, .asleep: return false
        }
    }

    /// Adjusts the deadline to changed clocks: a phase neither loses nor gains time (RULES P9, P10).
    fileprivate mutating func followClocks(_ change: ClockChange) {
        guard case .running(let run, var deadline) = state.timer else { return }
        var was = TimerEffect.Past()
        switch change.kind {
        case .stepped:
            // The clocks themselves show the end. Their reference lacks sleeps that were too short to be noticed.
            let seen = state.clock.awakeUntil(moment)
            let left = deadline.clockMilliseconds - Deadline.clock(of: run.phase, at: seen)
            deadline.endsAt = seen.wall.advanced(byMilliseconds: left)
        case .poweredOff(let sign):
            // The old wall clock determines the time left, whatever the new one shows.
            let left = min(max(0, deadline.endsAt.milliseconds - sign.milliseconds), run.totalMilliseconds)
            let warning = deadline.warningMilliseconds.map { deadline.clockMilliseconds - $0 }
            deadline.clockMilliseconds = Deadline.clock(of: run.phase, at: moment) + left
            deadline.warningMilliseconds = warning.map { deadline.clockMilliseconds - $0 }
            deadline.endsAt = moment.wall.advanced(byMilliseconds: left)
            was.remainingMilliseconds = left
        case .woke(let asleep, let grace, let since):
            guard run.phase == .focus else { return }
            let remaining = state.remainingMilliseconds(at: moment)
            guard asleep < grace else {
                let pause = Pause(since: since, remainingMilliseconds: remaining, absenceMilliseconds: asleep)
                changeTimer(.timerPaused, to: .paused(run, pause), because: change.cause)
                return
            }
            deadline.endsAt = moment.wall.advanced(byMilliseconds: remaining)
        }
        changeTimer(.timerEdited, to: .running(run, deadline), was: was, because: change.cause)
    }
}

extension TimerState {
    /// The same with its phase in another category; `nil` if it is not in the one given, or stopped.
    fileprivate func moved(from id: Int, to other: Int) -> TimerState? {
        guard var run, run.categoryId == id else { return nil }
        run.categoryId = other
        return with(run)
    }

    /// The same without its task; `nil` if it has another one, or is stopped (RULES T12).
    fileprivate func detached(from id: Int) -> TimerState? {
        guard var run, run.taskId == id else { return nil }
        run.taskId = nil
        return with(run)
    }

    /// The same with another phase; `nil` if it is stopped.
    func with(_ run: ActivePhase) -> TimerState? {
        switch self {
        case .stopped: return nil
        case .running(_, let deadline): return .running(run, deadline)
        case .paused(_, let pause): return .paused(run, pause)
        }
    }
}
