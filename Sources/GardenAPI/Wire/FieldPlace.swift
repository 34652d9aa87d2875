/// Where the value of a field is in an object, without the types of both.
///
/// A key path to a stored property is a fixed distance from the beginning of the object. It is computed once, because
/// following the key path each time costs more than writing the value.
@usableFromInline enum FieldPlace: Sendable {
    /// A stored property: the distance in bytes from the beginning of the object.
    case stored(Int)
    /// A computed or observed property.
    case computed(any ComputedField & Sendable)
    /// A field of an inner object, and the place of that in the outer one.
    indirect case inner(FieldPlace, in: FieldPlace)

    @usableFromInline init<Root, Value>(_ path: KeyPath<Root, Value> & Sendable) {
        if let offset = MemoryLayout<Root>.offset(of: path) {
            self = .stored(offset)
        } else {
            self = .computed(path)
        }
    }

    /// The place of a field of an inner object in the outer one.
    init(_ inner: FieldPlace, in outer: FieldPlace) {
        switch (inner, outer) {
        case (.stored(let inner), .stored(let outer)): self = .stored(outer + inner)
        case (.stored, _), (.computed, _), (.inner, _): self = .inner(inner, in: outer)
        }
    }

    /// Calls the body with the value in an object.
    @inline(__always)
    func withValue(in object: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        if case .stored(let offset) = self { return body(object + offset) }
        withComputedValue(in: object, body)
    }

    @inline(never)
    private func withComputedValue(in object: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
        switch self {
        case .stored(let offset): body(object + offset)
        case .computed(let path): path.withValue(in: object, body)
        case .inner(let inner, let outer):
            outer.withComputedValue(in: object) { inner.withComputedValue(in: $0, body) }
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
