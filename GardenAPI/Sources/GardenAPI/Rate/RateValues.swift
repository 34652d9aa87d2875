import TimeKit

/// The shop rate (API §2, Rate; RULES M9 – M13).
public struct Rate: WireObject, Equatable {
    public static let name = "Rate"

    /// The tier, from 0.
    public var tier: Int
    /// The price multiplier of the tier.
    public var rate: Tenths
    /// The meter: the money spent that counts, from 0.
    public var meter: Int
    /// The days until the tier drops, 1 or 2; 0 at tier 0.
    public var daysLeft: Int
    /// Whether the shop applies the rate (RULES M6).
    public var applied: Bool
    /// The meter at which the next tier begins; `nil` at the last tier.
    public var nextTierFrom: Int?
    /// When the tier drops if no money is spent before; `nil` at tier 0.
    public var decaysAt: Timestamp?

    /// Creates the value from its members.
    public init(
        tier: Int, rate: Tenths, meter: Int, daysLeft: Int, applied: Bool, nextTierFrom: Int? = nil,
        decaysAt: Timestamp? = nil
    ) {
        self.tier = tier
        self.rate = rate
        self.meter = meter
        self.daysLeft = daysLeft
        self.applied = applied
        self.nextTierFrom = nextTierFrom
        self.decaysAt = decaysAt
    }

    public static let fields = Fields(
        Rate.init,
        .required("tier", \.tier, "the tier, from 0"),
        .required("rate", \.rate, "the price multiplier"),
        .required("meter", \.meter, "the money spent that counts"),
        .required("daysLeft", \.daysLeft, "days until the tier drops; 0 at tier 0"),
        .required("applied", \.applied, "whether the shop applies the rate"),
        .nullable("nextTierFrom", \.nextTierFrom, "the meter at which the next tier begins; null at the top tier"),
        .nullable("decaysAt", \.decaysAt, "when the tier drops if nothing is spent; null at tier 0"))
}
