import GardenAPI
import TimeKit

// What notifications there are follows from the state and the events that they are about: nothing else is stored.
extension QueryContext {
    /// The most reminders that are looked through for open ones.
    private static let mostReminders = 50

    /// The notifications on which something can be done now, the newest first.
    ///
    /// - Throws: if the journal cannot be read.
    public func openNotifications() throws(GardenError) -> [PlannedNotification] {
        try readingJournal {
            let reminders = try history.newestEvents(
                before: nil, limit: Self.mostReminders, types: [EventKind.taskReminded.type])
            let planned = try [timerNotification(), lockNotification()].compactMap(\.self) + openReminders(reminders)
            return planned.sorted { $0.notification.id > $1.notification.id }
        }
    }

    /// The notifications to show after events were committed.
    ///
    /// - Throws: if the journal cannot be read.
    public func notifications(about events: [Event]) throws(GardenError) -> [PlannedNotification] {
        guard events.contains(where: { Self.types.contains($0.type) }) else { return [] }
        return try readingJournal {
            let seqs = Set(events.map(\.seq))
            var planned: [PlannedNotification] = []
            for event in events {
                let fact = try levelNotification(event) ?? rateNotification(event) ?? drillNotification(event)
                if let fact { planned.append(fact) }
            }
            planned += remindersTogether(try openReminders(events))
            if let lock = try lockNotification(), seqs.contains(lock.notification.id) { planned.append(lock) }
            if let timer = try timerNotification() {
                let isNew = seqs.contains(timer.notification.id)
                if try isNew || isOffered(timer, after: events) { planned.append(timer) }
            }
            return planned
        }
    }

    /// The reminders after an event that still apply: those that a crash may have kept from the screen (RULES N1).
    ///
    /// - Throws: if the journal cannot be read.
    public func reminders(after seq: Int) throws(GardenError) -> [PlannedNotification] {
        try readingJournal {
            let events = try history.newestEvents(
                before: nil, limit: Self.mostReminders, types: [EventKind.taskReminded.type])
            return remindersTogether(try openReminders(events.filter { $0.seq > seq }))
        }
    }

    /// Whether a notification still applies.
    ///
    /// - Throws: if the journal cannot be read.
    public func isOpen(_ planned: PlannedNotification) throws(GardenError) -> Bool {
        switch planned.scope {
        case .fact: return true
        case .lock: return state.lockQuestion?.locked.seq == planned.notification.id
        case .reminders(let reminders): return reminders.contains { $0.isOpen(in: state.tasks) }
        case .timer:
            let current = try readingJournal { try timerNotification() }
            // Its actions are of that time: a phase that began since makes it another notification.
            return current?.notification.id == planned.notification.id
                && current?.notification.actions == planned.notification.actions
        }
    }

    /// The notification that the disk refuses writes (RULES N1). It is about no event, so its id is 0.
    public func storageNotification(_ reason: String) -> PlannedNotification {
        planned(.storageFailed, id: 0, at: timestamp(moment.wall), subject: "storage", [.reason: reason])
    }

    /// A notification of a kind with sample values. Its id is 0.
    public func sampleNotification(_ kind: NotificationKind) -> PlannedNotification {
        let values = Dictionary(uniqueKeysWithValues: kind.sampleValues)
        // The text says that the next phase has begun by itself.
        let actions = kind.actions.filter { ![.startRest, .startFocus].contains($0) }
        return planned(kind, id: 0, at: timestamp(moment.wall), subject: "sample", values, actions: actions)
    }

    /// The events after which a notification may be shown.
    private static let types = Set(NotificationKind.allCases.compactMap(\.eventType) + [EventKind.presenceChanged.type])

    // MARK: The timer

    /// The notification about what the timer does now; `nil` if there is nothing to say about it.
    private func timerNotification() throws -> PlannedNotification? {
        if case .paused(let run, let pause) = state.timer, let absence = pause.absenceMilliseconds {
            return try wokeNotification(run, pause, absence)
        }
        let ends = [EventKind.focusCompleted.type, EventKind.restCompleted.type]
        let others = [EventKind.timerStarted.type, EventKind.timerSkipped.type, EventKind.timerStopped.type]
        guard let last = try newestEvent(ends + others), last.seq > state.lastResetSeq else { return nil }
        let end: Event?
        switch last.type {
        case EventKind.timerStarted.type:
            end = try last.cause.flatMap { ends.contains($0.type) ? try history.event($0.seq) : nil }
        case _ where ends.contains(last.type): end = last
        default: end = nil
        }
        guard let end else { return nil }
        // A phase that ended yesterday leads to no other.
        if state.timer.run == nil, end.at.instant < state.day.startsAt { return nil }
        if let effect = try EventKind.focusCompleted.effect(in: end) { return focusNotification(effect.run, end) }
        guard let rest = try EventKind.restCompleted.effect(in: end)?.before.run else { return nil }
        return restNotification(rest, end)
    }

