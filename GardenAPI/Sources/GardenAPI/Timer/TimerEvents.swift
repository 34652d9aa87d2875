/// The data of the `timer.…` and `rest.completed` events: the timer, and the session that ended early.
public struct TimerChanged: WireObject, Equatable {
    public static let name = "TimerChanged"

    /// The timer after the change.
    public var timer: FocusTimer
    /// The focus session that this event ended early; `nil` if there is none.
    public var interrupted: Session?

    /// Creates the value from its members.
    public init(timer: FocusTimer, interrupted: Session? = nil) {
        self.timer = timer
        self.interrupted = interrupted
    }

    public static let fields = Fields(
        TimerChanged.init,
        .inlined(\.timer),
        .optional("interrupted", \.interrupted, "the focus session that this ended early"))
}

/// The data of `focus.completed`: the session that ended.
public struct FocusCompleted: WireObject, Equatable {
    public static let name = "FocusCompleted"

    /// The session.
    public var session: Session
    /// The session's number, see ``FocusTimer/session`` (RULES P5).
    public var number: Int

    /// Creates the value from its members.
    public init(session: Session, number: Int) {
        self.session = session
        self.number = number
    }

    public static let fields = Fields(
        FocusCompleted.init,
        .inlined(\.session),
        .required("number", \.number, "the session's number, as in Timer"))
}

/// The data of `timer.resolved`: the question, and the answer to it.
public struct LockAnswered: WireObject, Equatable {
    public static let name = "LockAnswered"

    /// The answer.
    public var answer: LockAnswer
    /// The question.
    public var question: LockQuestion

    /// Creates the value from its members.
    public init(answer: LockAnswer, question: LockQuestion) {
        self.answer = answer
        self.question = question
    }

    public static let fields = Fields(
        LockAnswered.init,
        .required("answer", \.answer, "the answer"),
        .inlined(\.question))
}
