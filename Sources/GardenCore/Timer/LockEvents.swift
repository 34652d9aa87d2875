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
