import GardenAPI
import TimeKit

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

    /// Takes over the rate that was counted again.
    public mutating func take(_ end: RateAtEnd) { (meter, tier, rate) = (end.meter, end.tier, end.rate) }

    init(_ state: GardenState) {
        self.init(
            balance: state.points.balance, meter: state.rate.meter, tier: state.rate.tier,
            rate: state.rateTable.rate(of: state.rate.tier))
    }
}

/// By how much the ends of successive days change (RULES S7).
public struct ClosingShift: Sendable, Equatable {
    /// Wraps around, as the sums of a damaged journal must not end the program.
    public var balance = 0

    public init() {}
}

extension [CalendarDay: ClosingShift] {
    /// The ends of days after the changes that hold from each of these days on.
    ///
    /// - Parameter closings: by the numbers of the days.
    public func applied(to closings: [Int: DayClosing]) -> [Int: DayClosing] {
        guard !isEmpty else { return closings }
        var (closings, balance) = (closings, 0)
        let firsts = sorted { $0.key < $1.key }
        var next = 0
        for day in closings.keys.sorted() {
            while next < firsts.count, firsts[next].key.daysSinceEpoch <= day {
                balance &+= firsts[next].value.balance
                next += 1
            }
            closings[day]?.balance &+= balance
        }
        return closings
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
            EventKind.rateRecounted.type, EventKind.rateTableChanged.type, EventKind.gardenReset.type,
            EventKind.changeUndone.type, EventKind.changeRedone.type,
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
            if let effect = try kind.effect(of: event), effect.day == nil { take(effect.after.state) }
        }
        if let effect = try EventKind.rateRecounted.effect(of: event) { take(effect.after.state) }
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

    /// By how much an event changes the balance, and the day on which it counts, if that is not the day of the event; `nil` for
    /// another event.
    static func change(by event: Event) throws(ValidationError) -> (balance: Int, day: CalendarDay?)? {
        for kind in pointsKinds {
            if let effect = try kind.effect(of: event) { return (effect.amount, effect.day ?? effect.endedDay) }
        }
        for kind in purchaseKinds {
            guard let effect = try kind.effect(of: event) else { continue }
            return (effect.after.balance &- effect.before.balance, effect.endedDay)
        }
        return nil
    }

    private mutating func take(_ rate: RateState) { (meter, tier) = (rate.meter, rate.tier) }
}
