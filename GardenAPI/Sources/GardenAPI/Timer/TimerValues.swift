import TimeKit

/// The phase of the timer (RULES P1). A paused phase keeps its name, see ``FocusTimer/paused``.
public enum Phase: String, WireWord {
    /// No phase, a focus session, or a rest.
    case stopped, focus, rest
}

/// A phase that ``TimerStart`` can start.
public enum StartablePhase: String, WireWord {
    /// A focus session, or a rest.
    case focus, rest
}

/// Why a phase is paused (RULES P6, P9, P14, P27).
public enum PauseReason: String, WireWord {
    /// A person paused it, the machine slept or was off, or the desktop was locked.
    case request, sleep, lock
    /// It is an open session, and nothing showed for 4 hours that the person was there.
    case unattended
}

/// The focus timer (API §2, Timer; RULES P1).
public struct FocusTimer: WireObject, Equatable {
    public static let name = "Timer"

    /// The phase.
    public var phase: Phase
    /// Whether the phase is paused.
    public var paused: Bool
    /// Why it is paused; `nil` if it is not.
    public var pauseReason: PauseReason?
    /// Whether the phase is a long rest.
    public var longRest: Bool
    /// Whether the phase is a focus session without an end, which counts up (RULES P27).
    public var open: Bool
    /// The number of the current focus session, or of the last one during a rest; 0 before the first (RULES P5).
    public var session: Int
    /// The name of the category; `nil` if the timer is stopped.
    public var category: String?
    /// The id of the category; `nil` if the timer is stopped.
    public var categoryId: Int?
    /// The uid of the category; `nil` if the timer is stopped.
    public var categoryUid: String?
    /// The id of the task; `nil` if there is none.
    public var taskId: Int?
    /// The title of the task when the phase began; `nil` if there is none.
    public var taskTitle: String?
    /// The length of the phase; 0 if the timer is stopped, and of an open session.
    public var totalSeconds: Int
    /// The part of it that has passed, without pauses, and for a focus session without sleep.
    public var elapsedSeconds: Int
    /// The time left, rounded up: a phase that has just begun shows its full length. 0 of an open session.
    public var remainingSeconds: Int
    /// When the phase began; `nil` if the timer is stopped.
    public var startedAt: Timestamp?
    /// When the phase ends, the same in every answer (RULES P10); `nil` if the timer is stopped or paused, and of an
    /// open session.
    public var endsAt: Timestamp?
    /// When the phase was paused; `nil` if it is not.
    public var pausedAt: Timestamp?
    /// How long the machine slept or was off, if that paused the phase: what `timer.resume` with `countAbsence` counts
    /// (RULES P9); otherwise `nil`.
    public var absenceSeconds: Int?
    /// How many more focus sessions are completed before the next long rest, with the one in progress; 0 if the next rest is one
    /// (RULES P26). `nil` without long rests, and in events.
    public var toLongRest: Int?

    /// Creates the value from its members.
    public init(
        phase: Phase, paused: Bool, pauseReason: PauseReason? = nil, longRest: Bool, open: Bool = false,
        session: Int, category: String? = nil, categoryId: Int? = nil,
        categoryUid: String? = nil, taskId: Int? = nil, taskTitle: String? = nil, totalSeconds: Int,
        elapsedSeconds: Int, remainingSeconds: Int,
        startedAt: Timestamp? = nil, endsAt: Timestamp? = nil, pausedAt: Timestamp? = nil, absenceSeconds: Int? = nil,
        toLongRest: Int? = nil
    ) {
        self.phase = phase
        self.paused = paused
        self.pauseReason = pauseReason
        self.longRest = longRest
        self.open = open
        self.session = session
        self.category = category
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.taskId = taskId
        self.taskTitle = taskTitle
        self.totalSeconds = totalSeconds
        self.elapsedSeconds = elapsedSeconds
        self.remainingSeconds = remainingSeconds
        self.startedAt = startedAt
        self.endsAt = endsAt
        self.pausedAt = pausedAt
        self.absenceSeconds = absenceSeconds
        self.toLongRest = toLongRest
    }

