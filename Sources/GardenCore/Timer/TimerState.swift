import GardenAPI
import TimeKit

/// The timer: stopped, or in a phase that either runs towards a deadline or is paused with some time left.
public enum TimerState: Sendable, Equatable {
    /// `number` is kept when the next phase did not start by itself (RULES P5).
    case stopped(number: Int)
    case running(ActivePhase, Deadline)
    case paused(ActivePhase, Pause)

    var run: ActivePhase? {
        switch self {
        case .stopped: return nil
        case .running(let run, _), .paused(let run, _): return run
        }
    }

    /// Whether a focus session is in progress and not paused.
    public var isFocusing: Bool {
        guard case .running(let run, _) = self else { return false }
        return run.phase == .focus
    }

    /// Whether a focus session without an end is in progress and not paused (RULES P27).
    public var isInOpenFocus: Bool { isFocusing && run?.isOpen == true }

    /// The session number of RULES P5.
    var number: Int {
        switch self {
        case .stopped(let number): return number
        case .running(let run, _), .paused(let run, _): return run.number
        }
    }

    /// There was a sign of the person: none of the focuses so far is unattended (RULES P18).
    mutating func noteSignOfPerson() {
        guard let run, run.automatic != nil else { return }
        self = with(run.attended) ?? self
    }

    /// The time left in the phase at a moment; 0 when stopped.
    ///
    /// - Parameter bootId: the boot that deadlines count from. After a reboot the wall clock decides, until the new
    ///   boot's clocks are adopted.
    func remainingMilliseconds(at moment: Moment, bootId: String) -> Int {
        switch self {
        case .stopped: return 0
        case .paused(_, let pause): return pause.remainingMilliseconds
        case .running(let run, let deadline):
            let remaining =
                moment.bootId == bootId
                ? deadline.clockMilliseconds - Deadline.clock(of: run.phase, at: moment)
                : deadline.endsAt.milliseconds - moment.wall.milliseconds
            return min(max(0, remaining), run.totalMilliseconds)
        }
    }
}

extension GardenState {
    /// How much of the timer's phase is left at a moment; 0 when stopped.
    func remainingMilliseconds(at moment: Moment) -> Int {
        timer.remainingMilliseconds(at: moment, bootId: clock.bootId)
    }
}

/// The facts of a phase that hold from its start to its end.
public struct ActivePhase: WireObject, Equatable {
    public static let name = "ActivePhase"

    public var phase: StartablePhase
    /// As it is written: only if it is true. A computed property for its field would cost as much as half of the others.
    private var longRestMark: Bool?
    public var number: Int
    /// For a rest: the category of the focus before it, which the following focus uses.
    public var categoryId: Int
    public var taskId: Int?
    /// The task's title when the phase began. It stays if the task is removed, for the session's record.
    public var taskTitle: String?
    public var totalMilliseconds: Int
    public var startedAt: Timestamp
    /// The logical day its minutes will count on (RULES P13).
    public var startedOn: CalendarDay

    /// The number of focuses, including this one, that have started by themselves since the last sign of the person (RULES P18);
    /// `nil` for zero.
    public var automatic: Int?
    /// Whether idle time during it counts without a question (RULES P29).
    public var countsIdle: Bool?
    /// The pauses of a focus that were longer than the grace, in order (RULES P21); `nil` for none.
    public var pauses: [TimeSpan]?
    /// Of an open session, how much of it had passed at the last sign of the person (RULES P27); `nil` for a phase with a length.
    var seenMilliseconds: Int?

    public var longRest: Bool { longRestMark ?? false }

    init(
        phase: StartablePhase, longRest: Bool, number: Int, categoryId: Int, taskId: Int?, taskTitle: String?,
        totalMilliseconds: Int, startedAt: Timestamp, startedOn: CalendarDay, automatic: Int?,
        countsIdle: Bool? = nil, pauses: [TimeSpan]? = nil, seenMilliseconds: Int? = nil
    ) {
        self.phase = phase
        self.longRestMark = longRest ? true : nil
        self.number = number
        self.categoryId = categoryId
        self.taskId = taskId
        self.taskTitle = taskTitle
        self.totalMilliseconds = totalMilliseconds
        self.startedAt = startedAt
        self.startedOn = startedOn
        self.automatic = automatic
        self.countsIdle = countsIdle
        self.pauses = pauses
        self.seenMilliseconds = seenMilliseconds
    }

