/// The tiers of the shop rate: for each its lowest meter and its rate (RULES M9).
public struct RateTable: Sendable, Equatable {
    /// A tier.
    public struct Tier: Sendable, Equatable {
        /// The base: the lowest meter of the tier.
        public var from: Int
        /// The price multiplier, 1.0 … 1000.0.
        public var rate: Tenths
    }

    private static let mostRows = 100
    private static let rates = 10...10_000

    /// The tiers, at least one and at most 100; their bases ascend strictly from 0.
    public let rows: [Tier]

    /// The default of the setting (RULES M9).
    public static let standard = RateTable(
        rows: [(0, 10), (3000, 15), (6000, 20), (9000, 30), (12_000, 40), (15_000, 50)]
            .map { Tier(from: $0.0, rate: Tenths(tenths: $0.1)) })

    private init(rows: [Tier]) { self.rows = rows }

    /// The number of the last tier.
    public var top: Int { rows.count - 1 }

    /// Returns the tier of a meter.
    public func tier(of meter: Int) -> Int { (rows.lastIndex { $0.from <= meter }) ?? 0 }

    /// Returns the base of a tier; for a tier beyond the last, that of the last.
    public func base(of tier: Int) -> Int { rows[min(tier, top)].from }

    /// Returns the price multiplier of a tier; for a tier beyond the last, that of the last.
    public func rate(of tier: Int) -> Tenths { rows[min(tier, top)].rate }
}

/// In the settings, a list of `{from, rate}`.
extension RateTable: WireValue {
    public static var schema: JSON {
        [
            "type": "array", "minItems": 1, "maxItems": .integer(mostRows),
            "items": [
                "type": "object",
                "properties": [
                    "from": ["type": "integer", "minimum": 0],
                    "rate": ["type": "number", "minimum": 1, "maximum": 1000, "x-decimals": 1],
                ],
                "required": ["from", "rate"], "additionalProperties": false,
            ],
        ]
    }

    public init(json: JSON) throws(ValidationError) {
        guard let elements = json.arrayValue, (1...Self.mostRows).contains(elements.count) else {
            if let count = json.arrayValue?.count {
                throw ValidationError(problem: "must have 1 to \(Self.mostRows) rows, not \(count)")
            }
            throw ValidationError(expected: "a list of 1 to \(Self.mostRows) rows with from and rate", found: json)
        }
        var rows: [Tier] = []
        for (index, element) in elements.enumerated() {
            do {
                rows.append(try Self.row(try TierForm(json: element), after: rows.last))
            } catch {
                throw ValidationError(problem: "row \(index + 1): \(error.param ?? "the row") \(error.problem)")
            }
        }
        self.init(rows: rows)
    }

    private static func row(_ record: TierForm, after last: Tier?) throws(ValidationError) -> Tier {
        if let last {
            guard record.from > last.from else {
                throw ValidationError(
                    path: ["from"], problem: "must be more than \(last.from) (the row before), not \(record.from)")
            }
        } else if record.from != 0 {
            throw ValidationError(path: ["from"], problem: "must be 0 in the first row, not \(record.from)")
        }
        guard rates.contains(record.rate.tenths) else {
            throw ValidationError(path: ["rate"], problem: "must be from 1.0 to 1000.0, not \(record.rate.json.text)")
        }
        return Tier(from: record.from, rate: record.rate)
    }

    public func write(to writer: inout JSONWriter) { records.write(to: &writer) }

    /// Reads the record form, with the same checks as the JSON form.
    public init(record: JSON) throws(ValidationError) {
        var rows: [Tier] = []
        for record in try [TierForm](record: record) { rows.append(try Self.row(record, after: rows.last)) }
        guard !rows.isEmpty else { throw ValidationError(problem: "has no rows") }
        self.init(rows: rows)
    }

    public func writeRecord(to writer: inout JSONWriter) { records.writeRecord(to: &writer) }

    private var records: [TierForm] {
        rows.map { TierForm(from: $0.from, rate: $0.rate) }
    }
}

private struct TierForm: WireObject {
    static let name = "RateRow"
    static let refusesUnknownNames = true

    var from: Int
    var rate: Tenths

    static let fields = Fields(
        TierForm.init,
        .required("from", \.from, "the lowest meter of the tier", .fromZero),
        .required("rate", \.rate, "the price multiplier"))
}
