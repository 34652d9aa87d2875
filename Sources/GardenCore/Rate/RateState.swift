import GardenAPI
import TimeKit

/// The meter and the values derived from it (RULES M8 … M13).
public struct RateState: WireObject, Equatable {
    public static let name = "RateState"
    /// How many days a tier lasts once it is reached.
    static let daysOfTier = 2

    /// Money spent.
    public var meter: Int
    /// The meter after the last crossing: the spending of earlier days (RULES M12).
    public var floor: Int
    /// Always the meter's tier in the current table.
    public var tier: Int
    /// Crossings until the tier falls; 0 at tier 0.
    public var daysLeft: Int
    /// Whether the shop applies the rate (RULES M6).
    public var applied: Bool

    public static let fields = Fields(
        RateState.init,
        .required("meter", \.meter, "money spent"),
        .required("floor", \.floor, "the meter after the last crossing"),
        .required("tier", \.tier, "the tier of the rate"),
        .required("daysLeft", \.daysLeft, "crossings until the tier falls"),
        .required("applied", \.applied, "whether the shop applies the rate"))

    /// The same state with another meter or table; the tier is evaluated at once (RULES M10).
    func with(meter: Int, _ table: RateTable) -> RateState {
        var next = self
        next.meter = meter
        next.tier = table.tier(of: meter)
        if next.tier != tier { next.daysLeft = next.tier > 0 ? Self.daysOfTier : 0 }
        return next
    }

    /// The state after one more crossing (RULES M11).
    func decayed(_ table: RateTable) -> RateState {
        var next = self
        if tier > 0 {
            next.daysLeft -= 1
            if next.daysLeft <= 0 {
                next.tier -= 1
                next.daysLeft = next.tier > 0 ? Self.daysOfTier : 0
            }
        }
        next.meter = table.base(of: next.tier)
        next.floor = next.meter
        return next
    }
}

extension GardenState {
    /// The rate as its methods return it.
    func rateView(_ environment: Environment) -> Rate { rateFacts(rate, environment).view(environment.zone) }

    /// The past, present or future rate with the values that the table and the calendar give it.
    func rateFacts(_ rate: RateState, _ environment: Environment) -> RateEffect.Facts {
        rateFacts(rate, rateTable, on: day.day, environment)
    }

    /// The rate on a day with the values that a table and the calendar give it.
    func rateFacts(
        _ rate: RateState, _ table: RateTable, on day: CalendarDay, _ environment: Environment
    ) -> RateEffect.Facts {
        var facts = RateEffect.Facts(
            state: rate, rate: table.rate(of: rate.tier),
            nextTierFrom: rate.tier < table.top ? table.base(of: rate.tier + 1) : nil)
        if rate.tier > 0 {
            let calendar = environment.calendar
            var start = calendar.next(after: day)
            for _ in 1..<max(1, rate.daysLeft) { start = calendar.next(after: start.day) }
            facts.decaysAt = start.boundary
        }
        return facts
    }
}
