import GardenAPI
import TimeKit

/// The day after and before a crossing, a correction or a change of the zone.
struct DayEffect: WireObject {
    static let name = "DayEffect"

    /// A day by the calendar that was in force.
    struct Span: WireObject {
        static let name = "DaySpan"

        var day: CalendarDay
        var startsAt: Instant
        var endsAt: Instant
        var timezone: String

        static let fields = Fields(
            Span.init,
            .required("day", \.day, "the date"),
            .required("startsAt", \.startsAt, "its boundary"),
            .required("endsAt", \.endsAt, "the boundary that ends it"),
            .required("timezone", \.timezone, "the zone in force"))

        func published(_ context: PublishingContext) -> Today {
            Today(
                day: day, startsAt: context.timestamp(startsAt), endsAt: context.timestamp(endsAt), timezone: timezone)
        }
    }

    var after: Span
    var before: Span
    /// At a crossing: the meter after it (RULES M11).
    var meter: Int?

    static let fields = Fields(
        DayEffect.init,
        .required("after", \.after, "the day after it"),
        .required("before", \.before, "the day before it"),
        .optional("meter", \.meter, "at a crossing: the meter after it"))

    func published(_ context: PublishingContext) -> Publication<Today> {
        Publication(after.published(context), before: before.published(context))
    }
}

extension EventKind where Effect == DayEffect, Published == Today {
    static let dayRolledOver = EventKind("day.rolledOver", "{day} began") { effect, _, state in
        state.day.take(effect.after)
        state.day.rollovers += 1
    } publish: {
        $0.published($1)
    }.explaining(.day) { effect, origin in
        let start = origin.at.description.prefix(16).split(separator: "T").joined(separator: " ")
        return ExplainedStep("L1", "\(effect.after.day) began at \(start)")
    }

    static let dayCorrected = EventKind(
        "day.corrected", "Corrected the day[ from {before.day}] to {day}"
    ) { effect, _, state in
        state.day.take(effect.after)
    } publish: {
        $0.published($1)
    }.explaining(.day) { effect, _ in
        ExplainedStep("L10", "corrected from \(effect.before.day) to \(effect.after.day)")
    }

    static let timezoneChanged = EventKind("timezone.changed", "The time zone is {timezone} now") { effect, _, state in
        state.day.take(effect.after)
    } publish: {
        $0.published($1)
    }.explaining(.day) { effect, _ in
        ExplainedStep(
            "L7", "time zone \(effect.before.timezone) → \(effect.after.timezone); the day remained \(effect.after.day)"
        )
    }
}

extension StatePart.Members {
    /// The types of the events after which the members of a day stay as they are.
    var endingTypes: [String] { [EventKind.dayRolledOver.type] + endedBy }
}