    private func focusNotification(_ focus: ActivePhase, _ event: Event) -> PlannedNotification {
        let next: String
        let actions: [NotificationAction]
        if let rest = state.timer.run {
            next = "A\(rest.longRest ? " long" : "") rest of \(rest.totalMilliseconds / 60_000) min has begun."
            actions = [.skipRest, .extend]
        } else {
            next = "The rest is ready to start."
            actions = [.startRest, .skipRest]
        }
        return planned(
            .focusCompleted, event, subject: "timer",
            [
                .category: state.label(ofCategory: focus.categoryId).name, .task: focus.taskTitle ?? "",
                .minutes: "\(focus.totalMilliseconds / 60_000)", .session: "\(focus.number)", .next: next,
            ], actions: actions, scope: .timer)
    }

    private func restNotification(_ rest: ActivePhase, _ event: Event) -> PlannedNotification {
        let number = rest.number + 1
        let isRunning = state.timer.run != nil
        let next = isRunning ? "Session \(number) has begun." : "Session \(number) is ready to start."
        return planned(
            .restCompleted, event, subject: "timer",
            [
                .category: state.label(ofCategory: rest.categoryId).name,
                .minutes: "\(rest.totalMilliseconds / 60_000)", .session: "\(number)", .next: next,
            ], actions: isRunning ? [.snooze, .stop] : [.startFocus, .snooze, .stop], scope: .timer)
    }

    private func wokeNotification(_ run: ActivePhase, _ pause: Pause, _ absence: Int) throws -> PlannedNotification? {
        guard let event = try newestEvent([EventKind.timerPaused.type]) else { return nil }
        return planned(
            .woke, event, subject: "timer",
            [
                .category: state.label(ofCategory: run.categoryId).name, .minutes: "\(absence / 60_000)",
                .duration: Self.duration(absence), .left: minutesAndSeconds(pause.remainingMilliseconds),
            ], actions: NotificationKind.woke.actions, scope: .timer)
    }

    /// Whether a person returns to a timer that waits since a rest, which is then offered again (RULES P16).
    private func isOffered(_ timer: PlannedNotification, after events: [Event]) throws -> Bool {
        guard timer.kind == .restCompleted, state.timer.run == nil, environment.settings.startFocus == .present,
            state.presence.current == .active,
            let change = events.last(where: { $0.type == EventKind.presenceChanged.type })
        else { return false }
        let limit = 20
        let earlier = try history.newestEvents(
            before: change.seq, limit: limit, types: [EventKind.presenceChanged.type]
        )
        .filter { $0.seq > timer.notification.id }
        let hasReturned = try earlier.contains { event in
            try EventKind.presenceChanged.effect(in: event)?.presence == .active
        }
        return try !hasReturned && EventKind.presenceChanged.effect(in: change)?.before.isPresent == false
    }

    // MARK: Locks, reminders and facts

    private func lockNotification() throws -> PlannedNotification? {
        guard let question = state.lockQuestion, let event = try history.event(question.locked.seq),
            let effect = try EventKind.timerAsked.effect(in: event)
        else { return nil }
        return planned(
            .locked, event, subject: "lock",
            [
                .category: effect.category.name,
                .minutes: "\(question.locked.lockedMilliseconds / 60_000)",
                .duration: Self.duration(question.locked.lockedMilliseconds),
            ], actions: NotificationKind.locked.actions, scope: .lock)
    }

    /// Those of some reminders that still apply, in their order.
    private func openReminders(_ events: [Event]) throws -> [PlannedNotification] {
        try events.compactMap { event in
            guard let effect = try EventKind.taskReminded.effect(in: event) else { return nil }
            let reminder = FiredReminder(effect, seq: event.seq)
            guard reminder.isOpen(in: state.tasks) else { return nil }
            return reminderNotification(effect, reminder, event)
        }
    }

