/// A value that does not change any more, in memory of its own.
///
/// A copy of a large structure retains each of its parts; this is retained once. What is handed on with each request, the whole
/// state above all, is kept in it.
public final class Shared<Value> {
    public let value: Value

    public init(_ value: consuming Value) { self.value = value }

    /// Calls `body` with the value where it is.
    ///
    /// To pass ``value`` itself to a function, the optimizer copies it unless it can see that this object stays alive, which it can
    /// here. Inlined, it could not.
    @inline(never)
    public func read<Result>(_ body: (Value) -> Result) -> Result { body(value) }
}

extension Shared: Sendable where Value: Sendable {}

extension Shared: Equatable where Value: Equatable {
    public static func == (one: Shared, other: Shared) -> Bool { one === other || one.value == other.value }
}
