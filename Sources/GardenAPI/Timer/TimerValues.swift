import TimeKit

/// What the timer is doing.
public enum Phase: String, WireWord {
    case stopped, focus, rest
}

/// A phase that can be started by name.
public enum StartablePhase: String, WireWord {
    case focus, rest
}

/// The focus timer as its methods tell it (API §2, Timer).
public struct FocusTimer: WireObject, Equatable {
    public static let name = "Timer"

    public var phase: Phase
    public var paused: Bool
    public var longRest: Bool
    /// The number of the focus in progress, or of the one whose rest this is; 0 before the first (RULES P5).
    public var session: Int
    /// The category's name; `nil` when stopped.
    public var category: String?
    public var categoryId: Int?
    public var categoryUid: String?
    public var taskId: Int?
    public var totalSeconds: Int
    public var elapsedSeconds: Int
    /// Rounded up, so that a phase just begun shows all of its time.
    public var remainingSeconds: Int
    public var startedAt: Timestamp?
    /// `nil` when stopped or paused. Fixed with the deadline (RULES P10).
    public var endsAt: Timestamp?

    public init(
        phase: Phase, paused: Bool, longRest: Bool, session: Int, category: String? = nil, categoryId: Int? = nil,
        categoryUid: String? = nil, taskId: Int? = nil, totalSeconds: Int, elapsedSeconds: Int, remainingSeconds: Int,
        startedAt: Timestamp? = nil, endsAt: Timestamp? = nil
    ) {
        self.phase = phase
        self.paused = paused
        self.longRest = longRest
        self.session = session
        self.category = category
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.taskId = taskId
        self.totalSeconds = totalSeconds
        self.elapsedSeconds = elapsedSeconds
        self.remainingSeconds = remainingSeconds
        self.startedAt = startedAt
        self.endsAt = endsAt
    }

    public static let fields = Fields(
        FocusTimer.init,
        .required("phase", \.phase, "the phase"),
        .required("paused", \.paused, "whether it is paused"),
        .required("longRest", \.longRest, "whether the rest is a long one"),
        .required(
            "session", \.session,
            "the number of the current focus session, or of the last one during a rest; 0 before the first"),
        .nullable("category", \.category, "the category's name; null when stopped"),
        .nullable("categoryId", \.categoryId, "the category's id"),
        .nullable("categoryUid", \.categoryUid, "the category's uid"),
        .nullable("taskId", \.taskId, "the id of the task, or null"),
        .required("totalSeconds", \.totalSeconds, "the length of the phase"),
        .required("elapsedSeconds", \.elapsedSeconds, "how much of it has passed, without pauses and sleep"),
        .required("remainingSeconds", \.remainingSeconds, "the time left, rounded up"),
        .nullable("startedAt", \.startedAt, "when the phase began"),
        .nullable("endsAt", \.endsAt, "when it will end; null when stopped or paused"))
}

/// How a focus ended (RULES P4, P7).
public enum SessionOutcome: String, WireWord {
    case completed, skipped, stopped, restarted
}

/// One focus that has ended (API §2, Session).
public struct Session: WireObject, Equatable {
    public static let name = "Session"

    public var id: Int
    public var uid: String
    public var start: Timestamp
    public var end: Timestamp
    /// The logical day it began on, on which its minutes count (RULES P13).
    public var day: CalendarDay
    /// What was attended: pauses and sleep left out.
    public var seconds: Int
    public var minutes: Int
    public var category: String
    public var categoryId: Int
    public var categoryUid: String
    public var taskId: Int?
    public var outcome: SessionOutcome

    public init(
        id: Int, uid: String, start: Timestamp, end: Timestamp, day: CalendarDay, seconds: Int, minutes: Int,
        category: String, categoryId: Int, categoryUid: String, taskId: Int? = nil, outcome: SessionOutcome
    ) {
        self.id = id
        self.uid = uid
        self.start = start
        self.end = end
        self.day = day
        self.seconds = seconds
        self.minutes = minutes
        self.category = category
        self.categoryId = categoryId
        self.categoryUid = categoryUid
        self.taskId = taskId
        self.outcome = outcome
    }

    public static let fields = Fields(
        Session.init,
        .required("id", \.id, "the session's id"),
        .required("uid", \.uid, "an id that is unique across devices"),
        .required("start", \.start, "when the session began"),
        .required("end", \.end, "when it ended"),
        .required("day", \.day, "the logical day that its minutes count for: the day of its start"),
        .required("seconds", \.seconds, "the time focused, without pauses and sleep"),
        .required("minutes", \.minutes, "the same in whole minutes"),
        .required("category", \.category, "the category's name at that time"),
        .required("categoryId", \.categoryId, "the category's id"),
        .required("categoryUid", \.categoryUid, "the category's uid"),
        .nullable("taskId", \.taskId, "the id of the task, or null"),
        .required("outcome", \.outcome, "how it ended; only a completed one counts"))
}
