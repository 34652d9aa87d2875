/// The position of a field's value in a ``WireObject``.
///
/// A key path to a stored property is a fixed offset from the beginning of the object. It is computed once, because
/// following the key path each time costs more than writing the value.
@usableFromInline struct FieldOffset<Root, Value>: Sendable {
    @usableFromInline let path: KeyPath<Root, Value> & Sendable
    /// `nil` for a computed or observed property.
    @usableFromInline let offset: Int?

    @inlinable init(_ path: KeyPath<Root, Value> & Sendable) {
        self.path = path
        offset = MemoryLayout<Root>.offset(of: path)
    }

    @inlinable @inline(__always)
    func withValue<Result>(in object: UnsafePointer<Root>, _ body: (UnsafePointer<Value>) -> Result) -> Result {
        if let offset {
            return body((UnsafeRawPointer(object) + offset).assumingMemoryBound(to: Value.self))
        } else {
            return withUnsafePointer(to: object.pointee[keyPath: path], body)
        }
    }

    @inlinable @inline(__always)
    func value(in object: UnsafePointer<Root>) -> Value { withValue(in: object) { $0.pointee } }
}
