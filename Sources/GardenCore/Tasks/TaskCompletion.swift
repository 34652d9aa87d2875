import GardenAPI
import Recurrence
import TextKit
import TimeKit

extension TaskComplete: OpenTasksCommand {
    func begin(in t: inout Transition) throws(GardenError) { try t.happened(at) }

    func perform(on task: StoredTask, at index: Int, in t: inout Transition) throws(GardenError) -> TaskDone {
        try t.complete(task, doubled: doubled ?? false, named: occurrence, isEarly: early ?? false)
    }

    func item(_ done: TaskDone, afterAll t: borrowing Transition) -> TaskDone { t.present(done) }
}

extension TaskCompleteAll: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> [TaskDone] {
        let id = try t.state.category(named: category).id
        let hidden = t.state.hiddenTasks(at: t.moment.wall, t.environment)
        let tasks = t.state.tasks.order(ofCategory: id).filter { !hidden.contains($0) }.compactMap { t.state.tasks[$0] }
        var done: [TaskDone] = []
        for task in tasks where task.isCompletedWithOthers(at: t.moment.wall, t.environment) {
            done.append(try t.complete(task, doubled: false, named: nil, isEarly: false))
        }
        for index in done.indices { done[index] = t.present(done[index]) }
        return done
    }
}

extension Transition {
    /// An answer with the task as it is now.
    fileprivate func present(_ done: TaskDone) -> TaskDone {
        var done = done
        done.task = present(done.task)
        return done
    }
}

extension TaskReopen: TasksCommand {
    func perform(
        on before: StoredTask, _ closing: TaskClosing?, at index: Int, in t: inout Transition
    ) throws(GardenError) -> TaskItem {
        var task = before
        let occurrences = t.occurrences(of: before)
        if let target = before.target {
            guard let last = before.progress.lastCompletion, t.uncount(last, target, of: &task) else {
                throw .notDone(before)
            }
        } else if occurrences.isRepeating {
            guard let last = before.progress.lastDone, !before.details.isStanding else { throw .notDone(before) }
            task.progress.occurrence = last
            task.progress.lastDone = nil
        } else if closing == nil {
            throw .notDone(before)
        }
        task.categoryId = t.state.categories.present(task.categoryId)
        task.progress.doneCount -= 1
        task.progress.lastCompletion = nil
        let after = t.occurrences(of: task)
        task.progress.arm(after.nextReminder(after: t.moment.wall, from: after.start(of: task.progress)))
        task.progress.dueAt = occurrences.dueAt(of: task.progress.occurrence)
        let note = TaskEffect.Note(occurrence: before.progress.lastDone, closedAt: closing?.at)
        // A closed task returns at the end of its category.
        let end = closing.map { _ in t.state.tasks.count(inCategory: task.categoryId) }
        let reopened = t.change(.taskReopened, before, to: task, at: end, note: note, closing: closing)
        t.writeLine(
            .task, LogText.reopened(task.details.title), categoryId: task.categoryId, because: reopened)
        return t.item(t.state.tasks[task.id] ?? task)
    }
}

extension TaskSkip: OpenTasksCommand {
    func perform(on before: StoredTask, at index: Int, in t: inout Transition) throws(GardenError) -> TaskItem {
        let occurrences = t.occurrences(of: before)
        guard let open = before.progress.occurrence else {
            throw before.target.map { .withoutOccurrence(before, $0) } ?? .notRepeating(before)
        }
        try t.check(occurrence, isOpen: open, before)
        var task = before
        guard let next = task.progress.skipDone(occurrences.next(after: open), occurrences) else {
            throw .nothingToSkipTo(before, occurrences.rule, open.text(t.environment.zone))
        }
        task.progress.advance(to: next, occurrences, after: t.moment.wall)
        t.change(.taskSkipped, before, to: task, note: TaskEffect.Note(occurrence: open))
        return t.item(t.state.tasks[task.id] ?? task)
    }
}

extension StoredTask {
    /// Whether `task.doneAll` completes it: a single task, or one with an occurrence that has come.
    fileprivate func isCompletedWithOthers(at now: Instant, _ environment: Environment) -> Bool {
        guard !details.isStanding, target == nil else { return false }
        guard let comes else { return true }
        if case .day(let day) = comes { return day <= environment.calendar.day(of: now) }
        return comes.instant(environment) <= now
    }
}

extension TaskProgress {
    /// Opens another occurrence and arms its reminder, or the next one that lies ahead.
    mutating func advance(to next: StoredDate?, _ occurrences: TaskOccurrences, after now: Instant) {
        occurrence = next
        snoozedUntil = nil
        forgetMissed()
        arm(next == nil ? nil : occurrences.nextReminder(after: now, from: next))
        dueAt = next == nil ? nil : occurrences.dueAt(of: next)
    }
}

