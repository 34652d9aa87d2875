import GardenAPI
import TimeKit

/// A question about time that was counted as focus, which a person may answer (RULES P14, P29).
///
/// Another kind of question is a case of `QuestionKind` with its ``answers``, perhaps a case of ``QuestionLapse``, and what
/// `TimerResolve` does with each answer. Status, notifications and the choice of a question need no change for it.
public struct OpenQuestion: WireObject, Equatable {
    public static let name = "OpenQuestion"

    var kind: QuestionKind
    /// The event that asks.
    var seq: Int
    /// Its sessions, the oldest first.
    var sessions: [QuestionedSession]
    /// The time in question on the wall: from the lock or the first idle moment to the return.
    var since: Instant
    var until: Instant
    /// How much of the sessions passed meanwhile, without pauses and sleep.
    var milliseconds: Int
    /// The day on which it is asked, by number.
    var rollovers: Int
    var lapse: QuestionLapse
    /// Its session, if others began by themselves since that one ended; `nil` while it is in progress or the last one.
    var ended: StoredSession?

    public static let fields = Fields(
        OpenQuestion.init,
        .required("kind", \.kind, "what it is about"),
        .required("seq", \.seq, "the event that asks"),
        .required("sessions", \.sessions, "its sessions"),
        .required("since", \.since, "when the time in question began"),
        .required("until", \.until, "when it ended"),
        .required("milliseconds", \.milliseconds, "how much of the sessions passed meanwhile"),
        .required("rollovers", \.rollovers, "the day on which it is asked, by number"),
        .required("lapse", \.lapse, "when it lapses without an answer"),
        .optional("ended", \.ended, "its session, if others began by themselves since"))

    /// In the order in which people are offered them.
    var answers: [LockAnswer] {
        switch kind {
        case .locked: [.keep, .discard, .untilLock]
        case .idle: [.keep, .discard, .untilIdle]
        case .unattended: [.keep, .discard]
        case .open: [.keep, .discard, .untilIdle]
        }
    }
}

extension OpenQuestion {
    /// Whether it can no longer be answered, by the number of a day.
    fileprivate func hasLapsed(by rollovers: Int) -> Bool {
        switch lapse {
        case .withSession, .withDay: rollovers != self.rollovers
        case .withPause: false
        case .atSecondRollover: rollovers - self.rollovers >= 2
        }
    }

    /// Whether it is about the session in progress or the last one.
    fileprivate var isOfSession: Bool { lapse == .withSession || lapse == .withPause }

    /// It is about the other sessions only.
    fileprivate mutating func leave(_ id: Int) {
        sessions.removeAll { $0.id == id }
        guard let time = QuestionedSession.time(of: sessions) else { return }
        (since, until, milliseconds) = (time.since, time.until, time.milliseconds)
    }

    /// The ids of its sessions that have ended.
    fileprivate func sessions(_ subject: QuestionSubject) -> [Int] {
        switch subject {
        case .open: []
        case .ended(let ended): [ended.id]
        case .several: sessions.compactMap(\.id)
        }
    }
}

/// A session in a question.
struct QuestionedSession: WireObject, Equatable {
    static let name = "QuestionedSession"

    /// When it began, which identifies it also while it is in progress.
    var startedAt: Timestamp
    /// Its id, if it had ended when it was asked about or answered for.
    var id: Int?
    /// Of one that is asked about with others: when it ended, and how long it was.
    var end: Instant?
    var seconds: Int?

    static let fields = Fields(
        QuestionedSession.init,
        .required("startedAt", \.startedAt, "when it began"),
        .optional("id", \.id, "its id, if it has ended"),
        .optional("end", \.end, "when it ended, if others are asked about with it"),
        .optional("seconds", \.seconds, "how long it was, if others are asked about with it"))
}

extension QuestionedSession {
    /// The time in question of several sessions, the oldest first; `nil` if there are none.
    static func time(of sessions: [QuestionedSession]) -> (since: Instant, until: Instant, milliseconds: Int)? {
        guard let first = sessions.first, let last = sessions.last else { return nil }
        return (
            first.startedAt.instant, last.end ?? last.startedAt.instant,
            sessions.reduce(0) { $0 + ($1.seconds ?? 0) * 1000 }
        )
    }
}

