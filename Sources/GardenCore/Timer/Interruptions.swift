import GardenAPI
import TimeKit

/// A phase that a person ended early, while that can be undone (RULES P25).
struct InterruptedPhase: WireObject, Equatable {
    static let name = "InterruptedPhase"

    /// The event that ended it.
    var seq: Int
    var endedAt: Instant
    var phase: ActivePhase
    /// The phase as it would be if it had been paused instead.
    var pause: Pause
    /// What else was so before, and goes back with it.
    var cycle: LongRestCycle
    var questions: [OpenQuestion]
    var lastUsedId: Int
    /// The number that the timer kept when it stopped; `nil` for 0.
    var number: Int?
    /// Whether a phase began with the same change.
    var isFollowed: Bool?
    /// Of an open session that was finished (RULES P27), the session, and the one completed before it.
    var completed: StoredSession?
    var lastFocus: StoredSession?

    static let fields = Fields(
        InterruptedPhase.init,
        .required("seq", \.seq, "the event that ended it"),
        .required("endedAt", \.endedAt, "when it ended"),
        .required("phase", \.phase, "the phase"),
        .required("pause", \.pause, "the time left"),
        .required("cycle", \.cycle, "when the long rest would have come"),
        .required("questions", \.questions, "the questions that lapsed"),
        .required("lastUsedId", \.lastUsedId, "the category used last"),
        .optional("number", \.number, "the number that the timer kept, if it is not 0"),
        .optional("isFollowed", \.isFollowed, "true if a phase began with the same change"),
        .optional("completed", \.completed, "the open session that it was, if it was finished"),
        .optional("lastFocus", \.lastFocus, "the session completed before that"))
}

/// The phases that a person ended early, one after the other, while that can be undone (RULES P25): until a phase begins in
/// another way, or a session is completed.
public struct Interruptions: WireObject, Equatable {
    public static let name = "Interruptions"
    /// A person who skips one phase after the other does not want all of them back.
    private static let most = 16

    /// The last one at the end.
    private var phases: [InterruptedPhase]

    public static let fields = Fields(
        Interruptions.init,
        .required("phases", \.phases, "the phases, the last one at the end"))

    init() { self.init(phases: []) }

    private init(phases: [InterruptedPhase]) { self.phases = phases }

    subscript(seq: Int) -> InterruptedPhase? { phases.last { $0.seq == seq } }

    mutating func add(_ phase: InterruptedPhase) {
        phases.append(phase)
        if phases.count > Self.most { phases.removeFirst() }
    }

    /// A phase is back, as before its interruption and those after it.
    mutating func remove(_ seq: Int) {
        guard let index = phases.lastIndex(where: { $0.seq == seq }) else { return }
        phases.removeSubrange(index...)
    }

    /// A phase begins.
    mutating func begin(because cause: EventReference?) {
        guard let last = phases.indices.last, phases[last].seq == cause?.seq else { return phases = [] }
        phases[last].isFollowed = true
    }

    /// What the timer does now has begun in another way.
    mutating func clear() { phases = [] }
}

extension GardenState {
    /// A person ends the phase in progress early: an event without a cause.
    mutating func noteInterruption(by effect: TimerEffect, _ origin: EventOrigin) {
        guard origin.cause == nil, let (phase, pause) = effect.interrupted(at: origin.at.instant) else { return }
        var number: Int?
        if case .stopped(let kept) = effect.after, kept != 0 { number = kept }
        interruptions.add(
            InterruptedPhase(
                seq: origin.seq, endedAt: origin.at.instant, phase: phase, pause: pause, cycle: longRestCycle,
                questions: questions.ofSession, lastUsedId: categories.lastUsedId, number: number))
    }

    /// A person finishes an open session.
    mutating func noteFinish(_ session: StoredSession, of phase: ActivePhase, _ finished: Pause, _ origin: EventOrigin)
    {
        interruptions.add(
            InterruptedPhase(
                seq: origin.seq, endedAt: origin.at.instant, phase: phase, pause: finished, cycle: longRestCycle,
                questions: questions.ofSession, lastUsedId: categories.lastUsedId, number: phase.number,
                completed: session, lastFocus: lastFocus))
    }

    /// The interruption is undone: the phase is back, paused, and what followed is dropped.
    fileprivate mutating func restore(_ interrupted: InterruptedPhase) {
        interruptions.remove(interrupted.seq)
        var phase = interrupted.phase
        // A category that is gone for good left its phases to the one that continues it, or to Default.
        phase.categoryId = categories.present(phase.categoryId)
        timer = .paused(phase, interrupted.pause)
        longRestCycle = interrupted.cycle
        if interrupted.completed != nil { lastFocus = interrupted.lastFocus }
        questions.restore(ofSession: interrupted.questions)
        categories.lastUsedId = categories.present(interrupted.lastUsedId)
    }

