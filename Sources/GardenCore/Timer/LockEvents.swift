import GardenAPI
import TimeKit

/// The question about a focus session during which the desktop was locked (RULES P14).
struct LockQuestionEffect: WireObject {
    static let name = "LockQuestionEffect"

    var locked: LockedFocus
    var sessionId: Int?
    var category: CategoryLabel

    static let fields = Fields(
        LockQuestionEffect.init,
        .required("locked", \.locked, "the session and the lock"),
        .optional("sessionId", \.sessionId, "the session's id, if it has ended"),
        .required("category", \.category, "its category"))

    fileprivate func published(_ context: PublishingContext) -> LockQuestion {
        LockQuestion(
            lockedAt: context.zone.timestamp(locked.lockedAt), unlockedAt: context.zone.timestamp(locked.unlockedAt),
            lockedSeconds: locked.lockedMilliseconds / 1000, sessionId: sessionId, category: category.name)
    }
}

/// A person's answer to it.
struct LockAnswerEffect: WireObject {
    static let name = "LockAnswerEffect"

    var answer: LockAnswer
    var question: LockQuestionEffect

    static let fields = Fields(
        LockAnswerEffect.init,
        .required("answer", \.answer, "the answer"),
        .inlined(\.question))
}

extension EventKind where Effect == LockQuestionEffect, Published == LockQuestion {
    static let timerAsked = EventKind(
        "timer.asked", "Asked whether focus in {category} counts, locked for {lockedSeconds:length}"
    ) { effect, _, state in
        state.lockedFocus = effect.locked
    } publish: { effect, context in
        Publication(effect.published(context))
    }
}

extension EventKind where Effect == LockAnswerEffect, Published == LockAnswered {
    static let timerResolved = EventKind(
        "timer.resolved", "Answered for the focus in {category}, locked for {lockedSeconds:length}: {answer}"
    ) { _, _, state in
        state.lockedFocus = nil
    } publish: { effect, context in
        Publication(LockAnswered(answer: effect.answer, question: effect.question.published(context)))
    }
}

/// A completed focus session that is discarded or shortened: the values that change, and before.
struct FocusCorrection: WireObject {
    static let name = "FocusCorrection"

    var id: Int
    /// The event that ended it.
    var seq: Int
    var run: ActivePhase
    var category: CategoryLabel
    var end: Timestamp
    var seconds: Int
    var outcome: SessionOutcome
    var endBefore: Timestamp
    var secondsBefore: Int

    static let fields = Fields(
        FocusCorrection.init,
        .required("id", \.id, "the session's id"),
        .required("seq", \.seq, "the event that ended it"),
        .required("run", \.run, "the phase"),
        .required("category", \.category, "its category"),
        .required("end", \.end, "when it ended"),
        .required("seconds", \.seconds, "the time focused"),
        .required("outcome", \.outcome, "completed or discarded"),
        .required("endBefore", \.endBefore, "when it ended, before"),
        .required("secondsBefore", \.secondsBefore, "the time focused, before"))
}

extension FocusCorrection {
    /// A correction that changes nothing yet.
    init(of ended: EndedFocus) {
        self.init(
            id: ended.id, seq: ended.seq, run: ended.run, category: ended.category, end: ended.endedAt,
            seconds: ended.seconds, outcome: .completed, endBefore: ended.endedAt, secondsBefore: ended.seconds)
    }

    /// The session after it.
    var projection: SessionProjection { projection(end: end, seconds: seconds, outcome: outcome) }

    private func projection(end: Timestamp, seconds: Int, outcome: SessionOutcome) -> SessionProjection {
        SessionProjection(
            id: id, seq: seq, start: run.startedAt, end: end, day: run.startedOn, seconds: seconds,
            categoryId: run.categoryId, category: category.name, taskId: run.taskId, taskTitle: run.taskTitle,
            outcome: outcome, isUnattended: run.automatic != nil)
    }

    fileprivate func published(_ context: PublishingContext) -> Publication<Session> {
        let uid = context.uid(category.uid)
        let before = projection(end: endBefore, seconds: secondsBefore, outcome: .completed)
        return Publication(
            Session(projection, categoryUid: uid, context.identity),
            before: Session(before, categoryUid: uid, context.identity))
    }

    /// The session as methods return it.
    func session(at seq: Int, in state: GardenState) -> Session {
        Session(projection, categoryUid: state.identity.uid(category.uid, at: seq), state.identity)
    }
}

extension EventKind where Effect == FocusCorrection, Published == Session {
    static let focusCorrected = EventKind(
        "focus.corrected", "Corrected the focus in {category}: {outcome}, {minutes:minutes}"
    ) { effect, _, state in
        state.focusSums.add(
            seconds: (effect.outcome == .discarded ? 0 : effect.seconds) - effect.secondsBefore,
            sessions: effect.outcome == .discarded ? -1 : 0, on: effect.run.startedOn)
        guard state.lastFocus?.id == effect.id else { return }
        state.lastFocus?.endedAt = effect.end
        state.lastFocus?.seconds = effect.seconds
        guard effect.outcome == .discarded else { return }
        state.lastFocus?.isDiscarded = true
        state.longRestCycle.discard()
    } publish: {
        $0.published($1)
    }
}
