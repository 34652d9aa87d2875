import GeoKit

/// A decimal number as a program or a person writes it: a JSON number, or the digits in a string. Coordinates are read from it
/// exactly, which a binary fraction would not allow (RULES V2).
public struct DecimalNumber: WireValue, Equatable {
    /// The digits, or another text that the reader refuses.
    public let text: String
    private let isNumber: Bool

    /// A number in a string.
    public init(_ text: String) { (self.text, isNumber) = (text, false) }

    /// A number.
    public init(_ number: Double) { (text, isNumber) = (number.description, true) }

    public static var schema: JSON { ["type": ["number", "string"]] }

    public init(json: JSON) throws(ValidationError) {
        switch json {
        case .integer(let value): (text, isNumber) = ("\(value)", true)
        case .number(let value): (text, isNumber) = (value.description, true)
        case .string(let value) where value.utf8.count <= 100: (text, isNumber) = (value, false)
        case .string, .null, .bool, .array, .object: throw ValidationError(expected: "a decimal number", found: json)
        }
    }

    public func write(to writer: inout JSONWriter) {
        if isNumber { writer.encoded(text.utf8) } else { writer.string(text) }
    }

    /// The number in units of that many decimals, rounded half away from zero; `nil` if it is not a number.
    public func units(decimals: Int) -> Int? { FixedPoint.units(of: text, decimals: decimals) }
}

/// A latitude or a longitude in whole millionths of a degree, written as a number with six decimals.
public struct Degrees: WireValue, Hashable {
    /// Millionths of a degree.
    public var millionths: Int

    /// Creates it from millionths of a degree.
    public init(millionths: Int) { self.millionths = millionths }

    public static var schema: JSON { ["type": "number"] }

    public init(json: JSON) throws(ValidationError) {
        let text: String
        switch json {
        case .integer(let value): text = "\(value)"
        case .number(let value): text = value.description
        case .null, .bool, .string, .array, .object: throw ValidationError(expected: "degrees", found: json)
        }
        guard let units = FixedPoint.units(of: text, decimals: 6), GeoPoint.longitudes.contains(units) else {
            throw ValidationError(expected: "degrees", found: json)
        }
        millionths = units
    }

    public func write(to writer: inout JSONWriter) {
        writer.number(Double(millionths) / Double(GeoPoint.unitsPerDegree))
    }

    public init(record: JSON) throws(ValidationError) { self.init(millionths: try Int(json: record)) }
    public func writeRecord(to writer: inout JSONWriter) { writer.integer(millionths) }
}

/// A distance in metres, with three decimals.
public struct Meters: WireValue, Hashable {
    /// Whole millimetres.
    public var millimeters: Int

    /// Creates it from metres, rounded to millimetres.
    public init(_ meters: Double) { millimeters = Int((meters * 1000).rounded()) }

    public static var schema: JSON { ["type": "number"] }

    public init(json: JSON) throws(ValidationError) {
        switch json {
        case .integer(let value) where abs(value) < 1 << 40: millimeters = value * 1000
        case .number(let value) where abs(value) < 1e12: millimeters = Int((value * 1000).rounded())
        case .null, .bool, .integer, .number, .string, .array, .object:
            throw ValidationError(expected: "metres", found: json)
        }
    }

    public func write(to writer: inout JSONWriter) { writer.number(Double(millimeters) / 1000) }
}

/// One or more names: a list of strings, or a single string.
public struct NameList: WireValue, Equatable, ExpressibleByArrayLiteral {
    /// The names, trimmed, without duplicates (RULES G1).
    public let names: [String]

    /// Creates the list.
    public init(_ names: [String]) { self.names = names }
    /// Creates the list.
    public init(arrayLiteral elements: String...) { names = elements }

    /// The most names of a list.
    static let most = 100

    public static var schema: JSON {
        let name: JSON = .object(
            JSONObject([("type", "string")] + Constraint<String>.newName.schema.members.map { ($0.name, $0.value) }))
        return ["anyOf": [name, ["type": "array", "items": name, "maxItems": .integer(most)]]]
    }

    public init(json: JSON) throws(ValidationError) {
        let values = json.stringValue.map { [JSON.string($0)] } ?? json.arrayValue
        guard let values, values.count <= Self.most else {
            throw ValidationError(expected: "a name, or a list of at most \(Self.most) names", found: json)
        }
        var names: [String] = []
        for value in values {
            let name = try Constraint.value(value, Constraint<String>.newName)
            if !names.contains(where: { $0.folded == name.folded }) { names.append(name) }
        }
        self.names = names
    }

    public func write(to writer: inout JSONWriter) { names.write(to: &writer) }
}

extension Constraint where Value == String {
    /// A line, or blank for none.
    static func lineOrBlank(_ characters: Int) -> Constraint { .orBlank(line(characters)) }

    /// The name of a group, or blank for none.
    static var nameOrBlank: Constraint { .orBlank(newName) }

    /// A text of several lines, or blank for none.
    static var noteOrBlank: Constraint { .orBlank(note) }

    private static func orBlank(_ constraint: Constraint) -> Constraint {
        let schema = JSONObject(constraint.schema.members.filter { $0.name != "minLength" }.map { ($0.name, $0.value) })
        return Constraint("\(constraint.expectation), or blank", schema: schema, problem: constraint.problem) { text in
            text.utf8.count <= 1000 && text.allSatisfy(\.isWhitespace) ? "" : constraint.validate(text)
        }
    }
}
