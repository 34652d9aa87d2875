import TimeKit

/// What a notification on the desktop is about (RULES N2).
public enum NotificationKind: String, WireWord {
    /// A focus session is over.
    case focusCompleted = "focus_completed"
    /// A rest is over.
    case restCompleted = "rest_completed"
    /// A task's reminder is due.
    case reminder
    /// A task is due.
    case due
    /// A garden has reached a level.
    case levelUp = "level_up"
    /// A focus session was paused, because the machine slept or was off.
    case woke
    /// The desktop was locked during a focus session.
    case locked
    /// Prices rose.
    case tierRaised = "tier_raised"
    /// The disk refuses writes.
    case storageFailed = "storage_failed"
    /// A drill has ended.
    case drillFinished = "drill_finished"
    /// The person was idle during a focus session.
    case idle
    /// A phase has been paused for long.
    case paused
    /// Focus sessions began by themselves, and nothing showed that the person was there.
    case unattended
    /// An open session was paused, because nothing showed for long that the person was there.
    case open
    /// A phase ends soon.
    case endingSoon = "ending_soon"
    /// Tasks are due on the day.
    case dayNotice = "day_notice"
}

/// What a button of a notification does (RULES N2).
public enum NotificationAction: String, WireWord {
    /// Starts the rest after a focus session.
    case startRest
    /// Skips the rest.
    case skipRest
    /// Makes the rest 5 minutes longer.
    case extend
    /// Starts the next focus session.
    case startFocus
    /// Rests for 5 more minutes, or repeats a reminder in 10.
    case snooze
    /// Stops the timer.
    case stop
    /// Completes the task of a reminder or a due time.
    case done
    /// Resumes the focus session after a sleep, or a phase that has been paused for long.
    case resume
    /// Ends the session after a sleep, or takes back the one during which the desktop was locked, or the person was idle.
    case discard
    /// Resumes the focus session with the sleep counted as focus.
    case count
    /// The session during which the desktop was locked, or the person was idle, counts.
    case keep
    /// It counts until the lock.
    case untilLock
    /// It counts until the idle time.
    case untilIdle
}

/// A button of a notification.
public struct NotificationButton: WireObject, Equatable {
    public static let name = "NotificationButton"

    /// What it does.
    public var action: NotificationAction
    /// Its text.
    public var label: String

    /// Creates the value from its members.
    public init(action: NotificationAction, label: String) {
        self.action = action
        self.label = label
    }

    public static let fields = Fields(
        NotificationButton.init,
        .required("action", \.action, "what it does"),
        .required("label", \.label, "its text"))
}

/// A notification about an event.
public struct GardenNotification: WireObject, Equatable {
    public static let name = "Notification"

    /// The seq of the event that it is about; of several, that of the last one.
    public var id: Int
    /// What it is about.
    public var kind: NotificationKind
    /// When that happened.
    public var at: Timestamp
    /// Its title, one line.
    public var summary: String
    /// Its text; empty for none.
    public var body: String
    /// What can be done with it now, in the order of the buttons.
    public var actions: [NotificationButton]

    /// Creates the value from its members.
    public init(
        id: Int, kind: NotificationKind, at: Timestamp, summary: String, body: String, actions: [NotificationButton]
    ) {
        self.id = id
        self.kind = kind
        self.at = at
        self.summary = summary
        self.body = body
        self.actions = actions
    }

    public static let fields = Fields(
        GardenNotification.init,
        .required("id", \.id, "the seq of the event that it is about"),
        .required("kind", \.kind, "what it is about"),
        .required("at", \.at, "when that happened"),
        .required("summary", \.summary, "its title"),
        .required("body", \.body, "its text"),
        .required("actions", \.actions, "what can be done with it now"))
}

/// What an action did.
public struct NotificationOutcome: WireObject, Equatable {
    public static let name = "NotificationOutcome"

    /// The notification.
    public var id: Int
    /// What it was about.
    public var kind: NotificationKind
    /// What was done.
    public var action: NotificationAction
    /// The timer afterwards.
    public var timer: FocusTimer
    /// The task of a reminder afterwards; `nil` for other kinds.
    public var task: TaskItem?
    /// The session in question, if the answer changed it; `nil` otherwise.
    public var session: Session?
    /// The sessions that were removed, as they were (RULES P20); `nil` if none was.
    public var removed: [Session]?
    /// The points that were to be taken back and are spent; `nil` if none are missing.
    public var missingPoints: Int?

    /// Creates the value from its members.
    public init(
        id: Int, kind: NotificationKind, action: NotificationAction, timer: FocusTimer, task: TaskItem? = nil,
        session: Session? = nil, removed: [Session]? = nil, missingPoints: Int? = nil
    ) {
        self.id = id
        self.kind = kind
        self.action = action
        self.timer = timer
        self.task = task
        self.session = session
        self.removed = removed
        self.missingPoints = missingPoints
    }

    public static let fields = Fields(
        NotificationOutcome.init,
        .required("id", \.id, "the notification"),
        .required("kind", \.kind, "what it was about"),
        .required("action", \.action, "what was done"),
        .required("timer", \.timer, "the timer afterwards"),
        .optional("task", \.task, "the task of a reminder afterwards"),
        .optional("session", \.session, "the session in question, if the answer changed it"),
        .optional("removed", \.removed, "the sessions that were removed, as they were, if any"),
        .optional("missingPoints", \.missingPoints, "the points that were to be taken back and are spent, if any"))
}

/// A sample notification, and who shows it.
public struct NotificationSample: WireObject, Equatable {
    public static let name = "NotificationSample"

    /// What it is about.
    public var kind: NotificationKind
    /// Its title.
    public var summary: String
    /// Its text.
    public var body: String
    /// The notification server, with its version; `nil` if none can show it now.
    public var server: String?
    /// Why it is not shown now; `nil` if it is.
    public var problem: String?

    /// Creates the value from its members.
    public init(
        kind: NotificationKind, summary: String, body: String, server: String? = nil, problem: String? = nil
    ) {
        self.kind = kind
        self.summary = summary
        self.body = body
        self.server = server
        self.problem = problem
    }

    public static let fields = Fields(
        NotificationSample.init,
        .required("kind", \.kind, "what it is about"),
        .required("summary", \.summary, "its title"),
        .required("body", \.body, "its text"),
        .nullable("server", \.server, "the notification server, with its version"),
        .optional("problem", \.problem, "why it is not shown now"))
}
