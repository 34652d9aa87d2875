/// Completing, skipping and reopening.
extension TaskModel {
    /// - Parameters:
    ///   - now: when it was done.
    ///   - day: the logical day of that.
    ///   - entered: when it is entered, if that is later.
    ///   - balance: before it.
    mutating func complete(
        _ id: Int, at now: Int, on day: Int, entered: Int? = nil, named: ModelDate?, isEarly: Bool = false,
        factor: Int, balance: Int
    ) throws -> Completion {
        guard var item = items[id] else { throw Refusal("not_found") }
        guard item.closedAt == nil, named == nil || item.open != nil else { throw Refusal("already_done") }
        let late = try entered.flatMap { _ in try item.open.map { try lateTarget(of: item, $0, at: now, on: day) } }
        if let named, let late, !isSame(named, late) { throw Refusal("already_done") }
        if late == nil, let named, let open = item.open {
            if !isSame(named, open) { throw Refusal("already_done") }
            // The date of a delay that is completed already, and has not come.
            let begin = if case .day(let day) = open { zone.begin(ofDay: day) } else { open.milliseconds(in: zone) }
            if item.lastDone == open, begin > now { throw Refusal("already_done") }
        }
        if late == nil, named == nil, !isEarly, isRepeated(item, at: now, on: day) { throw Refusal("already_done") }
        var completion = Completion(paid: 0, exp: 0, closes: false)
        var pays = item.isStanding || !item.hasPaidOnce
        item.doneCount += 1
        var nextDay: Int?
        if let target = item.rule?.target {
            let counted = try count(target, on: &item, day, isEarly: isEarly)
            (pays, nextDay) = (counted.pays, counted.next)
            completion.nextDay = nextDay
            if entered == nil || item.lastDoneAt.map({ $0.day <= day }) ?? true { item.lastDoneAt = (day, now) }
            if !counted.isPast {
                item.armed = nextReminder(of: item, after: entered ?? now, from: item.first)
                item.snoozedUntil = nil
            }
        } else if let late, item.rule?.delay == nil {
            pays = !item.completions.contains { $0.hasPaid && $0.date == late }
        } else if let open = item.open {
            pays = self.pays(item, open, at: now)
        }
        if let date = late ?? item.open {
            item.completions.append(Completed(date: date, at: now, hasPaid: pays))
            completion.completed = date
        }
        if let late, let open = item.open, late != open {
            completion.next = open
            if late.milliseconds(in: zone) > open.milliseconds(in: zone) { item.doneAhead.append(late) }
        } else if let open = item.open {
            let following =
                item.rule?.delay == nil
                ? next(of: item, after: open, and: now)
                : item.rule?.date(afterCompleting: open, at: now, onDay: day, in: zone)
            completion.skipped = skipped(of: item, after: open, before: following)
            let next = skipDone(following, of: &item)
            completion.next = next
            (item.lastDone, item.lastDoneAt) = (open, (day, now))
            if pays { item.lastPaid = open }
            if let next {
                if next.milliseconds(in: zone) > item.paidUpTo?.milliseconds(in: zone) ?? .min { item.paidUpTo = next }
            } else {
                item.hasEnded = true
            }
            item.open = next
            item.armed = next.flatMap { nextReminder(of: item, after: entered ?? now, from: $0) }
        } else if item.opens {
            item.hasPaidOnce = true
            item.armed = nil
            item.lastDoneAt = (day, now)
        }
        completion.closes = item.opens && completion.next == nil
        let isTarget = item.rule?.target != nil
        if !item.isStanding, !isTarget, late == nil || late == items[id]?.open { item.snoozedUntil = nil }
        if item.points < 0 {
            completion.paid = max(item.points, -balance)
        } else if pays {
            let (paid, overflow) = item.points.multipliedReportingOverflow(by: factor)
            if overflow || balance.addingReportingOverflow(paid).overflow { throw Refusal("out_of_range") }
            (completion.paid, completion.exp) = (paid, 1)
        }
        item.allDone.append((day, now, completion.exp > 0, false))
        if completion.closes {
            (item.closedAt, item.closedOn) = (now, day)
            leaveOrder(item)
        } else {
            setDue(&item)
        }
        items[id] = item
        return completion
    }

