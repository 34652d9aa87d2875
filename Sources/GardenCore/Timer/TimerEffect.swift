import GardenAPI
import TimeKit

/// The timer after a change and before it, with the names for subscribers.
struct TimerEffect: WireObject {
    static let name = "TimerEffect"

    var after: TimerState
    fileprivate var prior: PriorTimer
    /// The category of the phase in progress after the change, otherwise before it.
    var category: CategoryLabel?
    /// The category before the change, if it differs.
    var categoryBefore: CategoryLabel?
    /// The focus that this change ended early.
    var interruption: Interruption?
    /// The time left after and before the change, if `endsAt` does not show it.
    fileprivate var remaining: Int?
    fileprivate var remainingBefore: Int?

    static let fields = Fields(
        TimerEffect.init,
        .required("after", \.after, "the timer after it"),
        .required("before", \.prior, "the timer before it"),
        .optional("category", \.category, "the category of the phase in progress"),
        .optional("categoryBefore", \.categoryBefore, "the category of the phase before the change, if it differs"),
        .optional("interruption", \.interruption, "the focus that this ended early"),
        .optional("remaining", \.remaining, "the time left, if it differs from what endsAt shows"),
        .optional("remainingBefore", \.remainingBefore, "the time left before, if it differs from what endsAt showed"))

    /// Facts about the timer before a change that the cause of the change has already altered in the state.
    struct Past {
        /// The time left, if the clocks no longer show it.
        var remainingMilliseconds: Int?
        /// The category of the phase, if it was removed.
        var category: CategoryLabel?
    }

    var before: TimerState { prior.timer(unlike: after) }

    fileprivate static func surprise(_ timer: TimerState, at moment: Moment, bootId: String) -> Int? {
        let remaining = timer.remainingMilliseconds(at: moment, bootId: bootId)
        return remaining == timer.remainingMilliseconds(on: moment.wall) ? nil : remaining
    }

    /// The phase that this ended, as if it had been paused at that instant; `nil` if none was in progress.
    func interrupted(at wall: Instant) -> (ActivePhase, Pause)? {
        guard after.run?.startedAt != before.run?.startedAt else { return nil }
        switch before {
        case .stopped: return nil
        case .paused(let run, let pause): return (run, pause)
        case .running(let run, _):
            let left = remainingBefore ?? before.remainingMilliseconds(on: wall)
            return (run, Pause(since: wall, remainingMilliseconds: left))
        }
    }

    /// How much of the phase in progress passed with this change alone: a sleep that a person counts as focus, or
    /// (negative) a lock that a person leaves out.
    func jump(at wall: Instant) -> Int {
        guard let old = before.run, let new = after.run, old.startedAt == new.startedAt else { return 0 }
        let left = remaining ?? after.remainingMilliseconds(on: wall)
        let leftBefore = remainingBefore ?? before.remainingMilliseconds(on: wall)
        return new.totalMilliseconds - left - (old.totalMilliseconds - leftBefore)
    }

    /// How much of an open session had passed at the last sign of the person, if this paused it there; otherwise `nil`.
    var lastSeenAfter: Int? {
        guard case .running = before, case .paused(let run, let pause) = after, pause.lastSign != nil else {
            return nil
        }
        return run.totalMilliseconds - pause.remainingMilliseconds
    }

    func published(_ context: PublishingContext) -> Publication<TimerChanged> {
        let interrupted = interruptedSession(context)
        let was = view(before, categoryBefore ?? category, remainingBefore, context)
        return Publication(
            TimerChanged(timer: view(after, category, remaining, context), interrupted: interrupted),
            before: TimerChanged(timer: was, interrupted: interrupted))
    }

    private func view(
        _ timer: TimerState, _ category: CategoryLabel?, _ remaining: Int?, _ context: PublishingContext
    ) -> FocusTimer {
        FocusTimer(
            timer, category: category.map { ($0.name, context.uid($0.uid)) },
            remaining: remaining ?? timer.remainingMilliseconds(on: context.origin.at.instant), context.zone)
    }

    private func interruptedSession(_ context: PublishingContext) -> Session? {
        session(context.origin).map { Session($0, context.identity) }
    }

