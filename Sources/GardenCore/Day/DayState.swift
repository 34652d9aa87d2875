import GardenAPI

/// The current logical day: the last date rolled to (RULES L7).
public struct DayState: WireObject, Equatable {
    public static let name = "DayState"

    public var day = CalendarDay(daysSinceEpoch: 0)
    /// The zone it was last looked at in.
    public var timezone = ""
    /// How many days have been rolled to.
    public var rollovers = 0

    public init() {}

    public static let fields: [Field<DayState>] = [
        .required("day", \.day, "the last date rolled to"),
        .required("timezone", \.timezone, "the zone it was last looked at in"),
        .required("rollovers", \.rollovers, "how many days have been rolled to"),
    ]
}

extension DayState {
    /// The day as its method tells it, by the calendar in force.
    func view(_ conditions: Conditions) -> Today {
        let calendar = conditions.calendar
        let next = calendar.next(after: day)
        var today = Today()
        today.day = day
        // A date that the zone now in force left out has no boundary: it began with the one that follows it.
        today.startsAt = conditions.zone.timestamp(calendar.boundary(of: day) ?? next.boundary)
        today.endsAt = conditions.zone.timestamp(next.boundary)
        today.timezone = timezone
        return today
    }
}

/// A new day, or the same one in another zone.
struct DayChange: WireObject {
    static let name = "DayChange"

    var today = Today()
    var state = DayState()
    /// The timer, where the new day reset the number it kept (RULES P5).
    var moved = MovedTimer()
    var before: JSON?

    static let fields: [Field<DayChange>] =
        .inlined(\DayChange.today) + [
            .required("state", \.state, "what the daemon goes on from"),
            .optional("before", \.before, "the fields that changed, as they were"),
        ] + .inlined(\.moved)
}

extension EventKind where Payload == DayChange {
    static let dayRolledOver = EventKind("day.rolledOver", apply: assign)
    static let timezoneChanged = EventKind("timezone.changed", apply: assign)

    @Sendable private static func assign(_ change: DayChange, _ state: inout GardenState) {
        state.day = change.state
        if let timer = change.moved.timerState { state.timer = timer }
    }
}

extension DayGet: Query {
    public func answer(from view: View) -> Today { view.state.day.view(view.conditions) }
}

extension Transition {
    /// One crossing (RULES L5).
    mutating func rollOver(to day: CalendarDay) {
        var next = state.day
        next.day = day
        next.rollovers += 1
        var change = dayChange(to: next)
        if case .stopped(let number) = state.timer, number > 0 { change.moved = moved(to: .stopped(number: 0)) }
        emit(.dayRolledOver, change)
    }

    /// The zone in force is another one; the day stays (RULES L7).
    mutating func changeTimezone() {
        var next = state.day
        next.timezone = conditions.zone.name
        emit(.timezoneChanged, dayChange(to: next))
    }

    private func dayChange(to next: DayState) -> DayChange {
        var change = DayChange()
        change.today = next.view(conditions)
        change.state = next
        change.before = state.day.view(conditions).fieldsDiffering(from: change.today)
        return change
    }
}
