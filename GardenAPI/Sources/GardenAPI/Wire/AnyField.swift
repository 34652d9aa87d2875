/// One field of a ``WireObject``, without the types of the object and of its value: its name, type, bounds and meaning, and how
/// it is checked and written.
///
/// It is a class, because copying it then retains one reference instead of one per member.
public final class AnyField: Sendable {
    /// How a value is there.
    @usableFromInline enum Form: Sendable {
        /// There always is one.
        case present
        /// There may be none, and then nothing is written.
        case omitted
        /// There may be none, and then `null` is written.
        case null
        /// A param that changes a value or clears it: a `FieldChange`.
        case change
    }

    /// Writes the value that is in memory as a member.
    @usableFromInline typealias Writing =
        @Sendable (UnsafeRawPointer, borrowing JSONWriter.Key, inout JSONWriter) -> Void
    /// Writes the record form of the value that is in memory, after a `null` for each absent value before it, and nothing if the
    /// value is absent, too. The number of absent values before it becomes that before the next field.
    @usableFromInline typealias RecordWriting = @Sendable (UnsafeRawPointer, inout JSONWriter, inout Int) -> Void

    /// The name of the member.
    public let name: String
    /// The meaning of the value, for the reference and the JSON Schema.
    public let meaning: String
    /// Whether reading fails if the member is missing.
    public let isRequired: Bool
    private let form: Form
    private let place: FieldPlace
    private let key: JSONWriter.Key
    /// The type of the value; of one that may be absent, without `Optional`.
    ///
    /// What is needed seldom is reached through it: the compiler makes no code of its own for each type.
    private let type: any WireValue.Type
    private let constraint: (any FieldConstraint)?
    private let writing: Writing
    private let recordWriting: RecordWriting

    @usableFromInline init(
        _ name: String, _ meaning: String, _ form: Form, isRequired: Bool = false, at place: FieldPlace,
        of type: any WireValue.Type, _ constraint: (any FieldConstraint)?, writing: @escaping Writing,
        recordWriting: @escaping RecordWriting
    ) {
        self.name = name
        self.meaning = meaning
        self.form = form
        self.isRequired = isRequired
        self.place = place
        key = JSONWriter.Key(name)
        self.type = type
        self.constraint = constraint
        self.writing = writing
        self.recordWriting = recordWriting
    }

    private init(_ inner: AnyField, in outer: FieldPlace) {
        name = inner.name
        meaning = inner.meaning
        form = inner.form
        isRequired = inner.isRequired
        place = FieldPlace(inner.place, in: outer)
        key = inner.key
        type = inner.type
        constraint = inner.constraint
        writing = inner.writing
        recordWriting = inner.recordWriting
    }

    /// The same field, as a member of an outer object that contains this one's object.
    ///
    /// - Parameter place: the place of the inner object in the outer one.
    @usableFromInline func lifted(to place: FieldPlace) -> AnyField { AnyField(self, in: place) }

    // MARK: Writing

    @inline(__always) func write(_ object: UnsafeRawPointer, to writer: inout JSONWriter) {
        place.withValue(in: object) { writing($0, key, &writer) }
    }

    @inline(__always)
    func writeRecord(_ object: UnsafeRawPointer, to writer: inout JSONWriter, absent: inout Int) {
        place.withValue(in: object) { recordWriting($0, &writer, &absent) }
    }

    // MARK: Describing

    /// Whether the member is always written, as `null` if there is no value.
    public var isAlwaysWritten: Bool {
        switch form {
        case .present, .null: true
        case .omitted, .change: false
        }
    }

    /// The JSON Schema of the value, with the bounds of the field. Few ask for it, so it is not kept.
    public var schema: JSON {
        switch form {
        case .present, .omitted: boundedSchema
        case .null, .change: ["anyOf": [boundedSchema, ["type": "null"]]]
        }
    }

    /// The JSON Schema of the value as a param; `null` is the same as no value.
    public var paramSchema: JSON {
        form == .omitted ? ["anyOf": [boundedSchema, ["type": "null"]]] : schema
    }

    private var boundedSchema: JSON {
        guard let constraint, case .object(var object) = type.schema else { return type.schema }
        for member in constraint.schema.members { object.append(member.name, member.value) }
        return .object(object)
    }

    /// The schema, with the field's meaning as its description.
    var describedSchema: JSON {
        // The only schema that is not an object is `true`, which allows any value.
        var object = JSONObject()
        if case .object(let described) = schema { object = described }
        object.append("description", .string(meaning))
        return .object(object)
    }

    /// The objects that ``schema`` refers to.
    public var referredObjects: [any WireObject.Type] { type.referredObjects }
}

// What is needed seldom goes through the type of the value.
extension AnyField {
    /// Throws if a value is not valid for this field.
    func check(_ json: JSON) throws(ValidationError) {
        if form != .present, json == .null { return }
        if let constraint { return try constraint.check(json) }
        _ = try type.init(json: json)
    }

    /// Whether two objects have the same bytes in this field.
    func isIdentical(_ mine: UnsafeRawPointer, _ theirs: UnsafeRawPointer) -> Bool {
        value(in: mine) { mine in value(in: theirs) { type.isIdentical(mine, $0, form) } }
    }

    /// The written value as a tree; null if the field is omitted.
    func value(_ object: UnsafeRawPointer) -> JSON { value(in: object) { type.tree(at: $0, form) } }

    func isAbsent(_ object: UnsafeRawPointer) -> Bool { value(in: object) { type.isAbsent(at: $0, form) } }

