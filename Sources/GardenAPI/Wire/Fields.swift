public import Synchronization

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
    @usableFromInline let parts: FieldParts<Root>
    @usableFromInline let readMembers: @Sendable (inout MemberReader) throws(ValidationError) -> Root
    @usableFromInline let readRecord: @Sendable (inout RecordReader) throws(ValidationError) -> Root

    /// Creates a description.
    ///
    /// - Parameters:
    ///   - make: makes an object from the values of its fields.
    ///   - field: the fields, in the order of the wire and of the parameters of `make`.
    ///
    /// It can be inlined, so that the optimizer knows the types of the fields and can call the packs directly.
    @inlinable public init<each Value>(
        _ make: @escaping @Sendable (repeat each Value) -> Root, _ field: repeat Field<Root, each Value>
    ) {
        // Only one part of each field for each closure: to copy the whole fields, the runtime needs the types of all of them.
        var all: [@Sendable () -> [AnyField<Root>]] = []
        for field in repeat each field { all.append(field.parts) }
        parts = FieldParts { [all] in all.flatMap { $0() } }
        let memberReaders = (repeat (each field).read)
        readMembers = { members throws(ValidationError) in make(repeat try (each memberReaders)(&members)) }
        let recordReaders = (repeat (each field).readRecord)
        readRecord = { record throws(ValidationError) in make(repeat try (each recordReaders)(&record)) }
    }

    @inlinable var all: [AnyField<Root>] { parts.all }

    /// The index of the first field: 0.
    public var startIndex: Int { 0 }
    /// The number of fields.
    public var endIndex: Int { all.count }
    /// The field at an index, in the order of the wire.
    @inlinable public subscript(index: Int) -> AnyField<Root> { all[index] }
}

/// The descriptions of the fields of an object, made when they are first needed.
///
/// Reading an object needs none of them, and each has a key path and a schema: they took a third of the time of `gardenctl status`.
@usableFromInline final class FieldParts<Root>: Sendable {
    private let make: @Sendable () -> [AnyField<Root>]
    private let lock = Mutex(())
    @usableFromInline let isMade = Atomic(false)
    /// Safe without isolation: written once, under the lock and before ``isMade`` is set, and read only after that.
    @usableFromInline nonisolated(unsafe) var made: [AnyField<Root>] = []

    @usableFromInline init(_ make: @escaping @Sendable () -> [AnyField<Root>]) { self.make = make }

    @inlinable var all: [AnyField<Root>] {
        if !isMade.load(ordering: .acquiring) { makeNow() }
        return made
    }

    @usableFromInline func makeNow() {
        let parts = make()
        lock.withLock { _ in
            guard !isMade.load(ordering: .relaxed) else { return }
            made = parts
            isMade.store(true, ordering: .releasing)
        }
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
