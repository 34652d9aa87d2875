import GardenAPI

extension Feature {
    /// What the desktop shows, and what its buttons do.
    static let notifications = Feature(
        "notifications", undo: .likeItsEvents,
        methods: [.query(NotificationList.self), .command(NotificationAct.self)])
}

extension NotificationList: Query {
    public func answer(in context: QueryContext) throws(GardenError) -> [GardenNotification] {
        try context.openNotifications().map(\.notification)
    }
}

extension NotificationAct: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> NotificationOutcome {
        let planned = try notification(
            in: QueryContext(
                state: Shared(t.state), moment: t.moment, environment: t.environment, history: t.history, isStale: false
            ))
        let (task, session) = try perform(planned, in: &t)
        return NotificationOutcome(
            id: planned.notification.id, kind: planned.kind, action: action, timer: t.timerView, task: task,
            session: session)
    }

    /// The notification that the request is about.
    private func notification(in context: QueryContext) throws(GardenError) -> PlannedNotification {
        let open = try context.openNotifications()
        let candidates = id.map { id in open.filter { $0.notification.id == id } } ?? open
        let found = candidates.first { $0.notification.actions.contains { $0.action == action } }
        if let found { return found }
        guard let id else {
            throw .refused(.tooLate, "no notification can be answered with \(action.rawValue) now")
        }
        let kind = try readingJournal { try context.history.event(id).flatMap { try NotificationKind(of: $0) } }
        guard let kind else { throw .notFound(kind: "notification", id: id) }
        guard kind.actions.contains(action) else {
            let actions = kind.actions.map(\.rawValue).joined(separator: ", ")
            let allowed = actions.isEmpty ? "this kind, \(kind.rawValue), has none" : "\(kind.rawValue) has \(actions)"
            throw .invalidParam("action", "must be one that the notification has: \(allowed)")
        }
        throw .refused(.tooLate, kind.lateness(of: action), [("id", .integer(id))])
    }

    /// Does what the action says.
    private func perform(
        _ planned: PlannedNotification, in t: inout Transition
    ) throws(GardenError) -> (TaskItem?, Session?) {
        switch action {
        case .startRest: _ = try TimerStart(phase: .rest).perform(in: &t)
        case .skipRest where t.state.timer.run != nil: _ = try TimerSkip().perform(in: &t)
        case .skipRest, .startFocus: try t.startFocusAgain()
        case .extend: _ = try TimerExtend(minutes: NotificationKind.moreRestMinutes).perform(in: &t)
        case .snooze where planned.kind == .restCompleted: t.restAgain()
        case .stop: t.changeTimer(.timerStopped, to: .stopped(number: 0), interrupted: .stopped)
        case .done:
            guard let id = planned.taskId else { break }
            return (try TaskComplete(id: id).perform(in: &t).task, nil)
        case .snooze:
            guard let id = planned.taskId else { break }
            return (try TaskSnooze(id: id, minutes: NotificationKind.snoozeMinutes).perform(in: &t), nil)
        case .resume: _ = try TimerResume().perform(in: &t)
        case .count: _ = try TimerResume(countAbsence: true).perform(in: &t)
        case .discard where planned.kind == .woke: _ = try TimerStop().perform(in: &t)
        case .keep: return (nil, try TimerResolve(answer: .keep).perform(in: &t).session)
        case .discard: return (nil, try TimerResolve(answer: .discard).perform(in: &t).session)
        case .untilLock: return (nil, try TimerResolve(answer: .untilLock).perform(in: &t).session)
        }
        return (nil, nil)
    }
}

extension PlannedNotification {
    /// The task of a single reminder.
    fileprivate var taskId: Int? {
        reminders.count == 1 ? reminders[0].taskId : nil
    }
}

extension NotificationKind {
    /// The kind of notification that an event has; `nil` if it has none.
    fileprivate init?(of event: Event) throws(ReplayError) {
        guard let kind = Self.allCases.first(where: { $0.eventType == event.type }) else { return nil }
        // Of the pauses, only that of a sleep has one.
        if kind == .woke {
            guard case .paused(_, let pause)? = try EventKind.timerPaused.effect(in: event)?.after,
                pause.absenceMilliseconds != nil
            else { return nil }
        }
        self = kind
    }

    /// Why an action is no longer possible.
    fileprivate func lateness(of action: NotificationAction) -> String {
        let reason =
            switch self {
            case .focusCompleted, .restCompleted, .woke: "the timer has moved on since"
            case .reminder: "the task was completed, removed, changed or snoozed since, or its reminder was shown again"
            case .locked: "the question was answered, or a new session or day has begun"
            case .levelUp, .tierRaised, .storageFailed, .drillFinished: "it asks no question"
            }
        return "too late for \(action.rawValue): \(reason)"
    }
}

extension Transition {
    /// Starts the focus session that follows the last phase, in its category and on its task if there still are such.
    fileprivate mutating func startFocusAgain() throws(GardenError) {
        let types = [EventKind.focusCompleted.type, EventKind.restCompleted.type]
        let run = try readingJournal { () throws -> ActivePhase? in
            guard let end = try history.newestEvents(before: nil, limit: 1, types: types).last else { return nil }
            return try EventKind.focusCompleted.effect(in: end)?.run
                ?? EventKind.restCompleted.effect(in: end)?.before.run
        }
        let task = run?.taskId.flatMap { state.tasks[$0] }
        let category = run.flatMap { state.categories[$0.categoryId]?.id }
        beginFocus(
            categoryId: category ?? task?.categoryId ?? state.categories.lastUsedId,
            task: task.map { FocusedTask(id: $0.id, title: $0.details.title) }, minutes: nil,
            number: state.timer.number + 1)
    }

    /// Rests for some more minutes, instead of the focus session that has begun or waits.
    fileprivate mutating func restAgain() {
        let number = state.timer.run.map { $0.number - 1 } ?? state.timer.number
        let categoryId = state.timer.run?.categoryId ?? state.categories.lastUsedId
        let task = state.timer.run?.task
        var cause: EventReference?
        if state.timer.run != nil {
            cause = changeTimer(.timerStopped, to: .stopped(number: number), interrupted: .stopped)
        }
        beginRest(
            categoryId: categoryId, task: task, minutes: NotificationKind.moreRestMinutes, number: number,
            isLong: false, because: cause)
    }
}
