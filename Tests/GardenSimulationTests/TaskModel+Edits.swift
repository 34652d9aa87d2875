/// Editing, and what an edit of a repeating task moves (RULES T20).
extension TaskModel {
    /// The dates of one occurrence, of the series or its own.
    struct OccurrenceDates: Equatable {
        var occurrence: ModelDate
        var start: ModelDate?
        var end: ModelDate?
        var due: ModelDate?
        var remind: ModelDate?
        var before: ModelDistance?
    }

    /// Which date fields an edit gives, and their values.
    struct DateChanges {
        var start: ModelDate??
        var end: ModelDate??
        var due: ModelDate??
        var remind: ModelDate??
        /// In place of a date of the reminder.
        var before: ModelDistance?
        var rule: ModelRule??
        var isSeries = false
        var isOccurrenceOnly = false
        /// The fields that give a time without a day, and those that give a day without a time.
        var times: Set<String> = []
        var days: Set<String> = []

        var isDated: Bool {
            start != nil || end != nil || due != nil || remind != nil || before != nil || rule != nil
        }
        var setsReminder: Bool { remind != nil || before != nil }
    }

    /// The dates that a task shows: those of the open occurrence, of a single task, or of a rule that has ended the last ones.
    func shownDates(of item: Item) -> OccurrenceDates { dates(of: item, item.open) }

    func dates(of item: Item, _ occurrence: ModelDate?) -> OccurrenceDates {
        if let alone = item.alone, alone.occurrence == occurrence { return alone }
        func date(_ date: ModelDate?) -> ModelDate? { date.map { moved($0, of: item, to: occurrence) } }
        return OccurrenceDates(
            occurrence: occurrence ?? .instant(0), start: date(item.start), end: date(item.end), due: date(item.due),
            remind: item.before == nil ? date(item.remind) : nil, before: item.before)
    }

    /// When an occurrence comes: on its date, or where it was moved alone.
    func comes(_ item: Item, _ occurrence: ModelDate) -> ModelDate {
        guard let alone = item.alone, alone.occurrence == occurrence else { return occurrence }
        return (item.due == nil ? alone.remind : alone.due) ?? occurrence
    }

    /// A person sees the dates of the open occurrence and changes those.
    ///
    /// - Returns: what moved of a repeating task.
    mutating func edit(_ edited: Item, _ changes: DateChanges, at now: Int) throws -> String? {
        guard let old = items[edited.id] else { throw Refusal("not_found") }
        var item = edited
        var moves: String?
        if changes.isDated || item.isStanding != old.isStanding {
            moves = try changeDates(of: &item, old, changes, at: now)
        }
        items[item.id] = item
        if item.categoryId != old.categoryId {
            leaveOrder(old)
            orders[item.categoryId, default: []].append(item.id)
        }
        return moves
    }

