/// What timer events hold: the timer, and the focus that ended before its time, where one did.
public struct TimerChanged: WireObject, Equatable {
    public static let name = "TimerChanged"

    public var timer = FocusTimer()
    public var interrupted: Session?

    public init() {}

    public static let fields: [Field<TimerChanged>] =
        .inlined(\TimerChanged.timer) + [
            .optional("interrupted", \.interrupted, "the focus session that this ended early")
        ]
}

/// What `focus.completed` holds: the session that ended.
public struct FocusCompleted: WireObject, Equatable {
    public static let name = "FocusCompleted"

    public var session = Session()
    /// The session's number (RULES P5).
    public var number = 0

    public init() {}

    public static let fields: [Field<FocusCompleted>] =
        .inlined(\FocusCompleted.session) + [.required("number", \.number, "the session's number, as in Timer")]
}
