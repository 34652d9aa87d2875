/// An object of the protocol. Its ``fields`` are the only description: parsing, writing, validation and the JSON Schema
/// use them.
public protocol WireObject: WireValue {
    /// The name of its JSON Schema, for example `Timer`.
    static var name: String { get }

    /// All fields, in the order of the wire.
    static var fields: Fields<Self> { get }

    /// Whether names that are not in ``fields`` are an error: true for requests, false for answers and events, because
    /// newer releases can add members (API §1).
    static var refusesUnknownNames: Bool { get }

    /// Checks conditions that involve several fields, after each was read.
    func validate() throws(ValidationError)
}

extension WireObject {
    public static var refusesUnknownNames: Bool { false }
    public static var schema: JSON { ["$ref": .string("#/components/schemas/\(name)")] }
    public static var referredObjects: [any WireObject.Type] { [Self.self] }

    public func validate() throws(ValidationError) {}

    /// The JSON Schema that ``schema`` refers to.
    public static var definition: JSON { fields.list.definition(refusesUnknownNames: refusesUnknownNames) }

    @inlinable public init(json: JSON) throws(ValidationError) {
        self = try Self.fields.object { list, object throws(ValidationError) in
            try list.read(json: json, refusesUnknownNames: Self.refusesUnknownNames, into: object)
        }
        try validate()
    }

    @inlinable public init(record: JSON) throws(ValidationError) {
        self = try Self.fields.object { list, object throws(ValidationError) in
            try list.read(record: record, of: Self.name, into: object)
        }
        try validate()
    }

    @inlinable public func write(to writer: inout JSONWriter) {
        withUnsafePointer(to: self) { Self.fields.list.write(UnsafeRawPointer($0), to: &writer) }
    }

    /// Writes the fields as members of an object that the caller has begun.
    @inlinable public func writeMembers(to writer: inout JSONWriter) {
        withUnsafePointer(to: self) { Self.fields.list.writeMembers(of: UnsafeRawPointer($0), to: &writer) }
    }

    @inlinable public func writeRecord(to writer: inout JSONWriter) {
        withUnsafePointer(to: self) { Self.fields.list.writeRecord(of: UnsafeRawPointer($0), to: &writer) }
    }

    public var recordSteps: [RecordStep] { Self.fields.list.recordSteps(of: KeptObject(self)) }

    /// The value of one field, as it is written; null if it is not there.
    public func value(ofField name: String) -> JSON {
        withUnsafePointer(to: self) { Self.fields.list.value(named: name, of: UnsafeRawPointer($0)) }
    }

    /// The fields that differ from `other`, with their values in `self`: the `before` of an event.
    public func fieldsDiffering(from other: Self) -> JSON {
        withUnsafePointer(to: self) { mine in
            withUnsafePointer(to: other) {
                Self.fields.list.differences(of: UnsafeRawPointer(mine), from: UnsafeRawPointer($0))
            }
        }
    }

    public func isIdentical(as other: Self) -> Bool {
        withUnsafePointer(to: self) { mine in
            withUnsafePointer(to: other) {
                Self.fields.list.isIdentical(UnsafeRawPointer(mine), UnsafeRawPointer($0))
            }
        }
    }
}
