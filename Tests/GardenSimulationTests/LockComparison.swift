import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// Compares the presence, and what the daemon asks and does about a lock and idle time, with ``PresenceModel`` and ``LockModel``.
///
/// What the models learn of the timer is published: when a phase begins, pauses, resumes and ends, and its new end when a
/// person changes that. How much of a session has passed, they count themselves.
struct LockComparison {
    typealias Garden = TaskComparison.Garden

    /// An event that must come next of those about locks.
    struct Expected {
        var type: String
        var values: [(path: [String], value: Value)]
    }

    enum Value {
        case json(JSON)
        /// Seconds and instants that are exact, unless the disk delayed what they count from.
        case seconds(Int)
        case instant(Int)
    }

    var model = LockModel()
    private var presence = PresenceModel()
    /// The presence and its source as recorded last.
    private var recorded = ["unknown", "login"]
    private(set) var awake = AwakeTime()
    /// Whether a boot has begun that no event is of yet.
    private var hasRebooted = false
    /// Whether the session in progress does not know of it yet.
    private var isBehind = false
    private var lastRecordedAt = 0
    var expected: [Expected] = []
    /// The question that is being answered.
    var answered = 0
    /// The change that was made again last.
    private var redone = 0
    /// What a request to start a session says about idle time.
    private var idleTime: JSON?
    private var pause = PauseModel()
    private var signs = SignModel()
    /// The open sessions that a person finished, by their events.
    private var finished: [Int: LockModel.Ended] = [:]
    /// The sessions before and after the answers that corrected them, by the events.
    private var corrected: [Int: (before: LockModel.Ended?, after: LockModel.Ended?)] = [:]
    /// How much of the completed sessions passed without running, by their ids, and by how much answers changed that, by the events.
    private var shifts: [Int: Int] = [:]
    private var shiftChanges: [Int: (id: Int, milliseconds: Int)] = [:]
    /// All sessions, as they are now.
    private(set) var sessions: [Int: StoredSession] = [:]
    /// The starts of sessions that count idle time.
    private var countsIdle: Set<Int> = []
    /// Whether the disk delays events.
    private var isDelayed = false
    /// By how much times may differ. While the daemon cannot write, it does not see a sleep, and a paused timer is
    /// published in whole seconds; a sleep of less than a second is not noticed, and does not move the published end.
    private(set) var slack = 0

    // MARK: Time

    mutating func pass(_ directive: JSON, from: Int, to: Int) {
        guard case .object(let object) = directive, let word = object.members.first?.name else { return }
        switch word {
        case "advance", "down": awake.pass(from: from, to: to, isAwake: true)
        case "sleep":
            awake.pass(from: from, to: to, isAwake: false)
            if to - from < 1000 { slack = 1000 }
        case "reboot":
            awake.pass(from: from, to: to, isAwake: false)
            presence.reboot()
            (hasRebooted, isBehind) = (true, true)
        case "stepClock":
            awake.pass(from: to, to: to, isAwake: false)
            pause.setClock()
        case "presence": presence.follow(login: directive["presence"]?.stringValue ?? "")
        default: break
        }
    }

    // MARK: Requests

    /// A request is about to be sent.
    mutating func note(_ method: String, _ params: JSON) { idleTime = method == "timer.start" ? params["idle"] : nil }

    /// - Parameter garden: before the request.
    mutating func check(_ method: String, _ params: JSON, _ answer: JSON, _ garden: Garden, _ label: String) {
        guard ["presence.set", "timer.resolve", "notification.list"].contains(method) else { return }
        let label = "\(label): \(method) \(params.text) → \(answer.text)"
        switch method {
        case "presence.set":
            if answer["result"] != nil { presence.report(params["presence"]?.stringValue ?? "") }
        case "timer.resolve": resolve(params, answer, garden, label)
        case "notification.list":
            let kinds = answer["result"]?.arrayValue?.compactMap { $0["kind"]?.stringValue }
            let questions = kinds?.filter { $0 == "locked" || $0 == "idle" }
            #expect(questions == model.questions.reversed().map(\.kind), "\(label)")
        default: break
        }
    }

    // MARK: Events

    private static let types: Set = [
        "daemon.started", "presence.changed", "day.rolledOver", "garden.reset", "garden.grew", "points.earned",
        "points.adjusted", "timer.started", "timer.paused", "timer.resumed", "timer.extended", "timer.edited",
        "timer.endingSoon", "timer.stillPaused", "timer.stopped", "timer.skipped", "timer.asked", "timer.resolved",
        "focus.completed",
        "focus.corrected", "session.edited", "session.removed", "change.undone", "change.redone",
    ]

