/// A row in the description of a ``WireObject``: one of its fields, or the fields of an inlined object.
public struct Field<Root, Value>: Sendable {
    /// The place of the value in an object.
    public typealias Path = KeyPath<Root, Value> & Sendable

    /// Makes the descriptions of the fields: one, or those of an inlined object.
    @usableFromInline let parts: @Sendable () -> [AnyField<Root>]
    /// Reads the value from the members of a JSON object.
    @usableFromInline let read: @Sendable (inout MemberReader) throws(ValidationError) -> Value
    /// Reads the value at the reader's position in a record, and advances to the next.
    ///
    /// It is a closure and not a requirement of `Value`: with a constraint on the type, each start of a program searches for
    /// the conformances of all values, which took a quarter of the time of `gardenctl status`.
    @usableFromInline let readRecord: @Sendable (inout RecordReader) throws(ValidationError) -> Value

    @usableFromInline init(
        _ parts: @escaping @Sendable () -> [AnyField<Root>],
        read: @escaping @Sendable (inout MemberReader) throws(ValidationError) -> Value,
        readRecord: @escaping @Sendable (inout RecordReader) throws(ValidationError) -> Value
    ) {
        self.parts = parts
        self.read = read
        self.readRecord = readRecord
    }
}

// The generic functions can be inlined, so that types of other modules are written as fast as those of this one.
extension Field where Value: WireValue {
    /// A field that must be present.
    @inlinable public static func required(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, _ meaning: String,
        _ constraint: Constraint<Value>? = nil
    ) -> Field {
        Field {
            [AnyField.written(name, path(), meaning, constraint, isRequired: true)]
        } read: { members throws(ValidationError) in
            guard let json = members.value(of: name) else {
                throw ValidationError(path: [name], problem: "is missing")
            }
            return try Constraint.value(json, constraint)
        } readRecord: { record throws(ValidationError) in
            try Value.value(from: &record)
        }
    }

    /// A field that has the value of `standard` if it is missing. It is always written, in JSON and in records.
    @inlinable public static func defaulted(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, in standard: Root, _ meaning: String,
        _ constraint: Constraint<Value>? = nil
    ) -> Field {
        let value = standard[keyPath: path()]
        return Field {
            [AnyField.written(name, path(), meaning, constraint, isRequired: false)]
        } read: { members throws(ValidationError) in
            guard let json = members.value(of: name) else { return value }
            return try Constraint.value(json, constraint)
        } readRecord: { record throws(ValidationError) in
            try Value.value(from: &record)
        }
    }
}

extension Field {
    /// A field that can be missing; `null` means the same. It is written only if it has a value.
    @inlinable public static func optional<Wrapped: WireValue>(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, _ meaning: String,
        _ constraint: Constraint<Wrapped>? = nil
    ) -> Field where Value == Wrapped? {
        Field {
            [AnyField.absentable(name, path(), meaning, constraint, isAlwaysWritten: false)]
        } read: { members throws(ValidationError) in
            try Constraint.optionalValue(members.value(of: name), constraint)
        } readRecord: { record throws(ValidationError) in
            try Wrapped.valueIfPresent(from: &record)
        }
    }

    /// A field that is always written, as `null` if it has no value.
    @inlinable public static func nullable<Wrapped: WireValue>(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, _ meaning: String
    ) -> Field where Value == Wrapped? {
        Field {
            [AnyField.absentable(name, path(), meaning, nil, isAlwaysWritten: true)]
        } read: { members throws(ValidationError) in
            try Constraint<Wrapped>.optionalValue(members.value(of: name), nil)
        } readRecord: { record throws(ValidationError) in
            try Wrapped.valueIfPresent(from: &record)
        }
    }
}

extension Field where Value: WireObject {
    /// The fields of an inner object, as members of the outer one.
    @inlinable public static func inlined(_ path: @autoclosure @escaping @Sendable () -> Path) -> Field {
        let fields = Value.fields
        return Field {
            fields.map { $0.lifted(to: path()) }
        } read: { members throws(ValidationError) in
            try fields.readMembers(&members)
        } readRecord: { record throws(ValidationError) in
            try fields.readRecord(&record)
        }
    }
}

extension Constraint where Value: WireValue {
    @usableFromInline static func value(_ json: JSON, _ constraint: Constraint?) throws(ValidationError) -> Value {
        guard let constraint else { return try Value(json: json) }
        guard let value = try? Value(json: json) else {
            throw ValidationError(expected: constraint.expectation, found: json)
        }
        if let validated = constraint.validate(value) { return validated }
        if let problem = constraint.problem(value) { throw ValidationError(problem: problem) }
        throw ValidationError(expected: constraint.expectation, found: json)
    }

    @usableFromInline static func optionalValue(_ json: JSON?, _ constraint: Constraint?) throws(ValidationError)
        -> Value?
    {
        switch json {
        case nil, .null: return nil
        case let json?: return try value(json, constraint)
        }
    }

    @usableFromInline static func schema(_ constraint: Constraint?) -> JSON {
        guard let constraint, case .object(var object) = Value.schema else { return Value.schema }
        for member in constraint.schema.members { object.append(member.name, member.value) }
        return .object(object)
    }
}
