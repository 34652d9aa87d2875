/// One field of a ``WireObject``, without the type of its value: its name, type, bounds and meaning, and how it is
/// checked and written.
///
/// It is a class, because copying it then retains one reference instead of one per member.
public final class AnyField<Root>: Sendable {
    /// The name of the member.
    public let name: String
    /// The meaning of the value, for the reference and the JSON Schema.
    public let meaning: String
    /// Whether reading fails if the member is missing.
    public let isRequired: Bool
    /// Whether the member is always written, as `null` if there is no value.
    public let isAlwaysWritten: Bool
    private let makeSchema: @Sendable () -> JSON
    private let referred: @Sendable () -> [any WireObject.Type]
    /// Throws if a value is not valid for this field.
    @usableFromInline let check: @Sendable (JSON) throws(ValidationError) -> Void
    @usableFromInline let write: @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void
    /// Whether two objects have the same bytes in this field.
    @usableFromInline let isIdentical: @Sendable (UnsafePointer<Root>, UnsafePointer<Root>) -> Bool
    /// The written value as a tree; null if the field is omitted.
    @usableFromInline let value: @Sendable (UnsafePointer<Root>) -> JSON
    @usableFromInline let isAbsent: @Sendable (UnsafePointer<Root>) -> Bool
    /// Writes the record form after a `null` for each absent value before it, and nothing if the value is absent, too.
    ///
    /// The number of absent values before it becomes that before the next field.
    @usableFromInline let writeRecord: @Sendable (UnsafePointer<Root>, inout JSONWriter, inout Int) -> Void
    /// The steps that write the record form; the value must not be absent.
    @usableFromInline let recordSteps: @Sendable (UnsafePointer<Root>) -> [RecordStep]

    @usableFromInline init(
        name: String, meaning: String, isRequired: Bool, isAlwaysWritten: Bool,
        schema: @escaping @autoclosure @Sendable () -> JSON,
        referredObjects: @escaping @autoclosure @Sendable () -> [any WireObject.Type],
        check: @escaping @Sendable (JSON) throws(ValidationError) -> Void,
        write: @escaping @Sendable (UnsafePointer<Root>, inout JSONWriter) -> Void,
        isIdentical: @escaping @Sendable (UnsafePointer<Root>, UnsafePointer<Root>) -> Bool,
        value: @escaping @Sendable (UnsafePointer<Root>) -> JSON,
        isAbsent: @escaping @Sendable (UnsafePointer<Root>) -> Bool,
        writeRecord: @escaping @Sendable (UnsafePointer<Root>, inout JSONWriter, inout Int) -> Void,
        recordSteps: @escaping @Sendable (UnsafePointer<Root>) -> [RecordStep]
    ) {
        self.name = name
        self.meaning = meaning
        self.isRequired = isRequired
        self.isAlwaysWritten = isAlwaysWritten
        makeSchema = schema
        referred = referredObjects
        self.check = check
        self.write = write
        self.isIdentical = isIdentical
        self.value = value
        self.isAbsent = isAbsent
        self.writeRecord = writeRecord
        self.recordSteps = recordSteps
    }

    /// The JSON Schema of the value, with the bounds of the field. Few ask for it, so it is not kept.
    public var schema: JSON { makeSchema() }

    /// The objects that ``schema`` refers to.
    public var referredObjects: [any WireObject.Type] { referred() }

    /// The schema, with the field's meaning as its description.
    var describedSchema: JSON {
        // The only schema that is not an object is `true`, which allows any value.
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
            writeRecord: { object, writer, absent in
                writer.nulls(&absent)
                place.withValue(in: object) { $0.pointee.writeRecord(to: &writer) }
            },
            recordSteps: { place.value(in: $0).recordSteps })
    }

    /// A field that can have no value.
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
            writeRecord: { object, writer, absent in
                place.withValue(in: object) { value in
                    if let value = value.pointee {
                        writer.nulls(&absent)
                        value.writeRecord(to: &writer)
                    } else {
                        absent += 1
                    }
                }
            },
            recordSteps: { place.value(in: $0)?.recordSteps ?? [] })
    }

    /// The same field, as a member of an outer object that contains this one's object.
    @inlinable func lifted<Outer>(to path: KeyPath<Outer, Root> & Sendable) -> AnyField<Outer> {
        let (place, write, isIdentical, value) = (FieldOffset(path), write, isIdentical, value)
        let (isAbsent, writeRecord, recordSteps) = (isAbsent, writeRecord, recordSteps)
        return AnyField<Outer>(
            name: name, meaning: meaning, isRequired: isRequired, isAlwaysWritten: isAlwaysWritten, schema: self.schema,
            referredObjects: self.referredObjects, check: check,
            write: { object, writer in place.withValue(in: object) { write($0, &writer) } },
            isIdentical: { mine, theirs in
                place.withValue(in: mine) { mine in place.withValue(in: theirs) { isIdentical(mine, $0) } }
            },
            value: { object in place.withValue(in: object) { value($0) } },
            isAbsent: { object in place.withValue(in: object) { isAbsent($0) } },
            writeRecord: { object, writer, absent in
                place.withValue(in: object) { writeRecord($0, &writer, &absent) }
            },
            recordSteps: { object in place.withValue(in: object) { recordSteps($0) } })
    }
}
