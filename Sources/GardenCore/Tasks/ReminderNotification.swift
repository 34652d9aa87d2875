import GardenAPI
import TimeKit

extension NotificationSource {
    /// The reminders of tasks, and their due times.
    static let reminders = NotificationSource(
        types: [
            type(
                .reminder, about: EventKind.taskReminded.type, when: "a task's reminder is due",
                body: "{category}, {time}"),
            type(.due, about: EventKind.taskDue.type, when: "a task is due", body: "{category}, due {time}"),
        ],
        open: { context in try context.openReminders(context.newestReminders()).map(context.notification) },
        new: { context, events in context.together(try context.openReminders(events)) },
        unshown: { context, seq in
            context.together(try context.openReminders(context.newestReminders().filter { $0.seq > seq }))
        },
        isOpen: { context, planned in
            // At least one of them, if it is shown in place of several.
            planned.kept.arrayValue?.contains { FiredReminder.isOpen($0, in: context.state.tasks) } ?? false
        })

    private static let snoozeMinutes = 10

    private static func type(
        _ kind: NotificationKind, about event: String, when: String, body: String
    ) -> NotificationType {
        NotificationType(
            kind, about: event, when: when, summary: "{task}", body: body + "{missed}",
            placeholders: ["task": "Water the plants", "category": "Home", "time": "09:00", "missed": ""],
            actions: [
                NotificationAnswer(.done, "Done") { planned, t throws(GardenError) in
                    guard let id = try t.taskId(of: planned) else { return NotificationActionResult() }
                    let done = try TaskComplete(id: id, early: true).performOnOne(in: &t)
                    return NotificationActionResult(task: done.task)
                },
                NotificationAnswer(.snooze, "In \(snoozeMinutes) min") { planned, t throws(GardenError) in
                    guard let id = try t.taskId(of: planned) else { return NotificationActionResult() }
                    return NotificationActionResult(
                        task: try TaskSnooze(id: id, minutes: snoozeMinutes).performOnOne(in: &t))
                },
            ],
            lateness: "the task was completed, removed, changed or snoozed since, or its reminder was shown again",
            isRepeatedUntilShown: true,
            appearance: NotificationAppearance(
                urgency: .normal, icon: "appointment-new", sound: "alarm-clock-elapsed", waits: .always,
                comesThrough: true))
    }
}

/// A reminder that has fired, or a due time.
private struct FiredReminder {
    /// The types of the events.
    static let types = [EventKind.taskReminded.type, EventKind.taskDue.type]

    let event: Event
    let effect: TaskEffect

    /// - Returns: `nil` for another event.
    init?(_ event: Event) throws(ReplayError) {
        guard let effect = try Self.effect(event) else { return nil }
        (self.event, self.effect) = (event, effect)
    }

    private static func effect(_ event: Event) throws(ReplayError) -> TaskEffect? {
        if let reminded = try EventKind.taskReminded.effect(in: event) { return reminded }
        return try EventKind.taskDue.effect(in: event)
    }

    var kind: NotificationKind { event.type == EventKind.taskDue.type ? .due : .reminder }

    /// Whether it, or one before it, fell due unseen (RULES T6).
    var isMissed: Bool { effect.note?.missed ?? 0 > 0 }

    /// The state of its task, with which a later state is compared to see whether the reminder still applies.
    var kept: JSON { Self.kept(effect.id, effect.facts.progress) }

    /// Whether nothing was done about it: the task is open, and was not completed, skipped, snoozed or reminded of since.
    static func isOpen(_ kept: JSON, in tasks: TaskBook) -> Bool {
        guard let id = kept["task"]?.integerValue, let now = tasks[id]?.progress, now.snoozedUntil == nil else {
            return false
        }
        return Self.kept(id, now) == kept
    }

    private static func kept(_ id: Int, _ progress: TaskProgress) -> JSON {
        [
            "task": .integer(id), "firedAt": progress.firedAt?.json ?? .null, "doneCount": .integer(progress.doneCount),
            "occurrence": progress.occurrence?.json ?? .null,
        ]
    }
}

extension QueryContext {
    /// The most reminders that are looked through for open ones.
    private static let mostReminders = 50
    private static let mostLines = 10

    fileprivate func newestReminders() throws(StoreError) -> [Event] {
        try history.newestEvents(before: nil, limit: Self.mostReminders, types: FiredReminder.types)
    }

    /// Those of some reminders that still apply, in their order.
    fileprivate func openReminders(_ events: [Event]) throws -> [FiredReminder] {
        try events.compactMap { try FiredReminder($0) }.filter { FiredReminder.isOpen($0.kept, in: state.tasks) }
    }

    fileprivate func notification(of reminder: FiredReminder) -> PlannedNotification {
        let (effect, event) = (reminder.effect, reminder.event)
        var missed = ""
        if let count = effect.note?.missed, count > 0 {
            let since = effect.note?.since.map { ", first \(time(of: $0))" } ?? ""
            missed = count == 1 ? " (missed)" : " (missed \(count)×\(since))"
        }
        return planned(
            reminder.kind, event, subject: "task:\(effect.id)",
            [
                "task": effect.facts.details.title, "category": effect.facts.place.category.name,
                "time": time(of: effect.note?.firedAt ?? event.at.instant), "missed": missed,
            ], actions: [.done, .snooze], keeping: [reminder.kept])
    }

    /// The same reminders, with those that were missed as one if they are several (RULES N2).
    fileprivate func together(_ reminders: [FiredReminder]) -> [PlannedNotification] {
        let missed = reminders.filter(\.isMissed).map(notification)
        guard missed.count > 1, let last = missed.last?.notification else { return reminders.map(notification) }
        var lines = missed.prefix(Self.mostLines).map { reminder in
            let (summary, body) = (reminder.notification.summary, reminder.notification.body)
            return body.isEmpty ? summary : "\(summary): \(body)"
        }
        if missed.count > Self.mostLines { lines.append("and \(missed.count - Self.mostLines) more") }
        let together = GardenNotification(
            id: last.id, kind: .reminder, at: last.at, summary: "\(missed.count) missed reminders",
            body: lines.joined(separator: "\n"), actions: [])
        return [
            PlannedNotification(
                subject: "reminders", notification: together, isFact: false, events: missed.flatMap(\.events),
                kept: .array(missed.flatMap { $0.kept.arrayValue ?? [] }))
        ] + reminders.filter { !$0.isMissed }.map(notification)
    }
}

extension Transition {
    /// The task of a reminder.
    fileprivate func taskId(of planned: PlannedNotification) throws(GardenError) -> Int? {
        try readingJournal {
            try history.event(planned.notification.id).flatMap { try FiredReminder($0)?.effect.id }
        }
    }
}
