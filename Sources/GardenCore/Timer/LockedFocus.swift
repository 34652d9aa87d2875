import GardenAPI
import TimeKit

extension TimerResolve: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> LockResolution {
        let open = t.state.answerableQuestions(t.environment)
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
        case .several: return try resolve(several: asked, answer)
        }
        var question = asked
        question.sessions[0].id = subject.sessionId
        let effect = AnswerEffect(answer: answer, question: QuestionEffect(question: question, category: label))
        if case .open = subject, answer == .discard {
            // The stop goes first, so that undo takes the answer back as it takes back a stop (RULES P25).
            let stopped = changeTimer(.timerStopped, to: .stopped(number: 0), interrupted: .stopped)
            emit(.timerResolved, effect, because: stopped)
            return LockResolution(answer: answer, timer: timerView, missingPoints: 0)
        }
        if case .ended(let ended) = subject, answer != .keep {
            // Likewise, undo takes it back as it takes back a correction (RULES P30).
            let (corrected, session, missingPoints) =
                answer == .discard ? try discard(ended) : try shorten(ended, question)
            emit(.timerResolved, effect, because: corrected)
            return LockResolution(
                answer: answer, session: session, timer: timerView, missingPoints: missingPoints)
        }
        let resolved = emit(.timerResolved, effect)
        switch (subject, answer) {
        case (.open(let run), .keep) where question.kind == .open:
            if case .paused(_, let pause) = state.timer {
                try resume(run, pause, countingAbsence: true, because: resolved)
            }
        case (_, .keep): break
        // It is paused there already.
        case (.open, .untilIdle) where question.kind == .open: break
        case (.open(let run), .untilLock), (.open(let run), .untilIdle):
            lengthen(run, by: question.milliseconds, because: resolved)
        case (.open, .discard), (.ended, _), (.several, _): break
        }
        return LockResolution(answer: answer, timer: timerView, missingPoints: 0)
    }

    /// The sessions go first, so that undo takes the answer back as it takes back their removal.
    private mutating func resolve(
        several question: OpenQuestion, _ answer: LockAnswer
    ) throws(GardenError) -> LockResolution {
        let balance = state.points.balance
        let removed = answer == .discard ? try removeUnattended(question) : []
        let label = state.label(ofCategory: removed.first?.categoryId ?? state.categories.lastUsedId)
        emit(
            .timerResolved, AnswerEffect(answer: answer, question: QuestionEffect(question: question, category: label)))
        let due = removed.reduce(0) { $0.addingUpToLimit($1.points) }
        return LockResolution(
            answer: answer, timer: timerView, removed: removed,
            missingPoints: due - (balance - state.points.balance))
    }
}

extension Transition {
    /// Moves the end of a focus session by the time that does not count.
    fileprivate mutating func lengthen(_ run: ActivePhase, by milliseconds: Int, because cause: EventReference) {
        let remaining = min(run.totalMilliseconds, state.remainingMilliseconds(at: moment) + milliseconds)
        switch state.timer {
        case .stopped: break
        case .running:
            let deadline = deadline(of: run, remaining: remaining)
            changeTimer(.timerEdited, to: .running(run, deadline), because: cause)
        case .paused(_, var pause):
            pause.remainingMilliseconds = remaining
            changeTimer(.timerEdited, to: .paused(run, pause), because: cause)
        }
    }

    /// Takes a completed session back, with what it earned; of its points, as many as there are.
    fileprivate mutating func discard(
        _ last: StoredSession
    ) throws(GardenError) -> (EventReference, Session, missingPoints: Int) {
        // The history also knows what a session of an older journal paid.
        let ended = try storedSession(last.id) ?? last
        var after = ended
        after.outcome = .discarded
        (after.exp, after.points) = (0, max(0, ended.points - state.points.balance))
        after.kept = after.points
        let text = LogText.focus(minutes: ended.seconds / 60, state.present(ended).category.name)
        let corrected = try correct(
            .focusCorrected, ended, to: after, "discarded \(text)", reason: "discarded focus",
            restsLess: state.lastFocus?.id == ended.id ? state.longRestCycle.countOfLast : 0)
        return (corrected, try view(of: after), after.points)
    }

    /// Leaves the time in question out of a completed session, with what it earned; of its points, as many as there are.
    fileprivate mutating func shorten(
        _ last: StoredSession, _ question: OpenQuestion
    ) throws(GardenError) -> (EventReference, Session, missingPoints: Int) {
        let ended = try storedSession(last.id) ?? last
        var after = ended
        after.seconds = max(0, ended.seconds * 1000 - question.milliseconds) / 1000
        // It ended during the absence. The wall clock, which may have been set meanwhile, does not show that.
        if ended.added < question.seq, question.since < ended.end.instant, question.since >= ended.start.instant {
            after.end = timestamp(question.since)
            after.clipPauses()
            setDay(of: &after, from: ended)
        }
        setHours(of: &after)
        try changeReward(of: &after, from: ended, keeps: false)
        let missing = max(0, ended.points - after.points - state.points.balance)
        (after.points, after.kept) = (after.points + missing, after.kept + missing)
        let text = LogText.focus(minutes: ended.seconds / 60, state.present(ended).category.name)
        let corrected = try correct(
            .focusCorrected, ended, to: after, "corrected \(text) to \(after.seconds / 60) min",
            reason: "corrected focus")
        return (corrected, try view(of: after), missing)
    }
}