    /// A stop that was undone is made again.
    fileprivate mutating func interruptAgain(_ interrupted: InterruptedPhase) {
        var again = interrupted
        // Some may have been answered since.
        again.questions = questions.ofSession
        interruptions.add(again)
        timer = .stopped(number: interrupted.number ?? 0)
        if let completed = interrupted.completed {
            longRestCycle.complete()
            lastFocus = completed
        }
        longRestCycle.stop(at: interrupted.endedAt)
        questions.endSession()
    }
}

extension StatePart {
    /// A phase that a person ended early, by the event that ended it.
    static let interruption = StatePart(
        "interruption", Members(yielding: [Members.all]),
        read: { state, seq in state.interruptions[seq] },
        write: { state, seq, interrupted in
            if let interrupted {
                state.interruptAgain(interrupted)
            } else if let last = state.interruptions[seq] {
                state.restore(last)
            }
        },
        conflict: { state, interrupted in
            if interrupted.isFollowed == true { return "the phase that it began is gone; do it again" }
            var before = interrupted.phase
            guard case .paused(let phase, let pause) = state.timer else { return "the timer has been changed since" }
            // A sign of the person is no change of the phase.
            (before.automatic, before.seenMilliseconds) = (phase.automatic, phase.seenMilliseconds)
            guard phase == before,
                pause.since == interrupted.pause.since,
                pause.remainingMilliseconds == interrupted.pause.remainingMilliseconds
            else { return "the timer has been changed since" }
            return nil
        })
}

extension TimerEffect {
    /// What undo brings back of a phase that a person ended early, and the session that undo removes.
    func interruptionReplacements(_ context: ReplacementContext) -> [Replacement] {
        guard context.origin.cause == nil, before.run != nil else { return [] }
        return context.interruptionReplacements(session(context.origin))
    }

    /// What a person did.
    ///
    /// - Parameter verb: such as `stopped`.
    func interruptionText(_ verb: String) -> String {
        guard let run = before.run else { return "\(verb) the timer" }
        let verb = interruption?.outcome == .restarted ? "discarded" : verb
        guard run.phase == .focus else { return "\(verb) the \(run.longRest ? "long " : "")rest" }
        return "\(verb) focus in \((categoryBefore ?? category)?.name ?? CategoryBook.defaultName)"
    }
}

extension FocusEffect {
    /// What undo brings back of an open session that a person finished, and the session that undo removes.
    func interruptionReplacements(_ context: ReplacementContext) -> [Replacement] {
        finished == nil ? [] : context.interruptionReplacements(session(context.origin))
    }
}

extension ReplacementContext {
    /// - Parameter session: the session that undo removes; `nil` if it removes no session.
    fileprivate func interruptionReplacements(_ session: StoredSession?) -> [Replacement] {
        let seq = origin.seq
        // The state knows the rest.
        var all = [Replacement(.interruption, seq, from: JSON?.none, to: ["seq": .integer(seq)], at: seq)]
        guard let session else { return all }
        all.append(Replacement(.session, session.id, from: StoredSession?.none, to: session, at: seq))
        if session.hasMinutes {
            let day = FocusSums.Day(day: session.day, seconds: session.seconds, sessions: session.sessions)
            all.append(
                Replacement(
                    .focusDay, session.day.daysSinceEpoch,
                    from: FocusSums.Day(day: session.day, seconds: 0, sessions: 0), to: day, at: seq))
        }
        return all
    }
}

extension Change {
    /// The event by which a person ended a phase early; `nil` without one.
    var interruption: Int? { events.first { $0.cause == nil && Self.interruptingTypes.contains($0.type) }?.seq }

    private static let interruptingTypes = StoredSession.interruptingTypes
}

extension ReversalConsequence {
    /// The phase is back, or stopped again, which programs that follow the timer learn from its own events.
    static let timer = ReversalConsequence { t, events, cause in
        guard events.contains(where: { $0.cause == nil && StoredSession.interruptingTypes.contains($0.type) }) else {
            return
        }
        switch t.state.timer {
        case .stopped: t.changeTimer(.timerStopped, to: t.state.timer, because: cause)
        case .running: break
        case .paused(let run, var pause):
            // The person who brings it back knows that it is paused.
            let limit = t.settings.remindPausedMinutes * 60_000
            let since = pause.since.advanced(byMilliseconds: pause.absenceMilliseconds ?? 0)
            if since.advanced(byMilliseconds: limit) <= t.moment.wall { pause.isMentioned = true }
            t.changeTimer(.timerPaused, to: .paused(run, pause), because: cause)
        }
    }
}