    /// - Parameter garden: after the step.
    mutating func enter(_ event: Event, _ data: JSON, _ garden: Garden, _ label: String) throws {
        let at = event.at.instant.milliseconds
        if isDelayed { slack = 1000 }
        if isBehind { cutBack() }
        for change in try SessionChange.changes(by: event) {
            let before = sessions[change.id]
            sessions[change.id] = try change.applied(to: before)
            if event.type == "focus.corrected", data["outcome"] == "completed", let before {
                shift(change.id, by: ((data["seconds"]?.integerValue ?? 0) - before.seconds) * 1000, at: event.seq)
            }
        }
        guard Self.types.contains(event.type) else { return }
        let label = "\(label): \(event.type) \(data.text)"
        let isOther = Self.kindsOfOthers.contains(data["kind"]?.stringValue ?? "")
        if !isOther { enterExpected(event, data, label) }
        pause.enter(event, data, garden, label)
        switch event.type {
        case "daemon.started": start()
        case "presence.changed": changePresence(data, at, garden, label)
        case "day.rolledOver": model.endDay()
        case "garden.reset":
            guard data["category"] == nil else { break }
            model.reset()
            sessions = [:]
        case "change.undone":
            let undone = data["change"]?.integerValue ?? 0
            if let (id, milliseconds) = shiftChanges[undone] { shifts[id, default: 0] -= milliseconds }
            guard let (before, after) = corrected[undone] else { break }
            if model.ended?.id == after?.id { model.ended = before }
        case "change.redone":
            redone = data["change"]?.integerValue ?? 0
            if let (id, milliseconds) = shiftChanges[redone] { shifts[id, default: 0] += milliseconds }
            if let (_, after) = corrected[redone], model.ended?.id == after?.id { model.ended = after }
        case "timer.paused" where event.cause?.type == "change.undone":
            model.undoInterruption()
            if data["phase"] == "focus" { try followTimer(event, data, at, label) }
        case "timer.started" where data["phase"] != "focus": model.endInterruptions(unless: event.cause?.seq)
        case "timer.started" where data["phase"] == "focus":
            // One that a person starts now is exact again.
            if !isDelayed, model.lock == nil, model.idle == nil, at == garden.now { slack = 0 }
            model.endInterruptions(unless: event.cause?.seq)
            let start = try #require(milliseconds(data["startedAt"]))
            var focus = LockModel.Focus(start: start, total: total(data), at: awake.at(at))
            focus.isOpen = data["open"] == true
            focus.endsAt = try endsAt(event, data)
            signs.note(at: awake.at(at))
            if event.cause?.type != "rest.completed" { focus.countsIdle = idleTime == "count" }
            // A person says that it began earlier.
            if at > start { focus.setLeft(focus.total - (at - start), at: awake.at(at)) }
            model.begin(focus, isAutomatic: event.cause?.type == "rest.completed")
        case "timer.paused", "timer.resumed", "timer.extended", "timer.edited", "timer.endingSoon":
            if data["phase"] == "focus" { try followTimer(event, data, at, label) }
        case "timer.stopped", "timer.skipped":
            if event.cause == nil, data["before"]?["phase"] != nil {
                model.noteInterruption(seq: event.seq, at: awake.at(at))
            }
            // A stop that was undone is made again.
            if event.cause?.type == "change.redone" {
                model.interruptAgain(seq: redone)
                if let session = finished[redone] { model.ended = session }
            }
            if let session = data["interrupted"], let focus = model.focus {
                let passed = (focus.total - focus.left(at: awake.at(at))) / 1000
                expectClose(session["seconds"]?.integerValue, passed, slack / 1000, label)
            }
            model.interrupt()
            // Stopping the timer during the rest says the same of the session before it.
            if event.type == "timer.stopped" { model.endQuestions() }
        case "focus.completed": try complete(event, data, at, label)
        case "points.earned":
            if event.cause?.type == "focus.completed" { model.ended?.paid = data["amount"]?.integerValue ?? 0 }
        case "focus.corrected":
            let before = model.ended
            let id = try #require(data["id"]?.integerValue)
            model.correct(
                id, end: milliseconds(data["end"]), seconds: data["seconds"]?.integerValue ?? 0,
                isDiscarded: data["outcome"] == "discarded")
            if before?.id == id {
                model.ended?.exp = data["exp"]?.integerValue ?? 0
                model.ended?.paid = data["points"]?.integerValue ?? 0
                corrected[event.seq] = (before, model.ended)
            }
        case "session.edited", "session.removed":
            let effect = try #require(try SessionEffect(of: event))
            if let before = effect.before, hasOtherTime(effect.after, than: before) {
                model.leave(before.id, startedAt: before.start.instant.milliseconds)
            }
        case "timer.asked": if !isOther { model.number(seq: event.seq) }
        case "timer.resolved": if !isOther { model.endQuestion(seq: answered) }
        default: break
        }
    }

