import GardenAPI
import Recurrence
import TimeKit

extension TaskAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> TaskItem {
        guard t.state.tasks.count < Limits.openTasks else {
            throw .tooMany("task", named: "open tasks", limit: Limits.openTasks)
        }
        let categoryId = try t.category(named: category ?? CategoryBook.defaultName)
        let details = TaskDetails(
            title: title, points: points ?? 0, isStanding: standing ?? false, priority: priority, estimate: estimate,
            note: note)
        var task = StoredTask(
            id: t.state.tasks.lastId + 1, uid: "", details: details, schedule: .none, progress: TaskProgress(),
            categoryId: categoryId, createdAt: t.moment.wall, updatedAt: t.moment.wall)
        let reader = t.dateReader
        var dates = RequestedDates()
        dates.start = try start.map { text throws(GardenError) in StoredDate(try reader.date(text, "start")) }
        dates.end = try end.map { text throws(GardenError) in StoredDate(try reader.date(text, "end")) }
        dates.due = try due.map { text throws(GardenError) in StoredDate(try reader.date(text, "due")) }
        if let remind { try dates.setReminder(remind, reader) }
        dates.rule = try self.repeat.flatMap { text throws(GardenError) in try Repeat.reading(text) }
        try t.schedule(&task, dates)
        let added = t.addTask(task)
        task.uid = t.state.identity.newUid(at: added.seq)
        return t.item(task)
    }
}

extension TaskEdit: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> TaskItem {
        let before = try t.openTask(self)
        var task = before
        task.details.title = newTitle ?? task.details.title
        task.details.points = points ?? task.details.points
        task.details.isStanding = standing ?? task.details.isStanding
        task.details.priority = priority.applied(to: task.details.priority)
        task.details.estimate = estimate.applied(to: task.details.estimate)
        task.details.note = note.applied(to: task.details.note)
        if let category { task.categoryId = try t.category(named: category) }
        let changesDates = [start, end, due, remind, self.repeat].contains(where: \.isGiven)
        if changesDates || task.details.isStanding != before.details.isStanding {
            try t.schedule(&task, try dates(of: task, in: t))
        }
        guard task != before else { return t.item(before) }
        t.change(.taskEdited, before, to: task)
        return t.item(t.state.tasks[task.id] ?? task)
    }

    /// The dates after the change. A person sees those of the open occurrence, so that new dates are relative to it; if the
    /// occurrences change, they begin again with the open one.
    private func dates(of task: StoredTask, in t: borrowing Transition) throws(GardenError) -> RequestedDates {
        let reader = t.dateReader
        let (schedule, occurrences) = (task.schedule, t.occurrences(of: task))
        let open = task.progress.occurrence
        let begins = self.repeat.isGiven || due.isGiven || (remind.isGiven && schedule.due == nil)
        func date(
            _ change: FieldChange<String>, _ old: StoredDate?, _ read: (String) throws(GardenError) -> StoredDate
        ) throws(GardenError) -> StoredDate? {
            switch change {
            case .keep: begins ? old.map { occurrences.moved($0, to: open) } : old
            case .clear: nil
            case .set(let text): begins ? try read(text) : occurrences.moved(try read(text), back: open)
            }
        }
        var dates = RequestedDates()
        dates.start = try date(start, schedule.start) { text throws(GardenError) in
            StoredDate(try reader.date(text, "start"))
        }
        dates.end = try date(end, schedule.end) { text throws(GardenError) in StoredDate(try reader.date(text, "end")) }
        dates.due = try date(due, schedule.due) { text throws(GardenError) in StoredDate(try reader.date(text, "due")) }
        switch remind {
        case .clear: break
        case .set(let text):
            try dates.setReminder(text, reader)
            if !begins { dates.remind = dates.remind.map { occurrences.moved($0, back: open) } }
        case .keep where schedule.remindBefore != nil:
            // Without a due date there is nothing to remind of.
            if dates.due != nil { dates.remindBefore = schedule.remindBefore }
        case .keep:
            dates.remind = begins ? schedule.remind.map { occurrences.moved($0, to: open) } : schedule.remind
            // What was snoozed is a time that the person has chosen since.
            let isSingle = !occurrences.isRepeating && !self.repeat.isGiven
            if isSingle, task.progress.snoozedUntil == nil, let old = schedule.due {
                dates.moveReminder(with: old, in: t.environment)
            }
        }
        dates.setsOccurrences = begins
        switch self.repeat {
        case .keep: dates.rule = occurrences.rule
        case .clear: dates.rule = nil
        case .set(let text): dates.rule = try Repeat.reading(text)
        }
        return dates
    }
}

extension TaskMove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> TaskItem {
        let before = try t.openTask(self)
        var task = before
        if let category { task.categoryId = try t.state.category(named: category).id }
        let others = t.state.tasks.count(inCategory: task.categoryId, besides: task.id)
        guard position <= others else { throw .invalidParam("position", "must be from 0 to \(others)") }
        let stays = task.categoryId == before.categoryId && position == t.state.tasks.position(of: before)
        if !stays { t.change(.taskMoved, before, to: task, at: position) }
        return t.item(t.state.tasks[task.id] ?? task)
    }
}

extension TaskRemove: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> TaskItem {
        let (task, closing) = try t.task(self)
        let item = t.item(task, closing)
        let note = closing.map { TaskEffect.Note(closedAt: $0.at) }
        let removed = t.change(.taskRemoved, task, to: task, note: note, closing: closing)
        t.react(to: .taskRemoval, RemovedTask(id: task.id, cause: removed))
        return item
    }
}

extension TaskSnooze: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> TaskItem {
        let before = try t.openTask(self)
        let now = t.moment.wall
        let at: Instant
        if let until {
            at = try t.dateReader.reminder(until, "until")
        } else {
            // Rounded up to the minute, as reminders are.
            let end = now.advanced(byMilliseconds: (minutes ?? 0) * 60_000 + 59_999)
            at = end.advanced(byMilliseconds: -end.milliseconds.flooredDivision(by: 60_000).remainder)
        }
        guard at > now else {
            throw .refused(
                .reminderInPast, "the time, \(t.timestamp(at).wallText), is not after now, \(t.now.wallText)",
                [("until", t.timestamp(at).json)])
        }
        var task = before
        let occurrences = t.occurrences(of: task)
        task.progress.snoozedUntil = at
        // A reminder that has not fired yet fires at that time instead. If it was snoozed before, only the time changes.
        if before.progress.snoozedUntil == nil, let armed = task.progress.armed, !occurrences.hasFired(task.progress) {
            task.progress.arm(occurrences.nextReminder(after: armed, from: occurrences.start(of: task.progress)))
        }
        t.change(.taskSnoozed, before, to: task)
        return t.item(t.state.tasks[task.id] ?? task)
    }
}

extension TaskOccurrences {
    /// Whether the open occurrence has rung, perhaps early because it was snoozed.
    fileprivate func hasFired(_ progress: TaskProgress) -> Bool {
        guard let firedAt = progress.firedAt else { return false }
        let open = start(of: progress)
        guard let first = TaskAlarm.allCases.compactMap({ instant(of: $0, open) }).min() else { return true }
        // After it was snoozed to an earlier time, a later one is armed.
        return firedAt >= first || progress.armed.map { $0 > first } ?? false
    }
}

/// A removed task, for features that refer to it.
struct RemovedTask {
    let id: Int
    let cause: EventReference
}

extension Occasion where Details == RemovedTask {
    /// A task was removed (RULES T12).
    static let taskRemoval = Occasion("taskRemoval")
}
