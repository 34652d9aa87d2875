import GardenAPI
import TimeKit

extension EventKind where Effect == TimerEffect, Published == TimerChanged {
    static let timerStarted = EventKind("timer.started", text("Started")) { effect, origin, state in
        state.timer = effect.after
        guard let run = effect.after.run else { return }
        state.interruptions.begin(because: origin.cause)
        state.longRestCycle.begin(run)
        guard run.phase == .focus else { return }
        state.categories.lastUsedId = run.categoryId
        // The questions about an earlier session lapse if a person begins the next one (RULES P14).
        if origin.cause?.type == EventKind<TimerEffect, TimerChanged>.restCompleted.type {
            state.questions.beginSession(after: state.lastFocus)
        } else {
            state.questions.beginSession()
        }
    } publish: {
        $0.published($1)
    }
    static let timerPaused = EventKind("timer.paused", text("Paused"), apply: assign) { $0.published($1) }
    static let timerResumed = EventKind("timer.resumed", text("Resumed"), apply: assign) { $0.published($1) }
    static let timerExtended = EventKind("timer.extended", text("Extended"), apply: assign) { $0.published($1) }
    /// Another change: a correction of its category or task, a clock that was set, a sleep, a new day, the removal of its
    /// category.
    static let timerEdited = EventKind(
        "timer.edited",
        "[{startedAt:given}\(text("Changed"))|The last session is {session}]"
    ) { effect, origin, state in
        assign(effect, origin, &state)
        // As after a start, the next session is in this category by default.
        guard let before = effect.before.run, let after = effect.after.run, before.categoryId != after.categoryId
        else { return }
        state.categories.lastUsedId = after.categoryId
    } publish: {
        $0.published($1)
    }
    .replacing(.phase) { effect, context in
        guard let before = effect.before.run, let after = effect.after.run else { return [] }
        return [Replacement(.phase, from: PhaseSubject(before), to: PhaseSubject(after), at: context.origin.seq)]
    }
    static let timerEndingSoon = EventKind("timer.endingSoon", text("Ending soon:"), apply: assign) { $0.published($1) }
    /// A paused phase is mentioned (RULES P28).
    static let timerStillPaused = EventKind("timer.stillPaused", text("Still paused:"), apply: assign) {
        $0.published($1)
    }
    static let timerSkipped = EventKind("timer.skipped", endText("Skipped")) { effect, origin, state in
        state.noteInterruption(by: effect, origin)
        assign(effect, origin, &state)
    } publish: {
        $0.published($1)
    }
    .described { $0.interruptionText("skipped") }
    .replacing(.interruption, .session, .focusDay) { $0.interruptionReplacements($1) }
    static let timerStopped = EventKind("timer.stopped", endText("Stopped")) { effect, origin, state in
        state.noteInterruption(by: effect, origin)
        assign(effect, origin, &state)
        // The questions about the last session lapse, too (RULES P14).
        state.questions.endSession()
    } publish: {
        $0.published($1)
    }
    .described { $0.interruptionText("stopped") }
    .replacing(.interruption, .session, .focusDay) { $0.interruptionReplacements($1) }
    static let restCompleted = EventKind(
        "rest.completed", "Completed [{before.longRest:if long /}]rest[ of {before.totalSeconds:length}]", apply: assign
    ) { $0.published($1) }

    private static func text(_ verb: String) -> String {
        "\(verb) [{longRest:if long /}][{open:if open /}]{phase}[ in {category}], session {session}"
            + "[, {totalSeconds:span}[, ends at {endsAt:clock}|, {remainingSeconds:length} left]|, {elapsedSeconds:span}]"
    }

    /// Of a focus session how long it was, of a rest also how long it should have been.
    private static func endText(_ verb: String) -> String {
        let phase = "[{before.longRest:if long /}]{before.phase}"
        return "\(verb) [focus in {interrupted.category}, {interrupted.seconds:length} unfinished"
            + "|\(phase), {before.elapsedSeconds:length} of {before.totalSeconds:length}|\(phase)|the timer]"
    }

    @Sendable private static func assign(_ effect: TimerEffect, _ origin: EventOrigin, _ state: inout GardenState) {
        state.timer = effect.after
        if let run = effect.after.run, run.phase == .focus {
            if let focused = effect.lastSeenAfter {
                state.presence.cutBack(to: focused, ofFocusFrom: run.startedAt)
            } else {
                state.presence.leaveOut(effect.jump(at: origin.at.instant), ofFocusFrom: run.startedAt)
            }
        }
        if effect.after.run == nil, effect.before.run != nil { state.longRestCycle.stop(at: origin.at.instant) }
        guard let interruption = effect.interruption else { return }
        state.lastSessionId = interruption.id
        guard interruption.outcome == .partial, let session = effect.session(origin) else { return }
        state.focusSums.add(seconds: session.seconds, sessions: 0, on: session.day)
    }
}

/// What the phase in progress is about, as undo sees it.
private struct PhaseSubject: WireObject {
    static let name = "PhaseSubject"

    var startedAt: Timestamp
    var categoryId: Int
    var taskId: Int?

    static let fields = Fields(
        PhaseSubject.init,
        .required("startedAt", \.startedAt, "when the phase began"),
        .required("categoryId", \.categoryId, "its category"),
        .optional("taskId", \.taskId, "its task"))

    init(startedAt: Timestamp, categoryId: Int, taskId: Int?) {
        self.startedAt = startedAt
        self.categoryId = categoryId
        self.taskId = taskId
    }

    init(_ run: ActivePhase) {
        self.init(startedAt: run.startedAt, categoryId: run.categoryId, taskId: run.taskId)
    }
}

extension StatePart {
    /// The category and the task of the phase in progress: undo reverts them while it is the same phase (RULES U1).
    static let phase = StatePart(
        "phase", Members(yielding: ["categoryId", "taskId"], identifying: ["startedAt"]),
        read: { state, _ in state.timer.run.map(PhaseSubject.init) },
        write: { state, _, subject in
            guard let subject, var run = state.timer.run else { return }
            (run.categoryId, run.taskId) = (subject.categoryId, subject.taskId)
            state.timer = state.timer.with(run) ?? state.timer
        })
}

extension EventKind where Effect == FocusEffect, Published == FocusCompleted {
    static let focusCompleted = EventKind(
        "focus.completed", "Completed focus in {category}, {minutes:minutes}[, on {taskTitle}]"
    ) { effect, origin, state in
        let session = effect.session(origin)
        if let finished = effect.finished {
            state.noteFinish(session, of: effect.run, finished, origin)
        } else {
            state.interruptions.clear()
        }
        state.lastFocus = session
        if session.unattended == true {
            state.questions.noteUnattended(
                QuestionedSession(
                    startedAt: session.start, id: session.id, end: session.end.instant, seconds: session.seconds))
        }
        state.timer = .stopped(number: effect.run.number)
        state.lastSessionId = effect.id
        state.longRestCycle.complete()
        state.longRestCycle.stop(at: origin.at.instant)
        state.focusSums.add(
            seconds: session.seconds, sessions: 1, on: session.day)
    } publish: { effect, context in
        let session = Session(effect.session(context.origin), context.identity)
        return Publication(FocusCompleted(session: session, number: effect.run.number))
    }
    .described { "finished focus in \($0.category.name)" }
    .replacing(.interruption, .session, .focusDay) { $0.interruptionReplacements($1) }
}