    private mutating func shift(_ id: Int, by milliseconds: Int, at event: Int) {
        shifts[id, default: 0] += milliseconds
        shiftChanges[event] = (id, milliseconds)
    }

    /// The session that began then, if it counts, and is not the last one.
    private func past(_ start: Int) -> LockModel.Ended? {
        let found = sessions.values.first { session in
            session.start.instant.milliseconds == start && session.outcome == .completed
        }
        guard let found, found.id != model.ended?.id else { return nil }
        var ended = LockModel.Ended(
            id: found.id, start: start, ran: found.seconds * 1000 - shifts[found.id, default: 0],
            categoryId: found.categoryId,
            end: found.end.instant.milliseconds, seconds: found.seconds)
        (ended.paid, ended.exp, ended.countsIdle) = (found.points, found.exp, countsIdle.contains(start))
        return ended
    }

    private func hasOtherTime(_ session: StoredSession?, than before: StoredSession) -> Bool {
        guard let session else { return true }
        return session.start != before.start || session.end != before.end || session.seconds != before.seconds
            || session.outcome != before.outcome
    }

    /// For a machine that was off, the sleep began at its last sign of life (RULES P9).
    private mutating func cutBack() {
        isBehind = false
        guard var focus = model.focus, !focus.isPaused, let endsAt = focus.endsAt else { return }
        focus.cutBack(toLeft: min(max(0, endsAt - lastRecordedAt), focus.total), at: awake.now)
        model.focus = focus
    }

    private mutating func start() {
        if hasRebooted { model.dropAbsences() }
        if hasRebooted || recorded[1] == "login" { recorded = ["unknown", "login"] }
        hasRebooted = false
    }

    private mutating func changePresence(_ data: JSON, _ at: Int, _ garden: Garden, _ label: String) {
        signs.note(presence: garden.state.provedPresence, at: awake.at(at))
        let new = [data["presence"], data["source"]].map { $0?.stringValue ?? "" }
        #expect(new == [presence.current, presence.source], "\(label)")
        #expect(new != recorded, "\(label): nothing changed")
        recorded = new
        let settings = garden.environment.settings
        let limits = LockModel.Limits(
            locked: settings.askAfterLockedMinutes * 60_000, idle: settings.askAfterIdleMinutes * 60_000, past: past)
        let question: LockModel.Question?
        switch new[0] {
        case "locked":
            guard model.beginLock(at: at, awake: awake.at(at)), settings.onLock == .pause,
                let focus = model.focus, !focus.isPaused
            else { return }
            expected = [Expected(type: "timer.paused", values: [(["pauseReason"], .json("lock"))])]
            return
        // The session cannot be seen, which is no unlock.
        case "unknown": return
        case "idle": question = model.beginIdle(at: at, awake: awake.at(at), limits)
        default: question = model.endAbsence(at: at, awake: awake.at(at), limits)
        }
        guard let question else { return }
        expected = [Expected(type: "timer.asked", values: values(of: question))]
    }

