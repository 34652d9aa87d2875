import GardenAPI

// A focus session that is ended early, with minutes that count (RULES P27).

extension TimerFinish: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> FocusTimer {
        guard let run = t.state.timer.run, run.phase == .focus else {
            throw GardenError(.notRunning, "no focus session is in progress")
        }
        guard run.isOpen || t.settings.partialSessions else {
            throw .refused(
                .notSet,
                "a session counts only if it runs to its end, because timer.partial_sessions is false; stop or skip it",
                [("setting", "timer.partial_sessions")])
        }
        let ended =
            run.isOpen
            ? t.finishOpenSession(run) : t.endEarly(.timerStopped, to: .stopped(number: run.number), .stopped)
        if CyclePolicy.restStartsByItself(t.settings, t.state.presence.current) {
            t.beginPhase(after: run, because: ended)
        }
        return t.timerView
    }
}

extension Transition {
    /// Ends the phase in progress early, because a person asks for that: of a focus, the minutes count if partial sessions do.
    ///
    /// - Parameter outcome: of a focus if partial sessions do not count.
    @discardableResult
    mutating func endEarly(
        _ kind: EventKind<TimerEffect, TimerChanged>, to next: TimerState, _ outcome: SessionOutcome
    ) -> EventReference {
        guard settings.partialSessions || outcome == .partial, let run = state.timer.run, run.phase == .focus else {
            return changeTimer(kind, to: next, interrupted: outcome)
        }
        let milliseconds = run.totalMilliseconds - state.remainingMilliseconds(at: moment)
        let ended = changeTimer(kind, to: next, interrupted: .partial)
        let exp = settings.exp(ofFocus: milliseconds / 1000, isTimed: false)
        let text = LogText.focus(minutes: milliseconds / 60_000, state.label(ofCategory: run.categoryId).name)
        writeLine(.focus, text, categoryId: run.categoryId, because: ended)
        if exp > 0 {
            growGarden(categoryId: run.categoryId, by: .focus, amount: exp, because: ended)
            earn(pointsForFocus(exp: exp), forLateFocusIn: run.categoryId, because: ended)
        }
        react(
            to: .focusCount,
            CountedFocus(taskId: run.taskId, seconds: milliseconds / 1000, sessions: 0, cause: ended))
        return ended
    }
}

extension AnswerNote {
    /// For a person who ends a session early: how much of it counts.
    static let partial = [EventKind.timerStopped, .timerSkipped].map { kind in
        AnswerNote(name: TimerFinish.partialName, event: kind.type) { events, _ in
            let sessions = events.compactMap { event in try? kind.effect(of: event)?.session(event.origin) }
            return sessions.last { $0.outcome == .partial }.map { .integer($0.seconds) }
        }
    }
}