    public static let fields = Fields(
        {
            phase, number, categoryId, totalMilliseconds, startedAt, startedOn, taskId, longRest, automatic, taskTitle,
            countsIdle, pauses, seenMilliseconds in
            ActivePhase(
                phase: phase, longRest: longRest ?? false, number: number, categoryId: categoryId, taskId: taskId,
                taskTitle: taskTitle, totalMilliseconds: totalMilliseconds, startedAt: startedAt, startedOn: startedOn,
                automatic: automatic, countsIdle: countsIdle, pauses: pauses, seenMilliseconds: seenMilliseconds)
        },
        .required("phase", \.phase, "focus or rest"),
        .required("number", \.number, "the session's number"),
        .required("categoryId", \.categoryId, "the category's id"),
        .required("totalMilliseconds", \.totalMilliseconds, "the length of the phase"),
        .required("startedAt", \.startedAt, "when it began"),
        .required("startedOn", \.startedOn, "the logical day that its minutes count on"),
        .nullable("taskId", \.taskId, "the task focused on"),
        .optional("longRest", \.longRestMark, "true for a long rest"),
        .optional("automatic", \.automatic, "the focuses that started by themselves since the last sign of the person"),
        .optional("taskTitle", \.taskTitle, "the task's title when the phase began"),
        .optional("countsIdle", \.countsIdle, "true if idle time counts without a question"),
        .optional("pauses", \.pauses, "the pauses that were longer than the grace"),
        .optional(
            "seenMilliseconds", \.seenMilliseconds,
            "of an open session, how much of it had passed at the last sign of the person"))
}

extension ActivePhase {
    /// How many pauses a session has at most. Each event of the phase has them all.
    private static let mostPauses = 100

    /// The same phase after a pause of it.
    func paused(from start: Timestamp, to end: Timestamp, longerThan graceMilliseconds: Int) -> ActivePhase {
        let length = end.instant.milliseconds - start.instant.milliseconds
        guard phase == .focus, length > graceMilliseconds, pauses?.count ?? 0 < Self.mostPauses else { return self }
        var run = self
        run.pauses = (pauses ?? []) + [TimeSpan(start, end)]
        return run
    }

    /// The stretch of time that the phase took until an instant.
    func span(until end: Instant) -> FocusSpan {
        FocusSpan(start: startedAt.instant, end: end, pauses: pauses ?? [])
    }
}

/// The end of a running phase. A focus counts awake time, a rest boot time (RULES P9).
public struct Deadline: WireObject, Equatable {
    public static let name = "Deadline"

    /// On the phase's clock: CLOCK_MONOTONIC for a focus, CLOCK_BOOTTIME for a rest.
    public var clockMilliseconds: Int
    /// The same end on the wall clock, fixed with the deadline so that every answer gives the same time (RULES P10).
    public var endsAt: Instant
    /// On the phase's clock: when `timer.endingSoon` is due; `nil` when no warning is due.
    public var warningMilliseconds: Int?

    public static let fields = Fields(
        Deadline.init,
        .required("clockMilliseconds", \.clockMilliseconds, "CLOCK_MONOTONIC of a focus, CLOCK_BOOTTIME of a rest"),
        .required("endsAt", \.endsAt, "the same end on the wall clock"),
        .nullable("warningMilliseconds", \.warningMilliseconds, "when timer.endingSoon is due, on that clock"))

    static func clock(of phase: StartablePhase, at moment: Moment) -> Int {
        switch phase {
        case .focus: return moment.awakeMilliseconds
        case .rest: return moment.bootMilliseconds
        }
    }
}

