import Synchronization

/// The description of an object without its type: how its fields are read, written and compared.
///
/// Code that is generic over the object is compiled once for each of them, with all its fields, by an optimizer that knows their
/// types: for some 350 objects that took a third of the time of a build, and 71 MB of object code. So everything here takes
/// an object as memory. Only ``Fields`` calls it, which knows that the memory has an object of its type.
@usableFromInline final class FieldList: Sendable {
    /// A reader, and where its value is in the memory for the values.
    private struct Row: Sendable {
        let reader: FieldReader
        let offset: Int
    }

    private let rows: [Row]
    private let layout: ValueLayout
    /// Makes the object from the values of its rows, which it moves from their memory.
    private let assemble: @Sendable (_ values: UnsafeMutableRawPointer, _ object: UnsafeMutableRawPointer) -> Void
    private let parts: FieldParts

    @usableFromInline init(
        _ rows: FieldRows,
        assemble: @escaping @Sendable (_ values: UnsafeMutableRawPointer, _ object: UnsafeMutableRawPointer) -> Void
    ) {
        var layout = ValueLayout()
        self.rows = rows.readers.map { Row(reader: $0, offset: layout.add(size: $0.size, alignment: $0.alignment)) }
        self.layout = layout
        self.assemble = assemble
        parts = FieldParts(rows.parts)
    }

    /// The fields, with those of inlined objects in their place.
    @usableFromInline var all: [AnyField] { parts.all }

    // MARK: Reading

    /// Initializes an object from JSON.
    @usableFromInline func read(
        json: JSON, refusesUnknownNames: Bool, into object: UnsafeMutableRawPointer
    ) throws(ValidationError) {
        guard case .object(let source) = json else { throw ValidationError(expected: "an object", found: json) }
        var members = MemberReader(source.members)
        do throws(ValidationError) {
            try withValues(into: object) { row, place throws(ValidationError) in
                try row.reader.readMember(&members, place)
            } check: { () throws(ValidationError) in
                // A member that no field has read is unknown or given twice.
                if members.readCount < source.members.count,
                    let problem = problem(in: source, refusesUnknownNames: refusesUnknownNames)
                {
                    throw problem
                }
            }
        } catch {
            throw problem(in: source, refusesUnknownNames: refusesUnknownNames) ?? error
        }
    }

    /// Initializes an inner object from the members of the outer one.
    @usableFromInline func read(
        _ members: inout MemberReader, into object: UnsafeMutableRawPointer
    ) throws(ValidationError) {
        try withValues(into: object) { row, place throws(ValidationError) in
            try row.reader.readMember(&members, place)
        }
    }

    /// Initializes an object from a record.
    @usableFromInline func read(
        record: JSON, of name: String, into object: UnsafeMutableRawPointer
    ) throws(ValidationError) {
        guard case .array(let values) = record else { throw ValidationError(expected: "a record", found: record) }
        guard values.count <= all.count else {
            throw ValidationError(problem: "has \(values.count) values; \(name) has \(all.count)")
        }
        try values.withUnsafeBufferPointer { values throws(ValidationError) in
            var reader = RecordReader(values)
            do throws(ValidationError) { try read(&reader, into: object) } catch {
                throw error.inside(all[reader.index].name)
            }
        }
    }

    /// Initializes an inner object from the next values of the outer one's record.
    @usableFromInline func read(
        _ record: inout RecordReader, into object: UnsafeMutableRawPointer
    ) throws(ValidationError) {
        try withValues(into: object) { row, place throws(ValidationError) in
            try row.reader.readRecord(&record, place)
        }
    }

    /// - Parameter check: throws if the object must not be made from the values that were read.
    @inline(__always)
    private func withValues(
        into object: UnsafeMutableRawPointer,
        _ read: (Row, UnsafeMutableRawPointer) throws(ValidationError) -> Void,
        check: () throws(ValidationError) -> Void = {}
    ) throws(ValidationError) {
        // An empty object has a byte, too, so that there is an address.
        try withUnsafeTemporaryAllocation(byteCount: max(1, layout.byteCount), alignment: layout.alignment) {
            buffer throws(ValidationError) in
            guard let values = buffer.baseAddress else { preconditionFailure("no memory for \(layout) on the stack") }
            var count = 0
            do throws(ValidationError) {
                while count < rows.count {
                    try read(rows[count], values + rows[count].offset)
                    count += 1
                }
                try check()
            } catch {
                for row in rows[..<count] { row.reader.destroy(values + row.offset) }
                throw error
            }
            assemble(values, object)
        }
    }

    /// The first invalid member of an object, in their order; `nil` if all are valid.
    private func problem(in object: JSONObject, refusesUnknownNames: Bool) -> ValidationError? {
        let fields = all
        var isGiven = [Bool](repeating: false, count: fields.count)
        for member in object.members {
            guard let index = fields.firstIndex(where: { $0.name.isIdentical(as: member.name) }) else {
                if refusesUnknownNames { return UnknownName.problem(of: member.name, among: fields.map(\.name)) }
                continue
            }
            guard !isGiven[index] else { return ValidationError(path: [member.name], problem: "is given twice") }
            isGiven[index] = true
            do throws(ValidationError) { try fields[index].check(member.value) } catch {
                return error.inside(member.name)
            }
        }
        let missing = fields.indices.first { !isGiven[$0] && fields[$0].isRequired }
        return missing.map { ValidationError(path: [fields[$0].name], problem: "is missing") }
    }

