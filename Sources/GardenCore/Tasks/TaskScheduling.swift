import GardenAPI
import Recurrence
import TimeKit

/// The dates that a request sets, before they are checked against each other.
struct RequestedDates: TaskDateFields {
    var start: StoredDate?
    var end: StoredDate?
    var due: StoredDate?
    var remind: StoredDate?
    /// How long before the due date it reminds: then ``remind`` follows from that.
    var remindBefore: StoredDistance?
    var rule: Repeat?
    /// Whether the request sets the reminder, which must lie ahead then.
    var setsReminder = false
    /// Whether the request sets the anchor or the repeat, with which the task begins again.
    var setsOccurrences = false
}

extension Transition {
    var dateReader: DateReader { DateReader(environment, at: moment.wall, today: state.day.day) }

    /// Gives a task its dates: its schedule, its open occurrence, its next reminder and its due date (RULES T4, T5).
    ///
    /// - Throws: why the dates do not go together.
    mutating func schedule(_ task: inout StoredTask, _ dates: RequestedDates) throws(GardenError) {
        try check(dates, isStanding: task.details.isStanding)
        let oldTarget = task.target
        let hasPaid = task.progress.target.map { $0.contains(state.day.day) && $0.paid > 0 } ?? false
        let schedule = try TaskSchedule(dates, environment.zone)
        let old = task.schedule
        task.schedule = schedule
        let moved = task.progress.movedOccurrence
        var occurrences = TaskOccurrences(task, environment)
        let isRepeated = occurrences.isRepeating
        let begins = isRepeated && begins(task, dates, occurrences, isSame: schedule.hasSameOccurrences(as: old))
        if begins || !isRepeated {
            task.progress.movedOccurrence = nil
            occurrences = TaskOccurrences(task, environment)
        }
        if task.target != oldTarget { try changeTarget(&task, from: oldTarget) }
        if task.target != nil { occurrences = TaskOccurrences(task, environment) }
        if begins {
            try open(&task, occurrences)
        } else if !isRepeated {
            // An occurrence that has paid does not pay again as a single task.
            if let open = task.progress.occurrence, !task.pays(open, at: moment.wall, environment) {
                task.progress.isPaid = true
            }
            if oldTarget != nil, hasPaid { task.progress.isPaid = true }
            task.progress.hasEnded = nil
            (task.progress.occurrence, task.progress.paidUpTo, task.progress.lastDone) = (nil, nil, nil)
        }
        // A distance follows the due date, which may be close: then it does not ring (RULES T17).
        if dates.setsReminder, dates.remindBefore == nil, !isRepeated, let remind = schedule.remind,
            remind.instant(environment) <= moment.wall
        {
            throw reminderInPast(occurrences)
        }
        let setsReminder =
            schedule.remind != old.remind || schedule.remindBefore != old.remindBefore
            || isRepeated != (old.rule != nil) || task.progress.movedOccurrence != moved
        if setsReminder || begins && dates.setsOccurrences {
            rearm(&task, occurrences)
        } else if schedule.due != old.due, !isRepeated {
            rearmDueTime(&task, occurrences, old.due?.instant(environment))
        }
        task.progress.dueAt = occurrences.dueAt(of: task.progress.occurrence)
    }

    func check(_ dates: RequestedDates, isStanding: Bool) throws(GardenError) {
        let set = [("due", dates.due), ("start", dates.start), ("end", dates.end)]
        if isStanding, let name = set.first(where: { $0.1 != nil })?.0 {
            throw .invalidParam(name, "is not allowed for a standing task, which has no date of its own")
        }
        if case .target(let target)? = dates.rule {
            if isStanding {
                throw .invalidParam("repeat", "cannot be \(target) for a standing task, which is never done")
            }
            if let name = set.first(where: { $0.1 != nil && $0.0 != "start" })?.0 {
                throw .invalidParam(
                    name, "is not allowed for a task that is done \(target), on whatever days; it can have a reminder")
            }
        }
        guard let start = dates.start, let end = dates.end else { return }
        let (endsAt, startsAt) = (end.instant(environment), start.beginning(environment))
        // A day ends before the instant that it is compared by.
        if endsAt < startsAt || end.isDay && endsAt == startsAt {
            throw .invalidParam("end", "must not be before start")
        }
    }

