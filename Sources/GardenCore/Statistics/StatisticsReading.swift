import GardenAPI
import TimeKit

/// The statistics of a garden at a moment: the table, and the events that it lacks.
struct StatisticsReading {
    private let history: any History
    private let state: GardenState
    /// The last day that counts, if a query asks about a past one (RULES S7).
    private let lastDay: CalendarDay?
    private let tail: StatisticsTally
    private let removedNames: [Int: String]

    init(_ context: QueryContext) throws(GardenError) {
        try self.init(context.state, context.history, through: context.askedDay?.day)
    }

    /// - Parameter lastDay: the last day that counts; `nil` for all.
    init(_ state: GardenState, _ history: any History, through lastDay: CalendarDay? = nil) throws(GardenError) {
        (self.history, self.state, self.lastDay) = (history, state, lastDay)
        let query = StatisticsTailQuery(through: state.seq)
        (tail, removedNames) = try readingJournal {
            var tail = try history.read(query)
            for event in try history.events(after: tail.through, limit: .max, types: StatisticsTally.types) {
                try tail.tally.add(event, in: history)
            }
            let before = tail.tally.wasReset ? [:] : tail.removedNames
            return (tail.tally, before.merging(tail.tally.removedNames) { $1 })
        }
    }

    // MARK: Sums

    /// The sums of a range of days, under the keys of the grouping.
    ///
    /// - Parameter categoryIds: only of these categories; `nil` for all.
    func sums(
        _ days: ClosedRange<CalendarDay>, of categoryIds: [Int]?, by grouping: FiguresQuery.Grouping
    ) throws(GardenError) -> [Int: DayFigures] {
        let last = min(days.upperBound, lastDay ?? days.upperBound)
        guard days.lowerBound <= last else { return [:] }
        let days = days.lowerBound...last
        let query = FiguresQuery(days: days, categoryIds: categoryIds, grouping: grouping)
        var sums = try stored(query) ?? [:]
        for (key, figures) in tail.figures where days.contains(key.day) && categoryIds?.contains(key.categoryId) ?? true
        {
            sums[key.grouped(by: grouping), default: DayFigures()] += figures
        }
        return sums
    }

    /// The sums of some days together, with their hours.
    func total(_ days: ClosedRange<CalendarDay>, of categoryIds: [Int]? = nil) throws(GardenError) -> DayFigures {
        try sums(days, of: categoryIds, by: .all).values.reduce(into: DayFigures(), +=)
    }

    /// The rate and the multiplier at the ends of some days, by the numbers of the days; at present for the current one.
    func closings(_ days: ClosedRange<CalendarDay>) throws(GardenError) -> [Int: DayClosing] {
        let today = state.day.day
        var closings = try stored(ClosingsQuery(days: days)) ?? [:]
        for (day, end) in tail.rates { closings[day.daysSinceEpoch]?.take(end) }
        for (day, closing) in tail.closings { closings[day.daysSinceEpoch] = closing }
        closings[today.daysSinceEpoch] = DayClosing(state)
        // A day can have ended before a correction of the current one, and will end again.
        return closings.filter { $0.key <= today.daysSinceEpoch }
    }

    /// The end of a day that has ended, or of the last one before it that the garden had; `nil` before its first.
    func closing(through day: CalendarDay) throws(GardenError) -> DayClosing? {
        if let last = tail.closings.keys.filter({ $0 <= day }).max() { return tail.closings[last] }
        var closing = try stored(LastClosingQuery(day: day)) ?? nil
        if let end = tail.rates[day] { closing?.take(end) }
        return closing
    }

    /// By how much the balance and the experience changed after a day, by the ids of the categories.
    func changes(after day: CalendarDay) throws(GardenError) -> [Int: DayFigures] {
        var changes = try stored(LaterChangesQuery(after: day, through: lastDay)) ?? [:]
        for (key, figures) in tail.figures where key.day > day && key.day <= lastDay ?? key.day {
            changes[key.categoryId, default: DayFigures()] += figures
        }
        return changes
    }

