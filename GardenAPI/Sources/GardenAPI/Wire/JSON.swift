/// A JSON value (RFC 8259) with exact 64-bit integers and ordered members.
///
/// Foundation's decoder is not used: it costs more than the rest of a request, loses the order of members, and accepts
/// any depth. See the ARCHITECTURE article.
public enum JSON: Sendable, Equatable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction or exponent that fits in 64 bits.
    case integer(Int)
    /// Every other number.
    case number(Double)
    /// A string.
    case string(String)
    /// A list.
    case array([JSON])
    /// An object.
    case object(JSONObject)
}

/// The members of a JSON object, in order. Names can repeat (RFC 8259 §4); the readers decide whether that is an error.
public struct JSONObject: Sendable, Equatable {
    /// A member of an object.
    public struct Member: Sendable, Equatable {
        /// The name, without quotes and escapes.
        public var name: String
        /// The value.
        public var value: JSON
    }

    /// The members, in their order.
    public private(set) var members: [Member]

    /// Creates an object from names and values.
    public init(_ members: [(String, JSON)] = []) {
        self.members = members.map { Member(name: $0.0, value: $0.1) }
    }

    init(reservingCapacity capacity: Int) {
        members = []
        members.reserveCapacity(capacity)
    }

    /// The value of the first member with that name; `nil` if there is none.
    public subscript(name: String) -> JSON? {
        members.first { $0.name.isIdentical(as: name) }?.value
    }

    /// Appends a member, even if there is one with that name.
    public mutating func append(_ name: String, _ value: JSON) {
        members.append(Member(name: name, value: value))
    }

    /// Removes the first member with that name, and returns its value; `nil` if there is none.
    public mutating func remove(_ name: String) -> JSON? {
        guard let index = members.firstIndex(where: { $0.name.isIdentical(as: name) }) else { return nil }
        return members.remove(at: index).value
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
    public init(nilLiteral: ()) { self = .null }
}

extension JSON {
    /// The value of the member with that name; `nil` if there is none, or if this is not an object.
    public subscript(name: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }

    /// The text of a string; `nil` for another value.
    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    /// The value of an integer; `nil` for another value, also for a number with a fraction.
    public var integerValue: Int? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// The elements of a list; `nil` for another value.
    public var arrayValue: [JSON]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// Whether both are written with the same bytes. `==` compares strings by canonical equivalence instead.
    public func isIdentical(as other: JSON) -> Bool {
        switch (self, other) {
        case (.string(let mine), .string(let theirs)): return mine.isIdentical(as: theirs)
        case (.array(let mine), .array(let theirs)):
            return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isIdentical(as: $1) }
        case (.object(let mine), .object(let theirs)):
            return mine.members.count == theirs.members.count
                && zip(mine.members, theirs.members).allSatisfy {
                    $0.name.isIdentical(as: $1.name) && $0.value.isIdentical(as: $1.value)
                }
        default: return self == other
        }
    }

    /// The value as JSON, without line feeds.
    public var text: String {
        var writer = JSONWriter()
        writer.value(self)
        return writer.text
    }

    /// The value for an error message, with at most 40 characters of a string.
    public var excerpt: String {
        switch self {
        case .object: return "an object"
        case .array: return "a list"
        case .string(let value):
            let beginning = value.beginning
            let isCut = beginning.utf8.count < value.utf8.count
            return JSON.string(beginning).text.escapingTerminalControls() + (isCut ? "…" : "")
        case .null, .bool, .integer, .number: return text
        }
    }
}

extension JSON {
    fileprivate var valueCount: Int {
        switch self {
        case .null, .bool, .integer, .number, .string: 1
        case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
        case .object(let object): object.valueCount
        }
    }
}

extension JSONObject {
    /// How many values it has, itself included: each takes some forty bytes in memory, whatever it takes in its text.
    public var valueCount: Int { members.reduce(1) { $0 + $1.value.valueCount } }
}

extension String {
    /// The beginning for an error message: at most 40 characters, and at most 400 scalars.
    public var beginning: String { String(String(unicodeScalars.prefix(400)).prefix(40)) }

    /// Whether both have the same bytes. `==` also treats different compositions of é as equal, and is slow for letters
    /// with many marks.
    public func isIdentical(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // It compares the bytes in place, because the iterators of strings are slow.
        var (mine, theirs) = (self, other)
        return mine.withUTF8 { mine in theirs.withUTF8 { mine.elementsEqual($0) } }
    }
}
