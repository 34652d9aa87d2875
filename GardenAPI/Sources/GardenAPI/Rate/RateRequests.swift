/// Returns the shop rate, the meter that it depends on, and when it drops.
///
/// Errors: those of ``asOf``: `refused`, reason `not_understood`; `in_the_future`, when the day has not begun; `before_reset`.
public struct RateGet: DatedRequest {
    public static let method = "rate.get"
    public static let summary = "Returns the shop rate, the meter it depends on, and when it drops."
    public typealias Response = Rate
    public static let errors: [RequestError] = RequestError.ofPastTime

    /// The day that the answer is about, as it ended (RULES S7); `nil` for the present.
    public var asOf: String?

    /// Creates the request.
    public init(asOf: String? = nil) { self.asOf = asOf }
    public static let fields = Fields(
        RateGet.init,
        .asOf)
}

/// Records money spent, now or afterwards, or takes back money of that day, and returns the rate of now (RULES M8, M12, P22, P31).
///
/// Taking back never makes the meter negative. The tier is evaluated from the new meter at once (RULES M10).
///
/// Errors:
/// - `refused`, reason `below_tier_base`, when a negative amount takes the meter below its floor and ``force`` is not
///   true; see `floor` and `meter`, of the time at which it happened. It protects the garden.
/// - `refused`, reason `out_of_range`, when the meter would exceed 64 bits; `meter` is that of the time at which it happened.
/// - those of ``at``, which protect the garden: `refused`, reason `not_understood`; `in_the_future`, when it lies after now;
///   `before_reset`.
public struct RateAdd: ChangeRequest {
    public static let method = "rate.add"
    public static let summary = "Records money spent, now or afterwards, or takes it back."
    public typealias Response = Rate
    public static let errors: [RequestError] =
        [.refused(.belowTierBase), .refused(.outOfRange)]
        + RequestError.ofPastTime
    /// The member of the answer's `meta` with how much was taken back, if the meter fell to 0 (API §1).
    public static let takenBackName = "takenBack"
    /// The member of the answer's `meta` about the meter of an ended day that the money was spent on: `{day, meter, tier}`, the
    /// latter as pairs of before and after (API §1).
    public static let meterOfDayName = "meterOfDay"

    /// The amount spent, not 0; negative to take back.
    public var amount: Int
    /// Whether to take back money of earlier days, too; `nil` for false.
    public var force: Bool?
    /// A note for the log, 1 … 200 characters; `nil` for none.
    public var note: String?
    /// When it happened, looking back (RULES P22, T9); `nil` for now.
    public var at: String?

    /// Creates the request.
    public init(amount: Int, force: Bool? = nil, note: String? = nil, at: String? = nil) {
        self.amount = amount
        self.force = force
        self.note = note
        self.at = at
    }

    public static let fields = Fields(
        RateAdd.init,
        .required("amount", \.amount, "the amount spent; negative to take back", .change),
        .optional("force", \.force, "whether to take back money of earlier days, too"),
        .optional("note", \.note, "a note for the log", .line(Limits.remarkCharacters)),
        .optional("at", \.at, "when it happened, looking back (default: now)", .phrase))
}

/// Sets the meter, and returns the rate (RULES M12). The tier is evaluated from the new meter (RULES M10).
public struct RateSet: ChangeRequest {
    public static let method = "rate.set"
    public static let summary = "Sets the meter to an amount."
    public typealias Response = Rate

    /// The new meter, from 0.
    public var amount: Int

    /// Creates the request.
    public init(amount: Int) { self.amount = amount }

    public static let fields = Fields(
        RateSet.init,
        .required("amount", \.amount, "the new meter", .fromZero))
}

/// Sets the tier and its days left, and the meter to the base of the tier; returns the rate (RULES M12).
///
/// Errors:
/// - `invalid_params` when the table has no such tier, or ``days`` does not suit the tier.
public struct RateForce: ChangeRequest {
    public static let method = "rate.force"
    public static let summary = "Sets the tier and its days left, and the meter to the base of the tier."
    public typealias Response = Rate

    /// The tier, from 0 to the last of the table.
    public var tier: Int
    /// The days left, 1 or 2; `nil` for 2. Tier 0 has none (RULES M13): `nil` or 0.
    public var days: Int?

    /// Creates the request.
    public init(tier: Int, days: Int? = nil) {
        self.tier = tier
        self.days = days
    }

    public static let fields = Fields(
        RateForce.init,
        .required("tier", \.tier, "the tier, from 0", .fromZero),
        .optional("days", \.days, "the days left, 1 or 2 (default: 2); not for tier 0", .range(0...2)))
}
