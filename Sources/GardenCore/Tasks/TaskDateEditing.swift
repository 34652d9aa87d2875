import GardenAPI
import Recurrence
import TimeKit

extension TaskEdit {
    /// Whether it changes a date or the repeat.
    var changesDates: Bool { [start, end, due, remind, self.repeat].contains(where: \.isGiven) }

    fileprivate func change(_ kind: TaskDateKind) -> FieldChange<String> {
        switch kind {
        case .start: start
        case .end: end
        case .due: due
        case .remind: remind
        }
    }
}

extension AnswerNote {
    /// What an edit moved of a repeating task, or of several in the same way.
    static let movedDates = AnswerNote(name: TaskEdit.datesName, event: EventKind.taskEdited.type) { events, _ in
        let moved = events.compactMap { (try? EventKind.taskEdited.effect(of: $0))?.note?.moved }
        guard let first = moved.first, moved.allSatisfy({ $0 == first }) else { return nil }
        return first.json
    }
}

extension Transition {
    /// Gives a task the dates of an edit (RULES T4, T20). Its details are changed already.
    ///
    /// - Returns: what moved of a repeating task.
    mutating func changeDates(of task: inout StoredTask, _ edit: TaskEdit) throws(GardenError) -> MovedDates? {
        let edit = DateEdit(edit, of: task, occurrences(of: task), dateReader, environment)
        guard let open = edit.editedOccurrence else {
            if edit.request.occurrenceOnly == true { throw edit.noOccurrenceAlone(task) }
            if edit.request.series == true, !edit.occurrences.isRepeating { throw .notRepeating(task) }
            try schedule(&task, try edit.requestedDates())
            return nil
        }
        let dates = try edit.dates(of: open)
        guard edit.request.change(edit.anchorKind).isGiven || edit.request.occurrenceOnly == true else {
            let before = task
            try keepDistances(&task, dates, open, edit)
            return task == before ? nil : .series
        }
        try check(RequestedDates(start: dates.start, end: dates.end), isStanding: false)
        let changesNothing = dates == edit.occurrences.dates(of: open)
        if edit.request.occurrenceOnly == true, edit.occurrences.isScheduled {
            if !changesNothing { give(dates, to: open, of: &task) }
            return changesNothing ? nil : .occurrence
        }
        if edit.request.series == true || !edit.occurrences.isScheduled {
            try schedule(&task, try edit.requestedDates(dates, open))
            let isOfRule = dates[edit.anchorKind].map(occurrences(of: task).hasOccurrence) ?? false
            if edit.occurrences.isScheduled, !isOfRule { throw edit.notOfTheRule(dates) }
            return edit.occurrences.isScheduled ? .series : nil
        }
        if edit.isTimeAlone(edit.anchorKind), let retimed = try retimed(task, dates, open, edit) {
            let isSame = retimed.schedule == task.schedule && changesNothing
            if !isSame { task = retimed }
            return isSame ? nil : .series
        }
        if changesNothing { return nil }
        guard let date = dates[edit.anchorKind], edit.occurrences.hasOccurrence(date) else {
            give(dates, to: open, of: &task)
            return .occurrence
        }
        try pass(from: open, to: date, of: &task)
        var own = dates
        own.occurrence = date
        give(own, to: date, of: &task)
        return date == open ? .occurrence : .skipped
    }

    /// Other dates than the one that repeats keep their new distance from it, in all occurrences.
    private mutating func keepDistances(
        _ task: inout StoredTask, _ dates: MovedOccurrence, _ open: StoredDate, _ edit: DateEdit
    ) throws(GardenError) {
        if task.progress.movedOccurrence?.occurrence == open { task.progress.movedOccurrence = dates }
        try schedule(&task, try edit.requestedDatesOfSeries(dates, open))
        forgetMoved(&task)
        let after = occurrences(of: task)
        if rings(edit.occurrences, open) != rings(after, open) { rearm(&task, after) }
        task.progress.dueAt = after.dueAt(of: open)
    }

    /// When an occurrence rings.
    private func rings(_ occurrences: TaskOccurrences, _ occurrence: StoredDate) -> [Instant?] {
        TaskAlarm.allCases.map { occurrences.instant(of: $0, occurrence) }
    }

    /// Gives an occurrence dates of its own, if the series has others.
    private func give(_ dates: MovedOccurrence, to open: StoredDate, of task: inout StoredTask) {
        let before = occurrences(of: task)
        task.progress.movedOccurrence = dates
        forgetMoved(&task)
        let after = occurrences(of: task)
        if rings(before, open) != rings(after, open) { rearm(&task, after) }
        task.progress.dueAt = after.dueAt(of: open)
    }

