import GardenAPI

extension Feature {
    /// Tasks, what they pay, and their reminders.
    static let tasks = Feature(
        "tasks", undo: .possible, parts: [.task, .closedTask],
        methods: [
            .command(TaskAdd.self), .command(TaskQuickAdd.self), .query(TaskList.self), .query(TaskCompletions.self),
            .query(TaskGet.self),
            .command(TaskEdit.self),
            .command(TaskMove.self), .command(TaskRemove.self), .command(TaskSnooze.self),
            .command(TaskComplete.self), .command(TaskCompleteAll.self), .command(TaskReopen.self),
            .command(TaskSkip.self), .query(TaskNext.self), .query(TaskOccurrenceList.self),
        ],
        events: {
            EventKind.taskAdded
            EventKind.taskEdited
            EventKind.taskMoved
            EventKind.taskRemoved
            EventKind.tasksMoved
            EventKind.taskCompleted
            EventKind.taskReopened
            EventKind.taskSkipped
            EventKind.taskReminded
            EventKind.taskDue
            EventKind.taskRemindersMissed
            EventKind.taskSnoozed
            EventKind.tasksRescheduled
            EventKind.taskDayNotice
        },
        dueDates: { state, environment in
            state.taskReminders() + [state.dayNotice(under: environment)].compactMap(\.self)
        },
        additions: [
            ImportedKind.task, ImportedKind.completion, AnswerNote.movedDates,
            NotificationSource.reminders, NotificationSource.dayNotice, ReversalConsequence.taskFocus,
            AnswerNote.moved(MovedContent.tasksName, by: EventKind.tasksMoved.type) { event in
                try EventKind.tasksMoved.effect(of: event)?.ids.count
            },
        ],
        reset: { state, _ in state.tasks.clear() },
        reactions: [
            .to(.dayCorrection) { t, correction in t.rescheduleTasks(isCorrected: true, because: correction.cause) },
            .to(.categoryRemoval) { t, removed in
                let ids = t.state.tasks.order(ofCategory: removed.category.id)
                guard !ids.isEmpty else { return }
                let effect = TasksMovedEffect(
                    ids: ids, fromId: removed.category.id, from: removed.label, toId: removed.heirId,
                    to: t.state.label(ofCategory: removed.heirId),
                    firstPosition: t.state.tasks.count(inCategory: removed.heirId),
                    updatedBefore: ids.map { t.state.tasks[$0]?.updatedAt ?? t.moment.wall })
                t.emit(.tasksMoved, effect, because: removed.cause)
            },
            .to(.focusCount) { t, focus in
                guard let id = focus.taskId, let before = t.state.tasks[id] else { return }
                var task = before
                task.progress.focuses = max(0, task.progress.focuses + focus.sessions)
                task.progress.focusMilliseconds = max(0, task.progress.focusMilliseconds + focus.seconds * 1000)
                t.change(.taskEdited, before, to: task, because: focus.cause)
            },
            .to(.daemonStart) { t, cause in t.armDueTimes(because: cause) },
            .to(.settingsChange) { t, cause in t.rescheduleTasks(because: cause) },
            .to(.timezoneChange) { t, cause in
                t.rescheduleTasks(because: cause)
                t.missReminders(graceMilliseconds: 0, because: cause)
            },
            .to(.clockChange) { t, change in
                // After a sleep, the reminders in it are due before this.
                guard case .stepped = change.kind else { return }
                t.missReminders(graceMilliseconds: t.settings.sleepGraceSeconds * 1000, because: change.cause)
            },
        ])
}
