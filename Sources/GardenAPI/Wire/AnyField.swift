/// One field of a ``WireObject``, the type of its value forgotten: its name, type, bounds and meaning, and how it is
/// checked and written.
///
/// An object, for a copy of it is one reference then, and not one for each thing it holds.
public final class AnyField<Root>: Sendable {
    public let name: String
    public let meaning: String
    /// Whether reading demands it.
    public let isRequired: Bool
    /// Whether writing never leaves it out.
    public let isAlwaysWritten: Bool
    public let schema: JSON
    public let referredObjects: [any WireObject.Type]
    /// Whether a member's value is one of this field.
    @usableFromInline let check: @Sendable (JSON) throws(ValidationError) -> Void
    @usableFromInline let write: @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void
    /// Whether two objects are written with the same bytes there.
    @usableFromInline let isIdentical: @Sendable (UnsafePointer<Root>, UnsafePointer<Root>) -> Bool
    /// What is written, as a tree; null where the field is left out.
    @usableFromInline let value: @Sendable (UnsafePointer<Root>) -> JSON
    @usableFromInline let isAbsent: @Sendable (UnsafePointer<Root>) -> Bool
    /// Of a value that is there.
    @usableFromInline let writeRecord: @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void
    /// Of a value that is there.
    @usableFromInline let recordSteps: @Sendable (UnsafePointer<Root>) -> [RecordStep]

    @usableFromInline init(
        name: String, meaning: String, isRequired: Bool, isAlwaysWritten: Bool, schema: JSON,
        referredObjects: [any WireObject.Type],
        check: @escaping @Sendable (JSON) throws(ValidationError) -> Void,
        write: @escaping @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void,
        isIdentical: @escaping @Sendable (UnsafePointer<Root>, UnsafePointer<Root>) -> Bool,
        value: @escaping @Sendable (UnsafePointer<Root>) -> JSON,
        isAbsent: @escaping @Sendable (UnsafePointer<Root>) -> Bool,
        writeRecord: @escaping @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void,
        recordSteps: @escaping @Sendable (UnsafePointer<Root>) -> [RecordStep]
    ) {
        self.name = name
        self.meaning = meaning
        self.isRequired = isRequired
        self.isAlwaysWritten = isAlwaysWritten
        self.schema = schema
        self.referredObjects = referredObjects
        self.check = check
        self.write = write
        self.isIdentical = isIdentical
        self.value = value
        self.isAbsent = isAbsent
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

extension AnyField {
    /// A field that always has a value.
    @inlinable static func written<Value: WireValue>(
        _ name: String, _ path: KeyPath<Root, Value> & Sendable, _ meaning: String, _ constraint: Constraint<Value>?,
        isRequired: Bool
    ) -> AnyField {
        let (place, key) = (FieldOffset(path), JSONWriter.Key(name))
        return AnyField(
            name: name, meaning: meaning, isRequired: isRequired, isAlwaysWritten: true,
            schema: Constraint.schema(constraint), referredObjects: Value.referredObjects,
            check: { json throws(ValidationError) in _ = try Constraint.value(json, constraint) },
            write: { object, writer in
                writer.key(key)
                place.withValue(in: object) { $0.pointee.write(to: &writer) }
            },
            isIdentical: { place.value(in: $0).isIdentical(as: place.value(in: $1)) },
            value: { place.value(in: $0).json },
            isAbsent: { _ in false },
            writeRecord: { object, writer in place.withValue(in: object) { $0.pointee.writeRecord(to: &writer) } },
            recordSteps: { place.value(in: $0).recordSteps })
    }

    /// A field that may have no value.
    @inlinable static func absentable<Value: WireValue>(
        _ name: String, _ path: KeyPath<Root, Value?> & Sendable, _ meaning: String, _ constraint: Constraint<Value>?,
        isAlwaysWritten: Bool
    ) -> AnyField {
        let (place, key) = (FieldOffset(path), JSONWriter.Key(name))
        return AnyField(
            name: name, meaning: meaning, isRequired: false, isAlwaysWritten: isAlwaysWritten,
            schema: isAlwaysWritten ? ["anyOf": [Value.schema, ["type": "null"]]] : Constraint.schema(constraint),
            referredObjects: Value.referredObjects,
            check: { json throws(ValidationError) in _ = try Constraint.optionalValue(json, constraint) },
            write: { object, writer in
                place.withValue(in: object) { value in
                    if let value = value.pointee {
                        writer.key(key)
                        value.write(to: &writer)
                    } else if isAlwaysWritten {
                        writer.key(key)
                        writer.null()
                    }
                }
            },
            isIdentical: { place.value(in: $0).isIdentical(as: place.value(in: $1)) },
            value: { place.value(in: $0)?.json ?? .null },
            isAbsent: { place.value(in: $0) == nil },
            writeRecord: { object, writer in
                place.withValue(in: object) { $0.pointee?.writeRecord(to: &writer) }
            },
            recordSteps: { place.value(in: $0)?.recordSteps ?? [] })
    }

    /// The same field of an object that holds this one's, as if it were its own.
    @inlinable func lifted<Outer>(to path: KeyPath<Outer, Root> & Sendable) -> AnyField<Outer> {
        let (place, write, isIdentical, value) = (FieldOffset(path), write, isIdentical, value)
        let (isAbsent, writeRecord, recordSteps) = (isAbsent, writeRecord, recordSteps)
        return AnyField<Outer>(
            name: name, meaning: meaning, isRequired: isRequired, isAlwaysWritten: isAlwaysWritten, schema: schema,
            referredObjects: referredObjects, check: check,
            write: { object, writer in place.withValue(in: object) { write($0, &writer) } },
            isIdentical: { mine, theirs in
                place.withValue(in: mine) { mine in place.withValue(in: theirs) { isIdentical(mine, $0) } }
            },
            value: { object in place.withValue(in: object) { value($0) } },
            isAbsent: { object in place.withValue(in: object) { isAbsent($0) } },
            writeRecord: { object, writer in place.withValue(in: object) { writeRecord($0, &writer) } },
            recordSteps: { object in place.withValue(in: object) { recordSteps($0) } })
    }
}
