import GardenAPI

extension EventKind where Effect == TimerEffect, Published == TimerChanged {
    static let timerStarted = EventKind("timer.started") { effect, _, state in
        state.timer = effect.after
        if let run = effect.after.run, run.phase == .focus { state.categories.lastUsedId = run.categoryId }
    } publish: {
        $0.published($1)
    }
    static let timerPaused = EventKind("timer.paused", apply: assign) { $0.published($1) }
    static let timerResumed = EventKind("timer.resumed", apply: assign) { $0.published($1) }
    static let timerExtended = EventKind("timer.extended", apply: assign) { $0.published($1) }
    /// Another change: a clock that was set, a sleep, a new day, the removal of its category.
    static let timerEdited = EventKind("timer.edited", apply: assign) { $0.published($1) }
    static let timerEndingSoon = EventKind("timer.endingSoon", apply: assign) { $0.published($1) }
    static let timerSkipped = EventKind("timer.skipped", apply: assign) { $0.published($1) }
    static let timerStopped = EventKind("timer.stopped", apply: assign) { $0.published($1) }
    static let restCompleted = EventKind("rest.completed", apply: assign) { $0.published($1) }

    @Sendable private static func assign(_ effect: TimerEffect, _: EventOrigin, _ state: inout GardenState) {
        state.timer = effect.after
        if let interruption = effect.interruption { state.lastSessionId = interruption.id }
    }
}

extension EventKind where Effect == FocusEffect, Published == FocusCompleted {
    static let focusCompleted = EventKind("focus.completed") { effect, _, state in
        state.timer = .stopped(number: effect.run.number)
        state.lastSessionId = effect.id
    } publish: { effect, context in
        let uid = context.uid(effect.category.uid)
        let session = Session(effect.projection(context.origin), categoryUid: uid, context.identity)
        return Publication(FocusCompleted(session: session, number: effect.run.number))
    }
}
