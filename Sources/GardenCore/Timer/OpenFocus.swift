import GardenAPI
import TimeKit

// A focus session without an end (RULES P27). To the clocks it is one of 24 hours, so that its time passes as that of any other:
// through sleeps, pauses, clocks that are set, and days.

extension TimerStart {
    var isOpen: Bool { open == true }
}

extension ActivePhase {
    /// An open session ends by itself after so much focus.
    static let longestOpenMilliseconds = 86_400_000

    var isOpen: Bool { seenMilliseconds != nil }
}

/// An instant on the clock that counts awake time.
struct AwakeMoment: WireObject, Equatable {
    static let name = "AwakeMoment"

    var milliseconds: Int
    var bootId: String

    static let fields = Fields(
        AwakeMoment.init,
        .required("milliseconds", \.milliseconds, "on CLOCK_MONOTONIC"),
        .required("bootId", \.bootId, "the boot that this clock counts from"))
}

extension Pause {
    /// After so long without a sign of the person, an open session is paused.
    static let longestUnattendedMilliseconds = 4 * 3_600_000

    /// How much time has passed awake since the last sign of the person, if that is why an open session is paused. After a reboot,
    /// what had passed when it was paused: the clocks do not show the rest.
    func unattendedMilliseconds(at moment: Moment) -> Int? {
        guard let lastSign else { return nil }
        guard lastSign.bootId == moment.bootId else { return Self.longestUnattendedMilliseconds }
        return max(Self.longestUnattendedMilliseconds, moment.awakeMilliseconds - lastSign.milliseconds)
    }
}

extension TimerState {
    /// There was a sign of the person (RULES P27): an open session is not paused for want of one from before it.
    mutating func noteSignInOpenSession(at wall: Instant) {
        guard var run, run.isOpen else { return }
        let seen = run.totalMilliseconds - remainingMilliseconds(on: wall)
        guard seen != run.seenMilliseconds else { return }
        run.seenMilliseconds = seen
        self = with(run) ?? self
    }
}

extension GardenState {
    /// The presence is about to change. If a person was there, each minute until now was a sign, for which the daemon does not wake up.
    mutating func notePersonWasThere(until wall: Instant) {
        if provedPresence == .active { timer.noteSignInOpenSession(at: wall) }
    }

    /// When an open session is paused, and asked about, for want of a sign of the person; `nil` while it is not known that none can
    /// come unseen.
    var openSessionPause: DueDate? {
        guard case .running(let run, let deadline) = timer, let seen = run.seenMilliseconds,
            provedPresence == .unknown
        else { return nil }
        let left = run.totalMilliseconds - seen
        let lastSign = deadline.clockMilliseconds - left
        // Once no source says any more that the person is away, it is due at once: nothing is due before the last change. One that was
        // written after the end of the session, while that is in progress, was due before, and found late.
        let lastChange = deadline.clockMilliseconds - (deadline.endsAt.milliseconds - lastChangeAt.milliseconds)
        let limit = lastSign + Pause.longestUnattendedMilliseconds
        let due = lastChange < deadline.clockMilliseconds ? max(limit, lastChange) : limit
        guard due < deadline.clockMilliseconds else { return nil }
        let pause = Pause(
            since: deadline.endsAt.advanced(byMilliseconds: -left), remainingMilliseconds: left,
            lastSign: AwakeMoment(milliseconds: lastSign, bootId: clock.bootId))
        let at = deadline.endsAt.advanced(byMilliseconds: due - deadline.clockMilliseconds)
        return DueDate(on: .awake, due, at: at, cause: EventKind.timerPaused.type) { t, _ in
            let paused = t.changeTimer(.timerPaused, to: .paused(run, pause))
            t.askAboutOpenSession(run, pause, unattended: due - lastSign, because: paused)
        }
    }
}

extension Transition {
    fileprivate mutating func askAboutOpenSession(
        _ run: ActivePhase, _ pause: Pause, unattended milliseconds: Int, because cause: EventReference
    ) {
        let question = OpenQuestion(
            kind: .open, seq: state.seq + 1, sessions: [QuestionedSession(startedAt: run.startedAt)],
            since: pause.since, until: moment.wall, milliseconds: milliseconds,
            rollovers: state.day.rollovers, lapse: .withPause)
        emit(
            .timerAsked, QuestionEffect(question: question, category: state.label(ofCategory: run.categoryId)),
            because: cause)
    }

    /// A person finishes an open session: it is completed if it brings experience, otherwise partial.
    mutating func finishOpenSession(_ run: ActivePhase) -> EventReference {
        let left = state.remainingMilliseconds(at: moment)
        guard settings.exp(ofFocus: (run.totalMilliseconds - left) / 1000, isTimed: false) > 0 else {
            return endEarly(.timerStopped, to: .stopped(number: run.number), .partial)
        }
        if case .paused(_, let pause) = state.timer { return completeFocus(run, finished: pause) }
        return completeFocus(run, finished: Pause(since: moment.wall, remainingMilliseconds: left))
    }
}
