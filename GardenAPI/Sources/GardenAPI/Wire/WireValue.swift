/// A type that is one JSON value in the protocol, with its JSON Schema.
public protocol WireValue: Sendable {
    /// The JSON Schema (draft 2020-12) of the value.
    static var schema: JSON { get }

    /// The named objects that ``schema`` refers to.
    static var referredObjects: [any WireObject.Type] { get }

    /// Reads the value from JSON.
    ///
    /// - Throws: an error with the expected and the actual value.
    init(json: JSON) throws(ValidationError)

    /// Writes the value as JSON.
    func write(to writer: inout JSONWriter)

    /// Whether both are written with the same bytes.
    func isIdentical(as other: Self) -> Bool

    /// The value as a JSON tree.
    var json: JSON { get }

    /// Reads the value's record form (see `Record.swift`), by default its JSON form.
    init(record: JSON) throws(ValidationError)

    /// Reads the value at the reader's position in a record; `nil` if there is none. It is a requirement so that it is
    /// specialized for each type, which an extension of `Optional` is not.
    static func valueIfPresent(from reader: inout RecordReader) throws(ValidationError) -> Self?

    /// Writes the value's record form, by default its JSON form.
    func writeRecord(to writer: inout JSONWriter)

    /// The steps that write the record form one after another, each a short piece of work.
    var recordSteps: [RecordStep] { get }
}

extension WireValue {
    public static var referredObjects: [any WireObject.Type] { [] }

    @inlinable public func isIdentical(as other: Self) -> Bool { encoded == other.encoded }

    /// The value as JSON bytes, without a line feed.
    @inlinable public var encoded: [UInt8] {
        var writer = JSONWriter(reservingCapacity: JSONWriter.usualBytes)
        write(to: &writer)
        return writer.bytes
    }

    public var json: JSON {
        var writer = JSONWriter(reservingCapacity: JSONWriter.usualBytes)
        write(to: &writer)
        return JSON.written(writer.bytes)
    }
}

extension Optional where Wrapped: WireValue {
    /// Whether both are absent, or written with the same bytes.
    func isIdentical(as other: Wrapped?) -> Bool {
        switch (self, other) {
        case (nil, nil): true
        case (let mine?, let theirs?): mine.isIdentical(as: theirs)
        case (nil, _?), (_?, nil): false
        }
    }
}

extension JSON {
    /// Parses the output of a ``JSONWriter``.
    static func written(_ bytes: [UInt8]) -> JSON {
        do {
            return try parse(bytes, depth: .max)
        } catch {
            preconditionFailure(
                "the writer wrote invalid JSON: \(error) in \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}

/// A value that is not valid where it occurs.
public struct ValidationError: Error, Equatable {
    /// The path to the value, outermost name first; empty for the whole.
    public var path: [String]
    /// The problem, to follow the name: "must be an integer from 1 to 1440, not true".
    public var problem: String

    /// Creates an error about the value at a path.
    public init(path: [String] = [], problem: String) {
        self.path = path
        self.problem = problem
    }

    /// Creates the error "must be `expected`, not `found`".
    public init(expected: String, found: JSON) {
        self.init(problem: "must be \(expected), not \(found.excerpt)")
    }

    /// The invalid parameter, with dots for nested ones (`run.deadline`); `nil` for the whole.
    public var param: String? { path.isEmpty ? nil : path.joined(separator: ".") }

    /// The problem with the name of the parameter, a clause for people.
    public var message: String { "\(param ?? "the value") \(problem)" }

    @usableFromInline func inside(_ name: String) -> ValidationError {
        ValidationError(path: [name] + path, problem: problem)
    }
}

extension JSON: WireValue {
    public static var schema: JSON { true }
    public init(json: JSON) { self = json }
    public func write(to writer: inout JSONWriter) { writer.value(self) }
    public var json: JSON { self }
}

extension Bool: WireValue {
    public static var schema: JSON { ["type": "boolean"] }

    public init(json: JSON) throws(ValidationError) {
        guard case .bool(let value) = json else { throw ValidationError(expected: "true or false", found: json) }
        self = value
    }

    public func write(to writer: inout JSONWriter) { writer.bool(self) }
    public func isIdentical(as other: Bool) -> Bool { self == other }
    public var json: JSON { .bool(self) }
}

extension Int: WireValue {
    public static var schema: JSON { ["type": "integer", "format": "int64"] }

    public init(json: JSON) throws(ValidationError) {
        switch json {
        case .integer(let value): self = value
        case .number(let value):
            // An integer below the lowest 64-bit one is read as this number, too.
            guard let value = Int(exactly: value), value != .min else {
                throw ValidationError(expected: "a 64-bit integer", found: json)
            }
            self = value
        case .null, .bool, .string, .array, .object: throw ValidationError(expected: "an integer", found: json)
        }
    }

    public func write(to writer: inout JSONWriter) { writer.integer(self) }
    public func isIdentical(as other: Int) -> Bool { self == other }
    public var json: JSON { .integer(self) }
}

extension String: WireValue {
    public static var schema: JSON { ["type": "string"] }

    public init(json: JSON) throws(ValidationError) {
        guard case .string(let value) = json else { throw ValidationError(expected: "a string", found: json) }
        self = value
    }

    public func write(to writer: inout JSONWriter) { writer.string(self) }
    public var json: JSON { .string(self) }
}

extension Array: WireValue where Element: WireValue {
    public static var schema: JSON { ["type": "array", "items": Element.schema] }
    public static var referredObjects: [any WireObject.Type] { Element.referredObjects }

    public init(json: JSON) throws(ValidationError) {
        guard case .array(let elements) = json else { throw ValidationError(expected: "a list", found: json) }
        self = []
        reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do { append(try Element(json: element)) } catch { throw error.inside("\(index)") }
        }
    }

    public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }

    public func isIdentical(as other: [Element]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isIdentical(as: $1) }
    }
}

/// A value that is one of a few words: the raw values of its cases.
public protocol WireWord: WireValue, RawRepresentable<String>, CaseIterable {}

extension WireWord {
    /// The words of this release; `x-open` says that a later one may have more.
    public static var schema: JSON {
        ["type": "string", "enum": .array(allCases.map { .string($0.rawValue) }), "x-open": true]
    }

    public init(json: JSON) throws(ValidationError) {
        guard case .string(let word) = json, let value = Self(rawValue: word) else {
            let words = Self.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw ValidationError(expected: "one of \(words)", found: json)
        }
        self = value
    }

    public func write(to writer: inout JSONWriter) { writer.string(rawValue) }
    public func isIdentical(as other: Self) -> Bool { rawValue.isIdentical(as: other.rawValue) }
    public var json: JSON { .string(rawValue) }
}
