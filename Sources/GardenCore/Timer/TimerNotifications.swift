import GardenAPI
import TimeKit

extension NotificationSource {
    private static let moreMinutes = 5
    private static let timerHasMovedOn = "the timer has moved on since"

    /// What the timer does now, and that it is paused for long or ends soon. At most one is about what the timer does.
    static let timer = NotificationSource(
        types: [focusCompleted, restCompleted, woke, paused, endingSoon],
        otherEvents: [EventKind.presenceChanged.type],
        open: { context in
            try [context.timerNotification(), context.pauseNotification(), context.endNotification()]
                .compactMap(\.self)
        },
        new: { context, events in
            let seqs = Set(events.map(\.seq))
            var planned: [PlannedNotification] = []
            for news in try [context.pauseNotification(), context.endNotification()].compactMap(\.self)
            where seqs.contains(news.notification.id) { planned.append(news) }
            if let timer = try context.timerNotification() {
                let isNew = seqs.contains(timer.notification.id)
                if try isNew || context.isOffered(timer, after: events) { planned.append(timer) }
            }
            return planned
        },
        isOpen: { context, planned in
            let current =
                switch planned.kind {
                case .paused: try context.pauseNotification()
                case .endingSoon: try context.endNotification()
                default: try context.timerNotification()
                }
            // Its actions are of that time: a phase that began since makes it another notification.
            return current?.notification.id == planned.notification.id
                && current?.notification.actions == planned.notification.actions
        })

    private static let focusCompleted = NotificationType(
        .focusCompleted, about: EventKind.focusCompleted.type, when: "a focus session is over",
        summary: "Focus completed", body: "{category}, {minutes} min. {next}",
        placeholders: [
            "category": "Work", "minutes": "25", "session": "1", "task": "Write the report",
            "next": "A rest of 5 min has begun.",
        ],
        actions: [
            NotificationAnswer(.startRest, "Start rest", isInSample: false) { _, t throws(GardenError) in
                try t.perform(TimerStart(phase: .rest))
            },
            NotificationAnswer(.skipRest, "Skip rest") { _, t throws(GardenError) in
                if t.state.timer.run != nil { return try t.perform(TimerSkip()) }
                try t.startFocusAgain()
                return NotificationActionResult()
            },
            NotificationAnswer(.extend, "\(moreMinutes) more min") { _, t throws(GardenError) in
                try t.perform(TimerExtend(minutes: moreMinutes))
            },
        ], lateness: timerHasMovedOn,
        appearance: NotificationAppearance(
            urgency: .normal, icon: "appointment-soon", sound: "complete", waits: .with([.startRest, .startFocus])))

    private static let restCompleted = NotificationType(
        .restCompleted, about: EventKind.restCompleted.type, when: "a rest is over", summary: "Rest completed",
        body: "{next}",
        placeholders: ["category": "Work", "minutes": "5", "session": "2", "next": "Session 2 has begun."],
        actions: [
            NotificationAnswer(.startFocus, "Start focus", isInSample: false) { _, t throws(GardenError) in
                try t.startFocusAgain()
                return NotificationActionResult()
            },
            NotificationAnswer(.snooze, "Rest \(moreMinutes) more min") { _, t in
                t.restAgain(minutes: moreMinutes)
                return NotificationActionResult()
            },
            NotificationAnswer(.stop, "Stop") { _, t in
                t.changeTimer(.timerStopped, to: .stopped(number: 0), interrupted: .stopped)
                return NotificationActionResult()
            },
        ], lateness: timerHasMovedOn,
        appearance: NotificationAppearance(
            urgency: .normal, icon: "appointment-soon", sound: "bell", waits: .with([.startRest, .startFocus])))

    private static let woke = NotificationType(
        .woke, about: EventKind.timerPaused.type,
        // Of the pauses, only that of a sleep has one.
        where: { event in
            guard case .paused(_, let pause)? = try EventKind.timerPaused.effect(in: event)?.after else { return false }
            return pause.absenceMilliseconds != nil
        },
        when: "a focus session was paused because the machine slept or was off", summary: "Focus paused",
        body: "{category}, {progress}. The machine slept or was off for {duration}.",
        placeholders: [
            "category": "Work", "duration": "30 min", "minutes": "30", "left": "12:30", "progress": "12:30 left",
        ],
        actions: [
            NotificationAnswer(.resume, "Resume") { _, t throws(GardenError) in try t.perform(TimerResume()) },
            NotificationAnswer(.discard, "Discard") { _, t throws(GardenError) in try t.perform(TimerStop()) },
            NotificationAnswer(.count, "Count it as focus") { _, t throws(GardenError) in
                try t.perform(TimerResume(countAbsence: true))
            },
        ], lateness: timerHasMovedOn,
        appearance: NotificationAppearance(
            urgency: .normal, icon: "media-playback-pause", sound: "dialog-information", waits: .always))

