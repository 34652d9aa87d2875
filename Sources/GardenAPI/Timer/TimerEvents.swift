/// What timer events hold: the timer, and the focus that ended before its time, where one did.
public struct TimerChanged: WireObject, Equatable {
    public static let name = "TimerChanged"

    public var timer: FocusTimer
    public var interrupted: Session?

    public init(timer: FocusTimer, interrupted: Session? = nil) {
        self.timer = timer
        self.interrupted = interrupted
    }

    public static let fields = Fields(
        TimerChanged.init,
        .inlined(\.timer),
        .optional("interrupted", \.interrupted, "the focus session that this ended early"))
}

/// What `focus.completed` holds: the session that ended.
public struct FocusCompleted: WireObject, Equatable {
    public static let name = "FocusCompleted"

    public var session: Session
    /// The session's number (RULES P5).
    public var number: Int

    public init(session: Session, number: Int) {
        self.session = session
        self.number = number
    }

    public static let fields = Fields(
        FocusCompleted.init,
        .inlined(\.session),
        .required("number", \.number, "the session's number, as in Timer"))
}