/// When a question lapses without an answer.
enum QuestionLapse: String, WireWord {
    /// When its session is skipped or stopped, when the next focus session begins or is completed, and with the day (RULES P14).
    case withSession
    /// When a person begins another session, and with the day: since its session, others began by themselves only (RULES P14).
    case withDay
    /// When its session is resumed or ended (RULES P27).
    case withPause
    /// At the second rollover after it was asked (RULES P20).
    case atSecondRollover
}

/// The questions that were asked.
public struct QuestionBook: WireObject, Equatable {
    public static let name = "QuestionBook"

    /// The oldest first. Some may have lapsed: ``GardenState/openQuestions`` has those that can be answered.
    private(set) var asked: [OpenQuestion]
    /// How many questions of kind `idle` in a row were answered with `keep` (RULES P29).
    private(set) var idleKept: Int
    /// The sessions that began by themselves and ran to their end since the last sign of the person, the oldest first.
    private(set) var unattended: [QuestionedSession]
    /// Those up to the last sign: they are asked about, or were too few.
    private(set) var seen: [QuestionedSession]

    public static let fields = Fields(
        QuestionBook.init,
        .required("asked", \.asked, "the questions, the oldest first"),
        .required("idleKept", \.idleKept, "how many questions about idle time in a row were answered with keep"),
        .required("unattended", \.unattended, "the sessions without a sign of the person since the last sign"),
        .required("seen", \.seen, "those up to the last sign"))

    /// More than a person looks at; without a limit, a timer that is left alone completes one each half an hour.
    private static let mostUnattended = 1000

    /// A session ended that began by itself and saw no sign of the person (RULES P18).
    mutating func noteUnattended(_ session: QuestionedSession) {
        unattended.append(session)
        if unattended.count > Self.mostUnattended { unattended.removeFirst() }
    }

    /// There was a sign of the person.
    mutating func noteSignOfPerson() {
        guard !unattended.isEmpty || !seen.isEmpty else { return }
        (seen, unattended) = (unattended, [])
    }

    /// A session was corrected or removed: what is asked about several no longer concerns it (RULES P20).
    ///
    /// - Parameter hasOtherTime: whether it is no longer as it was when questions about its time were asked.
    mutating func leave(_ session: StoredSession, hasOtherTime: Bool) {
        unattended.removeAll { $0.id == session.id }
        seen.removeAll { $0.id == session.id }
        for index in asked.indices where asked[index].kind == .unattended {
            asked[index].leave(session.id)
        }
        if hasOtherTime {
            asked.removeAll {
                [.withSession, .withDay].contains($0.lapse) && $0.sessions.first?.startedAt == session.start
            }
        }
        asked.removeAll(where: \.sessions.isEmpty)
    }

    /// A person who answers none locks the desktop again and again.
    private static let most = 16

    mutating func ask(_ question: OpenQuestion) {
        asked.removeAll { $0.hasLapsed(by: question.rollovers) }
        asked.append(question)
        if question.kind == .unattended { seen = [] }
        // A session has one pause at a time.
        if question.lapse == .withPause { asked.removeAll { $0.lapse == .withPause && $0.seq != question.seq } }
        if asked.count > Self.most { asked.removeFirst() }
    }

    mutating func resolve(_ question: OpenQuestion, _ answer: LockAnswer) {
        asked.removeAll { $0.seq == question.seq }
        // It may be answered before it is asked.
        if question.kind == .unattended {
            unattended.removeAll { session in question.sessions.contains { $0.id == session.id } }
        }
        if question.kind == .idle { idleKept = answer == .keep ? idleKept + 1 : 0 }
    }

    /// An answer has corrected a session, about which there may be other questions.
    mutating func correct(_ session: StoredSession) {
        for index in asked.indices where asked[index].ended?.id == session.id { asked[index].ended = session }
        asked.removeAll { $0.ended?.outcome == .discarded }
    }

