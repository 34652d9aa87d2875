import GardenAPI
import TimeKit

extension Transition {
    /// Pauses at a lock if the settings say so; after a longer lock, or longer idle time, asks about the focus session of that time
    /// (RULES P14, P29).
    ///
    /// Idle time that turns into a lock is one absence, about which one question is asked when the person is back: an unlock
    /// without activity does not end it. A lock is asked about on its own if the idle time around it is not: none came before
    /// it, no focus session was in progress when it began, or it counts.
    mutating func followPresence(_ change: PresenceChange) {
        if change.lockBegun != nil, settings.onLock == .pause, case .running(let run, _) = state.timer,
            run.phase == .focus
        {
            let remaining = state.remainingMilliseconds(at: moment)
            let pause = Pause(since: moment.wall, remainingMilliseconds: remaining, isByLock: true)
            changeTimer(.timerPaused, to: .paused(run, pause), because: change.cause)
        }
        if let idle = change.idleEnded ?? change.idleContinued, asksAboutIdle(idle) {
            guard change.idleEnded != nil else { return }
            var locked = idle.lockedMilliseconds ?? 0
            if let lock = change.lockEnded { locked += awakeMilliseconds(since: lock) }
            if awakeMilliseconds(since: idle) > settings.askAfterIdleMinutes * 60_000
                || locked > settings.askAfterLockedMinutes * 60_000
            {
                ask(.idle, about: idle, because: change.cause)
            }
        } else if let lock = change.lockEnded,
            awakeMilliseconds(since: lock) > settings.askAfterLockedMinutes * 60_000
        {
            ask(.locked, about: lock, because: change.cause)
        }
    }

    /// Without sleep.
    private func awakeMilliseconds(since absence: PresenceState.Absence) -> Int {
        moment.awakeMilliseconds - absence.awakeMilliseconds
    }

    /// Whether idle time that began then can be asked about.
    private func asksAboutIdle(_ idle: PresenceState.Absence) -> Bool {
        guard settings.askAfterIdleMinutes > 0, let start = idle.focusStartedAt else { return false }
        return idle.countsAsFocus != true && subject(from: start) != nil
    }

    /// The focus session that began then: it is in progress, or was completed and still counts.
    ///
    /// If the history cannot be read, nothing is asked about one after which others were completed: the person is back now, and the
    /// daemon cannot try again later.
    private func subject(from start: Timestamp) -> QuestionSubject? {
        if let subject = state.focus(from: start) { return subject }
        var query = SessionsQuery(after: state.lastResetSeq, limit: 1)
        query.outcome = .completed
        query.before = SessionPosition(start: start.instant.advanced(byMilliseconds: 1), id: 0)
        guard let session = (try? read(query))?.sessions.first, session.start == start else { return nil }
        return .ended(session)
    }

    /// Asks about the focus session of the moment in which an absence began, if a part of it passed since.
    private mutating func ask(
        _ kind: QuestionKind, about absence: PresenceState.Absence, because cause: EventReference
    ) {
        guard let start = absence.focusStartedAt, let focused = absence.focusedMilliseconds,
            let subject = subject(from: start)
        else { return }
        let (passed, categoryId): (Int, Int)
        switch subject {
        // Also if it is paused by now: a part of it passed during the absence.
        case .open(let run):
            (passed, categoryId) = (run.totalMilliseconds - state.remainingMilliseconds(at: moment), run.categoryId)
        case .ended(let ended): (passed, categoryId) = (ended.seconds * 1000, ended.categoryId)
        case .several: return
        }
        guard passed > focused else { return }
        var question = OpenQuestion(
            kind: kind, seq: state.seq + 1, sessions: [QuestionedSession(startedAt: start, id: subject.sessionId)],
            since: absence.since, until: moment.wall, milliseconds: passed - focused, rollovers: state.day.rollovers,
            lapse: .withSession)
        if case .ended(let ended) = subject, ended.id != state.lastFocus?.id {
            (question.lapse, question.ended) = (.withDay, ended)
        }
        let effect = QuestionEffect(question: question, category: state.label(ofCategory: categoryId))
        emit(.timerAsked, effect, because: cause)
    }
}
