/// What a ``WireObject`` consists of: its fields in the order of the wire, and the initializer that they are the
/// arguments of.
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
///         .required("open", \.open, "tasks not yet done"),
///         .required("dueToday", \.dueToday, "those of them due this logical day"))
/// }
/// ```
///
/// The compiler compares the rows with the initializer's parameters: a field without a row, a row without a field and a
/// row of another type are errors. Rows of one type in another order are not: the tests read every object and compare
/// what it writes. An object that keeps its fields in another form gives a closure instead of the initializer, with a
/// parameter for each row.
public final class Fields<Root>: Sendable, RandomAccessCollection {
    @usableFromInline let all: [AnyField<Root>]
    @usableFromInline let readMembers: @Sendable (inout MemberReader) throws(ValidationError) -> Root
    @usableFromInline let readRecord: @Sendable (inout RecordReader) throws(ValidationError) -> Root

    /// - Parameters:
    ///   - make: makes an object of the values of its fields.
    ///   - field: the fields, in the order of the wire and of the parameters of `make`.
    ///
    /// It can be inlined so that the optimizer knows the types of the fields, and makes straight calls of the packs.
    @inlinable public init<each Value>(
        _ make: @escaping @Sendable (repeat each Value) -> Root, _ field: repeat Field<Root, each Value>
    ) {
        var all: [AnyField<Root>] = []
        for field in repeat each field { all += field.parts }
        self.all = all
        let fields = (repeat each field)
        readMembers = { members throws(ValidationError) in make(repeat try (each fields).read(&members)) }
        // Of a field no more than this, for a copy of it would be retained and released for each record.
        let places = (repeat (each field).place)
        readRecord = { record throws(ValidationError) in make(repeat try record.value(at: each places)) }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { all.count }
    @inlinable public subscript(index: Int) -> AnyField<Root> { all[index] }
}

/// Looks for the members of a JSON object by their names, each first where it is expected.
@usableFromInline struct MemberReader {
    private let members: [JSONObject.Member]
    private var expected = 0
    /// How many of them a field asked for.
    private(set) var readCount = 0

    init(_ members: [JSONObject.Member]) { self.members = members }

    /// The value of the first member of that name; `nil` where there is none.
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
