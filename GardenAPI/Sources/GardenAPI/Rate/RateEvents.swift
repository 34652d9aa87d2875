import TimeKit

/// The data of the `rate.…` events: the rate, the change of the meter, and a note.
public struct RateChanged: WireObject, Equatable {
    public static let name = "RateChanged"

    /// The rate after the change.
    public var rate: Rate
    /// The change of the meter, negative if it fell; `nil` if the event does not change it.
    public var amount: Int?
    /// The note of ``RateAdd``; `nil` if there is none.
    public var note: String?

    /// Creates the value from its members.
    public init(rate: Rate, amount: Int? = nil, note: String? = nil) {
        self.rate = rate
        self.amount = amount
        self.note = note
    }

    public static let fields = Fields(
        RateChanged.init,
        .inlined(\.rate),
        .optional("amount", \.amount, "the change of the meter"),
        .optional("note", \.note, "the note"))
}

/// The data of `rate.recounted`: the rate was counted again, because something of an earlier day was entered or undone (RULES P31).
public struct RateRecounted: WireObject, Equatable {
    public static let name = "RateRecounted"

    /// The rate until then.
    public var before: Rate
    /// The rate since then.
    public var after: Rate
    /// The logical day from which it was counted.
    public var fromDay: CalendarDay

    /// Creates the value from its members.
    public init(before: Rate, after: Rate, fromDay: CalendarDay) {
        self.before = before
        self.after = after
        self.fromDay = fromDay
    }

    public static let fields = Fields(
        RateRecounted.init,
        .required("before", \.before, "the rate until then"),
        .required("after", \.after, "the rate since then"),
        .required("fromDay", \.fromDay, "the logical day from which it was counted"))
}

/// The rate at the end of a day.
public struct RateAtEnd: WireObject, Equatable {
    public static let name = "RateAtEnd"

    /// The logical day that has ended.
    public var day: CalendarDay
    /// The meter at its end.
    public var meter: Int
    /// The tier of the meter.
    public var tier: Int
    /// The price multiplier of the tier.
    public var rate: Tenths

    /// The days until the tier drops; `nil` in a journal of an older release.
    public var daysLeft: Int?

    /// Creates the value from its members.
    public init(day: CalendarDay, meter: Int, tier: Int, rate: Tenths, daysLeft: Int? = nil) {
        self.day = day
        self.meter = meter
        self.tier = tier
        self.rate = rate
        self.daysLeft = daysLeft
    }

    public static let fields = Fields(
        RateAtEnd.init,
        .required("day", \.day, "the logical day"),
        .required("meter", \.meter, "the meter at its end"),
        .required("tier", \.tier, "the tier of the meter"),
        .required("rate", \.rate, "the price multiplier"),
        .optional("daysLeft", \.daysLeft, "days until the tier drops"))
}

/// The data of `rate.daysRecounted`: the rate at the ends of past days is another one (RULES P31, S7).
public struct RateDaysRecounted: WireObject, Equatable {
    public static let name = "RateDaysRecounted"

    /// The days with another rate at their ends, in their order.
    public var days: [RateAtEnd]

    /// Creates the value from its members.
    public init(days: [RateAtEnd]) { self.days = days }

    public static let fields = Fields(
        RateDaysRecounted.init,
        .required("days", \.days, "the days with another rate at their ends"))
}

/// The data of `rate.tableChanged`.
public struct RateTableChanged: WireObject, Equatable {
    public static let name = "RateTableChanged"

    /// The new table.
    public var tiers: RateTable

    /// Creates the value from its members.
    public init(tiers: RateTable) { self.tiers = tiers }

    public static let fields = Fields(
        RateTableChanged.init,
        .required("tiers", \.tiers, "the table: one row per tier, with its lowest meter and its rate"))
}
