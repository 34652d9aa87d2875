/// An independent account of tasks, following RULES §1 literally: plain values, milliseconds, and its own recurrence.
struct TaskModel {
    struct Reminder: Equatable {
        var at: Int
        var occurrence: ModelDate?
        /// Whether it is the due time that rings (RULES T16).
        var isDue = false
    }

    struct Item {
        let id: Int
        var title: String
        var note: String?
        var tags: [String] = []
        var points = 0
        var priority: Int?
        var estimate: Int?
        var isStanding = false
        var categoryId = 1
        var start: ModelDate?
        var end: ModelDate?
        var due: ModelDate?
        var remind: ModelDate?
        var before: ModelDistance?
        var rule: ModelRule?
        /// The first occurrence, where the rule has dates of its own.
        var first: ModelDate?
        var open: ModelDate?
        var armed: Reminder?
        var snoozedUntil: Int?
        var firedAt: Int?
        var dueAt: Int?
        var paidUpTo: ModelDate?
        var lastDone: ModelDate?
        /// The day and the instant at which that was.
        var lastDoneAt: (day: Int, at: Int)?
        var lastPaid: ModelDate?
        /// Whether it has paid as a single task.
        var hasPaidOnce = false
        /// Whether its last occurrence was completed: reopened, it does not pay again.
        var hasEnded = false
        /// Later occurrences that were completed afterwards.
        var doneAhead: [ModelDate] = []
        /// The occurrence that was moved last without the others.
        var alone: OccurrenceDates?
        var completions: [Completed] = []
        /// Each completion, with its day; and whether it was reopened.
        var allDone: [(day: Int, at: Int, hasPaid: Bool, isReopened: Bool)] = []
        /// What counts towards the target in the week or month of the last completion.
        var period: Period?
        var doneCount = 0
        var focuses = 0
        var closedAt: Int?
        var closedOn: Int?

        var anchor: ModelDate? { due ?? remind }
        /// Whether it opens one occurrence after another.
        var opens: Bool { !isStanding && rule?.target == nil }
        var nextFiring: Int? { [armed?.at, snoozedUntil].compactMap { $0 }.min() }
    }

    /// A week or a month, from its first day to the first one after it.
    struct Period {
        var first: Int
        var next: Int
        var count: Int
        var isOfMonth: Bool
        var days: [Int] = []
        var paid = 0

        func contains(_ day: Int) -> Bool { (first..<next).contains(day) }
        var isMet: Bool { days.count >= count }
    }

    /// A completion of an occurrence.
    struct Completed {
        var date: ModelDate
        var at: Int
        var hasPaid: Bool
        var isDone = true
    }

    /// A `task.reminded` or a `task.due` that must have occurred.
    struct Firing: Equatable {
        var at: Int
        var id: Int
        var isDue: Bool
        var missed: Int
        var since: Int?
        var next: Int?
    }

    /// A completion and what it must have paid.
    struct Completion {
        var paid: Int
        var exp: Int
        var skipped: (count: Int, first: ModelDate, last: ModelDate)?
        var next: ModelDate?
        var completed: ModelDate?
        var closes: Bool
        /// When the next completion counts, if the target is met.
        var nextDay: Int?
    }

    /// What a request is refused with; any reason if there is none.
    struct Refusal: Error {
        let reasons: Set<String>

        init(_ reasons: String...) { self.reasons = Set(reasons) }
    }

    /// The dates that a request sets.
    struct Dates {
        var start: ModelDate?
        var end: ModelDate?
        var due: ModelDate?
        var remind: ModelDate?
        var before: ModelDistance?
        var rule: ModelRule?
    }

    var items: [Int: Item] = [:]
    /// The ids of the open tasks of each category in their order.
    var orders: [Int: [Int]] = [:]
    var lastId = 0

    /// Ids that were given once are not given again, even if what they named is undone.
    mutating func keepIds(of other: TaskModel) { lastId = max(lastId, other.lastId) }
    /// The zone by which dates were computed last.
    var zone: ZdumpCalendar

    /// The current day, and the weekday with which weeks begin, 1 for Monday.
    var (today, firstWeekday) = (0, 1)

    init(zone: ZdumpCalendar) { self.zone = zone }

    var open: [Item] { items.values.filter { $0.closedAt == nil }.sorted { $0.id < $1.id } }

    /// The closed tasks, the newest first.
    var closed: [Item] {
        items.values.filter { $0.closedAt != nil }.sorted { ($0.closedAt ?? 0, $0.id) > ($1.closedAt ?? 0, $1.id) }
    }

    // MARK: Occurrences

    /// The next occurrence by its instant: two at the same instant are one, the later on the wall (RULES T5).
    func next(of item: Item, after date: ModelDate, and instant: Int = .min) -> ModelDate? {
        guard let rule = item.rule, rule.delay == nil, let anchor = item.anchor else { return nil }
        let bound = max(date.milliseconds(in: zone), instant)
        var candidate = rule.next(after: date, from: anchor)
        while let found = candidate, found.milliseconds(in: zone) <= bound {
            candidate = rule.next(after: found, from: anchor)
        }
        // An occurrence in a gap is shifted over those that follow it on the wall.
        guard var best = candidate, var last = candidate?.minute(in: zone) else { return candidate }
        let end = last + 180
        while let later = rule.next(after: candidate ?? best, from: anchor), let minute = later.minute(in: zone) {
            guard minute > last, minute <= end else { break }
            if later.milliseconds(in: zone) <= best.milliseconds(in: zone) { best = later }
            (candidate, last) = (later, minute)
        }
        return best
    }