    private func changeDates(of item: inout Item, _ old: Item, _ changes: DateChanges, at now: Int) throws -> String? {
        let isAnchorDue = old.due != nil
        let anchor = isAnchorDue ? changes.due : changes.remind
        let isCleared = if case .some(.none) = anchor { true } else { false }
        let isOther = changes.rule != nil || item.isStanding || isCleared || !isAnchorDue && changes.due != nil
        guard let open = old.open, !isOther, isAnchorDue || changes.before == nil else {
            if changes.isOccurrenceOnly { throw Refusal(old.rule == nil ? "not_repeating" : "invalid_params") }
            if changes.isSeries, old.rule == nil { throw Refusal("not_repeating") }
            try begin(&item, old, changes, at: now)
            return nil
        }
        let shown = dates(of: old, open)
        let new = try edited(shown, changes, isAnchorDue: isAnchorDue)
        let isScheduled = old.rule?.delay == nil
        if anchor == nil, !changes.isOccurrenceOnly {
            let before = item
            try keepDistances(&item, old, new, changes, at: now)
            let isSame =
                item.start == before.start && item.end == before.end && item.due == before.due
                && item.remind == before.remind && item.before == before.before && item.alone == before.alone
                && item.armed?.at == before.armed?.at
            return isSame ? nil : "series"
        }
        try checkSpan(new.start, new.end)
        if changes.isOccurrenceOnly, isScheduled {
            if new == shown { return nil }
            give(new, to: &item, at: now)
            return "occurrence"
        }
        if changes.isSeries || !isScheduled {
            let its = along(old, open, with: isAnchorDue ? new.due : new.remind)
            var dates = Dates(
                start: changes.start == nil ? its.start : new.start, end: changes.end == nil ? its.end : new.end,
                due: new.due, remind: isAnchorDue ? its.remind : new.remind, before: its.before, rule: old.rule)
            if changes.setsReminder { (dates.remind, dates.before) = (new.remind, new.before) }
            try schedule(
                &item, dates, isReminderNew: (changes.remind ?? nil) != nil, setsOccurrences: true, at: now)
            let date = isAnchorDue ? new.due : new.remind
            if isScheduled, !(date.map { isOccurrence($0, of: item) } ?? false) { throw Refusal("invalid_params") }
            return isScheduled ? "series" : nil
        }
        let date = (isAnchorDue ? new.due : new.remind) ?? open
        let isTime = changes.times.contains(isAnchorDue ? "due" : "remind")
        if isTime, let isChanged = try retime(&item, old, new, changes, at: now) { return isChanged ? "series" : nil }
        if new == shown { return nil }
        guard isOccurrence(date, of: old) else {
            give(new, to: &item, at: now)
            return "occurrence"
        }
        if date != open {
            if old.doneAhead.contains(date) { throw Refusal("already_done") }
            item.open = date
            let at = date.milliseconds(in: zone)
            if let last = item.lastDone, last.milliseconds(in: zone) >= at { item.lastDone = nil }
            item.doneAhead.removeAll { $0.milliseconds(in: zone) <= at }
            if at < open.milliseconds(in: zone) {
                for done in item.completions where done.isDone && done.date.milliseconds(in: zone) > at {
                    if !item.doneAhead.contains(done.date) { item.doneAhead.append(done.date) }
                }
            }
            ring(&item, at: now)
        }
        var own = new
        own.occurrence = date
        give(own, to: &item, at: now)
        return date == open ? "occurrence" : "skipped"
    }

    /// What a person sees after the edit.
    private func edited(
        _ shown: OccurrenceDates, _ changes: DateChanges, isAnchorDue: Bool
    ) throws -> OccurrenceDates {
        var new = shown
        let anchor = isAnchorDue ? shown.due : shown.remind
        var days = 0
        func along(_ date: ModelDate?) -> ModelDate? {
            days == 0 ? date : date?.onWall(in: zone).advanced(byDays: days)
        }
        func read(_ date: ModelDate, _ name: String, _ old: ModelDate?) -> ModelDate {
            let wall = date.onWall(in: zone)
            if changes.times.contains(name), let minute = wall.minute, let its = old ?? along(anchor) {
                return .wall(day: its.day(in: zone), minute: minute)
            }
            if changes.days.contains(name), let minute = old?.onWall(in: zone).minute {
                return .wall(day: wall.day(in: zone), minute: minute)
            }
            return wall
        }
        if let date = (isAnchorDue ? changes.due : changes.remind) ?? nil {
            let its = read(date, isAnchorDue ? "due" : "remind", anchor)
            if isAnchorDue { new.due = its } else { new.remind = its }
            days = its.day(in: zone) - (anchor ?? shown.occurrence).day(in: zone)
        }
        func value(_ change: ModelDate??, _ old: ModelDate?, _ name: String) -> ModelDate? {
            guard let change else { return along(old) }
            return change.map { read($0, name, along(old)) }
        }
        new.start = value(changes.start, shown.start, "start")
        new.end = value(changes.end, shown.end, "end")
        guard isAnchorDue else { return new }
        if let change = changes.remind {
            let distant = shown.before.flatMap { before in
                new.due.flatMap { before.reminder(before: $0, in: zone) }.map { ModelDate.instant($0).onWall(in: zone) }
            }
            new.remind = change.map { read($0, "remind", distant ?? along(shown.remind)) }
        } else {
            new.remind = along(shown.remind)
        }
        if changes.setsReminder { new.before = changes.before }
        if let before = changes.before {
            new.remind = nil
            guard let due = new.due, before.reminder(before: due, in: zone) != nil else {
                throw Refusal("invalid_params")
            }
        }
        return new
    }

    /// When an occurrence reminds, on the wall.
    private func reminder(of dates: OccurrenceDates) -> ModelDate? {
        let distant = dates.before.flatMap { before in dates.due.flatMap { before.reminder(before: $0, in: zone) } }
        return distant.map { ModelDate.instant($0).onWall(in: zone) } ?? dates.remind
    }

