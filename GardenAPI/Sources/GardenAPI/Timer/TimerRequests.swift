/// Returns the state of the timer.
public struct TimerGet: Request {
    public static let method = "timer.get"
    public static let summary = "Returns the state of the timer."
    public typealias Response = FocusTimer
    public static let fields = Fields(TimerGet.init)

    /// Creates the request.
    public init() {}
}

/// Starts a focus session or a rest, and returns the timer (RULES P2).
///
/// Starting a focus session during a rest skips the rest. While one is paused, the same one is resumed (RULES P28). A rest does not
/// change the session number.
///
/// Errors:
/// - `already_running` when a focus session is running, or paused and another length, ``open``, category or task is given, and
///   ``restart`` is not true; or when a rest is requested and the timer is not stopped.
/// - `not_found` when no open task has the id or title.
/// - `refused`, reason `ambiguous`, when several open titles begin with ``task``; `candidates` lists them.
/// - `refused`, reason `already_done`, when the task is completed.
/// - `refused`, reason `nothing_left`, when less than a minute would remain of a session that began ``ago``; `remainingSeconds` is the
///   time left.
/// - `invalid_params` when a rest is requested with ``category``, ``task``, ``taskId``, ``restart``, ``ago``, ``idle`` or ``open``,
///   when both ``task`` and ``taskId`` are given, or ``minutes`` for an open session.
public struct TimerStart: ChangeRequest {
    public static let method = "timer.start"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Starts a focus session or a rest; a category that does not exist is created."
    public typealias Response = FocusTimer
    public static let errors: [RequestError] = [
        .notFound, .alreadyRunning, .refused(.ambiguous), .refused(.alreadyDone), .refused(.tooMany),
        .refused(.nothingLeft),
    ]

    /// The phase to start; `nil` for a focus session.
    public var phase: StartablePhase?
    /// The name of the category to focus on, created if it does not exist; `nil` for the task's, or the one used last.
    public var category: String?
    /// The id of the task to focus on; `nil` for none.
    public var taskId: Int?
    /// The title of the task to focus on, or the unique beginning of an open one; `nil` for none.
    public var task: String?
    /// The length in minutes, 1 … 1440; `nil` for the length in the settings.
    public var minutes: Int?
    /// Whether to discard a focus session that is running or paused, which then earns nothing; `nil` for false.
    public var restart: Bool?
    /// How many minutes ago the focus session began, 1 … 1440, but not before the end of the last completed one, or of a sleep of the
    /// machine; `nil` for now.
    public var ago: Int?
    /// Whether idle time during this session counts without a question (RULES P29); a session that is resumed follows it from now
    /// on. `nil` for ``IdleTime/ask``, or for what the resumed session has.
    public var idle: IdleTime?
    /// Whether the focus session has no end and counts up, until ``TimerFinish`` or 24 hours (RULES P27); `nil` for false, or for what
    /// the resumed session is.
    public var open: Bool?

    /// Creates the request.
    public init(
        phase: StartablePhase? = nil, category: String? = nil, taskId: Int? = nil, task: String? = nil,
        minutes: Int? = nil, restart: Bool? = nil, ago: Int? = nil, idle: IdleTime? = nil,
        open: Bool? = nil
    ) {
        self.phase = phase
        self.category = category
        self.taskId = taskId
        self.task = task
        self.minutes = minutes
        self.restart = restart
        self.ago = ago
        self.idle = idle
        self.open = open
    }

    public static let fields = Fields(
        TimerStart.init,
        .optional("phase", \.phase, "what to start (default: focus)"),
        .optional(
            "category", \.category, "the category to focus on (default: the task's, or the one used last)", .newName),
        .optional("taskId", \.taskId, "the task to focus on", .id),
        .optional("task", \.task, "or its title, or the unique beginning of an open task's title", .line(500)),
        .optional("minutes", \.minutes, "the length (default: from the settings)", .minutes),
        .optional("restart", \.restart, "whether to discard the running focus session, which then earns nothing"),
        .optional("ago", \.ago, "how many minutes ago it began (default: now)", .minutes),
        .optional("idle", \.idle, "whether to ask about idle time during this session, or to count it (default: ask)"),
        .optional("open", \.open, "whether it has no end and counts up; without minutes (default: false)"))

    public static var paramsSchema: [(String, JSON)] {
        let rest = given(where: [("phase", ["const": "rest"])])
        let openWithLength = given("minutes", where: [("open", ["const": true])])
        return [
            ("not", ["anyOf": [given("task", "taskId"), openWithLength]]),
            ("if", rest), ("then", without("task", "category", "taskId", "restart", "ago", "idle", "open")),
        ]
    }

