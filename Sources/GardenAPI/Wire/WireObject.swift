/// An object of the wire, described once: ``fields`` is what is read, written, refused, and published as its schema.
public protocol WireObject: WireValue {
    /// The name under which its schema is published, e.g. `Timer`.
    static var name: String { get }

    /// Every field, in the order of the wire.
    static var fields: [Field<Self>] { get }

    /// Whether reading refuses names that are not in ``fields``: yes for requests, no for answers and events, whose
    /// readers ignore what a newer release added (API §1).
    static var refusesUnknownNames: Bool { get }

    /// A blank to read into.
    init()

    /// Checks what spans several fields, after each was read.
    func validate() throws(ValidationError)
}

extension WireObject {
    public static var refusesUnknownNames: Bool { false }
    public static var schema: JSON { ["$ref": .string("#/components/schemas/\(name)")] }
    public static var referredObjects: [any WireObject.Type] { [Self.self] }

    public func validate() throws(ValidationError) {}

    /// The JSON Schema that ``schema`` refers to.
    public static var definition: JSON {
        var schema = JSONObject([("type", "object")])
        let properties = fields.map { ($0.name, $0.describedSchema) }
        schema.append("properties", .object(JSONObject(properties)))
        // A request may leave out what has a default; an answer tells every field that is not optional.
        let required = fields.filter { $0.isRequired || (!refusesUnknownNames && $0.isAlwaysWritten) }
            .map { JSON.string($0.name) }
        if !required.isEmpty { schema.append("required", .array(required)) }
        if refusesUnknownNames { schema.append("additionalProperties", false) }
        return .object(schema)
    }

    public init(json: JSON) throws(ValidationError) {
        guard case .object(let object) = json else { throw ValidationError(expected: "an object", found: json) }
        self.init()
        // By index, and each where it is expected first: all events of a journal are read here, when all of it is checked.
        let fields = Self.fields
        var isRead = [Bool](repeating: false, count: fields.count)
        var expected = 0
        for member in object.members {
            guard let index = Self.place(of: member.name, in: fields, from: expected) else {
                if Self.refusesUnknownNames { throw Self.unknown(member.name) }
                continue
            }
            guard !isRead[index] else { throw ValidationError(path: [member.name], problem: "is given twice") }
            isRead[index] = true
            expected = index + 1
            do { try fields[index].read(member.value, &self) } catch { throw error.inside(member.name) }
        }
        for index in fields.indices where !isRead[index] && fields[index].isRequired {
            throw ValidationError(path: [fields[index].name], problem: "is missing")
        }
        try validate()
    }

    @inlinable public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// Writes the fields as members of an object that the caller has begun.
    @inlinable public func writeMembers(to writer: inout JSONWriter) {
        let fields = Self.fields
        withUnsafePointer(to: self) { object in
            // By index, for an iterator would retain each.
            for index in fields.indices { fields[index].write(object, &writer) }
        }
    }

    /// The fields of `self` that differ from `other`, with the values they have in `self`: what an event calls `before`.
    @inlinable public func fieldsDiffering(from other: Self) -> JSON {
        var object = JSONObject()
        let fields = Self.fields
        withUnsafePointer(to: self) { mine in
            withUnsafePointer(to: other) { theirs in
                for index in fields.indices where !fields[index].isIdentical(mine, theirs) {
                    object.append(fields[index].name, fields[index].value(mine))
                }
            }
        }
        return .object(object)
    }

    @inlinable public func isIdentical(as other: Self) -> Bool {
        withUnsafePointer(to: self) { mine in
            withUnsafePointer(to: other) { theirs in Self.fields.allSatisfy { $0.isIdentical(mine, theirs) } }
        }
    }

    /// Where the field of that name stands, looked for from `start` on and around; `nil` when there is none.
    private static func place(of name: String, in fields: [Field<Self>], from start: Int) -> Int? {
        for offset in 0..<fields.count {
            let place = start + offset < fields.count ? start + offset : start + offset - fields.count
            if fields[place].name.isIdentical(as: name) { return place }
        }
        return nil
    }

    private static func unknown(_ name: String) -> ValidationError {
        let names = fields.map(\.name)
        let excerpt = name.beginning
        guard !names.isEmpty else {
            return ValidationError(path: [excerpt], problem: "is unknown; no parameters are allowed")
        }
        let hint = Suggestion.nearest(to: name, among: names).map { "did you mean \($0)? " } ?? ""
        return ValidationError(path: [excerpt], problem: "is unknown; \(hint)allowed: \(names.joined(separator: ", "))")
    }
}

