import GardenAPI
import TimeKit

/// Days that no longer count for streaks, or count again.
struct DaysOffEffect: WireObject {
    static let name = "DaysOffEffect"

    /// Those that changed, oldest first.
    var days: [CalendarDay]
    var isOff: Bool

    static let fields = Fields(
        DaysOffEffect.init,
        .required("days", \.days, "the days that changed"),
        .required("isOff", \.isOff, "whether they are days off now"))

    fileprivate var text: String {
        guard let first = days.first, let last = days.last else { return "no day" }
        return first == last ? "\(first)" : "\(days.count) days from \(first) to \(last)"
    }
}

extension EventKind where Effect == DaysOffEffect, Published == DaysOffChanged {
    static let daysOffChanged = EventKind(
        "stats.offChanged", "{off:if Days off/No longer days off}: {days}"
    ) { effect, _, state in
        state.setDaysOff(effect.days, to: effect.isOff)
    } publish: { effect, _ in
        Publication(DaysOffChanged(days: effect.days, isOff: effect.isOff))
    }.described { $0.isOff ? "took \($0.text) off" : "\($0.text) no longer off" }.undoableAlone()
        .replacing(.dayOff) { effect, context in
            effect.days.map { day in
                let value = DayOff(day: day)
                return Replacement(
                    .dayOff, day.daysSinceEpoch, from: effect.isOff ? nil : value, to: effect.isOff ? value : nil,
                    at: context.origin.seq)
            }
        }
}

/// A single day off, as undo sees it.
private struct DayOff: WireObject {
    static let name = "DayOff"

    var day: CalendarDay

    static let fields = Fields(DayOff.init, .required("day", \.day, "the day"))
}

extension StatePart {
    /// A single day that does not count for streaks. Its id is its number since 1970-01-01.
    static let dayOff = StatePart(
        "dayOff",
        read: { state, id -> DayOff? in
            let day = CalendarDay(daysSinceEpoch: id)
            return state.daysOff.contains(day) ? DayOff(day: day) : nil
        },
        write: { state, id, day in
            state.setDaysOff([day?.day ?? CalendarDay(daysSinceEpoch: id)], to: day != nil)
        })
}

extension GardenState {
    fileprivate mutating func setDaysOff(_ days: [CalendarDay], to isOff: Bool) {
        daysOff = isOff ? Set(daysOff + days).sorted() : daysOff.filter { !days.contains($0) }
    }
}

extension StatsOff: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> DaysOff {
        let reader = DateReader(t.environment, at: t.moment.wall, today: t.state.day.day)
        let calendar = t.environment.calendar
        let first = try reader.dayAheadOrPast(from, "from", calendar)
        let last =
            try to.map { text throws(GardenError) in
                try reader.dayAheadOrPast(text, "to", calendar)
            } ?? first
        let isOff = remove != true
        let range = try DayRange(first, last, most: Limits.daysOffAtOnce, today: t.state.day.day)
        let known = Set(t.state.daysOff)
        let days = range.all.filter { known.contains($0) != isOff }
        guard !isOff || known.count + days.count <= Limits.daysOff else {
            throw .tooMany("day off", named: "days off", limit: Limits.daysOff)
        }
        if !days.isEmpty { t.emit(.daysOffChanged, DaysOffEffect(days: days, isOff: isOff)) }
        return DaysOff(t.state, t.settings)
    }
}

extension StatsDaysOff: DatedQuery {
    static let datedParts: Set<DatedPart> = []

    public func answer(in context: QueryContext) -> DaysOff { DaysOff(context.state, context.environment.settings) }
}

extension DaysOff {
    init(_ state: GardenState, _ settings: Settings) {
        self.init(weekdays: settings.statistics.daysOff, days: state.daysOff)
    }

    /// Whether a day does not count for streaks.
    func contains(_ day: CalendarDay) -> Bool {
        days.contains(day) || weekdays.contains { $0.number == day.weekday }
    }
}