extension StoredDate {
    /// "2026-11-27" or "2026-11-27 09:00"
    func text(_ zone: ZoneRules) -> String {
        switch published(in: zone) {
        case .day(let day): day.description
        case .instant(let instant): instant.wallText
        }
    }
}

extension Transition {
    /// Completes a task once, pays it and writes its line (RULES M2, M3, P12, T7, T8).
    fileprivate mutating func complete(
        _ before: StoredTask, doubled: Bool, named: TaskDate?, isEarly: Bool
    ) throws(GardenError) -> TaskDone {
        let occurrences = occurrences(of: before)
        var task = before
        task.progress.doneCount += 1
        // A standing task is not reopened.
        if !before.details.isStanding {
            task.progress.lastCompletion = TaskProgress.Completion(
                day: day, categoryId: before.categoryId, at: moment.wall)
        }
        var note = TaskEffect.Note(endedDay: endedDay)
        var isPaying = true
        var next: StoredDate?
        var nextDay: CalendarDay?
        if let open = before.progress.occurrence {
            let late = try isLate ? lateOccurrence(of: before, open: open, occurrences) : nil
            let occurrence = late?.occurrence ?? open
            try check(named, isOpen: occurrence, before)
            if late == nil {
                if named != nil {
                    try checkIsNotDone(open, before)
                } else if !isEarly {
                    try checkIsNotRepeated(open, before, occurrences)
                }
            }
            isPaying = late?.isPaying ?? before.pays(open, at: moment.wall, environment)
            note.occurrence = occurrence
            if occurrence == open {
                let following = occurrences.next(afterCompleting: open, at: moment.wall, on: day)
                next = task.progress.skipDone(following, occurrences)
                note.skipped = occurrences.skipped(
                    after: open, before: following, besides: before.progress.doneAhead ?? [])
                task.progress.moveOn(from: open, to: next, isPaid: isPaying, environment)
                task.progress.advance(to: next, occurrences, after: recordedAt)
            } else {
                next = open
                task.progress.complete(late: occurrence, open: open, environment)
                task.progress.lastCompletion = before.progress.lastCompletion
            }
        } else if let target = before.target {
            if let named { throw noOccurrence(named, of: before) }
            let counted = try count(target, of: before, on: &task, isEarly: isEarly)
            (isPaying, nextDay) = (counted.isPaying, counted.next)
            if isLate, let last = before.progress.lastCompletion, last.day > day {
                task.progress.lastCompletion = last
            }
            if !counted.isPast {
                let after = self.occurrences(of: task)
                task.progress.snoozedUntil = nil
                task.progress.forgetMissed()
                task.progress.arm(after.nextReminder(after: recordedAt, from: after.start(of: task.progress)))
            }
        } else if let named {
            throw noOccurrence(named, of: before)
        } else if !before.details.isStanding {
            isPaying = before.progress.isPaid != true
            task.progress.isPaid = true
            task.progress.advance(to: nil, occurrences, after: recordedAt)
        }
        let closes = !before.details.isStanding && before.target == nil && next == nil
        if closes { note.closedOn = day }
        let pay = isPaying ? try TaskPay(of: before, doubled: doubled, state.points) : .nothing
        (note.paid, note.exp) = (pay.points, pay.exp)
        task.updatedAt = moment.wall
        let closing = TaskClosing(
            at: moment.wall, category: state.category(of: before, nil), position: state.tasks.position(of: before))
        let completed = change(.taskCompleted, before, to: task, note: note)
        let done = item(task, closes ? closing : nil)
        settle(pay, for: before, because: completed)
        if pay.exp > 0 { growGarden(categoryId: before.categoryId, by: .task, because: completed) }
        return TaskDone(
            task: done, paid: pay.points, exp: pay.exp, balance: state.points.balance, skipped: note.skipped,
            next: next?.published(in: environment.zone) ?? nextDay.map(TaskDate.day))
    }

    /// - Throws: `already_done` if a request means another occurrence than the open one.
    fileprivate func check(
        _ named: TaskDate?, isOpen open: StoredDate, _ task: StoredTask
    ) throws(GardenError) {
        guard let named else { return }
        let published = open.published(in: environment.zone)
        let isSame =
            switch (named, published) {
            case (.instant(let named), .instant(let open)): named.instant == open.instant
            default: named == published
            }
        guard !isSame else { return }
        throw .refused(
            .alreadyDone,
            "the open occurrence of \(task.quoted), is "
                + open.text(environment.zone),
            [("id", .integer(task.id)), ("occurrence", published.json)])
    }

    private func noOccurrence(_ named: TaskDate, of task: StoredTask) -> GardenError {
        let date: StoredDate =
            switch named {
            case .day(let day): .day(day)
            case .instant(let instant): .instant(instant.instant)
            }
        let reason =
            task.details.isStanding
            ? "is a standing task" : task.target.map { "is to be done \($0)" } ?? "does not repeat"
        return .refused(
            .alreadyDone,
            "\(task.quoted), \(reason), so it has no occurrence "
                + date.text(environment.zone),
            [("id", .integer(task.id))])
    }

