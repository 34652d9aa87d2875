import GardenAPI
import TimeKit

/// The rate and the multiplier of points at the end of a day (RULES S7). The balance follows from what each day changed.
public struct DayClosing: Sendable, Equatable {
    public var meter: Int
    public var tier: Int
    /// The price multiplier of the tier by the table in force.
    public var rate: Tenths
    /// Crossings until the tier falls; 0 at tier 0.
    public var daysLeft: Int
    /// Whether the shop applied the rate.
    public var isApplied: Bool
    public var multiplier: Int
    /// The event that ended the day.
    public var seq: Int

    public init(
        meter: Int, tier: Int, rate: Tenths, daysLeft: Int, isApplied: Bool, multiplier: Int, seq: Int
    ) {
        self.meter = meter
        self.tier = tier
        self.rate = rate
        self.daysLeft = daysLeft
        self.isApplied = isApplied
        self.multiplier = multiplier
        self.seq = seq
    }

    /// Takes over the rate that was counted again.
    public mutating func take(_ end: RateAtEnd) {
        (meter, tier, rate) = (end.meter, end.tier, end.rate)
        if let daysLeft = end.daysLeft { self.daysLeft = daysLeft }
    }

    init(_ state: GardenState) {
        self.init(
            meter: state.rate.meter, tier: state.rate.tier, rate: state.rateTable.rate(of: state.rate.tier),
            daysLeft: state.rate.daysLeft, isApplied: state.rate.applied, multiplier: state.points.multiplier,
            seq: state.seq)
    }
}

/// The rate and the multiplier of points after some successive events.
public struct Economy: Sendable, Equatable {
    public var meter = 0
    public var tier = 0
    public var daysLeft = 0
    public var isApplied = true
    public var multiplier = 1
    /// The table in force.
    public var table = RateTable.standard

    /// Those of a new garden.
    public init() {}

    /// - Parameter seq: the event that ends the day.
    func closing(at seq: Int) -> DayClosing {
        DayClosing(
            meter: meter, tier: tier, rate: table.rate(of: tier), daysLeft: daysLeft, isApplied: isApplied,
            multiplier: multiplier, seq: seq)
    }

    /// The types of the events that change it, or the balance.
    static let types =
        pointsKinds.map(\.type) + purchaseKinds.map(\.type) + rateKinds.map(\.type) + [
            EventKind.multiplierChanged.type, EventKind.rateRecounted.type, EventKind.rateTableChanged.type,
            EventKind.gardenReset.type, EventKind.changeUndone.type, EventKind.changeRedone.type,
        ]
    private static let pointsKinds = [EventKind.pointsEarned, .pointsSpent, .pointsAdjusted]
    private static let purchaseKinds = [EventKind.shopBought, .shopRefunded]
    private static let rateKinds = [EventKind.rateAdded, .rateSet, .rateForced, .rateDecayed, .rateSwitched]

    /// Takes over what an event changed.
    mutating func follow(_ event: Event) throws(ValidationError) {
        for kind in Self.rateKinds {
            if let effect = try kind.effect(of: event), effect.day == nil { take(effect.after.state) }
        }
        if let effect = try EventKind.multiplierChanged.effect(of: event) { multiplier = effect.after.multiplier }
        if let effect = try EventKind.rateRecounted.effect(of: event) { take(effect.after.state) }
        if let effect = try EventKind.rateTableChanged.effect(of: event) {
            table = effect.after
            take(effect.rate)
        }
        if let reset = try EventKind.gardenReset.effect(of: event), reset.garden == nil {
            // The table is a setting.
            let table = table
            self = Economy()
            self.table = table
        }
        for replacement in try EventKind.replacements(in: .points, by: event) {
            multiplier = replacement.after?["multiplier"]?.integerValue ?? multiplier
        }
        for replacement in try EventKind.replacements(in: .rate, by: event) {
            meter = replacement.after?["meter"]?.integerValue ?? meter
            tier = replacement.after?["tier"]?.integerValue ?? tier
            daysLeft = replacement.after?["daysLeft"]?.integerValue ?? daysLeft
            if case .bool(let applied)? = replacement.after?["applied"] { isApplied = applied }
        }
    }

    /// By how much an event changes the balance, the day on which it counts, if that is not the day of the event, and the category;
    /// `nil` for another event.
    static func change(by event: Event) throws(ValidationError) -> (balance: Int, day: CalendarDay?, categoryId: Int)? {
        for kind in pointsKinds {
            guard let effect = try kind.effect(of: event) else { continue }
            return (effect.amount, effect.day ?? effect.endedDay, effect.categoryId ?? 0)
        }
        for kind in purchaseKinds {
            guard let effect = try kind.effect(of: event) else { continue }
            return (effect.after.balance &- effect.before.balance, effect.endedDay, effect.record.categoryId)
        }
        return nil
    }

    private mutating func take(_ rate: RateState) {
        (meter, tier, daysLeft, isApplied) = (rate.meter, rate.tier, rate.daysLeft, rate.applied)
    }
}
