/// Tasks that are to be done so many times a week or a month (RULES T19).
extension TaskModel {
    /// The period of a target that a day is in.
    func period(_ target: (count: Int, isOfMonth: Bool), on day: Int) -> Period {
        guard target.isOfMonth else {
            // Monday is 0.
            let weekday = ((day + 3) % 7 + 7) % 7
            let first = day - (weekday - (firstWeekday - 1) + 7) % 7
            return Period(first: first, next: first + 7, count: target.count, isOfMonth: false)
        }
        let date = CivilDate(day)
        let first = day - date.day + 1
        return Period(first: first, next: first + date.monthLength, count: target.count, isOfMonth: true)
    }

    /// What counts on the current day.
    func currentPeriod(_ item: Item, _ target: (count: Int, isOfMonth: Bool)) -> Period {
        if let period = item.period, period.contains(today) { return period }
        return period(target, on: today)
    }

    /// Another target takes effect with the next period if something counts in the current one, or has paid. Of a task that had none,
    /// what was done in the period counts.
    func changeTarget(_ item: inout Item, from old: (count: Int, isOfMonth: Bool)?) {
        guard let target = item.rule?.target else { return item.period = nil }
        guard old == nil else {
            let counts = item.period.map { $0.contains(today) && (!$0.days.isEmpty || $0.paid > 0) } ?? false
            if !counts { item.period = nil }
            return
        }
        item.period = recorded(item, target, on: today)
    }

    /// What counts in the period of a day by all completions.
    private func recorded(_ item: Item, _ target: (count: Int, isOfMonth: Bool), on day: Int) -> Period {
        var period = period(target, on: day)
        let done = item.allDone.filter { period.contains($0.day) }
        period.days = done.filter { !$0.isReopened }.map(\.day)
        period.paid = done.count { $0.hasPaid }
        return period
    }

    /// Counts a completion.
    ///
    /// - Returns: whether it pays, and from which day on the next one counts if the target is met.
    func count(
        _ target: (count: Int, isOfMonth: Bool), on item: inout Item, _ day: Int, isEarly: Bool
    ) throws -> (pays: Bool, isPast: Bool, next: Int?) {
        var period = currentPeriod(item, target)
        let isPast = day < period.first
        if isPast || item.lastDoneAt?.day ?? .min > today { period = recorded(item, target, on: isPast ? day : today) }
        if period.isMet { throw Refusal("already_done") }
        let isOnDay = period.days.contains(day) || item.lastDoneAt?.day == day
        let isRecorded = day < today && item.allDone.contains { $0.day == day && !$0.isReopened }
        if !isEarly, isOnDay || isRecorded { throw Refusal("already_done") }
        let pays = period.days.count >= period.paid
        if isPast { return (pays, true, nil) }
        period.days.append(day)
        if pays { period.paid += 1 }
        item.period = period
        return (pays, false, period.isMet ? period.next : nil)
    }

    /// The last completion counts no more.
    func uncount(_ item: inout Item, _ target: (count: Int, isOfMonth: Bool)) throws {
        guard let day = item.lastDoneAt?.day, currentPeriod(item, target).contains(day) else { return }
        guard let index = currentPeriod(item, target).days.lastIndex(of: day) else { throw Refusal("not_done") }
        item.period?.days.remove(at: index)
    }

    /// From when on its reminder rings.
    func remindsFrom(_ item: Item) -> Int {
        guard item.rule?.target != nil, let period = item.period else { return .min }
        if period.isMet { return zone.begin(ofDay: period.next) }
        return period.days.max().map { zone.begin(ofDay: $0 + 1) } ?? .min
    }

    /// Whether its target is met.
    func isMet(_ item: Item, today: Int) -> Bool { item.period.map { $0.contains(today) && $0.isMet } ?? false }

    /// Whether a completion of the day counts.
    func counts(_ item: Item, today: Int) -> Bool { item.period?.days.contains(today) ?? false }
}