    /// Pays or takes the points of a completion, and writes its line.
    mutating func settle(_ pay: TaskPay, for task: StoredTask, because completed: EventReference) {
        let title = task.details.title
        if pay.points > 0 {
            earn(pay.points, multiplier: pay.multiplier, title, categoryId: task.categoryId, because: completed)
        } else if pay.points < 0 {
            spend(0 - pay.points, title, categoryId: task.categoryId, because: completed)
        } else {
            writeLine(.task, LogText.done(title), categoryId: task.categoryId, because: completed)
        }
    }
}

extension StoredTask {
    /// Whether completing an occurrence at an instant pays (RULES P12).
    func pays(_ occurrence: StoredDate, at now: Instant, _ environment: Environment) -> Bool {
        guard progress.hasEnded != true else { return false }
        guard let paidUpTo = progress.paidUpTo?.instant(environment) else { return true }
        let date = occurrence.instant(environment)
        // With `after 4d`, the next occurrence can be the same date as this one, or an earlier one.
        if progress.lastPaid?.instant(environment) == date, paidUpTo <= date { return false }
        return date >= paidUpTo || now >= paidUpTo
    }
}

extension TaskProgress {
    /// The open occurrence was completed.
    fileprivate mutating func moveOn(
        from open: StoredDate, to next: StoredDate?, isPaid: Bool, _ environment: Environment
    ) {
        lastDone = open
        if isPaid { lastPaid = open }
        payFrom(next, environment)
        // Without another occurrence it is a single task, which pays once.
        if next == nil { hasEnded = true }
    }

    private mutating func payFrom(_ next: StoredDate?, _ environment: Environment) {
        guard let next else { return }
        if let paidUpTo, paidUpTo.instant(environment) >= next.instant(environment) { return }
        paidUpTo = next
    }
}

/// What a completion pays (RULES M3), or takes (RULES T25).
struct TaskPay {
    /// Below 0, those that it takes.
    let points: Int
    let multiplier: Int
    let exp: Int

    static let nothing = TaskPay(points: 0, multiplier: 1, exp: 0)

    init(points: Int, multiplier: Int, exp: Int) {
        (self.points, self.multiplier, self.exp) = (points, multiplier, exp)
    }

    /// - Throws: `out_of_range` if the balance would exceed 64 bits.
    ///
    /// - Parameter multiplier: `nil` for that of the moment.
    init(
        of task: StoredTask, doubled: Bool, _ summary: PointsSummary, multiplier once: Int? = nil
    ) throws(GardenError) {
        guard task.details.points >= 0 else {
            (points, multiplier, exp) = (max(task.details.points, 0 - summary.balance), 1, 0)
            return
        }
        exp = 1
        multiplier = once ?? (doubled ? 2 : summary.multiplier)
        let (points, overflow) = task.details.points.multipliedReportingOverflow(by: multiplier)
        guard !overflow, !summary.balance.addingReportingOverflow(points).overflow else {
            throw .refused(
                .outOfRange,
                "the balance is \(summary.balance); adding the \(task.details.points) × \(multiplier) points of "
                    + "\(JSON.string(task.details.title).text) exceeds the largest possible balance",
                [("balance", .integer(summary.balance))])
        }
        self.points = points
    }
}

extension GardenError {
    static func notRepeating(_ task: StoredTask) -> GardenError {
        .refused(
            .notRepeating, "\(task.quoted), does not repeat",
            [("id", .integer(task.id))])
    }

    fileprivate static func withoutOccurrence(_ task: StoredTask, _ target: CompletionTarget) -> GardenError {
        .refused(
            .notRepeating, "\(task.quoted), is to be done \(target), on whatever days, so there is nothing to skip",
            [("id", .integer(task.id))])
    }

    fileprivate static func nothingToSkipTo(_ task: StoredTask, _ rule: Repeat?, _ open: String) -> GardenError {
        let reason =
            if case .afterCompletion(let delay)? = rule {
                "repeats \(delay.words) after it is done, so there is no occurrence to skip to"
            } else {
                "has no occurrence after \(open)"
            }
        return .refused(
            .notRepeating, "\(task.quoted), \(reason)",
            [("id", .integer(task.id))])
    }

    fileprivate static func notDone(_ task: StoredTask) -> GardenError {
        .refused(
            .notDone, "\(task.quoted), has nothing to reopen",
            [("id", .integer(task.id))])
    }
}

extension CompletionDelay {
    /// `4 days`
    fileprivate var words: String {
        switch unit {
        case .hours: count.counted("hour")
        case .days: count.counted("day")
        case .weeks: count.counted("week")
        case .months: count.counted("month")
        }
    }
}

extension LogText {
    static func done(_ title: String) -> String { "done \(title)" }
    static func reopened(_ title: String) -> String { "reopened \(title)" }
}
