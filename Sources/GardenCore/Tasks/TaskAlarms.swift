import GardenAPI
import Recurrence
import TimeKit

/// When a task rings: its reminders, and the times at which it is due (RULES T4, T6, T16).
extension TaskOccurrences {
    /// When an occurrence, or a single task, rings; `nil` without such a date.
    func instant(of alarm: TaskAlarm, _ occurrence: StoredDate?) -> Instant? {
        if let movedOccurrence, movedOccurrence.occurrence == occurrence {
            return movedOccurrence.instant(of: alarm, environment)
        }
        // Minutes before the due time are the same minutes where the clock is changed between them, and days before it are at the time
        // of the occurrence, which can be another than that of the anchor. Those of a single task do not move with the zone.
        if alarm == .reminder, let distance = schedule.remindBefore, let due = schedule.due,
            isRepeating || distance.minutes != nil
        {
            return distance.reminder(before: moved(due, to: occurrence), in: environment.zone)?.instant(environment)
        }
        return date(of: alarm).map { moved($0, to: occurrence).instant(environment) }
    }

    /// The date of the task that rings. A reminder at the due time replaces it.
    private func date(of alarm: TaskAlarm) -> StoredDate? {
        switch alarm {
        case .reminder: return schedule.remind
        case .dueTime:
            guard let due = schedule.due, !due.isDay else { return nil }
            let isReplaced = schedule.remind.map { $0.instant(environment) == due.instant(environment) }
            return isReplaced == true ? nil : due
        }
    }

    /// The occurrence from which a task rings: the open one, or the first one of a standing task.
    func start(of progress: TaskProgress) -> StoredDate? { progress.occurrence ?? (isRepeating ? first : nil) }

    /// What rings first after an instant, of the occurrences from one on.
    ///
    /// - Parameter occurrence: `nil` for a single task.
    func nextReminder(after instant: Instant, from occurrence: StoredDate?) -> TaskReminder? {
        let reminder = next(.reminder, after: instant, from: occurrence)
        let due = next(.dueTime, after: instant, from: occurrence)
        guard let reminder, let due else { return reminder ?? due }
        return due.at < reminder.at ? due : reminder
    }

    /// When one of the dates rings first after an instant, of the occurrences from one on.
    func next(_ alarm: TaskAlarm, after instant: Instant, from occurrence: StoredDate?) -> TaskReminder? {
        let instant = remindsFrom.map { max(instant, $0.advanced(byMilliseconds: -1)) } ?? instant
        let series = nextOfSeries(alarm, after: instant, from: occurrence)
        // One that was moved alone can ring before those that it follows, and after those that follow it.
        guard let own = movedOccurrence(from: occurrence), let ring = ring(alarm, of: own, after: instant) else {
            return series
        }
        guard let series, series.at < ring.at else { return ring }
        return series
    }

    /// The occurrence that was moved alone, if it is one from another on.
    private func movedOccurrence(from occurrence: StoredDate?) -> StoredDate? {
        guard let own = movedOccurrence?.occurrence, let occurrence, isScheduled else { return nil }
        return own == occurrence || isBefore(occurrence, own) ? own : nil
    }

    /// The same, without the occurrence that was moved alone.
    private func nextOfSeries(
        _ alarm: TaskAlarm, after instant: Instant, from occurrence: StoredDate?
    ) -> TaskReminder? {
        guard date(of: alarm) != nil else { return nil }
        guard let occurrence, isScheduled else { return ring(alarm, of: occurrence, after: instant) }
        // No earlier occurrence rings after the instant.
        var candidate: StoredDate? = occurrence
        let start = dayOfOccurrence(of: alarm, at: instant)
        if start > occurrence.occurrence(in: environment.zone).day {
            candidate = next(after: .day(start.advanced(by: -1)))
        }
        while let date = candidate {
            if date != movedOccurrence?.occurrence, let ring = ring(alarm, of: date, after: instant) { return ring }
            candidate = next(after: date)
        }
        return nil
    }

    private func ring(_ alarm: TaskAlarm, of occurrence: StoredDate?, after instant: Instant) -> TaskReminder? {
        guard let at = self.instant(of: alarm, occurrence), at > instant else { return nil }
        return TaskReminder(at: at, occurrence: occurrence, alarm: alarm)
    }

