import GardenAPI
import TimeKit

extension Feature {
    /// The logical day: which one it is, and what begins with it.
    static let day = Feature(
        "day", undo: .impossible(because: "time does not run back"),
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
        })
}

/// A day that begins, for the features that have something to close or to begin with it.
struct Crossing {
    /// The state of the day that ends.
    let before: GardenState
    /// The day of now, which lies later than the one that begins where several crossings are pending.
    let today: CalendarDay
    let cause: EventReference
}

/// A current day that was wrong, for the features that have something dated by it.
struct DayCorrection {
    let from: CalendarDay
    let to: CalendarDay
    let cause: EventReference
}

extension Transition {
    /// One crossing (RULES L5): the day, and then what each feature does with it, in their order.
    ///
    /// - Parameter today: the day of now, which lies later where several crossings are pending.
    mutating func rollOver(to day: CalendarDay, onTheWayTo today: CalendarDay) {
        let before = state
        var next = state.day
        next.day = day
        let meter = state.rate.decayed(state.rateTable).meter
        let rolledOver = emit(.dayRolledOver, dayEffect(to: next, meter: meter))
        let crossing = Crossing(before: before, today: today, cause: rolledOver)
        react { $0.crossing(&$1, crossing) }
    }

    /// The zone in force is another one; the day stays (RULES L7).
    mutating func changeTimezone() {
        var next = state.day
        next.timezone = environment.zone.name
        emit(.timezoneChanged, dayEffect(to: next))
    }

    fileprivate func dayEffect(to next: DayState, meter: Int? = nil) -> DayEffect {
        DayEffect(after: next.span(environment), before: state.day.toldSpan, meter: meter)
    }
}

extension DayCorrect: Command {
    public func perform(in t: inout Transition) throws(GardenError) -> Today {
        let old = t.state.day
        let day = t.environment.calendar.day(of: t.moment.wall)
        // A day that has begun cannot lie behind: what was pending has been rolled to before any request.
        guard day < old.day else { return old.view(t.environment) }
        var next = old
        next.day = day
        let corrected = t.emit(.dayCorrected, t.dayEffect(to: next))
        let correction = DayCorrection(from: old.day, to: day, cause: corrected)
        t.react { $0.dayCorrected(&$1, correction) }
        return t.state.day.view(t.environment)
    }
}