    public static let fields = Fields(
        FocusTimer.init,
        .required("phase", \.phase, "the phase"),
        .required("paused", \.paused, "whether it is paused"),
        .nullable(
            "pauseReason", \.pauseReason,
            "why it is paused: a request, a sleep of the machine, the lock, or no sign of the person"),
        .required("longRest", \.longRest, "whether the rest is a long one"),
        .required("open", \.open, "whether it is a focus session without an end, which counts up"),
        .required(
            "session", \.session,
            "the number of the current focus session, or of the last one during a rest; 0 before the first"),
        .nullable("category", \.category, "the category's name; null when stopped"),
        .nullable("categoryId", \.categoryId, "the category's id"),
        .nullable("categoryUid", \.categoryUid, "the category's uid"),
        .nullable("taskId", \.taskId, "the id of the task, or null"),
        .nullable("taskTitle", \.taskTitle, "the task's title when the phase began"),
        .required("totalSeconds", \.totalSeconds, "the length of the phase; 0 of an open session"),
        .required("elapsedSeconds", \.elapsedSeconds, "how much of it has passed, without pauses and sleep"),
        .required("remainingSeconds", \.remainingSeconds, "the time left, rounded up; 0 of an open session"),
        .nullable("startedAt", \.startedAt, "when the phase began"),
        .nullable("endsAt", \.endsAt, "when it will end; null when stopped, paused or open"),
        .nullable("pausedAt", \.pausedAt, "when it was paused; null when it is not"),
        .nullable("absenceSeconds", \.absenceSeconds, "how long the machine slept or was off, if that paused it"),
        .optional(
            "toLongRest", \.toLongRest,
            "how many more focus sessions are completed before the next long rest, with the one in progress; not in "
                + "events, nor without long rests"))
}

/// What to do with a focus session that continued or ended while the person was away (RULES P14, P27, P29).
public enum LockAnswer: String, WireWord {
    /// In the order of the cases: change nothing, or count the time since the last sign of the person and go on; end it as by
    /// `timer.stop`, or take back what it earned; leave the locked time out of it; leave the idle time out of it, or leave it paused.
    case keep, discard, untilLock, untilIdle
}

/// A focus session that continued or ended while the desktop was locked, or the person was idle: the question that
/// ``TimerResolve`` answers.
public struct LockQuestion: WireObject, Equatable {
    public static let name = "LockQuestion"

    /// When the desktop was locked; of kind `idle`, when the idle time began; of kind `open`, the last sign of the person.
    public var lockedAt: Timestamp
    /// When it was unlocked; of kind `idle`, when the person returned; of kind `open`, when it was paused.
    public var unlockedAt: Timestamp
    /// How much of the session passed meanwhile, without pauses and sleep.
    public var lockedSeconds: Int
    /// The session's id, if it has ended.
    public var sessionId: Int?
    /// The session's category.
    public var category: String
    /// What it is about.
    public var kind: QuestionKind

    /// Creates the value from its members.
    public init(
        lockedAt: Timestamp, unlockedAt: Timestamp, lockedSeconds: Int, sessionId: Int? = nil, category: String,
        kind: QuestionKind = .locked
    ) {
        self.lockedAt = lockedAt
        self.unlockedAt = unlockedAt
        self.lockedSeconds = lockedSeconds
        self.sessionId = sessionId
        self.category = category
        self.kind = kind
    }

    public static let fields = Fields(
        LockQuestion.init,
        .required("lockedAt", \.lockedAt, "when the desktop was locked, or the idle time began"),
        .required("unlockedAt", \.unlockedAt, "when it was unlocked, or the person returned"),
        .required("lockedSeconds", \.lockedSeconds, "how much of the session passed meanwhile"),
        .nullable("sessionId", \.sessionId, "the session's id, if it has ended"),
        .required("category", \.category, "the session's category"),
        .required("kind", \.kind, "what it is about"))
}

/// The answer to ``TimerResolve``.
public struct LockResolution: WireObject, Equatable {
    public static let name = "LockResolution"

    /// The answer.
    public var answer: LockAnswer
    /// The session as it is now, if it has ended; `nil` if it continues or was stopped.
    public var session: Session?
    /// The timer.
    public var timer: FocusTimer
    /// The sessions that were removed, as they were (RULES P20).
    public var removed: [Session]
    /// The points that were to be taken back and are spent.
    public var missingPoints: Int

    /// Creates the value from its members.
    public init(
        answer: LockAnswer, session: Session? = nil, timer: FocusTimer, removed: [Session] = [], missingPoints: Int = 0
    ) {
        self.answer = answer
        self.session = session
        self.timer = timer
        self.removed = removed
        self.missingPoints = missingPoints
    }

    public static let fields = Fields(
        LockResolution.init,
        .required("answer", \.answer, "the answer"),
        .nullable("session", \.session, "the session as it is now, if it has ended"),
        .required("timer", \.timer, "the timer"),
        .required("removed", \.removed, "the sessions that were removed, as they were"),
        .required("missingPoints", \.missingPoints, "the points that were to be taken back and are spent"))
}