    private mutating func followTimer(_ event: Event, _ data: JSON, _ at: Int, _ label: String) throws {
        guard var focus = model.focus else {
            Issue.record("\(label): no focus session is in progress")
            return
        }
        let awakeThen = awake.at(at)
        focus.total = total(data)
        focus.endsAt = try endsAt(event, data)
        switch event.type {
        case "timer.paused" where data["pauseReason"] == "unattended" && event.cause?.type != "change.undone":
            focus.pause(at: awakeThen)
            // What passed since the last sign is left out.
            let left = try #require(try EventKind.timerPaused.effect(of: event)?.remainingOfPause)
            signs.check(pausedFor: left - focus.left(at: awakeThen), at: awakeThen, slack: slack, isDelayed, label)
            model.cutBack(&focus, toLeft: left, at: awakeThen)
        case "timer.paused": focus.pause(at: awakeThen)
        case "timer.resumed":
            focus.resume(at: awakeThen)
            if let idleTime { focus.countsIdle = idleTime == "count" }
            // A sleep may be counted as focus (RULES P9).
            let left = (focus.endsAt ?? at) - at
            #expect(left <= focus.left(at: awakeThen) + slack, "\(label)")
            focus.setLeft(left, at: awakeThen)
        case "timer.edited" where event.cause?.type == "timer.resolved":
            if let left = focus.endsAt.map({ $0 - at }) ?? resolvedLeft { focus.setLeft(left, at: awakeThen) }
        default: break
        }
        resolvedLeft = nil
        if isDelayed {
            // It may have happened at a time that is of no step, by a clock that was set since.
            let seen = event.recordedAt?.milliseconds ?? at
            let left = focus.endsAt.map { $0 - seen } ?? left(data)
            focus.setLeft(left, at: focus.isPaused ? awakeThen : awake.at(seen))
        } else {
            let rounded = (focus.left(at: awakeThen) + 999) / 1000
            expectClose(left(data) / 1000, rounded, slack / 1000, label)
        }
        model.focus = focus
    }

    /// What an answer leaves of a paused session, to the millisecond.
    var resolvedLeft: Int?

    private mutating func complete(_ event: Event, _ data: JSON, _ at: Int, _ label: String) throws {
        guard let focus = model.focus else {
            Issue.record("\(label): no focus session is in progress")
            return
        }
        let isFinished = try EventKind.focusCompleted.effect(of: event)?.finished != nil
        let left = isFinished ? focus.left(at: awake.at(at)) : 0
        if isFinished {
            model.noteInterruption(seq: event.seq, at: awake.at(at))
            expectClose(data["seconds"]?.integerValue, (focus.total - left) / 1000, slack / 1000, label)
        } else {
            model.endInterruptions(unless: nil)
            if !isDelayed { expectClose(focus.left(at: awake.at(at)), 0, slack, label) }
        }
        var session = LockModel.Ended(
            id: try #require(data["id"]?.integerValue), start: focus.start, ran: focus.total - left - focus.shift,
            categoryId: try #require(data["categoryId"]?.integerValue), end: at, seconds: (focus.total - left) / 1000)
        shifts[session.id] = focus.shift
        session.countsIdle = focus.countsIdle
        if focus.countsIdle { countsIdle.insert(focus.start) }
        session.exp = try #require(data["exp"]?.integerValue)
        model.complete(as: session)
        if isFinished { finished[event.seq] = session }
    }

    // MARK: The state

    /// Changes were written.
    mutating func written(_ change: Change) {
        lastRecordedAt = change.recordedAt.milliseconds
        if change.isSignOfPerson { signs.note(at: awake.at(lastRecordedAt)) }
    }

    /// Compares everything after a step.
    ///
    /// - Parameter isFailing: whether the disk refused what happened.
    mutating func check(_ garden: Garden, _ moment: Moment, isFailing: Bool, _ label: String) {
        guard !isFailing else {
            isDelayed = true
            return
        }
        #expect(expected.isEmpty, "\(label): \(expected.map(\.type)) did not occur")
        (expected, isDelayed) = ([], false)
        awake.forget()
        let state = garden.state
        let actual = [state.presence.current.rawValue, state.presence.source.rawValue]
        #expect(actual == [presence.current, presence.source], "\(label): presence")
        #expect(actual == recorded, "\(label): the presence changed without an event")
        // What is asked about sessions that have ended, another account has.
        let questions = state.openQuestions.map(\.question).filter { ![.unattended, .open].contains($0.kind) }
        #expect(questions.map(\.kind.rawValue) == model.questions.map(\.kind), "\(label): the questions")
        for (question, expected) in zip(questions, model.questions) {
            expectClose(question.milliseconds, expected.locked, slack, label)
        }
        pause.check(garden, label)
        signs.check(garden, at: awake.now, slack: slack, label)
        let isFocus = state.timer.run?.phase == .focus
        #expect(isFocus == (model.focus != nil), "\(label): focus")
        if isFocus {
            let left = state.remainingMilliseconds(at: moment)
            expectClose(left, model.focus?.left(at: awake.now), slack, "\(label): the time left")
        }
    }

    func milliseconds(_ json: JSON?) -> Int? {
        json?.stringValue.flatMap { Timestamp($0) }?.instant.milliseconds
    }

    func seconds(_ json: JSON?) -> Int? { json?.integerValue.map { $0 * 1000 } }
}
