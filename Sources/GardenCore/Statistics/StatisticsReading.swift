import GardenAPI
import TimeKit

/// Looks up changes and events by their numbers.
public protocol JournalLookup {
    /// The newest events before a seq, or of all if that is `nil`; oldest first.
    func newestEvents(before: Int?, limit: Int, types: [String]?) throws(StoreError) -> [Event]

    /// The change that contains an event; `nil` if the event does not exist.
    func change(ofEvent seq: Int) throws(StoreError) -> Change?
}

/// Sums of the table of figures.
///
/// The table has the events up to a certain one only. Those after it are to be added with a ``StatisticsTally``.
public struct StatisticsQuery: HistoryQuery {
    public let days: ClosedRange<CalendarDay>
    /// Only these categories; `nil` for all.
    public let categoryIds: [Int]?
    public let grouping: Grouping

    public init(_ days: ClosedRange<CalendarDay>, categoryIds: [Int]?, by grouping: Grouping) {
        self.days = days
        self.categoryIds = categoryIds
        self.grouping = grouping
    }

    /// What is summed up.
    public enum Grouping: Sendable {
        /// All categories of a day. The hours are left out.
        case day
        /// All days of a category.
        case category
    }

    public struct Answer: Sendable {
        /// By the number of the day or the id of the category.
        public var sums: [Int: DayFigures]
        /// The last event that they include.
        public var through: Int
        /// The current day after it; `nil` before the first.
        public var day: CalendarDay?

        public init(sums: [Int: DayFigures], through: Int, day: CalendarDay?) {
            self.sums = sums
            self.through = through
            self.day = day
        }
    }
}

/// The days of the table that reached a goal, by their numbers, in ascending order (RULES S4).
public struct ReachedDaysQuery: HistoryQuery {
    public typealias Answer = [Int]

    /// In minutes; 0 for one completed session.
    public let goalMinutes: Int

    public init(goalMinutes: Int) { self.goalMinutes = goalMinutes }

    func isReached(_ figures: DayFigures) -> Bool {
        goalMinutes == 0 ? figures.sessions > 0 : figures.seconds / 60 >= goalMinutes
    }
}

/// The last names of the removed categories, up to the same event as the table of figures.
public struct RemovedCategoriesQuery: HistoryQuery {
    public init() {}

    public struct Answer: Sendable {
        public var names: [Int: String]

        public init(names: [Int: String]) { self.names = names }
    }
}

/// The statistics of a garden at a moment: the table, and the events that it lacks.
struct StatisticsReading {
    private let history: any History
    private let state: GardenState
    private let through: Int
    private let tail: StatisticsTally
    private let removedNames: [Int: String]

    init(_ context: QueryContext) throws(GardenError) {
        (history, state) = (context.history, context.state)
        let history = history
        let today = state.day.day
        (through, tail, removedNames) = try readingJournal {
            // Any query says where the table ends.
            let end = try history.read(StatisticsQuery(today...today, categoryIds: [], by: .day))
            var tail = StatisticsTally(day: end.day)
            for event in try history.events(after: end.through, limit: .max, types: StatisticsTally.types) {
                try tail.add(event, in: history)
            }
            let known = tail.wasReset ? [:] : try history.read(RemovedCategoriesQuery()).names
            return (end.through, tail, known.merging(tail.removedNames) { $1 })
        }
    }

    /// The sums of a range of days by the number of the day or the id of the category.
    func sums(
        _ days: ClosedRange<CalendarDay>, of category: CategoryHistory?, by grouping: StatisticsQuery.Grouping
    ) throws(GardenError) -> [Int: DayFigures] {
        let query = StatisticsQuery(days, categoryIds: category?.ids, by: grouping)
        let history = history
        var sums: [Int: DayFigures] = [:]
        if !tail.wasReset { sums = try readingJournal { try history.read(query).sums } }
        for (key, figures) in tail.figures where days.contains(key.day) {
            guard category?.ids.contains(key.categoryId) ?? true else { continue }
            sums[grouping == .day ? key.day.daysSinceEpoch : key.categoryId, default: DayFigures()] += figures
        }
        return sums
    }

    /// All days that reached a goal.
    func daysReaching(goalMinutes: Int) throws(GardenError) -> [CalendarDay] {
        let (query, history) = (ReachedDaysQuery(goalMinutes: goalMinutes), history)
        let stored = tail.wasReset ? [] : try readingJournal { try history.read(query) }
        // The events after the table change the sums of some days.
        let changed = Set(tail.figures.keys.map(\.day))
        var days = stored.map(CalendarDay.init(daysSinceEpoch:)).filter { !changed.contains($0) }
        for day in changed {
            let figures = try sums(day...day, of: nil, by: .day)[day.daysSinceEpoch] ?? DayFigures()
            if query.isReached(figures) { days.append(day) }
        }
        return days.sorted()
    }

    /// The last day on which a category had a completed session or task; `nil` if it never had.
    func lastDayOfGrowth(of category: CategoryHistory) throws(GardenError) -> CalendarDay? {
        let (query, history) = (LastGrowthQuery(categoryIds: category.ids), history)
        let stored = tail.wasReset ? nil : try readingJournal { try history.read(query) }
        // The events after the table change the sums of some days.
        let changed = Set(tail.figures.keys.filter { category.ids.contains($0.categoryId) }.map(\.day))
        for day in changed.union([stored].compactMap(\.self)).sorted(by: >) {
            let figures = try sums(day...day, of: category, by: .day)[day.daysSinceEpoch] ?? DayFigures()
            if figures.sessions > 0 || figures.tasks > 0 { return day }
        }
        return nil
    }

    /// A category's ids: its own, and those of removed categories with its name (RULES S1): it continues their history.
    struct CategoryHistory {
        /// The name of now, or the last one of a removed category.
        var name: String
        /// `nil` for a removed category.
        var id: Int?
        var ids: [Int]
    }

    /// - Throws: `not_found` if the garden never had a category of that name.
    func category(named name: String) throws(GardenError) -> CategoryHistory {
        let active = state.categories.category(named: name)
        let removed = removedNames.filter { $0.value.folded == name.folded && state.categories[$0.key] == nil }
        let ids = (removed.keys + [active?.id].compactMap(\.self)).sorted()
        guard let last = ids.last else { throw .notFound(kind: "category", name: name) }
        return CategoryHistory(name: active?.name ?? removed[last] ?? name, id: active?.id, ids: ids)
    }

    /// The category that an id counts for; an empty name for points without a category.
    func category(ofId id: Int) -> (name: String, id: Int?) {
        if let category = state.categories[id] { return (category.name, id) }
        guard let name = removedNames[id] else { return ("", nil) }
        let active = state.categories.category(named: name)
        return (active?.name ?? name, active?.id)
    }
}
