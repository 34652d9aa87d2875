import GardenAPI
import TimeKit

extension StoredSession {
    /// The events by which a person ends a phase early, or an open session.
    static let interruptingTypes = [
        EventKind.timerStopped.type, EventKind.timerSkipped.type, EventKind.focusCompleted.type,
    ]

    /// The sessions that the timer ends, and those that an answer to a question corrects.
    static let timerChanges = SessionSourceEvents(
        types: [
            EventKind.focusCompleted.type, EventKind.timerStopped.type, EventKind.timerSkipped.type,
            EventKind.focusCorrected.type,
        ]
    ) { event throws(ValidationError) in
        if let session = try StoredSession(endedBy: event) { return [.put(session)] }
        return try EventKind.focusCorrected.effect(of: event)?.change(at: event.seq) ?? []
    }

    /// The session of the timer that an event ended; `nil` if it ended none.
    ///
    /// - Throws: if the effect is not that of its type.
    public init?(endedBy event: Event) throws(ValidationError) {
        if let effect = try EventKind.focusCompleted.effect(of: event) {
            self = effect.session(event.origin)
            return
        }
        for kind in [EventKind.timerStopped, .timerSkipped] {
            guard let session = try kind.effect(of: event)?.session(event.origin) else { continue }
            self = session
            return
        }
        return nil
    }
}

extension StoredSession {
    public static let typeOfPayment = EventKind.pointsEarned.type

    /// The event that ended a session of the timer, and the points that another one paid for it; `nil` for any other event.
    public static func payment(by event: Event) throws(ValidationError) -> (session: Int, points: Int)? {
        guard event.type == typeOfPayment, let cause = event.cause, cause.type == EventKind.focusCompleted.type,
            let effect = try EventKind.pointsEarned.effect(of: event)
        else { return nil }
        return (cause.seq, effect.amount)
    }
}

extension SessionInProgress {
    /// The focus of the timer, up to now or to its pause.
    static let timer = SessionInProgress { state, now in
        guard let run = state.timer.run, run.phase == .focus else { return [] }
        if case .paused(_, let pause) = state.timer { return run.span(until: pause.since).parts }
        return run.span(until: now.wall).parts
    }
}
