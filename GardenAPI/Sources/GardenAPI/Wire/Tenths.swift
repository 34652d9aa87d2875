/// A number with one decimal, stored as whole tenths, because the state has no floats.
public struct Tenths: WireValue, Hashable {
    /// The number times ten: 15 for 1.5.
    public var tenths: Int

    /// Creates the number from its tenths.
    public init(tenths: Int) { self.tenths = tenths }

    public static var schema: JSON { ["type": "number", "x-decimals": 1] }

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

extension Tenths {
    public init(record: JSON) throws(ValidationError) { self.init(tenths: try Int(json: record)) }
    public func writeRecord(to writer: inout JSONWriter) { writer.integer(tenths) }
}
