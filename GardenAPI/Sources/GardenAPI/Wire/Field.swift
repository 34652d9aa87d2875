/// A row in the description of a ``WireObject``: one of its fields, or the fields of an inlined object.
public struct Field<Root, Value>: Sendable {
    /// The place of the value in an object.
    public typealias Path = KeyPath<Root, Value> & Sendable

    /// Makes the descriptions of the fields: one, or those of an inlined object.
    @usableFromInline let parts: @Sendable () -> [AnyField]
    /// Reads the value. It knows the type of the value by itself: with a constraint on `Value`, each start of a program searches
    /// for the conformances of all values, which took a quarter of the time of `gardenctl status`.
    @usableFromInline let reader: FieldReader

    @usableFromInline init(_ reader: FieldReader, _ parts: @escaping @Sendable () -> [AnyField]) {
        self.parts = parts
        self.reader = reader
    }
}

// The generic functions can be inlined, so that types of other modules are written as fast as those of this one.
extension Field where Value: WireValue {
    /// A field that must be present.
    @inlinable public static func required(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, _ meaning: String,
        _ constraint: Constraint<Value>? = nil
    ) -> Field {
        Field(.required(name, constraint)) {
            [.present(name, FieldPlace(path()), meaning, constraint, isRequired: true)]
        }
    }

    /// A field that has the value of `standard` if it is missing. It is always written, in JSON and in records.
    @inlinable public static func defaulted(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, in standard: Root, _ meaning: String,
        _ constraint: Constraint<Value>? = nil
    ) -> Field {
        Field(.defaulted(name, to: standard[keyPath: path()], constraint)) {
            [.present(name, FieldPlace(path()), meaning, constraint, isRequired: false)]
        }
    }
}

extension Field {
    /// A field that can be missing; `null` means the same. It is written only if it has a value.
    @inlinable public static func optional<Wrapped: WireValue>(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, _ meaning: String,
        _ constraint: Constraint<Wrapped>? = nil
    ) -> Field where Value == Wrapped? {
        Field(.optional(name, constraint)) {
            [.omitted(name, FieldPlace(path()), meaning, constraint)]
        }
    }

    /// A field that is always written, as `null` if it has no value.
    @inlinable public static func nullable<Wrapped: WireValue>(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, _ meaning: String
    ) -> Field where Value == Wrapped? {
        Field(.optional(name, Constraint<Wrapped>?.none)) {
            [.null(name, FieldPlace(path()), meaning, of: Wrapped.self)]
        }
    }

    /// A param that changes a value, or clears it with `null`.
    @inlinable public static func change<Changed: WireValue>(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, _ meaning: String,
        _ constraint: Constraint<Changed>? = nil
    ) -> Field where Value == FieldChange<Changed> {
        Field(.change(name, constraint)) { [.change(name, FieldPlace(path()), meaning, constraint)] }
    }
}

extension Field where Value: WireObject {
    /// The fields of an inner object, as members of the outer one.
    @inlinable public static func inlined(_ path: @autoclosure @escaping @Sendable () -> Path) -> Field {
        Field(.inlined(Value.self)) {
            let place = FieldPlace(path())
            return Value.fields.list.all.map { $0.lifted(to: place) }
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
}

/// The bounds of a field, without the type of its value.
@usableFromInline protocol FieldConstraint: Sendable {
    /// The additions to the JSON Schema of the type.
    var schema: JSONObject { get }

    /// Throws if a value is not valid.
    func check(_ json: JSON) throws(ValidationError)
}

extension Constraint: FieldConstraint where Value: WireValue {
    @usableFromInline func check(_ json: JSON) throws(ValidationError) { _ = try Self.value(json, self) }
}