    /// The steps that write the record form; the value must not be absent.
    func recordSteps(_ object: UnsafeRawPointer) -> [RecordStep] {
        value(in: object) { type.recordSteps(at: $0, form) }
    }

    private func value<Result>(in object: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Result) -> Result {
        var result: Result?
        place.withValue(in: object) { result = body($0) }
        guard let result else { preconditionFailure("the field \(name) has no value") }
        return result
    }
}

extension WireValue {
    fileprivate static func isIdentical(
        _ mine: UnsafeRawPointer, _ theirs: UnsafeRawPointer, _ form: AnyField.Form
    ) -> Bool {
        switch form {
        case .present: return value(at: mine).isIdentical(as: value(at: theirs))
        case .omitted, .null: return valueIfAny(at: mine).isIdentical(as: valueIfAny(at: theirs))
        case .change:
            let (mine, theirs) = (change(at: mine), change(at: theirs))
            return mine.isGiven == theirs.isGiven && mine.written == theirs.written
        }
    }

    fileprivate static func tree(at place: UnsafeRawPointer, _ form: AnyField.Form) -> JSON {
        switch form {
        case .present: value(at: place).json
        case .omitted, .null: valueIfAny(at: place)?.json ?? .null
        case .change: change(at: place).written
        }
    }

    fileprivate static func isAbsent(at place: UnsafeRawPointer, _ form: AnyField.Form) -> Bool {
        switch form {
        case .present: false
        case .omitted, .null: valueIfAny(at: place) == nil
        case .change: !change(at: place).isGiven
        }
    }

    fileprivate static func recordSteps(at place: UnsafeRawPointer, _ form: AnyField.Form) -> [RecordStep] {
        switch form {
        case .present: return value(at: place).recordSteps
        case .omitted, .null: return valueIfAny(at: place)?.recordSteps ?? []
        case .change:
            let json = change(at: place).written
            return [.write { $0.value(json) }]
        }
    }

    private static func value(at place: UnsafeRawPointer) -> Self { place.assumingMemoryBound(to: Self.self).pointee }

    private static func valueIfAny(at place: UnsafeRawPointer) -> Self? {
        place.assumingMemoryBound(to: Self?.self).pointee
    }

    private static func change(at place: UnsafeRawPointer) -> FieldChange<Self> {
        place.assumingMemoryBound(to: FieldChange<Self>.self).pointee
    }
}

// Generic over the value only: so there is one specialization for each type of value, not one for each field of each object.
extension AnyField {
    /// A field that always has a value.
    @inlinable static func present<Value: WireValue>(
        _ name: String, _ place: FieldPlace, _ meaning: String, _ constraint: Constraint<Value>?, isRequired: Bool
    ) -> AnyField {
        AnyField(
            name, meaning, .present, isRequired: isRequired, at: place, of: Value.self, constraint,
            writing: { place, key, writer in
                writer.key(key)
                place.assumingMemoryBound(to: Value.self).pointee.write(to: &writer)
            },
            recordWriting: { place, writer, absent in
                writer.nulls(&absent)
                place.assumingMemoryBound(to: Value.self).pointee.writeRecord(to: &writer)
            })
    }

    /// A field that can have no value; it is omitted then.
    @inlinable static func omitted<Value: WireValue>(
        _ name: String, _ place: FieldPlace, _ meaning: String, _ constraint: Constraint<Value>?
    ) -> AnyField {
        AnyField(
            name, meaning, .omitted, at: place, of: Value.self, constraint,
            writing: { place, key, writer in
                guard let value = place.assumingMemoryBound(to: Value?.self).pointee else { return }
                writer.key(key)
                value.write(to: &writer)
            }, recordWriting: optionalRecord(of: Value.self))
    }

    /// A field that can have no value, and is always written.
    @inlinable static func null<Value: WireValue>(
        _ name: String, _ place: FieldPlace, _ meaning: String, of: Value.Type
    ) -> AnyField {
        AnyField(
            name, meaning, .null, at: place, of: Value.self, nil,
            writing: { place, key, writer in
                writer.key(key)
                if let value = place.assumingMemoryBound(to: Value?.self).pointee {
                    value.write(to: &writer)
                } else {
                    writer.null()
                }
            }, recordWriting: optionalRecord(of: Value.self))
    }

    @inlinable static func optionalRecord<Value: WireValue>(of _: Value.Type) -> RecordWriting {
        { place, writer, absent in
            guard let value = place.assumingMemoryBound(to: Value?.self).pointee else {
                absent += 1
                return
            }
            writer.nulls(&absent)
            value.writeRecord(to: &writer)
        }
    }

    /// A param that changes a value, or clears it with `null`.
    @usableFromInline static func change<Value: WireValue>(
        _ name: String, _ place: FieldPlace, _ meaning: String, _ constraint: Constraint<Value>?
    ) -> AnyField {
        AnyField(
            name, meaning, .change, at: place, of: Value.self, constraint,
            writing: { place, key, writer in
                let change = place.assumingMemoryBound(to: FieldChange<Value>.self).pointee
                guard change.isGiven else { return }
                writer.key(key)
                writer.value(change.written)
            },
            recordWriting: { place, writer, absent in
                let change = place.assumingMemoryBound(to: FieldChange<Value>.self).pointee
                guard change.isGiven else {
                    absent += 1
                    return
                }
                writer.nulls(&absent)
                writer.value(change.written)
            })
    }
}