    /// Checks that the params of a focus session are not given for a rest.
    public func validate() throws(ValidationError) {
        if task != nil, taskId != nil {
            throw ValidationError(path: ["task"], problem: "conflicts with taskId; give one of them")
        }
        if open == true, minutes != nil {
            throw ValidationError(path: ["minutes"], problem: "conflicts with open; an open session has no length")
        }
        guard phase == .rest else { return }
        if open != nil { throw ValidationError(path: ["open"], problem: "is not for a rest") }
        if task != nil { throw ValidationError(path: ["task"], problem: "is not for a rest") }
        if category != nil { throw ValidationError(path: ["category"], problem: "is not for a rest") }
        if taskId != nil { throw ValidationError(path: ["taskId"], problem: "is not for a rest") }
        if restart != nil {
            throw ValidationError(path: ["restart"], problem: "is not for a rest; stop the timer first")
        }
        if ago != nil { throw ValidationError(path: ["ago"], problem: "is not for a rest") }
        if idle != nil { throw ValidationError(path: ["idle"], problem: "is not for a rest") }
    }
}

/// Pauses the running phase, keeps its remaining time, and returns the timer (RULES P6).
///
/// Errors:
/// - `not_running` when the timer is stopped or already paused.
public struct TimerPause: ChangeRequest {
    public static let method = "timer.pause"
    public static let summary = "Pauses the running phase and keeps the remaining time."
    public typealias Response = FocusTimer
    public static let errors: [RequestError] = [.notRunning]
    public static let fields = Fields(TimerPause.init)

    /// Creates the request.
    public init() {}
}

/// Resumes the paused phase with a new deadline, and returns the timer (RULES P6).
///
/// Errors:
/// - `not_running` when the timer is stopped.
/// - `already_running` when the phase is not paused.
public struct TimerResume: ChangeRequest {
    public static let method = "timer.resume"
    public static let summary = "Resumes the paused phase."
    public typealias Response = FocusTimer
    public static let errors: [RequestError] = [.alreadyRunning, .notRunning]

    /// Whether the time that the machine slept or was off counts as focus, if that paused the phase (RULES P9), or the time since the
    /// last sign of the person (RULES P27); `nil` for false.
    public var countAbsence: Bool?

    /// Creates the request.
    public init(countAbsence: Bool? = nil) { self.countAbsence = countAbsence }

    public static let fields = Fields(
        TimerResume.init,
        .optional(
            "countAbsence", \.countAbsence,
            "whether the time that the machine slept or was off counts as focus, if that paused the phase, or the time "
                + "since the last sign of the person"))
}

/// Pauses a running phase, resumes a paused one, or starts a focus session; returns the timer (RULES P6).
public struct TimerToggle: ChangeRequest {
    public static let method = "timer.toggle"
    public static let summary = "Pauses, resumes or starts a focus session, depending on the state."
    public typealias Response = FocusTimer
    public static let fields = Fields(TimerToggle.init)

    /// Creates the request.
    public init() {}
}

/// Ends the phase without earnings, starts the next one, and returns the timer (RULES P7).
///
/// A focus session is followed by its rest, a rest by the next focus session, whatever the settings say.
///
/// Errors:
/// - `not_running` when the timer is stopped.
public struct TimerSkip: ChangeRequest {
    public static let method = "timer.skip"
    public static let summary = "Ends the phase without earnings and starts the next one."
    public typealias Response = FocusTimer
    public static let errors: [RequestError] = [.notRunning]
    public static let fields = Fields(TimerSkip.init)

    /// Creates the request.
    public init() {}
}

/// Stops the timer without earnings, resets the session number, and returns the timer (RULES P5, P7).
///
/// Errors:
/// - `not_running` when the timer is already stopped.
public struct TimerStop: ChangeRequest {
    public static let method = "timer.stop"
    public static let summary = "Stops the timer without earnings and resets the session number."
    public typealias Response = FocusTimer
    public static let errors: [RequestError] = [.notRunning]
    public static let fields = Fields(TimerStop.init)

    /// Creates the request.
    public init() {}
}

/// Ends the focus session in progress now, and returns the timer: its minutes count, as a partial session; an open session is
/// completed, if it brings experience (RULES P24, P27).
///
/// Its rest begins as after a completed session, if the settings say so.
///
/// Errors:
/// - `not_running` when no focus session is in progress.
/// - `refused`, reason `not_set`, when the session has a length and `timer.partial_sessions` is false; `setting` is its name.
public struct TimerFinish: ChangeRequest {
    public static let method = "timer.finish"
    public static let summary = "Ends the focus session now; its minutes count, if it is open or partial sessions do."
    public typealias Response = FocusTimer
    public static let errors: [RequestError] = [.notRunning, .refused(.notSet)]
    public static let fields = Fields(TimerFinish.init)
    /// The member of `meta` with the seconds that count, after this request or another one that ends a session early.
    public static let partialName = "partialSeconds"

    /// Creates the request.
    public init() {}
}

