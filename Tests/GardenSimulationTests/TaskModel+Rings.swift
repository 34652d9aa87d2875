/// When a task rings: its reminders and its due time (RULES T4, T11, T16).
extension TaskModel {
    /// The zone has changed, or the day was corrected (RULES T14).
    mutating func reschedule(_ newZone: ZdumpCalendar, correctedAt now: Int? = nil) {
        zone = newZone
        for var item in open {
            if let armed = item.armed, item.rule != nil {
                let at = ring(of: item, isDue: armed.isDue, armed.occurrence)
                item.armed?.at = at ?? armed.at
            }
            if let now, item.rule != nil,
                let next = nextReminder(of: item, after: now, from: item.open ?? item.first ?? item.anchor),
                next.at < item.armed?.at ?? next.at
            {
                item.armed = next
            }
            setDue(&item)
            items[item.id] = item
        }
    }

    /// What rings first after an instant, of an occurrence or of one after it: a reminder, or a due time at another time.
    func nextReminder(of item: Item, after instant: Int, from occurrence: ModelDate?) -> Reminder? {
        let reminder = nextRing(of: item, after: instant, from: occurrence, isDue: false)
        guard let due = nextRing(of: item, after: instant, from: occurrence, isDue: true) else { return reminder }
        guard let reminder, reminder.at <= due.at else { return due }
        return reminder
    }

    /// The date that rings.
    func ringing(_ item: Item, isDue: Bool) -> ModelDate? {
        guard isDue, let due = item.due else { return isDue ? nil : item.remind }
        if case .day = due { return nil }
        return item.remind?.milliseconds(in: zone) == due.milliseconds(in: zone) ? nil : due
    }

    private func nextRing(of item: Item, after instant: Int, from occurrence: ModelDate?, isDue: Bool) -> Reminder? {
        let instant = max(instant, remindsFrom(item) == .min ? .min : remindsFrom(item) - 1)
        guard item.rule != nil, let occurrence else {
            guard let single = ring(of: item, isDue: isDue, nil), single > instant else { return nil }
            return Reminder(at: single, isDue: isDue)
        }
        // One that was moved alone can ring before those that it follows, and after those that follow it.
        if let own = item.alone?.occurrence,
            own == occurrence || own.milliseconds(in: zone) > occurrence.milliseconds(in: zone)
        {
            let its = ring(of: item, isDue: isDue, own).flatMap { at in
                at > instant ? Reminder(at: at, occurrence: own, isDue: isDue) : nil
            }
            var series = item
            series.alone = nil
            var later: Reminder?
            var from: ModelDate? = own == occurrence ? next(of: item, after: own) : occurrence
            while let start = from {
                later = nextRing(of: series, after: instant, from: start, isDue: isDue)
                guard later?.occurrence == own else { break }
                from = next(of: item, after: own)
            }
            guard let its, let later else { return its ?? later }
            return later.at < its.at ? later : its
        }
        guard ring(of: item, isDue: isDue, occurrence) != nil else { return nil }
        var candidate = occurrence
        while true {
            if let at = ring(of: item, isDue: isDue, candidate), at > instant {
                return Reminder(at: at, occurrence: candidate, isDue: isDue)
            }
            guard let next = next(of: item, after: candidate) else { return nil }
            candidate = next
        }
    }

    /// When an occurrence rings, or a single task.
    func ring(of item: Item, isDue: Bool, _ occurrence: ModelDate?) -> Int? {
        if let alone = item.alone, alone.occurrence == occurrence {
            let distant = alone.before.flatMap { before in alone.due.flatMap { before.reminder(before: $0, in: zone) } }
            let reminder = distant ?? alone.remind?.milliseconds(in: zone)
            guard isDue else { return reminder }
            guard let due = alone.due else { return nil }
            if case .day = due { return nil }
            return due.milliseconds(in: zone) == reminder ? nil : due.milliseconds(in: zone)
        }
        if !isDue, let before = item.before, let due = item.due {
            return before.reminder(before: moved(due, of: item, to: occurrence), in: zone)
        }
        return ringing(item, isDue: isDue).map { moved($0, of: item, to: occurrence).milliseconds(in: zone) }
    }

