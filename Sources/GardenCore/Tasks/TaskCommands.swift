import GardenAPI
import Recurrence
import TimeKit

extension TaskAdd: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> TaskItem {
        var task = try task(in: &t)
        let added = t.addTask(task)
        task.uid = t.state.identity.newUid(at: added.seq)
        return t.item(task)
    }

    /// The task that is to be added.
    func task(in t: inout Transition) throws(GardenError) -> StoredTask {
        guard t.state.tasks.count < Limits.openTasks else {
            throw .tooMany("task", named: "open tasks", limit: Limits.openTasks)
        }
        var details = TaskDetails(
            title: title, points: points ?? 0, isStanding: standing ?? false, priority: priority, estimate: estimate,
            note: note)
        details.setTags(tags?.tags ?? [], in: t.state.tasks)
        var task = StoredTask(
            id: t.state.tasks.lastId + 1, uid: "", details: details, schedule: .none, progress: TaskProgress(),
            categoryId: CategoryBook.defaultId, createdAt: t.moment.wall, updatedAt: t.moment.wall)
        let reader = t.dateReader
        var dates = RequestedDates()
        dates.start = try start.map { text throws(GardenError) in StoredDate(try reader.date(text, "start")) }
        dates.end = try end.map { text throws(GardenError) in StoredDate(try reader.date(text, "end")) }
        dates.due = try due.map { text throws(GardenError) in StoredDate(try reader.date(text, "due")) }
        if let remind { try dates.setReminder(remind, reader) }
        dates.rule = try self.repeat.flatMap { text throws(GardenError) in try Repeat.reading(text) }
        // The first reminder after now can be on the day after: that would be the reminder of the day before, each time.
        if let remind, dates.rule != nil, reader.isTimeAlone(remind) {
            dates.remind = dates.remind.map { $0.before(dates.due, in: t.environment) }
        }
        try t.schedule(&task, dates)
        // Last, so that what is refused leaves no category.
        task.categoryId = try t.category(named: category ?? CategoryBook.defaultName)
        return task
    }
}

extension TaskEdit: OpenTasksCommand {
    func perform(on before: StoredTask, at index: Int, in t: inout Transition) throws(GardenError) -> TaskItem {
        var task = before
        task.details.title = newTitle ?? task.details.title
        task.details.points = points ?? task.details.points
        task.details.isStanding = standing ?? task.details.isStanding
        task.details.priority = priority.applied(to: task.details.priority)
        task.details.estimate = estimate.applied(to: task.details.estimate)
        task.details.note = note.applied(to: task.details.note)
        try task.details.changeTags(self, in: t.state.tasks)
        guard task.details.points >= 0 || task.details.isStanding else {
            throw points == nil
                ? .invalidParam(
                    "standing", "cannot be false, because \(before.quoted), takes points; give it others, too")
                : .invalidParam("points", "must be at least 0, because \(before.quoted), is not a standing task")
        }
        if let category { task.categoryId = try t.category(named: category) }
        var note: TaskEffect.Note?
        if changesDates || task.details.isStanding != before.details.isStanding {
            note = try t.changeDates(of: &task, self).map { TaskEffect.Note(moved: $0) }
        }
        guard task != before else { return t.item(before) }
        t.change(.taskEdited, before, to: task, note: note)
        return t.item(t.state.tasks[task.id] ?? task)
    }
}

extension TaskMove: OpenTasksCommand {
    func perform(on before: StoredTask, at index: Int, in t: inout Transition) throws(GardenError) -> TaskItem {
        var task = before
        if let category { task.categoryId = try t.state.category(named: category).id }
        let position = try position(of: task, at: index, in: t)
        let stays = task.categoryId == before.categoryId && position == t.state.tasks.position(of: before)
        if !stays { t.change(.taskMoved, before, to: task, at: position) }
        return t.item(t.state.tasks[task.id] ?? task)
    }
}

extension TaskMove {
    /// The position among all others of a task that goes to the position of the request, or that follows the tasks before it in the
    /// request: they stay together in their order.
    fileprivate func position(
        of task: StoredTask, at index: Int, in t: borrowing Transition
    ) throws(GardenError) -> Int {
        let tasks = t.state.tasks
        let named = ids?.ids ?? [task.id]
        func position(after previous: StoredTask) -> Int {
            let place = tasks.position(of: previous)
            let isBefore =
                tasks[task.id]?.categoryId == task.categoryId
                && tasks[task.id].map(tasks.position).map { $0 < place } ?? false
            return isBefore ? place : place + 1
        }
        if index > 0 {
            let moved = named.count { id in id == task.id || tasks[id]?.categoryId == task.categoryId }
            let staying =
                tasks.count(inCategory: task.categoryId) + (tasks[task.id]?.categoryId == task.categoryId ? 0 : 1)
                - moved
            guard self.position <= staying else { throw .invalidParam("position", "must be from 0 to \(staying)") }
        }
        let previous = named[..<index].last { tasks[$0]?.categoryId == task.categoryId }
        if let previous = previous.flatMap({ tasks[$0] }) { return position(after: previous) }
        let movedIds = Set(named)
        let others = tasks.order(ofCategory: task.categoryId).filter { !movedIds.contains($0) }
        guard self.position <= others.count else {
            throw .invalidParam("position", "must be from 0 to \(others.count)")
        }
        guard self.position > 0, named.count > 1 else { return self.position }
        return tasks[others[self.position - 1]].map(position) ?? self.position
    }
}

extension TaskRemove: TasksCommand {
    func perform(
        on task: StoredTask, _ closing: TaskClosing?, at index: Int, in t: inout Transition
    ) throws(GardenError) -> TaskItem {
        let item = t.item(task, closing)
        let note = closing.map { TaskEffect.Note(closedAt: $0.at) }
        let removed = t.change(.taskRemoved, task, to: task, note: note, closing: closing)
        t.react(to: .taskRemoval, RemovedTask(id: task.id, cause: removed))
        return item
    }
}

extension TaskSnooze: OpenTasksCommand {
    func perform(on before: StoredTask, at index: Int, in t: inout Transition) throws(GardenError) -> TaskItem {
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
        // A reminder that has not fired yet fires at that time instead, unless that is earlier: then it fires both times. If it was
        // snoozed before, only the time changes.
        let isOfOpenOne =
            before.progress.occurrence == nil || before.progress.armedOccurrence == before.progress.occurrence
        if before.progress.snoozedUntil == nil, let armed = task.progress.armed, armed <= at, isOfOpenOne,
            !occurrences.hasFired(task.progress)
        {
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
