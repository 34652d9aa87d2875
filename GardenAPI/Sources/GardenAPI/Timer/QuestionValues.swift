import TimeKit

/// What a question about focus sessions is about (RULES P14, P20, P27, P29).
public enum QuestionKind: String, WireWord {
    /// The desktop was locked during a focus session, or the person was idle.
    case locked, idle
    /// Sessions began by themselves, and nothing showed that the person was there (RULES P20). Later releases ask about more.
    case unattended
    /// An open session was paused, because nothing showed for 4 hours that the person was there (RULES P27).
    case open
}

/// A question that is open: whether time counts that was counted as focus while the person was away. ``TimerResolve`` answers it.
public struct Question: WireObject, Equatable {
    public static let name = "Question"

    /// What it is about.
    public var kind: QuestionKind
    /// The ids of the sessions in question that have ended; empty for the one in progress.
    public var sessions: [Int]
    /// How much of the sessions is in question, without pauses and sleep; of kind `open`, how much time has passed since.
    public var seconds: Int
    /// When the time in question began: the lock, the idle time, or the last sign of the person.
    public var since: Timestamp
    /// What can be answered.
    public var answers: [LockAnswer]

    /// Creates the value from its members.
    public init(kind: QuestionKind, sessions: [Int], seconds: Int, since: Timestamp, answers: [LockAnswer]) {
        self.kind = kind
        self.sessions = sessions
        self.seconds = seconds
        self.since = since
        self.answers = answers
    }

    public static let fields = Fields(
        Question.init,
        .required("kind", \.kind, "what it is about"),
        .required("sessions", \.sessions, "the sessions in question that have ended; empty for the one in progress"),
        .required("seconds", \.seconds, "how much of the sessions is in question"),
        .required("since", \.since, "when the time in question began"),
        .required("answers", \.answers, "what can be answered"))
}

/// What happens with idle time during a focus session (RULES P29).
public enum IdleTime: String, WireWord {
    /// The person is asked about longer idle time at the return.
    case ask
    /// It counts as focus, and nothing is asked.
    case count
}