    private static let paused = NotificationType(
        .paused, about: EventKind.timerStillPaused.type, when: "a phase has been paused for long",
        summary: "Still paused", body: "{category}, {progress}. Paused since {since}.",
        placeholders: [
            "category": "Work", "left": "12:30", "progress": "12:30 left", "since": "09:10", "minutes": "60",
        ],
        actions: [NotificationAnswer(.resume, "Resume") { _, t throws(GardenError) in try t.perform(TimerResume()) }],
        lateness: timerHasMovedOn,
        appearance: NotificationAppearance(
            urgency: .normal, icon: "media-playback-pause", sound: "dialog-information", waits: .always))

    private static let endingSoon = NotificationType(
        .endingSoon, about: EventKind.timerEndingSoon.type,
        when: "a phase ends in timer.ending_soon_seconds", summary: "{phase} ends soon",
        body: "{category}, {left} left.",
        placeholders: ["category": "Work", "phase": "Focus", "task": "Write the report", "left": "2:00"],
        actions: [
            NotificationAnswer(.extend, "\(moreMinutes) more min") { _, t throws(GardenError) in
                try t.perform(TimerExtend(minutes: moreMinutes))
            }
        ], lateness: timerHasMovedOn,
        appearance: NotificationAppearance(
            urgency: .normal, icon: "appointment-soon", sound: "dialog-information", waits: .never))
}

extension QueryContext {
    /// The notification about what the timer does now; `nil` if there is nothing to say about it.
    fileprivate func timerNotification() throws -> PlannedNotification? {
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
        if let effect = try EventKind.focusCompleted.effect(in: end) {
            // Its finish may have been undone (RULES P25).
            return state.timer.run?.phase == .focus ? nil : focusNotification(effect, end)
        }
        guard let rest = try EventKind.restCompleted.effect(in: end)?.before.run else { return nil }
        return restNotification(rest, end)
    }

