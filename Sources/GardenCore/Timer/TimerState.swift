import GardenAPI
import TimeKit

/// What the timer is doing. A phase in progress is either running towards a deadline or paused with something left.
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

    /// The session number of RULES P5.
    var number: Int {
        switch self {
        case .stopped(let number): return number
        case .running(let run, _), .paused(let run, _): return run.number
        }
    }

    /// How much of the phase is left at a moment; 0 when stopped.
    ///
    /// - Parameter bootId: the boot that deadlines count from. Over a reboot, before the clocks of the new boot are taken
    ///   up, the wall decides.
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

/// What belongs to a phase from its start to its end.
public struct ActivePhase: WireObject, Equatable {
    public static let name = "ActivePhase"

    public var phase = StartablePhase.focus
    public var longRest = false
    public var number = 0
    /// Of a rest: that of the focus before it, for the one that follows.
    public var categoryId = CategoryBook.defaultId
    public var taskId: Int?
    public var totalMilliseconds = 0
    public var startedAt = Timestamp(instant: Instant(milliseconds: 0), offsetSeconds: 0)
    /// The logical day its minutes will count on (RULES P13).
    public var startedOn = CalendarDay(daysSinceEpoch: 0)

    /// How many focuses have started by themselves since a person last changed the timer (RULES P18), this one included;
    /// `nil` for none.
    public var automatic: Int?

    public init() {}

    public static let fields: [Field<ActivePhase>] = [
        .required("phase", \.phase, "focus or rest"),
        .required("number", \.number, "the session's number"),
        .required("categoryId", \.categoryId, "the category's id"),
        .required("totalMilliseconds", \.totalMilliseconds, "the length of the phase"),
        .required("startedAt", \.startedAt, "when it began"),
        .required("startedOn", \.startedOn, "on which logical day"),
        .nullable("taskId", \.taskId, "the task focused on"),
        .optional("longRest", \.longRestMark, "true for a long rest"),
        .optional("automatic", \.automatic, "the focuses that started by themselves since a person changed the timer"),
    ]

    private var longRestMark: Bool? {
        get { longRest ? true : nil }
        set { longRest = newValue ?? false }
    }
}

/// The end of a running phase. A focus counts awake time, a rest boot time (RULES P9).
public struct Deadline: WireObject, Equatable {
    public static let name = "Deadline"

    /// On the phase's clock: CLOCK_MONOTONIC for a focus, CLOCK_BOOTTIME for a rest.
    public var clockMilliseconds = 0
    /// On the same clock: when `timer.endingSoon` is due; `nil` when it is not, or was.
    public var warningMilliseconds: Int?
    /// The same end on the wall. Fixed with the deadline, so that every answer gives the same one (RULES P10).
    public var endsAt = Instant(milliseconds: 0)

    public init() {}

    /// The deadline of a phase that has `remaining` milliseconds left at `moment`.
    init(of phase: StartablePhase, remaining: Int, at moment: Moment, settings: Settings) {
        clockMilliseconds = Self.clock(of: phase, at: moment) + remaining
        endsAt = moment.wall.advanced(byMilliseconds: remaining)
        let warning = settings.endingSoonSeconds * 1000
        warningMilliseconds = warning > 0 && remaining > warning ? clockMilliseconds - warning : nil
    }

    public static let fields: [Field<Deadline>] = [
        .required("clockMilliseconds", \.clockMilliseconds, "CLOCK_MONOTONIC of a focus, CLOCK_BOOTTIME of a rest"),
        .required("endsAt", \.endsAt, "the same end on the wall clock"),
        .nullable("warningMilliseconds", \.warningMilliseconds, "when timer.endingSoon is due, on that clock"),
    ]

    static func clock(of phase: StartablePhase, at moment: Moment) -> Int {
        switch phase {
        case .focus: return moment.awakeMilliseconds
        case .rest: return moment.bootMilliseconds
        }
    }
}

/// What a paused phase waits with.
public struct Pause: WireObject, Equatable {
    public static let name = "Pause"

    public var since = Instant(milliseconds: 0)
    public var remainingMilliseconds = 0
    /// How long the machine slept or was off, where that is why the phase is paused (RULES P9).
    public var absenceMilliseconds: Int?

    public init() {}

    init(since: Instant, remainingMilliseconds: Int, absenceMilliseconds: Int? = nil) {
        self.since = since
        self.remainingMilliseconds = remainingMilliseconds
        self.absenceMilliseconds = absenceMilliseconds
    }

    public static let fields: [Field<Pause>] = [
        .required("since", \.since, "when it was paused"),
        .required("remainingMilliseconds", \.remainingMilliseconds, "what was left then"),
        .optional("absenceMilliseconds", \.absenceMilliseconds, "the sleep that paused it"),
    ]
}

/// ``TimerState`` as snapshots and effects hold it.
private struct TimerRecord: WireObject {
    static let name = "TimerState"

    /// Where no phase is in progress, which else has it.
    var number: Int?
    var run: ActivePhase?
    var deadline: Deadline?
    var pause: Pause?

    static let fields: [Field<TimerRecord>] = [
        .optional("run", \.run, "the phase in progress"),
        .optional("deadline", \.deadline, "its end, while it runs"),
        .optional("pause", \.pause, "what is left, while it is paused"),
        .optional("number", \.number, "the session's number, where no phase is in progress"),
    ]

    func validate() throws(ValidationError) {
        let isWhole = run == nil ? deadline == nil && pause == nil : (deadline == nil) != (pause == nil)
        if !isWhole { throw ValidationError(problem: "is neither stopped, running nor paused") }
    }
}

extension TimerState: WireValue {
    public static var schema: JSON { TimerRecord.schema }
    public static var referredObjects: [any WireObject.Type] { [TimerRecord.self] }

    public init(json: JSON) throws(ValidationError) { self.init(try TimerRecord(json: json)) }
    public init(record: JSON) throws(ValidationError) {
        if case .integer(let number) = record {
            self = .stopped(number: number)
        } else {
            self.init(try TimerRecord(record: record))
        }
    }

    public func write(to writer: inout JSONWriter) { record.write(to: &writer) }

    /// A stopped timer is its number alone.
    public func writeRecord(to writer: inout JSONWriter) {
        if case .stopped(let number) = self { writer.integer(number) } else { record.writeRecord(to: &writer) }
    }

    private init(_ record: TimerRecord) {
        if let run = record.run, let deadline = record.deadline {
            self = .running(run, deadline)
        } else if let run = record.run, let pause = record.pause {
            self = .paused(run, pause)
        } else {
            self = .stopped(number: record.number ?? 0)
        }
    }

    private var record: TimerRecord {
        var record = TimerRecord()
        if run == nil { record.number = number }
        record.run = run
        switch self {
        case .stopped: break
        case .running(_, let deadline): record.deadline = deadline
        case .paused(_, let pause): record.pause = pause
        }
        return record
    }
}