    /// A reminder of a single task after its due date was moved (RULES T4): the same time before it on its day, else the same days.
    func withDue(_ reminder: ModelDate?, from old: ModelDate?, to new: ModelDate?) -> ModelDate? {
        guard let reminder, let old, let new, old != new else { return reminder }
        func day(_ date: ModelDate) -> Int {
            if case .day(let day) = date { day } else { zone.logicalDay(date.milliseconds(in: zone)) }
        }
        let at = reminder.milliseconds(in: zone)
        var isTimed = true
        if case .day = old { isTimed = false }
        if case .day = new { isTimed = false }
        if isTimed, zone.logicalDay(at) == day(old) {
            return .instant(new.milliseconds(in: zone) - (old.milliseconds(in: zone) - at))
        }
        return ModelDate.instant(at).onWall(in: zone).advanced(byDays: day(new) - day(old))
    }

    /// The end of a single task after its due date was moved (RULES T4): as long after it as before, or as many days.
    func withLength(_ end: ModelDate?, from old: ModelDate?, to new: ModelDate?) -> ModelDate? {
        guard let end, let old, old != new else { return end }
        guard let new else { return end.milliseconds(in: zone) >= old.milliseconds(in: zone) ? nil : end }
        func day(_ date: ModelDate) -> Int {
            if case .day(let day) = date { day } else { zone.logicalDay(date.milliseconds(in: zone)) }
        }
        let areTimes = ![end, old, new].contains { if case .day = $0 { true } else { false } }
        if areTimes {
            let length = end.milliseconds(in: zone) - old.milliseconds(in: zone)
            return length < 0 ? end : .instant(new.milliseconds(in: zone) + length)
        }
        guard day(end) >= day(old) else { return end }
        return end.onWall(in: zone).advanced(byDays: day(new) - day(old))
    }

    func reminder(of item: Item, after fired: Reminder) -> Reminder? {
        nextReminder(of: item, after: fired.at, from: item.open ?? (item.rule == nil ? nil : item.first))
    }

    /// The next reminder, as a task shows it.
    func shownReminder(of item: Item) -> Int? {
        guard let armed = item.armed, armed.isDue else { return item.armed?.at }
        let start = item.open ?? (item.rule == nil ? nil : item.first)
        return nextRing(of: item, after: armed.at, from: start, isDue: false)?.at
    }

    /// The due time of a single task has moved; its reminder stays as it is.
    func rearmDueTime(_ item: inout Item, _ old: Int?, at now: Int) {
        if let old, item.firedAt == old { item.firedAt = nil }
        var reminder = item.armed
        if let armed = reminder, armed.isDue {
            reminder = nextRing(of: item, after: max(now, armed.at), from: nil, isDue: false)
        }
        let due = nextRing(of: item, after: now, from: nil, isDue: true)
        item.armed = [reminder, due].compactMap { $0 }.min { $0.at < $1.at }
    }
}

/// How long before the due date a reminder is (RULES T17).
enum ModelDistance: Hashable {
    case minutes(Int)
    /// At a minute of the day; `nil` for that of the due time.
    case days(Int, minute: Int?)

    /// - Returns: `nil` for minutes before a day.
    func reminder(before due: ModelDate, in zone: ZdumpCalendar) -> Int? {
        switch (self, due) {
        case (.minutes, .day): return nil
        case (.minutes(let minutes), _): return due.milliseconds(in: zone) - minutes * 60_000
        case (.days(let days, let minute), _):
            let wall = due.onWall(in: zone)
            return zone.milliseconds(day: wall.day(in: zone) - days, minute: minute ?? wall.minute ?? 540)
        }
    }
}
