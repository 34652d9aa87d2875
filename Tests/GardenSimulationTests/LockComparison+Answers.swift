import GardenAPI
import Testing
import TimeKit

@testable import GardenCore

/// The questions about locks and idle time, and what each answer must do (RULES P14, P29).
extension LockComparison {
    func values(of question: LockModel.Question) -> [(path: [String], value: Value)] {
        [
            (["lockedSeconds"], .seconds(question.locked / 1000)), (["lockedAt"], .instant(question.lockedAt)),
            (["unlockedAt"], .instant(question.unlockedAt)), (["kind"], .json(.string(question.kind))),
            (["sessionId"], .json(model.ended(in: question).map { .integer($0.id) } ?? .null)),
        ]
    }

    /// - Parameter garden: before the request.
    mutating func resolve(_ params: JSON, _ answer: JSON, _ garden: Garden, _ label: String) {
        let data = answer["error"]?["data"]
        let reason = data?["reason"]?.stringValue ?? data?["code"]?.stringValue
        let sessionId = params["sessionId"]?.integerValue
        let (kind, word) = (params["kind"]?.stringValue, params["answer"]?.stringValue ?? "")
        if sessionId == 0 || kind == "news" {
            #expect(reason == "invalid_params", "\(label)")
            return
        }
        // An older one about sessions that have ended comes first.
        let open = garden.state.answerableQuestions(garden.environment).map(\.question).filter { question in
            question.answers.contains { $0.rawValue == word }
                && (kind ?? question.kind.rawValue) == question.kind.rawValue
                && params["notification"].map { $0 == .integer(question.seq) } != false
        }
        if let first = open.first, [.unattended, .open].contains(first.kind), sessionId == nil {
            #expect(reason == nil, "\(label): expected to succeed")
            return
        }
        let fitting = model.questions.filter { question in
            question.answers.contains(word) && (kind ?? question.kind) == question.kind
                && params["notification"].map { $0 == .integer(question.seq) } != false
        }
        guard !fitting.isEmpty else {
            let isOther = open.contains { [.unattended, .open].contains($0.kind) }
            #expect(reason == (isOther ? "invalid_params" : "too_late"), "\(label): no such question is open")
            return
        }
        guard let question = sessionId.map({ id in fitting.first { model.ended(in: $0)?.id == id } }) ?? fitting[0]
        else {
            #expect(reason == "invalid_params", "\(label): another session")
            return
        }
        let ended = model.ended(in: question)
        #expect(reason == nil, "\(label): expected to succeed")
        guard reason == nil, let result = answer["result"] else { return }
        answered = question.seq
        let resolved = Expected(
            type: "timer.resolved", values: [(["answer"], .json(.string(word)))] + values(of: question))
        if let ended {
            // A correction of the session goes first.
            expected = []
            let session = answerEnded(word, ended, question, garden)
            expected.append(resolved)
            guard let session else {
                #expect(result["session"] ?? .null == .null, "\(label)")
                return
            }
            check(session, in: result["session"] ?? .null, label)
        } else if let focus = model.focus(in: question) {
            expected = [resolved]
            #expect(result["session"] ?? .null == .null, "\(label)")
            let timer = answerFocus(word, focus, question, garden)
            check(timer, in: result["timer"] ?? .null, label)
        } else {
            Issue.record("\(label): the question is about no session")
        }
    }

    /// An answer about a session in progress.
    ///
    /// - Returns: what the timer must be.
    private mutating func answerFocus(
        _ word: String, _ focus: LockModel.Focus, _ question: LockModel.Question, _ garden: Garden
    ) -> [(path: [String], value: Value)] {
        let left = focus.left(at: awake.now)
        switch word {
        case "discard":
            // The stop comes before, and is checked as one that a person asks for.
            return [(["phase"], .json("stopped")), (["session"], .json(0))]
        case "untilLock", "untilIdle":
            let left = model.leftWithoutLock(focus, question, at: awake.now)
            let timer = values(of: focus, left: left, garden)
            expected.append(Expected(type: "timer.edited", values: timer))
            resolvedLeft = left
            return timer
        default: return values(of: focus, left: left, garden)
        }
    }

    private func values(of focus: LockModel.Focus, left: Int, _ garden: Garden) -> [(path: [String], value: Value)] {
        [
            (["phase"], .json("focus")), (["paused"], .json(.bool(focus.isPaused))),
            (["startedAt"], .instant(focus.start)),
        ] + (focus.isOpen ? elapsed(focus.total - left) : length(focus, left: left, garden))
    }

    private func elapsed(_ milliseconds: Int) -> [(path: [String], value: Value)] {
        [(["elapsedSeconds"], .seconds(milliseconds / 1000)), (["endsAt"], .json(.null))]
    }