    /// The dates of the series for an occurrence, moved along with the date that repeats.
    private func along(_ item: Item, _ open: ModelDate, with anchor: ModelDate?) -> OccurrenceDates {
        var series = item
        series.alone = nil
        var dates = self.dates(of: series, open)
        guard let anchor, let old = item.due == nil ? dates.remind : dates.due else { return dates }
        let days = anchor.day(in: zone) - old.day(in: zone)
        guard days != 0 else { return dates }
        func moved(_ date: ModelDate?) -> ModelDate? { date?.onWall(in: zone).advanced(byDays: days) }
        (dates.start, dates.end) = (moved(dates.start), moved(dates.end))
        (dates.due, dates.remind) = (moved(dates.due), moved(dates.remind))
        return dates
    }

    /// The task begins again, or is a single one, or a standing one.
    private func begin(_ item: inout Item, _ old: Item, _ changes: DateChanges, at now: Int) throws {
        let setsReminder = changes.setsReminder
        let begins = changes.rule != nil || changes.due != nil || (setsReminder && old.due == nil)
        let shown = old.open.map { self.dates(of: old, $0) }
        let present = shown.map { (start: $0.start, end: $0.end, due: $0.due, remind: reminder(of: $0)) }
        func read(_ date: ModelDate, _ name: String, _ its: ModelDate?) -> ModelDate {
            guard shown != nil else { return date }
            let wall = date.onWall(in: zone)
            let anchor = old.due == nil ? present?.remind : present?.due
            if changes.times.contains(name), let minute = wall.minute, let day = its ?? anchor {
                return .wall(day: day.day(in: zone), minute: minute)
            }
            if changes.days.contains(name), let minute = its?.onWall(in: zone).minute {
                return .wall(day: wall.day(in: zone), minute: minute)
            }
            return wall
        }
        var kept: OccurrenceDates?
        if let open = old.open, let shown {
            var anchor = old.due == nil ? shown.remind : shown.due
            if old.due != nil, let new = changes.due ?? nil { anchor = read(new, "due", shown.due) }
            kept = along(old, open, with: anchor)
            if old.due == nil { kept?.remind = anchor } else { kept?.due = anchor }
        }
        func date(
            _ change: ModelDate??, _ name: String, _ stored: ModelDate?, _ its: ModelDate?, _ old: ModelDate?
        ) -> ModelDate? {
            guard let change else { return begins && kept != nil ? its : stored }
            return change.map { read($0, name, old) }
        }
        let due = date(changes.due, "due", old.due, kept?.due, present?.due)
        var dates = Dates(
            start: date(changes.start, "start", old.start, kept?.start, present?.start),
            end: date(changes.end, "end", old.end, kept?.end, present?.end), due: due, before: changes.before,
            rule: changes.rule ?? old.rule)
        if dates.rule?.target != nil {
            // A target needs no date: those that the task has go.
            if changes.due == nil { dates.due = nil }
            if changes.end == nil { dates.end = nil }
        }
        if old.rule == nil, changes.rule == nil, changes.end == nil {
            dates.end = withLength(dates.end, from: old.due, to: dates.due)
        }
        if changes.before == nil {
            dates.remind = date(changes.remind, "remind", old.remind, kept?.remind, present?.remind)
        }
        if !setsReminder, let before = old.before {
            (dates.remind, dates.before) = (nil, dates.due == nil ? nil : before)
        } else if !setsReminder, old.rule == nil, changes.rule == nil, old.snoozedUntil == nil {
            dates.remind = withDue(dates.remind, from: old.due, to: dates.due)
        }
        try schedule(
            &item, dates, isReminderNew: (changes.remind ?? nil) != nil, setsOccurrences: begins, at: now)
    }

    /// The series with the dates that an edit gives besides the one that repeats.
    private func seriesDates(_ old: Item, _ new: OccurrenceDates, _ changes: DateChanges) -> Dates {
        let anchor = (old.due == nil ? new.remind : new.due) ?? new.occurrence
        func back(_ date: ModelDate?) -> ModelDate? { date.map { moved($0, of: old, back: anchor) } }
        var dates = Dates(
            start: old.start, end: old.end, due: old.due, remind: old.remind, before: old.before, rule: old.rule)
        if changes.start != nil { dates.start = back(new.start) }
        if changes.end != nil { dates.end = back(new.end) }
        if old.due != nil, changes.setsReminder { (dates.remind, dates.before) = (back(new.remind), new.before) }
        return dates
    }

    private func keepDistances(
        _ item: inout Item, _ old: Item, _ new: OccurrenceDates, _ changes: DateChanges, at now: Int
    ) throws {
        let before = rings(old, new.occurrence)
        if item.alone?.occurrence == old.open { item.alone = new }
        try schedule(
            &item, seriesDates(old, new, changes), isReminderNew: (changes.remind ?? nil) != nil, at: now)
        forgetAlone(&item)
        if rings(item, new.occurrence) != before { ring(&item, at: now) }
        setDue(&item)
    }