    /// The questions that lapse with a session.
    var ofSession: [OpenQuestion] { asked.filter(\.isOfSession) }

    /// A session is back, with its questions; those about what came after it lapse.
    mutating func restore(ofSession questions: [OpenQuestion]) {
        endSession()
        asked = (asked + questions).sorted { $0.seq < $1.seq }
    }

    /// The timer is stopped.
    mutating func endSession() { asked.removeAll(where: \.isOfSession) }

    /// A person begins a focus session.
    mutating func beginSession() { asked.removeAll { $0.lapse != .atSecondRollover } }

    /// A focus session begins by itself: whoever has not answered yet may not have looked.
    ///
    /// - Parameter last: the session completed last.
    mutating func beginSession(after last: StoredSession?) {
        for index in asked.indices where asked[index].lapse == .withSession {
            guard let last, last.outcome == .completed, asked[index].sessions.first?.startedAt == last.start else {
                continue
            }
            (asked[index].lapse, asked[index].ended) = (.withDay, last)
        }
        endSession()
    }
}

extension QuestionBook {
    /// No question was asked.
    init() { self.init(asked: [], idleKept: 0, unattended: [], seen: []) }
}

/// The session that a question concerns.
enum QuestionSubject {
    /// It is running or paused.
    case open(ActivePhase)
    case ended(StoredSession)
    /// Several that have ended; their ids are in the question.
    case several

    /// The session's id, if it has ended.
    var sessionId: Int? {
        switch self {
        case .open, .several: nil
        case .ended(let ended): ended.id
        }
    }
}

extension GardenState {
    /// The questions that can still be answered, the oldest first, each with its session.
    var openQuestions: [(question: OpenQuestion, subject: QuestionSubject)] {
        questions.asked.compactMap { question in
            guard !question.hasLapsed(by: day.rollovers) else { return nil }
            switch question.lapse {
            case .withSession:
                guard let start = question.sessions.first?.startedAt, let subject = focus(from: start) else {
                    return nil
                }
                return (question, subject)
            case .withPause:
                guard case .paused(let run, let pause) = timer, pause.lastSign != nil,
                    run.startedAt == question.sessions.first?.startedAt
                else { return nil }
                return (question, .open(run))
            case .withDay: return question.ended.map { (question, .ended($0)) }
            case .atSecondRollover: return (question, .several)
            }
        }
    }

    /// The focus session that began then, if it is in progress, or was the last one completed and not discarded.
    func focus(from start: Timestamp) -> QuestionSubject? {
        if let run = timer.run, run.phase == .focus, run.startedAt == start { return .open(run) }
        guard let ended = lastFocus, ended.start == start, ended.outcome == .completed else { return nil }
        return .ended(ended)
    }

    /// The open questions, and the one that the next sign of the person asks.
    func answerableQuestions(_ environment: Environment) -> [(question: OpenQuestion, subject: QuestionSubject)] {
        openQuestions + [pendingQuestion(environment)].compactMap(\.self).map { ($0, .several) }
    }

    /// The questions that can be answered as the status has them.
    func questionViews(at moment: Moment, _ environment: Environment) -> [Question] {
        answerableQuestions(environment).map { question, subject in
            var milliseconds = question.milliseconds
            if question.lapse == .withPause, case .paused(_, let pause) = timer {
                milliseconds = pause.unattendedMilliseconds(at: moment) ?? milliseconds
            }
            return Question(
                kind: question.kind, sessions: question.sessions(subject), seconds: milliseconds / 1000,
                since: environment.zone.timestamp(question.since), answers: question.answers)
        }
    }
}

extension AnswerNote {
    /// For a person who counts idle time each time: the setting that ends the questions about it (RULES P29).
    static let keptOften = AnswerNote(name: TimerResolve.settingName, event: EventKind.timerResolved.type) {
        events, state in
        guard let effect = try? events.last.flatMap(EventKind.timerResolved.effect(of:)),
            effect.question.question.kind == .idle, state.questions.idleKept >= 3
        else { return nil }
        return "timer.ask_after_idle_minutes"
    }
}
