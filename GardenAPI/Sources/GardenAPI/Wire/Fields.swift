/// The description of a ``WireObject``: its fields in the order of the wire, and the initializer that takes their
/// values.
///
/// ```swift
/// public struct TaskCounts: WireObject {
///     public static let name = "TaskCounts"
///
///     public var open: Int
///     public var dueToday: Int
///
///     public static let fields = Fields(
///         TaskCounts.init,
///         .required("open", \.open, "the number of open tasks"),
///         .required("dueToday", \.dueToday, "the number of them due this logical day"))
/// }
/// ```
///
/// The compiler compares the rows with the initializer's parameters: a field without a row, a row without a field and a
/// row of another type are errors. Two rows of the same type in the wrong order are not; the tests find them by reading
/// every object and comparing what it writes. An object that stores its fields in another form passes a closure instead
/// of the initializer, with one parameter per row.
public final class Fields<Root>: Sendable, RandomAccessCollection {
    @usableFromInline let list: FieldList

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - make: makes an object from the values of its fields.
    ///   - field: the fields, in the order of the wire and of the parameters of `make`.
    ///
    /// It can be inlined, so that the optimizer knows the types of the fields and can move them directly; nothing else is
    /// compiled for each object.
    @inlinable public init<each Value>(
        _ make: @escaping @Sendable (repeat each Value) -> Root, _ field: repeat Field<Root, each Value>
    ) {
        var rows = FieldRows()
        for field in repeat each field { rows.append(field.reader, field.parts) }
        list = FieldList(rows) { values, object in
            var values = ValueMover(values)
            object.initializeMemory(as: Root.self, to: make(repeat values.move((each Value).self)))
        }
    }

    /// Creates a description of fields that are listed elsewhere and have values of one type.
    ///
    /// - Parameters:
    ///   - fields: the fields, in the order of the wire.
    ///   - make: makes an object from their values, in the same order.
    public init<Value>(listing fields: [Field<Root, Value>], _ make: @escaping @Sendable ([Value]) -> Root) {
        var rows = FieldRows()
        for field in fields { rows.append(field.reader, field.parts) }
        let count = fields.count
        list = FieldList(rows) { values, object in
            var values = ValueMover(values)
            object.initializeMemory(as: Root.self, to: make((0..<count).map { _ in values.move(Value.self) }))
        }
    }

    /// The index of the first field: 0.
    public var startIndex: Int { 0 }
    /// The number of fields.
    public var endIndex: Int { list.all.count }
    /// The field at an index, in the order of the wire.
    public subscript(index: Int) -> AnyField { list.all[index] }

    /// Makes an object with a function that initializes its memory.
    @inlinable func object(
        _ read: (FieldList, UnsafeMutableRawPointer) throws(ValidationError) -> Void
    ) throws(ValidationError) -> Root {
        try withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { buffer throws(ValidationError) in
            guard let object = buffer.baseAddress else { preconditionFailure("no memory for a \(Root.self)") }
            try read(list, UnsafeMutableRawPointer(object))
            return object.move()
        }
    }
}

/// The rows of a description, before it is complete.
@usableFromInline struct FieldRows {
    private(set) var readers: [FieldReader] = []
    /// What makes the descriptions of the fields.
    private(set) var parts: [@Sendable () -> [AnyField]] = []

    @usableFromInline init() {}

    @usableFromInline mutating func append(_ reader: FieldReader, _ parts: @escaping @Sendable () -> [AnyField]) {
        readers.append(reader)
        self.parts.append(parts)
    }
}

/// Moves values from the memory in which they were read, in the order of the rows.
@usableFromInline struct ValueMover {
    @usableFromInline let values: UnsafeMutableRawPointer
    @usableFromInline var layout = ValueLayout()

    @inlinable init(_ values: UnsafeMutableRawPointer) { self.values = values }

    @inlinable mutating func move<Value>(_: Value.Type) -> Value {
        let offset = layout.add(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
        return (values + offset).assumingMemoryBound(to: Value.self).move()
    }
}

/// Finds the members of a JSON object by name, and looks first where each is expected.
@usableFromInline struct MemberReader {
    private let members: [JSONObject.Member]
    private var expected = 0
    /// The number of members that were read by a field.
    private(set) var readCount = 0

    init(_ members: [JSONObject.Member]) { self.members = members }

    /// The value of the first member with that name; `nil` if there is none.
    @usableFromInline mutating func value(of name: String) -> JSON? {
        for offset in members.indices {
            let index = expected + offset < members.count ? expected + offset : expected + offset - members.count
            guard members[index].name.isIdentical(as: name) else { continue }
            expected = index + 1
            readCount += 1
            return members[index].value
        }
        return nil
    }
}
