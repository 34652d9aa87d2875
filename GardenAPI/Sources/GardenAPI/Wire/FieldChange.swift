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

    /// The new value in JSON; null for the other cases.
    var written: JSON {
        switch self {
        case .keep, .clear: .null
        case .set(let value): value.json
        }
    }
}
