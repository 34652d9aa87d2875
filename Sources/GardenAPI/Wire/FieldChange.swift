/// A param that changes a value or clears it: missing to keep the value, `null` to clear it.
public enum FieldChange<Value: WireValue>: Sendable {
    /// The param is missing: the value stays.
    case keep
    /// The param is `null`: there is no value afterwards.
    case clear
    /// The new value.
    case set(Value)

    /// The value afterwards.
    public func applied(to old: Value?) -> Value? {
        switch self {
        case .keep: old
        case .clear: nil
        case .set(let value): value
        }
    }

    /// Whether the param was given.
    public var isGiven: Bool {
        if case .keep = self { false } else { true }
    }
}

extension FieldChange: Equatable where Value: Equatable {}

extension FieldChange {
    @usableFromInline static func read(
        _ json: JSON?, _ constraint: Constraint<Value>?
    ) throws(ValidationError) -> Self {
        switch json {
        case nil: .keep
        case .null: .clear
        case let json?: .set(try Constraint.value(json, constraint))
        }
    }

    fileprivate var written: JSON {
        switch self {
        case .keep, .clear: .null
        case .set(let value): value.json
        }
    }
}

extension Field {
    /// A param that changes a value, or clears it with `null`.
    public static func change<Changed: WireValue>(
        _ name: String, _ path: @autoclosure @escaping @Sendable () -> Path, _ meaning: String,
        _ constraint: Constraint<Changed>? = nil
    ) -> Field where Value == FieldChange<Changed> {
        Field {
            let place = FieldOffset(path())
            return [
                AnyField<Root>(
                    name: name, meaning: meaning, isRequired: false, isAlwaysWritten: false,
                    schema: ["anyOf": [Constraint.schema(constraint), ["type": "null"]]],
                    referredObjects: Changed.referredObjects,
                    check: { json throws(ValidationError) in _ = try FieldChange.read(json, constraint) },
                    write: { object, writer in
                        let value = place.value(in: object)
                        guard value.isGiven else { return }
                        writer.key(JSONWriter.Key(name))
                        writer.value(value.written)
                    },
                    isIdentical: { mine, theirs in
                        let (mine, theirs) = (place.value(in: mine), place.value(in: theirs))
                        return mine.isGiven == theirs.isGiven && mine.written == theirs.written
                    },
                    value: { place.value(in: $0).written },
                    isAbsent: { !place.value(in: $0).isGiven },
                    writeRecord: { object, writer, absent in
                        let value = place.value(in: object)
                        guard value.isGiven else {
                            absent += 1
                            return
                        }
                        writer.nulls(&absent)
                        writer.value(value.written)
                    },
                    recordSteps: { object in
                        let json = place.value(in: object).written
                        return [.write { $0.value(json) }]
                    })
            ]
        } read: { members throws(ValidationError) in
            try FieldChange.read(members.value(of: name), constraint)
        } readRecord: { record throws(ValidationError) in
            // Params are kept as JSON, never as records. In a record, no value means that it stays.
            try Changed.valueIfPresent(from: &record).map(FieldChange.set) ?? .keep
        }
    }
}