    private func focusNotification(_ effect: FocusEffect, _ event: Event) -> PlannedNotification {
        let focus = effect.run
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
                "category": state.label(ofCategory: focus.categoryId).name, "task": focus.taskTitle ?? "",
                "minutes": "\(effect.session(event.origin).seconds / 60)", "session": "\(focus.number)", "next": next,
            ], actions: actions)
    }

    private func restNotification(_ rest: ActivePhase, _ event: Event) -> PlannedNotification {
        let number = rest.number + 1
        let isRunning = state.timer.run != nil
        var next = isRunning ? "Session \(number) has begun." : "Session \(number) is ready to start."
        if !isRunning, isStoppedByLimit(after: rest) {
            let sessions = (rest.automatic ?? 0).counted("session")
            next = "\(sessions) began without a sign of you, so the timer stopped. \(next)"
        }
        return planned(
            .restCompleted, event, subject: "timer",
            [
                "category": state.label(ofCategory: rest.categoryId).name,
                "minutes": "\(rest.totalMilliseconds / 60_000)", "session": "\(number)", "next": next,
            ], actions: isRunning ? [.snooze, .stop] : [.startFocus, .snooze, .stop])
    }

    /// Whether the next session did not begin because too many did without a sign of the person (RULES P18).
    private func isStoppedByLimit(after rest: ActivePhase) -> Bool {
        let settings = environment.settings
        return CyclePolicy.focusStartsByItself(settings, state.presence.current)
            && !CyclePolicy.isAttended(after: rest.automatic ?? 0, settings, state.provedPresence)
    }

    private func wokeNotification(_ run: ActivePhase, _ pause: Pause, _ absence: Int) throws -> PlannedNotification? {
        guard let event = try newestEvent([EventKind.timerPaused.type]) else { return nil }
        return planned(
            .woke, event, subject: "timer",
            [
                "category": state.label(ofCategory: run.categoryId).name, "minutes": "\(absence / 60_000)",
                "duration": Self.duration(absence),
            ].merging(Self.progress(of: run, pause)) { $1 }, actions: [.resume, .discard, .count])
    }

    /// How far a paused phase is. An open session has no time left, and `left` is what has passed of it.
    private static func progress(of run: ActivePhase, _ pause: Pause) -> [String: String] {
        let passed = minutesAndSeconds(run.totalMilliseconds - pause.remainingMilliseconds)
        let left = minutesAndSeconds(pause.remainingMilliseconds)
        return run.isOpen
            ? ["left": passed, "progress": "\(passed) so far"] : ["left": left, "progress": "\(left) left"]
    }

    /// Whether a person returns to a timer that waits since a rest, which is then offered again (RULES P16).
    fileprivate func isOffered(_ timer: PlannedNotification, after events: [Event]) throws -> Bool {
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

    /// That a phase is still paused; `nil` if it is not, or that was not mentioned (RULES P28).
    fileprivate func pauseNotification() throws -> PlannedNotification? {
        guard case .paused(let run, let pause) = state.timer, pause.isMentioned == true,
            let event = try newestEvent([EventKind.timerStillPaused.type])
        else { return nil }
        let passed = max(0, event.at.instant.milliseconds - pause.since.milliseconds)
        return planned(
            .paused, event, subject: "timer",
            [
                "category": state.label(ofCategory: run.categoryId).name, "minutes": "\(passed / 60_000)",
                "since": time(of: pause.since),
            ].merging(Self.progress(of: run, pause)) { $1 }, actions: [.resume])
    }

    /// That the phase in progress ends soon; `nil` if that was not said, or something happened to it since.
    fileprivate func endNotification() throws -> PlannedNotification? {
        guard case .running(let run, let deadline) = state.timer,
            let event = try newestEvent([EventKind.timerEndingSoon.type]), event.seq > state.lastResetSeq,
            try EventKind.timerEndingSoon.effect(in: event)?.after == state.timer
        else { return nil }
        let left = deadline.endsAt.milliseconds - event.at.instant.milliseconds
        return planned(
            .endingSoon, event, subject: "timer",
            [
                "phase": run.phase == .focus ? "Focus" : "Rest",
                "category": state.label(ofCategory: run.categoryId).name,
                "task": run.taskTitle ?? "", "left": minutesAndSeconds(max(0, left)),
            ], actions: [.extend])
    }

}

extension Transition {
    fileprivate mutating func perform(_ command: some Command) throws(GardenError) -> NotificationActionResult {
        _ = try command.perform(in: &self)
        return NotificationActionResult()
    }

    /// Starts the focus session that follows the last phase, in its category and on its task if there still are such.
    fileprivate mutating func startFocusAgain() throws(GardenError) {
        let types = [EventKind.focusCompleted.type, EventKind.restCompleted.type]
        let run = try readingJournal { () throws -> ActivePhase? in
            guard let end = try history.newestEvents(before: nil, limit: 1, types: types).last else { return nil }
            return try EventKind.focusCompleted.effect(in: end)?.run
                ?? EventKind.restCompleted.effect(in: end)?.before.run
        }
        let task = run?.taskId.flatMap { state.tasks[$0] }
        let category = run.flatMap { state.categories[state.categories.continuing($0.categoryId)]?.id }
        beginFocus(
            categoryId: category ?? task?.categoryId ?? state.categories.lastUsedId,
            task: task.map { FocusedTask(id: $0.id, title: $0.details.title) }, minutes: nil,
            number: state.timer.number + 1)
    }

    /// Rests for some more minutes, instead of the focus session that has begun or waits.
    fileprivate mutating func restAgain(minutes: Int) {
        let number = state.timer.run.map { $0.number - 1 } ?? state.timer.number
        let categoryId = state.timer.run?.categoryId ?? state.categories.lastUsedId
        let task = state.timer.run?.task
        var cause: EventReference?
        if state.timer.run != nil {
            cause = changeTimer(.timerStopped, to: .stopped(number: number), interrupted: .stopped)
        }
        beginRest(
            categoryId: categoryId, task: task, minutes: minutes, number: number, isLong: false, because: cause)
    }
}
