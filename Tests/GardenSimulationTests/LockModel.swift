/// An independent account of the presence, following RULES P15 literally.
struct PresenceModel {
    /// What the login session and a program report.
    private var login = "unknown"
    private var reported: String?
    /// Whether the login session has reported an absence in this boot: before, its `active` does not count.
    private var hasProved = false

    var current: String { reported ?? (login == "active" && !hasProved ? "unknown" : login) }
    var source: String { reported == nil ? "login" : "set" }

    mutating func follow(login presence: String) {
        login = presence
        if ["idle", "locked"].contains(presence) { hasProved = true }
    }

    /// A program reports the presence, or `auto`.
    mutating func report(_ presence: String) { reported = presence == "auto" ? nil : presence }

    /// The boot ends, and with it what was reported. The login session of the next one is not there yet.
    mutating func reboot() { (login, reported, hasProved) = ("unknown", nil, false) }
}

/// An independent account of locks of the desktop, of idle time, and of the focus sessions during them, following RULES P14 and P29
/// literally.
///
/// All times are in milliseconds, either on the wall or awake: awake time is that of ``AwakeTime``.
struct LockModel {
    /// A focus session in progress.
    struct Focus {
        /// When it began, on the wall, which identifies it.
        let start: Int
        var total: Int
        /// How long it has run, until ``since``.
        private var ranBefore = 0
        /// Since when it has been running, in awake time; `nil` while it is paused.
        private var since: Int?
        /// What passed of it without running, because a person counted a sleep, or (negative) left a lock out.
        private(set) var shift = 0
        /// Its published end on the wall.
        var endsAt: Int?
        /// Whether idle time counts.
        var countsIdle = false
        /// Whether it has no end: to the model, that is one of 24 hours (RULES P27).
        var isOpen = false

        init(start: Int, total: Int, at awake: Int) { (self.start, self.total, since) = (start, total, awake) }

        var isPaused: Bool { since == nil }

        /// Pauses and sleep are not part of it.
        func ran(at awake: Int) -> Int { ranBefore + (since.map { max(0, awake - $0) } ?? 0) }

        func left(at awake: Int) -> Int { min(max(0, total - ran(at: awake) - shift), total) }

        mutating func pause(at awake: Int) { (ranBefore, since) = (ran(at: awake), nil) }

        mutating func resume(at awake: Int) { since = awake }

        /// The time left is another one, although nothing of the session ran.
        mutating func setLeft(_ left: Int, at awake: Int) { shift = total - left - ran(at: awake) }

        /// What ran after the last sign of life of a machine that was off, or of the person, does not count.
        mutating func cutBack(toLeft left: Int, at awake: Int) {
            let isRunning = since != nil
            (ranBefore, since) = (total - left - shift, isRunning ? awake : nil)
        }
    }

    /// The focus session that was completed last.
    struct Ended {
        let id: Int
        let start: Int
        let ran: Int
        let categoryId: Int
        var end: Int
        var seconds: Int
        var paid = 0
        var exp = 0
        var isDiscarded = false
        var countsIdle = false
    }

    /// A lock, or idle time.
    struct Absence {
        let at: Int
        let awake: Int
        /// The focus session in progress, and how long it had run.
        let focus: (start: Int, ran: Int)?
        /// Of idle time: how long the locks were that ended during it.
        var locked = 0

        fileprivate func cutBack(to ran: Int, of start: Int) -> Absence {
            guard let focus, focus.start == start else { return self }
            return Absence(at: at, awake: awake, focus: (start, min(focus.ran, ran)), locked: locked)
        }
    }

    /// After longer absences than these, the daemon asks; idle time of 0 is never asked about.
    struct Limits {
        let locked: Int
        let idle: Int
        /// The session that began then, if it was completed and others were since.
        var past: (Int) -> Ended? = { _ in nil }
    }

    struct Question {
        let kind: String
        /// The event that asked.
        var seq = 0
        /// The start of the session in question.
        let focus: Int
        let lockedAt: Int
        let unlockedAt: Int
        /// How much of the session passed during the lock.
        let locked: Int
        /// Whether the session ended during the lock.
        let hadEnded: Bool
        /// Its session, if others began by themselves since.
        var past: Ended?

        var answers: [String] { ["keep", "discard", kind == "locked" ? "untilLock" : "untilIdle"] }
    }

    var focus: Focus?
    var ended: Ended?
    private(set) var lock: Absence?
    private(set) var idle: Absence?
    /// Those that are open, the oldest first.
    var questions: [Question] {
        asked.filter { $0.past != nil || !(ended?.isDiscarded == true && $0.focus == ended?.start) }
    }
    /// With those about a session that was discarded, which count again once that is undone.
    private var asked: [Question] = []
    /// The phases that a person ended early, the last one at the end, while that can be undone (RULES P25).
    private(set) var interrupted: [Interrupted] = []

