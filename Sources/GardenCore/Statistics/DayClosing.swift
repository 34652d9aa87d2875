import GardenAPI

/// The balance and the rate at the end of a day (RULES S7).
public struct DayClosing: Sendable, Equatable {
    public var balance: Int
    public var meter: Int
    public var tier: Int
    /// The price multiplier of the tier by the table in force.
    public var rate: Tenths

    public init(balance: Int, meter: Int, tier: Int, rate: Tenths) {
        self.balance = balance
        self.meter = meter
        self.tier = tier
        self.rate = rate
    }

    init(_ state: GardenState) {
        self.init(
            balance: state.points.balance, meter: state.rate.meter, tier: state.rate.tier,
            rate: state.rateTable.rate(of: state.rate.tier))
    }
}

/// The balance and the rate after some successive events.
public struct Economy: Sendable, Equatable {
    public var balance = 0
    public var meter = 0
    public var tier = 0
    /// The table in force.
    public var table = RateTable.standard

    /// Those of a new garden.
    public init() {}

    var closing: DayClosing {
        DayClosing(balance: balance, meter: meter, tier: tier, rate: table.rate(of: tier))
    }

    /// The types of the events that change it.
    static let types =
        pointsKinds.map(\.type) + purchaseKinds.map(\.type) + rateKinds.map(\.type) + [
            EventKind.rateTableChanged.type, EventKind.gardenReset.type, EventKind.changeUndone.type,
            EventKind.changeRedone.type,
        ]
    private static let pointsKinds = [EventKind.pointsEarned, .pointsAdjusted]
    private static let purchaseKinds = [EventKind.shopBought, .shopRefunded]
    private static let rateKinds = [EventKind.rateAdded, .rateSet, .rateForced, .rateDecayed]

    /// Takes over what an event changed.
    mutating func follow(_ event: Event) throws(ValidationError) {
        for kind in Self.pointsKinds {
            if let effect = try kind.effect(of: event) { balance = effect.after.balance }
        }
        for kind in Self.purchaseKinds {
            if let effect = try kind.effect(of: event) { balance = effect.after.balance }
        }
        for kind in Self.rateKinds {
            if let effect = try kind.effect(of: event) { take(effect.after.state) }
        }
        if let effect = try EventKind.rateTableChanged.effect(of: event) {
            table = effect.after
            take(effect.rate)
        }
        if let reset = try EventKind.gardenReset.effect(of: event), reset.garden == nil {
            // The table is a setting.
            (balance, meter, tier) = (0, 0, 0)
        }
        for replacement in try EventKind.replacements(in: .points, by: event) {
            balance = replacement.after?["balance"]?.integerValue ?? balance
        }
        for replacement in try EventKind.replacements(in: .rate, by: event) {
            meter = replacement.after?["meter"]?.integerValue ?? meter
            tier = replacement.after?["tier"]?.integerValue ?? tier
        }
    }

    private mutating func take(_ rate: RateState) { (meter, tier) = (rate.meter, rate.tier) }
}
