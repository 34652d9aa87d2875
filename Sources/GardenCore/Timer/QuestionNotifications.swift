import GardenAPI
import TimeKit

extension NotificationSource {
    /// The open questions about focus.
    static let questions = NotificationSource(
        types: [locked, idle, unattended, open], open: { try $0.questionNotifications() },
        new: { context, events in
            let seqs = Set(events.map(\.seq))
            return try context.questionNotifications().filter { seqs.contains($0.notification.id) }
        },
        isOpen: { context, planned in
            context.state.openQuestions.contains { $0.question.seq == planned.notification.id }
        })

    private static let locked = question(
        .locked, when: "a focus session continued while the desktop was locked",
        body: "The desktop was locked for {duration} of the session.", icon: "system-lock-screen",
        [(.keep, .keep, "Keep"), (.discard, .discard, "Discard"), (.untilLock, .untilLock, "Until the lock")])

    private static let idle = question(
        .idle, when: "a focus session continued while you were idle",
        body: "You were away for {duration} of the session.", icon: "user-away",
        [(.keep, .keep, "Keep"), (.discard, .discard, "Discard"), (.untilIdle, .untilIdle, "Until you left")])

    private static let unattended = question(
        .unattended, when: "focus sessions began by themselves, and nothing showed that you were there",
        summary: "Did you focus?", body: "{count} sessions without a sign of you ({from}–{to}).", icon: "user-away",
        placeholders: ["count": "4", "from": "18:30", "to": "20:25"],
        [(.keep, .keep, "Keep"), (.discard, .discard, "Discard")])

    private static let open = question(
        .open, when: "an open session is paused, because nothing showed for 4 hours that you were there",
        body: "Paused: no sign of you since {since}.", icon: "user-away",
        placeholders: ["category": "Work", "since": "18:30"],
        [(.keep, .keep, "Keep"), (.discard, .discard, "Discard"), (.untilIdle, .untilIdle, "Until then")])

    private static func question(
        _ kind: QuestionKind, when occasion: String, summary: String = "Did you focus on {category}?", body: String,
        icon: String, placeholders: KeyValuePairs<String, String> = sampleOfQuestion,
        _ answers: [(action: NotificationAction, answer: LockAnswer, label: String)]
    ) -> NotificationType {
        NotificationType(
            kind.notification, about: EventKind.timerAsked.type,
            where: { try EventKind.timerAsked.effect(in: $0)?.question.kind == kind }, when: occasion,
            summary: summary, body: body,
            placeholders: placeholders,
            actions: answers.map { action, answer, label in
                NotificationAnswer(action, label) { planned, t throws(GardenError) in
                    try t.answer(questionOf: planned, answer)
                }
            }, lateness: "the question was answered, or a new session or day has begun", isQuestion: true,
            appearance: NotificationAppearance(urgency: .normal, icon: icon, sound: "dialog-question", waits: .always))
    }

    private static let sampleOfQuestion: KeyValuePairs = [
        "category": "Work", "duration": "15 min", "minutes": "15",
    ]
}

extension QuestionKind {
    fileprivate var notification: NotificationKind {
        switch self {
        case .locked: .locked
        case .idle: .idle
        case .unattended: .unattended
        case .open: .open
        }
    }

    /// What of several questions is on the screen: one of a kind (RULES N3).
    fileprivate var subject: String {
        switch self {
        case .locked: "lock"
        case .idle: "idle"
        case .unattended: "unattended"
        case .open: "open"
        }
    }
}

extension LockAnswer {
    fileprivate var action: NotificationAction {
        switch self {
        case .keep: .keep
        case .discard: .discard
        case .untilLock: .untilLock
        case .untilIdle: .untilIdle
        }
    }
}

extension QueryContext {
    fileprivate func questionNotifications() throws -> [PlannedNotification] {
        try state.openQuestions.compactMap { question, _ in
            guard let event = try history.event(question.seq), let effect = try EventKind.timerAsked.effect(in: event)
            else { return nil }
            var values = [
                "category": effect.category.name, "minutes": "\(question.milliseconds / 60_000)",
                "duration": Self.duration(question.milliseconds),
            ]
            if question.kind == .open {
                values = ["category": effect.category.name, "since": time(of: question.since)]
            }
            if question.kind == .unattended {
                values = [
                    "count": "\(question.sessions.count)", "from": time(of: question.since),
                    "to": time(of: question.until),
                ]
            }
            return planned(
                question.kind.notification, event, subject: question.kind.subject, values,
                actions: question.answers.map(\.action))
        }
    }
}

extension Transition {
    fileprivate mutating func answer(
        questionOf planned: PlannedNotification, _ answer: LockAnswer
    ) throws(GardenError) -> NotificationActionResult {
        guard let (question, subject) = state.openQuestions.first(where: { $0.question.seq == planned.notification.id })
        else { preconditionFailure("the question of notification \(planned.notification.id) is not open") }
        let resolution = try resolve(question, subject, answer)
        return NotificationActionResult(
            session: resolution.session, removed: resolution.removed.isEmpty ? nil : resolution.removed,
            missingPoints: resolution.missingPoints > 0 ? resolution.missingPoints : nil)
    }
}
