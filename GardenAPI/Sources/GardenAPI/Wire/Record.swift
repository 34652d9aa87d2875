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

extension WireValue {
    /// Reads the value at the reader's position in a record, and advances to the next.
    @inlinable static func value(from reader: inout RecordReader) throws(ValidationError) -> Self {
        let value = try Self(record: try reader.presentValue())
        reader.advance()
        return value
    }

    public static func valueIfPresent(from reader: inout RecordReader) throws(ValidationError) -> Self? {
        guard !reader.isAtAbsence else {
            reader.advance()
            return nil
        }
        return try value(from: &reader)
    }
}

/// Iterates over the values of a record.
public struct RecordReader {
    private let values: UnsafeBufferPointer<JSON>
    /// The index of the next value.
    private(set) var index = 0

    init(_ values: UnsafeBufferPointer<JSON>) { self.values = values }

    /// Whether there is no value at its position.
    @usableFromInline var isAtAbsence: Bool {
        guard index < values.count else { return true }
        if case .null = values[index] { return true }
        return false
    }

    /// The value at its position.
    @usableFromInline func presentValue() throws(ValidationError) -> JSON {
        guard !isAtAbsence else { throw ValidationError(problem: "is missing") }
        return values[index]
    }

    @usableFromInline mutating func advance() { index += 1 }
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