/// One field of a ``WireObject``: its name, type, bounds and meaning, and how it is read and written.
///
/// An object, for a copy of it is one reference then, and not one for each thing it holds.
public final class Field<Root>: Sendable {
    public let name: String
    public let meaning: String
    /// Whether reading demands it.
    public let isRequired: Bool
    /// Whether writing never leaves it out.
    public let isAlwaysWritten: Bool
    public let schema: JSON
    public let referredObjects: [any WireObject.Type]
    @usableFromInline let read: @Sendable (JSON, inout Root) throws(ValidationError) -> Void
    @usableFromInline let write: @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void
    /// Whether two objects are written with the same bytes there.
    @usableFromInline let isIdentical: @Sendable (UnsafePointer<Root>, UnsafePointer<Root>) -> Bool
    /// What is written, as a tree; null where the field is left out.
    @usableFromInline let value: @Sendable (UnsafePointer<Root>) -> JSON
    /// Whether an object can be without it.
    @usableFromInline let mayBeAbsent: Bool
    @usableFromInline let isAbsent: @Sendable (UnsafePointer<Root>) -> Bool
    /// Of a value that is there.
    @usableFromInline let readRecord: @Sendable (JSON, inout Root) throws(ValidationError) -> Void
    @usableFromInline let writeRecord: @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void
    /// Of a value that is there.
    @usableFromInline let recordSteps: @Sendable (UnsafePointer<Root>) -> [RecordStep]

    @usableFromInline init(
        name: String, meaning: String, isRequired: Bool, isAlwaysWritten: Bool, schema: JSON,
        referredObjects: [any WireObject.Type], mayBeAbsent: Bool,
        isAbsent: @escaping @Sendable (UnsafePointer<Root>) -> Bool,
        readRecord: @escaping @Sendable (JSON, inout Root) throws(ValidationError) -> Void,
        writeRecord: @escaping @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void,
        recordSteps: @escaping @Sendable (UnsafePointer<Root>) -> [RecordStep],
        read: @escaping @Sendable (JSON, inout Root) throws(ValidationError) -> Void,
        write: @escaping @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void,
        isIdentical: @escaping @Sendable (UnsafePointer<Root>, UnsafePointer<Root>) -> Bool,
        value: @escaping @Sendable (UnsafePointer<Root>) -> JSON
    ) {
        self.name = name
        self.meaning = meaning
        self.isRequired = isRequired
        self.isAlwaysWritten = isAlwaysWritten
        self.schema = schema
        self.referredObjects = referredObjects
        self.read = read
        self.write = write
        self.isIdentical = isIdentical
        self.value = value
        self.mayBeAbsent = mayBeAbsent
        self.isAbsent = isAbsent
        self.readRecord = readRecord
        self.writeRecord = writeRecord
        self.recordSteps = recordSteps
    }

    /// The schema with the field's meaning.
    var describedSchema: JSON {
        // Any other schema is `true`: anything goes.
        var object = JSONObject()
        if case .object(let described) = schema { object = described }
        object.append("description", .string(meaning))
        return .object(object)
    }
}