    // MARK: Writing

    /// Writes the fields of an object as members of one that the caller has begun.
    @usableFromInline func writeMembers(of object: UnsafeRawPointer, to writer: inout JSONWriter) {
        let fields = all
        // By index, because an iterator would retain each field.
        for index in fields.indices { fields[index].write(object, to: &writer) }
    }

    @usableFromInline func write(_ object: UnsafeRawPointer, to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(of: object, to: &writer)
        writer.endObject()
    }

    @usableFromInline func writeRecord(of object: UnsafeRawPointer, to writer: inout JSONWriter) {
        writer.beginArray()
        let fields = all
        var absent = 0
        for index in fields.indices { fields[index].writeRecord(object, to: &writer, absent: &absent) }
        writer.endArray()
    }

    /// The steps that write a record. They share the object.
    func recordSteps(of kept: KeptObject) -> [RecordStep] {
        let fields = all
        let last = fields.lastIndex { !$0.isAbsent(kept.object) } ?? -1
        let steps = fields[...last].map { field in
            RecordStep.steps {
                field.isAbsent(kept.object) ? [.write { $0.null() }] : field.recordSteps(kept.object)
            }
        }
        return [.write { $0.beginArray() }] + steps + [.write { $0.endArray() }]
    }

    /// The value of one field, as it is written; null if it is not there.
    func value(named name: String, of object: UnsafeRawPointer) -> JSON {
        all.first { $0.name.isIdentical(as: name) }?.value(object) ?? .null
    }

    // MARK: Comparing

    /// The fields of an object that differ from those of another one, with their values in the first.
    @usableFromInline func differences(of mine: UnsafeRawPointer, from theirs: UnsafeRawPointer) -> JSON {
        var object = JSONObject()
        for field in all where !field.isIdentical(mine, theirs) { object.append(field.name, field.value(mine)) }
        return .object(object)
    }

    @usableFromInline func isIdentical(_ mine: UnsafeRawPointer, _ theirs: UnsafeRawPointer) -> Bool {
        all.allSatisfy { $0.isIdentical(mine, theirs) }
    }

    // MARK: Describing

    /// The JSON Schema of the object.
    func definition(refusesUnknownNames: Bool) -> JSON {
        let fields = all
        var schema = JSONObject([("type", "object")])
        schema.append("properties", .object(JSONObject(fields.map { ($0.name, $0.describedSchema) })))
        // A request can omit a field that has a default; an answer has every field that is not optional.
        let required = fields.filter { $0.isRequired || (!refusesUnknownNames && $0.isAlwaysWritten) }
            .map { JSON.string($0.name) }
        if !required.isEmpty { schema.append("required", .array(required)) }
        if refusesUnknownNames { schema.append("additionalProperties", false) }
        return .object(schema)
    }
}

/// An object on the heap, without its type.
final class KeptObject: Sendable {
    /// Safe without isolation: nothing changes the object until its end.
    nonisolated(unsafe) let object: UnsafeRawPointer
    private let end: @Sendable (UnsafeMutableRawPointer) -> Void

    init<Object: Sendable>(_ kept: Object) {
        let place = UnsafeMutablePointer<Object>.allocate(capacity: 1)
        place.initialize(to: kept)
        object = UnsafeRawPointer(place)
        end = { place in
            let place = place.assumingMemoryBound(to: Object.self)
            place.deinitialize(count: 1)
            place.deallocate()
        }
    }

    deinit { end(UnsafeMutableRawPointer(mutating: object)) }
}

/// The descriptions of the fields of an object, made when they are first needed.
///
/// Reading an object needs none of them, and each has a key path and a schema: they took a third of the time of `gardenctl status`.
private final class FieldParts: Sendable {
    private let makers: [@Sendable () -> [AnyField]]
    private let lock = Mutex(())
    private let isMade = Atomic(false)
    /// Safe without isolation: written once, under the lock and before ``isMade`` is set, and read only after that.
    private nonisolated(unsafe) var made: [AnyField] = []

    init(_ makers: [@Sendable () -> [AnyField]]) { self.makers = makers }

    var all: [AnyField] {
        if !isMade.load(ordering: .acquiring) { make() }
        return made
    }

    private func make() {
        let parts = makers.flatMap { $0() }
        lock.withLock { _ in
            // The lock orders this already, but the thread sanitizer sees atomics only.
            guard !isMade.load(ordering: .acquiring) else { return }
            made = parts
            isMade.store(true, ordering: .releasing)
        }
    }
}

/// The memory for values of several types, one after the other.
@usableFromInline struct ValueLayout: Sendable {
    /// How much of it is taken, in bytes.
    @usableFromInline private(set) var byteCount = 0
    @usableFromInline private(set) var alignment = 1

    @inlinable init() {}

    /// Takes memory for a value.
    ///
    /// - Returns: where the value begins, in bytes.
    @inlinable mutating func add(size: Int, alignment: Int) -> Int {
        let start = (byteCount + alignment - 1) & ~(alignment - 1)
        byteCount = start + size
        self.alignment = max(self.alignment, alignment)
        return start
    }
}
