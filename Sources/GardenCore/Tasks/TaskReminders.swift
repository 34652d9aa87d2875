import GardenAPI
import TimeKit

extension GardenState {
    /// What rings next of all tasks: a reminder or a due time (RULES T4, T16, L8).
    func taskReminders() -> [DueDate] {
        guard let next = tasks.firings.first else { return [] }
        return [
            DueDate(on: .wall, next.at.milliseconds, cause: EventKind.taskReminded.type) { t, context in
                t.remind(of: next.id, context.availability)
            }
        ]
    }
}

extension Transition {
    /// Fires the reminder that is due, or finds the last of those that fell due unseen (RULES T6).
    fileprivate mutating func remind(of id: Int, _ availability: Availability) {
        guard let task = state.tasks[id], let due = task.progress.nextFiring else {
            preconditionFailure("the reminder of task \(id) is due, and there is none")
        }
        let isUnseen =
            switch availability {
            case .served: false
            case .absent, .asleep: true
            }
        let occurrences = occurrences(of: task)
        let missed = missed(task, occurrences)
        if isUnseen, missed.nextFiring != due {
            passOver(task, missed)
        } else {
            fire(task, occurrences, isUnseen: isUnseen)
        }
    }

    /// Counts the reminders that lie in the past because the clock was set or the zone changed: they fell due unseen.
    ///
    /// - Parameter graceMilliseconds: a reminder that is less late is in time.
    mutating func missReminders(graceMilliseconds: Int, because cause: EventReference) {
        let latest = moment.wall.advanced(byMilliseconds: -graceMilliseconds)
        for firing in state.tasks.firings.prefix(while: { $0.at <= latest }) {
            guard let task = state.tasks[firing.id] else { continue }
            passOver(task, missed(task, occurrences(of: task)), because: cause)
        }
    }

    private mutating func passOver(
        _ task: StoredTask, _ missed: TaskProgress, because cause: EventReference? = nil
    ) {
        var after = task
        after.progress = missed
        let note = TaskEffect.Note(missed: missed.missedCount, since: missed.missedSince)
        change(.taskRemindersMissed, task, to: after, note: note, because: cause)
    }

    /// The progress of a task after its reminders fell due unseen: only the last of them is left to fire, armed or snoozed,
    /// and the others are counted.
    private func missed(_ task: StoredTask, _ occurrences: TaskOccurrences) -> TaskProgress {
        var progress = task.progress
        // The next one to fire is counted already if others were passed over before it.
        var count = (progress.missedCount ?? 1) - 1
        var last: TaskReminder?
        let start = occurrences.start(of: progress)
        if let first = progress.armedReminder, first.at <= recordedAt {
            let missed = occurrences.missedReminders(from: first, through: recordedAt, of: start)
            (count, last) = (count + missed.count, missed.last)
        }
        let snoozed = progress.snoozedUntil.flatMap { $0 <= recordedAt ? $0 : nil }
        if let snoozed, !isReminder(snoozed, of: task.progress, occurrences) { count += 1 }
        if let last, let snoozed, snoozed > last.at {
            progress.arm(occurrences.nextReminder(after: last.at, from: start))
        } else if let last {
            progress.arm(last)
            if snoozed != nil { progress.snoozedUntil = nil }
        }
        progress.miss(count, since: progress.missedSince ?? task.progress.nextFiring)
        return progress
    }

    /// Whether the armed reminder, or one after it, is at an instant.
    private func isReminder(_ instant: Instant, of progress: TaskProgress, _ occurrences: TaskOccurrences) -> Bool {
        guard let first = progress.armedReminder, first.at <= instant else { return false }
        let start = occurrences.start(of: progress)
        return occurrences.missedReminders(from: first, through: instant, of: start).last.at == instant
    }