// What is generic over a field's type can be inlined, for the types of other modules are to be written as quickly as ours.
extension Field {
    /// A field that must be there.
    @inlinable public static func required<Value: WireValue>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ meaning: String,
        _ constraint: Constraint<Value>? = nil
    ) -> Field {
        field(name, path, meaning, constraint, isRequired: true)
    }

    /// A field that keeps its blank's value when it is left out. It is always written.
    @inlinable public static func defaulted<Value: WireValue>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ meaning: String,
        _ constraint: Constraint<Value>? = nil
    ) -> Field {
        field(name, path, meaning, constraint, isRequired: false)
    }

    /// A field that may be left out; `null` means the same. It is written only when it has a value.
    @inlinable public static func optional<Value: WireValue>(
        _ name: String, _ path: WritableKeyPath<Root, Value?> & Sendable, _ meaning: String,
        _ constraint: Constraint<Value>? = nil
    ) -> Field {
        let (place, key) = (FieldOffset(path), JSONWriter.Key(name))
        return Field(
            name: name, meaning: meaning, isRequired: false, isAlwaysWritten: false,
            schema: Self.schema(of: Value.self, constraint), referredObjects: Value.referredObjects,
            mayBeAbsent: true, isAbsent: { place.value(in: $0) == nil },
            readRecord: { json, root throws(ValidationError) in place.put(try Value(record: json), into: &root) },
            writeRecord: { object, writer in
                place.withValue(in: object) { $0.pointee?.writeRecord(to: &writer) }
            },
            recordSteps: { place.value(in: $0)?.recordSteps ?? [] },
            read: { json, root throws(ValidationError) in
                place.put(try Self.optionalValue(json, constraint), into: &root)
            },
            write: { object, writer in
                place.withValue(in: object) { value in
                    guard let value = value.pointee else { return }
                    writer.key(key)
                    value.write(to: &writer)
                }
            },
            isIdentical: { place.value(in: $0).isIdentical(as: place.value(in: $1)) },
            value: { place.value(in: $0)?.json ?? .null })
    }

    /// A field that is always written, as `null` when it has no value.
    @inlinable public static func nullable<Value: WireValue>(
        _ name: String, _ path: WritableKeyPath<Root, Value?> & Sendable, _ meaning: String
    ) -> Field {
        let (place, key) = (FieldOffset(path), JSONWriter.Key(name))
        return Field(
            name: name, meaning: meaning, isRequired: false, isAlwaysWritten: true,
            schema: ["anyOf": [Value.schema, ["type": "null"]]], referredObjects: Value.referredObjects,
            mayBeAbsent: true, isAbsent: { place.value(in: $0) == nil },
            readRecord: { json, root throws(ValidationError) in place.put(try Value(record: json), into: &root) },
            writeRecord: { object, writer in
                place.withValue(in: object) { $0.pointee?.writeRecord(to: &writer) }
            },
            recordSteps: { place.value(in: $0)?.recordSteps ?? [] },
            read: { json, root throws(ValidationError) in place.put(try Self.optionalValue(json, nil), into: &root) },
            write: { object, writer in
                writer.key(key)
                place.withValue(in: object) { value in
                    if let value = value.pointee { value.write(to: &writer) } else { writer.null() }
                }
            },
            isIdentical: { place.value(in: $0).isIdentical(as: place.value(in: $1)) },
            value: { place.value(in: $0)?.json ?? .null })
    }

    /// The same field of an object that holds this one's, as if it were its own.
    @inlinable func lifted<Outer>(to path: WritableKeyPath<Outer, Root> & Sendable) -> Field<Outer> {
        let (place, read, write, isIdentical, value) = (FieldOffset(path), read, write, isIdentical, value)
        let (isAbsent, readRecord, writeRecord, recordSteps) = (isAbsent, readRecord, writeRecord, recordSteps)
        return Field<Outer>(
            name: name, meaning: meaning, isRequired: isRequired, isAlwaysWritten: isAlwaysWritten, schema: schema,
            referredObjects: referredObjects, mayBeAbsent: mayBeAbsent,
            isAbsent: { object in place.withValue(in: object) { isAbsent($0) } },
            readRecord: { json, outer throws(ValidationError) in try readRecord(json, &outer[keyPath: path]) },
            writeRecord: { object, writer in place.withValue(in: object) { writeRecord($0, &writer) } },
            recordSteps: { object in place.withValue(in: object) { recordSteps($0) } },
            read: { json, outer throws(ValidationError) in try read(json, &outer[keyPath: path]) },
            write: { object, writer in place.withValue(in: object) { write($0, &writer) } },
            isIdentical: { mine, theirs in
                place.withValue(in: mine) { mine in place.withValue(in: theirs) { isIdentical(mine, $0) } }
            },
            value: { object in place.withValue(in: object) { value($0) } })
    }

    @inlinable static func field<Value: WireValue>(
        _ name: String, _ path: WritableKeyPath<Root, Value> & Sendable, _ meaning: String,
        _ constraint: Constraint<Value>?,
        isRequired: Bool
    ) -> Field {
        let (place, key) = (FieldOffset(path), JSONWriter.Key(name))
        return Field(
            name: name, meaning: meaning, isRequired: isRequired, isAlwaysWritten: true,
            schema: Self.schema(of: Value.self, constraint), referredObjects: Value.referredObjects,
            mayBeAbsent: !isRequired, isAbsent: { _ in false },
            readRecord: { json, root throws(ValidationError) in place.put(try Value(record: json), into: &root) },
            writeRecord: { object, writer in place.withValue(in: object) { $0.pointee.writeRecord(to: &writer) } },
            recordSteps: { place.value(in: $0).recordSteps },
            read: { json, root throws(ValidationError) in place.put(try Self.value(json, constraint), into: &root) },
            write: { object, writer in
                writer.key(key)
                place.withValue(in: object) { $0.pointee.write(to: &writer) }
            },
            isIdentical: { place.value(in: $0).isIdentical(as: place.value(in: $1)) },
            value: { place.value(in: $0).json })
    }

    @usableFromInline static func optionalValue<Value: WireValue>(_ json: JSON, _ constraint: Constraint<Value>?)
        throws(ValidationError)
        -> Value?
    {
        if case .null = json { return nil }
        return try value(json, constraint)
    }

    @usableFromInline static func value<Value: WireValue>(_ json: JSON, _ constraint: Constraint<Value>?)
        throws(ValidationError)
        -> Value
    {
        guard let constraint else { return try Value(json: json) }
        guard let value = try? Value(json: json) else {
            throw ValidationError(expected: constraint.expectation, found: json)
        }
        if let validated = constraint.validate(value) { return validated }
        if let problem = constraint.problem(value) { throw ValidationError(problem: problem) }
        throw ValidationError(expected: constraint.expectation, found: json)
    }

    @usableFromInline static func schema<Value: WireValue>(of type: Value.Type, _ constraint: Constraint<Value>?)
        -> JSON
    {
        guard let constraint, case .object(var object) = Value.schema else { return Value.schema }
        for member in constraint.schema.members { object.append(member.name, member.value) }
        return .object(object)
    }
}

extension Array {
    /// The fields of an inner object, to stand among those of the outer one.
    @inlinable public static func inlined<Outer, Inner: WireObject>(_ path: WritableKeyPath<Outer, Inner> & Sendable)
        -> Self
    where Element == Field<Outer> {
        Inner.fields.map { $0.lifted(to: path) }
    }
}
