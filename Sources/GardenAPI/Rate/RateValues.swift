import TimeKit

/// A number with one decimal, kept as whole tenths: no floats in state.
public struct Tenths: WireValue, Hashable {
    public var tenths: Int

    public init(tenths: Int) { self.tenths = tenths }

    public static var schema: JSON { ["type": "number", "multipleOf": 0.1] }

    public init(json: JSON) throws(ValidationError) {
        switch json {
        case .integer(let value) where (-1_000_000...1_000_000).contains(value): tenths = value * 10
        case .number(let value) where (value * 10).rounded() / 10 == value && abs(value) <= 1_000_000:
            tenths = Int((value * 10).rounded())
        case .null, .bool, .integer, .number, .string, .array, .object:
            throw ValidationError(expected: "a number with one decimal", found: json)
        }
    }

    public func write(to writer: inout JSONWriter) { writer.number(Double(tenths) / 10) }
}

extension JSON: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) { self = .number(value) }
}

/// The shop rate (API §2, Rate; RULES M9–M13).
public struct Rate: WireObject, Equatable {
    public static let name = "Rate"

    public var tier: Int
    public var rate: Tenths
    public var meter: Int
    public var daysLeft: Int
    public var applied: Bool
    public var nextTierFrom: Int?
    public var decaysAt: Timestamp?

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
