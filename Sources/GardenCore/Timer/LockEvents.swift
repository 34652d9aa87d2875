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
