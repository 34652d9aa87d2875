import GardenAPI
import TimeKit

/// The current logical day: the last date rolled to (RULES L7).
public struct DayState: WireObject, Equatable {
    public static let name = "DayState"

    public var day: CalendarDay
    /// The zone in force at the last update.
    public var timezone: String
    /// The number of rollovers so far.
    public var rollovers: Int
    /// The day's own boundary and the next one, as last recorded.
    public var startsAt: Instant
    public var endsAt: Instant

    public static let fields = Fields(
        DayState.init,
        .required("day", \.day, "the last date rolled to"),
        .required("timezone", \.timezone, "the zone in force at the last update"),
        .required("rollovers", \.rollovers, "the number of rollovers"),
        .required("startsAt", \.startsAt, "its boundary, as last recorded"),
        .required("endsAt", \.endsAt, "the boundary that ends it, as last recorded"))
}

extension DayState {
    /// The day as its method returns it, by the calendar in force.
    func view(_ environment: Environment) -> Today {
        let span = span(environment)
        return Today(
            day: span.day, startsAt: environment.zone.timestamp(span.startsAt),
            endsAt: environment.zone.timestamp(span.endsAt), timezone: span.timezone)
    }

    /// The day as it was last recorded.
    var recordedSpan: DayEffect.Span {
        DayEffect.Span(day: day, startsAt: startsAt, endsAt: endsAt, timezone: timezone)
    }

    /// Replaces the recorded day.
    mutating func take(_ span: DayEffect.Span) {
        (day, startsAt, endsAt, timezone) = (span.day, span.startsAt, span.endsAt, span.timezone)
    }

    /// The day by the calendar in force, with plain instants.
    func span(_ environment: Environment) -> DayEffect.Span {
        DayEffect.Span(of: day, timezone: timezone, environment)
    }
}

extension DayEffect.Span {
    /// A day by the calendar in force.
    init(of day: CalendarDay, timezone: String, _ environment: Environment) {
        let calendar = environment.calendar
        let next = calendar.next(after: day)
        // A date that the current zone skips has no boundary: it began with the date that follows it.
        let start = calendar.boundary(of: day) ?? next.boundary
        self.init(day: day, startsAt: start, endsAt: next.boundary, timezone: timezone)
    }
}

extension DayGet: Query {
    public func answer(in context: QueryContext) -> Today { context.state.day.view(context.environment) }
}
