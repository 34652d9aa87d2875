/// When a task rings: its reminders and its due time (RULES T4, T11, T16).
extension TaskModel {
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
        guard let date = ringing(item, isDue: isDue) else { return nil }
        guard item.rule != nil, var occurrence else {
            let at = date.milliseconds(in: zone)
            return at > instant ? Reminder(at: at, isDue: isDue) : nil
        }
        while true {
            let at = moved(date, of: item, to: occurrence).milliseconds(in: zone)
            if at > instant { return Reminder(at: at, occurrence: occurrence, isDue: isDue) }
            guard let next = next(of: item, after: occurrence) else { return nil }
            occurrence = next
        }
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