/// Makes the running or paused phase longer or shorter, and returns the timer (RULES P7).
///
/// Errors:
/// - `not_running` when the timer is stopped.
/// - `invalid_params` when ``minutes`` is 0.
/// - `refused`, reason `nothing_left`, when less than a minute would remain; `remainingSeconds` is the time left.
/// - `refused`, reason `out_of_range`, when the phase would last more than 1440 minutes.
/// - `refused`, reason `open`, when it is an open session, which has no end (RULES P27).
public struct TimerExtend: ChangeRequest {
    public static let method = "timer.extend"
    public static let summary = "Makes the phase longer, or shorter if negative."
    public typealias Response = FocusTimer
    public static let errors: [RequestError] = [
        .notRunning, .refused(.nothingLeft), .refused(.outOfRange), .refused(.open),
    ]

    /// The minutes to add, -1440 … 1440, not 0; negative to subtract.
    public var minutes: Int

    /// Creates the request.
    public init(minutes: Int) { self.minutes = minutes }

    public static let fields = Fields(
        TimerExtend.init,
        .required("minutes", \.minutes, "the minutes to add; negative to subtract", .change(-1440...1440)))
}

/// Corrects the category or the task of the phase in progress, and returns the timer (RULES P19).
///
/// Its minutes and its experience go to that category and that task when it ends. The rest after a session carries both to
/// the next session. A category that does not exist is created. Without a difference, nothing happens.
///
/// Errors:
/// - `not_running` when the timer is stopped.
/// - `not_found` when no open task has the id or title.
/// - `refused`, reason `ambiguous`, when several open titles begin with ``task``; `candidates` lists them.
/// - `refused`, reason `already_done`, when the task is completed.
/// - `invalid_params` when no param is given, or both ``task`` and ``taskId`` are.
public struct TimerEdit: ChangeRequest {
    public static let method = "timer.edit"
    public static let looksThrough: [LookedThrough] = [.categories]
    public static let summary = "Corrects the category or the task of the phase in progress."
    public typealias Response = FocusTimer
    public static let errors: [RequestError] = [
        .notFound, .notRunning, .refused(.ambiguous), .refused(.alreadyDone), .refused(.tooMany),
    ]

    /// The name of the right category, created if it does not exist; `nil` for the category of the given task, otherwise
    /// to keep it.
    public var category: String?
    /// The id of the right task, or that there is none.
    public var taskId: FieldChange<Int>
    /// The title of the right task, or the unique beginning of an open one; `nil` to keep it.
    public var task: String?

    /// Creates the request.
    public init(category: String? = nil, taskId: FieldChange<Int> = .keep, task: String? = nil) {
        self.category = category
        self.taskId = taskId
        self.task = task
    }

    public static let fields = Fields(
        TimerEdit.init,
        .optional("category", \.category, "the right category (default: the given task's)", .newName),
        .change("taskId", \.taskId, "the right task, or null for none", .id),
        .optional("task", \.task, "or its title, or the unique beginning of an open task's title", .line(500)))

    public static var paramsSchema: [(String, JSON)] {
        // A taskId of null removes the task.
        let taskId: JSON = ["required": ["taskId"]]
        return [
            ("anyOf", [given("category"), given("task"), taskId]), ("not", ["allOf": [given("task"), taskId]]),
        ]
    }

    /// Checks that something is to change, and that the task is named once.
    public func validate() throws(ValidationError) {
        if task != nil, taskId.isGiven {
            throw ValidationError(path: ["task"], problem: "conflicts with taskId; give one of them")
        }
        guard category != nil || task != nil || taskId.isGiven else {
            throw ValidationError(path: ["category"], problem: "is missing; give a category, a task, or both")
        }
    }
}

/// Answers an open question about focus sessions (RULES P14, P20, P27, P29): by default the oldest one that has this answer.
///
/// Errors:
/// - `refused`, reason `too_late`, when no question is open that has the answer: another focus session or another day began, the
///   timer was stopped, or it was answered. `questions` lists those that are open, each with its `kind` and `answers`.
/// - `invalid_params` when no such question is about ``sessionId``.
public struct TimerResolve: ChangeRequest {
    public static let method = "timer.resolve"
    public static let summary = "Answers an open question about time that was counted as focus."
    public typealias Response = LockResolution
    public static let errors: [RequestError] = [.refused(.tooLate)]
    /// The member of `meta` that names a setting which ends such questions, after the same answer several times in a row.
    public static let settingName = "setting"

    /// The kind of the question; `nil` for each.
    public var kind: QuestionKind?
    /// The id of the session in question, if it has ended; `nil` for each.
    public var sessionId: Int?
    /// The answer.
    public var answer: LockAnswer

    /// Creates the request.
    public init(kind: QuestionKind? = nil, sessionId: Int? = nil, answer: LockAnswer) {
        self.kind = kind
        self.sessionId = sessionId
        self.answer = answer
    }

    public static let fields = Fields(
        TimerResolve.init,
        .optional("kind", \.kind, "the kind of the question (default: the oldest one that has the answer)"),
        .optional("sessionId", \.sessionId, "the session, if it has ended (default: the one in question)", .id),
        .required(
            "answer", \.answer,
            "whether to keep the session, to discard it, or to leave the time in question out of it"))
}
