import TimeKit

// The record form of values, for the journal and its snapshots: JSON without names.
//
// An object is the list of its fields' values in their order, without absent values at the end. Instants, days, numbers
// with one decimal and booleans are integers. The meaning of a position follows from the type and its version. A field can
// be added at the end of an object; every other change needs a new version.

extension WireValue {
    public init(record: JSON) throws(ValidationError) { try self.init(json: record) }
    public func writeRecord(to writer: inout JSONWriter) { write(to: &writer) }

    /// The record form as JSON bytes, without a line feed.
    public var record: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writeRecord(to: &writer)
        return writer.bytes
    }

    public var recordSteps: [RecordStep] { [.write(writeRecord(to:))] }
}

/// A part of the work of writing a large value's record.
public enum RecordStep: Sendable {
    /// Writes a part.
    case write(@Sendable (inout JSONWriter) -> Void)
    /// Work that is divided into steps when it is due.
    case steps(@Sendable () -> [RecordStep])
}

/// A value on the heap.
private final class Kept<Object: Sendable>: Sendable {
    let object: Object

    init(_ object: Object) { self.object = object }
}

/// Writes the record form of a large value in slices, so that other work can be done between two slices.
public struct RecordSlices: Sendable {
    private var writer = JSONWriter()
    /// The remaining steps, in reverse order.
    private var steps: [RecordStep]

    /// Creates the slices of a value.
    public init(of value: some WireValue) { steps = value.recordSteps.reversed() }

    /// Writes the next slice.
    ///
    /// - Parameter count: the approximate number of bytes to write.
    /// - Returns: the whole record when it is complete, otherwise `nil`.
    public mutating func advance(bytes count: Int) -> [UInt8]? {
        let enough = writer.bytes.count + count
        while let step = steps.popLast() {
            switch step {
            case .write(let write): write(&writer)
            case .steps(let make): steps += make().reversed()
            }
            if writer.bytes.count >= enough { break }
        }
        return steps.isEmpty ? writer.bytes : nil
    }
}

extension WireValue {
    /// Reads the value at the reader's position in a record, and advances to the next.
    @inlinable static func value(from reader: inout RecordReader) throws(ValidationError) -> Self {
        guard !reader.isAtAbsence else { throw ValidationError(problem: "is missing") }
        let value = try Self(record: reader.values[reader.index])
        reader.index += 1
        return value
    }

    @inlinable public static func valueIfPresent(from reader: inout RecordReader) throws(ValidationError) -> Self? {
        guard reader.isAtAbsence else { return try value(from: &reader) }
        reader.index += 1
        return nil
    }
}

/// Iterates over the values of a record.
public struct RecordReader {
    @usableFromInline let values: UnsafeBufferPointer<JSON>
    @usableFromInline var index = 0

    @inlinable init(_ values: UnsafeBufferPointer<JSON>) { self.values = values }

    /// Whether there is no value at its position.
    @inlinable var isAtAbsence: Bool {
        guard index < values.count else { return true }
        if case .null = values[index] { return true }
        return false
    }
}

extension WireObject {
    @inlinable public init(record: JSON) throws(ValidationError) {
        guard case .array(let values) = record else { throw ValidationError(expected: "a record", found: record) }
        let fields = Self.fields
        guard values.count <= fields.count else {
            throw ValidationError(problem: "has \(values.count) values; \(Self.name) has \(fields.count)")
        }
        self = try values.withUnsafeBufferPointer { values throws(ValidationError) in
            var reader = RecordReader(values)
            do throws(ValidationError) {
                return try fields.readRecord(&reader)
            } catch {
                throw error.inside(fields[reader.index].name)
            }
        }
        try validate()
    }

    public var recordSteps: [RecordStep] {
        let fields = Self.fields.all
        let last = withUnsafePointer(to: self) { object in fields.lastIndex { !$0.isAbsent(object) } }
        // The steps share one copy of it.
        let kept = Kept(self)
        let steps = fields[..<((last ?? -1) + 1)].map { field in
            RecordStep.steps {
                withUnsafePointer(to: kept.object) { object in
                    field.isAbsent(object) ? [.write { $0.null() }] : field.recordSteps(object)
                }
            }
        }
        return [.write { $0.beginArray() }] + steps + [.write { $0.endArray() }]
    }

    // It can be inlined, so that it is specialized for each object: every event is written with it.
    @inlinable public func writeRecord(to writer: inout JSONWriter) {
        writer.beginArray()
        let fields = Self.fields.all
        withUnsafePointer(to: self) { object in
            var absent = 0
            // By index, because an iterator would retain each field.
            for index in fields.indices { fields[index].writeRecord(object, &writer, &absent) }
        }
        writer.endArray()
    }
}

extension JSONWriter {
    /// Writes the absent values before one that is not absent.
    @usableFromInline mutating func nulls(_ count: inout Int) {
        while count > 0 {
            null()
            count -= 1
        }
    }
}

extension Bool {
    public init(record: JSON) throws(ValidationError) {
        guard case .integer(let value) = record, value == 0 || value == 1 else {
            throw ValidationError(expected: "0 or 1", found: record)
        }
        self = value == 1
    }

    public func writeRecord(to writer: inout JSONWriter) { writer.integer(self ? 1 : 0) }
}

extension Array where Element: WireValue {
    public init(record: JSON) throws(ValidationError) {
        guard case .array(let elements) = record else { throw ValidationError(expected: "a list", found: record) }
        self = []
        reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            do { append(try Element(record: element)) } catch { throw error.inside("\(index)") }
        }
    }

    public func writeRecord(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.writeRecord(to: &writer) }
        writer.endArray()
    }

    public var recordSteps: [RecordStep] {
        let slices = stride(from: 0, to: count, by: 64).map { start in
            RecordStep.write { writer in
                for element in self[start..<Swift.min(start + 64, count)] { element.writeRecord(to: &writer) }
            }
        }
        return [.write { $0.beginArray() }] + slices + [.write { $0.endArray() }]
    }
}

extension CalendarDay {
    public init(record: JSON) throws(ValidationError) {
        guard let days = record.integerValue, (-3_000_000...3_000_000).contains(days) else {
            throw ValidationError(expected: "days since 1970-01-01", found: record)
        }
        self.init(daysSinceEpoch: days)
    }

    public func writeRecord(to writer: inout JSONWriter) { writer.integer(daysSinceEpoch) }
}

extension Timestamp {
    public init(record: JSON) throws(ValidationError) {
        guard case .array(let parts) = record, parts.count == 2, let milliseconds = parts[0].integerValue,
            let offset = parts[1].integerValue, (-172_800...172_800).contains(offset)
        else { throw ValidationError(expected: "milliseconds since 1970-01-01T00:00:00Z and an offset", found: record) }
        self.init(instant: Instant(milliseconds: milliseconds), offsetSeconds: offset)
    }

    public func writeRecord(to writer: inout JSONWriter) {
        writer.beginArray()
        writer.integer(instant.milliseconds)
        writer.integer(offsetSeconds)
        writer.endArray()
    }
}

extension Tenths {
    public init(record: JSON) throws(ValidationError) { self.init(tenths: try Int(json: record)) }
    public func writeRecord(to writer: inout JSONWriter) { writer.integer(tenths) }
}