    struct Interrupted {
        let seq: Int
        var focus: Focus?
        var questions: [Question]
        /// The session completed last before.
        var ended: Ended?
    }

    /// The session in question if it has ended.
    func ended(in question: Question) -> Ended? {
        question.past ?? ended.flatMap { $0.start == question.focus ? $0 : nil }
    }

    /// The session in question if it is in progress.
    func focus(in question: Question) -> Focus? { focus.flatMap { $0.start == question.focus ? $0 : nil } }

    // MARK: Sessions

    /// The person ends the phase in progress early.
    mutating func noteInterruption(seq: Int, at awake: Int) {
        var paused = focus
        if paused?.isPaused == false { paused?.pause(at: awake) }
        interrupted.append(
            Interrupted(seq: seq, focus: paused, questions: asked.filter { $0.past == nil }, ended: ended))
        if interrupted.count > 16 { interrupted.removeFirst() }
    }

    /// A phase begins because of an event, or a session is completed.
    mutating func endInterruptions(unless cause: Int?) {
        if cause == nil || interrupted.last?.seq != cause { interrupted = [] }
    }

    /// A stop that was undone is made again.
    mutating func interruptAgain(seq: Int) {
        interrupted.append(
            Interrupted(seq: seq, focus: focus, questions: asked.filter { $0.past == nil }, ended: ended))
    }

    /// The phase that was ended last is back.
    mutating func undoInterruption() {
        guard let last = interrupted.popLast() else { return }
        (focus, ended) = (last.focus, last.ended)
        asked = (asked.filter { $0.past != nil } + last.questions).sorted { $0.seq < $1.seq }
    }

    /// - Parameter isAutomatic: whether it begins by itself.
    mutating func begin(_ new: Focus, isAutomatic: Bool) {
        focus = new
        guard isAutomatic else { return asked = [] }
        for index in asked.indices where asked[index].past == nil {
            if let ended, !ended.isDiscarded, ended.start == asked[index].focus { asked[index].past = ended }
        }
        endQuestions()
    }

    /// A session was corrected by an answer about it.
    mutating func correct(_ id: Int, end: Int?, seconds: Int, isDiscarded: Bool) {
        if ended?.id == id {
            if let end { ended?.end = end }
            ended?.seconds = seconds
            if isDiscarded { discard() }
        }
        if isDiscarded { asked.removeAll { $0.past?.id == id } }
        for index in asked.indices where asked[index].past?.id == id {
            if let end { asked[index].past?.end = end }
            asked[index].past?.seconds = seconds
        }
    }

    /// A person corrected a session or removed it; the question of an absence that began in it can still be about the focus.
    mutating func leave(_ id: Int, startedAt start: Int) {
        asked.removeAll { $0.past?.id == id || $0.past == nil && $0.focus == start }
    }

    /// Of the sessions that have ended, only the one completed last is asked about.
    mutating func complete(as session: Ended) {
        asked.removeAll { $0.past == nil && $0.focus != session.start }
        ended = session
        focus = nil
    }

    /// The session in progress is skipped or stopped. It earns nothing, so that nothing is left to ask.
    mutating func interrupt() {
        asked.removeAll { $0.focus == focus?.start }
        focus = nil
    }

    /// The session completed last is taken back.
    mutating func discard() {
        ended?.isDiscarded = true
    }

    mutating func endQuestions() { asked.removeAll { $0.past == nil } }

    /// A day is over.
    mutating func endDay() {
        asked = []
        for index in interrupted.indices { interrupted[index].questions = [] }
    }

    mutating func endQuestion(seq: Int) { asked.removeAll { $0.seq == seq } }

    /// A pause for want of a sign takes all of the session that came after the last one, of an absence and before (RULES P27).
    mutating func cutBack(_ focus: inout Focus, toLeft left: Int, at awake: Int) {
        focus.cutBack(toLeft: left, at: awake)
        let ran = focus.ran(at: awake)
        lock = lock?.cutBack(to: ran, of: focus.start)
        idle = idle?.cutBack(to: ran, of: focus.start)
    }

    /// Everything begins again.
    mutating func reset() { (focus, ended, asked, interrupted) = (nil, nil, [], []) }

    // MARK: Locks and idle time

    private func absence(at wall: Int, awake: Int) -> Absence {
        Absence(at: wall, awake: awake, focus: focus.map { ($0.start, $0.ran(at: awake)) })
    }

    /// A lock begins, unless one that has not ended is seen again. It does not end idle time.
    ///
    /// - Returns: whether it began.
    mutating func beginLock(at wall: Int, awake: Int) -> Bool {
        guard lock == nil else { return false }
        lock = absence(at: wall, awake: awake)
        return true
    }