    /// Another target takes effect with the next period if something counts in the current one, or has paid. Of a task that had none,
    /// what was done in the period counts.
    private func changeTarget(_ task: inout StoredTask, from old: CompletionTarget?) throws(GardenError) {
        let day = state.day.day
        guard let target = task.target else { return task.progress.target = nil }
        if old == nil {
            task.progress.target = nil
            guard task.progress.doneCount > 0 || task.progress.isPaid == true else { return }
            let recorded = try recordedProgress(of: target, task, on: day)
            if !recorded.days.isEmpty || recorded.paid > 0 { task.progress.target = recorded }
        } else if task.progress.target.map({ !$0.contains(day) || $0.days.isEmpty && $0.paid == 0 }) ?? true {
            task.progress.target = nil
        }
    }

    /// Whether a repeating task begins again with its first occurrence.
    ///
    /// - Parameter isSame: whether the schedule has the occurrences that it had. A person sees the open one: the date with
    ///   which the task once began is another date.
    private func begins(
        _ task: StoredTask, _ dates: RequestedDates, _ occurrences: TaskOccurrences, isSame: Bool
    ) -> Bool {
        guard isSame, (task.progress.occurrence == nil) != task.opensOccurrences else { return true }
        return dates.setsOccurrences && task.opensOccurrences && task.progress.occurrence != occurrences.first
    }

    /// Opens the first occurrence of a repeating task.
    private func open(_ task: inout StoredTask, _ occurrences: TaskOccurrences) throws(GardenError) {
        let now = moment.wall
        guard var first = occurrences.first else {
            guard occurrences.isTarget else { preconditionFailure("task \(task.id) repeats without a date") }
            (task.progress.lastDone, task.progress.occurrence, task.progress.paidUpTo) = (nil, nil, nil)
            task.progress.hasEnded = nil
            return
        }
        // A repeating reminder in the past begins with its next occurrence.
        if occurrences.schedule.due == nil, first.instant(environment) <= now {
            guard let next = occurrences.next(after: first, and: now) else { throw reminderInPast(occurrences) }
            first = next
        }
        let before = task.progress
        (task.progress.lastDone, task.progress.occurrence, task.progress.paidUpTo) = (nil, nil, nil)
        task.progress.hasEnded = nil
        if task.opensOccurrences {
            task.progress.occurrence = first
            task.progress.paidUpTo = first
            // What has paid does not pay again under other dates.
            if let paid = before.lastPaid?.instant(environment), first.instant(environment) <= paid {
                let next = occurrences.next(after: first, and: paid)
                task.progress.paidUpTo = next ?? before.paidUpTo ?? before.lastPaid
                if next == nil { task.progress.hasEnded = before.hasEnded }
            }
        }
        task.progress.arm(occurrences.nextReminder(after: now, from: first))
    }

    /// Arms the reminder after it was changed.
    func rearm(_ task: inout StoredTask, _ occurrences: TaskOccurrences) {
        (task.progress.snoozedUntil, task.progress.firedAt) = (nil, nil)
        task.progress.forgetMissed()
        task.progress.arm(occurrences.nextReminder(after: moment.wall, from: occurrences.start(of: task.progress)))
    }

    /// Arms the due time of a single task after it was changed. Its reminder stays as it is.
    private func rearmDueTime(_ task: inout StoredTask, _ occurrences: TaskOccurrences, _ old: Instant?) {
        if let old, task.progress.firedAt == old { task.progress.firedAt = nil }
        var reminder = task.progress.armedReminder
        if let armed = reminder, armed.alarm == .dueTime {
            reminder = occurrences.next(.reminder, after: max(moment.wall, armed.at), from: nil)
        }
        let due = occurrences.next(.dueTime, after: moment.wall, from: nil)
        task.progress.arm([reminder, due].compactMap(\.self).min { $0.at < $1.at })
    }