    /// The open occurrence has no dates of its own if those are the dates of the series.
    private func forgetMoved(_ task: inout StoredTask) {
        guard let own = task.progress.movedOccurrence else { return }
        if occurrences(of: task).datesOfSeries(of: own.occurrence) == own { task.progress.movedOccurrence = nil }
    }

    /// Opens another occurrence. Those before it are passed over without pay; one before the open one can be completed again, and
    /// pays by P12.
    private mutating func pass(
        from open: StoredDate, to date: StoredDate, of task: inout StoredTask
    ) throws(GardenError) {
        guard date != open else { return }
        let occurrences = occurrences(of: task)
        guard task.progress.doneAhead?.contains(date) != true else { throw alreadyDone(task, date) }
        task.progress.occurrence = date
        if let last = task.progress.lastDone, !occurrences.isBefore(last, date) { task.progress.lastDone = nil }
        var ahead = task.progress.doneAhead?.filter { occurrences.isBefore(date, $0) } ?? []
        if occurrences.isBefore(date, open) {
            // Those after it that are completed do not open again.
            let (task, history) = (task, history)
            let done = try readingJournal { try CompletedOccurrences(of: task, history).done }
            ahead += done.filter { occurrences.isBefore(date, $0) && !ahead.contains($0) }
            ahead.sort(by: occurrences.isBefore)
        }
        task.progress.doneAhead = ahead.isEmpty ? nil : ahead
        rearm(&task, occurrences)
    }

    /// The task with another time for each of its occurrences, on their days: of the next ones, and of those that were.
    ///
    /// - Returns: `nil` if its rule says at which times it repeats.
    private func retimed(
        _ task: StoredTask, _ dates: MovedOccurrence, _ open: StoredDate, _ edit: DateEdit
    ) throws(GardenError) -> StoredTask? {
        guard edit.occurrences.haveTimeOfAnchor, let anchor = task.schedule.anchor,
            let time = dates[edit.anchorKind].map({ Retiming(from: anchor, to: $0) })
        else { return nil }
        func retimed(_ date: StoredDate) -> StoredDate { time.applied(to: date) }
        var requested = try edit.requestedDatesOfSeries(dates, open)
        requested[edit.anchorKind] = retimed(anchor)
        var task = task
        task.schedule = try TaskSchedule(requested, environment.zone)
        let progress = task.progress
        task.progress.occurrence = progress.occurrence.map(retimed)
        task.progress.paidUpTo = progress.paidUpTo.map(retimed)
        task.progress.lastDone = progress.lastDone.map(retimed)
        task.progress.lastPaid = progress.lastPaid.map(retimed)
        task.progress.doneAhead = progress.doneAhead?.map(retimed)
        if let own = progress.movedOccurrence {
            task.progress.movedOccurrence = own.occurrence == open ? dates : own
            task.progress.movedOccurrence?.occurrence = retimed(own.occurrence)
            forgetMoved(&task)
        }
        let occurrences = occurrences(of: task)
        rearm(&task, occurrences)
        task.progress.dueAt = occurrences.dueAt(of: task.progress.occurrence)
        return task
    }

    private func alreadyDone(_ task: StoredTask, _ date: StoredDate) -> GardenError {
        .refused(
            .alreadyDone, "the occurrence \(date.text(environment.zone)) of \(task.quoted), is already done",
            [("id", .integer(task.id)), ("occurrence", date.published(in: environment.zone).json)])
    }
}

/// The dates that an edit gives a task, read by the dates that it has (RULES T20).
private struct DateEdit {
    let request: TaskEdit
    let occurrences: TaskOccurrences
    /// The open occurrence of a repeating task.
    private let open: StoredDate?
    private let isStanding: Bool
    private let snoozedUntil: Instant?
    private let reader: DateReader
    private let environment: Environment

    private var schedule: TaskSchedule { occurrences.schedule }
    private var zone: ZoneRules { environment.zone }

    /// The kind of the date that repeats.
    var anchorKind: TaskDateKind { schedule.anchorKind }

    /// - Parameter task: with the details after the edit, and the dates before it.
    init(
        _ request: TaskEdit, of task: StoredTask, _ occurrences: TaskOccurrences, _ reader: DateReader,
        _ environment: Environment
    ) {
        (self.request, self.occurrences, self.reader, self.environment) = (request, occurrences, reader, environment)
        open = task.progress.occurrence
        isStanding = task.details.isStanding
        snoozedUntil = task.progress.snoozedUntil
    }

    /// The open occurrence, if the edit changes its dates and those of the others by T20: not if the task repeats in another way
    /// afterwards, or by another date.
    var editedOccurrence: StoredDate? {
        guard let open, !isStanding, !request.repeat.isGiven else { return nil }
        if case .clear = request.change(anchorKind) { return nil }
        if anchorKind == .remind {
            if request.due.isGiven { return nil }
            // It is refused without a due date.
            if case .set(let text) = request.remind, reader.distance(text) != nil { return nil }
        }
        return open
    }

