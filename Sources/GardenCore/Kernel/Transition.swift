import GardenAPI
import TimeKit
import WorkKit

/// One change being decided: a working copy of the state, and the events that led to it.
///
/// State changes only through ``emit(_:_:because:)``, which applies an event to the copy and records it. A transition
/// that throws is discarded.
public struct Transition: ~Copyable {
    public private(set) var state: GardenState
    /// When it happens: now for a request, the due moment for a due action, and before for what is entered afterwards.
    public private(set) var moment: Moment
    public let environment: Environment
    /// The history up to this change.
    public let history: any History
    /// When it is written: later than ``moment`` for an action that fell due while the daemon was away, and for what is entered
    /// afterwards.
    public private(set) var recordedAt: Instant
    /// The logical day on which it happened, if that is not the current one.
    private var pastDay: CalendarDay?
    /// Whether it is entered afterwards, noticeably later than it happened (RULES P22).
    private(set) var isLate = false
    /// Whether it writes lines into the log: what is imported has one for all (RULES I6).
    private(set) var writesLines = true
    public private(set) var events: [Event] = []
    /// Whether the request only shows what it would change, so that its key stays free.
    public internal(set) var isDryRun = false
    /// What causes the events that no other event is said to cause.
    private var commonCause: EventReference?
    /// The entity that a request left as it was, if the answer has data of it that a purge must find.
    var unchangedEntity: (part: StatePart, id: Int)?

    /// - Parameter recordedAt: when it is written, if that is noticeably later than `moment`.
    public init(
        state: GardenState, moment: Moment, environment: Environment, history: any History,
        recordedAt: Instant? = nil
    ) {
        self.state = state
        self.history = history
        self.moment = moment
        self.environment = environment
        let recordedAt = recordedAt ?? moment.wall
        let late = abs(recordedAt.milliseconds - moment.wall.milliseconds)
        self.recordedAt = late >= ClockReference.noticeableMilliseconds ? recordedAt : moment.wall
    }

    private init(copyOf other: borrowing Transition) {
        (state, moment, environment) = (other.state, other.moment, other.environment)
        (history, recordedAt, events) = (other.history, other.recordedAt, other.events)
        (pastDay, isLate, commonCause) = (other.pastDay, other.isLate, other.commonCause)
        writesLines = other.writesLines
    }

    /// A copy to try something on. None is made by accident, as a copy of the state retains each of its parts.
    borrowing func copied() -> Transition { Transition(copyOf: self) }

    var settings: Settings { environment.settings }

    /// The timestamp of this change.
    var now: Timestamp { timestamp(moment.wall) }

    /// The logical day on which it counts.
    var day: CalendarDay { pastDay ?? state.day.day }

    /// What follows is entered afterwards (RULES P22): it counts on the day on which it happened.
    ///
    /// - Precondition: nothing was emitted, because the events of a change have the same time.
    mutating func happened(at instant: Instant, on day: CalendarDay) {
        precondition(events.isEmpty, "a late change has begun already")
        recordedAt = moment.wall
        moment.wall = instant
        pastDay = day == state.day.day ? nil : day
        isLate = pastDay != nil || Instant.milliseconds(from: instant, to: recordedAt) >= 60_000
    }

    /// What `body` does is of the past, and comes from elsewhere (RULES I6): each such event has the time at which it happened, and no
    /// line says it.
    ///
    /// - Parameter recordedDay: the logical day that it counts on, if a garden has recorded it; `nil` for that of the instant.
    mutating func recordingHistory<Result, Failure: Error>(
        at instant: Instant, on recordedDay: CalendarDay? = nil, _ body: (inout Transition) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = (moment, recordedAt, pastDay, isLate, writesLines)
        defer { (moment, recordedAt, pastDay, isLate, writesLines) = before }
        let day = recordedDay.map { min($0, state.day.day) } ?? self.day(of: instant)
        (recordedAt, moment.wall, writesLines) = (moment.wall, instant, false)
        (pastDay, isLate) = (day == state.day.day ? nil : day, true)
        return try body(&self)
    }

    /// - Parameter cause: the event of this change that caused it.
    @discardableResult
    mutating func emit<Effect, Published>(
        _ kind: EventKind<Effect, Published>, _ effect: Effect, because cause: EventReference? = nil
    ) -> EventReference {
        let cause = cause ?? commonCause
        let origin = EventOrigin(seq: state.seq + 1, at: now, cause: cause)
        do throws(ValidationError) { try kind.apply(effect, origin, &state) } catch {
            preconditionFailure("the effect of \(kind.type) does not apply: \(error.message)")
        }
        let record = effect.record
        Work.note(.events)
        Work.note(record.count, .bytes)
        state.seq = origin.seq
        state.lastChangeAt = recordedAt
        events.append(
            Event(
                seq: origin.seq, at: origin.at, type: kind.type, version: kind.version, cause: cause,
                effect: record, recordedAt: recordedAt == moment.wall ? nil : recordedAt))
        return EventReference(seq: origin.seq, type: kind.type)
    }

    /// - Parameter cause: what causes the events of `body` that no other event is said to cause.
    mutating func emitting(
        because cause: EventReference, _ body: (inout Transition) throws(GardenError) -> Void
    ) throws(GardenError) {
        let before = commonCause
        commonCause = cause
        defer { commonCause = before }
        try body(&self)
    }

    /// The state after the change that this has become, which is remembered for undo.
    public consuming func ended(remembering change: Change) -> GardenState {
        state.conclude(change)
        return state
    }

    /// An instant as a timestamp in the zone in force.
    func timestamp(_ instant: Instant) -> Timestamp { environment.zone.timestamp(instant) }
}