    /// A date of the anchor, of another occurrence (RULES T4).
    func moved(_ date: ModelDate, of item: Item, to occurrence: ModelDate?) -> ModelDate {
        guard let occurrence, let anchor = item.anchor else { return date }
        if date == anchor { return occurrence }
        return date.onWall(in: zone).advanced(byDays: occurrence.day(in: zone) - anchor.day(in: zone))
    }

    func moved(_ date: ModelDate, of item: Item, back occurrence: ModelDate?) -> ModelDate {
        guard let occurrence, let anchor = item.anchor else { return date }
        return date.onWall(in: zone).advanced(byDays: anchor.day(in: zone) - occurrence.day(in: zone))
    }

    // MARK: Time

    /// What has fired up to now.
    ///
    /// - Parameter unseen: when reminders fell due unseen: all of a task's are one then (RULES T6).
    mutating func pass(to now: Int, unseen: Unseen) -> [Firing] {
        var firings: [Firing] = []
        for id in open.map(\.id) {
            while let due = items[id]?.nextFiring, due <= now {
                let isUnseen =
                    switch unseen {
                    case .none: false
                    case .all: true
                    case .through(let latest): due <= latest
                    }
                firings.append(fire(id, through: isUnseen ? now : due, isUnseen: isUnseen))
            }
        }
        return firings.sorted { ($0.at, $0.id) < ($1.at, $1.id) }
    }

    /// When what is due now fell due unseen.
    enum Unseen {
        case none
        case all
        /// Up to an instant: the clock was set past it.
        case through(Int)
    }

    /// The firing of a task that has fallen due, and all that is up to an instant with it.
    mutating func fire(_ id: Int, through latest: Int, isUnseen: Bool) -> Firing {
        guard var item = items[id], let due = item.nextFiring else { preconditionFailure("task \(id) has no reminder") }
        // Whether each moment is only a due time.
        var moments: [Int: Bool] = [:]
        while let armed = item.armed, armed.at <= latest {
            moments[armed.at] = armed.isDue
            item.armed = reminder(of: item, after: armed)
        }
        if let snoozed = item.snoozedUntil, snoozed <= latest {
            moments[snoozed] = false
            item.snoozedUntil = nil
        }
        let at = moments.keys.max() ?? due
        item.firedAt = at
        items[id] = item
        return Firing(
            at: at, id: id, isDue: moments[at] ?? false, missed: isUnseen ? moments.count : 0,
            since: isUnseen ? due : nil, next: shownReminder(of: item))
    }

    /// The task whose reminder is due first.
    var firstDue: (at: Int, id: Int)? {
        open.compactMap { item in item.nextFiring.map { ($0, item.id) } }.min { $0 < $1 }
    }

    /// Whether a task is due on a day or before it. The boundary that ends the day belongs to the next one.
    func isDue(_ item: Item, byEndOf day: Int) -> Bool {
        switch shownDates(of: item).due {
        case nil: false
        case .day(let due)?: due <= day
        case .wall?, .instant?: item.dueAt ?? .max < zone.end(ofDay: day)
        }
    }

    func setDue(_ item: inout Item) {
        item.dueAt = shownDates(of: item).due?.milliseconds(in: zone)
    }

    // MARK: Adding and editing

    mutating func add(_ item: Item, _ dates: Dates, at now: Int) throws -> Item {
        var item = item
        try schedule(&item, dates, isReminderNew: dates.remind != nil, at: now)
        lastId = item.id
        items[item.id] = item
        orders[item.categoryId, default: []].append(item.id)
        return item
    }