    /// The next reminder of a task: what rings next, or the first reminder after the due time that does.
    func nextReminder(of progress: TaskProgress) -> Instant? {
        guard let armed = progress.armedReminder else { return nil }
        guard armed.alarm == .dueTime else { return armed.at }
        return next(.reminder, after: armed.at, from: start(of: progress))?.at
    }

    /// What rang last at or before an instant, and how many did so from the first one on.
    ///
    /// - Parameter occurrence: that from which the task rings.
    func missedReminders(
        from first: TaskReminder, through instant: Instant, of occurrence: StoredDate?
    ) -> (count: Int, last: TaskReminder) {
        var (count, last) = missed(from: first, through: instant, of: occurrence)
        let other: TaskAlarm = first.alarm == .reminder ? .dueTime : .reminder
        guard let next = next(other, after: first.at, from: occurrence), next.at <= instant else {
            return (count, last)
        }
        let others = missed(from: next, through: instant, of: occurrence)
        count += others.count - replaced(after: first.at, through: instant, of: occurrence)
        if others.last.at > last.at || others.last.at == last.at && other == .reminder { last = others.last }
        return (count, last)
    }

    /// How many due times after an instant and up to another one, a reminder at the same time replaces.
    private func replaced(after first: Instant, through instant: Instant, of occurrence: StoredDate?) -> Int {
        var count = 0
        var reminder = next(.reminder, after: first, from: occurrence)
        while let ring = reminder, ring.at <= instant {
            let due = next(.dueTime, after: ring.at.advanced(byMilliseconds: -1), from: occurrence)
            if due?.at == ring.at { count += 1 }
            reminder = next(.reminder, after: ring.at, from: occurrence)
        }
        return count
    }

    /// The same, of the dates that ring like the first one.
    private func missed(
        from first: TaskReminder, through instant: Instant, of occurrence: StoredDate?
    ) -> (count: Int, last: TaskReminder) {
        guard movedOccurrence(from: occurrence) != nil else { return missedOfSeries(from: first, through: instant) }
        // Those of the series cannot be counted without each of them.
        var (count, last) = (1, first)
        while let ring = next(first.alarm, after: last.at, from: occurrence), ring.at <= instant {
            (count, last) = (count + 1, ring)
        }
        return (count, last)
    }

    private func missedOfSeries(
        from first: TaskReminder, through instant: Instant
    ) -> (count: Int, last: TaskReminder) {
        guard isScheduled, let start = first.occurrence else { return (1, first) }
        let day = dayOfOccurrence(of: first.alarm, at: instant).advanced(by: 3)
        var date = last(before: .day(day))
        while let last = date, isBefore(start, last) {
            if let at = self.instant(of: first.alarm, last), at <= instant {
                let count = 1 + count(first.alarm, after: start, through: last)
                guard at > first.at else { return (count, first) }
                return (count, TaskReminder(at: at, occurrence: last, alarm: first.alarm))
            }
            date = self.last(before: last)
        }
        return (1, first)
    }

    /// How many times the occurrences after one date and not after another ring.
    private func count(_ alarm: TaskAlarm, after start: StoredDate, through end: StoredDate) -> Int {
        if date(of: alarm) == schedule.anchor || alarm == .reminder && followsTime {
            return count(after: start, through: end)
        }
        // Occurrences of the same day ring at the same time, and so do those of a day that the zone leaves out.
        var (count, date, ringsAt) = (0, start, instant(of: alarm, start))
        while let next = next(after: .day(date.occurrence(in: environment.zone).day)), !isBefore(end, next) {
            let nextAt = instant(of: alarm, next)
            if nextAt != ringsAt { count += 1 }
            (date, ringsAt) = (next, nextAt)
        }
        return count
    }

    /// Whether the reminder is at a distance from the time of each occurrence. A day can have several of them.
    private var followsTime: Bool {
        schedule.remindBefore.map { $0.minuteOfDay == nil } ?? false && schedule.due?.isDay == false
    }

    /// The date of the first occurrences that can ring at an instant or later.
    private func dayOfOccurrence(of alarm: TaskAlarm, at instant: Instant) -> CalendarDay {
        let day = WallTime(instant, in: environment.zone).day.advanced(by: -1)
        guard let anchor = schedule.anchor, let rings = date(of: alarm) else { return day }
        let zone = environment.zone
        let distance = anchor.occurrence(in: zone).day.daysSinceEpoch - rings.occurrence(in: zone).day.daysSinceEpoch
        return day.advanced(by: distance)
    }
}