extension Deadline {
    /// Creates the deadline of a phase with `remaining` milliseconds left at `moment`. The end of an open session is no news.
    init(of run: ActivePhase, remaining: Int, at moment: Moment, settings: Settings) {
        let clock = Self.clock(of: run.phase, at: moment) + remaining
        let warning = run.isOpen ? 0 : settings.endingSoonSeconds * 1000
        self.init(
            clockMilliseconds: clock, endsAt: moment.wall.advanced(byMilliseconds: remaining),
            warningMilliseconds: warning > 0 && remaining > warning ? clock - warning : nil)
    }
}

/// The values that a paused phase keeps.
public struct Pause: WireObject, Equatable {
    public static let name = "Pause"

    public var since: Instant
    public var remainingMilliseconds: Int
    /// How long the machine slept or was off, if that is why the phase is paused (RULES P9).
    public var absenceMilliseconds: Int?
    /// Whether the lock of the desktop paused it (RULES P14).
    public var isByLock: Bool?
    /// Whether the pause was mentioned (RULES P28).
    public var isMentioned: Bool?
    /// The last sign of the person, if the want of another one is why an open session is paused (RULES P27).
    var lastSign: AwakeMoment?

    public static let fields = Fields(
        Pause.init,
        .required("since", \.since, "when it was paused"),
        .required("remainingMilliseconds", \.remainingMilliseconds, "the time left then"),
        .optional("absenceMilliseconds", \.absenceMilliseconds, "the sleep that paused it"),
        .optional("isByLock", \.isByLock, "true if the lock of the desktop paused it"),
        .optional("isMentioned", \.isMentioned, "true if the pause was mentioned"),
        .optional("lastSign", \.lastSign, "the last sign of the person, if that no other one came paused it"))

    var reason: PauseReason {
        if absenceMilliseconds != nil { return .sleep }
        if lastSign != nil { return .unattended }
        return isByLock == true ? .lock : .request
    }
}

/// ``TimerState`` as snapshots and effects store it.
private struct TimerForm: WireObject {
    static let name = "TimerState"

    var run: ActivePhase?
    var deadline: Deadline?
    var pause: Pause?
    /// Set only while no phase is in progress; a phase has its own number.
    var number: Int?

    static let fields = Fields(
        TimerForm.init,
        .optional("run", \.run, "the phase in progress"),
        .optional("deadline", \.deadline, "its end, while it runs"),
        .optional("pause", \.pause, "the time left, while it is paused"),
        .optional("number", \.number, "the session's number, if no phase is in progress"))

    func validate() throws(ValidationError) {
        let isWhole = run == nil ? deadline == nil && pause == nil : (deadline == nil) != (pause == nil)
        if !isWhole { throw ValidationError(problem: "is neither stopped, running nor paused") }
    }
}

extension TimerState: WireValue {
    public static var schema: JSON { TimerForm.schema }
    public static var referredObjects: [any WireObject.Type] { [TimerForm.self] }

    public init(json: JSON) throws(ValidationError) { self.init(try TimerForm(json: json)) }
    public init(record: JSON) throws(ValidationError) {
        if case .integer(let number) = record {
            self = .stopped(number: number)
        } else {
            self.init(try TimerForm(record: record))
        }
    }

    public func write(to writer: inout JSONWriter) { record.write(to: &writer) }

    /// A stopped timer is stored as its number.
    public func writeRecord(to writer: inout JSONWriter) {
        if case .stopped(let number) = self { writer.integer(number) } else { record.writeRecord(to: &writer) }
    }

    private init(_ record: TimerForm) {
        if let run = record.run, let deadline = record.deadline {
            self = .running(run, deadline)
        } else if let run = record.run, let pause = record.pause {
            self = .paused(run, pause)
        } else {
            self = .stopped(number: record.number ?? 0)
        }
    }

    private var record: TimerForm {
        switch self {
        case .stopped(let number): TimerForm(number: number)
        case .running(let run, let deadline): TimerForm(run: run, deadline: deadline)
        case .paused(let run, let pause): TimerForm(run: run, pause: pause)
        }
    }
}