    func noOccurrenceAlone(_ task: StoredTask) -> GardenError {
        guard occurrences.isRepeating else { return .notRepeating(task) }
        guard open != nil, !isStanding else {
            let kind = isStanding ? "a standing task" : "a task to be done \(occurrences.rule.map(\.description) ?? "")"
            return .invalidParam("occurrenceOnly", "needs an open occurrence, which \(kind) does not have")
        }
        let problem = "cannot be changed for one occurrence, because the others follow it"
        return .invalidParam(request.due.isGiven ? "due" : "remind", problem)
    }

    /// The series cannot begin with a date on which its rule does not repeat.
    func notOfTheRule(_ dates: MovedOccurrence) -> GardenError {
        let date = dates[anchorKind]?.text(zone) ?? ""
        let rule = occurrences.rule.map(\.description) ?? ""
        return .invalidParam(
            anchorKind.rawValue, "must be a date of \(rule), which \(date) is not; give repeat, too, to change that")
    }

    /// Whether the edit gives a date by a time without a day.
    func isTimeAlone(_ kind: TaskDateKind) -> Bool {
        if case .set(let text) = request.change(kind) { reader.isTimeAlone(text) } else { false }
    }

    /// The dates of the open occurrence after the edit. If the date that repeats moves, the others move by as many days.
    func dates(of open: StoredDate) throws(GardenError) -> MovedOccurrence {
        let shown = occurrences.dates(of: open)
        var dates = shown
        if case .set(let text) = request.change(anchorKind) {
            let anchor = try read(text, anchorKind, shown)
            let days = anchor.day(in: zone).daysSinceEpoch - (shown[anchorKind] ?? open).day(in: zone).daysSinceEpoch
            dates = shown.advanced(byDays: days, in: zone)
            dates[anchorKind] = anchor
        }
        let moved = dates
        for kind in TaskDateKind.allCases where kind != anchorKind {
            switch request.change(kind) {
            case .keep: continue
            case .clear: dates[kind] = nil
            // On the day to which its occurrence moves.
            case .set(let text):
                dates[kind] = try kind == .remind && reader.distance(text) != nil ? nil : read(text, kind, moved)
            }
            if kind == .remind { dates.remindBefore = try distance(before: dates.due) }
        }
        return dates
    }

    /// The distance that the edit sets.
    private func distance(before due: StoredDate?) throws(GardenError) -> StoredDistance? {
        guard case .set(let text) = request.remind, let read = reader.distance(text) else { return nil }
        let distance = StoredDistance(read)
        _ = try TaskSchedule.reminder(distance, before: due, zone)
        return distance
    }

    /// A date that the edit sets: a time alone is on the day of the date that the task has, and a day alone at its time.
    private func read(
        _ text: String, _ kind: TaskDateKind, _ shown: MovedOccurrence?
    ) throws(GardenError) -> StoredDate {
        if kind == .remind { try reader.refuseDistance(text, "remind") }
        let date: StoredDate =
            kind == .remind
            ? .instant(try reader.reminder(text, "remind")) : StoredDate(try reader.date(text, kind.rawValue))
        guard let shown else { return date }
        let wall = StoredDate(date.occurrence(in: zone))
        let its = kind == .remind ? shown.reminder(in: zone) : shown[kind]
        if reader.isTimeAlone(text), case .wall(let time) = wall, let old = its ?? shown[anchorKind] {
            return WallTime(day: old.day(in: zone), minuteOfDay: time.minuteOfDay).map(StoredDate.wall) ?? wall
        }
        if case .time(let old)? = its?.occurrence(in: zone), reader.isDayAlone(text) {
            return WallTime(day: wall.day(in: zone), minuteOfDay: old.minuteOfDay).map(StoredDate.wall) ?? wall
        }
        return wall
    }

    // MARK: The dates of the series

    /// The dates that the series begins with: that of the open occurrence that repeats, and what the edit gives. The others are those
    /// of the series, which are as far from it as before.
    func requestedDates(_ dates: MovedOccurrence, _ open: StoredDate) throws(GardenError) -> RequestedDates {
        let series = along(with: dates[anchorKind], of: open)
        var requested = RequestedDates()
        for kind in TaskDateKind.allCases {
            let isGiven = kind == anchorKind || request.change(kind).isGiven
            requested[kind] = isGiven ? dates[kind] : series[kind]
        }
        requested.remindBefore = request.remind.isGiven ? dates.remindBefore : series.remindBefore
        requested.rule = occurrences.rule
        requested.setsReminder = request.remind.isGiven
        requested.setsOccurrences = true
        return requested
    }