    private func rings(_ item: Item, _ occurrence: ModelDate) -> [Int?] {
        [false, true].map { ring(of: item, isDue: $0, occurrence) }
    }

    /// Gives an occurrence dates of its own.
    private func give(_ dates: OccurrenceDates, to item: inout Item, at now: Int) {
        let before = rings(item, dates.occurrence)
        item.alone = dates
        forgetAlone(&item)
        if rings(item, dates.occurrence) != before { ring(&item, at: now) }
        setDue(&item)
    }

    private func forgetAlone(_ item: inout Item) {
        guard let alone = item.alone else { return }
        var series = item
        series.alone = nil
        if self.dates(of: series, alone.occurrence) == alone { item.alone = nil }
    }

    /// What rings next, after the dates were changed.
    private func ring(_ item: inout Item, at now: Int) {
        (item.snoozedUntil, item.firedAt) = (nil, nil)
        item.armed = nextReminder(of: item, after: now, from: item.open)
    }

    private func checkSpan(_ start: ModelDate?, _ end: ModelDate?) throws {
        guard let start, let end else { return }
        let begin = if case .day(let day) = start { zone.begin(ofDay: day) } else { start.milliseconds(in: zone) }
        let isOver =
            if case .day = end { end.milliseconds(in: zone) <= begin } else { end.milliseconds(in: zone) < begin }
        if isOver { throw Refusal("invalid_params") }
    }

    /// Whether a date is one of the rule, from the first one on.
    private func isOccurrence(_ date: ModelDate, of item: Item) -> Bool {
        guard let first = item.first, item.rule?.delay == nil else { return false }
        if date == first { return true }
        if case .day = date {
            guard case .day = first else { return false }
        } else if case .day = first {
            return false
        }
        let at = date.milliseconds(in: zone)
        guard at > first.milliseconds(in: zone) else { return false }
        return next(of: item, after: .instant(at - 1)) == date
    }

    /// Another time for all occurrences, on their days.
    ///
    /// - Returns: whether that changes anything; `nil` if the rule says its times.
    private func retime(
        _ item: inout Item, _ old: Item, _ new: OccurrenceDates, _ changes: DateChanges, at now: Int
    ) throws -> Bool? {
        guard old.rule?.hasTimes == false, let anchor = old.anchor,
            case .wall(_, let minute)? = old.due == nil ? new.remind : new.due
        else {
            return nil
        }
        func retimed(_ date: ModelDate) -> ModelDate {
            switch (date, anchor) {
            case (.wall(let day, let its), .wall(_, let was)) where its == was: .wall(day: day, minute: minute)
            case (.day(let day), .day): .wall(day: day, minute: minute)
            default: date
            }
        }
        var dates = seriesDates(old, new, changes)
        if old.due == nil { dates.remind = retimed(anchor) } else { dates.due = retimed(anchor) }
        var trial = item
        (trial.start, trial.end, trial.due) = (dates.start, dates.end, dates.due)
        (trial.remind, trial.before) = (dates.remind, dates.before)
        if let before = dates.before, let due = dates.due {
            trial.remind = before.reminder(before: due, in: zone).map { ModelDate.instant($0).onWall(in: zone) }
        }
        guard let its = trial.anchor, let rule = trial.rule, rule.fits(its) else { throw Refusal("invalid_params") }
        trial.first = rule.first(from: its)
        trial.open = trial.open.map(retimed)
        trial.paidUpTo = trial.paidUpTo.map(retimed)
        trial.lastDone = trial.lastDone.map(retimed)
        trial.lastPaid = trial.lastPaid.map(retimed)
        trial.doneAhead = trial.doneAhead.map(retimed)
        for index in trial.completions.indices {
            trial.completions[index].date = retimed(trial.completions[index].date)
        }
        if let alone = trial.alone {
            trial.alone = alone.occurrence == old.open ? new : alone
            trial.alone?.occurrence = retimed(alone.occurrence)
            forgetAlone(&trial)
        }
        let isSame =
            trial.start == old.start && trial.end == old.end && trial.due == old.due && trial.remind == old.remind
            && trial.before == old.before && new == shownDates(of: old)
        if isSame { return false }
        ring(&trial, at: now)
        setDue(&trial)
        item = trial
        return true
    }
}