    private mutating func fire(_ before: StoredTask, _ occurrences: TaskOccurrences, isUnseen: Bool) {
        var task = before
        let due = moment.wall
        let since = before.progress.missedSince ?? (isUnseen ? due : nil)
        let missed = before.progress.missedCount ?? (isUnseen ? 1 : 0)
        task.progress.forgetMissed()
        task.progress.firedAt = due
        let isSnoozed = task.progress.snoozedUntil == due
        if isSnoozed { task.progress.snoozedUntil = nil }
        let isArmed = task.progress.armed == due
        if isArmed {
            task.progress.arm(occurrences.nextReminder(after: due, from: occurrences.start(of: before.progress)))
        }
        let note = TaskEffect.Note(missed: missed, since: since, firedAt: due)
        // What was snoozed replaces a due time at the same time.
        let ringsForDueTime = isArmed && before.progress.armedForDueTime == true && !isSnoozed
        let rung = change(ringsForDueTime ? .taskDue : .taskReminded, before, to: task, note: note)
        let text = LogText.reminder(task.details.title, isDueTime: ringsForDueTime, missed: missed)
        writeLine(.reminder, text, categoryId: task.categoryId, because: rung)
    }

    /// Arms the due times of tasks of a garden that an earlier version kept, in which they did not ring; those that have passed
    /// stay silent (RULES T16).
    mutating func armDueTimes(because cause: EventReference) {
        var changed: [TasksRescheduledEffect.Dates] = []
        // Each start comes here, and a look at all tasks takes the longer the more there are.
        guard state.identity.rules == nil else { return }
        for entry in state.tasks.dueDates {
            guard let task = state.tasks[entry.id], let due = task.schedule.due, !due.isDay else { continue }
            let before = task.progress
            guard before.armed == nil || entry.at > moment.wall && before.armed ?? entry.at > entry.at else { continue }
            let occurrences = occurrences(of: task)
            let start = occurrences.start(of: before)
            // A due time that was snoozed does not ring again: then something has fired, and not at the time of the reminder.
            guard before.snoozedUntil == nil,
                before.firedAt == nil || before.firedAt == occurrences.instant(of: .reminder, start)
            else { continue }
            var progress = before
            // What has rung does not ring again, also if the clock was set back before it.
            let rung = max(moment.wall, before.firedAt ?? moment.wall)
            progress.arm(occurrences.nextReminder(after: rung, from: start))
            guard progress != before else { continue }
            changed.append(TasksRescheduledEffect.Dates(id: task.id, from: before, to: progress))
        }
        if !changed.isEmpty { emit(.tasksRescheduled, TasksRescheduledEffect(tasks: changed), because: cause) }
    }

    /// Computes the reminders and due dates of tasks again, after the zone, the start of the day or the day itself was
    /// changed (RULES T14).
    ///
    /// - Parameter isCorrected: whether the clock was wrong: repeating reminders that it armed far ahead come back.
    mutating func rescheduleTasks(isCorrected: Bool = false, because cause: EventReference) {
        var changed: [TasksRescheduledEffect.Dates] = []
        for task in state.tasks.inOrder {
            let (before, occurrences) = (task.progress, occurrences(of: task))
            var progress = rescheduled(task)
            if isCorrected, occurrences.isRepeating {
                let next = occurrences.nextReminder(after: moment.wall, from: before.occurrence ?? occurrences.first)
                if let next, next.at < progress.armed ?? next.at { progress.arm(next) }
            }
            // Of the only one that was missed, the caller counts again whether it was missed at its new time.
            if progress.missedCount == 1, progress.nextFiring != before.nextFiring { progress.forgetMissed() }
            guard progress != before else { continue }
            changed.append(TasksRescheduledEffect.Dates(id: task.id, from: before, to: progress))
        }
        if !changed.isEmpty { emit(.tasksRescheduled, TasksRescheduledEffect(tasks: changed), because: cause) }
    }

    /// The progress of a task with its reminder and due date by the calendar in force.
    func rescheduled(_ task: StoredTask) -> TaskProgress {
        let occurrences = occurrences(of: task)
        var progress = task.progress
        if let armed = progress.armedReminder, let occurrence = armed.occurrence {
            progress.arm(
                occurrences.instant(of: armed.alarm, occurrence).map {
                    TaskReminder(at: $0, occurrence: occurrence, alarm: armed.alarm)
                })
        }
        progress.dueAt = occurrences.dueAt(of: progress.occurrence)
        return progress
    }
}

extension LogText {
    static func reminder(_ title: String, isDueTime: Bool, missed: Int) -> String {
        let text = "\(isDueTime ? "due" : "reminder") \(title)"
        return missed > 0 ? "\(text) (missed \(missed)×)" : text
    }
}
