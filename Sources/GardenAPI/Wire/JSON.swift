/// A JSON value (RFC 8259) with exact 64-bit integers and members in the order they were written.
///
/// Foundation's decoder is not used on the wire: it costs more than everything else a request does, keeps no order and
/// takes any depth. See the ARCHITECTURE article.
public enum JSON: Sendable, Equatable {
    case null
    case bool(Bool)
    /// A number written without fraction or exponent that fits 64 bits.
    case integer(Int)
    /// Every other number.
    case number(Double)
    case string(String)
    case array([JSON])
    case object(JSONObject)
}

/// The members of a JSON object, in order. Names may repeat, as RFC 8259 allows; whoever reads decides.
public struct JSONObject: Sendable, Equatable {
    public struct Member: Sendable, Equatable {
        public var name: String
        public var value: JSON
    }

    public private(set) var members: [Member]

    /// Creates the value from its members.
    public init(_ members: [(String, JSON)] = []) {
        self.members = members.map { Member(name: $0.0, value: $0.1) }
    }

    init(reservingCapacity capacity: Int) {
        members = []
        members.reserveCapacity(capacity)
    }

    /// The value of the first member of that name; `nil` when there is none.
    public subscript(name: String) -> JSON? {
        members.first { $0.name.isIdentical(as: name) }?.value
    }

    public mutating func append(_ name: String, _ value: JSON) {
        members.append(Member(name: name, value: value))
    }

    /// Takes out the first member of that name and returns its value; `nil` when there is none.
    public mutating func remove(_ name: String) -> JSON? {
        guard let index = members.firstIndex(where: { $0.name.isIdentical(as: name) }) else { return nil }
        return members.remove(at: index).value
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(JSONObject(elements)) }
    public init(nilLiteral: ()) { self = .null }
}

extension JSON {
    /// The member of that name; `nil` when there is none or this is no object.
    public subscript(name: String) -> JSON? {
        guard case .object(let object) = self else { return nil }
        return object[name]
    }

    public var stringValue: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    public var integerValue: Int? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    public var arrayValue: [JSON]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    /// Whether both are written with the same bytes, which `==` does not demand of strings.
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

    /// The value as one line of JSON.
    public var text: String {
        var writer = JSONWriter()
        writer.value(self)
        return writer.text
    }

    /// The value in words of an error message: short, and never more than 40 characters of what was sent.
    public var excerpt: String {
        switch self {
        case .object: return "an object"
        case .array: return "a list"
        case .string(let value):
            let beginning = value.beginning
            return JSON.string(beginning).text + (beginning.utf8.count < value.utf8.count ? "…" : "")
        case .null, .bool, .integer, .number: return text
        }
    }
}

extension String {
    /// As much of it as a message shows: 40 characters, and of those no more than the longest pictures take.
    var beginning: String { String(String(unicodeScalars.prefix(400)).prefix(40)) }

    /// Whether both are the same bytes. `==` takes é for é however it is composed, which of a long text takes longer the
    /// more marks stand on one letter.
    public func isIdentical(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        // Byte by byte where they lie, for the iterators of strings are slow.
        var (mine, theirs) = (self, other)
        return mine.withUTF8 { mine in theirs.withUTF8 { mine.elementsEqual($0) } }
    }
}