    /// The dates of the series for an occurrence, moved along with the date that repeats.
    private func along(with anchor: StoredDate?, of open: StoredDate) -> MovedOccurrence {
        let series = occurrences.datesOfSeries(of: open)
        guard let anchor, let old = series[anchorKind] else { return series }
        let days = anchor.day(in: zone).daysSinceEpoch - old.day(in: zone).daysSinceEpoch
        return series.advanced(byDays: days, in: zone)
    }

    /// The dates of the series with those that the edit gives, which keep their distance from the date that repeats.
    func requestedDatesOfSeries(_ dates: MovedOccurrence, _ open: StoredDate) throws(GardenError) -> RequestedDates {
        var requested = RequestedDates(
            start: schedule.start, end: schedule.end, due: schedule.due, remind: schedule.remind)
        requested.remindBefore = schedule.remindBefore
        requested.rule = occurrences.rule
        requested.setsReminder = request.remind.isGiven
        let comes = occurrences.comes(open)
        let anchor = dates[anchorKind] ?? comes
        for kind in TaskDateKind.allCases where kind != anchorKind && request.change(kind).isGiven {
            requested[kind] = dates[kind].map { occurrences.moved($0, back: anchor) }
            if kind == .remind { requested.remindBefore = dates.remindBefore }
        }
        return requested
    }

    /// The dates of a task that repeats in another way afterwards, or does not repeat.
    func requestedDates() throws(GardenError) -> RequestedDates {
        let shown = open.map(occurrences.dates)
        let begins = request.repeat.isGiven || request.due.isGiven || (request.remind.isGiven && schedule.due == nil)
        var kept: MovedOccurrence?
        func date(_ kind: TaskDateKind) throws(GardenError) -> StoredDate? {
            switch request.change(kind) {
            case .keep: return begins ? kept.map { $0[kind] } ?? schedule[kind] : schedule[kind]
            case .clear: return nil
            case .set(let text): return try read(text, kind, shown)
            }
        }
        var requested = RequestedDates()
        if let open, let shown {
            var anchor = shown[anchorKind]
            if case .set(let text) = request.change(anchorKind), anchorKind == .due {
                anchor = try read(text, .due, shown)
            }
            kept = along(with: anchor, of: open)
            kept?[anchorKind] = anchor
        }
        switch request.repeat {
        case .keep: requested.rule = occurrences.rule
        case .clear: requested.rule = nil
        case .set(let text): requested.rule = try Repeat.reading(text)
        }
        let isTarget = if case .target? = requested.rule { true } else { false }
        // A target needs no date: those that the task has go.
        func keeps(_ kind: TaskDateKind) -> Bool { !isTarget || request.change(kind).isGiven }
        requested.due = keeps(.due) ? try date(.due) : nil
        (requested.start, requested.end) = (try date(.start), keeps(.end) ? try date(.end) : nil)
        let isSingle = !occurrences.isRepeating && !request.repeat.isGiven
        if isSingle, !request.end.isGiven, let old = schedule.due { requested.moveEnd(with: old, in: environment) }
        switch request.remind {
        case .clear: break
        case .set(let text):
            try requested.setReminder(text, reader)
            if requested.remindBefore == nil { requested.remind = try read(text, .remind, shown) }
        case .keep where schedule.remindBefore != nil:
            // Without a due date there is nothing to remind of.
            if requested.due != nil { requested.remindBefore = schedule.remindBefore }
        case .keep:
            requested.remind = try date(.remind)
            // What was snoozed is a time that the person has chosen since.
            if isSingle, snoozedUntil == nil, let old = schedule.due {
                requested.moveReminder(with: old, in: environment)
            }
        }
        requested.setsOccurrences = begins
        return requested
    }
}

extension StoredDate {
    /// The same time on the day of a due date, or on the day before it if that is after the due time; the date itself without one.
    func before(_ due: StoredDate?, in environment: Environment) -> StoredDate {
        let zone = environment.zone
        guard let due, case .time(let time) = occurrence(in: zone),
            let onDay = WallTime(day: due.day(in: zone), minuteOfDay: time.minuteOfDay)
        else { return self }
        let isAfter = !due.isDay && onDay.instant(in: zone) > due.instant(environment)
        return .wall(isAfter ? onDay.advanced(byDays: -1) : onDay)
    }

    /// Its date of the calendar.
    func day(in zone: ZoneRules) -> CalendarDay { occurrence(in: zone).day }

    /// The same time a number of days later, as a date on the wall.
    func advanced(byDays days: Int, in zone: ZoneRules) -> StoredDate {
        switch occurrence(in: zone) {
        case .day(let day): return .day(day.advanced(by: days))
        case .time(let time): return .wall(time.advanced(byDays: days))
        }
    }
}