    /// Whether a completion without a name is a second press (RULES T7).
    private func isRepeated(_ item: Item, at now: Int, on day: Int) -> Bool {
        func begin(_ date: ModelDate) -> Int {
            if case .day(let day) = date { zone.begin(ofDay: day) } else { date.milliseconds(in: zone) }
        }
        guard let open = item.open else { return false }
        let date = comes(item, open)
        let at = begin(date)
        let isLastAhead = item.lastDone.map { begin(comes(item, $0)) > now } ?? false
        let isAgain = item.lastDoneAt?.day == day && (at > now || date == .day(day))
        guard isAgain || isLastAhead && at > now else { return false }
        // More often than once a day, the last hour before it is its own.
        let hour = at - 3_600_000
        return !isFrequent(item, open) || now < hour || item.lastDoneAt.map { $0.at >= hour } ?? true
    }

    /// Whether another occurrence is less than a day before this one.
    private func isFrequent(_ item: Item, _ open: ModelDate) -> Bool {
        if case .day = open { return false }
        if let delay = item.rule?.delay { return delay.unit == .hours && delay.count < 24 }
        guard let first = item.first, open.milliseconds(in: zone) > first.milliseconds(in: zone) else { return false }
        let dayBefore = open.onWall(in: zone).advanced(byDays: -1)
        if dayBefore.milliseconds(in: zone) < first.milliseconds(in: zone) { return true }
        return next(of: item, after: dayBefore) != open
    }

    /// The occurrence that a late completion is for (RULES P33).
    private func lateTarget(of item: Item, _ open: ModelDate, at now: Int, on day: Int) throws -> ModelDate {
        let done = item.completions.filter { $0.isDone && (item.rule?.delay != nil || $0.date != open) }
        if item.rule?.delay != nil {
            if done.contains(where: { $0.at >= now }) { throw Refusal("already_done") }
            return open
        }
        if let moved = item.alone?.occurrence {
            let date = comes(item, moved)
            let its = if case .day(let day) = date { day } else { zone.logicalDay(date.milliseconds(in: zone)) }
            if its == day, done.contains(where: { $0.date == moved }) { throw Refusal("already_done") }
            if its == day, moved == open { return open }
        }
        guard let first = item.first ?? item.anchor else { return open }
        let (begin, end) = (zone.begin(ofDay: day), zone.begin(ofDay: day + 1))
        func begins(_ date: ModelDate) -> Int {
            if case .day(let its) = date { zone.begin(ofDay: its) } else { date.milliseconds(in: zone) }
        }
        var (its, earlier): ([ModelDate], [ModelDate]) = ([], [])
        var candidate: ModelDate? = first
        while let date = candidate, begins(date) < end {
            if begins(date) >= begin { its.append(date) }
            if case .day = date {
                if begins(date) < begin { earlier.append(date) }
            } else if begins(date) < now {
                earlier.append(date)
            }
            candidate = next(of: item, after: date)
        }
        if let date = its.last(where: { begins($0) <= now }) ?? its.first {
            if done.contains(where: { $0.date == date }) { throw Refusal("already_done") }
            return date
        }
        let last = earlier.last { date in !done.contains { $0.date == date } }
        if item.alone?.occurrence == open {
            let date = comes(item, open)
            let isLater = last.map { $0.milliseconds(in: zone) < date.milliseconds(in: zone) } ?? true
            if begins(date) <= now, isLater { return open }
        }
        if let last { return last }
        guard first == open, first.milliseconds(in: zone) > now else { throw Refusal("already_done") }
        return first
    }

    /// The next occurrence that was not completed ahead of the open one.
    private func skipDone(_ next: ModelDate?, of item: inout Item) -> ModelDate? {
        var open = next
        while let date = open, item.doneAhead.contains(date) { open = self.next(of: item, after: date) }
        item.doneAhead.removeAll { date in open.map { $0.milliseconds(in: zone) >= date.milliseconds(in: zone) } ?? true
        }
        return open
    }

    /// RULES P12.
    func pays(_ item: Item, _ open: ModelDate, at now: Int) -> Bool {
        guard !item.hasEnded, let paidUpTo = item.paidUpTo?.milliseconds(in: zone) else { return !item.hasEnded }
        let date = open.milliseconds(in: zone)
        if item.lastPaid?.milliseconds(in: zone) == date, paidUpTo <= date { return false }
        return date >= paidUpTo || now >= paidUpTo
    }

    func isSame(_ named: ModelDate, _ open: ModelDate) -> Bool {
        switch (named, open) {
        case (.day(let left), .day(let right)): left == right
        case (.day, _), (_, .day): false
        default: named.milliseconds(in: zone) == open.milliseconds(in: zone)
        }
    }