    private func length(
        _ focus: LockModel.Focus, left: Int, _ garden: Garden
    ) -> [(path: [String], value: Value)] {
        [
            (["totalSeconds"], .seconds(focus.total / 1000)), (["remainingSeconds"], .seconds((left + 999) / 1000)),
        ] + (focus.isPaused ? [] : [(["endsAt"], .instant(garden.now + left))])
    }

    /// An answer about a session that has ended.
    ///
    /// - Returns: what the session must be; `nil` if it does not change.
    private mutating func answerEnded(
        _ word: String, _ ended: LockModel.Ended, _ question: LockModel.Question, _ garden: Garden
    ) -> [(path: [String], value: Value)]? {
        var session = ended
        var outcome: JSON = "completed"
        switch word {
        case "discard": outcome = "discarded"
        case "untilLock", "untilIdle": session = model.shortened(ended, question)
        default: return nil
        }
        let balance = garden.state.points.balance
        let left = word == "discard" ? (exp: 0, points: 0) : rewards(of: session, before: ended, garden)
        let loss = min(ended.paid - left.points, balance)
        let values: [(path: [String], value: Value)] = [
            (["id"], .json(.integer(ended.id))), (["outcome"], .json(outcome)), (["start"], .instant(ended.start)),
            (["end"], .instant(session.end)), (["seconds"], .seconds(session.seconds)),
            (["exp"], .json(.integer(left.exp))), (["points"], .json(.integer(ended.paid - loss))),
        ]
        expected.append(Expected(type: "focus.corrected", values: values))
        // The garden of a category that was removed meanwhile keeps what it has.
        let categoryId = garden.state.categories.continuing(ended.categoryId)
        if let garden = garden.state.categories.entries[categoryId],
            case let lost = min(ended.exp - left.exp, garden.exp - garden.taskExp), lost > 0
        {
            let loss: [(path: [String], value: Value)] = [
                (["categoryId"], .json(.integer(categoryId))), (["amount"], .json(.integer(-lost))),
                (["exp"], .json(.integer(garden.exp - lost))),
            ]
            expected.append(Expected(type: "garden.grew", values: loss))
        }
        if loss > 0 {
            let values: [(path: [String], value: Value)] = [
                (["amount"], .json(.integer(-loss))), (["balance"], .json(.integer(balance - loss))),
            ]
            expected.append(Expected(type: "points.adjusted", values: values))
        }
        return values
    }

    /// What a session that was shortened has left of its experience and its points, if the balance has the rest (RULES P14, P24, P30).
    private func rewards(
        of session: LockModel.Ended, before ended: LockModel.Ended, _ garden: Garden
    ) -> (exp: Int, points: Int) {
        let (settings, stored) = (garden.environment.settings, sessions[ended.id])
        func earned(_ seconds: Int) -> Int {
            let minutes = seconds / 60
            if stored?.isOpen == true { return minutes / settings.expMinutes }
            if minutes < settings.minMinutes, minutes < settings.focusMinutes { return 0 }
            return max(1, minutes / settings.expMinutes)
        }
        let exp = max(0, ended.exp - (earned(ended.seconds) - earned(session.seconds)))
        let kept = stored?.keptPoints ?? 0
        let owed = max(0, ended.paid - kept - (ended.exp - exp) * settings.pointsPerFocus)
        return (exp, max(0, owed + kept))
    }

    // MARK: Comparing

    /// Events that nothing but a lock or the answer to a question causes.
    private static let own: Set = ["timer.asked", "timer.resolved", "focus.corrected"]
    private static let consequences: Set = [
        "timer.paused", "timer.edited", "timer.stopped", "garden.grew", "points.adjusted",
    ]

    mutating func enterExpected(_ event: Event, _ data: JSON, _ label: String) {
        let isConsequence =
            Self.consequences.contains(event.type)
            && ["timer.resolved", "focus.corrected", "presence.changed"].contains(event.cause?.type ?? "")
        guard isConsequence || Self.own.contains(event.type) else { return }
        guard let next = expected.first, next.type == event.type else {
            Issue.record("\(label): expected \(expected.first?.type ?? "nothing")")
            return
        }
        expected.removeFirst()
        check(next.values, in: data, label)
    }

    private func check(_ values: [(path: [String], value: Value)], in data: JSON, _ label: String) {
        for (path, value) in values {
            let label = "\(label): \(path.joined(separator: "."))"
            let actual = path.reduce(data) { $0[$1] ?? .null }
            switch value {
            case .json(let json): #expect(actual == json, "\(label)")
            case .seconds(let seconds): expectClose(actual.integerValue, seconds, slack / 1000, label)
            case .instant(let instant):
                let found = actual.stringValue.flatMap { Timestamp($0) }?.instant.milliseconds
                expectClose(found, instant, slack, label)
            }
        }
    }

    func expectClose(_ actual: Int?, _ expected: Int?, _ slack: Int, _ label: String) {
        guard let actual, let expected else {
            #expect(actual == expected, "\(label)")
            return
        }
        #expect(abs(actual - expected) <= slack, "\(label): \(actual), expected \(expected)")
    }
}