    /// The person is idle: the desktop is not locked, or no more.
    mutating func beginIdle(at wall: Int, awake: Int, _ limits: Limits) -> Question? {
        let unlocked = lock
        lock = nil
        guard let before = idle else {
            idle = absence(at: wall, awake: awake)
            return unlocked.flatMap {
                ask("locked", $0, at: wall, awake, isLong: awake - $0.awake > limits.locked, limits)
            }
        }
        guard let unlocked else { return nil }
        idle?.locked += awake - unlocked.awake
        // The absence goes on, and is asked about at its end.
        guard !isAskedAbout(before, limits) else { return nil }
        return ask("locked", unlocked, at: wall, awake, isLong: awake - unlocked.awake > limits.locked, limits)
    }

    /// The person is back.
    mutating func endAbsence(at wall: Int, awake: Int, _ limits: Limits) -> Question? {
        let (unlocked, wasIdle) = (lock, idle)
        (lock, idle) = (nil, nil)
        let locked = unlocked.map { awake - $0.awake } ?? 0
        if let wasIdle, isAskedAbout(wasIdle, limits) {
            let isLong = awake - wasIdle.awake > limits.idle || wasIdle.locked + locked > limits.locked
            return ask("idle", wasIdle, at: wall, awake, isLong: isLong, limits)
        }
        return unlocked.flatMap { ask("locked", $0, at: wall, awake, isLong: locked > limits.locked, limits) }
    }

    /// A reboot ends a lock and idle time, and asks nothing.
    mutating func dropAbsences() { (lock, idle) = (nil, nil) }

    /// Whether idle time is a matter of questions: not if it counts, and not without a session.
    private func isAskedAbout(_ idle: Absence, _ limits: Limits) -> Bool {
        guard limits.idle > 0, let start = idle.focus?.start else { return false }
        if let focus, focus.start == start { return !focus.countsIdle }
        if let ended, ended.start == start { return !ended.isDiscarded && !ended.countsIdle }
        return limits.past(start).map { !$0.countsIdle } ?? false
    }

    private mutating func ask(
        _ kind: String, _ absence: Absence, at wall: Int, _ awake: Int, isLong: Bool, _ limits: Limits
    ) -> Question? {
        guard let (start, ranBefore) = absence.focus, isLong else { return nil }
        var past: Ended?
        let (ran, hadEnded): (Int, Bool)
        if let focus, focus.start == start {
            (ran, hadEnded) = (focus.ran(at: awake), false)
        } else if let ended, ended.start == start, !ended.isDiscarded {
            (ran, hadEnded) = (ended.ran, true)
        } else if let session = limits.past(start) {
            (past, ran, hadEnded) = (session, session.ran, true)
        } else {
            return nil
        }
        guard ran > ranBefore else { return nil }
        var question = Question(
            kind: kind, focus: start, lockedAt: absence.at, unlockedAt: wall, locked: ran - ranBefore,
            hadEnded: hadEnded)
        question.past = past
        asked.append(question)
        if asked.count > 16 { asked.removeFirst() }
        return question
    }

    /// The newest question is that event.
    mutating func number(seq: Int) {
        if !asked.isEmpty { asked[asked.count - 1].seq = seq }
    }

    // MARK: Answers

    /// How much is left of the session in progress once the locked time is left out.
    func leftWithoutLock(_ focus: Focus, _ question: Question, at awake: Int) -> Int {
        min(focus.total, focus.left(at: awake) + question.locked)
    }

    /// The session that has ended without the locked time.
    func shortened(_ ended: Ended, _ question: Question) -> Ended {
        var ended = ended
        ended.seconds = max(0, ended.seconds * 1000 - question.locked) / 1000
        if question.hadEnded { ended.end = question.lockedAt }
        return ended
    }
}

/// The time that the machine was awake, which does not advance while it sleeps or is off.
struct AwakeTime {
    private struct Span {
        var from: Int
        var to: Int
        var awake: Int
        var isAwake: Bool
    }

    /// Since the last steps whose events are known.
    private var spans: [Span] = []
    private(set) var now = 0

    mutating func pass(from: Int, to: Int, isAwake: Bool) {
        spans.append(Span(from: from, to: to, awake: now, isAwake: isAwake))
        if isAwake { now += to - from }
    }

    /// The events until now are known.
    mutating func forget() { spans = [] }

    /// The awake time at an instant on the wall since then.
    func at(_ wall: Int) -> Int {
        guard let span = spans.last(where: { $0.from <= wall && wall <= $0.to }) else { return now }
        return span.isAwake ? span.awake + wall - span.from : span.awake
    }
}
