/// Where the value of a field is in an object, without the types of both.
///
/// A key path to a stored property is a fixed distance from the beginning of the object. It is computed once, because
/// following the key path each time costs more than writing the value.
@usableFromInline struct FieldPlace: Sendable {
    /// The distance in bytes of a stored property from the beginning of the object; `nil` for another one.
    ///
    /// It is a property of its own, because to switch over ``way`` retains what that holds, for each field that is written.
    private let offset: Int?
    /// How a computed or observed property is reached.
    private let way: Way?

    private enum Way: Sendable {
        case path(any ComputedField & Sendable)
        /// A field of an inner object, and the place of that in the outer one.
        indirect case inner(FieldPlace, in: FieldPlace)
    }

    @usableFromInline init<Root, Value>(_ path: KeyPath<Root, Value> & Sendable) {
        offset = MemoryLayout<Root>.offset(of: path)
        way = offset == nil ? .path(path) : nil
    }

    /// The place of a field of an inner object in the outer one.
    init(_ inner: FieldPlace, in outer: FieldPlace) {
        if let innerOffset = inner.offset, let outerOffset = outer.offset {
            (offset, way) = (outerOffset + innerOffset, nil)
        } else {
            (offset, way) = (nil, .inner(inner, in: outer))
        }
    }

    /// Calls the body with the value in an object.
    @inline(__always)
    func withValue(in object: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        if let offset { body(object + offset) } else { withComputedValue(in: object, body) }
    }

    @inline(never)
    private func withComputedValue(in object: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        switch way {
        case .path(let path): path.withValue(in: object, body)
        case .inner(let inner, let outer): outer.withValue(in: object) { inner.withValue(in: $0, body) }
        case nil: preconditionFailure("a field without an offset and without a path")
        }
    }
}

/// A key path without its types: what is called through it is compiled once, not for each of them.
@usableFromInline protocol ComputedField {
    /// Calls the body with the value in an object, which must be of the path's root type.
    func withValue(in object: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void)
}

extension KeyPath: ComputedField {
    @usableFromInline func withValue(in object: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        withUnsafePointer(to: object.assumingMemoryBound(to: Root.self).pointee[keyPath: self]) {
            body(UnsafeRawPointer($0))
        }
    }
}
