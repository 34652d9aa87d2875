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

    /// Another target takes effect with the next period if something counts in the current one.
    func changeTarget(_ item: inout Item) {
        let counts = item.period.map { $0.contains(today) && !$0.days.isEmpty } ?? false
        if item.rule?.target == nil || !counts { item.period = nil }
    }

    /// Counts a completion.
    ///
    /// - Returns: whether it pays, and from which day on the next one counts if the target is met.
    func count(
        _ target: (count: Int, isOfMonth: Bool), on item: inout Item, _ day: Int, isEarly: Bool
    ) throws -> (pays: Bool, next: Int?) {
        var period = currentPeriod(item, target)
        let isPast = day < period.first
        if isPast {
            period = self.period(target, on: day)
            let done = item.allDone.filter { period.contains($0.day) }
            period.days = done.filter { !$0.isReopened }.map(\.day)
            period.paid = done.count { $0.hasPaid }
        }
        if period.isMet { throw Refusal("already_done") }
        if !isEarly, period.days.contains(day) || item.lastDoneAt?.day == day { throw Refusal("already_done") }
        let pays = period.days.count >= period.paid
        if isPast { return (pays, nil) }
        period.days.append(day)
        if pays { period.paid += 1 }
        item.period = period
        return (pays, period.isMet ? period.next : nil)
    }

    /// The last completion counts no more.
    func uncount(_ item: inout Item) {
        guard let day = item.lastDoneAt?.day, item.period?.contains(day) == true else { return }
        if let index = item.period?.days.lastIndex(of: day) { item.period?.days.remove(at: index) }
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