    /// The session that this ended; `nil` if it ended none.
    func session(_ origin: EventOrigin) -> StoredSession? {
        guard let interruption, let run = before.run, let label = categoryBefore ?? category else { return nil }
        let left = remainingBefore ?? before.remainingMilliseconds(on: origin.at.instant)
        var session = StoredSession(
            interruption.id, run, label, interruption.outcome,
            attended: run.totalMilliseconds &- left, on: interruption.day, origin)
        if case .paused(_, let pause) = before { session.addPause(pause, origin) }
        (session.exp, session.points) = (interruption.exp ?? 0, interruption.points ?? 0)
        session.paidOn = interruption.paidOn
        (session.hour, session.hours) = (interruption.hour, interruption.hours)
        return session
    }
}

extension GardenState {
    /// The effect of a change of the timer. This is no initializer: those get copies of what they are passed.
    ///
    /// - Parameters:
    ///   - moment: when it happens.
    ///   - was: facts before the change that the state no longer holds.
    func timerEffect(to after: TimerState, at moment: Moment, was: TimerEffect.Past) -> TimerEffect {
        var categoryBefore: CategoryLabel?
        if let run = timer.run, let next = after.run, run.categoryId != next.categoryId {
            categoryBefore = was.category ?? label(ofCategory: run.categoryId)
        }
        return TimerEffect(
            after: after, prior: PriorTimer(timer, unlike: after),
            category: (after.run ?? timer.run).map { label(ofCategory: $0.categoryId) },
            categoryBefore: categoryBefore,
            remaining: TimerEffect.surprise(after, at: moment, bootId: clock.bootId),
            remainingBefore: was.remainingMilliseconds
                ?? TimerEffect.surprise(timer, at: moment, bootId: clock.bootId))
    }
}

extension TimerState {
    /// The time left in the phase, by its `endsAt`.
    func remainingMilliseconds(on wall: Instant) -> Int {
        switch self {
        case .stopped: return 0
        case .paused(_, let pause): return pause.remainingMilliseconds
        case .running(let run, let deadline):
            return min(max(0, deadline.endsAt.milliseconds &- wall.milliseconds), run.totalMilliseconds)
        }
    }
}

/// The timer before a change: its number if it was stopped, otherwise the fields that differ from the phase after it.
private enum PriorTimer: WireValue, Equatable {
    case stopped(number: Int)
    case phase(PriorPhase)

    static var schema: JSON { true }

    init(json: JSON) throws(ValidationError) { try self.init(record: json) }

    init(record: JSON) throws(ValidationError) {
        if case .integer(let number) = record {
            self = .stopped(number: number)
        } else {
            self = .phase(try PriorPhase(record: record))
        }
    }

    func write(to writer: inout JSONWriter) { writeRecord(to: &writer) }

    func writeRecord(to writer: inout JSONWriter) {
        switch self {
        case .stopped(let number): writer.integer(number)
        case .phase(let phase): phase.writeRecord(to: &writer)
        }
    }

    init(_ before: TimerState, unlike after: TimerState) {
        let run = before.run == after.run ? nil : before.run
        switch before {
        case .stopped(let number): self = .stopped(number: number)
        case .running(_, let deadline): self = .phase(PriorPhase(deadline: deadline, run: run))
        case .paused(_, let pause): self = .phase(PriorPhase(pause: pause, run: run))
        }
    }

    func timer(unlike after: TimerState) -> TimerState {
        switch self {
        case .stopped(let number): return .stopped(number: number)
        case .phase(let phase):
            guard let run = phase.run ?? after.run else { return .stopped(number: after.number) }
            if let deadline = phase.deadline { return .running(run, deadline) }
            return phase.pause.map { .paused(run, $0) } ?? .stopped(number: run.number)
        }
    }
}

private struct PriorPhase: WireObject, Equatable {
    static let name = "PriorPhase"

    var deadline: Deadline?
    var pause: Pause?
    /// Set if it differs from the phase after the change.
    var run: ActivePhase?

    static let fields = Fields(
        PriorPhase.init,
        .optional("deadline", \.deadline, "the end of the phase, if it was running"),
        .optional("pause", \.pause, "the time left, if it was paused"),
        .optional("run", \.run, "the phase, if it differs from the one after the change"))
}

/// How a focus ended that was not completed.
struct Interruption: WireObject {
    static let name = "Interruption"