    /// Gives a task its dates (RULES T4, T5, M2).
    func schedule(
        _ item: inout Item, _ dates: Dates, isReminderNew: Bool, setsOccurrences: Bool = false, at now: Int
    ) throws {
        if item.isStanding, dates.due != nil || dates.start != nil || dates.end != nil {
            throw Refusal("invalid_params")
        }
        if let start = dates.start, let end = dates.end {
            // A day begins before its times and ends after them.
            let begin = if case .day(let day) = start { zone.begin(ofDay: day) } else { start.milliseconds(in: zone) }
            let isOver =
                if case .day = end { end.milliseconds(in: zone) <= begin } else { end.milliseconds(in: zone) < begin }
            if isOver { throw Refusal("invalid_params") }
        }
        let isTarget = dates.rule?.target != nil
        if isTarget, item.isStanding || dates.due != nil || dates.end != nil { throw Refusal("invalid_params") }
        let old = item
        var isAgain = false
        let alone = item.alone
        (item.start, item.end, item.due, item.remind) = (dates.start, dates.end, dates.due, dates.remind)
        (item.rule, item.first, item.before) = (dates.rule, nil, dates.before)
        if let before = dates.before {
            guard let due = dates.due, let remind = before.reminder(before: due, in: zone) else {
                throw Refusal("invalid_params")
            }
            item.remind = .instant(remind)
        }
        if let rule = dates.rule {
            (item.start, item.end) = (item.start?.onWall(in: zone), item.end?.onWall(in: zone))
            (item.due, item.remind) = (item.due?.onWall(in: zone), item.remind?.onWall(in: zone))
            if let anchor = item.anchor {
                guard isTarget || rule.fits(anchor) else { throw Refusal("invalid_params") }
                item.first = rule.delay == nil ? rule.first(from: anchor) : anchor
            } else if !isTarget {
                throw Refusal("invalid_params")
            }
            if item.rule != old.rule { changeTarget(&item, from: old.rule?.target) }
            let isSame = item.rule == old.rule && item.anchor == old.anchor
            // Set again, the date that it began with is a change if another one is open.
            let isSetBack = setsOccurrences && item.opens && old.open != item.first
            if !isSame || isSetBack || (old.open != nil) != item.opens {
                item.alone = nil
                try begin(&item, at: now)
                isAgain = setsOccurrences
            }
        } else {
            // An occurrence that has paid does not pay again as a single task.
            if let open = old.open, !pays(old, open, at: now) { item.hasPaidOnce = true }
            if old.rule?.target != nil, let period = old.period, period.contains(today), period.paid > 0 {
                item.hasPaidOnce = true
            }
            item.period = nil
            item.hasEnded = false
            // The instants of a single task do not move with the zone (RULES T14).
            (item.start, item.end) = (item.start?.fixed(in: zone), item.end?.fixed(in: zone))
            (item.due, item.remind) = (item.due?.fixed(in: zone), item.remind?.fixed(in: zone))
            (item.open, item.paidUpTo, item.lastDone, item.alone) = (nil, nil, nil, nil)
        }
        if isAgain || item.remind != old.remind || item.before != old.before
            || (item.rule == nil) != (old.rule == nil) || item.alone != alone
        {
            (item.snoozedUntil, item.firedAt) = (nil, nil)
            item.armed = nextReminder(of: item, after: now, from: item.open ?? item.first)
        } else if item.due != old.due, item.rule == nil {
            rearmDueTime(&item, old.due?.milliseconds(in: zone), at: now)
        }
        if isReminderNew, item.rule == nil, let remind = item.remind, remind.milliseconds(in: zone) <= now {
            throw Refusal("reminder_in_past")
        }
        setDue(&item)
    }

    /// The first occurrence of a rule, or the next one of a reminder in the past (RULES T4, T5).
    func begin(_ item: inout Item, at now: Int) throws {
        guard var first = item.first else {
            guard item.rule?.target != nil else { throw Refusal("invalid_params") }
            (item.open, item.paidUpTo, item.lastDone, item.hasEnded) = (nil, nil, nil, false)
            return
        }
        if item.due == nil, first.milliseconds(in: zone) <= now {
            guard let next = next(of: item, after: first, and: now) else { throw Refusal("reminder_in_past") }
            first = next
        }
        let old = item
        (item.open, item.paidUpTo, item.lastDone) = (nil, nil, nil)
        item.hasEnded = false
        if item.opens {
            item.open = first
            item.paidUpTo = first
            // What has been paid is not paid again under other dates.
            if let paid = item.lastPaid?.milliseconds(in: zone), first.milliseconds(in: zone) <= paid {
                let next = next(of: item, after: first, and: paid)
                item.paidUpTo = next ?? old.paidUpTo ?? old.lastPaid
                item.hasEnded = next == nil && old.hasEnded
            }
        }
        item.armed = nextReminder(of: item, after: now, from: first)
    }

    mutating func move(_ id: Int, to position: Int, categoryId: Int) throws {
        guard let old = items[id] else { throw Refusal("not_found") }
        let others = (orders[categoryId] ?? []).filter { $0 != id }
        guard position <= others.count else { throw Refusal("invalid_params") }
        leaveOrder(old)
        items[id]?.categoryId = categoryId
        orders[categoryId] = others[..<position] + [id] + others[position...]
    }

    mutating func leaveOrder(_ item: Item) { orders[item.categoryId]?.removeAll { $0 == item.id } }

    /// RULES T13.
    mutating func removeCategory(_ id: Int) {
        let ids = orders.removeValue(forKey: id) ?? []
        for id in ids { items[id]?.categoryId = 1 }
        orders[1, default: []] += ids
    }

    /// All that it had, and that removed categories of its name had, goes to another one (RULES T26).
    mutating func mergeCategory(_ id: Int, into other: Int, removed: Set<Int>) {
        let ids = orders.removeValue(forKey: id) ?? []
        for (task, item) in items where item.categoryId == id || removed.contains(item.categoryId) {
            items[task]?.categoryId = other
        }
        orders[other, default: []] += ids
    }

    mutating func removeAll() { (items, orders) = ([:], [:]) }

    mutating func remove(_ id: Int) {
        if let item = items.removeValue(forKey: id) { leaveOrder(item) }
    }
}
