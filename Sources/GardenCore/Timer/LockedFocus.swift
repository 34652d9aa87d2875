import GardenAPI
import TimeKit

/// A focus session that continued or ended while the desktop was locked (RULES P14).
public struct LockedFocus: WireObject, Equatable {
    public static let name = "LockedFocus"

    /// The event that asks about it.
    var seq: Int
    /// When the session began, which identifies it.
    var startedAt: Timestamp
    var lockedAt: Instant
    var unlockedAt: Instant
    /// How much of the session passed during the lock, without pauses and sleep.
    var lockedMilliseconds: Int
    /// The question lapses with the day.
    var rollovers: Int

    public static let fields = Fields(
        LockedFocus.init,
        .required("seq", \.seq, "the event that asks about it"),
        .required("startedAt", \.startedAt, "when the session began"),
        .required("lockedAt", \.lockedAt, "when the desktop was locked"),
        .required("unlockedAt", \.unlockedAt, "when it was unlocked"),
        .required("lockedMilliseconds", \.lockedMilliseconds, "how much of the session the lock took"),
        .required("rollovers", \.rollovers, "the day on which it is asked, by number"))
}

/// The session that a question about a lock concerns.
enum LockSubject {
    /// It is running or paused.
    case open(ActivePhase)
    case ended(StoredSession)
}

extension GardenState {
    /// The question about a lock that can still be answered, and its session; `nil` without one.
    var lockQuestion: (locked: LockedFocus, subject: LockSubject)? {
        guard let locked = lockedFocus, locked.rollovers == day.rollovers else { return nil }
        if let run = timer.run, run.phase == .focus, run.startedAt == locked.startedAt { return (locked, .open(run)) }
        guard let ended = lastFocus, ended.start == locked.startedAt, ended.outcome == .completed else { return nil }
        return (locked, .ended(ended))
    }
}

extension Transition {
    /// Pauses at a lock if the settings say so; after a longer lock, asks about the focus session of that time (RULES P14).
    mutating func followLock(_ change: PresenceChange) {
        if change.begun != nil, settings.onLock == .pause, case .running(let run, _) = state.timer, run.phase == .focus
        {
            let remaining = state.remainingMilliseconds(at: moment)
            let pause = Pause(since: moment.wall, remainingMilliseconds: remaining, isByLock: true)
            changeTimer(.timerPaused, to: .paused(run, pause), because: change.cause)
        }
        guard let lock = change.ended, let startedAt = lock.focusStartedAt, let focused = lock.focusedMilliseconds,
            moment.awakeMilliseconds - lock.awakeMilliseconds > settings.askAfterLockedMinutes * 60_000
        else { return }
        let (categoryId, passed, sessionId): (Int, Int, Int?)
        if let open = state.timer.run, open.phase == .focus, open.startedAt == startedAt {
            // Also if it is paused by now: a part of it passed during the lock.
            (categoryId, sessionId) = (open.categoryId, nil)
            passed = open.totalMilliseconds - state.remainingMilliseconds(at: moment)
        } else if let ended = state.lastFocus, ended.start == startedAt, ended.outcome == .completed {
            (categoryId, sessionId) = (ended.categoryId, ended.id)
            passed = ended.seconds * 1000
        } else {
            return
        }
        guard passed > focused else { return }
        let locked = LockedFocus(
            seq: state.seq + 1, startedAt: startedAt, lockedAt: lock.since, unlockedAt: moment.wall,
            lockedMilliseconds: passed - focused, rollovers: state.day.rollovers)
        let effect = LockQuestionEffect(
            locked: locked, sessionId: sessionId, category: state.label(ofCategory: categoryId))
        emit(.timerAsked, effect, because: change.cause)
    }
}

extension TimerResolve: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> LockResolution {
        guard let (locked, subject) = t.state.lockQuestion else {
            throw .refused(
                .tooLate,
                "no question about a locked desktop is open: it was answered, or a new session or day has begun")
        }
        let label: CategoryLabel
        let id: Int?
        switch subject {
        case .open(let run): (label, id) = (t.state.label(ofCategory: run.categoryId), nil)
        case .ended(let ended): (label, id) = (ended.category, ended.id)
        }
        if let sessionId, sessionId != id {
            let other = id.map { "session \($0)" } ?? "the session in progress"
            throw .invalidParam("sessionId", "must be omitted or name the session in question: \(other)")
        }
        let question = LockQuestionEffect(locked: locked, sessionId: id, category: label)
        let effect = LockAnswerEffect(answer: answer, question: question)
        let resolved = t.emit(.timerResolved, effect)
        var session: Session?
        switch (subject, answer) {
        case (_, .keep): break
        case (.open, .discard):
            t.changeTimer(.timerStopped, to: .stopped(number: 0), interrupted: .stopped, because: resolved)
        case (.open(let run), .untilLock):
            t.lengthen(run, by: locked.lockedMilliseconds, because: resolved)
        case (.ended(let ended), .discard):
            session = try t.discard(ended, because: resolved)
        case (.ended(let ended), .untilLock):
            session = try t.shorten(ended, locked, because: resolved)
        }
        return LockResolution(answer: answer, session: session, timer: t.timerView)
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

    /// Takes a completed session back, with what it earned; of its points, as many as there are.
    fileprivate mutating func discard(
        _ last: StoredSession, because cause: EventReference
    ) throws(GardenError) -> Session {
        // The history also knows what a session paid that ended before version 0.6.
        let ended = try storedSession(last.id) ?? last
        var after = ended
        after.outcome = .discarded
        (after.exp, after.points) = (0, max(0, ended.points - state.points.balance))
        let text = LogText.focus(minutes: ended.seconds / 60, ended.category.name)
        return try correct(
            .focusCorrected, ended, to: after, "discarded \(text)", reason: "discarded focus", because: cause)
    }

    /// Leaves the locked time out of a completed session; what it earned stays.
    fileprivate mutating func shorten(
        _ ended: StoredSession, _ locked: LockedFocus, because cause: EventReference
    ) throws(GardenError) -> Session {
        var after = ended
        after.seconds = max(0, ended.seconds * 1000 - locked.lockedMilliseconds) / 1000
        // It ended during the lock. The wall clock, which may have been set meanwhile, does not show that.
        if ended.added < locked.seq { after.end = timestamp(locked.lockedAt) }
        let text = LogText.focus(minutes: ended.seconds / 60, ended.category.name)
        return try correct(
            .focusCorrected, ended, to: after, "corrected \(text) to \(after.seconds / 60) min",
            reason: "corrected focus", because: cause)
    }
}