    /// The balances at the ends of successive days, by the numbers of the days.
    ///
    /// - Parameter sums: the sums of these days.
    func balances(_ days: ClosedRange<CalendarDay>, _ sums: [Int: DayFigures]) throws(GardenError) -> [Int: Int] {
        let last = min(days.upperBound, state.day.day)
        guard days.lowerBound <= last else { return [:] }
        // After a day in the past, a query about that day knows nothing more.
        let later = last == lastDay ? [:] : try changes(after: last)
        // The sums of a damaged journal must not end the program.
        var balance = later.values.reduce(state.points.balance) { $0 &- $1.balance }
        var balances: [Int: Int] = [:]
        for day in (days.lowerBound.daysSinceEpoch...last.daysSinceEpoch).reversed() {
            balances[day] = day == state.day.day.daysSinceEpoch ? state.points.balance : balance
            balance &-= sums[day]?.balance ?? 0
        }
        return balances
    }

    /// All days that reached a goal, in any order.
    func daysReaching(goalMinutes: Int) throws(GardenError) -> [CalendarDay] {
        let query = ReachedDaysQuery(goalMinutes: goalMinutes)
        // The events after the table change the sums of some days.
        let changed = Set(tail.figures.keys.map(\.day))
        var days = (try stored(query) ?? []).map(CalendarDay.init(daysSinceEpoch:)).filter { !changed.contains($0) }
        for day in changed where query.isReached(try total(day...day)) { days.append(day) }
        return days
    }

    /// The last day on which categories had a session that brought experience, or a completed task; `nil` if they never had.
    func lastDayOfGrowth(of categoryIds: [Int]) throws(GardenError) -> CalendarDay? {
        // The events after the table change the sums of some days, and can leave nothing of the one that the table names.
        let changed = Set(tail.figures.keys.filter { categoryIds.contains($0.categoryId) }.map(\.day)).sorted(by: >)
        var end: CalendarDay?
        while true {
            let last = try stored(LastGrowthQuery(categoryIds: categoryIds, before: end)) ?? nil
            let later = changed.first { day in end.map { day < $0 } ?? true }
            guard let day = [last, later].compactMap(\.self).max() else { return nil }
            let figures = try total(day...day, of: categoryIds)
            if figures.earning > 0 || figures.tasks > 0 { return day }
            end = day
        }
    }

    /// The table's answer; `nil` if everything was reset since.
    private func stored<Asked: HistoryQuery>(_ query: Asked) throws(GardenError) -> Asked.Answer? {
        let history = history
        return tail.wasReset ? nil : try readingJournal { try history.read(query) }
    }

    // MARK: Categories

    /// A category's ids in ascending order: its own, those of removed categories with its name, because it continues
    /// their history (RULES S1), and those of all that were merged into these (RULES T26).
    ///
    /// - Throws: `not_found` if the garden never had a category of that name, or only one that was merged into another.
    func categoryIds(named name: String) throws(GardenError) -> [Int] {
        let ids = try ownIds(ofCategory: name)
        return (ids + state.categories.merged.continued(by: ids)).sorted()
    }

    /// The same without those that were merged into it, which leave the plant as it is.
    func ownIds(ofCategory name: String) throws(GardenError) -> [Int] {
        let ids = (removedIds(ofCategory: name) + [state.categories.category(named: name)?.id].compactMap(\.self))
        guard !ids.isEmpty else { throw .notFound(kind: "category", name: name) }
        return ids.sorted()
    }

    /// The ids of removed categories of a name that were not merged with another one.
    func removedIds(ofCategory name: String) -> [Int] {
        removedNames.filter { id, removed in
            removed.folded == name.folded && state.categories[id] == nil && state.categories.merged[id] == nil
        }.keys.sorted()
    }

    /// The last name of a category that was removed.
    func lastName(ofRemovedCategory id: Int) -> String? { removedNames[id] }

    /// The category that an id counts for: its name, and its id if it has not been removed. An empty name for points
    /// without a category.
    func category(ofId id: Int) -> (name: String, id: Int?) {
        let id = state.categories.continuing(id)
        if let category = state.categories[id] { return (category.name, id) }
        guard let name = removedNames[id] else { return ("", nil) }
        let active = state.categories.category(named: name)
        return (active?.name ?? name, active?.id)
    }
}

extension RemovedPredecessors {
    /// Those that statistics count for the category of their name.
    static let statistics = RemovedPredecessors { name, t throws(GardenError) in
        try StatisticsReading(t.state, t.history).removedIds(ofCategory: name)
    }
}

extension CategoryDay {
    /// The key under which a ``FiguresQuery`` sums it up.
    fileprivate func grouped(by grouping: FiguresQuery.Grouping) -> Int {
        switch grouping {
        case .day: day.daysSinceEpoch
        case .category: categoryId
        case .all: 0
        }
    }
}
