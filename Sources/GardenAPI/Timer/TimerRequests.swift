public struct TimerGet: Request {
    public static let method = "timer.get"
    public static let summary = "Returns the state of the timer."
    public typealias Response = FocusTimer
    public static let fields = Fields(TimerGet.init)
    public init() {}
}

public struct TimerStart: ChangeRequest {
    public static let method = "timer.start"
    public static let summary = "Starts a focus session or a rest; a category that does not exist is created."
    public typealias Response = FocusTimer

    public var phase: StartablePhase?
    public var category: String?
    public var taskId: Int?
    public var minutes: Int?
    public var restart: Bool?

    public init(
        phase: StartablePhase? = nil, category: String? = nil, taskId: Int? = nil, minutes: Int? = nil,
        restart: Bool? = nil
    ) {
        self.phase = phase
        self.category = category
        self.taskId = taskId
        self.minutes = minutes
        self.restart = restart
    }

    public static let fields = Fields(
        TimerStart.init,
        .optional("phase", \.phase, "what to start (default: focus)"),
        .optional("category", \.category, "the category to focus on (default: the category used last)", .newName),
        .optional("taskId", \.taskId, "the task to focus on", .id),
        .optional("minutes", \.minutes, "the length (default: from the settings)", .minutes),
        .optional("restart", \.restart, "whether to discard the running focus session, which then earns nothing"))

    public func validate() throws(ValidationError) {
        guard phase == .rest else { return }
        if category != nil { throw ValidationError(path: ["category"], problem: "is not for a rest") }
        if taskId != nil { throw ValidationError(path: ["taskId"], problem: "is not for a rest") }
        if restart != nil {
            throw ValidationError(path: ["restart"], problem: "is not for a rest; stop the timer first")
        }
    }
}

public struct TimerPause: ChangeRequest {
    public static let method = "timer.pause"
    public static let summary = "Pauses the running phase and keeps the remaining time."
    public typealias Response = FocusTimer
    public static let fields = Fields(TimerPause.init)
    public init() {}
}

public struct TimerResume: ChangeRequest {
    public static let method = "timer.resume"
    public static let summary = "Resumes the paused phase."
    public typealias Response = FocusTimer

    public var countAbsence: Bool?

    public init(countAbsence: Bool? = nil) { self.countAbsence = countAbsence }

    public static let fields = Fields(
        TimerResume.init,
        .optional(
            "countAbsence", \.countAbsence,
            "whether the time that the machine slept or was off counts as focus, if that paused the phase"))
}

public struct TimerToggle: ChangeRequest {
    public static let method = "timer.toggle"
    public static let summary = "Pauses, resumes or starts a focus session, depending on the state."
    public typealias Response = FocusTimer
    public static let fields = Fields(TimerToggle.init)
    public init() {}
}

public struct TimerSkip: ChangeRequest {
    public static let method = "timer.skip"
    public static let summary = "Ends the phase without earnings and starts the next one."
    public typealias Response = FocusTimer
    public static let fields = Fields(TimerSkip.init)
    public init() {}
}

public struct TimerStop: ChangeRequest {
    public static let method = "timer.stop"
    public static let summary = "Stops the timer without earnings and resets the session number."
    public typealias Response = FocusTimer
    public static let fields = Fields(TimerStop.init)
    public init() {}
}

public struct TimerExtend: ChangeRequest {
    public static let method = "timer.extend"
    public static let summary = "Makes the phase longer, or shorter if negative."
    public typealias Response = FocusTimer

    public var minutes: Int

    public init(minutes: Int) { self.minutes = minutes }

    public static let fields = Fields(
        TimerExtend.init,
        .required("minutes", \.minutes, "the minutes to add; negative to subtract", .range(-1440...1440)))
}
