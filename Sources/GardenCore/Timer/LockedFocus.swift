import GardenAPI
import TimeKit

/// The last focus session that was completed, for a correction of it (RULES P14, P29).
public struct EndedFocus: WireObject, Equatable {
    public static let name = "EndedFocus"

    /// The session's id.
    var id: Int
    /// The event that ended it.
    var seq: Int
    var run: ActivePhase
    var category: CategoryLabel
    /// These two as they were corrected last.
    var endedAt: Timestamp
    var seconds: Int
    var isDiscarded: Bool?

    public static let fields = Fields(
        EndedFocus.init,
        .required("id", \.id, "the session's id"),
        .required("seq", \.seq, "the event that ended it"),
        .required("run", \.run, "the phase"),
        .required("category", \.category, "its category"),
        .required("endedAt", \.endedAt, "when it ended"),
        .required("seconds", \.seconds, "the time focused"),
        .optional("isDiscarded", \.isDiscarded, "true if it was discarded"))
}

extension TimerResolve: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> LockResolution {
        let open = t.state.openQuestions
        let fitting = open.filter { isAnswer(to: $0.question) }
        guard let oldest = fitting.first else { throw noQuestion(among: open.map(\.question)) }
        guard let sessionId else { return try t.resolve(oldest.question, oldest.subject, answer) }
        guard let named = fitting.first(where: { $0.subject.sessionId == sessionId }) else {
            let others = fitting.map { $0.subject.sessionId.map { "session \($0)" } ?? "the session in progress" }
            throw .invalidParam(
                "sessionId",
                "must be omitted or name the session in question: \(others.joined(separator: ", "))")
        }
        return try t.resolve(named.question, named.subject, answer)
    }

    private func isAnswer(to question: OpenQuestion) -> Bool {
        (kind ?? question.kind) == question.kind && question.answers.contains(answer)
    }

    /// No open question has the answer.
    private func noQuestion(among open: [OpenQuestion]) -> GardenError {
        let asked = kind.map { "no question of the kind \($0.rawValue)" } ?? "no question"
        guard !open.isEmpty else {
            return .refused(.tooLate, "\(asked) is open: it was answered, or a new session or day has begun")
        }
        let others = open.map { "\($0.kind.rawValue) (\($0.answers.map(\.rawValue).joined(separator: ", ")))" }
        let list: [JSON] = open.map {
            ["kind": .string($0.kind.rawValue), "answers": .array($0.answers.map { .string($0.rawValue) })]
        }
        return .refused(
            .tooLate,
            "\(asked) that is open has the answer \(answer.rawValue); open: \(others.joined(separator: ", "))",
            [("questions", .array(list))])
    }
}

extension Transition {
    mutating func resolve(
        _ asked: OpenQuestion, _ subject: QuestionSubject, _ answer: LockAnswer
    ) throws(GardenError) -> LockResolution {
        let label: CategoryLabel
        switch subject {
        case .open(let run): label = state.label(ofCategory: run.categoryId)
        case .ended(let ended): label = ended.category
        }
        var question = asked
        question.sessions[0].id = subject.sessionId
        let effect = AnswerEffect(answer: answer, question: QuestionEffect(question: question, category: label))
        let resolved = emit(.timerResolved, effect)
        var session: Session?
        switch (subject, answer) {
        case (_, .keep): break
        case (.open, .discard):
            changeTimer(.timerStopped, to: .stopped(number: 0), interrupted: .stopped, because: resolved)
        case (.open(let run), .untilLock), (.open(let run), .untilIdle):
            lengthen(run, by: question.milliseconds, because: resolved)
        case (.ended(let ended), .discard):
            session = try discard(ended, because: resolved)
        case (.ended(let ended), .untilLock), (.ended(let ended), .untilIdle):
            session = shorten(ended, question, because: resolved)
        }
        return LockResolution(answer: answer, session: session, timer: timerView)
    }
}

extension Transition {
    /// Moves the end of a focus session by the time that does not count.
    fileprivate mutating func lengthen(_ run: ActivePhase, by milliseconds: Int, because cause: EventReference) {
        let remaining = min(run.totalMilliseconds, state.remainingMilliseconds(at: moment) + milliseconds)
        switch state.timer {
        case .stopped: break
        case .running:
            let deadline = Deadline(of: run.phase, remaining: remaining, at: moment, settings: settings)
            changeTimer(.timerEdited, to: .running(run, deadline), because: cause)
        case .paused(_, var pause):
            pause.remainingMilliseconds = remaining
            changeTimer(.timerEdited, to: .paused(run, pause), because: cause)
        }
    }

    /// Takes a completed session back, with what it earned.
    fileprivate mutating func discard(
        _ ended: EndedFocus, because cause: EventReference
    ) throws(GardenError) -> Session {
        var effect = FocusCorrection(of: ended)
        effect.outcome = .discarded
        let corrected = emit(.focusCorrected, effect, because: cause)
        let text = LogText.focus(minutes: ended.seconds / 60, ended.category.name)
        writeLine(.adjust, "discarded \(text)", categoryId: ended.run.categoryId, because: corrected)
        shrinkGarden(categoryId: ended.run.categoryId, because: corrected)
        try takeBackPoints(ofFocus: ended.seq, because: corrected)
        let focus = CorrectedFocus(
            taskId: ended.run.taskId, milliseconds: -ended.seconds * 1000, isDiscarded: true, cause: corrected)
        react(to: .focusCorrection, focus)
        return effect.session(at: corrected.seq, in: state)
    }

    /// Leaves the time in question out of a completed session; what it earned stays.
    fileprivate mutating func shorten(_ ended: EndedFocus, _ question: OpenQuestion, because cause: EventReference)
        -> Session
    {
        var effect = FocusCorrection(of: ended)
        effect.seconds = max(0, ended.seconds * 1000 - question.milliseconds) / 1000
        // It ended during the absence. The wall clock, which may have been set meanwhile, does not show that.
        if ended.seq < question.seq { effect.end = timestamp(question.since) }
        let corrected = emit(.focusCorrected, effect, because: cause)
        let text = LogText.focus(minutes: ended.seconds / 60, ended.category.name)
        let minutes = effect.seconds / 60
        writeLine(
            .adjust, "corrected \(text) to \(minutes) min", categoryId: ended.run.categoryId, because: corrected)
        let focus = CorrectedFocus(
            taskId: ended.run.taskId, milliseconds: (effect.seconds - ended.seconds) * 1000, isDiscarded: false,
            cause: corrected)
        react(to: .focusCorrection, focus)
        return effect.session(at: corrected.seq, in: state)
    }
}
