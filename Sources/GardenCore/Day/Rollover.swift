import GardenAPI
import TimeKit

extension Feature {
    /// The logical day: its current date, and the events at its start.
    static let day = Feature(
        "day", undo: .impossible(because: "a day cannot be taken back"),
        methods: [.query(DayGet.self), .command(DayCorrect.self)],
        events: {
            EventKind.timezoneChanged
            EventKind.dayRolledOver
            EventKind.dayCorrected
        },
        repair: { state, now, environment in
            guard environment.zone.name != state.day.timezone else { return nil }
            return DueItem(cause: EventKind.timezoneChanged.type, moment: now) { $0.changeTimezone() }
        },
        dueDates: { state, environment in
            let next = environment.calendar.next(after: state.day.day)
            return [
                DueDate(on: .wall, next.boundary.milliseconds, cause: EventKind.dayRolledOver.type) { t, context in
                    t.rollOver(to: next.day, onTheWayTo: t.environment.calendar.day(of: context.limit.wall))
                }
            ]
        },
        check: { state, now, environment in state.dayCheck(at: now, environment) })
}

extension GardenState {
    /// Whether the current day is plausible (RULES L10); `nil` while it is.
    fileprivate func dayCheck(at now: Moment, _ environment: Environment) -> HealthCheck? {
        let calendarDay = environment.calendar.day(of: now.wall)
        let ahead = day.day.daysSinceEpoch - calendarDay.daysSinceEpoch
        guard isBorn, ahead > Self.plausibleDaysAhead else { return nil }
        return HealthCheck(
            "day", .warning,
            "the current day is \(day.day), \(ahead) days ahead of the calendar's \(calendarDay)",
            advice: "if the clock was wrong, run: gardenctl day correct")
    }

    private static var plausibleDaysAhead: Int { 2 }
}

/// The start of a day, for features that close or begin something at it.
struct Crossing {
    /// The state of the day that ends.
    let before: GardenState
    /// Today's date. It is later than the day that begins if several crossings are pending.
    let today: CalendarDay
    let cause: EventReference
}

extension Occasion where Details == Crossing {
    /// A new day has begun (RULES L5). A log line belongs after the day's header, so a feature that writes one here comes after
    /// `.log` in ``Features/all``.
    static let dayBegin = Occasion("dayBegin")
}

/// A correction of a wrong current day, for features that have something dated by it.
struct DayCorrection {
    let from: CalendarDay
    let to: CalendarDay
    let cause: EventReference
}

extension Occasion where Details == DayCorrection {
    /// The current day was corrected (RULES L10).
    static let dayCorrection = Occasion("dayCorrection")
}

extension Occasion where Details == EventReference {
    /// The time zone changed (RULES L7, T14).
    static let timezoneChange = Occasion("timezoneChange")
}

extension Transition {
    /// One crossing (RULES L5): the day itself, then each feature's reaction in feature order.
    ///
    /// - Parameter today: today's date, which is later if several crossings are pending.
    mutating func rollOver(to day: CalendarDay, onTheWayTo today: CalendarDay) {
        let before = state
        var next = state.day
        next.day = day
        let meter = state.rate.decayed(state.rateTable).meter
        let rolledOver = emit(.dayRolledOver, dayEffect(to: next, meter: meter))
        let crossing = Crossing(before: before, today: today, cause: rolledOver)
        react(to: .dayBegin, crossing)
    }

    /// The zone changed; the day stays (RULES L7).
    mutating func changeTimezone() {
        var next = state.day
        next.timezone = environment.zone.name
        let changed = emit(.timezoneChanged, dayEffect(to: next))
        react(to: .timezoneChange, changed)
    }

    fileprivate func dayEffect(to next: DayState, meter: Int? = nil) -> DayEffect {
        DayEffect(after: next.span(environment), before: state.day.recordedSpan, meter: meter)
    }
}

extension DayCorrect: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Today {
        let old = t.state.day
        let day = t.environment.calendar.day(of: t.moment.wall)
        // The new date cannot be later than the current one: pending crossings are performed before any request.
        guard day < old.day else { return old.view(t.environment) }
        var next = old
        next.day = day
        let corrected = t.emit(.dayCorrected, t.dayEffect(to: next))
        let correction = DayCorrection(from: old.day, to: day, cause: corrected)
        t.react(to: .dayCorrection, correction)
        return t.state.day.view(t.environment)
    }
}
