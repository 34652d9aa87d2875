import GardenAPI
import TimeKit

/// The question about focus during an absence (RULES P14, P29).
struct QuestionEffect: WireObject {
    static let name = "QuestionEffect"

    var question: OpenQuestion
    var category: CategoryLabel

    static let fields = Fields(
        QuestionEffect.init,
        .required("question", \.question, "the question"),
        .required("category", \.category, "the category of its session"))

    /// Version 1 knew one session and the lock: it began with the record `[seq, startedAt, lockedAt, unlockedAt, lockedMilliseconds,
    /// rollovers]` and the id of the session.
    static let upgradeFrom1: RecordUpgrade = { record throws(ValidationError) in
        guard case .array(let members) = record, members.count == 3, case .array(let locked) = members[0],
            locked.count == 6
        else { throw ValidationError(expected: "a lock, a session and a category", found: record) }
        let session: JSON = members[1] == .null ? [locked[1]] : [locked[1], members[1]]
        return [
            [
                .string(QuestionKind.locked.rawValue), locked[0], [session], locked[2], locked[3], locked[4], locked[5],
                .string(QuestionLapse.withSession.rawValue),
            ], members[2],
        ]
    }

    fileprivate func published(_ context: PublishingContext) -> LockQuestion {
        LockQuestion(
            lockedAt: context.zone.timestamp(question.since), unlockedAt: context.zone.timestamp(question.until),
            lockedSeconds: question.milliseconds / 1000, sessionId: question.sessions.first?.id,
            category: category.name, kind: question.kind)
    }
}

/// A person's answer to it.
struct AnswerEffect: WireObject {
    static let name = "AnswerEffect"

    var answer: LockAnswer
    var question: QuestionEffect

    static let fields = Fields(
        AnswerEffect.init,
        .required("answer", \.answer, "the answer"),
        .inlined(\.question))

    /// Version 1 had the question of version 1 behind the answer.
    static let upgradeFrom1: RecordUpgrade = { record throws(ValidationError) in
        guard case .array(let members) = record, let answer = members.first,
            case .array(let question) = try QuestionEffect.upgradeFrom1(.array(Array(members.dropFirst())))
        else { throw ValidationError(expected: "an answer and a question", found: record) }
        return .array([answer] + question)
    }
}

extension EventKind where Effect == QuestionEffect, Published == LockQuestion {
    static let timerAsked = EventKind(
        "timer.asked", "Asked whether focus in {category} counts, {kind} for {lockedSeconds:length}", version: 2,
        upgrades: [QuestionEffect.upgradeFrom1]
    ) { effect, _, state in
        state.questions.ask(effect.question)
    } publish: { effect, context in
        Publication(effect.published(context))
    }
}

extension EventKind where Effect == AnswerEffect, Published == LockAnswered {
    static let timerResolved = EventKind(
        "timer.resolved", "Answered for the focus in {category}, {kind} for {lockedSeconds:length}: {answer}",
        version: 2, upgrades: [AnswerEffect.upgradeFrom1]
    ) { effect, _, state in
        state.questions.resolve(effect.question.question, effect.answer)
    } publish: { effect, context in
        Publication(LockAnswered(answer: effect.answer, question: effect.question.published(context)))
    }
}