    /// The session's id.
    var id: Int
    var outcome: SessionOutcome
    /// The logical day with most of its focus, if that is not the one on which it began (RULES P13).
    var day: CalendarDay?
    /// Of an older journal: the hour that it counts in, if that is not the one in which it began.
    var hour: Int?
    /// The hours in which its focus passed, if that is not only the one in which it began.
    var hours: [FocusHour]?
    /// Of a partial session (RULES P27): what it brings and pays, and the day of its end if that is not the one that it counts for.
    var exp: Int?
    var points: Int?
    var paidOn: CalendarDay?

    static let fields = Fields(
        Interruption.init,
        .required("id", \.id, "the session's id"),
        .required("outcome", \.outcome, "how it ended"),
        .optional("day", \.day, "the logical day with most of its focus, if not the one of its start"),
        .optional("hour", \.hour, "of an older journal: the hour that it counts in, if not that of its start"),
        .optional("hours", \.hours, "the hours in which its focus passed, if not only the one of its start"),
        .optional("exp", \.exp, "the experience that a partial session brings"),
        .optional("points", \.points, "the points that a partial session pays"),
        .optional("paidOn", \.paidOn, "the day of its end, if not the one that it counts for"))
}

/// A focus that ran to its end.
struct FocusEffect: WireObject {
    static let name = "FocusEffect"

    /// The session's id.
    var id: Int
    var run: ActivePhase
    var category: CategoryLabel
    /// The logical day with most of its focus, if that is not the one on which it began (RULES P13).
    var day: CalendarDay?
    /// Of an older journal: the hour that it counts in, if that is not the one in which it began.
    var hour: Int?
    /// The hours in which its focus passed, if that is not only the one in which it began.
    var hours: [FocusHour]?
    /// The day of its end, if that is not the day for which it counts.
    var paidOn: CalendarDay?
    /// The points that it pays. Events of older journals do not have them: an event that follows says them.
    var points: Int?
    /// The experience that it brings; `nil` for 1.
    var exp: Int?
    /// Of an open session that a person finished: as if it had been paused instead (RULES P27).
    var finished: Pause?

    static let fields = Fields(
        FocusEffect.init,
        .required("id", \.id, "the session's id"),
        .required("run", \.run, "the phase that ended"),
        .required("category", \.category, "its category"),
        .optional("day", \.day, "the logical day with most of its focus, if not the one of its start"),
        .optional("hour", \.hour, "of an older journal: the hour that it counts in, if not that of its start"),
        .optional("hours", \.hours, "the hours in which its focus passed, if not only the one of its start"),
        .optional("paidOn", \.paidOn, "the day of its end, if not the one that it counts for"),
        .optional("points", \.points, "the points that it pays"),
        .optional("exp", \.exp, "the experience that it brings, if not 1"),
        .optional("finished", \.finished, "the time left of an open session that a person finished"))

    func session(_ origin: EventOrigin) -> StoredSession {
        var session = StoredSession(
            id, run, category, .completed, attended: run.totalMilliseconds &- (finished?.remainingMilliseconds ?? 0),
            on: day, origin)
        (session.hour, session.hours) = (hour, hours)
        if let finished { session.addPause(finished, origin) }
        session.isOpen = run.isOpen ? true : nil
        session.paidOn = paidOn
        session.points = points ?? 0
        session.exp = exp ?? 1
        return session
    }
}

extension StoredSession {
    /// It ended while it was paused.
    fileprivate mutating func addPause(_ pause: Pause, _ origin: EventOrigin) {
        guard pause.since < origin.at.instant else { return }
        let since = Timestamp(instant: pause.since, offsetSeconds: origin.at.offsetSeconds)
        pauses = (pauses ?? []) + [TimeSpan(since, origin.at)]
    }

    /// A session that a phase of the timer was.
    fileprivate init(
        _ id: Int, _ run: ActivePhase, _ category: CategoryLabel, _ outcome: SessionOutcome, attended: Int,
        on day: CalendarDay?, _ origin: EventOrigin
    ) {
        self.init(
            id: id, added: origin.seq, start: run.startedAt, end: origin.at, day: day ?? run.startedOn,
            seconds: attended / 1000, outcome: outcome, source: .timer, categoryId: run.categoryId, category: category,
            taskId: run.taskId, taskTitle: run.taskTitle, pauses: run.pauses,
            unattended: outcome == .completed && run.automatic != nil ? true : nil)
    }
}