    private func reminderInPast(_ occurrences: TaskOccurrences) -> GardenError {
        let at = occurrences.schedule.remind?.instant(environment) ?? moment.wall
        return .refused(
            .reminderInPast, "the reminder, \(timestamp(at).wallText), is not after now, \(now.wallText)",
            [("remind", timestamp(at).json)])
    }
}

extension TaskOccurrences {
    /// When an occurrence, or a single task, is due; `nil` without a due date.
    func dueAt(of occurrence: StoredDate?) -> Instant? {
        (occurrence.map { dates(of: $0).due } ?? schedule.due)?.instant(environment)
    }
}

extension TaskSchedule {
    /// - Throws: why the rule cannot be used with the dates.
    init(_ dates: RequestedDates, _ zone: ZoneRules) throws(GardenError) {
        self.init(start: dates.start, end: dates.end, due: dates.due, remind: dates.remind)
        if let distance = dates.remindBefore {
            (remindBefore, remind) = (distance, try Self.reminder(distance, before: due, zone))
        }
        guard let rule = dates.rule else {
            // A task that repeats no more keeps its instants in another zone (RULES T14).
            start = start?.fixed(in: zone)
            end = end?.fixed(in: zone)
            due = due?.fixed(in: zone)
            remind = remind?.fixed(in: zone)
            return
        }
        if case .target(let target) = rule {
            self.init(target, start: start, remind: remind, zone)
            return
        }
        guard let anchor = anchor?.occurrence(in: zone) else {
            throw .invalidParam("repeat", "needs a first date: give due or remind")
        }
        self.rule = rule.description
        // The dates of a repeating task follow the wall clock.
        start = start.map { StoredDate($0.occurrence(in: zone)) }
        end = end.map { StoredDate($0.occurrence(in: zone)) }
        due = due.map { StoredDate($0.occurrence(in: zone)) }
        remind = remind.map { StoredDate($0.occurrence(in: zone)) }
        do throws(RecurrenceError) {
            switch rule {
            case .never, .target: break
            case .scheduled(let dates):
                let recurrence = try Recurrence(dates, anchor: anchor, zone: zone)
                first = StoredDate(recurrence.first)
                last = recurrence.last.map(StoredDate.init)
            case .afterCompletion(let delay):
                // Hours need an anchor with a time.
                _ = try delay.next(afterCompletionAt: Instant(milliseconds: 0), logicalDay: anchor.day, anchor: anchor)
            }
        } catch {
            throw .invalidRepeat(error.description)
        }
    }

    /// The dates of a task with a target: perhaps a start, and a reminder each day.
    private init(_ target: CompletionTarget, start: StoredDate?, remind: StoredDate?, _ zone: ZoneRules) {
        self.init(start: start.map { StoredDate($0.occurrence(in: zone)) }, rule: Repeat.target(target).description)
        if let remind {
            let date = StoredDate(remind.occurrence(in: zone))
            (self.remind, first) = (date, date)
        }
    }

    /// - Throws: if there is no due date, or no time from which minutes count.
    static func reminder(
        _ distance: StoredDistance, before due: StoredDate?, _ zone: ZoneRules
    ) throws(GardenError) -> StoredDate {
        guard let due else {
            throw .invalidParam(
                "remind", "\(distance.text) needs a due date: give due, or a date for the reminder, as in tomorrow 9:00"
            )
        }
        guard let reminder = distance.reminder(before: due, in: zone) else {
            let day = due.occurrence(in: zone).day
            throw .invalidParam(
                "remind",
                "\(distance.text) needs a due time, and \(day) is a day:"
                    + " give due a time, or write days, as in 1d before 18:00")
        }
        return reminder
    }

    fileprivate func hasSameOccurrences(as other: TaskSchedule) -> Bool {
        anchor == other.anchor && rule == other.rule && first == other.first && last == other.last
    }
}

extension Timestamp {
    /// "2026-11-27 14:30"
    var wallText: String { description.prefix(16).split(separator: "T").joined(separator: " ") }
}
