import GardenAPI

/// The timer after a change: as its methods tell it, and as the daemon goes on from it.
struct TimerChange: WireObject {
    static let name = "TimerChange"

    var timer = FocusTimer()
    var state = TimerState.stopped(number: 0)
    /// The focus that this ended without its having been completed.
    var interrupted: Session?
    var before: JSON?
    /// The type of the event that caused this one.
    var cause: String?

    static let fields: [Field<TimerChange>] =
        .inlined(\TimerChange.timer) + [
            .required("state", \.state, "what the daemon goes on from"),
            .optional("interrupted", \.interrupted, "the focus that this ended before its time"),
            .optional("before", \.before, "the fields that changed, as they were"),
            .optional("cause", \.cause, "the event that caused this one"),
        ]
}

/// The timer, where an event about something else changes it too: nothing, or all three.
struct MovedTimer: WireObject {
    static let name = "MovedTimer"

    var timer: FocusTimer?
    var timerState: TimerState?
    var timerBefore: JSON?

    static let fields: [Field<MovedTimer>] = [
        .optional("timer", \.timer, "the timer, where this changed it"),
        .optional("timerState", \.timerState, "what the daemon goes on from"),
        .optional("timerBefore", \.timerBefore, "the timer's fields that changed, as they were"),
    ]
}

/// A focus that ran to its end.
struct FocusCompletion: WireObject {
    static let name = "FocusCompletion"

    var session = Session()
    /// The session's number in its row (RULES P5).
    var number = 0

    static let fields: [Field<FocusCompletion>] =
        .inlined(\FocusCompletion.session) + [.required("number", \.number, "its number in the row of sessions")]
}

extension EventKind where Payload == TimerChange {
    static let timerStarted = EventKind("timer.started") { change, state in
        state.timer = change.state
        if let run = change.state.run, run.phase == .focus { state.categories.lastUsedId = run.categoryId }
    }
    static let timerPaused = EventKind("timer.paused") { change, state in state.timer = change.state }
    static let timerResumed = EventKind("timer.resumed") { change, state in state.timer = change.state }
    static let timerExtended = EventKind("timer.extended") { change, state in state.timer = change.state }
    static let timerEndingSoon = EventKind("timer.endingSoon") { change, state in state.timer = change.state }
    static let timerSkipped = EventKind("timer.skipped") { change, state in end(change, &state) }
    static let timerStopped = EventKind("timer.stopped") { change, state in end(change, &state) }
    static let restCompleted = EventKind("rest.completed") { change, state in state.timer = change.state }

    private static func end(_ change: TimerChange, _ state: inout GardenState) {
        state.timer = change.state
        if let session = change.interrupted { state.lastSessionId = session.id }
    }
}

extension EventKind where Payload == FocusCompletion {
    static let focusCompleted = EventKind("focus.completed") { completion, state in
        state.timer = .stopped(number: completion.number)
        state.lastSessionId = completion.session.id
    }
}

/// The session records that an event holds, for the history.
public enum SessionRecord {
    /// The types of event that end a focus.
    public static let types = ["focus.completed", "timer.skipped", "timer.stopped"]

    /// The session that an event of ``types`` ended; `nil` when it ended a rest.
    ///
    /// - Throws: when the data is not that of its type.
    public static func session(in event: Event) throws(Mismatch) -> Session? {
        let json = try event.dataJSON()
        return event.type == "focus.completed"
            ? try FocusCompletion(json: json).session : try TimerChange(json: json).interrupted
    }
}