    private func reminderNotification(
        _ effect: TaskEffect, _ reminder: FiredReminder, _ event: Event
    ) -> PlannedNotification {
        var missed = ""
        if let count = effect.note?.missed, count > 0 {
            let since = effect.note?.since.map { ", first \(time(of: $0))" } ?? ""
            missed = count == 1 ? " (missed)" : " (missed \(count)×\(since))"
        }
        return planned(
            .reminder, event, subject: "task:\(effect.id)",
            [
                .task: effect.facts.details.title, .category: effect.facts.place.category.name,
                .time: time(of: effect.note?.firedAt ?? event.at.instant), .missed: missed,
            ], actions: NotificationKind.reminder.actions, scope: .reminders([reminder]))
    }

    /// The same reminders, with those that were missed as one if they are several (RULES N2).
    private func remindersTogether(_ reminders: [PlannedNotification]) -> [PlannedNotification] {
        let missed = reminders.filter { $0.reminders.contains(where: \.isMissed) }
        guard missed.count > 1, let last = missed.last?.notification else { return reminders }
        let mostLines = 10
        var lines = missed.prefix(mostLines).map { reminder in
            let (summary, body) = (reminder.notification.summary, reminder.notification.body)
            return body.isEmpty ? summary : "\(summary): \(body)"
        }
        if missed.count > mostLines { lines.append("and \(missed.count - mostLines) more") }
        let together = GardenNotification(
            id: last.id, kind: .reminder, at: last.at, summary: "\(missed.count) missed reminders",
            body: lines.joined(separator: "\n"), actions: [])
        return [
            PlannedNotification(
                subject: "reminders", notification: together, scope: .reminders(missed.flatMap(\.reminders)))
        ] + reminders.filter { !$0.reminders.contains(where: \.isMissed) }
    }

    private func levelNotification(_ event: Event) throws -> PlannedNotification? {
        guard let effect = try EventKind.gardenLeveledUp.effect(in: event) else { return nil }
        return planned(
            .levelUp, event, subject: "garden:\(effect.categoryId)",
            [.category: effect.category.name, .level: "\(effect.level ?? effect.exp / Experience.perLevel)"])
    }

    private func rateNotification(_ event: Event) throws -> PlannedNotification? {
        guard let effect = try EventKind.rateRaised.effect(in: event) else { return nil }
        return planned(
            .tierRaised, event, subject: "rate",
            [.tier: "\(effect.after.state.tier)", .rate: effect.after.rate.json.text])
    }

    /// A person who ends a drill by hand knows that it has ended.
    private func drillNotification(_ event: Event) throws -> PlannedNotification? {
        guard let drill = try EventKind.drillFinished.effect(in: event)?.drill, let outcome = drill.outcome,
            outcome != .quit
        else { return nil }
        return planned(
            .drillFinished, event, subject: "drill",
            [.deck: drill.deck, .level: drill.level, .outcome: outcome.text, .result: drill.resultText])
    }

    // MARK: Parts

    private func planned(
        _ kind: NotificationKind, _ event: Event, subject: String, _ values: [NotificationPlaceholder: String],
        actions: [NotificationAction] = [], scope: PlannedNotification.Scope = .fact
    ) -> PlannedNotification {
        planned(kind, id: event.seq, at: event.at, subject: subject, values, actions: actions, scope: scope)
    }

    private func planned(
        _ kind: NotificationKind, id: Int, at: Timestamp, subject: String, _ values: [NotificationPlaceholder: String],
        actions: [NotificationAction] = [], scope: PlannedNotification.Scope = .fact
    ) -> PlannedNotification {
        let (summary, body) = environment.settings.notificationTexts.text(kind, values)
        let buttons = actions.map { NotificationButton(action: $0, label: kind.label(of: $0)) }
        return PlannedNotification(
            subject: subject,
            notification: GardenNotification(
                id: id, kind: kind, at: at, summary: summary, body: body, actions: buttons), scope: scope)
    }

    /// "9 h 5 min", rounded down; less than a minute is "less than 1 min".
    private static func duration(_ milliseconds: Int) -> String {
        let (hours, minutes) = (milliseconds / 3_600_000, milliseconds / 60_000 % 60)
        switch (hours, minutes) {
        case (0, 0): return "less than 1 min"
        case (0, _): return "\(minutes) min"
        case (_, 0): return "\(hours) h"
        default: return "\(hours) h \(minutes) min"
        }
    }

    /// "09:00" on the current day, otherwise "2026-11-27 09:00".
    private func time(of instant: Instant) -> String {
        let text = timestamp(instant).wallText
        return environment.calendar.day(of: instant) == state.day.day ? String(text.suffix(5)) : text
    }

    private func newestEvent(_ types: [String]) throws(StoreError) -> Event? {
        try history.newestEvents(before: nil, limit: 1, types: types).last
    }
}
