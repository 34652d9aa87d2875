import GardenAPI
import TimeKit

/// The current logical day: the last date rolled to (RULES L7).
public struct DayState: WireObject, Equatable {
    public static let name = "DayState"

    public var day = CalendarDay(daysSinceEpoch: 0)
    /// The zone it was last looked at in.
    public var timezone = ""
    /// How many days have been rolled to.
    public var rollovers = 0
    /// Its boundary and the one that ends it, as last told.
    public var startsAt = Instant(milliseconds: 0)
    public var endsAt = Instant(milliseconds: 0)

    public init() {}

    public static let fields: [Field<DayState>] = [
        .required("day", \.day, "the last date rolled to"),
        .required("timezone", \.timezone, "the zone it was last looked at in"),
        .required("rollovers", \.rollovers, "how many days have been rolled to"),
        .required("startsAt", \.startsAt, "its boundary, as last told"),
        .required("endsAt", \.endsAt, "the boundary that ends it, as last told"),
    ]
}

extension DayState {
    /// The day as its method tells it, by the calendar in force.
    func view(_ environment: Environment) -> Today {
        let span = span(environment)
        var today = Today()
        today.day = span.day
        today.startsAt = environment.zone.timestamp(span.startsAt)
        today.endsAt = environment.zone.timestamp(span.endsAt)
        today.timezone = span.timezone
        return today
    }

    /// The day as it was last told.
    var toldSpan: DayEffect.Span {
        var span = DayEffect.Span()
        (span.day, span.startsAt, span.endsAt, span.timezone) = (day, startsAt, endsAt, timezone)
        return span
    }

    /// Takes a day up as it is told.
    mutating func take(_ span: DayEffect.Span) {
        (day, startsAt, endsAt, timezone) = (span.day, span.startsAt, span.endsAt, span.timezone)
    }

    /// The day by the calendar in force, with bare instants.
    func span(_ environment: Environment) -> DayEffect.Span {
        let calendar = environment.calendar
        let next = calendar.next(after: day)
        var span = DayEffect.Span()
        span.day = day
        // A date that the zone now in force left out has no boundary: it began with the one that follows it.
        span.startsAt = calendar.boundary(of: day) ?? next.boundary
        span.endsAt = next.boundary
        span.timezone = timezone
        return span
    }
}

extension DayGet: Query {
    public func answer(from view: QueryContext) -> Today { view.state.day.view(view.environment) }
}