    /// The occurrences that are passed over. Those that are done ahead are not.
    func skipped(
        of item: Item, after open: ModelDate, before end: ModelDate?
    ) -> (count: Int, first: ModelDate, last: ModelDate)? {
        var found: [ModelDate] = []
        var date = open
        while let next = next(of: item, after: date), next != end {
            if !item.doneAhead.contains(next) { found.append(next) }
            date = next
        }
        return found.first.map { (found.count, $0, found[found.count - 1]) }
    }

    /// The tasks that `task.doneAll` completes.
    func completedTogether(inCategory id: Int, at now: Int, today: Int) -> [Int] {
        (orders[id] ?? []).filter { id in
            guard let item = items[id], item.opens, !isHidden(item, at: now, today: today) else { return false }
            switch item.open.map({ comes(item, $0) }) {
            case nil: return true
            case .day(let day)?: return zone.begin(ofDay: day) <= now
            case let open?: return open.milliseconds(in: zone) <= now
            }
        }
    }

    /// - Parameter categoryIds: those that exist.
    mutating func reopen(_ id: Int, at now: Int, categoryIds: Set<Int>) throws {
        guard var item = items[id] else { throw Refusal("not_found") }
        if item.isStanding { throw Refusal("not_done") }
        if let done = item.lastDoneAt,
            let index = item.allDone.lastIndex(where: { $0.day == done.day && $0.at == done.at && !$0.isReopened })
        {
            item.allDone[index].isReopened = true
        }
        if item.rule?.target != nil {
            guard item.lastDoneAt != nil, let target = item.rule?.target else { throw Refusal("not_done") }
            try uncount(&item, target)
        } else if item.rule != nil {
            guard let last = item.lastDone else { throw Refusal("not_done") }
            (item.open, item.lastDone) = (last, nil)
            if let index = item.completions.lastIndex(where: { $0.isDone && $0.date == last }) {
                item.completions[index].isDone = false
            }
        } else if item.closedAt == nil {
            throw Refusal("not_done")
        }
        item.doneCount -= 1
        item.lastDoneAt = nil
        item.armed = nextReminder(of: item, after: now, from: item.rule?.target == nil ? item.open : item.first)
        setDue(&item)
        if item.closedAt != nil {
            (item.closedAt, item.closedOn) = (nil, nil)
            if !categoryIds.contains(item.categoryId) { item.categoryId = 1 }
            orders[item.categoryId, default: []].append(id)
        }
        items[id] = item
    }

    mutating func skip(_ id: Int, at now: Int, named: ModelDate?) throws {
        guard var item = items[id] else { throw Refusal("not_found") }
        guard item.closedAt == nil else { throw Refusal("already_done") }
        guard let open = item.open else { throw Refusal("not_repeating") }
        if let named, !isSame(named, open) { throw Refusal("already_done") }
        guard let next = skipDone(self.next(of: item, after: open), of: &item) else { throw Refusal("not_repeating") }
        (item.open, item.snoozedUntil) = (next, nil)
        item.armed = nextReminder(of: item, after: now, from: next)
        setDue(&item)
        items[id] = item
    }

    mutating func snooze(_ id: Int, until: Int, at now: Int) throws {
        guard var item = items[id] else { throw Refusal("not_found") }
        guard item.closedAt == nil else { throw Refusal("already_done") }
        guard until > now else { throw Refusal("reminder_in_past") }
        // The armed one fires then instead if it is not later; one that was snoozed before only gets another time.
        let isOfOpenOne = item.open == nil || item.armed?.occurrence == item.open
        if item.snoozedUntil == nil, let armed = item.armed, armed.at <= until, isOfOpenOne, !hasFired(item, armed) {
            item.armed = self.reminder(of: item, after: armed)
        }
        item.snoozedUntil = until
        items[id] = item
    }

    /// Whether the reminder of the open occurrence has fired: in time, or before it because it was snoozed.
    func hasFired(_ item: Item, _ armed: Reminder) -> Bool {
        guard let firedAt = item.firedAt else { return false }
        let open = item.open ?? (item.rule == nil ? nil : item.first)
        guard let first = [false, true].compactMap({ ring(of: item, isDue: $0, open) }).min() else { return true }
        return firedAt >= first || armed.at > first
    }

    /// RULES T12; a task that was completed meanwhile has the session, too.
    mutating func completeFocus(on id: Int) { countFocus(1, on: id) }

    /// A session of the past was added or corrected.
    mutating func countFocus(_ count: Int, on id: Int) {
        if let item = items[id] { items[id]?.focuses = max(0, item.focuses + count) }
    }
}
